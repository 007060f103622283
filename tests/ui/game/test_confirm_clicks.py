"""The question before a running game is left, answered by keys and by clicks."""

from __future__ import annotations

from minesweeper.play.game import Phase
from minesweeper.ui.base.model import Model, handle, tick
from minesweeper.ui.game.pause import ChoicesScreen
from minesweeper.ui.terminal.events import Focus
from tests.ui.driving import (
    ASCII,
    board,
    click,
    cursor_to,
    message_of,
    press,
    start,
    state_of,
    work,
)
from tests.ui.game_boards import SMALL
from tests.ui.watching import click_text


def running(cols: int = 80, rows: int = 24) -> Model:
    """A game of which one cell is open."""
    return click(start(board(SMALL), cols, rows, looks=ASCII), 0, 1)


def lost(cols: int = 80, rows: int = 24) -> Model:
    """A game that a click lost, after the time in which keys are ignored."""
    return tick(work(click(running(cols, rows), 0, 0)), 0.5)


class TestQuestions:
    def asked(self) -> Model:
        model = click_text(running(), ":)")
        assert "abandoned" in message_of(model)
        return model

    def test_the_face_again_says_yes(self) -> None:
        assert state_of(click_text(self.asked(), ":)")).game.phase is Phase.READY

    def test_a_click_on_the_board_says_no_and_opens_nothing(self) -> None:
        model = self.asked()
        opened = state_of(model).game.opened
        model = click(model, 0, 4)
        assert state_of(model).game.opened == opened
        assert not state_of(model).modes

    def test_after_a_click_no_key_answers_the_old_question(self) -> None:
        model = click(self.asked(), 0, 4)
        model = press(cursor_to(model, 1, 0), "enter")
        assert state_of(model).game.phase is Phase.PLAYING
        assert state_of(model).game.opened & 1 << 5

    def test_a_question_is_gone_after_an_interruption(self) -> None:
        paused = handle(self.asked(), Focus(False))
        assert isinstance(paused.top, ChoicesScreen)
        assert not state_of(press(paused, "r")).modes
        assert message_of(press(paused, "r")) == ""
