"""The fake screen itself: time passes exactly as the loop asks, and it is a Screen to the type checker."""

from __future__ import annotations

from minesweeper.ui.terminal.events import Closed, Key, Resize, Terminal
from tests.tools.fake_terminal import FakeClock, FakeTerminal, NewSize, Wait


def test_a_script_of_keys_sizes_and_waits_plays_in_order() -> None:
    clock = FakeClock(0)
    fake = FakeTerminal(7, 20, ["f", Wait(2.5), NewSize(24, 80)], clock=clock)
    screen: Terminal = fake
    assert screen.read(None) == Key("f")
    assert [screen.read(1.0), clock()] == [None, 1.0]
    assert [screen.read(1.0), clock()] == [None, 2.0]
    assert [screen.read(1.0), clock()] == [Resize(), 2.5]
    assert screen.size() == (24, 80)
    assert screen.read(None) == Closed()


def test_without_a_limit_a_wait_takes_all_of_its_time() -> None:
    clock = FakeClock(0)
    screen = FakeTerminal(7, 20, [Wait(1), Wait(2), "a"], clock=clock)
    assert [screen.read(None), clock()] == [Key("a"), 3.0]


def test_a_limit_of_nothing_moves_no_clock() -> None:
    clock = FakeClock(0)
    screen = FakeTerminal(7, 20, [Wait(1), "a"], clock=clock)
    assert [screen.read(0), clock()] == [None, 0.0]
