"""Some clues of a position, the hidden cells beside them numbered from 0, and what any of these clues prove.

It is about few clues at a time: which of them are needed for a proof. What all clues prove is for exact.py to say.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from minesweeper.cells import CellSet, cells_of, to_cell_set
from minesweeper.position import Position
from minesweeper.solvers.components import Constraint, Links
from minesweeper.solvers.counting import Tables, TooLarge, tables_of
from minesweeper.solvers.totals import limits_on_mines

ClueSet: TypeAlias = int
"""Some of the clues of an Evidence, as the bits of an int."""


class Decided(NamedTuple):
    """Cells that are safe, and cells that are mined, in every layout that fits some clues."""

    safe: CellSet
    mined: CellSet


class Possible(NamedTuple):
    """What some clues leave possible."""

    settled: Decided
    """What single clues prove, one after the other."""
    decided: Decided
    """All that the clues prove without the mine total."""
    tables: list[Tables]
    """The tables of the components that single clues leave open."""
    groups: list[tuple[tuple[int, ...], ...]]
    """For each of these tables the cells of its groups."""
    is_complete: bool
    """False if a component was too large to count, so that it is not among the tables."""


class Evidence:
    """Clues as constraints "exactly ``needs[j]`` mines in ``masks[j]``"; cells given as known are no longer in them.

    Cell ``len(cells)`` stands for all hidden cells beside none of the clues.
    """

    def __init__(
        self, position: Position, clues: Iterable[int], given_safe: CellSet = 0, given_mined: CellSet = 0
    ) -> None:
        grid, hidden = position.grid, position.hidden
        self.position = position
        self.clues: list[int] = []
        self.cells: list[int] = []
        self.masks: list[CellSet] = []
        self.needs: list[int] = []
        self.numbers: dict[int, int] = {}
        given = given_safe | given_mined
        for clue in clues:
            beside = [cell for cell in grid.neighbour_cells(clue) if hidden >> cell & 1]
            for cell in beside:
                if cell not in self.numbers and not given >> cell & 1:
                    self.numbers[cell] = len(self.cells)
                    self.cells.append(cell)
            self.clues.append(clue)
            self.masks.append(to_cell_set(self.numbers[cell] for cell in beside if cell in self.numbers))
            self.needs.append(position.clue(clue) - sum(given_mined >> cell & 1 for cell in beside))
        self.mines_left = position.mine_total - (given_mined & hidden).bit_count()
        self._rest = hidden & ~given & ~to_cell_set(self.cells)
        self._rest_count = self._rest.bit_count()
        self._possible: dict[ClueSet, Possible | None] = {}
        self._decided: dict[tuple[ClueSet, bool], Decided | None] = {}

    @property
    def all_clues(self) -> ClueSet:
        """All clues."""
        return (1 << len(self.clues)) - 1

    @property
    def all_cells(self) -> CellSet:
        """The numbered cells that a clue sees."""
        return (1 << len(self.cells)) - 1

    @property
    def elsewhere(self) -> CellSet:
        """The cell that stands for those beside none of the clues; empty if there is none."""
        return 1 << len(self.cells) if self._rest_count else 0

    def to_board(self, cells: CellSet) -> CellSet:
        """The cells of the board that numbered cells stand for."""
        rest = self._rest if cells & self.elsewhere else 0
        return to_cell_set(self.cells[cell] for cell in cells_of(cells & ~self.elsewhere)) | rest

    def from_board(self, cells: CellSet) -> CellSet:
        """The numbers of those cells that are beside a clue, and the one for the others if one of them is given."""
        inside = sum(1 << number for number, cell in enumerate(self.cells) if cells >> cell & 1)
        return inside | (self.elsewhere if cells & self._rest else 0)

    def clues_on_board(self, clues: ClueSet) -> CellSet:
        """The opened cells that some of the clues stand on."""
        return to_cell_set(self.clues[number] for number in cells_of(clues))

    def unseen(self, clues: ClueSet) -> tuple[CellSet, int]:
        """The numbered cells that none of the clues sees, and for how many cells of the board they stand."""
        seen = 0
        for number in cells_of(clues):
            seen |= self.masks[number]
        count = len(self.cells) - seen.bit_count() + self._rest_count
        return (self.all_cells | self.elsewhere) & ~seen, count

    def twins(self, clues: ClueSet, cell: CellSet) -> CellSet:
        """All numbered cells that are seen by the same of these clues as a cell: what holds for it holds for them."""
        same = self.all_cells | self.elsewhere
        for number in cells_of(clues):
            mask = self.masks[number]
            same &= mask if mask & cell else ~mask
        return same

    def decided(self, clues: ClueSet, with_total: bool = False) -> Decided | None:
        """What the clues alone prove, or they and the mine total; None if no layout fits.

        Clues too many to count prove nothing here but what single ones prove.
        """
        key = (clues, with_total)
        if key not in self._decided:
            possible = self.possible(clues)
            if possible is not None and with_total:
                self._decided[key] = self._decide_with_total(clues, possible)
            else:
                self._decided[key] = possible and possible.decided
        return self._decided[key]

    def proves(self, clues: ClueSet, goal: Decided, with_total: bool = False) -> bool:
        """Whether the clues prove that the cells of the goal are so; clues that no layout fits prove nothing."""
        found = self.decided(clues, with_total)
        return found is not None and not (goal.safe & ~found.safe or goal.mined & ~found.mined)

    def possible(self, clues: ClueSet) -> Possible | None:
        """What the clues leave possible; None if no layout fits them."""
        if clues not in self._possible:
            self._possible[clues] = self._find_possible(clues)
        return self._possible[clues]

    def _find_possible(self, clues: ClueSet) -> Possible | None:
        found = self._settle(cells_of(clues))
        if found is None:
            return None
        settled, open_clues = found
        links = self._links(settled, open_clues)
        if links is None:
            return None
        tables, groups = [], []
        is_complete = True
        for component in links.components():
            try:
                table = tables_of(component.plan)
            except TooLarge:
                is_complete = False  # its cells count as undecided, which is never wrong
                continue
            if not table.possible:
                return None
            tables.append(table)
            groups.append(component.groups)
        decided = _collect(settled, groups, [table.decided_groups() for table in tables])
        return Possible(settled, decided, tables, groups, is_complete)

    def _settle(self, clues: list[int]) -> tuple[Decided, list[int]] | None:
        """What single clues prove, one after the other, and the clues with open cells; None if one can't hold."""
        masks, needs = self.masks, self.needs
        safe = mined = 0
        while True:
            known, open_clues = safe | mined, []
            for number in clues:
                mask = masks[number]
                free = mask & ~(safe | mined)
                missing = needs[number] - (mask & mined).bit_count()
                room = free.bit_count()
                if missing < 0 or missing > room:
                    return None
                if missing == 0:
                    safe |= free
                elif missing == room:
                    mined |= free
                else:
                    open_clues.append(number)
            clues = open_clues
            if safe | mined == known:
                return Decided(safe, mined), open_clues

    def _links(self, settled: Decided, clues: list[int]) -> Links | None:
        """The open clues with what they still miss, each set of cells once; None if two speak against each other."""
        safe, mined = settled
        first_with: dict[CellSet, int] = {}
        constraints: dict[int, Constraint] = {}
        clues_of: dict[int, list[int]] = {}
        for number in clues:
            free = self.masks[number] & ~(safe | mined)
            constraint = Constraint(self.needs[number] - (self.masks[number] & mined).bit_count(), free.bit_count())
            first = first_with.setdefault(free, number)
            if first == number:
                constraints[number] = constraint
                for cell in cells_of(free):
                    clues_of.setdefault(cell, []).append(number)
            elif constraints[first] != constraint:
                return None
        members: dict[tuple[int, ...], list[int]] = {}
        for cell, seen_by in clues_of.items():
            members.setdefault(tuple(seen_by), []).append(cell)
        return Links(constraints, list(members), list(members.values()), {})

    def _decide_with_total(self, clues: ClueSet, possible: Possible) -> Decided | None:
        if not possible.is_complete:
            return possible.decided  # how many mines the clues need is not known
        tables = possible.tables
        unseen, size = self.unseen(clues)
        limits = limits_on_mines(tables, size, self.mines_left - possible.settled.mined.bit_count())
        if limits is None:
            return None
        groups = [
            table.decided_groups() if allowed == table.possible else table.decided_with(allowed)
            for table, allowed in zip(tables, limits.allowed, strict=True)
        ]
        safe, mined = _collect(possible.settled, possible.groups, groups)
        fewest, most = limits.inside
        return Decided(safe | (0 if most else unseen), mined | (unseen if fewest == size else 0))


def _collect(
    known: Decided, groups: list[tuple[tuple[int, ...], ...]], decided: list[tuple[list[int], list[int]]]
) -> Decided:
    """The known cells and those of the decided groups of each table."""
    safe, mined = known
    for members, (safe_groups, mined_groups) in zip(groups, decided, strict=True):
        safe |= to_cell_set(cell for group in safe_groups for cell in members[group])
        mined |= to_cell_set(cell for group in mined_groups for cell in members[group])
    return Decided(safe, mined)
