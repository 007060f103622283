"""The trace on the screen: at every size, by keys and mouse, from the game, the pause and after the end."""

from __future__ import annotations

import pytest

from minesweeper.ui.base.model import Model, handle, tick
from minesweeper.ui.game.bot_mode import BotMode
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.loop import SLICE, Runner
from minesweeper.ui.screens.trace import TraceScreen
from minesweeper.ui.terminal.events import Key
from tests.tools.fake_terminal import FakeClock
from tests.ui.driving import board, finish_work, press, rows_of, start, state_of, text_of, the_mode, work
from tests.ui.watching import click_text

BOARD = """
......*.
......*.
*.......
........
.....*..
*.......
"""


def played(cols: int = 80, rows: int = 24) -> Model:
    """A game in which assistants have made several moves."""
    model = press(start(board(BOARD), cols, rows), "home", "up", "up", "up", "space")
    model = work(press(work(press(model, "e")), "k"))
    return work(press(work(press(model, "t")), "t"))


def told(model: Model) -> TraceScreen:
    assert isinstance(model.top, TraceScreen)
    return model.top


def shown(model: Model) -> Model:
    """The model with the whole trace told."""
    return finish_work(model)


def test_the_trace_is_a_line_a_step_with_who_what_and_why() -> None:
    model = shown(press(played(), "f4"))
    assert rows_of(model)[:6] == [
        " Assistant log",
        "",
        "      time  who          what and why",
        " ▌    0:00  exact        mine r3c1   The 1 at r2c1 has no other hidden..",
        "      0:00  simple       safe r4c1   The 1 at r3c2 has its mine flagged, at..",
        "      0:00  tip          mine r5c6   The 1 at r4c5 has no other hidden..",
    ]
    assert "Row 3, column 1 is a mine. The 1 at row 2, column 1 has no other hidden" in text_of(model)
    assert isinstance(press(model, "esc").top, GameScreen)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
def test_enter_or_a_click_shows_the_position_of_a_step_with_its_proof(size: tuple[int, int]) -> None:
    model = shown(press(played(*size), "f4"))
    for position in (press(model, "down", "enter"), click_text(model, "safe r4c1")):
        rows = rows_of(position)
        assert any("│  ⚑▸1       1 ⋅ ⋅ │" in row for row in rows)
        assert any("│  ✓ 1     1 1 ⋅ ⋅ │" in row for row in rows)
        assert "Row 4, column 1 is safe." in " ".join(text_of(position).split())
        assert "safe." in text_of(position)
        frame = next(row for row in rows if "╭" in row)
        assert abs(frame.index("╭") - (size[0] - frame.index("╮") - 1)) <= 1
        assert isinstance(press(position, "esc").top, TraceScreen)
        assert isinstance(press(position, "enter").top, TraceScreen)


def test_up_and_down_walk_from_position_to_position() -> None:
    model = press(shown(press(played(), "f4")), "enter")
    assert "Row 3, column 1 is a mine." in text_of(model)
    assert press(model, "up") == model
    model = press(model, "down", "down")
    assert "Row 5, column 6 is a mine." in text_of(model)
    assert press(model, "down") == model
    assert told(press(model, "esc")).selected == 2


def test_without_a_move_of_an_assistant_the_key_says_so() -> None:
    model = press(start(board(BOARD)), "space", "f4")
    assert isinstance(model.top, GameScreen)
    assert "No assistant has made a move" in text_of(model)


def test_the_pause_and_the_list_after_a_game_offer_the_trace_once_there_is_one() -> None:
    assert "assistant log" not in text_of(press(start(board(BOARD)), "space", "x"))
    model = press(played(), "x")
    assert "assistant log" in text_of(model)
    assert isinstance(press(model, "f4").top, TraceScreen)
    asked = press(model, "delete")
    assert not state_of(asked).game.is_over
    ended = press(asked, "y")
    assert state_of(ended).game.is_over
    ended = press(tick(ended, 1.0), "x")
    assert "assistant log" in text_of(ended)
    ended = press(ended, "f4")
    assert isinstance(ended.top, TraceScreen)
    assert "  tip  " in text_of(shown(ended))


def test_the_bot_waits_while_its_trace_is_read() -> None:
    model = press(start(board(BOARD)), "b")
    for _ in range(2):
        model = work(handle(model, Key(".")))
    model = press(model, "f4")
    assert isinstance(model.top, TraceScreen)
    assert "  bot  " in text_of(shown(model))
    bot = the_mode(press(model, "esc"), BotMode)
    assert bot.paused


def test_a_trace_that_was_left_half_told_is_whole_when_it_is_opened_again() -> None:
    model = press(played(), "f4")
    runner = Runner(FakeClock(step=SLICE))
    while not told(model).told:
        model = runner.run(model)
    assert not told(model).is_complete
    again = press(model, "esc", "f4")
    while runner.is_busy(again):
        again = runner.run(again)
    assert told(again).told == told(shown(press(played(), "f4"))).told
