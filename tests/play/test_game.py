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
from minesweeper.play.game import Game, Phase, new_game
from tests.core.test_position import Whole


def deal(picture: str) -> Game:
    """A game about to start on the layout of a picture."""
    layout = read_layout(picture)
    return new_game(layout.grid, layout.mine_count).with_layout(layout)


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


def test_a_region_joined_only_at_a_corner_opens_as_one() -> None:
    game = deal(
        """
        ...1*#
        ...111
        111...
        #*1...
        """
    ).open_cell(0)
    assert show(game) == picture(
        """
        ...1##
        ...111
        111...
        ##1...
        """
    )


def test_opening_a_mine_loses_and_shows_which_mine_went_off() -> None:
    game = deal("*1.\n121\n.1*").open_cell(1).open_cell(0)
    assert show(game) == "*1#\n###\n###"
    assert game.phase is Phase.LOST
    assert cells_of(game.exploded) == [0]


MOVES: list[Callable[[Game, Any], object]] = [
    *(Game.open_cell, Game.mark, Game.chord, Game.expand, Game.flags_around, Game.clue),
    *(partial(Game.mark, question_marks=on) for on in (False, True)),
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
        new_game(make_grid(3, 3), 1).open_cell(0)


# Cascades and marks


def test_a_cascade_stops_at_a_flag_and_goes_on_around_it() -> None:
    game = deal(
        """
        .....
        .....
        ...11
        ...1*
        """
    ).mark(1)
    assert show(game.mark(6).open_cell(0)) == picture(
        """
        .F...
        .F...
        ...11
        ...1#
        """
    )


def test_flags_across_the_board_hold_a_cascade_back() -> None:
    game = deal(
        """
        ....
        ....
        ..11
        ..1*
        """
    )
    for cell in (1, 5, 9, 13):
        game = game.mark(cell)
    game = game.open_cell(0)
    assert show(game) == ".F##\n.F##\n.F##\n.F##"
    assert show(game.mark(5).open_cell(5)) == ".F..\n....\n.F11\n.F##"


# Flags and question marks


def test_flags_set_before_the_first_open_stay_when_the_mines_are_dealt() -> None:
    game = new_game(make_grid(4, 1), 1).mark(0).mark(2, question_marks=True).mark(2, question_marks=True)
    assert game.phase is Phase.READY
    assert show(game) == "F#?#"
    assert show(game.with_layout(read_layout("*1.."))) == "F#?#"


def test_marks_cycle_from_none_to_flag_to_question_mark_to_none() -> None:
    game = deal("*1..")
    shown = []
    for _ in range(3):
        game = game.mark(0, question_marks=True)
        shown.append(show(game))
    assert shown == ["F###", "?###", "####"]


def test_without_question_marks_one_that_is_on_the_board_goes_away() -> None:
    game = new_game(make_grid(3, 1), 1).mark(0, question_marks=True).mark(0, question_marks=True)
    assert game.questions == 0b001
    assert game.mark(0, question_marks=False).flags == game.mark(0, question_marks=False).questions == 0
    assert game.mark(1, question_marks=False).mark(1, question_marks=False).questions == 0b001
    assert game.mark(1, question_marks=True).mark(1, question_marks=True).questions == 0b011


# Chord

ONE_MINE = """
    *1.
    11.
    ...
    """


def test_a_chord_opens_the_rest_and_their_cascades_when_the_flags_equal_the_number() -> None:
    game = deal("*1..\n11..\n..11\n..1*").mark(0).open_cell(5).chord(5)
    assert show(game) == "F1..\n11..\n..11\n..1F"


def test_a_chord_that_trusts_a_wrong_flag_loses_and_opens_the_safe_cells_too() -> None:
    game = deal(ONE_MINE).mark(1).open_cell(4).chord(4)
    assert game.phase is Phase.LOST
    assert show(game) == "*F.\n11.\n..."
    assert cells_of(game.exploded) == [0]


def test_question_marks_neither_block_a_chord_nor_count_for_it() -> None:
    game = deal(ONE_MINE).open_cell(4).mark(2, question_marks=True).mark(2, question_marks=True)
    assert game.chord(4) is game
    assert show(game.mark(0).chord(4)) == "F1.\n11.\n..."


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
    game = new_game(make_grid(3, 2), 2)
    assert game.position.to_picture() == "###\n###"
    assert game.position.mine_total == 2


def test_the_clue_of_a_hidden_cell_is_not_told() -> None:
    game = deal("*1..").open_cell(1)
    assert game.clue(1) == 1
    with pytest.raises(ValueError, match="cell 2 is not opened"):
        game.clue(2)
    with pytest.raises(ValueError, match="cell 0 is not opened"):
        new_game(make_grid(3, 2), 2).clue(0)


# Dealing


@pytest.mark.parametrize(("layout", "quoted"), [("*...\n....", "4x2/1"), ("**.", "3x1/2"), ("...", "3x1/0")])
def test_a_layout_of_another_size_or_mine_total_is_refused_with_both(layout: str, quoted: str) -> None:
    with pytest.raises(ValueError, match=f"{quoted} can't be dealt to a game of 3x1/1"):
        new_game(make_grid(3, 1), 1).with_layout(read_layout(layout))


def test_mines_are_dealt_once() -> None:
    with pytest.raises(ValueError, match="already"):
        deal("*1.").with_layout(read_layout("*1."))


@pytest.mark.parametrize("mine_total", [-1, 3, 10**9])
def test_a_mine_total_that_leaves_no_safe_cell_is_refused_with_the_value(mine_total: int) -> None:
    with pytest.raises(ValueError, match=f"{mine_total} mines are not possible on 3x1: at most 2"):
        new_game(make_grid(3, 1), mine_total)
