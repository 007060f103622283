"""Measures of boards: difficulty, openings, islands, 3BV and ZiNi."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.boards import measures
from minesweeper.boards.layout import Layout
from minesweeper.boards.measures import (
    count_islands,
    count_openings,
    count_parts,
    difficulty,
    lone_numbers,
    split_parts,
    three_bv,
    zini,
)
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import Grid, cells_of
from minesweeper.storage.settings import PRESETS
from tests.solvers.brute_force import neighbours_by_loops
from tests.strategies import cell_sets, grids, layouts, specs


def plain_parts(grid: Grid, cells: set[int]) -> int:
    """Into how many parts a set of cells falls, counted by walking from cell to cell."""
    left, parts = set(cells), 0
    while left:
        parts += 1
        walk = [left.pop()]
        for cell in walk:  # the list grows during the loop
            near = left.intersection(neighbours_by_loops(grid, cell))
            left -= near
            walk += near
    return parts


def plain_clue(layout: Layout, cell: int) -> int:
    """The mines around a cell, counted one by one."""
    return sum(layout.mines >> near & 1 for near in neighbours_by_loops(layout.grid, cell))


def plain_three_bv(layout: Layout) -> int:
    """The number of openings plus the safe cells outside them."""
    safe = set(cells_of(layout.safe))
    zeros = {cell for cell in safe if plain_clue(layout, cell) == 0}
    beside = {cell for zero in zeros for cell in neighbours_by_loops(layout.grid, zero)}
    return plain_parts(layout.grid, zeros) + len(safe - zeros - beside)


@given(layouts())
def test_the_3bv_counts_openings_and_clues_outside_them(layout: Layout) -> None:
    assert three_bv(layout) == plain_three_bv(layout)


@given(grids(), st.data())
def test_connected_parts_of_a_cell_set_are_counted(grid: Grid, data: st.DataObject) -> None:
    cells = data.draw(cell_sets(grid)) & data.draw(cell_sets(grid))
    expected = plain_parts(grid, set(cells_of(cells)))
    assert count_parts(grid, cells) == expected
    parts = split_parts(grid, cells)
    assert len(parts) == expected
    assert sorted(cell for part in parts for cell in part) == cells_of(cells)
    with patch.object(measures, "_MASK_CELLS", 0):  # as on boards that are too large for bit masks
        assert count_parts(grid, cells) == expected


@given(layouts())
def test_islands_are_joined_clues_outside_every_opening(layout: Layout) -> None:
    zeros = {cell for cell in cells_of(layout.safe) if plain_clue(layout, cell) == 0}
    rest = {
        cell
        for cell in cells_of(layout.safe)
        if cell not in zeros and zeros.isdisjoint(layout.grid.neighbour_cells(cell))
    }
    assert set(cells_of(lone_numbers(layout))) == rest
    assert count_islands(layout) == plain_parts(layout.grid, rest)
    assert count_openings(layout) == plain_parts(layout.grid, zeros)


@pytest.mark.parametrize(("name", "mark"), [("beginner", 2.0), ("intermediate", 4.5), ("expert", 7.9)])
def test_difficulties_of_the_presets_never_change(name: str, mark: float) -> None:
    assert round(difficulty(PRESETS[name]), 1) == mark


@given(specs(max_side=40))
def test_difficulty_lies_between_0_and_10_and_grows_with_the_mines(spec: BoardSpec) -> None:
    assert 0 < difficulty(spec) <= 10 == difficulty(BoardSpec(1000, 1000, 999_999))
    if spec.mines + 1 < spec.width * spec.height:
        harder = difficulty(BoardSpec(spec.width, spec.height, spec.mines + 1))
        assert harder > difficulty(spec) or round(harder, 6) == 10


class PlainSolve:
    """A greedy solution that follows the definition of ZiNi word by word."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.grid = layout, layout.grid
        self.mines = set(cells_of(layout.mines))
        self.safe = sorted(cells_of(layout.safe), key=lambda cell: (cell % self.grid.width, cell))
        self.opened: set[int] = set()
        self.flagged: set[int] = set()
        self.clicks = 0

    def around(self, cell: int) -> list[int]:
        return [cell, *self.grid.neighbour_cells(cell)]

    def opening(self, zero: int) -> frozenset[int]:
        zeros, walk = {zero}, [zero]
        for cell in walk:
            near = [other for other in self.around(cell) if self.layout.clue(other) == 0 and other not in zeros]
            zeros.update(near)
            walk += near
        return frozenset(zeros)

    def is_lone(self, cell: int) -> bool:
        return all(self.layout.clue(other) or other in self.mines for other in self.around(cell))

    def premium(self, cell: int) -> int:
        closed = [other for other in self.around(cell) if other not in self.opened | self.mines]
        openings = {self.opening(other) for other in closed if self.layout.clue(other) == 0}
        lone = [other for other in closed if self.is_lone(other)]
        unflagged = self.mines.intersection(self.around(cell)) - self.flagged
        return len(openings) + len(lone) - len(unflagged) - (cell not in self.opened) - 1

    def open(self, cell: int) -> None:
        if self.layout.clue(cell) == 0:
            self.opened.update(*(self.around(zero) for zero in self.opening(cell)))
        self.opened.add(cell)

    def chord(self, cell: int) -> None:
        if cell not in self.opened:
            self.clicks += 1
            self.open(cell)
        near = set(self.around(cell))
        self.clicks += len((near & self.mines) - self.flagged) + 1
        self.flagged |= near & self.mines
        for other in near - self.mines:
            self.open(other)

    def step(self) -> None:
        best = max(self.safe, key=self.premium, default=None)
        if best is not None and self.premium(best) >= 0:
            self.chord(best)
            return
        closed = [cell for cell in self.safe if cell not in self.opened]
        self.clicks += 1
        self.open(next(cell for cell in closed if self.layout.clue(cell) == 0 or self.is_lone(cell)))

    def run(self) -> int:
        while len(self.opened) < len(self.safe):
            self.step()
        return self.clicks


@settings(max_examples=60)
@given(layouts(max_side=8))
def test_zini_follows_its_definition(layout: Layout) -> None:
    assert zini(layout) == PlainSolve(layout).run()
