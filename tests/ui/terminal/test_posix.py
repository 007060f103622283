"""Input that waits while the program is busy: it keeps its order, except that Ctrl+C and signals come first.

The rest of `PosixInput` is tested through curses.
"""

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
    """A `PosixInput` and the other end of the pipe that it reads."""

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


def test_keys_and_ctrl_c_keep_their_order_when_few_are_waiting(line: Line) -> None:
    os.write(line.here, b"ab\x03c")
    assert line.read_all() == [Key("a"), Key("b"), Key("ctrl+c"), Key("c")]


def test_ctrl_c_discards_a_flood_of_keys_before_it(line: Line) -> None:
    os.write(line.here, b"r" * 60_000)
    assert line.input.read(0) == Key("r")
    os.write(line.here, b"\x03x")
    assert line.read_all() == [Key("ctrl+c"), Key("x")]


def test_a_signal_to_end_discards_a_flood_of_waiting_keys(line: Line) -> None:
    os.write(line.here, b"r" * 60_000)
    assert line.input.read(0) == Key("r")
    os.kill(os.getpid(), signal.SIGTERM)
    assert line.read_all() == [Signal(signal.SIGTERM)]


def test_ctrl_c_is_recognised_after_more_keys_than_are_kept(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posix, "FLOOD_LIMIT", 1000)
    os.write(line.here, b"r" * 60_000)
    assert len(line.read_all()) == 1000
    os.write(line.here, b"r" * 60_000 + b"\x03")
    assert line.read_all() == [Key("ctrl+c")]


def test_a_program_resumed_after_its_wait_is_notified() -> None:
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


def test_a_closed_terminal_is_reported_after_the_last_keys(line: Line) -> None:
    os.write(line.here, b"ab")
    os.close(line.here)
    assert [line.input.read(0) for _ in range(4)] == [Key("a"), Key("b"), Change.CLOSED, Change.CLOSED]
