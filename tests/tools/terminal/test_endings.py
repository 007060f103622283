"""However a program ends or stops, the harness knows its status, sees what it left behind and leaves no process."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path

import pytest

from tests.tools.posix import has_posix

if not has_posix():
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

import tty

from tests.tools.terminal import child
from tests.tools.terminal.programs import reader, say, window
from tests.tools.terminal.session import Terminal


def test_leaving_politely_restores_everything(tmp_path: Path) -> None:
    with Terminal.call(window, tmp_path) as terminal:
        terminal.settle()
        assert terminal.screen.alternate
        assert terminal.termios() != terminal.termios_before
        terminal.press("q")
        assert terminal.wait_exit() == 0
        terminal.assert_restored()
        assert terminal.screen.text()[:4] == ["$ ls", "boards  notes.txt", "$ minesweeper", ""]


@pytest.mark.parametrize(
    ("mess", "complaint"),
    [
        ("\x1b[?1000h", r"modes \[1000\]"),
        ("\x1b[?1003;1006h", r"modes \[1003, 1006\]"),
        ("\x1b[?1049h", "alternate buffer"),
        ("\x1b[?25l", "cursor is hidden"),
        ("\x1b[?1h", "application mode"),
        ("\x1b=", "application mode"),
        ("\x1b[?7l", "do not wrap"),
        ("\x1b[31m", "text comes out as"),
        ("\x1b(0", "letters come out as lines"),
        ("\x1b[2;5r", "only rows"),
        ("\x1b]0;title", "is unfinished"),
        ("\x1b[H\x1b[2J", "the main buffer began with"),
        ("\x1b[Hx", "the main buffer began with"),
    ],
)
def test_what_a_program_leaves_behind_is_noticed(tmp_path: Path, mess: str, complaint: str) -> None:
    with Terminal.call(lambda: say(mess), tmp_path) as terminal:
        assert terminal.wait_exit() == 0
        with pytest.raises(AssertionError, match=complaint):
            terminal.assert_restored()


def test_terminal_settings_left_behind_are_noticed(tmp_path: Path) -> None:
    def spoil() -> None:
        tty.setraw(0)

    with Terminal.call(spoil, tmp_path) as terminal:
        assert terminal.wait_exit() == 0
        with pytest.raises(AssertionError, match="termios lflag was"):
            terminal.assert_restored()


def test_an_exception_is_printed_on_the_terminal_and_ends_with_1(tmp_path: Path) -> None:
    def fail() -> int:
        raise ValueError("no such board")

    with Terminal.call(fail, tmp_path) as terminal:
        assert terminal.wait_exit() == 1
        assert terminal.screen.shows("Traceback (most recent call last):")
        assert terminal.screen.shows("ValueError: no such board")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_signal_ends_with_128_and_its_number(tmp_path: Path, number: signal.Signals) -> None:
    with Terminal.call(reader(), tmp_path) as terminal:
        terminal.settle()
        terminal.signal(number)
        assert terminal.wait_exit() == 128 + number


def wait_for_hang_up() -> int:
    # The end of input, as no data or as an error, may come before the signal.
    with contextlib.suppress(OSError):
        os.read(0, 1)
    signal.pause()
    return 0


def test_closing_the_window_hangs_up(tmp_path: Path) -> None:
    with Terminal.call(wait_for_hang_up, tmp_path) as terminal:
        terminal.settle()
        terminal.close_terminal()
        assert terminal.wait_exit() == 128 + signal.SIGHUP


def test_a_program_that_ignores_hang_ups_outlives_its_window(tmp_path: Path) -> None:
    def wait() -> int:
        with contextlib.suppress(OSError):
            os.read(0, 1)
        return 7 if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN else 8

    with Terminal.call(wait, tmp_path, ignored=[signal.SIGHUP]) as terminal:
        terminal.settle()
        terminal.signal(signal.SIGHUP)
        terminal.settle()
        terminal.close_terminal()
        assert terminal.wait_exit() == 7


@pytest.mark.parametrize("ending", ["running", "stopped", "ended", "closed"])
def test_no_process_and_no_descriptor_is_left(tmp_path: Path, ending: str) -> None:
    before = set(child.OWNED)
    with Terminal.call(window, tmp_path) as terminal:
        terminal.settle()
        if ending == "stopped":
            terminal.stop()
        elif ending == "ended":
            terminal.press("q")
            terminal.wait_exit()
        elif ending == "closed":
            terminal.close_terminal()
    assert before == child.OWNED
    with pytest.raises(ProcessLookupError):
        os.kill(terminal.pid, 0)


# Job control.


def test_ctrl_z_stops_the_program_with_the_terminal_restored_and_fg_brings_it_back(tmp_path: Path) -> None:
    with Terminal.call(window, tmp_path) as terminal:
        terminal.settle()
        terminal.stop()
        terminal.assert_restored()
        terminal.cont()
        terminal.settle()
        assert terminal.screen.row(0) == "24x80"
        assert terminal.screen.is_on(1000)
        terminal.press("q")
        assert terminal.wait_exit() == 0
        terminal.assert_restored()


def test_a_program_resumed_in_the_background_stops_again_when_it_reads(tmp_path: Path) -> None:
    with Terminal.call(reader(), tmp_path) as terminal:
        terminal.settle()
        terminal.signal(signal.SIGSTOP)
        terminal.wait_stopped()
        terminal.signal(signal.SIGCONT)
        terminal.wait_stopped()
