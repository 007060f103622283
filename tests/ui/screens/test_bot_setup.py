"""Watching the bot from the menu: the choices before it starts, one game after another, and what is remembered."""

from __future__ import annotations

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import Model, SaveSettings, handle, resize, tick
from minesweeper.ui.game.bot_mode import NEXT_GAME_SECONDS, BotMode
from minesweeper.ui.game.deal_mode import DealMode
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.screens.bot_setup import BotRow, BotSetupScreen
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.terminal.events import Mouse
from tests.ui.driving import (
    ASCII,
    CALM,
    board,
    finish_work,
    message_of,
    mode_of,
    page_rows,
    press,
    start,
    state_of,
    text_of,
    the_mode,
    top_game,
    work_of,
)
from tests.ui.watching import click_text, place_of_text

SMALL = CALM._replace(custom=BoardSpec(9, 9, 15))


def menu(cols: int = 80, rows: int = 24, settings: Settings = SMALL) -> Model:
    return Model(rows, cols, (open_menu(settings),), settings, looks=ASCII)


def set_up(model: Model) -> BotSetupScreen:
    assert isinstance(model.top, BotSetupScreen)
    return model.top


def bot_of(model: Model) -> BotMode:
    return the_mode(model, BotMode)


def one_step(model: Model) -> Model:
    """Lets the next job finish or, if there is none, the next animation."""
    if model.top.work(model) is None:
        return tick(model, max(model.top.wait() or 0.0, 0.01))
    return finish_work(model)


def to_the_end(model: Model) -> Model:
    for _ in range(2000):
        if state_of(model).game.is_over:
            return model
        model = one_step(model)
    raise AssertionError("the bot does not come to an end")


def watching(*keys: str, settings: Settings = SMALL) -> Model:
    """The bot playing on the small custom board."""
    return press(menu(settings=settings), "b", "down", *["left"], *keys, "enter")


class TestSetUp:
    def test_b_in_the_menu_offers_the_bot_the_selected_or_last_preset(self) -> None:
        assert set_up(press(menu(), "down", "b")).board == "intermediate"
        last = SMALL.with_value("last_board", "expert")
        assert set_up(press(menu(settings=last), "end", "b")).board == "expert"

    def test_all_choices_for_the_bot_are_in_view_at_20x7(self) -> None:
        assert page_rows(press(menu(20, 7), "b")) == [
            "Watch the bot",
            "> Solver < Best >",
            "  Board  <Beginner>",
            "  Type   < Random >",
            "  Speed  < 12/s >",
            "  [ Watch ]",
            "Enter watch Esc back",
        ]

    def test_notes_beside_the_bot_choices_keep_their_column(self) -> None:
        model = press(menu(), "b")
        (before,) = (row for row in page_rows(model) if "Board  " in row)
        (after,) = (row for row in page_rows(press(model, "down", "right")) if "Board  " in row)
        assert before.endswith("9x9, 10 mines")
        assert after.endswith("16x16, 40 mines")
        assert before.index("9x9") == after.index("16x16")
        assert "may need guesses" in text_of(model)
        assert "needs no guess" in text_of(press(model, "down", "down", "right"))

    def test_solver_and_speed_of_the_bot_are_saved_but_not_its_board_type(self) -> None:
        model = press(menu(), "b", "left", "down", "down", "right", "down", "right")
        assert model.settings.text("bot_solver") == "exact"
        assert model.settings.number("bot_speed") == 20
        saved = [dict(effect.changes) for effect in model.effects if isinstance(effect, SaveSettings)]
        assert saved == [{"bot_solver": "exact"}, {"bot_speed": 20}]
        assert set_up(model).mode == "no-guess"
        assert model.settings.text("boards") == "normal"
        again = press(model, "esc", "b")
        assert "< Exact >" in text_of(again)
        assert "< 20/s >" in text_of(again)

    def test_clicks_change_the_choices_for_the_bot_and_start_it(self) -> None:
        model = press(menu(), "b")
        changed = click_text(model, "Beginner")
        assert set_up(changed).board == "intermediate"
        changed = click_text(changed, "Best")
        assert changed.settings.text("bot_solver") == "simple"
        assert set_up(handle(model, Mouse("wheel", "down", 3, 3))).focus is BotRow.BOARD
        row = place_of_text(changed, "[ Watch ]")[0]
        started = handle(changed, Mouse("press", "left", row, 14))
        assert isinstance(started.top, GameScreen)
        assert bot_of(started).solver == "simple"
        assert state_of(started).session.preset == "intermediate"


class TestWatching:
    def test_the_bot_plays_game_after_game_and_counts_its_wins(self) -> None:
        model = watching()
        assert "BOT" in text_of(model).upper()
        model = to_the_end(model)
        text_of(model)
        first = state_of(model).session
        assert bot_of(model).games == 1
        assert "The next game starts soon. Press any key to stop." in message_of(model)
        model = tick(tick(model, NEXT_GAME_SECONDS - 0.1), 0.2)
        assert state_of(model).session.seed != first.seed
        assert state_of(model).is_running
        model = to_the_end(model)
        assert bot_of(model).games == 2
        assert f"{bot_of(model).wins} of 2 bot games won." in message_of(model)

    def test_the_smart_bot_uses_the_solver_depth_of_the_settings(self) -> None:
        settings = SMALL.with_value("bot_solver", "smart").with_value("solver_depth", 4)
        _, solver, depth, *_ = work_of(watching(settings=settings)).about
        assert (solver, depth) == ("smart", 4)

    def test_a_key_or_click_after_a_bot_game_stops_the_next_one(self) -> None:
        ended = tick(to_the_end(watching()), 0.5)
        for stopped in (press(ended, "n"), handle(ended, Mouse("press", "left", 3, 3))):
            assert state_of(stopped).session.seed == state_of(ended).session.seed
            later = tick(stopped, 60.0)
            assert state_of(later).session.seed == state_of(ended).session.seed
            assert "follows" not in message_of(later)
            again = press(later, "b")
            assert bot_of(again).games == 1

    def test_the_result_of_the_bot_names_its_guesses_and_their_risk(self) -> None:
        asked = press(start(board("......*.\n........")), "home", "up", "space", "b")
        assert "Let the bot finish this game?" in message_of(asked)
        model = to_the_end(press(asked, "y"))
        assert bot_of(model).guesses == 1
        assert "1 guess, a risk of 50%." in message_of(model)

    def test_bot_games_are_recorded_only_if_the_player_takes_over(self) -> None:
        model = watching()
        assert state_of(model).session.id == ""
        assert not top_game(model).has_running_game()
        taken = press(model, "g")
        assert state_of(taken).session.id != ""
        assert mode_of(taken, BotMode) is None
        assert top_game(taken).has_running_game()
        assert isinstance(press(model, "esc").top, BotSetupScreen)

    def test_a_step_of_the_bot_makes_only_the_shown_move(self) -> None:
        model = watching()
        while state_of(model).is_running and bot_of(model).shown is None:
            model = one_step(model)
        model = press(model, "space", ".")
        assert bot_of(model).moves == 1
        for _ in range(20):
            model = one_step(model) if model.top.work(model) else tick(model, 1.0)
        assert bot_of(model).moves == 1

    def test_the_bot_wins_a_no_guess_board_without_guesses(self) -> None:
        model = watching("down", "right")
        assert mode_of(model, DealMode) is not None
        model = to_the_end(model)
        assert state_of(model).session.dealt_type.startswith("no-guess")
        assert state_of(model).game.phase.value == "won"
        assert bot_of(model).guesses == 0

    def test_the_bot_at_20x7_names_its_move_and_the_key_that_stops_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("minesweeper.play.session.new_seed", lambda: "SAFE")
        model = resize(watching(), 7, 20)
        while bot_of(model).shown is None:
            model = one_step(model)
        assert [row.strip() for row in page_rows(model)[-2:]] == ["Safe: r2c2.", "X more  Esc stop"]

    def test_esc_during_the_deal_of_a_no_guess_board_stops_the_bot(self) -> None:
        model = press(watching("down", "right"), "esc")
        assert mode_of(model, BotMode) is None
        assert model.top.work(model) is None
