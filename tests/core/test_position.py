"""Positions as text boards and as rows of clues, read and written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, SupportsIndex, cast

import pytest
from hypothesis import given

from minesweeper.core.cells import cells_of
from minesweeper.core.position import Position, read_position
from minesweeper.core.textboard import PictureError
from tests.strategies import positions


def test_flags_and_question_marks_are_read_as_hidden_cells() -> None:
    assert read_position("1F\n?#", 1) == read_position("1#\n##", 1)


def test_a_star_is_read_as_a_given_mine_in_a_hidden_cell() -> None:
    position = read_position("1*\n.#", 1)
    assert (cells_of(position.given), cells_of(position.hidden)) == ([1], [1, 3])
    assert str(position) == "1*\n.#"
    assert position != read_position("1F\n.#", 1)


@given(positions())
def test_a_drawn_position_is_read_back(position: Position) -> None:
    assert read_position(position.to_picture(), position.mine_total) == position


@given(positions())
def test_frontier_interior_and_opened_cells_divide_the_board(position: Position) -> None:
    beside_opened = {beside for cell in cells_of(position.opened) for beside in position.grid.neighbour_cells(cell)}
    hidden = cells_of(position.hidden)
    assert cells_of(position.frontier) == [cell for cell in hidden if cell in beside_opened]
    assert cells_of(position.interior) == [cell for cell in hidden if cell not in beside_opened]
    assert sorted(hidden + cells_of(position.opened)) == list(range(position.grid.size))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1x", r"line 1, cell 2: 'x' isn't one of # \* F \? \. 1"),
        ("19", "line 1, cell 2: '9'"),
        ("1#\n#", "line 2 has 1 cell"),
    ],
)
def test_an_invalid_text_board_is_refused_with_value_and_place(text: str, message: str) -> None:
    with pytest.raises(PictureError, match=message):
        read_position(text, 1)


@given(positions())
def test_rows_of_clues_are_converted_back_to_the_position(position: Position) -> None:
    for hidden in (None, -1):
        rows = position.to_rows(hidden)
        assert Position.from_rows(rows, position.mine_total) == position
        for cell in range(position.grid.size):
            row, col = position.grid.row_col(cell)
            unseen = -2 if position.given >> cell & 1 else hidden
            assert rows[row][col] == (position.clue(cell) if position.opened >> cell & 1 else unseen)


class Array:
    """Rows as another library has them. They have no length, and their numbers are of a type of their own."""

    def __init__(self, *values: int) -> None:
        self._values = values

    def __iter__(self) -> Iterator[SupportsIndex]:
        return iter([Whole(value) for value in self._values])


class Whole:
    """A whole number of another library, such as NumPy."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __index__(self) -> int:
        return self._number


class Refusing:
    """An array of another library. It has the method of a whole number, but calling it fails."""

    def __index__(self) -> int:
        raise TypeError("only integer scalar arrays can be converted to a scalar index")

    def __str__(self) -> str:
        return "an array"


def test_rows_of_clues_may_be_arrays_of_another_library() -> None:
    assert Position.from_rows([Array(1, -1), Array(0, 8)], cast("int", Whole(3))) == read_position("1#\n.8", 3)


@pytest.mark.parametrize(
    ("rows", "mines", "message"),
    [
        ([[1, 9]], 1, "row 0, column 1 can't be '9'. Use 0 to 8 for clues, None or -1 for"),
        ([[1, -3]], 1, "row 0, column 1 can't be '-3'"),
        ([[1], [0.5]], 1, "row 1, column 0 can't be '0.5'"),
        ([[Refusing()]], 1, "row 0, column 0 can't be 'an array'"),
        ([["1"]], 1, "row 0, column 0 can't be '1'"),
        ([[float("nan")]], 1, "row 0, column 0 can't be 'nan'"),
        ([[1, 2], [1]], 1, "row 1 has 1 cells, but the first row has 2. Make all rows equally long"),
        ([], 1, "width 0 is not allowed"),
        ([[1]], -1, "'-1' isn't a number of mines"),
        ([[1]], 1.5, "'1.5' isn't a number of mines"),
    ],
)
def test_invalid_rows_of_clues_are_refused_with_value_and_place(rows: Any, mines: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Position.from_rows(rows, mines)


@pytest.mark.parametrize("rows", [3, [1, 2], None])
def test_a_position_cannot_be_made_from_values_without_rows(rows: Any) -> None:
    with pytest.raises(TypeError, match="expected rows of clues"):
        Position.from_rows(rows, 1)


def test_clues_given_as_floats_are_read_if_they_are_whole() -> None:
    assert Position.from_rows([[1.0, -1.0], [None, -2.0]], 1) == Position.from_rows([[1, -1], [None, -2]], 1)
