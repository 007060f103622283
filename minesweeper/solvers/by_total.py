"""Why the mine total decides a cell: some clues need all the mines that are left, or leave no room for them."""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.cells import CellSet, cells_of, contains, first_cell
from minesweeper.solvers.counting import Tables
from minesweeper.solvers.evidence import ClueSet, Decided, Evidence, Possible


class TotalReason(NamedTuple):
    """How the mine total decides a goal, once single clues have pinned down what they can."""

    mines_left: int
    """The mines that single clues have not pinned down."""
    pinned: CellSet
    """The mines that they have."""
    open_clues: ClueSet
    """The clues with cells that are still open."""
    assumed: int | None
    """The cell that can't be otherwise; None if the goal is beside none of the clues."""
    needs_more: bool
    """Whether otherwise more mines would be needed than are left; else there would be room for fewer."""
    bound: int
    """The fewest mines that would be needed, or the most there would be room for."""


def reason_by_total(evidence: Evidence, clues: ClueSet, goal: Decided) -> TotalReason | None:
    """The reason why the clues and the mine total prove the goal, which they must; None if no bound shows it."""
    possible = evidence.possible(clues)
    if possible is None or not possible.is_complete:
        return None
    settled, _, tables, _, _ = possible
    known = settled.safe | settled.mined
    mines_left = evidence.mines_left - settled.mined.bit_count()
    open_clues = sum(1 << number for number in cells_of(clues) if evidence.masks[number] & ~known)
    unseen, room = evidence.unseen(clues)
    cell = first_cell(goal.safe | goal.mined)
    low, high = sum(table.lowest for table in tables), sum(table.highest for table in tables) + room
    assumed: int | None = cell
    if contains(unseen, cell):
        assumed = None
        low, high = (low + 1, high) if goal.safe else (low, high - 1)
    else:
        place = _place(possible, cell)
        if place is None:
            return None
        table, numbers = tables[place[0]], _numbers_otherwise(tables[place[0]], place[1], bool(goal.safe))
        low += numbers[0] - table.lowest
        high += numbers[-1] - table.highest
    if low > mines_left:
        return TotalReason(mines_left, settled.mined, open_clues, assumed, True, low)
    if high < mines_left:
        return TotalReason(mines_left, settled.mined, open_clues, assumed, False, high)
    return None


def _place(possible: Possible, cell: int) -> tuple[int, int] | None:
    """The table that has a cell, and its group there."""
    for number, groups in enumerate(possible.groups):
        for group, members in enumerate(groups):
            if cell in members:
                return number, group
    return None


def _numbers_otherwise(table: Tables, group: int, mined: bool) -> list[int]:
    """The numbers of mines of those layouts in which a cell of the group is mined, or is not."""
    counts = table.count()
    ways = zip(counts.by_mines, counts.mined[group], strict=True)
    return [
        table.lowest + n for n, (layouts, with_mine) in enumerate(ways) if (with_mine if mined else layouts - with_mine)
    ]
