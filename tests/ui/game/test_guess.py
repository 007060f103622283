"""The best guess: asked for, shown, taken, forgotten."""

from __future__ import annotations

import pytest

from minesweeper.ui.game.guess import Guessing
from tests.ui.driving import (
    click,
    cursor_to,
    message_of,
    mode_of,
    press,
    state_of,
    text_of,
    work,
)
from tests.ui.game_boards import BEGINNER, game, marks_of


class TestGuess:
    def test_g_shows_the_best_guess_with_its_odds_and_again_takes_it(self) -> None:
        model = press(cursor_to(game("..\n11\n*."), 0, 0), "space", "g")
        assert state_of(model).session.is_assisted
        model = work(model)
        mode = mode_of(model, Guessing)
        assert mode is not None
        assert mode.shown is not None
        assert "50.0% a mine. G takes it." in message_of(model)
        assert "G take it" in text_of(model)
        assert marks_of(model).guess == 1 << mode.shown.cell
        assert mode_of(press(model, "left"), Guessing) is None
        taken = press(model, "g")
        assert state_of(taken).game.is_over

    @pytest.mark.parametrize("key", ["g", "t", "!"])
    def test_what_was_asked_for_is_forgotten_when_the_game_ends_meanwhile(self, key: str) -> None:
        model = press(cursor_to(game("..\n11\n*."), 0, 0), "space", key)
        assert model.top.work(model) is not None
        model = work(click(click(model, 2, 1), 2, 0))
        assert state_of(model).game.is_over
        assert "Looking" not in text_of(model)

    def test_the_hint_says_so_where_the_cell_is_safe(self) -> None:
        model = work(press(press(cursor_to(game(BEGINNER), 4, 0), "space"), "g"))
        assert "G opens it." in message_of(model)
        assert "G open it" in text_of(model)

    def test_g_says_when_no_guess_is_needed(self) -> None:
        model = work(press(cursor_to(game(BEGINNER), 4, 0), "space", "g"))
        assert "No guess is needed" in message_of(model)
        opened = press(model, "g")
        assert state_of(opened).game.opened.bit_count() > state_of(model).game.opened.bit_count()
