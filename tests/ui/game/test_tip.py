"""Assistants on the game screen that prove what they say: solvers, overlay, tips."""

from __future__ import annotations

from itertools import islice

from minesweeper.play.game import Phase
from minesweeper.solvers.deduction import finish
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import render, tick
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.game.aids import known_of
from minesweeper.ui.game.guess import Guessing
from minesweeper.ui.game.pause import ChoicesScreen
from minesweeper.ui.game.screen import GameScreen
from minesweeper.ui.game.solver import Solving
from minesweeper.ui.game.tip import TipMode
from tests.ui.driving import (
    ASCII,
    CALM,
    click,
    cursor_to,
    message_of,
    mode_of,
    mouse,
    picture,
    place_of,
    press,
    rows_of,
    said,
    state_of,
    text_of,
    work,
    work_of,
)
from tests.ui.game_boards import BEGINNER, OPEN_MIDDLE, game, marks_of


class TestSolvers:
    def test_k_makes_one_simple_move_and_marks_the_game_as_assisted(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space")
        before = picture(model)
        model = work(press(model, "k"))
        assert picture(model) != before
        assert state_of(model).session.helpers == {"simple"}
        assert mode_of(model, Solving) is None
        assert message_of(model).startswith("Row ")

    def test_j_goes_on_until_the_game_is_won_or_stuck(self) -> None:
        model = work(press(cursor_to(game(BEGINNER), 4, 0), "space", "j"))
        state = state_of(model)
        assert mode_of(model, Solving) is None
        assert state.game.phase is Phase.WON or "stuck" in said(state)

    def test_a_move_is_shown_with_its_clues_before_it_is_made(self) -> None:
        model = press(cursor_to(game(BEGINNER, settings=Settings({"motion": "reduced"})), 4, 0), "space", "k")
        found = finish(work_of(model).begin())
        shown = work_of(model).done(model, found)
        assert state_of(shown).game == state_of(model).game
        assert marks_of(shown).proof == found.because
        assert "▸" in text_of(shown)
        assert state_of(tick(shown, 0.1)).game == state_of(model).game
        assert state_of(tick(shown, 0.2)).game != state_of(model).game

    def test_any_key_stops_a_solver_and_is_swallowed(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "j")
        stopped = press(model, "f")
        assert mode_of(stopped, Solving) is None
        assert state_of(stopped).game == state_of(model).game
        assert message_of(stopped) == "Stopped after 0 moves."

    def test_a_click_stops_a_solver_and_does_nothing_else(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "j")
        stopped = mouse(model, "press", "right", 0, 8)
        assert mode_of(stopped, Solving) is None
        assert state_of(stopped).game.flags == 0

    def test_a_wrong_flag_is_pointed_out_and_taken_away(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "f", "up", "r", "down")
        assert picture(model).split("\n")[4].startswith("F....")
        model = work(press(model, "k"))
        assert message_of(model) == "The flag at row 5 col 1 was wrong: that cell is safe. It was taken away."
        assert picture(model).split("\n")[4].startswith(".....")

    def test_stuck_simple_rules_announce_that_the_smart_solver_sees_a_move(self) -> None:
        # Two 1s at the edge: the third cell of the second is free, which needs two clues at once.
        model = press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space")
        model = work(press(model, "k"))
        assert "the smart solver sees a move: Shift+K" in message_of(model)
        model = work(press(model, "K"))
        assert "smart" in state_of(model).session.helpers

    def test_e_proves_what_no_assumption_finds_and_says_when_only_a_guess_is_left(self) -> None:
        model = work(press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "e"))
        assert state_of(model).session.helpers == {"exact"}
        model = work(press(model, "E"))
        assert state_of(model).game.phase is Phase.WON
        stuck = work(press(cursor_to(game("..\n11\n*."), 0, 0), "space", "E"))
        assert "only a guess is left" in message_of(stuck)

    def test_before_the_first_open_solvers_say_why_they_wait(self) -> None:
        model = press(game(), "j")
        assert "Open a first cell" in message_of(model)
        assert model.top.work(model) is None


class TestOverlay:
    def test_help_colours_show_what_is_proved_and_odds_the_rest(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "v")
        model = work(model)
        known = known_of(state_of(model))
        assert known is not None
        assert marks_of(model).safe == known.safe != 0
        assert marks_of(model).danger == known.mined != 0
        assert marks_of(model).odds == {}
        assert state_of(model).session.is_assisted
        model = work(press(model, "v"))
        assert marks_of(model).odds
        assert "Elsewhere" in text_of(model)
        model = press(model, "v")
        assert known_of(state_of(model)) is None
        assert model.top.work(model) is None

    def test_esc_closes_the_overlay_before_it_pauses(self) -> None:
        model = work(press(cursor_to(game(BEGINNER), 4, 0), "space", "v"))
        closed = press(model, "esc")
        assert state_of(closed).aids.overlay is Overlay.OFF
        assert isinstance(closed.top, GameScreen)
        assert isinstance(press(closed, "esc").top, ChoicesScreen)

    def test_a_move_makes_the_overlay_think_again(self) -> None:
        model = work(press(cursor_to(game(BEGINNER), 4, 0), "space", "v"))
        before = state_of(model).aids.analysis
        cell = (before.safe & -before.safe).bit_length() - 1 if before else 0
        model = click(model, *divmod(cell, 9))
        assert known_of(state_of(model)) is None
        assert model.top.work(model) is not None
        after = known_of(state_of(work(model)))
        assert after is not None
        assert after.position == state_of(model).game.position

    def test_a_flag_on_a_safe_cell_is_marked(self) -> None:
        model = press(cursor_to(game(BEGINNER, looks=ASCII), 4, 0), "f", "up", "r", "v")
        assert "!F" in text_of(work(model))

    def test_odds_are_figures_with_their_heat(self) -> None:
        # Two mines behind 1 1 1 1 on an edge of six: the ends of the row are as likely as not.
        small = CALM.with_value("cell_size", "2x1")
        model = work(press(cursor_to(game("...\n111\n.*.", settings=small), 0, 0), "space", "v", "v"))
        row, col = place_of(model, 2, 0)
        assert render(model).style_at(row, col) == "safe"
        model = work(press(cursor_to(game("..\n11\n*.", settings=small), 0, 0), "space", "v", "v"))
        row, col = place_of(model, 2, 0)
        assert rows_of(model)[row][col - 1 : col + 3] == "5050"
        assert render(model).style_at(row, col) == "heat.3"
        assert render(model).style_at(row, col + 2) == "heat.3 on heat.3.odd"
        assert "Row 3 col 1" not in text_of(model)
        assert "50.0% a mine" in text_of(cursor_to(model, 2, 0))


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
        assert message_of(model) == "Thinking about the best guess .. Esc stops."
        slices = list(islice(work_of(model).begin(), 40))
        assert slices == [None] * 40  # one roll-out or less in each
        assert message_of(press(model, "left")) == message_of(model)
        stopped = press(model, "esc")
        assert stopped.top.work(stopped) is None
        assert message_of(stopped) == ""
        assert isinstance(stopped.top, GameScreen)

    def test_the_bot_thinks_about_its_guesses_too(self) -> None:
        thinking = game(OPEN_MIDDLE, settings=CALM.with_value("think", 30))
        model = press(cursor_to(thinking, 2, 2), "space", "b")
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
        assert len(message_of(model)) <= 60
