"""Solvers that make moves for the player, once or after every move (the auto level)."""

from __future__ import annotations

import pytest

from minesweeper.core.cells import cells_of
from minesweeper.play.game import Phase
from minesweeper.solvers.deduction import run_to_end
from minesweeper.ui.base.model import Model, render, resize, tick
from minesweeper.ui.game.solver_mode import SolverMode
from tests.ui.driving import (
    CALM,
    cursor_to,
    finish_work,
    message_of,
    mode_of,
    mouse,
    picture,
    press,
    rows_of,
    state_of,
    text_of,
    work,
    work_of,
)
from tests.ui.game_boards import BEGINNER, fair_game, game, marks_of


class TestSolvers:
    def test_k_makes_one_move_of_the_simple_solver_as_an_assist(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space")
        before = picture(model)
        model = work(press(model, "k"))
        assert picture(model) != before
        assert state_of(model).session.assistants == {"simple"}
        assert mode_of(model, SolverMode) is None
        assert message_of(model).startswith("Row ")

    def test_a_solver_shows_each_move_with_its_clues_before_making_it(self) -> None:
        pausing = CALM.with_value("solver_pause_ms", 150)
        model = press(cursor_to(game(BEGINNER, settings=pausing), 4, 0), "space", "k")
        move = run_to_end(work_of(model).begin())
        shown = work_of(model).on_result(model, move)
        assert state_of(shown).game == state_of(model).game
        assert marks_of(shown).proof == move.because
        assert any(style.endswith("on proof+0") for line in render(shown).lines for _, _, style in line)
        assert state_of(tick(shown, 0.1)).game == state_of(model).game
        assert state_of(tick(shown, 0.2)).game != state_of(model).game

    def test_a_solver_on_a_low_screen_shows_only_its_number_of_moves(self) -> None:
        pausing = CALM.with_value("solver_pause_ms", 150)
        model = press(cursor_to(game(BEGINNER, cols=40, rows=12, settings=pausing), 4, 0), "space", "j")
        shown = work_of(model).on_result(model, run_to_end(work_of(model).begin()))
        *board, message, _ = rows_of(shown)
        assert message.strip() == "Simple: move 1"
        assert all("│" in row for row in board[1:])

    def test_pressing_space_twice_stops_a_solver_and_opens_no_mine(self) -> None:
        pausing = CALM.with_value("solver_pause_ms", 150)
        model = press(cursor_to(game(BEGINNER, settings=pausing), 4, 0), "space", "j")
        shown = work_of(model).on_result(model, run_to_end(work_of(model).begin()))
        assert marks_of(shown).danger >> state_of(shown).cell & 1
        assert state_of(press(shown, "space", "space")).game.phase is Phase.PLAYING

    def test_the_key_that_stops_a_solver_does_nothing_else(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "j")
        stopped = press(model, "f")
        assert mode_of(stopped, SolverMode) is None
        assert state_of(stopped).game == state_of(model).game
        assert message_of(stopped) == "Stopped after 0 moves."

    def test_a_solver_removes_a_wrong_flag_and_says_so(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "f", "up", "r", "down")
        assert picture(model).split("\n")[4].startswith("F....")
        model = work(press(model, "k"))
        wrong = "A wrong flag was removed: row 5, column 1."
        assert message_of(model) == wrong
        assert picture(model).split("\n")[4].startswith(".....")

    def test_a_stuck_simple_solver_names_the_key_of_the_smart_solver(self) -> None:
        # Both 1s share a mine, so the next cell is safe. Simple rules miss that, because it needs two clues at once.
        model = press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space")
        model = work(press(model, "k"))
        assert message_of(model) == "The simple rules are stuck. Shift+K asks the smart solver."
        all_moves = work(press(model, "j"))
        assert message_of(all_moves) == "The simple rules are stuck. Shift+J asks the smart solver."
        model = work(press(model, "K"))
        assert "smart" in state_of(model).session.assistants

    def test_the_exact_solver_says_when_only_a_guess_is_left(self) -> None:
        model = work(press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "e"))
        assert state_of(model).session.assistants == {"exact"}
        model = work(press(model, "E"))
        assert state_of(model).game.phase is Phase.WON
        stuck = work(press(cursor_to(game("..\n11\n*."), 0, 0), "space", "E"))
        assert message_of(stuck) == "Nothing more can be proved: only a guess is left. G shows the best one."

    @pytest.mark.parametrize(("key", "exact"), [("K", "E"), ("J", "Shift+E")])
    def test_a_stuck_smart_solver_names_the_keys_that_help_next(self, key: str, exact: str) -> None:
        stuck = work(press(cursor_to(game("..\n11\n*."), 0, 0), "space", key))
        sentence = f"The smart solver is stuck. {exact} asks the exact solver, G shows the best guess."
        assert message_of(stuck) == sentence
        small = " ".join(text_of(resize(stuck, 7, 20)).split())
        assert f"Stuck. {exact}: exact solver, G: guess." in small

    def test_a_solver_before_the_first_open_says_how_to_begin(self) -> None:
        model = press(game(), "j")
        assert message_of(model) == "Open any cell: the first one is never a mine and opens a region."
        assert model.top.work(model) is None


class TestLevels:
    def at_level(self, level: str, text: str = "....\n1111\n*..*") -> Model:
        return game(text, settings=CALM.with_value("assist", level))

    def test_the_auto_level_plays_all_proved_cells_after_a_move(self) -> None:
        model = work(press(cursor_to(self.at_level("intelligent"), 0, 0), "space"))
        assert state_of(model).game.phase is Phase.WON
        assert state_of(model).session.assistants == {"intelligent"}
        assert message_of(model) == "", "the result bar already says it"

    def test_the_flag_key_cant_remove_flags_of_the_auto_level(self) -> None:
        model = work(press(cursor_to(self.at_level("intelligent", BEGINNER), 4, 0), "space"))
        state = state_of(model)
        assert state.game.flags
        flagged = (state.game.flags & -state.game.flags).bit_length() - 1
        model = press(cursor_to(model, *divmod(flagged, 9)), "f")
        assert state_of(model).game.flags == state.game.flags
        model = press(cursor_to(model, 8, 8), "f")
        assert state_of(model).aids.what_if_mines == 1 << 80

    def test_right_clicks_cant_remove_flags_of_the_auto_level(self) -> None:
        model = work(press(cursor_to(self.at_level("intelligent", BEGINNER), 4, 0), "space"))
        flags = state_of(model).game.flags
        for cell in cells_of(flags):
            model = mouse(model, "press", "right", *divmod(cell, 9))
        assert state_of(model).game.flags == flags


def test_a_solver_that_is_stuck_on_a_fair_board_makes_a_forced_guess() -> None:
    slow = CALM.with_value("solver_pause_ms", 1000)
    shown = finish_work(press(fair_game(settings=slow), "e"))
    assert message_of(shown) == "Nothing can be proved. A forced guess: row 1, column 2."
    assert marks_of(shown).guess == 1 << 1
    moved = tick(shown, 2.0)
    assert state_of(moved).session.forced_guesses == 1
