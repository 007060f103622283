"""What signs mean: squares of two kinds, dots and blanks beside flags, and whether the clues fit."""

from __future__ import annotations

import pytest
from hypothesis import given

from minesweeper.core.pictures import PictureError
from minesweeper.core.position import Position
from minesweeper.storage.found_signs import has_room, is_closed
from minesweeper.storage.position_files import read_puzzle
from tests.strategies import positions


@pytest.mark.parametrize("text", ["■1□", "■□■\n□■□\n111"])
def test_squares_of_two_kinds_are_refused_where_the_clues_do_not_tell_which_are_hidden(text: str) -> None:
    with pytest.raises(PictureError, match="□ and ■ may be empty or hidden cells: write"):
        read_puzzle(text, 2)


@given(positions())
def test_the_clues_of_a_position_have_room_for_their_mines(position: Position) -> None:
    assert has_room(position.grid.width, position.to_picture().replace("\n", ""), ".")


@pytest.mark.parametrize(("row", "fits"), [("1#", True), ("2#", False), ("*1#", True), ("*1*", False), (".*", False)])
def test_a_clue_has_room_for_its_mines_and_no_given_ones_beyond(row: str, fits: bool) -> None:
    assert has_room(len(row), row, ".") == fits


@pytest.mark.parametrize(("rows", "closed"), [("..1#..1#", True), (".#", False), (".11#", True), (".1.#", False)])
def test_an_empty_cell_of_a_game_has_no_hidden_one_beside_it(rows: str, closed: bool) -> None:
    assert is_closed(min(len(rows), 4), rows, ".") == closed


def test_without_mines_nothing_has_to_be_hidden() -> None:
    found = read_puzzle("| | |\n| | |", 0)
    assert not found.position.hidden
    assert found.told == "Read as 2x2: blank cells are empty."
