"""Tips: one deduction with its clues and why, made by the same key; a guess where nothing can be proved."""

from __future__ import annotations

from itertools import islice

from minesweeper.ui.game.guess import Guessing
from minesweeper.ui.game.screen import GameScreen
from minesweeper.ui.game.tip import TipMode
from tests.ui.driving import (
    ASCII,
    CALM,
    cursor_to,
    message_of,
    mode_of,
    press,
    rows_of,
    said,
    state_of,
    text_of,
    work,
    work_of,
)
from tests.ui.game_boards import BEGINNER, OPEN_MIDDLE, game, marks_of


class TestTips:
    def test_t_shows_one_deduction_with_its_clues_and_t_again_makes_it(self) -> None:
        model = work(press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "t"))
        state = state_of(model)
        mode = mode_of(model, TipMode)
        assert mode is not None
        assert mode.shown is not None
        assert mode.shown.safe
        assert marks_of(model).proof == mode.shown.because
        assert said(state).startswith("Row 3 col ")
        assert state.cursor[0] == 2
        assert state.session.helpers == {"tip"}
        moved = press(model, "t")
        assert state_of(moved).game.opened & mode.shown.safe
        assert mode_of(moved, TipMode) is None

    def test_esc_and_any_move_hide_the_tip(self) -> None:
        model = work(press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "t"))
        hidden = press(model, "esc")
        assert mode_of(hidden, TipMode) is None
        assert isinstance(hidden.top, GameScreen)
        assert mode_of(press(model, "left"), TipMode) is None

    def test_a_wrong_flag_is_the_first_tip(self) -> None:
        model = work(press(cursor_to(game(BEGINNER), 4, 0), "f", "up", "r", "t"))
        assert "flag at row 5 col 1 is wrong" in message_of(model)
        model = press(model, "t")
        assert state_of(model).game.flags == 0

    def test_when_nothing_can_be_proved_the_best_guess_is_offered(self) -> None:
        model = work(press(cursor_to(game("..\n11\n*."), 0, 0), "space", "t"))
        state = state_of(model)
        assert said(state).startswith("Nothing can be proved. Best guess: row 3 col ")
        assert mode_of(model, Guessing) is not None

    def test_a_guess_is_thought_about_in_slices_if_the_settings_say_so_and_esc_stops_it(self) -> None:
        thinking = game(OPEN_MIDDLE, settings=CALM.with_value("think", 30))
        model = press(cursor_to(thinking, 2, 2), "space", "g")
        thinks = "Thinking about the best guess .. Esc stops."
        assert message_of(model) == f"{thinks} This game now counts as assisted."
        slices = list(islice(work_of(model).begin(), 40))
        assert slices == [None] * 40  # one roll-out or less in each
        assert message_of(press(model, "left")) == f"{thinks} This game now counts as assisted."
        stopped = press(model, "esc")
        assert stopped.top.work(stopped) is None
        assert message_of(stopped) == "This game now counts as assisted."
        assert message_of(press(stopped, "right")) == ""
        assert isinstance(stopped.top, GameScreen)

    def test_the_bot_thinks_about_its_guesses_too(self) -> None:
        thinking = game(OPEN_MIDDLE, settings=CALM.with_value("think", 30))
        model = press(cursor_to(thinking, 2, 2), "space", "b", "b")
        assert list(islice(work_of(model).begin(), 40)) == [None] * 40

    def test_at_20x7_the_overlay_takes_two_lines_and_leaves_the_board_in_view(self) -> None:
        model = press(cursor_to(game(BEGINNER, cols=20, rows=7, looks=ASCII), 4, 0), "space", "v")
        model = work(press(cursor_to(model, 6, 0), "v"))
        assert rows_of(model)[-2:] == ["r7 c1: 67.7% a mine", "elsewhere 8.7%"]
        assert rows_of(model)[-3].startswith("|")

    def test_without_colours_the_legend_of_the_odds_tells_about_tenths(self) -> None:
        mono = work(press(cursor_to(game(BEGINNER, looks=ASCII), 4, 0), "space", "v", "v"))
        assert "a chance in tenths" in text_of(mono)
        assert "to 10%" not in text_of(mono)

    def test_at_20x7_the_sentence_is_short(self) -> None:
        model = work(press(cursor_to(game("....\n1111\n*..*", cols=20, rows=7), 0, 0), "space", "t"))
        assert len(message_of(model).removesuffix(" This game now counts as assisted.")) <= 60
        assert rows_of(model)[-2:] == ["✓ is safe: both 1s", "share a mine."]


def test_a_tip_that_is_taken_says_what_was_done() -> None:
    model = work(press(work(press(press(cursor_to(game(BEGINNER), 4, 0), "space"), "t")), "t"))
    assert message_of(model).startswith("The tip is taken: ")
    assert "opened" in message_of(model) or "set" in message_of(model)
