"""What the mine total says about cells that single clues leave open, by counting clues that share no open cell.

Such clues need their mines apart from each other, so their needs add up to a lower bound, and their spare cells to an
upper bound, of the mines in the open cells.
"""

from __future__ import annotations

from collections.abc import Sequence

from minesweeper.cells import CellSet
from minesweeper.solvers.branch import Event

_SILENT = Event()


class MineTotal:
    """Exactly ``mines_left`` mines in all cells, beside constraints "exactly ``needs[j]`` mines in ``masks[j]``"."""

    def __init__(self, all_cells: CellSet, masks: Sequence[CellSet], needs: Sequence[int], mines_left: int) -> None:
        self.mines_left = mines_left
        self._all_cells, self._masks, self._needs = all_cells, masks, needs
        self._all_needs = sum(needs)
        self._all_spares = sum(mask.bit_count() for mask in masks) - self._all_needs
        by_share = sorted(range(len(masks)), key=lambda number: needs[number] / masks[number].bit_count())
        self._fewest_mines_first, self._most_mines_first = by_share, by_share[::-1]

    def judge(self, safe: CellSet, mined: CellSet) -> Event:
        """What the total proves about the cells that are neither safe nor mined."""
        free = self._all_cells & ~(safe | mined)
        left = self.mines_left - mined.bit_count()
        spare = free.bit_count() - left
        if left < 0:
            return Event(broken=True, uses_total=True, from_mined=mined)
        if spare < 0:
            return Event(broken=True, uses_total=True, from_safe=safe)
        if not free:
            return _SILENT
        if left <= self._all_needs:
            needed, counted, used = self._count_needs(free, mined)
            if needed >= left and (needed > left or free & ~counted):
                reasons = safe & self._cells_in(used)  # without these the counted clues might share cells
                found = 0 if needed > left else free & ~counted
                return Event(found, 0, needed > left, used, True, reasons, mined)
        if spare <= self._all_spares:
            spared, counted, used = self._count_spares(free, safe)
            if spared >= spare and (spared > spare or free & ~counted):
                reasons = mined & self._cells_in(used)
                found = 0 if spared > spare else free & ~counted
                return Event(0, found, spared > spare, used, True, safe, reasons)
        return _SILENT

    def is_idle(self) -> bool:
        """Whether the cells outside all constraints can take up any difference, so that the total proves nothing."""
        frontier = 0
        for mask in self._masks:
            frontier |= mask
        inside = frontier.bit_count()
        outside = self._all_cells.bit_count() - inside
        needed, _, _ = self._count_needs(self._all_cells, 0)
        spared, _, _ = self._count_spares(self._all_cells, 0)
        # At most inside - spared mines and at least needed ones lie in the frontier; so outside there is
        # always a mine and always a safe cell, and each way to fill the frontier can be completed.
        return inside - spared < self.mines_left < needed + outside

    def _count_needs(self, free: CellSet, mined: CellSet) -> tuple[int, CellSet, int]:
        """Mines that clues without a common free cell still need, the free cells of these clues, and the clues."""
        needed = counted = used = 0
        for number in self._most_mines_first:
            mask = self._masks[number]
            open_cells = mask & free
            if open_cells and not open_cells & counted:
                missing = self._needs[number] - (mask & mined).bit_count()
                if missing:
                    needed += missing
                    counted |= open_cells
                    used |= 1 << number
        return needed, counted, used

    def _count_spares(self, free: CellSet, safe: CellSet) -> tuple[int, CellSet, int]:
        """The same for the safe cells that such clues still need."""
        spared = counted = used = 0
        for number in self._fewest_mines_first:
            mask = self._masks[number]
            open_cells = mask & free
            if open_cells and not open_cells & counted:
                spare = (mask & ~safe).bit_count() - self._needs[number]
                if spare:
                    spared += spare
                    counted |= open_cells
                    used |= 1 << number
        return spared, counted, used

    def _cells_in(self, used: int) -> CellSet:
        cells = 0
        for number, mask in enumerate(self._masks):
            if used >> number & 1:
                cells |= mask
        return cells
