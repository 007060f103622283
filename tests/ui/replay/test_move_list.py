"""The list of moves (F4), opened in a running game, after a game and in a replay."""

from __future__ import annotations

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model, handle, tick
from minesweeper.ui.game.bot_mode import BotMode
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.replay.move_list import MovesScreen
from minesweeper.ui.terminal.events import Key
from tests.ui.driving import board, page_rows, press, start, state_of, text_of, the_mode, work
from tests.ui.replays import replay_of
from tests.ui.watching import click_text

BOARD = """
......*.
......*.
*.......
........
.....*..
*.......
"""
SIZES = [(80, 24), (40, 12), (20, 7)]


def played(cols: int = 80, rows: int = 24) -> Model:
    """A running game with moves of the player, of two solvers and of a tip."""
    model = press(start(board(BOARD), cols, rows), "home", "up", "up", "up", "space")
    model = work(press(work(press(model, "e")), "k"))
    return work(press(work(press(model, "t")), "t"))


def ended(cols: int = 80, rows: int = 24) -> Model:
    """The same game as `played`, after the player gave it up."""
    return tick(press(played(cols, rows), "x", "delete", "y"), 1.0)


@pytest.mark.parametrize("size", SIZES)
def test_opening_the_list_of_moves_leaves_the_game_unchanged(size: tuple[int, int]) -> None:
    model = played(*size)
    shown = press(model, "f4")
    assert isinstance(shown.top, MovesScreen)
    assert len(shown.top.moves) == 4
    assert press(shown, "esc") == model
    assert press(shown, "home", "down", "esc") == model


@pytest.mark.parametrize("size", SIZES)
def test_choosing_a_move_of_a_running_game_moves_the_cursor_there(size: tuple[int, int]) -> None:
    model = played(*size)
    for shown in (press(model, "f4", "up", "enter"), click_text(press(model, "f4"), "simple")):
        assert state_of(shown).looks.cursor == (3, 0)
        assert state_of(shown).session == state_of(model).session


@pytest.mark.parametrize(
    ("size", "rows"),
    [
        (
            (80, 24),
            [
                "time who what",
                "1 0:00.000 you open row 1, column 1",
                "2 0:00.000 exact solver flag row 3, column 1",
                "3 0:00.000 simple solver open row 4, column 1",
                "4 0:00.000 tip open row 5, column 1",
                "5 0:00.000 best guess open row 1, column 8",
                "6 0:00.000 you undo",
            ],
        ),
        ((40, 12), ["time who what", "1 0:00.000 you open r1c1", "2 0:00.000 exact flag r3c1"]),
        ((20, 7), ["exact flag r3c1", "simple open r4c1", "tip open r5c1", "guess open r1c8", "you undo"]),
    ],
)
def test_the_list_of_moves_says_who_made_each_move(size: tuple[int, int], rows: list[str]) -> None:
    guessed = press(work(press(played(*size), "g")), "g")
    shown = [" ".join(row.replace("▌", "").split()) for row in page_rows(press(guessed, "z", "f4"))[1:-1]]
    assert [row for row in shown if row][: len(rows)] == rows


@pytest.mark.parametrize("boards", ["normal", "no-guess"])
def test_the_first_open_of_the_bot_is_listed_as_its_own_move(boards: str) -> None:
    model = work(press(start(new_session(BoardSpec(9, 9, 10), "beginner", "x", board_type=boards)), "b"))
    assert state_of(model).session.moves[0].assistant == "bot"


def test_choosing_an_undo_only_closes_the_list_of_moves() -> None:
    model = press(played(), "z")
    assert press(model, "f4", "enter") == model


@pytest.mark.parametrize("size", SIZES)
def test_choosing_a_move_of_a_finished_game_opens_its_replay(size: tuple[int, int]) -> None:
    model = press(ended(*size), "f4", "up", "up", "enter")
    assert replay_of(model).step == 2
    assert isinstance(press(model, "esc").top, GameScreen)
    assert isinstance(press(ended(*size), "f4", "esc").top, GameScreen)


def test_the_key_of_the_list_of_moves_says_if_no_move_was_made() -> None:
    model = press(start(board(BOARD)), "f4")
    assert isinstance(model.top, GameScreen)
    assert "You haven't made a move in this game yet." in text_of(model)


def test_the_pause_offers_the_list_of_moves_after_the_first_move() -> None:
    assert "list of moves" not in text_of(press(start(board(BOARD)), "x"))
    for model in (press(played(), "x"), press(ended(), "x")):
        assert isinstance(click_text(model, "moves").top, MovesScreen)
        assert isinstance(press(model, "f4").top, MovesScreen)


def test_the_bot_pauses_while_the_list_of_moves_is_open() -> None:
    model = press(start(board(BOARD)), "b")
    for _ in range(2):
        model = work(handle(model, Key(".")))
    model = press(model, "f4")
    assert isinstance(model.top, MovesScreen)
    assert the_mode(press(model, "esc"), BotMode).paused
