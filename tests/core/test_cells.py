"""Grids and cell sets: every operation on bits is compared with plain loops."""

from __future__ import annotations

import pickle
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.core.cells import (
    CellSet,
    Grid,
    Planes,
    cells_of,
    cells_with_byte,
    cells_with_number,
    make_grid,
    nearest_first,
    number_at,
    numbers_as_bytes,
    smaller_numbers,
    steps_between,
    to_cell_set,
    unequal_numbers,
)
from minesweeper.core.sizes import MAX_CELLS, SizeError
from tests.strategies import cell_sets, cells, grids
from tests.tools.cell_boards import assert_same_cells

few = settings(max_examples=40)

# The same operations by plain loops, to compare with.


def plain_members(cells: CellSet) -> list[int]:
    return [cell for cell, bit in enumerate(reversed(f"{cells:b}")) if bit == "1"]


def plain_set(members: list[int]) -> CellSet:
    return sum(2**cell for cell in set(members))


def to_planes(numbers: Iterable[tuple[int, int]]) -> Planes:
    pairs = list(numbers)
    ones, twos, fours, eights = (plain_set([c for c, n in pairs if n >> bit & 1]) for bit in range(4))
    return ones, twos, fours, eights


def plain_neighbours(grid: Grid, cell: int) -> list[int]:
    row, col = cell // grid.width, cell % grid.width
    around = [(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return [r * grid.width + c for r, c in around if 0 <= r < grid.height and 0 <= c < grid.width]


def plain_flood(grid: Grid, start: CellSet, passable: CellSet) -> CellSet:
    reached = plain_members(start)
    seen, ground = set(reached), set(plain_members(passable))
    for cell in reached:  # the list grows during the loop
        for beside in plain_neighbours(grid, cell):
            if beside in ground and beside not in seen:
                seen.add(beside)
                reached.append(beside)
    return plain_set(reached)


grids_and_sets = grids().flatmap(lambda grid: st.tuples(st.just(grid), cell_sets(grid)))
grids_and_cells = grids().flatmap(lambda grid: st.tuples(st.just(grid), cells(grid)))
long_sets = st.one_of(
    st.integers(0, 2**200),
    st.sets(st.integers(0, 6000), max_size=12).map(lambda members: plain_set(list(members))),
    st.sets(st.integers(0, 6000), min_size=60, max_size=70).map(lambda members: plain_set(list(members))),
)


@few
@given(grids_and_cells)
def test_neighbours_are_the_same_as_those_found_by_loops(case: tuple[Grid, int]) -> None:
    grid, cell = case
    assert list(grid.neighbour_cells(cell)) == plain_neighbours(grid, cell)
    assert_same_cells(grid, grid.neighbours(cell), plain_set(plain_neighbours(grid, cell)))


@few
@given(grids_and_sets, st.integers(-10, 10), st.integers(-1, 1))
def test_shifting_a_cell_set_drops_cells_that_leave_the_board(case: tuple[Grid, CellSet], rows: int, cols: int) -> None:
    grid, shifted = case
    moved = [(cell // grid.width + rows, cell % grid.width + cols) for cell in plain_members(shifted)]
    kept = [r * grid.width + c for r, c in moved if 0 <= r < grid.height and 0 <= c < grid.width]
    assert_same_cells(grid, grid.shift(shifted, rows, cols), plain_set(kept))


@few
@given(grids_and_sets)
def test_spreading_a_cell_set_adds_the_neighbours_of_each_cell(case: tuple[Grid, CellSet]) -> None:
    grid, spread = case
    members = plain_members(spread)
    beside = [neighbour for cell in members for neighbour in plain_neighbours(grid, cell)]
    assert_same_cells(grid, grid.spread(spread), plain_set(members + beside))


@few
@given(grids().flatmap(lambda grid: st.tuples(st.just(grid), cells(grid), cell_sets(grid), cell_sets(grid))))
def test_flooding_a_grid_reaches_the_same_cells_as_a_walk(case: tuple[Grid, int, CellSet, CellSet]) -> None:
    grid, cell, first, second = case
    for passable in (first, first | second, grid.all_cells):  # few passable cells, most of them, and all of them
        assert_same_cells(grid, grid.flood(1 << cell, passable), plain_flood(grid, 1 << cell, passable))
        assert_same_cells(grid, grid.flood(first & second, passable), plain_flood(grid, first & second, passable))


@few
@given(grids().flatmap(lambda grid: st.tuples(st.just(grid), cell_sets(grid), cell_sets(grid), cell_sets(grid))))
def test_a_cascade_opens_the_neighbours_of_each_0_that_it_reaches(case: tuple[Grid, CellSet, CellSet, CellSet]) -> None:
    grid, cells, zeros, closed = case
    cells &= closed
    opened, walk = set(plain_members(cells)), plain_members(cells & zeros)
    for cell in walk:  # the list grows during the loop
        for other in plain_neighbours(grid, cell):
            if closed >> other & 1 and other not in opened:
                opened.add(other)
                walk += [other] * (zeros >> other & 1)
    assert_same_cells(grid, grid.cascade(cells, zeros, closed), plain_set(sorted(opened)))


@st.composite
def corridors(draw: st.DrawFn) -> tuple[Grid, CellSet, CellSet]:
    """A corridor that winds over the board along rows or columns.

    Some walls have holes, and some places are blocked.
    """
    grid = make_grid(draw(st.integers(19, 24)), draw(st.integers(19, 24)))
    along_rows = draw(st.booleans())

    def is_corridor(row: int, col: int) -> bool:
        lane, place, last = (row, col, grid.width - 1) if along_rows else (col, row, grid.height - 1)
        return lane % 2 == 0 or place == (last if lane % 4 == 1 else 0)

    walk = plain_set([cell for cell in range(grid.size) if is_corridor(*divmod(cell, grid.width))])
    changed = draw(st.sets(cells(grid), max_size=6))
    start = draw(st.sets(cells(grid), min_size=1, max_size=3))
    return grid, plain_set(list(start)), walk ^ plain_set(list(changed))


@given(corridors())
def test_flooding_a_grid_follows_a_corridor_of_hundreds_of_cells(case: tuple[Grid, CellSet, CellSet]) -> None:
    grid, start, passable = case
    assert_same_cells(grid, grid.flood(start, passable), plain_flood(grid, start, passable))


@pytest.mark.parametrize("size", [(MAX_CELLS, 1), (1, MAX_CELLS)])
def test_flooding_a_single_row_of_a_million_cells_ends(size: tuple[int, int]) -> None:
    grid = make_grid(*size)
    assert grid.flood(1 << 500_000, grid.all_cells ^ 1) == grid.all_cells ^ 1


@given(grids_and_sets)
def test_counts_of_neighbours_agree_with_plain_loops(case: tuple[Grid, CellSet]) -> None:
    grid, counted = case
    members = set(plain_members(counted))
    planes = grid.count_neighbours(counted)
    numbers = [number_at(planes, cell) for cell in range(grid.size)]
    assert numbers == [len(members.intersection(plain_neighbours(grid, cell))) for cell in range(grid.size)]
    assert all(plane <= grid.all_cells for plane in planes)


@few
@given(grids_and_sets)
def test_a_row_is_cut_out_of_a_cell_set(case: tuple[Grid, CellSet]) -> None:
    grid, members = case
    for row in range(grid.height):
        cols = [cell % grid.width for cell in plain_members(members) if cell // grid.width == row]
        assert grid.row_bits(members, row) == plain_set(cols)


@few
@given(grids(), st.integers(-3, 12), st.integers(-3, 12), st.integers(-1, 15), st.integers(-1, 15))
def test_a_rectangle_contains_only_cells_on_the_board(grid: Grid, row: int, col: int, height: int, width: int) -> None:
    inside = [
        cell
        for cell in range(grid.size)
        if row <= cell // grid.width < row + height and col <= cell % grid.width < col + width
    ]
    assert_same_cells(grid, grid.rectangle(row, col, height, width), plain_set(inside))


@pytest.mark.parametrize(("row", "col"), [(-1, 0), (0, -1), (3, 0), (0, 4), (10**30, 0)])
def test_a_cell_off_the_board_is_refused_with_its_place_and_the_size(row: int, col: int) -> None:
    with pytest.raises(SizeError, match=f"row {row}, column {col} isn't on a 4x3 board"):
        make_grid(4, 3).cell(row, col)


@few
@given(long_sets, st.integers(0, 20_000))
def test_cells_far_down_a_large_board_are_listed_correctly(members: CellSet, start: int) -> None:
    assert cells_of(members << start) == [start + cell for cell in plain_members(members)]


@few
@given(st.one_of(st.lists(st.integers(0, 200), max_size=10), st.lists(st.integers(0, 6000), min_size=60, max_size=90)))
def test_a_cell_set_contains_exactly_the_cells_it_was_made_from(members: list[int]) -> None:
    assert to_cell_set(iter(members)) == plain_set(members)


@pytest.mark.parametrize("others", [0, 100])
def test_a_cell_set_cannot_contain_a_negative_cell(others: int) -> None:
    with pytest.raises(ValueError, match=r"negative|-3 isn't a cell"):
        to_cell_set([*range(others), -3])


@few
@given(st.dictionaries(st.integers(0, 99), st.integers(0, 8), max_size=99), st.integers(0, 2**100 - 1))
def test_planes_store_a_number_for_each_cell(numbers: dict[int, int], among: CellSet) -> None:
    planes = to_planes(numbers.items())
    assert [number_at(planes, cell) for cell in range(100)] == [numbers.get(cell, 0) for cell in range(100)]
    for number in range(9):
        wanted = [cell for cell in plain_members(among) if numbers.get(cell, 0) == number]
        assert cells_with_number(planes, number, among) == plain_set(wanted)


def test_grids_of_the_same_size_are_equal_and_made_once() -> None:
    assert Grid(3, 2) == Grid(3, 2) != Grid(2, 3)
    assert hash(Grid(3, 2)) == hash(Grid(3, 2))
    assert make_grid(3, 2) is make_grid(3, 2)
    assert repr(Grid(3, 2)) == "Grid(3, 2)"
    assert pickle.loads(pickle.dumps(Grid(3, 2))) == Grid(3, 2)


number_lists = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=1, max_size=40)


def plain_steps(grid: Grid, one: int, other: int) -> int:
    """Counts the steps of a chess king from one cell to the other."""
    (row, col), (goal_row, goal_col) = divmod(one, grid.width), divmod(other, grid.width)
    steps = 0
    while (row, col) != (goal_row, goal_col):
        row += (row < goal_row) - (row > goal_row)
        col += (col < goal_col) - (col > goal_col)
        steps += 1
    return steps


@given(number_lists)
def test_comparing_planes_finds_unequal_and_smaller_numbers(pairs: list[tuple[int, int]]) -> None:
    left, right = to_planes(enumerate(a for a, _ in pairs)), to_planes(enumerate(b for _, b in pairs))
    assert plain_members(unequal_numbers(left, right)) == [cell for cell, (a, b) in enumerate(pairs) if a != b]
    assert plain_members(smaller_numbers(left, right)) == [cell for cell, (a, b) in enumerate(pairs) if a < b]


@given(number_lists, st.integers(0, 5))
def test_planes_convert_to_one_byte_per_cell(pairs: list[tuple[int, int]], empty_cells: int) -> None:
    numbers = [a for a, _ in pairs]
    planes = to_planes(enumerate(numbers))
    assert list(numbers_as_bytes(planes, len(numbers) + empty_cells)) == numbers + [0] * empty_cells
    assert all(number_at(planes, cell) == number for cell, number in enumerate(numbers))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=60), st.integers(0, 3))
def test_cells_with_a_given_byte_value_are_found(values: list[int], wanted: int) -> None:
    assert plain_members(cells_with_byte(bytes(values), wanted)) == [c for c, v in enumerate(values) if v == wanted]


grids_with_two_cells = grids().flatmap(lambda grid: st.tuples(st.just(grid), cells(grid), cells(grid)))


@given(grids_with_two_cells)
def test_the_distance_of_two_cells_counts_the_steps_of_a_chess_king(case: tuple[Grid, int, int]) -> None:
    grid, one, other = case
    assert steps_between(grid, one, other) == plain_steps(grid, one, other)


@given(grids().flatmap(lambda grid: st.tuples(st.just(grid), cell_sets(grid), st.none() | cells(grid))))
def test_cells_are_sorted_by_distance_and_then_in_reading_order(case: tuple[Grid, CellSet, int | None]) -> None:
    grid, members, near = case
    expected = plain_members(members)
    if near is not None:
        start = near
        expected.sort(key=lambda cell: (plain_steps(grid, start, cell), cell))
    assert list(nearest_first(grid, members, near)) == expected


@given(st.sets(st.integers(0, 299 * 310 - 1), max_size=60), st.integers(0, 299 * 310 - 1))
def test_distant_cells_of_a_large_board_are_sorted_by_distance(members: set[int], near: int) -> None:
    grid = make_grid(310, 299)
    results = list(nearest_first(grid, sum(1 << cell for cell in members), near))
    assert results == sorted(members, key=lambda cell: (plain_steps(grid, near, cell), cell))
