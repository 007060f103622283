"""The rules of the game, as pictures. They stand in one file, long as it is, to be read as rules are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from textwrap import dedent
from typing import Any

import pytest

from minesweeper.boards.layout import Board, read_layout
from minesweeper.core.cells import CellSet, SizeError, cells_of, cells_with_number, make_grid, to_cell_set
from minesweeper.core.textboard import CLUES, draw_picture
from minesweeper.play.game import Game, Phase, begin_game, new_game


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


def test_a_game_on_a_board_begins_with_its_first_cell_opened_if_it_has_one() -> None:
    layout = read_layout("*1.")
    assert begin_game(Board(layout)) == new_game(layout.grid, 1).with_layout(layout)
    assert begin_game(Board(layout, 1)).opened == 0b010


def test_opening_a_number_opens_that_cell_alone() -> None:
    game = deal("*1..\n11..").open_cell(1)
    assert show(game) == "#1##\n####"
    assert game.phase is Phase.PLAYING


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


def test_a_mine_opened_first_on_a_known_board_loses() -> None:
    assert deal("*1..").open_cell(0).phase is Phase.LOST


def test_opening_a_flagged_cell_does_nothing() -> None:
    for cell in (0, 3):
        game = deal("*1..").flag(cell)
        assert game.open_cell(cell) is game


def test_opening_an_opened_cell_does_nothing_even_when_its_flags_match() -> None:
    game = deal("*1..").flag(0).open_cell(1)
    assert game.open_cell(1) is game


def test_opening_several_cells_opens_what_each_would_open() -> None:
    game = deal("..1*1..\n..111..").open_cells(to_cell_set([0, 2, 6]))
    assert show(game) == "..1#1..\n..1#1.."


class Whole:
    """A whole number of another library."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __index__(self) -> int:
        return self._number


MOVES: list[Callable[[Game, Any], object]] = [
    *(Game.open_cell, Game.flag, Game.cycle_mark, Game.chord, Game.expand, Game.flags_around, Game.clue),
    *(partial(Game.mark, question_marks=on) for on in (False, True)),
]


@pytest.mark.parametrize("move", MOVES)
def test_a_cell_off_the_board_is_refused_and_any_whole_number_is_one(move: Callable[[Game, Any], object]) -> None:
    game = deal("*1..").open_cell(1)
    for cell in (4, 999, -1, Whole(-3)):
        with pytest.raises(SizeError, match=r"^cell -?\d+ is not on a board of 4x1: 0 to 3 are$"):
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
    ).flag(1)
    assert show(game.flag(6).open_cell(0)) == picture(
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
        game = game.flag(cell)
    game = game.open_cell(0)
    assert show(game) == ".F##\n.F##\n.F##\n.F##"
    assert show(game.flag(5).open_cell(5)) == ".F..\n....\n.F11\n.F##"


def test_a_cell_unflagged_after_a_cascade_stays_hidden_until_it_is_opened() -> None:
    game = deal("....1*").flag(1).open_cell(3).flag(1)
    assert show(game) == "##..1#"
    assert show(game.open_cell(1)) == "....1F"


def test_a_cascade_opens_cells_with_a_question_mark() -> None:
    game = deal("....1*1...").cycle_mark(1).cycle_mark(1).open_cell(3)
    assert show(game) == "....1#####"
    assert game.questions == 0


def test_a_mine_that_goes_off_loses_its_question_mark() -> None:
    game = deal("*1..").cycle_mark(0).cycle_mark(0).cycle_mark(3).cycle_mark(3).open_cell(0)
    assert cells_of(game.questions) == [3]


# Flags and question marks


def test_flags_set_before_the_first_open_stay_when_the_mines_are_dealt() -> None:
    game = new_game(make_grid(4, 1), 1).flag(0).cycle_mark(2).cycle_mark(2)
    assert game.phase is Phase.READY
    assert show(game) == "F#?#"
    assert show(game.with_layout(read_layout("*1.."))) == "F#?#"


def test_a_flag_on_a_hidden_cell_is_set_and_taken_away() -> None:
    game = deal("*1..")
    assert show(game.flag(0)) == "F###"
    assert game.flag(0).flag(0) == game


def test_a_flag_replaces_a_question_mark() -> None:
    game = deal("*1..").cycle_mark(0).cycle_mark(0)
    assert show(game) == "?###"
    assert show(game.flag(0)) == "F###"
    assert show(game.set_flags(1)) == "F###"
    assert game.flag(0).questions == game.set_flags(1).questions == 0


def test_marks_cycle_from_none_to_flag_to_question_mark_to_none() -> None:
    game = deal("*1..")
    shown = []
    for _ in range(3):
        game = game.cycle_mark(0)
        shown.append(show(game))
    assert shown == ["F###", "?###", "####"]


def test_without_question_marks_one_that_is_on_the_board_goes_away() -> None:
    game = new_game(make_grid(3, 1), 1).cycle_mark(0).cycle_mark(0)
    assert game.questions == 0b001
    assert game.mark(0, question_marks=False).flags == game.mark(0, question_marks=False).questions == 0
    assert game.mark(1, question_marks=False).mark(1, question_marks=False).questions == 0b001
    assert game.mark(1, question_marks=True).mark(1, question_marks=True).questions == 0b011


def test_an_opened_cell_takes_no_mark() -> None:
    game = deal("*1..").open_cell(1)
    assert game.flag(1) is game
    assert game.cycle_mark(1) is game
    assert show(game.set_flags(0b1011)) == "F1#F"
    assert game.set_flags(0b0010) is game


def test_the_mine_counter_falls_below_zero_with_too_many_flags() -> None:
    game = deal("*1..")
    counts = [game.mines_left]
    for cell in (0, 2, 3):
        game = game.flag(cell)
        counts.append(game.mines_left)
    assert counts == [1, 0, -1, -2]


def test_a_question_mark_does_not_count_as_a_mine() -> None:
    game = deal("*1..").cycle_mark(0).cycle_mark(0)
    assert game.mines_left == 1
    assert game.flags_around(1) == 0


# Chord

ONE_MINE = """
    *1.
    11.
    ...
    """


def test_a_chord_opens_the_rest_and_their_cascades_when_the_flags_equal_the_number() -> None:
    game = deal("*1..\n11..\n..11\n..1*").flag(0).open_cell(5).chord(5)
    assert show(game) == "F1..\n11..\n..11\n..1F"


@pytest.mark.parametrize("flags", [[], [2], [0, 2, 3], [0, 2, 3, 8]])
def test_a_chord_with_too_few_or_too_many_flags_does_nothing(flags: list[int]) -> None:
    game = deal("*#*\n.2.\n...").set_flags(to_cell_set(flags)).open_cell(4)
    assert game.chord(4) is game


def test_a_chord_that_trusts_a_wrong_flag_loses_and_opens_the_safe_cells_too() -> None:
    game = deal(ONE_MINE).flag(1).open_cell(4).chord(4)
    assert game.phase is Phase.LOST
    assert show(game) == "*F.\n11.\n..."
    assert cells_of(game.exploded) == [0]


def test_a_chord_with_two_wrong_flags_sets_off_both_mines() -> None:
    game = deal("*#*\n.2.\n...").set_flags(0b000_101_000).open_cell(4).chord(4)
    assert cells_of(game.exploded) == [0, 2]


def test_a_chord_on_a_hidden_or_flagged_cell_does_nothing() -> None:
    game = deal(ONE_MINE).flag(0).flag(3).open_cell(8)
    assert game.chord(0) is game
    assert game.chord(3) is game
    assert deal(ONE_MINE).chord(4).opened == 0


def test_a_chord_on_a_zero_does_nothing() -> None:
    game = deal("....1*").flag(1).open_cell(3).flag(1)
    assert game.chord(2) is game


def test_a_chord_with_nothing_left_to_open_does_nothing() -> None:
    game = deal("*1..1*#").flag(0).open_cell(2)
    assert show(game) == "F1..1##"
    assert game.chord(1) is game


def test_question_marks_neither_block_a_chord_nor_count_for_it() -> None:
    game = deal(ONE_MINE).open_cell(4).cycle_mark(2).cycle_mark(2)
    assert game.chord(4) is game
    assert show(game.flag(0).chord(4)) == "F1.\n11.\n..."


# Expand


def test_expand_flags_the_hidden_neighbours_when_all_must_be_mines() -> None:
    game = deal("*1.1*1\n22.111\n*1....").open_cell(2).open_cell(6)
    assert show(game) == "#1.1##\n22.111\n#1...."
    assert show(game.expand(6)) == "F1.1##\n22.111\nF1...."


def test_expand_flags_a_cell_with_a_question_mark_too() -> None:
    game = deal("*2*1.").open_cell(1).cycle_mark(0).cycle_mark(0).expand(1)
    assert show(game) == "F2F##"
    assert game.questions == 0


def test_expand_is_a_chord_when_the_flags_equal_the_number() -> None:
    game = deal(ONE_MINE).flag(0).open_cell(4)
    assert game.expand(4) == game.chord(4)
    assert game.expand(4) is not game


def test_expand_does_nothing_when_a_hidden_neighbour_may_be_safe() -> None:
    game = deal(ONE_MINE).open_cell(4)
    assert game.expand(4) is game
    assert game.expand(0) is game


def test_expand_does_nothing_when_all_is_done() -> None:
    game = deal("*2*1.").open_cell(1).expand(1)
    assert game.expand(1) is game


# The end


def test_a_game_is_won_when_every_safe_cell_is_open_and_the_mines_get_flags() -> None:
    game = deal("*1..\n11..").open_cell(3)
    assert (show(game), game.phase) == ("#1..\n#1..", Phase.PLAYING)
    game = game.open_cell(4)
    assert (show(game), game.phase, game.mines_left) == ("F1..\n11..", Phase.WON, 0)


def test_right_flags_alone_do_not_win() -> None:
    game = deal("*1..\n11..").open_cell(3).flag(0)
    assert game.phase is Phase.PLAYING


def test_a_win_clears_the_question_marks() -> None:
    game = deal("*1..").cycle_mark(0).cycle_mark(0).open_cell(3)
    assert (game.phase, game.questions, show(game)) == (Phase.WON, 0, "F1..")


def test_the_first_open_can_win_the_game() -> None:
    assert deal("#*").open_cell(0).phase is Phase.WON
    assert deal("**\n*#").open_cell(3).phase is Phase.WON


def test_opening_the_last_safe_cell_together_with_a_mine_loses() -> None:
    game = deal("*1.").open_cells(0b111)
    assert (game.opened, game.flags) == (0b110, 0)
    assert game.phase is Phase.LOST


def test_the_safe_total_is_what_has_to_be_opened() -> None:
    assert deal(ONE_MINE).safe_total == 8


def test_giving_up_ends_the_game_and_is_neither_won_nor_lost() -> None:
    game = deal(ONE_MINE).open_cell(4).give_up()
    assert game.phase is Phase.GIVEN_UP
    assert game.is_over
    assert new_game(make_grid(2, 2), 1).give_up().is_over


ENDS: list[Callable[[], Game]] = [
    lambda: deal("*1..\n11..").open_cell(4).open_cell(3),
    lambda: deal("*1..\n11..").open_cell(1).flag(5).open_cell(0),
    lambda: deal("*1..\n11..").open_cell(1).flag(0).give_up(),
]


@pytest.mark.parametrize("end", ENDS, ids=["won", "lost", "given up"])
def test_after_the_end_no_move_does_anything(end: Callable[[], Game]) -> None:
    game = end()
    for cell in range(8):
        for move in (game.open_cell, game.flag, game.cycle_mark, game.chord, game.expand):
            assert move(cell) is game
    assert game.open_cells(game.grid.all_cells) is game
    assert game.set_flags(0) is game
    assert game.set_flags(game.grid.all_cells) is game
    assert game.give_up() is game


# What the player may know


def test_the_position_shows_opened_clues_only() -> None:
    game = deal("*1..\n11..").flag(0).open_cell(1)
    assert game.position.to_picture() == "#1##\n####"
    assert game.position.mine_total == 1
    assert all(plane & ~game.opened == 0 for plane in game.position.clues)


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


def test_a_move_leaves_the_earlier_game_as_it_was() -> None:
    game = deal("*1..\n11..").flag(0)
    before: tuple[CellSet, CellSet] = (game.opened, game.flags)
    game.open_cell(3).flag(4)
    assert (game.opened, game.flags) == before
