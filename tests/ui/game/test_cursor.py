"""Moving the cursor and the view by keys, and moves by mouse."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.game import Phase
from minesweeper.play.session import new_session
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import Model, handle, render, resize
from minesweeper.ui.terminal.events import Mouse
from tests.ui.driving import (
    DETAILED,
    click,
    cursor_to,
    message_of,
    mouse,
    place_of,
    press,
    rows_of,
    start,
    state_of,
    text_of,
)
from tests.ui.game_boards import BEGINNER, game, marks_of
from tests.ui.watching import style_of


class TestView:
    def large(self) -> Model:
        return start(new_session(BoardSpec(200, 100, 4000), "custom"))

    @pytest.mark.parametrize(
        ("keys", "cursor"),
        [
            (["w", "up"], (48, 100)),
            (["s", "down"], (52, 100)),
            (["a", "left"], (50, 98)),
            (["d", "right"], (50, 102)),
            (["home"], (50, 0)),
            (["end"], (50, 199)),
            (["pgup"], (32, 100)),
            (["pgdn"] * 9, (99, 100)),
        ],
    )
    def test_keys_move_the_cursor_and_the_view_follows(self, keys: list[str], cursor: tuple[int, int]) -> None:
        model = press(self.large(), *keys)
        state = state_of(model)
        assert state.cursor == cursor
        assert state.geometry.follow(state.looks.view, *cursor) == state.looks.view

    @pytest.mark.parametrize(("key", "step"), [("S", (2, 0)), ("A", (0, -2)), ("shift+up", (-2, 0))])
    def test_capital_letters_and_shift_arrows_scroll_without_the_cursor(self, key: str, step: tuple[int, int]) -> None:
        model = self.large()
        before, after = state_of(model), state_of(press(model, key))
        assert after.cursor == before.cursor
        assert (after.looks.view.row - before.looks.view.row, after.looks.view.col - before.looks.view.col) == step

    def test_the_wheel_scrolls_the_board_and_with_shift_sideways(self) -> None:
        model = self.large()
        before = state_of(model).looks.view
        down = state_of(mouse(model, "wheel", "down", 41, 81)).looks.view
        assert (down.row - before.row, down.col - before.col) == (3, 0)
        side = state_of(mouse(model, "wheel", "down", 41, 81, shift=True)).looks.view
        assert (side.row - before.row, side.col - before.col) == (0, 3)
        left = state_of(mouse(model, "wheel", "wheel-left", 41, 81)).looks.view
        assert (left.row - before.row, left.col - before.col) == (0, -3)

    def test_moving_a_cursor_out_of_view_scrolls_back_to_it(self) -> None:
        model = press(self.large(), *["S"] * 12)
        assert " ^ cursor r51c101 " in text_of(model)
        assert style_of(model, "^ cursor") == "mark"
        state = state_of(press(model, "right"))
        assert state.looks.view.row <= 50 < state.looks.view.row + 19

    def test_board_edges_are_dashed_only_where_the_board_continues(self) -> None:
        model = self.large()
        rows = rows_of(model)
        assert rows[1].startswith("╭╌")
        assert rows[2].startswith("╎")
        assert " r51c101 of 200x100 " in rows[21]
        rows = rows_of(press(model, *["pgup"] * 9, "home"))
        assert rows[1].startswith("╭─")
        assert rows[2].startswith("│")
        assert rows[2].endswith("╎")
        assert rows[21].startswith("╰╌")
        rows = rows_of(press(model, *["pgdn"] * 9, "end"))
        assert rows[1].startswith("╭╌")
        assert rows[2].endswith("│")
        assert rows[21].startswith("╰─")

    def test_tab_visits_all_frontier_cells(self) -> None:
        model = press(cursor_to(game(BEGINNER), 4, 0), "space")
        seen = []
        for _ in range(50):
            model = press(model, "tab")
            seen.append(state_of(model).cell)
        position = state_of(model).game.position
        assert set(seen) == {cell for cell in range(81) if position.frontier >> cell & 1}
        here = state_of(model).cell
        assert state_of(press(model, "tab", "shift+tab")).cell == here

    @pytest.mark.parametrize(("cols", "height"), [(100, 24), (200, 60)])
    def test_a_click_on_the_minimap_scrolls_the_board(self, cols: int, height: int) -> None:
        model = start(new_session(BoardSpec(200, 100, 4000), "custom"), cols, height, DETAILED)
        rows = rows_of(model)
        top = next(row for row, text in enumerate(rows) if "╭" in text[cols - 36 :])
        model = handle(model, Mouse("press", "left", top + 1, rows[top].rindex("╭") + 1))
        assert (state_of(model).looks.view.row, state_of(model).looks.view.col) == (0, 0)


def test_board_edge_names_the_place_of_a_cursor_out_of_view() -> None:
    model = start(new_session(BoardSpec(30, 16, 99), "expert"), 20, 7)
    row, col = state_of(model).cursor
    moved = press(model, *["shift+right"] * 12)
    assert state_of(moved).cursor == (row, col)
    assert message_of(moved) == ""
    rows = rows_of(moved)
    assert rows[6].startswith("╰< r9c16╌")
    assert "H help" in rows[6]
    assert "r9c16" not in "".join(rows[:6])
    assert "<" not in text_of(press(moved, "a"))
    assert "< cursor r9c1" in rows_of(press(resize(model, 12, 40), "home", *["shift+right"] * 12))[-2]


class TestMouse:
    def test_the_left_button_opens_a_cell_on_release(self) -> None:
        model = mouse(game("*2*\n..."), "press", "left", 0, 1)
        assert state_of(model).game.opened == 0
        assert state_of(mouse(model, "release", "left", 0, 1)).game.opened != 0

    def test_releasing_the_left_button_on_another_cell_opens_nothing(self) -> None:
        model = mouse(game("*2*\n..."), "press", "left", 0, 1)
        model = mouse(model, "drag", "left", 1, 1)
        model = mouse(model, "release", "left", 1, 1)
        assert state_of(model).game.opened == 0

    def test_pressed_cell_and_face_change_while_the_button_is_held(self) -> None:
        model = mouse(game("*2*\n..."), "press", "left", 0, 1)
        assert ":O" in text_of(model)
        row, col = place_of(model, 0, 1)
        assert render(model).style_at(row, col) == "pressed on opened"
        assert marks_of(model).pressed == 0b10
        assert marks_of(mouse(model, "drag", "left", 1, 1)).pressed == 0

    def test_the_right_button_flags_a_cell_on_press(self) -> None:
        model = mouse(game("*2*\n..."), "press", "right", 0, 0)
        assert state_of(model).game.flags == 1
        assert state_of(mouse(model, "release", "right", 0, 0)).game.flags == 1

    @pytest.mark.parametrize("how", ["middle", "both", "left"])
    def test_the_middle_left_or_both_buttons_chord_a_number(self, how: str) -> None:
        model = click(game("*2*\n..."), 0, 1)
        model = click(click(model, 0, 0, "right"), 0, 2, "right")
        if how == "both":
            model = mouse(mouse(model, "press", "left", 0, 1), "press", "right", 0, 1)
            model = mouse(mouse(model, "release", "right", 0, 1), "release", "left", 0, 1)
        else:
            model = click(model, 0, 1, "middle" if how == "middle" else "left")
        assert state_of(model).game.phase is Phase.WON

    def test_in_click_mode_left_clicks_flag_and_right_clicks_open(self) -> None:
        model = press(game("*2*\n..."), "f5")
        model = click(model, 0, 0)
        assert state_of(model).game.flags == 1
        model = mouse(model, "press", "right", 0, 1)
        assert state_of(model).game.opened == 0b10

    def test_the_left_button_opens_a_cell_on_press_if_set_so(self) -> None:
        model = mouse(game("*2*\n...", settings=Settings({"mouse_opens_on": "press"})), "press", "left", 0, 1)
        assert state_of(model).game.opened == 0b10
        assert state_of(mouse(model, "release", "left", 0, 1)).game.opened == 0b10

    @given(st.integers(0, 18), st.integers(0, 37), st.integers(0, 30), st.integers(0, 60))
    @settings(max_examples=15)
    def test_a_click_on_a_scrolled_board_acts_on_the_cell_that_it_hits(
        self, row: int, col: int, down: int, right: int
    ) -> None:
        model = start(new_session(BoardSpec(200, 100, 4000), "custom"))
        model = press(model, *["S"] * down, *["D"] * right)
        view = state_of(model).looks.view
        model = handle(model, Mouse("press", "right", 2 + row, 2 + 2 * col))
        assert state_of(model).game.flags == 1 << ((view.row + row) * 200 + view.col + col)


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (80, 24)])
def test_click_on_a_dashed_board_edge_scrolls_half_a_view(cols: int, rows: int) -> None:
    model = press(start(new_session(BoardSpec(100, 60, 900), "custom"), cols, rows), "home", *["pgup"] * 20)
    state = state_of(model)
    geometry, frame = state.geometry, state.geometry.frame
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
    if not geometry.is_compact:  # on compact screens, key bar and header lie on these edges
        below = handle(model, Mouse("press", "left", frame.top + frame.height - 1, frame.left + frame.width // 2))
        assert state_of(below).looks.view.row == geometry.view_rows // 2
