"""Measures of boards: difficulty, openings, islands, 3BV and ZiNi."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.boards import measures
from minesweeper.boards.layout import Layout, read_layout
from minesweeper.boards.measures import (
    count_islands,
    count_openings,
    count_parts,
    difficulty,
    lone_numbers,
    opened_three_bv,
    split_parts,
    three_bv,
    zini,
)
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import Grid, cells_of
from minesweeper.storage.settings import PRESETS
from tests.strategies import cell_sets, grids, layouts, specs


def plain_parts(grid: Grid, cells: set[int]) -> int:
    """Into how many parts a set falls, counted by walking from cell to cell."""
    left, parts = set(cells), 0
    while left:
        parts += 1
        walk = [left.pop()]
        while walk:
            row, col = divmod(walk.pop(), grid.width)
            for near_row in (row - 1, row, row + 1):
                for near_col in (col - 1, col, col + 1):
                    near = near_row * grid.width + near_col
                    if 0 <= near_col < grid.width and near in left:
                        left.remove(near)
                        walk.append(near)
    return parts


def plain_clue(layout: Layout, cell: int) -> int:
    """The mines beside a cell, counted one by one."""
    row, col = divmod(cell, layout.grid.width)
    return sum(
        layout.mines >> (near_row * layout.grid.width + near_col) & 1
        for near_row in range(max(0, row - 1), min(row + 2, layout.grid.height))
        for near_col in range(max(0, col - 1), min(col + 2, layout.grid.width))
        if (near_row, near_col) != (row, col)
    )


def plain_three_bv(layout: Layout, opened: set[int]) -> int:
    """The 3BV of some opened cells: their openings, and the cells beside no opened zero."""
    zeros = {cell for cell in opened if plain_clue(layout, cell) == 0}
    width = layout.grid.width
    beside = {
        cell
        for cell in opened
        for zero in zeros
        if abs(cell // width - zero // width) <= 1 and abs(cell % width - zero % width) <= 1
    }
    return plain_parts(layout.grid, zeros) + len(opened - beside)


@given(layouts())
def test_three_bv_is_openings_plus_numbers_that_touch_none(layout: Layout) -> None:
    assert three_bv(layout) == plain_three_bv(layout, set(cells_of(layout.safe)))


@given(layouts(), st.data())
def test_opened_three_bv_counts_only_what_is_open(layout: Layout, data: st.DataObject) -> None:
    opened = data.draw(cell_sets(layout.grid)) & layout.safe
    assert opened_three_bv(layout, opened) == plain_three_bv(layout, set(cells_of(opened)))
    assert opened_three_bv(layout, layout.safe) == three_bv(layout)


@given(grids(), st.data())
def test_parts_are_counted_as_by_walking_in_both_forms(grid: Grid, data: st.DataObject) -> None:
    cells = data.draw(cell_sets(grid)) & data.draw(cell_sets(grid))
    expected = plain_parts(grid, set(cells_of(cells)))
    assert count_parts(grid, cells) == expected
    parts = split_parts(grid, cells)
    assert len(parts) == expected
    assert sorted(cell for part in parts for cell in part) == cells_of(cells)
    with patch.object(measures, "_MASK_CELLS", 0):  # as on boards too large for masks
        assert count_parts(grid, cells) == expected


def test_openings_and_islands_of_boards_counted_by_hand() -> None:
    one_of_each = read_layout(
        """
        .1*3*1
        .12*21
        ..1121
        ....1*
        """
    )
    lone = [one_of_each.grid.row_col(cell) for cell in cells_of(lone_numbers(one_of_each))]
    assert lone == [(0, 3), (0, 5), (1, 4), (1, 5), (2, 5)]
    assert (count_openings(one_of_each), count_islands(one_of_each), three_bv(one_of_each)) == (1, 1, 6)


@given(layouts())
def test_islands_are_the_joined_numbers_that_touch_no_opening(layout: Layout) -> None:
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
def test_the_presets_have_the_difficulty_that_the_custom_screen_names(name: str, mark: float) -> None:
    assert round(difficulty(PRESETS[name]), 1) == mark


@given(specs(max_side=40))
def test_difficulty_lies_between_0_and_10_and_more_mines_are_never_easier(spec: BoardSpec) -> None:
    assert 0 < difficulty(spec) <= 10
    if spec.mines + 1 < spec.width * spec.height:
        harder = difficulty(BoardSpec(spec.width, spec.height, spec.mines + 1))
        assert harder > difficulty(spec) or round(harder, 6) == 10


@given(st.integers(1, 100), st.integers(1, 100), st.integers(1, 3))
def test_a_larger_board_of_the_same_density_is_harder(width: int, height: int, tenths: int) -> None:
    small, large = BoardSpec(10, 10, 10 * tenths), BoardSpec(10 * width, 10 * height, 10 * tenths * width * height)
    assert difficulty(large) > difficulty(small) or (width, height) == (1, 1) or round(difficulty(small), 6) == 10


def test_the_largest_board_is_rated_without_overflow() -> None:
    assert difficulty(BoardSpec(1000, 1000, 999_999)) == 10


class PlainSolve:
    """A greedy solve by the words of its definition."""

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


def test_zini_of_a_ring_counted_by_hand() -> None:
    layout = read_layout(
        """
        111
        1*1
        111
        """
    )
    # Open, flag and chord in the middle of the left column; a chord above and one below the mine do the right one.
    assert zini(layout) == 5
    assert three_bv(layout) == 8
