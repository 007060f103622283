"""The game screen: whole games by keys and mouse in memory, and everything that keys and clicks do on the way."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.cells import cells_of
from minesweeper.codes import to_code
from minesweeper.game import Phase
from minesweeper.noguess import Dealt, needs_no_guess
from minesweeper.session import new_session
from minesweeper.settings import Settings
from minesweeper.specs import BoardSpec
from minesweeper.ui.events import Focus, Key, Mouse, Suspend
from minesweeper.ui.model import Bell, Copy, Looks, Model, Stop, handle, render, resize, tick, wait
from minesweeper.ui.screens.assist import GuessTask
from minesweeper.ui.screens.bot_task import BotTask
from minesweeper.ui.screens.dealing import DealTask
from minesweeper.ui.screens.game import GameScreen, start_game
from minesweeper.ui.screens.overlay import Overlay
from minesweeper.ui.screens.pause import ChoicesScreen
from minesweeper.ui.shelf import Shelf
from minesweeper.ui.tiles import Marks
from tests.ui.driving import (
    ASCII,
    CALM,
    board,
    click,
    cursor_to,
    mouse,
    picture,
    place_of,
    press,
    rows_of,
    start,
    state_of,
    text_of,
    work,
)

SMALL = """
*1...
11.11
...1*
"""
BEGINNER = """
12211**1.
1**11221.
1221.111.
.....1*1.
.....111.
111111...
2*21*1...
3*2111111
*21...1*1
"""
OPEN_MIDDLE = """
*...*
.*...
.....
...*.
**..*
"""


def game(picture_text: str = SMALL, **kwargs: object) -> Model:
    return start(board(picture_text), **kwargs)  # type: ignore[arg-type]


def marks_of(model: Model) -> Marks:
    """What is shown on top of the game."""
    return state_of(model).marks(state_of(model).geometry(model))


def veiled(model: Model) -> int:
    """How many opened cells still look hidden."""
    return marks_of(model).veiled.bit_count()


class TestMoves:
    def test_opening_every_safe_cell_wins_and_flags_the_mines(self) -> None:
        model = press(cursor_to(game(), 0, 4), "space")
        assert picture(model) == "F1...\n11.11\n...1F"
        assert state_of(model).game.phase is Phase.WON

    def test_opening_chording_and_flagging_by_keys_wins(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r")
        model = press(model, "left", "f", "right", "right", "f", "left", "enter")
        assert state_of(model).game.phase is Phase.WON
        assert "Won in" in state_of(model).message

    def test_a_flagged_cell_is_not_opened_and_the_message_names_the_key(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 0), "f", "r")
        assert picture(model) == "F##\n###"
        assert state_of(model).message == "There is a flag: F takes it away."

    def test_a_refused_chord_says_what_it_needs_and_lights_up_its_neighbours(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r", "r")
        state = state_of(model)
        assert state.message == "This 2 has 0 of its 2 flags: a chord needs exactly 2."
        assert state.near == 0b111101
        assert wait(model) == pytest.approx(0.15)
        assert state_of(tick(model, 0.2)).near == 0

    def test_completing_flags_what_must_be_mines(self) -> None:
        model = press(cursor_to(game("*3*\n*.."), 0, 1), "r")
        model = press(cursor_to(model, 1, 1), "r")
        model = press(cursor_to(model, 1, 2), "r")
        model = press(cursor_to(model, 0, 1), "c")
        assert state_of(model).game.phase is Phase.WON

    def test_question_marks_come_only_when_they_are_switched_on(self) -> None:
        model = press(game(), "f", "f")
        assert "?" not in picture(model)
        model = press(game(settings=Settings({"question_marks": True})), "f", "f")
        assert "?" in picture(model)
        assert "?" not in picture(press(model, "f"))

    def test_a_wrong_flag_in_a_chord_loses_and_the_message_says_so(self) -> None:
        model = press(cursor_to(game("*1..\n...."), 0, 1), "r")
        model = press(cursor_to(model, 0, 2), "f")
        model = press(cursor_to(model, 0, 1), "r")
        state = state_of(model)
        assert state.game.phase is Phase.LOST
        assert "the chord at row 1 col 2 trusted a wrong flag" in state.message
        assert state.cursor == (0, 0)
        assert state.alarm

    def test_undo_and_carry_on(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r")
        model = press(press(model, "left"), "r")
        assert state_of(model).game.phase is Phase.LOST
        model = press(tick(model, 0.5), "z")
        assert state_of(model).game.phase is Phase.PLAYING
        assert state_of(model).message == "Carrying on, for practice: the loss stays."
        model = press(model, "z", "z")
        assert state_of(model).message == "There is nothing to undo."


class TestEnd:
    def lost(self) -> Model:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r", "left", "r")
        assert state_of(model).game.phase is Phase.LOST
        return model

    def test_keys_are_ignored_for_400_ms_after_the_end(self) -> None:
        model = self.lost()
        assert state_of(press(model, "n", "z", "space")).game.phase is Phase.LOST
        assert state_of(press(tick(model, 0.39), "n")).game.phase is Phase.LOST
        assert state_of(press(tick(model, 0.41), "n")).game.phase is Phase.READY

    def test_quitting_is_never_ignored(self) -> None:
        assert press(self.lost(), "ctrl+c").exit_status == 0

    def test_the_same_board_comes_again_with_its_first_region_open(self) -> None:
        model = press(start(new_session(BoardSpec(9, 9, 10), "beginner")), "space")
        first = state_of(model).game
        model = press(tick(press(model, "x", "b"), 0.5), "a")
        again = state_of(model)
        assert again.game.layout == first.layout
        assert again.game.opened == first.opened
        assert again.session.known

    def test_each_end_is_shown_in_its_own_way(self) -> None:
        model = press(cursor_to(game("*3*\n*..\n...", looks=ASCII), 2, 0), "f")
        model = press(cursor_to(model, 0, 2), "f")
        model = press(cursor_to(model, 1, 2), "r")
        model = press(cursor_to(model, 0, 0), "r")
        text = text_of(model)
        assert "!*" in text  # the mine that went off
        assert " F" in text  # a right flag
        assert "xF" in text  # a wrong flag
        assert " *" in text  # a mine that nobody found

    def test_the_bell_rings_only_when_it_is_switched_on(self) -> None:
        loud = press(cursor_to(game("*.", settings=Settings({"bell": True})), 0, 1), "r")
        assert Bell() in loud.effects
        assert Bell() not in press(cursor_to(game("*."), 0, 1), "r").effects

    @pytest.mark.parametrize("cols", [20, 80, 120])
    def test_a_game_can_be_given_up_before_its_first_open(self, cols: int) -> None:
        model = start(new_session(BoardSpec(9, 9, 10), "beginner"), cols, 24)
        assert "Given up" in text_of(press(model, "x", "b"))

    def test_a_loss_says_whether_the_guess_was_forced_or_which_cell_was_safe(self) -> None:
        forced = press(cursor_to(game("..\n11\n*."), 0, 0), "space")
        forced = work(press(cursor_to(forced, 2, 0), "r"))
        assert state_of(forced).message.startswith("Boom: a forced guess at row 3 col 1: 50.0% a mine")
        needless = press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space")
        needless = work(press(cursor_to(needless, 2, 0), "r"))
        assert "provably a mine" in state_of(needless).message
        assert "provably safe" in state_of(needless).message
        more = press(tick(needless, 0.5), "t")
        assert state_of(more).message

    def test_y_copies_the_board_code_but_never_before_the_end(self) -> None:
        model = press(tick(self.lost(), 0.5), "y")
        layout = state_of(model).game.layout
        assert layout is not None
        code = to_code(layout, state_of(model).session.first)
        assert Copy(code) in model.effects
        assert code in text_of(model)
        running = press(cursor_to(game("*2*\n..."), 0, 1), "r", "y")
        assert running.effects == ()
        assert "ms1-" not in text_of(running)

    def test_more_lists_the_choices_and_does_them(self) -> None:
        model = press(tick(self.lost(), 0.5), "x")
        assert "carry on (practice)" in text_of(model)
        model = press(model, "down", "down", "enter")
        assert state_of(model).game.phase is Phase.PLAYING


class TestNewGame:
    def test_a_running_game_is_left_only_when_asked_twice(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r", "n")
        assert "abandoned" in state_of(model).message
        assert state_of(press(model, "n")).game.phase is Phase.READY
        stayed = press(model, "f")
        assert state_of(stayed).game.phase is Phase.PLAYING
        assert state_of(stayed).game.flags == 0

    def test_q_quits_at_once_because_the_game_is_kept(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r")
        assert press(model, "q").exit_status == 0
        assert press(model, "x", "x").exit_status == 0
        assert press(model, "x", "end", "enter").exit_status == 0

    def test_q_asks_when_the_game_cant_be_kept_and_ctrl_c_does_not(self) -> None:
        model = press(cursor_to(game("*2*\n..."), 0, 1), "r")
        model = replace(model, shelf=Shelf(problem="The disk is full."))
        asked = press(model, "q")
        assert asked.exit_status is None
        question = "Quit? The game can't be kept. The disk is full. Q again: yes, any other key: no."
        assert state_of(asked).message == question
        assert state_of(press(model, "x", "x")).message == question
        assert state_of(press(model, "x", "end", "enter")).message == question
        assert "saved" in text_of(press(replace(model, shelf=Shelf()), "x"))
        assert "saved" not in text_of(press(model, "x"))
        assert press(asked, "q").exit_status == 0
        assert press(asked, "esc").exit_status is None
        assert press(model, "ctrl+c").exit_status == 0
        assert press(game(), "q").exit_status == 0

    def test_a_game_not_begun_is_replaced_at_once(self) -> None:
        model = game()
        assert state_of(press(model, "n")).session.seed != state_of(model).session.seed


class TestNoGuess:
    def test_where_the_first_cell_wins_every_board_a_normal_one_is_dealt_and_that_is_said(self) -> None:
        model = work(press(start(new_session(BoardSpec(2, 1, 1), "custom", "x", mode="no-guess")), "space"))
        assert state_of(model).session.label == "normal"
        assert state_of(model).game.phase is Phase.WON
        assert rows_of(model)[0].split()[1] == "normal"
        assert "This was a normal board." in text_of(model)

    def ready(self) -> Model:
        return start(new_session(BoardSpec(9, 9, 10), "beginner", "x", mode="no-guess"))

    def test_the_first_open_makes_a_board_that_needs_no_guess(self) -> None:
        model = press(self.ready(), "space")
        assert "Making a no-guess board" in state_of(model).message
        assert "no-guess" in rows_of(model)[0]
        model = work(model)
        state = state_of(model)
        assert state.session.label == "no-guess"
        assert state.session.first == 40
        assert state.game.opened >> 40 & 1
        assert state.game.layout is not None
        assert needs_no_guess(state.game.layout, 40)
        assert state_of(press(model, "z")).game == state.game

    def test_esc_stops_the_search_and_the_next_open_begins_again(self) -> None:
        model = press(self.ready(), "space")
        stopped = press(model, "esc")
        assert stopped.top.task() is None
        assert state_of(stopped).game.layout is None
        assert press(stopped, "space").top.task() is not None

    def test_a_click_starts_the_search_for_its_cell(self) -> None:
        model = work(click(self.ready(), 0, 0))
        assert state_of(model).session.first == 0

    def test_without_a_board_the_player_may_go_on_or_take_a_normal_one(self) -> None:
        model = press(self.ready(), "space")
        task = model.top.task()
        assert task is not None
        failed = model.top.receive(model, task, Dealt(None, "none found", 500))
        assert "found in 500 attempts. N: go on, R: a normal board." in state_of(failed).message
        assert failed.top.task() is None
        going_on = press(failed, "n").top.task()
        assert isinstance(going_on, DealTask)
        assert going_on.tried == 500
        normal = state_of(press(failed, "r"))
        assert normal.session.label == "normal"
        assert normal.game.opened
        assert state_of(press(failed, "esc")).dealing is None

    def test_a_new_game_keeps_the_kind_of_board(self) -> None:
        assert state_of(press(self.ready(), "n")).session.mode == "no-guess"


class TestMouse:
    def test_the_left_button_opens_on_release(self) -> None:
        model = mouse(game("*2*\n..."), "press", "left", 0, 1)
        assert state_of(model).game.opened == 0
        assert state_of(mouse(model, "release", "left", 0, 1)).game.opened != 0

    def test_a_release_on_another_cell_cancels(self) -> None:
        model = mouse(game("*2*\n..."), "press", "left", 0, 1)
        model = mouse(model, "drag", "left", 1, 1)
        model = mouse(model, "release", "left", 1, 1)
        assert state_of(model).game.opened == 0

    def test_a_press_shows_on_the_tiles_and_on_the_face(self) -> None:
        model = mouse(game("*2*\n..."), "press", "left", 0, 1)
        assert ":O" in text_of(model)
        row, col = place_of(model, 0, 1)
        assert render(model).style_at(row, col) == "cursor"
        assert marks_of(model).pressed == 0b10
        assert marks_of(mouse(model, "drag", "left", 1, 1)).pressed == 0

    def test_the_right_button_flags_on_press(self) -> None:
        model = mouse(game("*2*\n..."), "press", "right", 0, 0)
        assert state_of(model).game.flags == 1
        assert state_of(mouse(model, "release", "right", 0, 0)).game.flags == 1

    @pytest.mark.parametrize("how", ["middle", "both", "left"])
    def test_a_number_is_chorded_by_middle_left_and_both_buttons(self, how: str) -> None:
        model = click(game("*2*\n..."), 0, 1)
        model = click(click(model, 0, 0, "right"), 0, 2, "right")
        if how == "both":
            model = mouse(mouse(model, "press", "left", 0, 1), "press", "right", 0, 1)
            model = mouse(mouse(model, "release", "right", 0, 1), "release", "left", 0, 1)
        else:
            model = click(model, 0, 1, "middle" if how == "middle" else "left")
        assert state_of(model).game.phase is Phase.WON

    def test_in_click_mode_left_flags_and_right_opens(self) -> None:
        model = press(game("*2*\n..."), "m")
        model = click(model, 0, 0)
        assert state_of(model).game.flags == 1
        model = mouse(model, "press", "right", 0, 1)
        assert state_of(model).game.opened == 0b10

    def test_the_setting_can_open_on_press(self) -> None:
        model = mouse(game("*2*\n...", settings=Settings({"mouse_opens_on": "press"})), "press", "left", 0, 1)
        assert state_of(model).game.opened == 0b10
        assert state_of(mouse(model, "release", "left", 0, 1)).game.opened == 0b10

    def test_the_face_is_a_button_for_a_new_game(self) -> None:
        model = game()
        col = rows_of(model)[0].index(":)")
        again = handle(model, Mouse("press", "left", 0, col))
        assert state_of(again).session.seed != state_of(model).session.seed

    def test_hints_are_buttons(self) -> None:
        model = press(game("*2*\n..."), "space")
        col = rows_of(model)[23].index("pause")
        assert isinstance(handle(model, Mouse("press", "left", 23, col)).top, ChoicesScreen)

    def test_a_click_moves_the_cursor_but_not_the_view(self) -> None:
        model = start(new_session(BoardSpec(200, 100, 4000), "custom"))
        view = state_of(model).view
        model = click(model, view.row, view.col)
        assert state_of(model).view == view
        assert state_of(model).cursor == (view.row, view.col)

    @given(st.integers(0, 18), st.integers(0, 37), st.integers(0, 30), st.integers(0, 60))
    @settings(max_examples=30)
    def test_a_click_on_a_scrolled_board_acts_on_the_cell_under_the_pointer(
        self, row: int, col: int, down: int, right: int
    ) -> None:
        model = start(new_session(BoardSpec(200, 100, 4000), "custom"))
        model = press(model, *["S"] * down, *["D"] * right)
        view = state_of(model).view
        model = handle(model, Mouse("press", "right", 2 + row, 1 + 2 * col))
        assert state_of(model).game.flags == 1 << ((view.row + row) * 200 + view.col + col)


class TestView:
    def large(self) -> Model:
        return start(new_session(BoardSpec(200, 100, 4000), "custom"))

    def test_the_view_starts_around_the_cursor(self) -> None:
        state = state_of(self.large())
        assert state.cursor == (50, 100)
        assert (state.view.row, state.view.col) == (41, 81)

    @pytest.mark.parametrize(
        ("keys", "cursor"),
        [
            (["w"], (49, 100)),
            (["up"], (49, 100)),
            (["s", "down"], (52, 100)),
            (["a", "left"], (50, 98)),
            (["d", "right"], (50, 102)),
            (["home"], (50, 0)),
            (["end"], (50, 199)),
            (["pgup"], (32, 100)),
            (["pgdn"], (68, 100)),
            (["pgdn"] * 9, (99, 100)),
        ],
    )
    def test_keys_move_the_cursor_and_the_view_follows(self, keys: list[str], cursor: tuple[int, int]) -> None:
        model = press(self.large(), *keys)
        state = state_of(model)
        assert state.cursor == cursor
        assert state.geometry(model).follow(state.view, *cursor) == state.view

    @pytest.mark.parametrize(
        ("key", "step"), [("W", (-2, 0)), ("S", (2, 0)), ("A", (0, -2)), ("D", (0, 2)), ("shift+up", (-2, 0))]
    )
    def test_capitals_and_shift_arrows_move_the_view_without_the_cursor(self, key: str, step: tuple[int, int]) -> None:
        model = self.large()
        before, after = state_of(model), state_of(press(model, key))
        assert after.cursor == before.cursor
        assert (after.view.row - before.view.row, after.view.col - before.view.col) == step

    def test_the_wheel_scrolls_and_with_shift_sideways(self) -> None:
        model = self.large()
        before = state_of(model).view
        down = state_of(mouse(model, "wheel", "down", 41, 81)).view
        assert (down.row - before.row, down.col - before.col) == (3, 0)
        side = state_of(mouse(model, "wheel", "down", 41, 81, shift=True)).view
        assert (side.row - before.row, side.col - before.col) == (0, 3)
        left = state_of(mouse(model, "wheel", "wheel-left", 41, 81)).view
        assert (left.row - before.row, left.col - before.col) == (0, -3)

    def test_a_cursor_out_of_view_is_told_and_the_next_move_brings_it_back(self) -> None:
        model = press(self.large(), *["S"] * 12)
        assert "any move brings it back" in state_of(model).message
        state = state_of(press(model, "right"))
        assert state.view.row <= 50 < state.view.row + 19

    def test_borders_are_dashed_only_where_the_board_goes_on(self) -> None:
        model = self.large()
        rows = rows_of(model)
        assert rows[1].startswith("┌╌")
        assert rows[2].startswith("╎")
        assert "row 51/100  col 101/200" in rows[21]
        rows = rows_of(press(model, *["pgup"] * 9, "home"))
        assert rows[1].startswith("┌─")
        assert rows[2].startswith("│")
        assert rows[2].endswith("╎")
        assert rows[21].startswith("└╌")
        rows = rows_of(press(model, *["pgdn"] * 9, "end"))
        assert rows[1].startswith("┌╌")
        assert rows[2].endswith("│")
        assert rows[21].startswith("└─")

    def test_tab_goes_round_the_hidden_cells_beside_numbers(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space")
        seen = []
        for _ in range(50):
            model = press(model, "tab")
            seen.append(state_of(model).cell)
        position = state_of(model).game.position
        assert set(seen) == {cell for cell in range(81) if position.frontier >> cell & 1}
        here = state_of(model).cell
        assert state_of(press(model, "tab", "shift+tab")).cell == here

    def test_the_minimap_moves_the_view(self) -> None:
        model = start(new_session(BoardSpec(200, 100, 4000), "custom"), 200, 60)
        rows = rows_of(model)
        top = next(row for row, text in enumerate(rows) if "┌" in text[164:])
        model = handle(model, Mouse("press", "left", top + 1, rows[top].rindex("┌") + 1))
        assert (state_of(model).view.row, state_of(model).view.col) == (0, 0)


class TestPause:
    def running(self) -> Model:
        return tick(press(cursor_to(game("*2*\n..."), 0, 1), "r"), 2.0)

    @pytest.mark.parametrize("key", ["x", "esc"])
    def test_the_pause_hides_the_board_and_stops_the_clock(self, key: str) -> None:
        model = press(self.running(), key)
        assert "2" not in "".join(rows_of(model)[2:20])
        assert wait(model) is None
        assert state_of(tick(model, 60.0)).session.elapsed == 2.0
        resumed = press(model, "r")
        assert state_of(tick(resumed, 1.0)).session.elapsed == 3.0

    def test_each_choice_has_its_key(self) -> None:
        paused = press(self.running(), "x")
        assert state_of(press(paused, "n")).game.phase is Phase.READY
        assert state_of(press(paused, "b")).game.phase is Phase.GIVEN_UP
        assert press(paused, "q").exit_status == 0
        assert press(paused, "x").exit_status == 0

    def test_help_comes_back_to_the_pause(self) -> None:
        model = press(self.running(), "x", "h")
        assert isinstance(press(model, "esc").top, ChoicesScreen)

    def test_home_and_end_reach_the_first_and_the_last_choice(self) -> None:
        paused = press(self.running(), "x", "end")
        assert press(paused, "enter").exit_status == 0
        assert isinstance(press(paused, "home", "enter").top, GameScreen)

    def test_choices_are_made_by_arrows_and_clicks(self) -> None:
        paused = press(self.running(), "x")
        assert state_of(press(paused, "down", "down", "enter")).game.phase is Phase.GIVEN_UP
        row = next(row for row, text in enumerate(rows_of(paused)) if "give up" in text)
        col = rows_of(paused)[row].index("give up")
        assert state_of(handle(paused, Mouse("press", "left", row, col))).game.phase is Phase.GIVEN_UP

    def test_losing_the_focus_and_suspending_pause_a_running_game(self) -> None:
        lost_focus = handle(self.running(), Focus(gained=False))
        assert "the window lost the focus" in text_of(lost_focus)
        suspended = handle(self.running(), Suspend())
        assert isinstance(suspended.top, ChoicesScreen)
        assert Stop() in suspended.effects
        assert isinstance(handle(game(), Focus(gained=False)).top, GameScreen)

    def test_too_small_a_window_stops_the_clock_and_play_goes_on_when_it_grows(self) -> None:
        model = resize(self.running(), 5, 15)
        assert rows_of(model) == ["need 20x7", "now 15x5", "game is kept", "clock stopped", "Q quits"]
        model = tick(model, 30.0)
        assert state_of(press(model, "r", "space", "x")).game == state_of(model).game
        model = resize(model, 24, 80)
        assert state_of(model).session.elapsed == 2.0
        assert press(resize(model, 6, 80), "q").exit_status == 0

    @pytest.mark.parametrize(("cols", "rows", "first"), [(8, 3, "20x7"), (3, 1, "!"), (1, 1, "!")])
    def test_the_smallest_windows_say_what_fits(self, cols: int, rows: int, first: str) -> None:
        assert rows_of(resize(self.running(), rows, cols))[0] == first


class TestSolvers:
    def test_k_makes_one_simple_move_and_marks_the_game_as_assisted(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space")
        before = picture(model)
        model = work(press(model, "k"))
        assert picture(model) != before
        assert state_of(model).session.helpers == {"simple"}
        assert state_of(model).solver is None
        assert state_of(model).message.startswith("Row ")

    def test_j_goes_on_until_the_game_is_won_or_stuck(self) -> None:
        model = work(press(cursor_to(game(BEGINNER), 4, 0), "space", "j"))
        state = state_of(model)
        assert state.solver is None
        assert state.game.phase is Phase.WON or "stuck" in state.message

    def test_a_move_is_shown_with_its_clues_before_it_is_made(self) -> None:
        model = press(cursor_to(game(BEGINNER, settings=Settings({"motion": "reduced"})), 4, 0), "space", "k")
        task = model.top.task()
        assert task is not None
        found = next(result for result in task.begin() if result is not None)
        shown = model.top.receive(model, task, found)
        assert state_of(shown).game == state_of(model).game
        assert marks_of(shown).proof == found.because
        assert "▸" in text_of(shown)
        assert state_of(tick(shown, 0.1)).game == state_of(model).game
        assert state_of(tick(shown, 0.2)).game != state_of(model).game

    def test_any_key_stops_a_solver_and_is_swallowed(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "j")
        stopped = press(model, "f")
        assert state_of(stopped).solver is None
        assert state_of(stopped).game == state_of(model).game
        assert state_of(stopped).message == "Stopped after 0 moves."

    def test_a_click_stops_a_solver_and_does_nothing_else(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "j")
        stopped = mouse(model, "press", "right", 0, 8)
        assert state_of(stopped).solver is None
        assert state_of(stopped).game.flags == 0

    def test_a_wrong_flag_is_pointed_out_and_taken_away(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "f", "up", "r", "down")
        assert picture(model).split("\n")[4].startswith("F....")
        model = work(press(model, "k"))
        assert state_of(model).message == "The flag at row 5 col 1 was wrong: that cell is safe. It was taken away."
        assert picture(model).split("\n")[4].startswith(".....")

    def test_stuck_simple_rules_announce_that_the_smart_solver_sees_a_move(self) -> None:
        # Two 1s at the edge: the third cell of the second is free, which needs two clues at once.
        model = press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space")
        model = work(press(model, "k"))
        assert "the smart solver sees a move: Shift+K" in state_of(model).message
        model = work(press(model, "K"))
        assert "smart" in state_of(model).session.helpers

    def test_e_proves_what_no_assumption_finds_and_says_when_only_a_guess_is_left(self) -> None:
        model = work(press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "e"))
        assert state_of(model).session.helpers == {"exact"}
        model = work(press(model, "E"))
        assert state_of(model).game.phase is Phase.WON
        stuck = work(press(cursor_to(game("..\n11\n*."), 0, 0), "space", "E"))
        assert "only a guess is left" in state_of(stuck).message

    def test_before_the_first_open_solvers_say_why_they_wait(self) -> None:
        model = press(game(), "j")
        assert "Open a first cell" in state_of(model).message
        assert model.top.task() is None


class TestOverlay:
    def test_help_colours_show_what_is_proved_and_odds_the_rest(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "v")
        model = work(model)
        known = state_of(model).known
        assert known is not None
        assert marks_of(model).safe == known.safe != 0
        assert marks_of(model).danger == known.mined != 0
        assert marks_of(model).odds == {}
        assert state_of(model).session.is_assisted
        model = work(press(model, "v"))
        assert marks_of(model).odds
        assert "Elsewhere" in text_of(model)
        model = press(model, "v")
        assert state_of(model).known is None
        assert model.top.task() is None

    def test_esc_closes_the_overlay_before_it_pauses(self) -> None:
        model = work(press(cursor_to(game(BEGINNER), 4, 0), "space", "v"))
        closed = press(model, "esc")
        assert state_of(closed).overlay is Overlay.OFF
        assert isinstance(closed.top, GameScreen)
        assert isinstance(press(closed, "esc").top, ChoicesScreen)

    def test_a_move_makes_the_overlay_think_again(self) -> None:
        model = work(press(cursor_to(game(BEGINNER), 4, 0), "space", "v"))
        before = state_of(model).analysis
        cell = (before.safe & -before.safe).bit_length() - 1 if before else 0
        model = click(model, *divmod(cell, 9))
        assert state_of(model).known is None
        assert model.top.task() is not None
        after = state_of(work(model)).known
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
        assert render(model).style_at(row, col + 2) == "heat.3.odd"
        assert "Row 3 col 1" not in text_of(model)
        assert "50.0% a mine" in text_of(cursor_to(model, 2, 0))


class TestTips:
    def test_t_shows_one_deduction_with_its_clues_and_t_again_makes_it(self) -> None:
        model = work(press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "t"))
        state = state_of(model)
        assert state.tip is not None
        assert state.tip.safe
        assert marks_of(model).proof == state.tip.because
        assert state.message.startswith("Row 3 col ")
        assert state.cursor[0] == 2
        assert state.session.helpers == {"tip"}
        moved = press(model, "t")
        assert state_of(moved).game.opened & state.tip.safe
        assert state_of(moved).tip is None

    def test_esc_and_any_move_hide_the_tip(self) -> None:
        model = work(press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "t"))
        hidden = press(model, "esc")
        assert state_of(hidden).tip is None
        assert isinstance(hidden.top, GameScreen)
        assert state_of(press(model, "left")).tip is None

    def test_a_wrong_flag_is_the_first_tip(self) -> None:
        model = work(press(cursor_to(game(BEGINNER), 4, 0), "f", "up", "r", "t"))
        assert "flag at row 5 col 1 is wrong" in state_of(model).message
        model = press(model, "t")
        assert state_of(model).game.flags == 0

    def test_when_nothing_can_be_proved_the_best_guess_is_offered(self) -> None:
        model = work(press(cursor_to(game("..\n11\n*."), 0, 0), "space", "t"))
        state = state_of(model)
        assert state.message.startswith("Nothing can be proved. Best guess: row 3 col ")
        assert state.guess is not None

    def test_a_guess_is_thought_about_in_slices_if_the_settings_say_so_and_esc_stops_it(self) -> None:
        thinking = game(OPEN_MIDDLE, settings=CALM.with_value("think", 30))
        model = press(cursor_to(thinking, 2, 2), "space", "g")
        assert state_of(model).message == "Thinking about the best guess .. Esc stops."
        task = model.top.task()
        assert isinstance(task, GuessTask)
        slices = list(islice(task.begin(), 40))
        assert slices == [None] * 40  # one roll-out or less in each
        assert state_of(press(model, "left")).message == state_of(model).message
        stopped = press(model, "esc")
        assert stopped.top.task() is None
        assert state_of(stopped).message == ""
        assert isinstance(stopped.top, GameScreen)

    def test_the_bot_thinks_about_its_guesses_too(self) -> None:
        thinking = game(OPEN_MIDDLE, settings=CALM.with_value("think", 30))
        model = press(cursor_to(thinking, 2, 2), "space", "b")
        task = model.top.task()
        assert isinstance(task, BotTask)
        assert list(islice(task.begin(), 40)) == [None] * 40

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
        assert len(state_of(model).message) <= 60


class TestWhatIf:
    def test_a_proposal_shows_what_would_follow_and_whom_to_blame(self) -> None:
        # The mock-up's position: a mine at row 7 col 3 would leave the 1 at row 6 col 1 without one.
        small = CALM.with_value("cell_size", "2x1")
        model = press(cursor_to(game(BEGINNER, settings=small, looks=ASCII), 4, 0), "space")
        model = work(press(cursor_to(model, 6, 2), "p"))
        state = state_of(model)
        assert state.session.helpers == {"what-if"}
        assert "the 1 at row 6 col 1" in state.message
        assert "row 7 col 3" in state.message
        row, col = place_of(model, 5, 0)
        assert rows_of(model)[row][col - 1 : col + 1] == "x1"
        text = text_of(model)
        assert "+P" in text
        assert "~+" in text

    def test_proposals_are_taken_back_cleared_and_dropped_when_opened(self) -> None:
        model = press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space")
        model = work(press(cursor_to(model, 2, 1), "p"))
        assert state_of(model).proposals
        assert state_of(press(model, "p")).proposals == 0
        assert state_of(press(model, "o")).proposals == 0
        assert state_of(press(model, "r")).proposals == 0
        assert state_of(press(model, "f")).proposals == 0

    def test_single_clues_come_first_and_a_key_finds_all_that_follows_and_says_so(self) -> None:
        model = press(cursor_to(game("......\n*...*.\n......\n*.*..*"), 0, 2), "space")
        model = work(press(cursor_to(model, 1, 5), "p"))
        state = state_of(model)
        assert state.what_if is not None
        assert not state.what_if.from_proposals
        assert "(By single clues; Y finds all.)" in state.message
        assert "by single clues" in text_of(model)
        model = work(press(model, "y"))
        state = state_of(model)
        assert state.what_if is not None
        assert state.what_if.is_exact
        assert state.what_if.from_proposals
        assert state.message.startswith("Exactly: Then ")
        assert "all that follows" in text_of(model)
        moved = press(model, "left")
        assert state_of(moved).what_if == state.what_if
        again = work(press(moved, "p"))
        assert "(By single clues; Y finds all.)" in state_of(again).message

    def test_exact_reasoning_needs_a_proposal_and_a_board_that_is_not_too_large(self) -> None:
        assert "First propose" in state_of(press(game("....\n1111\n*..*"), "space", "y")).message
        large = press(start(new_session(BoardSpec(101, 100, 1000), "custom", "x")), "space")
        large = press(cursor_to(large, 0, 0), "p", "y")
        assert "up to 10,000 cells" in state_of(large).message
        assert not state_of(large).exactly

    def test_flags_count_as_mines_in_what_would_follow(self) -> None:
        model = press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space")
        model = press(cursor_to(model, 2, 0), "f")
        model = work(press(cursor_to(model, 2, 2), "p"))
        found = state_of(model).what_if
        assert found is not None
        assert [violation.cell for violation in found.violations] == [5]
        unflagged = work(press(cursor_to(model, 2, 0), "f"))
        again = state_of(unflagged).what_if
        assert again is not None
        assert again != found

    def test_at_20x7_two_lines_name_the_broken_clue_and_whom_to_blame(self) -> None:
        model = press(cursor_to(game(BEGINNER, cols=20, rows=7, looks=ASCII), 4, 0), "space")
        model = work(press(cursor_to(model, 6, 2), "p"))
        assert state_of(model).message == "The 1 at r6 c1 breaks: P is safe."
        assert rows_of(model)[-2:] == ["The 1 at r6 c1", "breaks: P is safe."]

    def test_an_opened_or_flagged_cell_cant_be_proposed(self) -> None:
        model = press(cursor_to(game("....\n1111\n*..*"), 0, 0), "space", "p")
        assert "Only a hidden cell" in state_of(model).message

    def test_unlock_opens_a_cell_that_makes_a_move_provable_and_says_that_it_looked(self) -> None:
        model = work(press(cursor_to(game("..\n11\n*."), 0, 0), "space", "!"))
        assert "Unlock looked at the mines" in state_of(model).message or state_of(model).game.is_over
        assert state_of(model).session.helpers == {"unlock"}


class TestLevels:
    def at_level(self, level: str, text: str = "....\n1111\n*..*") -> Model:
        return game(text, settings=CALM.with_value("assist", level))

    def test_at_dual_the_flag_key_goes_on_to_a_proposal(self) -> None:
        model = press(cursor_to(self.at_level("dual"), 2, 1), "f")
        assert state_of(model).game.flags
        model = press(model, "f")
        assert not state_of(model).game.flags
        assert state_of(model).proposals == 1 << 9
        model = press(model, "f")
        assert not state_of(model).proposals
        assert not state_of(model).game.flags

    def test_at_intelligent_what_is_certain_is_done_after_each_move(self) -> None:
        model = work(press(cursor_to(self.at_level("intelligent"), 0, 0), "space"))
        assert state_of(model).game.phase is Phase.WON
        assert state_of(model).session.helpers == {"intelligent"}

    def test_at_intelligent_flags_are_not_the_players(self) -> None:
        model = work(press(cursor_to(self.at_level("intelligent", BEGINNER), 4, 0), "space"))
        state = state_of(model)
        assert state.game.flags
        flagged = (state.game.flags & -state.game.flags).bit_length() - 1
        model = press(cursor_to(model, *divmod(flagged, 9)), "f")
        assert state_of(model).game.flags == state.game.flags
        model = press(cursor_to(model, 8, 8), "f")
        assert state_of(model).proposals == 1 << 80

    def test_at_intelligent_an_own_flag_from_before_can_be_taken_away(self) -> None:
        model = press(cursor_to(game(BEGINNER), 8, 8), "f", "f2", "f2")
        assert model.settings.text("assist") == "intelligent"
        assert not state_of(press(model, "f")).game.flags

    def test_at_intelligent_c_and_the_mouse_change_no_flag_of_the_assistant(self) -> None:
        model = work(press(cursor_to(self.at_level("intelligent", BEGINNER), 4, 0), "space"))
        flags = state_of(model).game.flags
        for cell in cells_of(flags):
            model = mouse(model, "press", "right", *divmod(cell, 9))
        assert state_of(model).game.flags == flags

    def test_f2_changes_the_level(self) -> None:
        model = press(game(), "f2")
        assert model.settings.text("assist") == "dual"
        assert "Dual" in state_of(model).message


class TestGuessAndBot:
    def test_g_shows_the_best_guess_with_its_odds_and_again_takes_it(self) -> None:
        model = press(cursor_to(game("..\n11\n*."), 0, 0), "space", "g")
        assert state_of(model).session.is_assisted
        model = work(model)
        state = state_of(model)
        assert state.guess is not None
        assert "50.0% a mine. G takes it." in state.message
        assert marks_of(model).guess == 1 << state.guess.cell
        assert state_of(press(model, "left")).guess is None
        taken = press(model, "g")
        assert state_of(taken).game.is_over

    @pytest.mark.parametrize("key", ["g", "t", "!"])
    def test_what_was_asked_for_is_forgotten_when_the_game_ends_meanwhile(self, key: str) -> None:
        model = press(cursor_to(game("..\n11\n*."), 0, 0), "space", key)
        assert model.top.task() is not None
        model = work(click(click(model, 2, 1), 2, 0))
        assert state_of(model).game.is_over
        assert "Looking" not in text_of(model)

    def test_g_says_when_no_guess_is_needed(self) -> None:
        model = work(press(cursor_to(game(BEGINNER), 4, 0), "space", "g"))
        assert "No guess is needed" in state_of(model).message
        opened = press(model, "g")
        assert state_of(opened).game.opened.bit_count() > state_of(model).game.opened.bit_count()

    def play_bot(self, model: Model, steps: int = 500) -> Model:
        for _ in range(steps):
            if state_of(model).game.is_over:
                return model
            task = model.top.task()
            if task is not None:
                results = [result for result in task.begin() if result is not None]
                model = model.top.receive(model, task, results[0])
            else:
                model = tick(model, 0.5)
        raise AssertionError("the bot does not come to an end")

    def test_the_bot_plays_from_the_first_cell_to_the_end(self) -> None:
        model = press(start(new_session(BoardSpec(9, 9, 10), "beginner", "x")), "b")
        assert state_of(model).session.first == 30
        model = self.play_bot(model)
        assert state_of(model).message.startswith(("The bot won", "The bot lost"))
        assert state_of(model).session.helpers == {"bot"}
        again = press(tick(model, 0.5), "b")
        assert state_of(again).bot is not None
        end = self.play_bot(again)
        assert "of 2 bot games won" in state_of(end).message

    def test_the_bot_pauses_steps_changes_speed_and_stops(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "b")
        paused = press(model, "space")
        assert paused.top.task() is None
        assert tick(paused, 9.0).top.task() is None
        stepped = press(paused, ".")
        task = stepped.top.task()
        assert task is not None
        moved = stepped.top.receive(stepped, task, next(result for result in task.begin() if result))
        bot = state_of(moved).bot
        assert bot is not None
        assert bot.moves == 1
        assert moved.top.task() is None
        faster = state_of(press(model, "+")).bot
        slower = state_of(press(model, "-", "-")).bot
        assert faster is not None
        assert slower is not None
        assert (faster.speed, slower.speed) == (20, 4)
        stopped = press(model, "esc")
        assert state_of(stopped).bot is None
        assert state_of(stopped).context.value == "game"

    def test_any_other_key_or_a_click_pauses_the_bot(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space", "b")
        for paused in (press(model, "f"), mouse(model, "press", "right", 0, 8)):
            bot = state_of(paused).bot
            assert bot is not None
            assert bot.paused
            assert state_of(paused).game.flags == 0


class TestLooks:
    def test_reduced_mode_shows_only_the_frontier_less_the_flags(self) -> None:
        small = CALM.with_value("cell_size", "2x1")
        model = press(cursor_to(game("*2*.\n....", looks=ASCII, settings=small), 0, 1), "r", "left", "f")
        model = press(cursor_to(model, 1, 3), "l")
        rows = [row[row.index("|") :] for row in rows_of(model) if row.strip().startswith(("1 |", "2 |"))]
        assert rows[0].startswith("| F 1 .   |")
        assert rows[1].startswith("| . . .[ ]|")

    def test_a_number_with_too_many_flags_is_marked(self) -> None:
        model = press(cursor_to(game("*1..\n....", looks=ASCII), 0, 1), "r", "down", "f", "left", "f")
        assert "!1" in text_of(model)
        assert "-1" in text_of(press(model, "l"))
        off = replace(model, settings=CALM.with_value("mark_over_flagged", False))
        assert "!1" not in text_of(off)

    def test_done_numbers_are_dimmed(self) -> None:
        model = press(cursor_to(game("*1.\n11.\n..."), 0, 0), "f")
        model = press(cursor_to(model, 1, 1), "r", "left")
        row, col = place_of(model, 1, 1)
        assert render(model).style_at(row, col) == "n1"
        model = game("*1...\n11...\n....*")
        model = press(cursor_to(press(cursor_to(model, 0, 0), "f"), 0, 3), "r")
        row, col = place_of(model, 1, 1)
        assert render(model).style_at(row, col) == "done"

    def test_a_cascade_opens_in_rings_and_any_key_ends_it_and_acts(self) -> None:
        model = press(cursor_to(game("." * 30 + "*\n" + "." * 31, settings=Settings()), 1, 0), "space")
        state = state_of(model)
        assert state.rings is not None
        assert veiled(model) > 30
        later = tick(model, 0.2)
        assert 0 < veiled(later) < veiled(model)
        assert state_of(tick(model, 1.0)).rings is None
        acted = press(model, "right")
        assert state_of(acted).rings is None
        assert state_of(acted).cursor == (1, 1)

    @pytest.mark.parametrize("values", [{"motion": "reduced"}, {"motion": "none"}, {"cascade_ms": 0}])
    def test_the_cascade_can_be_switched_off(self, values: dict[str, str | int]) -> None:
        model = press(cursor_to(game("." * 30 + "*\n" + "." * 31, settings=Settings(values)), 1, 0), "space")
        assert state_of(model).rings is None

    def test_the_clock_wakes_the_loop_once_a_second_and_only_while_it_runs(self) -> None:
        model = game("*2*\n...")
        assert wait(model) is None
        model = tick(press(cursor_to(model, 0, 1), "r"), 0.3)
        assert wait(model) == pytest.approx(0.7)

    def test_cursor_in_monochrome_has_brackets_that_hide_nothing(self) -> None:
        model = press(cursor_to(game("*1..\n....", looks=ASCII), 0, 1), "r", "down", "f", "left", "f")
        assert "!1]" in text_of(cursor_to(model, 0, 1))


KEYS = (
    "w a s d up down left right W S A D home end pgup pgdn tab shift+tab r f c k j K J z l m f3 n x esc h ? y".split()
)


@st.composite
def events(draw: st.DrawFn) -> list[object]:
    """What can come from a terminal, resizes included."""
    kinds = st.one_of(
        st.sampled_from(KEYS).map(Key),
        st.builds(
            Mouse,
            st.sampled_from(["press", "release", "drag"]),
            st.sampled_from(["left", "middle", "right"]),
            st.integers(0, 70),
            st.integers(0, 210),
        ),
        st.builds(
            Mouse,
            st.just("wheel"),
            st.sampled_from(["up", "down", "wheel-left", "wheel-right"]),
            st.integers(0, 70),
            st.integers(0, 210),
            st.booleans(),
        ),
        st.tuples(st.integers(1, 70), st.integers(1, 210)),
        st.floats(0, 2),
        st.builds(Focus, st.booleans()),
    )
    return draw(st.lists(kinds, max_size=25))


@given(
    events(),
    st.sampled_from([(9, 9, 10), (30, 16, 99), (1, 2, 1), (3, 40, 20), (200, 100, 4000), (2, 2, 3)]),
    st.sampled_from([Looks(), ASCII, Looks("nerd", "lines", 16)]),
    st.tuples(st.integers(7, 60), st.integers(20, 200)),
)
@settings(max_examples=150, deadline=None)
def test_every_frame_fits_whatever_is_pressed_clicked_and_resized(
    script: list[object], spec: tuple[int, int, int], looks: Looks, size: tuple[int, int]
) -> None:
    model = Model(*size, (), CALM, looks=looks)
    model = model.push(start_game(new_session(BoardSpec(*spec), "custom", "x"), model))
    for event in script:
        if isinstance(event, float):
            model = tick(model, event)
        elif isinstance(event, tuple):
            model = resize(model, *event)
        else:
            model = handle(model, event)  # type: ignore[arg-type]
        if model.exit_status is not None or not model.screens:
            return
        text_of(model)
