"""The code of a board: whole on the screen at every size, in the message or on a screen of its own."""

from __future__ import annotations

import pytest

from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board
from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Copy, Model, tick
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.screens.code import CodeScreen
from tests.ui.driving import ASCII, press, rows_of, start, state_of, text_of
from tests.ui.watching import click_text


def given_up(spec: BoardSpec, cols: int, rows: int) -> Model:
    """A game of which the mines are shown."""
    model = press(start(new_session(spec, "custom", "a"), cols, rows, looks=ASCII), "space", "x", "b", "y")
    return tick(model, 0.5)


@pytest.mark.parametrize("size", [(20, 7), (40, 12), (80, 24)])
@pytest.mark.parametrize("spec", [BoardSpec(9, 9, 10), BoardSpec(30, 16, 99), BoardSpec(100, 80, 1500)])
def test_the_whole_code_can_be_read(spec: BoardSpec, size: tuple[int, int]) -> None:
    model = press(given_up(spec, *size), "y")
    session = state_of(model).session
    assert session.game.layout is not None
    code = to_code(Board(session.game.layout, session.first))
    assert Copy(code) in model.effects
    assert code in (read_by_lines(model) if isinstance(model.top, CodeScreen) else "".join(text_of(model).split()))


def read_by_lines(model: Model) -> str:
    """All that a screen with a code shows, from its first line to its last."""
    read: list[str] = []
    body = slice(1, -1)
    while True:
        rows = [row.strip() for row in rows_of(model)[body] if row.strip()]
        below = press(model, "down")
        if below.top == model.top:
            return "".join([*read, *rows])
        read.append(rows[0])
        model = below


def test_a_code_that_has_no_room_beside_the_board_has_a_screen_with_a_way_back() -> None:
    model = press(given_up(BoardSpec(60, 30, 400), 20, 7), "y")
    assert isinstance(model.top, CodeScreen)
    assert rows_of(model)[0].startswith("Board code")
    assert rows_of(model)[-1] == "PgDn more  Esc back"
    assert isinstance(click_text(model, "Esc back").top, GameScreen)
    assert rows_of(press(model, "end"))[-1] == "H help  Esc back"
    assert isinstance(press(given_up(BoardSpec(30, 16, 99), 40, 12), "y").top, GameScreen)


def test_that_it_may_not_have_been_copied_is_said_on_the_smallest_screen_too() -> None:
    model = press(given_up(BoardSpec(30, 16, 99), 20, 7), "y")
    assert isinstance(model.top, CodeScreen)
    assert rows_of(model)[0].strip() == "Copied if allowed"
