"""The line of progress: on terminals only, not more often than it can be read, cut to fit, and gone at the end."""

from __future__ import annotations

import io
import threading
import time

import pytest

from minesweeper.core import progress
from minesweeper.core.progress import ProgressLine


class Terminal(io.StringIO):
    """A stream that is a terminal of 80 columns."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_it_is_shown_on_a_terminal_and_taken_away(clock: list[float]) -> None:
    stream = Terminal()
    with ProgressLine(stream) as line:
        line.show("too early")
        assert stream.getvalue() == ""
        clock[0] = 1.0
        line.show("1 of 10")
        line.show("too early again")
        assert stream.getvalue() == "\r1 of 10"
        clock[0] = 2.0
        line.show("2")
        assert stream.getvalue() == "\r1 of 10\r2      "
        clock[0] = 3.0
        line.show("3" * 100)
        assert stream.getvalue().endswith("\r" + "3" * 79)
    *_, blank, end = stream.getvalue().split("\r")
    assert (blank, end) == (" " * 79, "")


def test_it_is_never_written_to_a_file(clock: list[float]) -> None:
    stream = io.StringIO()
    with ProgressLine(stream) as line:
        clock[0] = 9.0
        line.show("1 of 10")
    assert stream.getvalue() == ""


def test_where_lines_are_wanted_elsewhere_there_is_one_every_ten_seconds(clock: list[float]) -> None:
    stream = io.StringIO()
    with ProgressLine(stream, elsewhere=True) as line:
        for second in range(25):
            clock[0] = float(second)
            line.show(f"{second} of 25")
    assert stream.getvalue() == "10 of 25\n20 of 25\n"


class Gone(Terminal):
    """A terminal whose reader has gone."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_work_goes_on_when_nobody_watches_any_more(clock: list[float]) -> None:
    with ProgressLine(Gone()) as line:
        clock[0] = 1.0
        line.show("1 of 10")
        clock[0] = 2.0
        assert not line.is_due
        line.show("2 of 10")


class Heard(io.StringIO):
    """A file of which one hears when it has got a line."""

    def __init__(self) -> None:
        super().__init__()
        self.written = threading.Event()

    def flush(self) -> None:
        self.written.set()


def test_it_is_shown_while_one_piece_of_the_work_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY_ELSEWHERE", 0.0)
    monkeypatch.setattr(progress, "_SOONEST", 0.0)
    stream = Heard()
    with ProgressLine(stream, elsewhere=True) as line:
        line.keep_showing(lambda: "0 of 10")
        assert stream.written.wait(60)
    assert set(stream.getvalue().splitlines()) == {"0 of 10"}
    after = stream.getvalue()
    line.show("too late")
    assert stream.getvalue() == after
