"""The trace on the screen: at every size, by keys and mouse, from the game, the pause and after the end."""

from __future__ import annotations

import pytest

from minesweeper.ui.base.model import Model, handle, resize
from minesweeper.ui.game.bot import Bot
from minesweeper.ui.game.screen import GameScreen
from minesweeper.ui.loop import SLICE, Runner
from minesweeper.ui.screens.trace import TraceScreen
from minesweeper.ui.terminal.events import Key, Mouse
from tests.tools.fake_terminal import FakeClock
from tests.ui.driving import board, finish_work, mode_of, press, rows_of, start, state_of, text_of, work

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


def test_the_trace_lists_what_each_assistant_did_and_why() -> None:
    model = shown(press(played(), "f4"))
    text = text_of(model)
    assert rows_of(model)[0].startswith(" Trace")
    assert "0:00 Exact solver: " in text
    assert "0:00 Simple solver: " in text
    assert "0:00 Tip: " in text
    assert "The 1 at row" in text
    assert text.index("Exact solver") < text.index("Simple solver") < text.index("Tip:")
    assert isinstance(press(model, "esc").top, GameScreen)


def test_without_a_move_of_an_assistant_the_key_says_so() -> None:
    model = press(start(board(BOARD)), "space", "f4")
    assert isinstance(model.top, GameScreen)
    assert "No assistant has made a move" in text_of(model)


def test_every_line_of_the_trace_can_be_read_on_the_smallest_screen_by_keys() -> None:
    model = shown(press(played(20, 7), "f4"))
    seen = rows_of(model)[1:6]
    for _ in range(200):
        before = told(model).top
        model = press(model, "down")
        seen.append(rows_of(model)[5])
        if told(model).top == before:
            break
    words = " ".join(" ".join(seen).split())
    for one in told(model).told:
        assert one.text.split(".")[0] in words
    assert told(press(model, "home")).top == (0, 0)
    assert told(press(model, "home", "end")).top == told(model).top
    page = press(press(model, "home"), "pgdn")
    assert told(page).top > (0, 0)
    assert told(press(page, "pgup")).top == (0, 0)


def test_the_trace_scrolls_by_the_wheel_and_its_hints_are_buttons() -> None:
    model = shown(press(played(30, 8), "f4"))
    scrolled = handle(model, Mouse("wheel", "down", 3, 3))
    assert told(scrolled).top != (0, 0)
    assert told(handle(scrolled, Mouse("wheel", "up", 3, 3))).top == (0, 0)
    bottom = rows_of(model)[-1]
    back = handle(model, Mouse("press", "left", 7, bottom.index("back")))
    assert isinstance(back.top, GameScreen)


@pytest.mark.parametrize("size", [(7, 20), (24, 80), (60, 200), (9, 140)])
def test_the_trace_survives_a_change_of_size(size: tuple[int, int]) -> None:
    model = press(shown(press(played(), "f4")), "end")
    assert text_of(resize(model, *size))
    assert text_of(press(resize(model, *size), "down", "pgdn", "home", "end"))


def test_the_pause_and_the_list_after_a_game_offer_the_trace_once_there_is_one() -> None:
    assert "trace" not in text_of(press(start(board(BOARD)), "space", "x"))
    model = press(played(), "x")
    assert "trace" in text_of(model)
    assert isinstance(press(model, "t").top, TraceScreen)
    ended = press(model, "b")
    assert state_of(ended).game.is_over
    ended = press(handle_after_pause(ended), "x")
    assert "trace" in text_of(ended)
    ended = press(ended, "f4")
    assert isinstance(ended.top, TraceScreen)
    assert "Tip:" in text_of(shown(ended))


def handle_after_pause(model: Model) -> Model:
    from minesweeper.ui.base.model import tick

    return tick(model, 1.0)


def test_the_bot_waits_while_its_trace_is_read() -> None:
    model = press(start(board(BOARD)), "b")
    for _ in range(2):
        model = work(handle(model, Key(".")))
    model = press(model, "f4")
    assert isinstance(model.top, TraceScreen)
    assert "Bot: " in text_of(shown(model))
    bot = mode_of(press(model, "esc"), Bot)
    assert bot is not None
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


def test_more_is_offered_only_while_there_is_more() -> None:
    long = shown(press(played(20, 7), "f4"))
    assert "PgDn more" in text_of(long)
    assert "PgDn more" not in text_of(press(long, "end"))
    assert "PgDn more" not in text_of(shown(press(played(80, 60), "f4")))
