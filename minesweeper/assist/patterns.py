"""Finds the names that players use for patterns of two clues: 1-1, 1-2, 1-2-1, 1-2-2-1, a hole.

A pattern is about the mines that clues still need: a 3 with two known mines counts as a 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from minesweeper.core.cells import CellSet, Grid, cells_of


class Seen(NamedTuple):
    """A clue reduced to its undecided cells and missing mines."""

    clue: int
    needs: int
    """The number of mines that the clue still needs."""
    cells: CellSet
    """The undecided hidden cells next to the clue."""


def pattern_name(grid: Grid, one: Seen, other: Seen, look: Callable[[int], Seen | None], dash: str = "-") -> str:
    """Names the pattern in which clue ``one`` needs mines and ``other`` leaves room for few; empty if it has no name.

    ``look`` reduces any other cell to its clue; None if it shows none.
    """
    if not _are_neighbours(grid, one, other):
        return ""
    if (one.needs, other.needs) == (1, 1) and not one.cells & ~other.cells:
        # Away from a wall: the other clue was opened within the unknown, and the first one looks into the hole.
        return f"the 1{dash}1 pattern" if _on_a_wall(grid, one, other) else "what players call a hole"
    if (one.needs, other.needs) != (2, 1) or not _on_a_wall(grid, one, other):
        return ""
    line = [other, one]
    while len(line) < 4:
        found = _next(grid, line[-1], line[-2], look)
        if found is None or not _on_a_wall(grid, other, found):
            break
        line.append(found)
    needs = [seen.needs for seen in line]
    if needs[:3] == [1, 2, 1]:
        return f"the 1{dash}2{dash}1 pattern"
    return f"the 1{dash}2{dash}2{dash}1 pattern" if needs == [1, 2, 2, 1] else f"the 1{dash}2 pattern"


def _next(grid: Grid, clue: Seen, before: Seen, look: Callable[[int], Seen | None]) -> Seen | None:
    """Finds the clue after ``clue`` in the line that comes from ``before``."""
    (row, col), (old_row, old_col) = grid.row_col(clue.clue), grid.row_col(before.clue)
    row, col = 2 * row - old_row, 2 * col - old_col
    return look(grid.cell(row, col)) if 0 <= row < grid.height and 0 <= col < grid.width else None


def _are_neighbours(grid: Grid, one: Seen, other: Seen) -> bool:
    (row, col), (other_row, other_col) = grid.row_col(one.clue), grid.row_col(other.clue)
    return abs(row - other_row) + abs(col - other_col) == 1


def _on_a_wall(grid: Grid, one: Seen, other: Seen) -> bool:
    """Whether two clues stand in one row or column and all their cells in the next."""
    (row, col), (other_row, _) = grid.row_col(one.clue), grid.row_col(other.clue)
    places = [grid.row_col(cell) for cell in cells_of(one.cells | other.cells)]
    away = {place[0] - row for place in places} if row == other_row else {place[1] - col for place in places}
    return away in ({1}, {-1})
