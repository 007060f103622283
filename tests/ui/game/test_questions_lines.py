"""Going to a cell: what can be typed, where it leads, and what is refused."""

from __future__ import annotations

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.actions import Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.questions import GoToInput
from minesweeper.ui.screens.help import HelpScreen
from tests.ui.driving import click, message_of, mode_of, press, rows_of, start, state_of, text_of
from tests.ui.watching import click_text

SIZES = [(20, 7), (40, 12), (80, 24)]


def expert(cols: int = 80, rows: int = 24) -> Model:
    return start(new_session(BoardSpec(30, 16, 99), "expert"), cols, rows)


def typed(model: Model, text: str) -> Model:
    return press(model, *["space" if sign == " " else sign for sign in text])


@pytest.mark.parametrize(("cols", "rows"), SIZES)
@pytest.mark.parametrize("text", ["3 27", "3,27", " 03  027 ", "3;27"])
def test_a_row_and_a_column_lead_there_and_the_view_follows(text: str, cols: int, rows: int) -> None:
    model = press(typed(press(expert(cols, rows), ":"), text), "enter")
    state = state_of(model)
    assert state.cursor == (2, 26)
    assert state.geometry(model).follow(state.looks.view, 2, 26) == state.looks.view
    assert mode_of(model, GoToInput) is None


def test_a_row_alone_keeps_the_column() -> None:
    model = expert()
    col = state_of(model).cursor[1]
    assert state_of(press(model, ":", "1", "2", "enter")).cursor == (11, col)


@pytest.mark.parametrize(("cols", "rows"), SIZES)
@pytest.mark.parametrize("text", ["17 1", "1 31", "0 5", "1 2 3", "99999999999"])
def test_a_place_off_the_board_is_quoted_and_asked_for_again(text: str, cols: int, rows: int) -> None:
    model = press(typed(press(expert(cols, rows), ":"), text), "enter")
    assert message_of(model).startswith(f"'{text}' is not on the board: rows 1 to 16, columns 1 to 30.")
    assert state_of(model).cursor == state_of(expert(cols, rows)).cursor
    assert state_of(press(typed(model, "1 1"), "enter")).cursor == (0, 0)


def test_it_can_be_corrected_and_left_and_no_key_does_anything_else() -> None:
    model = press(expert(), ":", "4", "x", "backspace", "2", "f", "space", "9", "up", "delete")
    assert "Go to row and column: _" in text_of(model)
    assert state_of(press(model, "5", "space", "6", "enter")).cursor == (4, 5)
    for left in (press(model, "esc"), press(model, "enter")):
        assert mode_of(left, GoToInput) is None
        assert (state_of(left).cursor, state_of(left).game.flags) == (state_of(expert()).cursor, 0)
    assert press(model, "ctrl+c").exit_status == 0


def test_it_goes_to_cells_of_a_finished_game_too() -> None:
    given_up = start(new_session(BoardSpec(9, 9, 10), "beginner", "a").open_cell(0).give_up())
    assert state_of(press(given_up, ":", "2", "space", "3", "enter")).cursor == (1, 2)


@pytest.mark.parametrize(("cols", "rows"), SIZES)
def test_a_click_leaves_it_and_does_nothing_else(cols: int, rows: int) -> None:
    model = press(expert(cols, rows), ":")
    row, col = state_of(model).geometry(model).clamp(state_of(model).looks.view)
    clicked = click(model, row, col)
    assert mode_of(clicked, GoToInput) is None
    assert not state_of(clicked).game.opened


@pytest.mark.parametrize(("cols", "rows"), SIZES)
def test_its_hints_name_their_keys_and_can_be_clicked(cols: int, rows: int) -> None:
    model = typed(press(expert(cols, rows), ":"), "3 27")
    assert rows_of(model)[-1].strip() == ("Enter go  Esc cancel" if cols == 20 else "Enter go  Esc cancel  ? help")
    assert state_of(click_text(model, "Enter go")).cursor == (2, 26)
    left = click_text(model, "Esc cancel")
    assert mode_of(left, GoToInput) is None
    assert state_of(left).cursor == state_of(expert(cols, rows)).cursor


@pytest.mark.parametrize(("cols", "rows"), SIZES)
def test_f1_shows_the_help_and_what_was_typed_is_still_there(cols: int, rows: int) -> None:
    model = typed(press(expert(cols, rows), ":"), "3 2")
    helped = press(model, "f1")
    assert isinstance(helped.top, HelpScreen)
    assert helped.top.about is Context.GAME
    assert state_of(press(helped, "esc", "7", "enter")).cursor == (2, 26)
