"""The mask helpers that the solvers use, against twins of plain loops."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.cells import (
    CellSet,
    Grid,
    cells_with_byte,
    make_grid,
    nearest_first,
    number_at,
    numbers_as_bytes,
    smaller_numbers,
    steps_between,
    to_planes,
    unequal_numbers,
)
from tests.strategies import cell_sets, cells, grids

number_lists = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=1, max_size=40)


def plain_members(cells: CellSet) -> list[int]:
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]


def plain_steps(grid: Grid, one: int, other: int) -> int:
    """Walks like a king until it is there."""
    (row, col), (goal_row, goal_col) = divmod(one, grid.width), divmod(other, grid.width)
    steps = 0
    while (row, col) != (goal_row, goal_col):
        row += (row < goal_row) - (row > goal_row)
        col += (col < goal_col) - (col > goal_col)
        steps += 1
    return steps


@given(number_lists)
def test_unequal_numbers_are_the_cells_whose_numbers_differ(pairs: list[tuple[int, int]]) -> None:
    left, right = to_planes(enumerate(a for a, _ in pairs)), to_planes(enumerate(b for _, b in pairs))
    assert plain_members(unequal_numbers(left, right)) == [cell for cell, (a, b) in enumerate(pairs) if a != b]


@given(number_lists)
def test_smaller_numbers_are_the_cells_whose_left_number_is_smaller(pairs: list[tuple[int, int]]) -> None:
    left, right = to_planes(enumerate(a for a, _ in pairs)), to_planes(enumerate(b for _, b in pairs))
    assert plain_members(smaller_numbers(left, right)) == [cell for cell, (a, b) in enumerate(pairs) if a < b]


@given(number_lists, st.integers(0, 5))
def test_numbers_as_bytes_has_one_byte_a_cell_up_to_the_last(pairs: list[tuple[int, int]], empty_cells: int) -> None:
    numbers = [a for a, _ in pairs]
    planes = to_planes(enumerate(numbers))
    assert list(numbers_as_bytes(planes, len(numbers) + empty_cells)) == numbers + [0] * empty_cells
    assert all(number_at(planes, cell) == number for cell, number in enumerate(numbers))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=60), st.integers(0, 3))
def test_cells_with_a_byte_are_those_whose_byte_is_that(values: list[int], wanted: int) -> None:
    assert plain_members(cells_with_byte(bytes(values), wanted)) == [c for c, v in enumerate(values) if v == wanted]


grids_with_two_cells = grids().flatmap(lambda grid: st.tuples(st.just(grid), cells(grid), cells(grid)))


@given(grids_with_two_cells)
def test_steps_between_two_cells_are_those_of_a_king(case: tuple[Grid, int, int]) -> None:
    grid, one, other = case
    assert steps_between(grid, one, other) == plain_steps(grid, one, other)


@given(grids().flatmap(lambda grid: st.tuples(st.just(grid), cell_sets(grid), st.none() | cells(grid))))
def test_nearest_first_lists_a_set_by_distance_then_reading_order(case: tuple[Grid, CellSet, int | None]) -> None:
    grid, members, near = case
    expected = plain_members(members)
    if near is not None:
        start = near
        expected.sort(key=lambda cell: (plain_steps(grid, start, cell), cell))
    assert list(nearest_first(grid, members, near)) == expected


@given(st.sets(st.integers(0, 299 * 310 - 1), max_size=60), st.integers(0, 299 * 310 - 1))
def test_nearest_first_crosses_its_rings_in_order(members: set[int], near: int) -> None:
    grid = make_grid(310, 299)
    found = list(nearest_first(grid, sum(1 << cell for cell in members), near))
    assert found == sorted(members, key=lambda cell: (plain_steps(grid, near, cell), cell))
