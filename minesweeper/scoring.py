"""Measures of a board and of a game: openings, 3BV, difficulty and how well a game was played."""

from __future__ import annotations

from math import exp

from minesweeper.cells import CellSet, Grid, cells_of
from minesweeper.layout import Layout
from minesweeper.specs import BoardSpec

_MASK_CELLS = 10_000

# Chosen so that Beginner has 3.2, Intermediate 5.0 and Expert 7.7.
_DANGER = 0.042
_SIZE_POWER = 1 / 8
_DENSITY_RATE = 13.5


def difficulty(spec: BoardSpec) -> float:
    """How hard a board is, approximately, from 0 to 10.

    The danger of a board is 0.042 * cells^(1/8) * e^(13.5 * density): each percent of mines adds 14%, twice as many
    cells add 9%. The difficulty is 10 * (1 - e^-danger), so it grows with both and never passes 10.
    """
    cells = spec.width * spec.height
    danger = _DANGER * cells**_SIZE_POWER * exp(_DENSITY_RATE * spec.density)
    return 10 * (1 - exp(-danger))


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
