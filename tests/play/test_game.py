"""The rules of the game, as pictures. They stand in one file, long as it is, to be read as rules are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from textwrap import dedent
from typing import Any

import pytest

from minesweeper.boards.layout import read_layout
from minesweeper.core.cells import SizeError, cells_of, cells_with_number, make_grid
from minesweeper.core.textboard import CLUES, draw_picture
from minesweeper.play.game import Game, Phase
from tests.core.test_position import Whole


def deal(picture: str) -> Game:
    """A game about to start on the layout of a picture."""
    layout = read_layout(picture)
    return Game(layout.grid, layout.mine_count).with_layout(layout)


def show(game: Game) -> str:
    """What a player sees, with ``*`` for a mine that went off."""
    clues = [(cells_with_number(game.position.clues, n, game.opened), CLUES[n]) for n in range(9)]
    marks = [(game.flags, "F"), (game.questions, "?"), (game.exploded, "*")]
    return draw_picture(game.grid, clues + marks, "#")


def picture(text: str) -> str:
    return dedent(text).strip()


# Open


def test_opening_a_zero_opens_its_region_with_the_border_of_numbers() -> None:
    game = deal(
        """
        ..1*#
        ..1##
        111##
        #*##.
        """
    ).open_cell(0)
    assert show(game) == picture(
        """
        ..1##
        ..1##
        111##
        #####
        """
    )


MOVES: list[Callable[[Game, Any], object]] = [
    *(Game.open_cell, Game.flag, Game.chord, Game.expand, Game.flags_around, Game.clue),
    partial(Game.mark, question_marks=True),
]


@pytest.mark.parametrize("move", MOVES)
def test_a_cell_off_the_board_is_refused_and_any_whole_number_is_one(move: Callable[[Game, Any], object]) -> None:
    game = deal("*1..").open_cell(1)
    for cell in (4, 999, -1, Whole(-3)):
        with pytest.raises(SizeError, match=r"^cell -?\d+ isn't on a 4x1 board. Use 0 to 3$"):
            move(game, cell)
    for other in ("1", 1.5, None):
        with pytest.raises(TypeError):
            move(game, other)
    assert move(game, Whole(1)) == move(game, 1)


def test_cells_off_the_board_do_nothing_in_a_set() -> None:
    game = deal("*1..").open_cell(1)
    assert game.open_cells(1 << 4 | 1 << 99) is game
    assert game.set_flags(1 << 4) is game


def test_opening_before_the_mines_are_dealt_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="mines must be dealt"):
        Game(make_grid(3, 3), 1).open_cell(0)


# Cascades and marks


def test_a_cascade_stops_at_a_flag_and_goes_on_around_it() -> None:
    game = deal(
        """
        .....
        .....
        ...11
        ...1*
        """
    ).flag(1)
    assert show(game.flag(6).open_cell(0)) == picture(
        """
        .F...
        .F...
        ...11
        ...1#
        """
    )


# Chord

ONE_MINE = """
    *1.
    11.
    ...
    """


def test_a_chord_that_trusts_a_wrong_flag_loses_and_opens_the_safe_cells_too() -> None:
    game = deal(ONE_MINE).flag(1).open_cell(4).chord(4)
    assert game.phase is Phase.LOST
    assert show(game) == "*F.\n11.\n..."
    assert cells_of(game.exploded) == [0]


# Expand


def test_expand_flags_the_hidden_neighbours_when_all_must_be_mines() -> None:
    game = deal("*1.1*1\n22.111\n*1....").open_cell(2).open_cell(6)
    assert show(game) == "#1.1##\n22.111\n#1...."
    assert show(game.expand(6)) == "F1.1##\n22.111\nF1...."


# The end


def test_a_game_is_won_when_every_safe_cell_is_open_and_the_mines_get_flags() -> None:
    game = deal("*1..\n11..").open_cell(3)
    assert (show(game), game.phase) == ("#1..\n#1..", Phase.PLAYING)
    game = game.open_cell(4)
    assert (show(game), game.phase, game.mines_left) == ("F1..\n11..", Phase.WON, 0)


# What the player may know


def test_the_position_before_the_mines_are_dealt_is_all_hidden() -> None:
    game = Game(make_grid(3, 2), 2)
    assert game.position.to_picture() == "###\n###"
    assert game.position.mine_total == 2


def test_the_clue_of_a_hidden_cell_is_not_told() -> None:
    game = deal("*1..").open_cell(1)
    assert game.clue(1) == 1
    with pytest.raises(ValueError, match="cell 2 is not opened"):
        game.clue(2)
    with pytest.raises(ValueError, match="cell 0 is not opened"):
        Game(make_grid(3, 2), 2).clue(0)
