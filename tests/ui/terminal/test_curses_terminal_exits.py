"""Every way out of the terminal adapter, and back in, in a real pseudo-terminal: what it took over it gives back."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.tools.posix import has_posix

if not has_posix():
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

import termios

from minesweeper.ui.terminal import posix
from tests.tools.terminal.session import Terminal
from tests.ui import screen_programs as programs
from tests.ui.screen_programs import echo, quit_cleanly


def test_a_fault_before_the_first_frame_restores_too(tmp_path: Path) -> None:
    with Terminal.call(programs.fault_at_once, tmp_path) as terminal:
        assert terminal.wait_exit() == 1
        terminal.assert_restored()
        assert terminal.screen.shows("RuntimeError: the program has a fault")


def test_a_screen_can_be_opened_again(tmp_path: Path) -> None:
    with Terminal.call(programs.two_screens, tmp_path) as terminal:
        terminal.settle()
        terminal.press("x", "q")
        assert terminal.settle().row(0).startswith("24x80 0 events")
        quit_cleanly(terminal)


def test_a_hung_program_ends_at_the_second_signal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posix, "HUNG_SECONDS", 0.0)
    with Terminal.call(echo, tmp_path) as terminal:
        terminal.settle()
        terminal.press("s")
        terminal.wait_for(lambda screen: screen.bells == 1)
        terminal.signal(signal.SIGTERM)
        terminal.signal(signal.SIGHUP)
        assert terminal.wait_exit() in (128 + signal.SIGTERM, 128 + signal.SIGHUP)
        terminal.assert_restored()


def test_in_the_background_it_leaves_the_terminal_alone(tmp_path: Path) -> None:
    with Terminal.call(echo, tmp_path) as terminal:
        terminal.settle()
        terminal.stop()
        terminal.signal(signal.SIGCONT)
        terminal.wait_stopped()
        terminal.assert_restored()
        terminal.cont()
        assert terminal.settle().row(23) == "⚑" * 79 + "✱"
        quit_cleanly(terminal)


@pytest.mark.parametrize("stops", [False, True])
def test_all_rows_scroll_again_whatever_curses_thought_their_number_was(stops: bool, tmp_path: Path) -> None:
    with Terminal.call(echo, tmp_path) as terminal:
        terminal.settle()
        # What curses sends when it hears of a size that the terminal no longer has.
        terminal.screen.feed(b"\x1b[1;10r")
        if stops:
            terminal.stop()
            terminal.assert_restored()
            terminal.cont()
            terminal.settle()
            terminal.screen.feed(b"\x1b[1;10r")
        quit_cleanly(terminal)


def test_signals_and_files_are_given_back(tmp_path: Path) -> None:
    with Terminal.call(programs.gives_signals_back, tmp_path) as terminal:
        assert terminal.wait_exit() == 0
        terminal.assert_restored()


def test_an_end_right_after_a_stop_restores_too(tmp_path: Path) -> None:
    with Terminal.call(programs.ends_when_it_returns, tmp_path) as terminal:
        terminal.wait_stopped()
        terminal.assert_restored()
        terminal.cont()
        assert terminal.wait_exit() == 0
        terminal.assert_restored()


def test_where_stopping_is_ignored_ctrl_z_only_repaints(tmp_path: Path) -> None:
    with Terminal.call(echo, tmp_path, ignored=[signal.SIGTSTP]) as terminal:
        terminal.settle()
        terminal.press("ctrl+z")
        assert terminal.settle().row(1) == "suspend"
        quit_cleanly(terminal)


def test_a_stop_that_cannot_be_caught_is_made_good_afterwards(tmp_path: Path) -> None:
    with Terminal.call(echo, tmp_path) as terminal:
        terminal.settle()
        terminal.signal(signal.SIGSTOP)
        terminal.wait_stopped()
        # A shell would write its prompt and reset what it knows of.
        terminal.screen.feed(b"\x1b[2J\x1b[?1000l\x1b[?1002l\x1b[?1006lprompt")
        termios.tcsetattr(terminal._slave, termios.TCSANOW, terminal.termios_before)
        terminal.cont()
        screen = terminal.settle()
        assert screen.row(1) == "resumed"
        assert screen.row(23) == "⚑" * 79 + "✱"
        assert not screen.shows("prompt")
        terminal.click(1, 1)
        assert terminal.settle().row(1) == "release left 1,1"
        terminal.press("ctrl+c")
        assert terminal.settle().row(1) == "ctrl+c"
        quit_cleanly(terminal)


def test_by_codes_of_curses_a_closed_terminal_is_noticed_too(tmp_path: Path) -> None:
    with Terminal.call(programs.echo_as_on_windows, tmp_path, ignored=[signal.SIGHUP]) as terminal:
        terminal.settle()
        terminal.close_terminal()
        assert terminal.wait_exit() == 3
