"""The moves of the player: open, chord, finish a number, flag and undo, with the messages if one is refused."""

from __future__ import annotations

import pytest

from minesweeper.play.game import Phase
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import tick
from minesweeper.ui.game.game_draw import game_header
from minesweeper.ui.game.moves import after_move
from tests.ui.driving import (
    CALM,
    cursor_to,
    message_of,
    picture,
    press,
    sentence_of,
    state_of,
    text_of,
    work,
)
from tests.ui.game_boards import fair_game, game
from tests.ui.watching import style_of


class TestMoves:
    def test_keys_open_chord_and_flag_until_the_game_is_won(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r")
        model = press(model, "left", "f", "right", "right", "f", "left", "enter")
        assert state_of(model).game.phase is Phase.WON
        assert "Won" in text_of(model)

    def test_opening_a_flagged_cell_only_names_the_key_that_unflags_it(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 0), "f", "r")
        assert picture(model) == "F##\n###"
        assert message_of(model) == "This cell is flagged. F removes the flag."

    def test_a_refused_chord_says_how_many_flags_it_needs(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r", "r")
        assert sentence_of(state_of(model)) == "This 2 has no flag yet. A chord needs 2."

    def test_finishing_a_number_flags_neighbours_that_must_be_mines(self) -> None:
        model = press(cursor_to(game("*3*\n*.."), 0, 1), "r")
        model = press(cursor_to(model, 1, 1), "r")
        model = press(cursor_to(model, 1, 2), "r")
        model = press(cursor_to(model, 0, 1), "c")
        assert state_of(model).game.phase is Phase.WON

    def test_question_marks_are_set_only_when_they_are_switched_on(self) -> None:
        model = press(game(), "f", "f")
        assert "?" not in picture(model)
        model = press(game(settings=Settings({"question_marks": True})), "f", "f")
        assert "?" in picture(model)
        assert "?" not in picture(press(model, "f"))

    def test_a_chord_with_a_wrong_flag_loses_and_the_message_says_so(self) -> None:
        model = press(cursor_to(game("*1..\n...."), 0, 1), "r")
        model = press(cursor_to(model, 0, 2), "f")
        model = work(press(cursor_to(model, 0, 1), "r"))
        state = state_of(model)
        assert state.game.phase is Phase.LOST
        assert sentence_of(state).startswith("✗⚑ wasn't proved (80.0% risk).\n")
        assert state.cursor == (0, 0)
        assert style_of(model, "Lost after") == "banner.lost"

    def test_undo_after_a_loss_continues_the_game_for_practice(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r")
        model = press(press(model, "left"), "r")
        assert state_of(model).game.phase is Phase.LOST
        model = press(tick(model, 0.5), "z")
        assert state_of(model).game.phase is Phase.PLAYING
        assert message_of(model) == "Keep playing for practice. The loss still counts."
        model = press(model, "z", "z")
        assert message_of(model) == "You haven't made a move that can be undone."


def test_the_message_about_a_forced_guess_goes_with_the_next_key() -> None:
    model = press(cursor_to(fair_game(), 0, 1), "space")
    assert state_of(model).session.forced_guesses == 1
    assert message_of(model) == "A forced guess: nothing in its region could be proved, so it survived."
    assert "A forced guess." in text_of(press(cursor_to(fair_game(cols=20, rows=7), 0, 1), "space"))
    assert message_of(press(model, "down")) == ""
    assert "A forced guess." not in message_of(work(press(fair_game(), "b", "y")))


def test_only_the_first_forced_guess_of_a_game_is_explained() -> None:
    state = state_of(fair_game())
    session = state.session._replace(forced_guesses=1)
    guessed = session.open_cell(1)
    assert guessed.forced_guesses == 2
    assert sentence_of(after_move(state._replace(session=session), guessed, 1)) == "A forced guess."


def test_undo_makes_a_fair_game_an_ordinary_one_and_says_so() -> None:
    model = press(cursor_to(fair_game(), 0, 1), "space")
    assert "fair" in game_header(state_of(model)).unusual
    undone = press(model, "z")
    assert message_of(undone) == "Undone. This board is an ordinary one from now on, so luck can decide."
    assert "fair" not in game_header(state_of(undone)).unusual
    assert "no longer fair" in game_header(state_of(undone)).unusual


@pytest.mark.parametrize(
    ("size", "question"),
    [
        (
            (200, 60),
            "again takes the move back, which makes the game assisted and the board an ordinary one",
        ),
        ((40, 12), "Z again: assisted, no longer fair"),
        ((20, 7), "Z again: assisted, no longer fair"),
    ],
)
def test_undo_in_a_fair_game_asks_and_says_that_luck_can_decide(size: tuple[int, int], question: str) -> None:
    settings = CALM.with_value("custom_help_keys", "ask first").with_value("help_keys", "ask first")
    asked = press(cursor_to(fair_game(settings=settings, cols=size[0], rows=size[1]), 0, 1), "space", "z")
    assert state_of(asked).session.is_judged
    assert question in " ".join(text_of(asked).split())
    assert state_of(press(asked, "z")).session.stopped_judging


def test_unlock_makes_a_fair_game_ordinary_and_the_pause_omits_it() -> None:
    model = work(press(fair_game(), "!"))
    if state_of(model).is_running:
        assert message_of(model).endswith("This board is an ordinary one from now on, so luck can decide.")
    assert state_of(model).session.stopped_judging
    assert "unlock" not in text_of(press(fair_game(), "p", "a"))


def test_a_guess_that_the_judge_cant_decide_is_said_to_be_luck() -> None:
    state = state_of(fair_game())
    session = state.session.open_cell(1)._replace(forced_guesses=0, undecided_guesses=1)
    assert (
        sentence_of(after_move(state, session, 1))
        == "Luck decided this guess, because the clues are too many to count."
    )
