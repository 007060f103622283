"""Measures of a board and of a game: openings, 3BV and how well a game was played."""

from __future__ import annotations

from minesweeper.cells import CellSet, Grid, cells_of
from minesweeper.layout import Layout

_MASK_CELLS = 10_000


def three_bv(layout: Layout) -> int:
    """The least number of opens that clears the board: its openings, and the numbers that touch no opening."""
    return count_parts(layout.grid, layout.zeros) + _lone_numbers(layout, layout.zeros)


def opened_three_bv(layout: Layout, opened: CellSet) -> int:
    """The part of the 3BV that is done; it tells nothing about cells that are still hidden."""
    zeros = layout.zeros & opened
    return count_parts(layout.grid, zeros) + (opened & ~layout.grid.spread(zeros)).bit_count()


def _lone_numbers(layout: Layout, zeros: CellSet) -> int:
    return (layout.safe & ~layout.grid.spread(zeros)).bit_count()


def count_parts(grid: Grid, cells: CellSet) -> int:
    """Into how many parts a set falls, cells joined by a side or a corner being one."""
    if grid.size > _MASK_CELLS:
        return _count_parts_one_by_one(grid, cells)
    parts = 0
    while cells:
        cells &= ~grid.flood(cells & -cells, cells)
        parts += 1
    return parts


def _count_parts_one_by_one(grid: Grid, cells: CellSet) -> int:
    """The same for large boards, where a whole-board operation for each part takes too long."""
    left, parts = set(cells_of(cells)), 0
    while left:
        stack = [left.pop()]
        parts += 1
        while stack:
            near = left.intersection(grid.neighbour_cells(stack.pop()))
            left -= near
            stack += near
    return parts
