"""Unknown cells that nothing ties to the others: no clue, no neighbour and not the mine total. Each is its own game.

What is opened on one island tells nothing about another, so that the chance to win them all is the product of the
chances to win each, whatever the order of play.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from math import prod
from operator import or_
from typing import NamedTuple

from minesweeper.cells import CellSet, to_cell_set
from minesweeper.solvers.analysis import Analysis, Part


class Island(NamedTuple):
    """Components, and perhaps the interior, that only depend on each other."""

    parts: list[Part]
    fitting: list[set[int]]
    """For each part the mine numbers that the mine total allows."""
    interior: CellSet
    mines: int
    """The mines in all its cells together, which is known."""
    layouts: int


class _Shore(NamedTuple):
    """A part and what it touches."""

    part: Part
    fitting: set[int]
    cells: CellSet
    reach: CellSet
    """Its cells and their neighbours."""


def find_islands(analysis: Analysis) -> list[Island]:
    """The islands of an exactly analysed position; the product of their layouts is that of all layouts."""
    shores = [_look_at(analysis, number) for number in range(len(analysis.parts))]
    # The mine total ties everything together whose mine number is not known.
    tied = [shore for shore in shores if len(shore.fitting) > 1]
    islands, mines_left, layouts_left = [], analysis.mines_unknown, analysis.totals.layouts or 1
    tied_cells = _join(tied) | analysis.interior
    if tied_cells:
        tied, shores = _reachable(tied_cells, shores)
    while shores:
        members, shores = _reachable(shores[0].cells, shores)
        mines = sum(min(shore.fitting) for shore in members)
        layouts = prod(_ways(shore.part, min(shore.fitting)) for shore in members)
        islands.append(_make(members, 0, mines, layouts))
        mines_left -= mines
        layouts_left //= layouts
    if tied_cells:
        islands.append(_make(tied, analysis.interior, mines_left, layouts_left))
    return islands


def _look_at(analysis: Analysis, number: int) -> _Shore:
    part = analysis.parts[number]
    lowest, ways = part.tables.lowest, part.tables.count().by_mines
    weights = analysis.totals.outside[number]
    fitting = {lowest + n for n, (way, weight) in enumerate(zip(ways, weights, strict=True)) if way and weight}
    cells = to_cell_set([cell for group in part.component.groups for cell in group])
    return _Shore(part, fitting, cells, analysis.position.grid.spread(cells))


def _reachable(cells: CellSet, shores: list[_Shore]) -> tuple[list[_Shore], list[_Shore]]:
    """The parts that are linked to the cells by neighbours, and all others."""
    found: list[_Shore] = []
    while True:
        more = [shore for shore in shores if shore.reach & cells]
        if not more:
            return found, shores
        shores = [shore for shore in shores if not shore.reach & cells]
        found += more
        cells |= _join(more)


def _join(shores: Iterable[_Shore]) -> CellSet:
    return reduce(or_, (shore.cells for shore in shores), 0)


def _ways(part: Part, mines: int) -> int:
    return part.tables.count().by_mines[mines - part.tables.lowest]


def _make(members: list[_Shore], interior: CellSet, mines: int, layouts: int) -> Island:
    return Island([m.part for m in members], [m.fitting for m in members], interior, mines, layouts)
