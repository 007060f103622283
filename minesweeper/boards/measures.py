"""Measures a board: difficulty, openings, islands and 3BV, and how much of that is done."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, Grid, cells_of

if TYPE_CHECKING:
    from minesweeper.boards.layout import Layout

# Fitted to the rates at which the best player wins, and wins without a guess. docs/dev/benchmarks.md has the table.
_DANGER = 20.5
_SIZE_POWER = 0.3
_DENSITY_POWER = 2.8


def difficulty(spec: BoardSpec) -> float:
    """Estimates how hard a board is, from 0 to 10.

    The danger of a board is 20.5 * cells^0.3 * density^2.8: a tenth more mines add 31%, twice as many cells at the same
    density 23%. The difficulty is 10 * (1 - e^-danger), so it grows with both and never passes 10.
    """
    cells = spec.width * spec.height
    danger = _DANGER * cells**_SIZE_POWER * spec.density**_DENSITY_POWER
    return 10 * (1 - exp(-danger))


def three_bv(layout: Layout) -> int:
    """Counts the fewest opens that clear the board: its openings, and the numbers that touch no opening."""
    return count_openings(layout) + lone_numbers(layout).bit_count()


def opened_three_bv(layout: Layout, opened: CellSet) -> int:
    """Counts the part of the 3BV that is done. It reveals nothing about hidden cells."""
    zeros = layout.zeros & opened
    return count_parts(layout.grid, zeros) + (opened & ~layout.grid.spread(zeros)).bit_count()


def count_openings(layout: Layout) -> int:
    """Counts the openings: zeros joined by a side or a corner, with the numbers around them."""
    return count_parts(layout.grid, layout.zeros)


def lone_numbers(layout: Layout) -> CellSet:
    """Returns the safe cells that no opening opens."""
    return layout.safe & ~layout.grid.spread(layout.zeros)


def count_islands(layout: Layout) -> int:
    """Counts the islands: joined numbers that touch no opening."""
    return count_parts(layout.grid, lone_numbers(layout))


_MASK_CELLS = 10_000
"""The most cells for counting parts by whole-board operations. Larger boards are counted cell by cell."""


def count_parts(grid: Grid, cells: CellSet) -> int:
    """Counts the parts of a set. Cells joined by a side or a corner are one part."""
    if grid.size > _MASK_CELLS:
        return len(split_parts(grid, cells))
    parts = 0
    while cells:
        cells &= ~grid.flood(cells & -cells, cells)
        parts += 1
    return parts


def split_parts(grid: Grid, cells: CellSet) -> list[list[int]]:
    """Lists the parts of a set as lists of cells, in no particular order."""
    stride = grid.width + 1  # an empty column between the rows: no step leads around the edge
    steps = (-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1)
    left, parts = {cell + cell // grid.width for cell in cells_of(cells)}, []
    while left:
        part = [left.pop()]
        for place in part:  # the list grows during the loop
            near = left.intersection([place + step for step in steps])
            left -= near
            part += near
        parts.append([place - place // stride for place in part])
    return parts
