"""The bot when it takes over a game of the player: to the end, paused, or one move at a time."""

from __future__ import annotations

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.text import plural
from minesweeper.play.game import Phase
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model, resize, tick
from minesweeper.ui.game.bot_mode import BotMode
from tests.ui.driving import (
    CALM,
    cursor_to,
    finish_work,
    message_of,
    mode_of,
    mouse,
    press,
    start,
    state_of,
    text_of,
    the_mode,
)
from tests.ui.game_boards import BEGINNER, fair_game, game
from tests.ui.watching import click_text


class TestBot:
    def play_bot(self, model: Model, steps: int = 500) -> Model:
        for _ in range(steps):
            if state_of(model).game.is_over:
                return model
            model = finish_work(model) if model.top.work(model) else tick(model, 0.5)
        raise AssertionError("the bot does not come to an end")

    def test_the_bot_plays_a_new_game_to_its_end(self) -> None:
        model = press(start(new_session(BoardSpec(9, 9, 10), "beginner", "x")), "b")
        assert state_of(model).session.first == 30
        model = self.play_bot(model)
        assert message_of(model).startswith(("The bot won", "The bot lost"))
        assert state_of(model).session.assistants == {"bot"}
        again = press(tick(model, 0.5), "b")
        assert mode_of(again, BotMode) is not None
        end = self.play_bot(again)
        assert "of 2 bot games won" in message_of(end)

    def test_keys_pause_step_speed_up_slow_down_and_stop_the_bot(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "b", "y")
        paused = press(model, "space")
        assert paused.top.work(paused) is None
        assert "Paused, 12 moves a second." in message_of(paused)
        later = tick(paused, 9.0)
        assert later.top.work(later) is None
        moved = finish_work(press(paused, "."))
        bot = the_mode(moved, BotMode)
        assert bot.moves == 1
        assert moved.top.work(moved) is None
        faster = mode_of(press(model, "+"), BotMode)
        slower = mode_of(press(model, "-", "-"), BotMode)
        assert faster is not None
        assert slower is not None
        assert (faster.speed, slower.speed) == (20, 4)
        stopped = press(model, "esc")
        assert mode_of(stopped, BotMode) is None
        assert state_of(stopped).context.value == "game"

    def test_stuck_simple_bot_calls_a_cell_without_mine_risk_safe(self) -> None:
        simple = CALM.with_value("bot_solver", "simple").with_value("bot_speed", 1)
        model = press(cursor_to(game("....\n1111\n*..*", settings=simple), 0, 0), "space", "b", "y")
        shown = press(finish_work(model), "space")
        safe = "The simple solver is stuck, but the odds show that row 3, column 2 is safe."
        assert message_of(shown) == f"Paused, 1 move a second. {safe}"
        assert "risk" not in text_of(shown)
        small = resize(shown, 7, 20)
        assert "Safe by the odds:" in " ".join(text_of(small).split())

    def test_a_click_or_a_key_of_the_game_pauses_the_bot(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "b", "y")
        for paused in (press(model, "f"), mouse(model, "press", "right", 0, 8)):
            bot = the_mode(paused, BotMode)
            assert bot.paused
            assert state_of(paused).game.flags == 0

    def test_list_of_choices_has_the_bot_actions_missing_from_the_key_bar(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "b", "y")
        bot, faster = mode_of(model, BotMode), mode_of(click_text(click_text(model, "X more"), "go faster"), BotMode)
        assert bot
        assert faster
        assert (faster.speed > bot.speed, faster.paused) == (True, False)


def test_the_bot_makes_forced_guesses_on_a_fair_board_without_odds() -> None:
    model = finish_work(press(fair_game(settings=CALM.with_value("details", True)), "b", "y"))
    assert message_of(model) == "Nothing can be proved. A forced guess: row 1, column 2."
    assert "Survival" not in text_of(model)
    while not state_of(model).game.is_over:
        model = finish_work(model) if model.top.work(model) else tick(model, 0.5)
    assert state_of(model).game.phase is Phase.WON
    guesses = state_of(model).session.forced_guesses
    assert the_mode(model, BotMode).guesses == guesses
    assert f": {plural(guesses, 'forced guess')}." in message_of(model)
