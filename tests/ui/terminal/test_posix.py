"""What waits at a terminal: in its order, but for what ends the program. All else of it is tested through curses."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests.tools.posix import has_posix

if not has_posix():
    pytest.skip("needs POSIX", allow_module_level=True)

from minesweeper.ui.terminal import posix
from minesweeper.ui.terminal.events import Change, Event, Key, Signal
from minesweeper.ui.terminal.posix import PosixInput


class Line:
    """An input and the other end of its line."""

    def __init__(self) -> None:
        self.end, self.here = os.pipe()
        self.input = PosixInput(self.end, {})
        self.input.start()

    def read_all(self) -> list[Event]:
        events: list[Event] = []
        while (event := self.input.read(0)) is not None:
            events.append(event)
        return events


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.input.stop()
    os.close(line.end)


def test_a_few_keys_keep_their_order(line: Line) -> None:
    os.write(line.here, b"ab\x03c")
    assert line.read_all() == [Key("a"), Key("b"), Key("ctrl+c"), Key("c")]


def test_ctrl_c_goes_before_all_that_was_typed_ahead_which_is_dropped(line: Line) -> None:
    os.write(line.here, b"r" * 60_000)
    assert line.input.read(0) == Key("r")
    os.write(line.here, b"\x03x")
    assert line.read_all() == [Key("ctrl+c"), Key("x")]


def test_a_signal_to_end_goes_before_all_that_was_typed_ahead(line: Line) -> None:
    os.write(line.here, b"r" * 60_000)
    assert line.input.read(0) == Key("r")
    os.kill(os.getpid(), signal.SIGTERM)
    assert line.read_all() == [Signal(signal.SIGTERM)]


def test_what_waits_is_bounded_and_ctrl_c_is_still_seen(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posix, "FLOOD_LIMIT", 1000)
    os.write(line.here, b"r" * 60_000)
    assert len(line.read_all()) == 1000
    os.write(line.here, b"r" * 60_000 + b"\x03")
    assert line.read_all() == [Key("ctrl+c")]


def test_a_program_that_was_stopped_longer_than_it_would_have_waited_is_told_so() -> None:
    program = (
        "import os, sys\n"
        "from minesweeper.ui.terminal.posix import PosixInput\n"
        "end, here = os.pipe()\n"
        "line = PosixInput(end, {})\n"
        "line.start()\n"
        "print('reading', flush=True)\n"
        "print(line.read(1.0), flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "reading\n"
        began = time.monotonic()
        os.kill(child.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, child.pid, os.WSTOPPED | os.WNOWAIT)
        while time.monotonic() < began + 1.2:
            select.select([], [], [], 0.1)
        os.kill(child.pid, signal.SIGCONT)
        assert child.stdout.readline() == f"{Change.RESUMED}\n"


def test_a_line_that_was_closed_is_told_after_what_had_come(line: Line) -> None:
    os.write(line.here, b"ab")
    os.close(line.here)
    assert [line.input.read(0) for _ in range(4)] == [Key("a"), Key("b"), Change.CLOSED, Change.CLOSED]
