"""The mouse on the game screen: buttons, drags, the wheel, the face and the map."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.game import Phase
from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import handle, render
from minesweeper.ui.terminal.events import Mouse
from tests.ui.driving import click, mouse, place_of, press, start, state_of, text_of
from tests.ui.game_boards import game, marks_of


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
        assert render(model).style_at(row, col) == "pressed on opened"
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
        model = press(game("*2*\n..."), "f5")
        model = click(model, 0, 0)
        assert state_of(model).game.flags == 1
        model = mouse(model, "press", "right", 0, 1)
        assert state_of(model).game.opened == 0b10

    def test_the_setting_can_open_on_press(self) -> None:
        model = mouse(game("*2*\n...", settings=Settings({"mouse_opens_on": "press"})), "press", "left", 0, 1)
        assert state_of(model).game.opened == 0b10
        assert state_of(mouse(model, "release", "left", 0, 1)).game.opened == 0b10

    def test_a_click_moves_the_cursor_but_not_the_view(self) -> None:
        model = start(new_session(BoardSpec(200, 100, 4000), "custom"))
        view = state_of(model).looks.view
        model = click(model, view.row, view.col)
        assert state_of(model).looks.view == view
        assert state_of(model).cursor == (view.row, view.col)

    @given(st.integers(0, 18), st.integers(0, 37), st.integers(0, 30), st.integers(0, 60))
    @settings(max_examples=30)
    def test_a_click_on_a_scrolled_board_acts_on_the_cell_under_the_pointer(
        self, row: int, col: int, down: int, right: int
    ) -> None:
        model = start(new_session(BoardSpec(200, 100, 4000), "custom"))
        model = press(model, *["S"] * down, *["D"] * right)
        view = state_of(model).looks.view
        model = handle(model, Mouse("press", "right", 2 + row, 2 + 2 * col))
        assert state_of(model).game.flags == 1 << ((view.row + row) * 200 + view.col + col)


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (40, 12), (80, 24)])
def test_a_click_on_a_dashed_edge_scrolls_there_and_on_a_solid_one_does_nothing(cols: int, rows: int) -> None:
    model = press(start(new_session(BoardSpec(100, 60, 900), "custom"), cols, rows), "home", "pgup", "pgup", "pgup")
    for _ in range(20):
        model = press(model, "pgup")
    state = state_of(model)
    geometry, frame = state.geometry(model), state.geometry(model).frame
    assert (state.looks.view.row, state.looks.view.col) == (0, 0)
    middle = frame.top + frame.height // 2
    left = handle(model, Mouse("press", "left", middle, frame.left))
    assert state_of(left).looks.view == state.looks.view
    right = handle(model, Mouse("press", "left", middle, frame.left + frame.width - 1))
    assert (state_of(right).looks.view.row, state_of(right).looks.view.col) == (0, geometry.view_cols // 2)
    assert state_of(right).cursor == state.cursor
    back = handle(press(right, "esc", "esc"), Mouse("press", "left", middle, frame.left))
    assert state_of(back).looks.view == state.looks.view
    assert state_of(handle(model, Mouse("press", "right", middle, frame.left + frame.width - 1))).looks.view.col == 0
    if not geometry.is_compact:  # there the lower edge has the hints, and the upper one the status
        below = handle(model, Mouse("press", "left", frame.top + frame.height - 1, frame.left + frame.width // 2))
        assert state_of(below).looks.view.row == geometry.view_rows // 2
