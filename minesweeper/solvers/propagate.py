"""Propagates constraints over few numbered cells, as small ints.

Also bounds the mine total in every branch of a search. ``bitrules`` has the one-clue rule for a whole board at once,
and ``mine_total`` decides cells by exact counts of the total.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from minesweeper.core.cells import CellSet, cells_of, to_cell_set
from minesweeper.solvers.deduction import Step


class Branch(NamedTuple):
    """Holds the consequences of some assumptions: safe cells, mines, and the constraints that contain such cells."""

    safe: CellSet
    mined: CellSet
    touched: int


class Constraints:
    """Holds constraints "exactly ``needs[j]`` mines in ``masks[j]``" over numbered cells, and propagates them."""

    def __init__(
        self, cells: Sequence[int], clues: Sequence[int], masks: Sequence[CellSet], needs: Sequence[int]
    ) -> None:
        self.cells, self.clues = cells, clues
        """The board cells behind the cell numbers, and the opened cells whose clues are the constraints."""
        self.masks, self.needs = masks, needs
        self.all_cells: CellSet = (1 << len(cells)) - 1
        self.all_clues = (1 << len(masks)) - 1
        """The set of all constraint numbers."""
        self.clues_of = [0] * len(cells)
        """The constraints that contain each cell."""
        for number, mask in enumerate(masks):
            while mask:
                lowest = mask & -mask
                mask ^= lowest
                self.clues_of[lowest.bit_length() - 1] |= 1 << number

    def to_board(self, cells: CellSet) -> CellSet:
        """Converts numbered cells to cells of the board."""
        return to_cell_set(self.cells[cell] for cell in cells_of(cells))

    def clues_on_board(self, clues: int) -> CellSet:
        """Converts constraint numbers to the opened cells that show their clues."""
        return to_cell_set(self.clues[number] for number in cells_of(clues))

    def clues_beside(self, cells: CellSet) -> int:
        """Returns the constraints that contain any of the cells."""
        found = 0
        for cell in cells_of(cells):
            found |= self.clues_of[cell]
        return found

    def follow(
        self, branch: tuple[CellSet, CellSet, int], dirty: int, among: int, record: list[Step] | None = None
    ) -> Branch | None:
        """Extends a branch by all that single constraints prove, starting with the dirty ones. None if one can't hold.

        Uses only the constraints in ``among``. Appends a step to ``record`` for each constraint that proves something.
        With enough or too many mines the step depends on the constraint's mines only, otherwise on its safe cells only.
        """
        safe, mined, touched = branch
        masks, needs, clues_of = self.masks, self.needs, self.clues_of
        free = self.all_cells & ~(safe | mined)
        while dirty:  # most of the time is spent here, so this is one long loop on local ints
            number = dirty.bit_length() - 1
            dirty ^= 1 << number
            mask = masks[number]
            missing = needs[number] - (mask & mined).bit_count()
            found = mask & free
            room = found.bit_count()
            if 0 < missing < room or (not missing and not room):
                continue
            is_broken = missing < 0 or missing > room
            if record is not None:
                settled = 0 if is_broken else found
                if missing > 0:
                    record.append(Step(0, settled, is_broken, 1 << number, uses_safe=mask & safe))
                else:
                    record.append(Step(settled, 0, is_broken, 1 << number, uses_mined=mask & mined))
            if is_broken:
                return None
            if missing:
                mined |= found
            else:
                safe |= found
            free ^= found
            beside = 0
            while found:
                cell = found.bit_length() - 1
                found ^= 1 << cell
                beside |= clues_of[cell]
            dirty |= beside & among
            touched |= beside
        return Branch(safe, mined, touched)

    def ask(self, number: int, safe: CellSet, mined: CellSet) -> Step | None:
        """Returns what one constraint proves from known cells; None if it proves nothing."""
        said: list[Step] = []
        self.follow((safe, mined, 0), 1 << number, 0, said)
        return said[0] if said else None


class MineTotal:
    """Demands exactly ``mines_left`` mines in all cells, in addition to constraints on some of them.

    Clues that share no open cell need different mines. So their needs add up to a lower bound for the mines in the open
    cells, and their spare cells to an upper bound.
    """

    def __init__(self, constraints: Constraints, mines_left: int) -> None:
        self.mines_left = mines_left
        self._all_cells, self._masks, self._needs = constraints.all_cells, constraints.masks, constraints.needs
        self._spares = [mask.bit_count() - need for mask, need in zip(self._masks, self._needs, strict=True)]
        self._all_needs, self._all_spares = sum(self._needs), sum(self._spares)
        shares = [need / mask.bit_count() for mask, need in zip(self._masks, self._needs, strict=True)]
        self._fewest_mines_first = sorted(range(len(shares)), key=shares.__getitem__)
        self._most_mines_first = self._fewest_mines_first[::-1]

    def judge(self, safe: CellSet, mined: CellSet) -> tuple[CellSet, CellSet] | None:
        """Returns the open cells that the total proves safe, and those it proves to be mines; None if it can't hold."""
        free = self._all_cells & ~(safe | mined)
        left = self.mines_left - mined.bit_count()
        spare = free.bit_count() - left
        if left < 0 or spare < 0:
            return None
        if left <= self._all_needs:
            needed, counted = self._add_up(self._most_mines_first, self._needs, free, mined)
            if needed > left:
                return None
            if needed == left and free & ~counted:
                return free & ~counted, 0
        if spare <= self._all_spares:
            spared, counted = self._add_up(self._fewest_mines_first, self._spares, free, safe)
            if spared > spare:
                return None
            if spared == spare:
                return 0, free & ~counted
        return 0, 0

    def is_idle(self) -> bool:
        """Whether the cells outside all constraints can absorb any difference, so that the total proves nothing."""
        frontier = 0
        for mask in self._masks:
            frontier |= mask
        inside = frontier.bit_count()
        outside = self._all_cells.bit_count() - inside
        needed, _ = self._add_up(self._most_mines_first, self._needs, self._all_cells, 0)
        spared, _ = self._add_up(self._fewest_mines_first, self._spares, self._all_cells, 0)
        # The frontier holds at least ``needed`` and at most ``inside - spared`` mines. So there is always a mine and
        # always a safe cell outside, and every layout of the frontier can be completed.
        return inside - spared < self.mines_left < needed + outside

    def _add_up(
        self, order: Sequence[int], wanted: Sequence[int], free: CellSet, known: CellSet
    ) -> tuple[int, CellSet]:
        """Adds up the mines (or safe cells) that clues without a common free cell need, and their free cells."""
        total = counted = 0
        for number in order:
            mask = self._masks[number]
            open_cells = mask & free
            if open_cells and not open_cells & counted:
                missing = wanted[number] - (mask & known).bit_count()
                if missing:
                    total += missing
                    counted |= open_cells
        return total, counted
