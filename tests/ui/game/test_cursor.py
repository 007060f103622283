"""Which part of a board is in view, and where the cursor is."""

from __future__ import annotations

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model, handle, resize
from minesweeper.ui.terminal.events import Mouse
from tests.ui.driving import DETAILED, cursor_to, message_of, mouse, press, rows_of, start, state_of, text_of
from tests.ui.game_boards import BEGINNER, game


class TestView:
    def large(self) -> Model:
        return start(new_session(BoardSpec(200, 100, 4000), "custom"))

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
        assert state.geometry(model).follow(state.looks.view, *cursor) == state.looks.view

    @pytest.mark.parametrize(
        ("key", "step"), [("W", (-2, 0)), ("S", (2, 0)), ("A", (0, -2)), ("D", (0, 2)), ("shift+up", (-2, 0))]
    )
    def test_capitals_and_shift_arrows_move_the_view_without_the_cursor(self, key: str, step: tuple[int, int]) -> None:
        model = self.large()
        before, after = state_of(model), state_of(press(model, key))
        assert after.cursor == before.cursor
        assert (after.looks.view.row - before.looks.view.row, after.looks.view.col - before.looks.view.col) == step

    def test_the_wheel_scrolls_and_with_shift_sideways(self) -> None:
        model = self.large()
        before = state_of(model).looks.view
        down = state_of(mouse(model, "wheel", "down", 41, 81)).looks.view
        assert (down.row - before.row, down.col - before.col) == (3, 0)
        side = state_of(mouse(model, "wheel", "down", 41, 81, shift=True)).looks.view
        assert (side.row - before.row, side.col - before.col) == (0, 3)
        left = state_of(mouse(model, "wheel", "wheel-left", 41, 81)).looks.view
        assert (left.row - before.row, left.col - before.col) == (0, -3)

    def test_a_cursor_out_of_view_is_told_and_the_next_move_brings_it_back(self) -> None:
        model = press(self.large(), *["S"] * 12)
        assert "Any move of the cursor brings it back" in message_of(model)
        state = state_of(press(model, "right"))
        assert state.looks.view.row <= 50 < state.looks.view.row + 19

    def test_borders_are_dashed_only_where_the_board_goes_on(self) -> None:
        model = self.large()
        rows = rows_of(model)
        assert rows[1].startswith("╭╌")
        assert rows[2].startswith("╎")
        assert "row 51/100  col 101/200" in rows[21]
        rows = rows_of(press(model, *["pgup"] * 9, "home"))
        assert rows[1].startswith("╭─")
        assert rows[2].startswith("│")
        assert rows[2].endswith("╎")
        assert rows[21].startswith("╰╌")
        rows = rows_of(press(model, *["pgdn"] * 9, "end"))
        assert rows[1].startswith("╭╌")
        assert rows[2].endswith("│")
        assert rows[21].startswith("╰─")

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

    @pytest.mark.parametrize(("cols", "height"), [(100, 24), (120, 30), (159, 24), (200, 60)])
    def test_the_minimap_moves_the_view(self, cols: int, height: int) -> None:
        model = start(new_session(BoardSpec(200, 100, 4000), "custom"), cols, height, DETAILED)
        rows = rows_of(model)
        top = next(row for row, text in enumerate(rows) if "╭" in text[cols - 36 :])
        model = handle(model, Mouse("press", "left", top + 1, rows[top].rindex("╭") + 1))
        assert (state_of(model).looks.view.row, state_of(model).looks.view.col) == (0, 0)


def test_on_a_small_screen_a_view_that_was_moved_is_told_in_the_frame_and_hides_nothing() -> None:
    model = start(new_session(BoardSpec(30, 16, 99), "expert"), 20, 7)
    row, col = state_of(model).cursor
    moved = press(model, *["shift+right"] * 12)
    assert state_of(moved).cursor == (row, col)
    assert message_of(moved) == ""
    rows = rows_of(moved)
    assert rows[6].startswith("╰moved╌")
    assert "H help" in rows[6]
    assert "moved" not in "".join(rows[:6])
    assert "moved" not in text_of(press(moved, "a"))
    assert message_of(press(resize(model, 12, 40), "home", *["shift+right"] * 12)).startswith("The view was moved")


@pytest.mark.parametrize("key", ["W", "A", "S", "D"])
def test_capital_letters_that_can_move_nothing_name_caps_lock(key: str) -> None:
    for size in ((80, 24), (20, 7)):
        model = start(new_session(BoardSpec(4, 4, 2), "custom"), *size)
        assert "Caps Lock" in " ".join(text_of(press(model, key)).split())
