"""Positions: what a player may know, as pictures."""

from __future__ import annotations

import pytest
from hypothesis import given

from minesweeper.core.cells import cells_of, make_grid
from minesweeper.core.pictures import PictureError
from minesweeper.core.position import Position, make_position, read_position
from tests.solvers.brute_force import clue_pairs
from tests.strategies import positions


def test_a_picture_gives_clues_and_hidden_cells() -> None:
    position = read_position(
        """
        .1#
        .2#
        .1#
        """,
        mine_total=1,
    )
    assert clue_pairs(position) == [(0, 0), (1, 1), (3, 0), (4, 2), (6, 0), (7, 1)]
    assert cells_of(position.hidden) == [2, 5, 8]
    assert position.clue(4) == 2
    assert position.mine_total == 1


def test_flags_and_question_marks_are_hidden_cells_like_any_other() -> None:
    assert read_position("1F\n?#", 1) == read_position("1#\n##", 1)


def test_frontier_is_beside_opened_cells_and_interior_is_the_other_hidden_cells() -> None:
    position = read_position(
        """
        .1###
        11###
        #####
        #####
        """,
        mine_total=3,
    )
    assert cells_of(position.frontier) == [2, 7, 10, 11, 12]
    assert cells_of(position.interior) == [3, 4, 8, 9, 13, 14, 15, 16, 17, 18, 19]


def test_before_the_first_open_every_cell_is_interior() -> None:
    position = read_position("##\n##", 1)
    assert (position.frontier, position.interior, position.opened) == (0, 0b1111, 0)


@given(positions())
def test_a_position_drawn_is_read_back(position: Position) -> None:
    assert read_position(position.to_picture(), position.mine_total) == position
    assert make_position(position.grid, clue_pairs(position), position.mine_total) == position


@given(positions())
def test_frontier_interior_and_opened_share_no_cell_and_cover_the_board(position: Position) -> None:
    beside_opened = {beside for cell in cells_of(position.opened) for beside in position.grid.neighbour_cells(cell)}
    hidden = cells_of(position.hidden)
    assert cells_of(position.frontier) == [cell for cell in hidden if cell in beside_opened]
    assert cells_of(position.interior) == [cell for cell in hidden if cell not in beside_opened]
    assert sorted(hidden + cells_of(position.opened)) == list(range(position.grid.size))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1*", r"line 1, cell 2: '\*' is not one of # F \? \. 1"),
        ("19", "line 1, cell 2: '9'"),
        ("1#\n#", "line 2 has 1 cell"),
    ],
)
def test_a_picture_that_is_no_position_is_refused_with_value_and_place(text: str, message: str) -> None:
    with pytest.raises(PictureError, match=message):
        read_position(text, 1)


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([(6, 1)], "cell 6 is not on a board of 3x2: 0 to 5"),
        ([(-1, 1)], "cell -1 is not on a board"),
        ([(2, 9)], "cell 2 can't show 9: clues are 0 to 8"),
        ([(2, -1)], "cell 2 can't show -1"),
        ([(2, 1), (2, 2)], "two clues"),
    ],
)
def test_clues_that_no_board_can_show_are_refused_with_the_value(pairs: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_position(make_grid(3, 2), pairs, 1)


def test_the_same_clue_given_twice_is_one_clue() -> None:
    assert make_position(make_grid(2, 1), [(0, 1), (0, 1)], 1) == read_position("1#", 1)
