"""`CursesTerminal` in a real pseudo-terminal. However the program ends, it restores what it changed."""

from __future__ import annotations

import ast
import os
import signal
from pathlib import Path

import pytest

from tests.tools.posix import has_posix

if not has_posix():
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

import termios

from minesweeper.ui.terminal import posix
from minesweeper.ui.terminal.events import Change, Key
from minesweeper.ui.terminal.posix import PosixInput
from tests.tools import windows_curses
from tests.tools.terminal.keys import mouse_bytes
from tests.tools.terminal.session import ROOT, Terminal
from tests.ui import screen_programs as programs
from tests.ui.screen_programs import echo, quit_cleanly

WITHOUT_BUFFERS = {"linux", "vt100", "vt102", "vt220"}


def test_resuming_is_reported_before_keys_and_resizes_while_suspended() -> None:
    reader, writer = os.pipe()
    events = PosixInput(reader)
    events.start()
    try:
        for number in (signal.SIGWINCH, signal.SIGCONT):
            os.kill(os.getpid(), number)
        os.write(writer, b"a")
        assert [events.read(None) for _ in range(3)] == [Change.RESUMED, Change.RESIZE, Key("a")]
    finally:
        events.stop()
        os.close(reader)
        os.close(writer)


def test_a_terminal_that_is_too_large_is_used_in_part_and_restored(tmp_path: Path) -> None:
    with Terminal.call(echo, tmp_path, rows=510, cols=20) as terminal:
        screen = terminal.settle()
        assert screen.row(0).startswith("500x20 ")
        assert screen.row(499) == "⚑" * 19 + "✱"
        quit_cleanly(terminal)


def test_the_environment_variables_lines_and_columns_are_removed(tmp_path: Path) -> None:
    with Terminal.call(programs.looks_at_its_environment, tmp_path, env={"LINES": "10", "COLUMNS": "40"}) as terminal:
        assert terminal.wait_exit() == 0


def test_unread_keys_do_not_reach_the_shell_at_the_end(tmp_path: Path) -> None:
    with Terminal.call(programs.leaves_before_it_has_read_all, tmp_path) as terminal:
        terminal.settle()
        terminal.press("a")
        terminal.settle()
        terminal.send(b"rm -r boards\r")
        assert terminal.wait_exit() == 0
        terminal.assert_restored()


def test_the_wait_after_esc_follows_the_variable_escdelay(tmp_path: Path) -> None:
    with Terminal.call(echo, tmp_path, env={"ESCDELAY": "10000"}) as terminal:
        terminal.settle()
        terminal.send(b"\x1b")
        assert terminal.settle().row(0).startswith("24x80 0 events")
        terminal.send(b"[B")
        assert terminal.settle().row(1) == "down"
        quit_cleanly(terminal)


def test_a_palette_can_set_the_background_of_the_whole_screen(tmp_path: Path) -> None:
    with Terminal.call(programs.page, tmp_path) as terminal:
        screen = terminal.settle()
        blank, loud = screen.glyph(20, 79), screen.glyph(2, 3)
        assert blank.bg != "default"
        assert loud.data == "L"
        assert loud.bold
        assert loud.underline
        quit_cleanly(terminal)


@pytest.mark.parametrize("term", ["xterm-256color", "xterm", "vt100"])
def test_missing_terminal_colours_are_replaced_by_bold_or_reverse(term: str, tmp_path: Path) -> None:
    with Terminal.call(programs.many_pairs, tmp_path, term=term) as terminal:
        screen = terminal.settle()
        assert "".join([screen.row(row) for row in range(8)]) == "x" * 600
        first, last = screen.glyph(0, 1), screen.glyph(7, 30)
        assert first.bold
        assert (first.fg != "default") == (term != "vt100")
        background = "green" if term == "xterm" else "default"
        assert (last.fg, last.bg, last.bold) == ("default", background, True)
        assert last.reverse == (term != "xterm")
        quit_cleanly(terminal, main_buffer=term != "vt100")


@pytest.mark.parametrize(("term", "copied"), [("xterm-256color", "a board code"), ("vt100", None), ("linux", None)])
def test_text_is_copied_only_by_terminals_that_can_copy(term: str, copied: str | None, tmp_path: Path) -> None:
    with Terminal.call(echo, tmp_path, term=term) as terminal:
        assert terminal.settle().clipboard is None
        terminal.press("y", "b")
        assert terminal.settle().clipboard == copied
        assert terminal.screen.bells == 1
        quit_cleanly(terminal, main_buffer=term not in WITHOUT_BUFFERS)


def test_synchronized_updates_are_sent_only_to_capable_terminals(tmp_path: Path) -> None:
    for term, count in (("xterm-256color", 1), ("vt100", 0), ("linux", 0)):
        with Terminal.call(echo, tmp_path, term=term) as terminal:
            assert not terminal.settle().is_on(2026)
            assert terminal.output().count(b"\x1b[?2026h") == terminal.output().count(b"\x1b[?2026l") == count


def test_each_frame_is_sent_to_the_terminal_in_one_write(tmp_path: Path) -> None:
    with Terminal.call(programs.paints_and_tells_its_writes, tmp_path) as terminal:
        assert terminal.wait_exit() == 0
        before, _, after = terminal.output().partition(b"WRITES")
    sizes = [int(size) for size in after.partition(b"END")[0].split()]
    frames = [b"\x1b[?2026h" + part.partition(b"\x1b[?2026l")[0] for part in before.split(b"\x1b[?2026h")[1:]]
    assert len(sizes) == 3
    # If curses wrote anything by itself, the output would be longer than these writes.
    assert [len(frame) + len(b"\x1b[?2026l") for frame in frames] == sizes[:2]


def test_a_terminal_that_reads_slowly_gets_every_frame_in_full(tmp_path: Path) -> None:
    with Terminal.call(programs.paints_without_waiting, tmp_path, rows=60, cols=200) as terminal:
        screen = terminal.settle()
        assert screen.row(1).startswith(f"{499 * 199} ")
        quit_cleanly(terminal)


def names_of_curses_used() -> tuple[set[str], set[str]]:
    """The names of curses that the program can't do without, and the window methods that it calls."""
    files = [ROOT / "minesweeper" / "ui" / "terminal" / name for name in ("curses_terminal.py", "windows.py")]
    trees = [ast.parse(file.read_text("utf-8")) for file in files]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return (
        {node.attr for node in nodes if isinstance(node.value, ast.Name) and node.value.id == "curses"},
        {node.attr for node in nodes if isinstance(node.value, ast.Attribute) and node.value.attr == "_window"},
    )


def test_the_terminal_uses_only_names_that_windows_curses_has() -> None:
    names, methods = names_of_curses_used()
    assert "color_pair" in names
    assert "addstr" in methods
    assert names - {"window", "error"} <= windows_curses.FUNCTIONS | windows_curses.CONSTANTS
    assert methods <= windows_curses.WINDOW_METHODS


def test_the_screen_follows_the_window_size_as_on_windows(tmp_path: Path) -> None:
    with Terminal.call(programs.echo_as_on_windows, tmp_path) as terminal:
        assert terminal.settle().row(0).startswith("24x80 ")
        terminal.resize(30, 100)
        screen = terminal.settle()
        assert screen.row(0).startswith("30x100 1 events")
        assert screen.row(29) == "⚑" * 99 + "✱"
        quit_cleanly(terminal, main_buffer=False)


def test_keys_and_mouse_work_without_functions_that_windows_lacks(tmp_path: Path) -> None:
    with Terminal.call(programs.echo_as_on_windows, tmp_path) as terminal:
        terminal.settle()
        terminal.send(b"\x1bOA")
        assert terminal.settle().row(1) == "up"
        terminal.press("é", "f5", "ctrl+c")
        screen = terminal.settle()
        assert [screen.row(row) for row in (3, 2, 1)] == ["é", "f5", "ctrl+c"]
        terminal.click(3, 4)
        screen = terminal.settle()
        assert [screen.row(row) for row in (2, 1)] == ["press left 3,4", "release left 3,4"]
        assert screen.row(23) == "⚑" * 79 + "✱"
        terminal.send(mouse_bytes(3, 4, "wheel up"))
        assert terminal.settle().row(1) == "wheel up 3,4"
        quit_cleanly(terminal)


def test_text_is_copied_by_the_clipboard_program_as_on_windows(tmp_path: Path) -> None:
    program = tmp_path / "System32" / "clip.exe"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nexec cat > {tmp_path}/copied\n")
    program.chmod(0o700)
    with Terminal.call(programs.echo_as_on_windows, tmp_path, env={"SYSTEMROOT": str(tmp_path)}) as terminal:
        terminal.settle()
        # Only the end shows that copying is done, because waiting for clip.exe looks like waiting for a key.
        terminal.press("y")
        quit_cleanly(terminal)
    assert (tmp_path / "copied").read_bytes() == "a board code".encode("utf-16-le")


def test_an_exception_before_the_first_frame_restores_the_terminal(tmp_path: Path) -> None:
    with Terminal.call(programs.fault_at_once, tmp_path) as terminal:
        assert terminal.wait_exit() == 1
        terminal.assert_restored()
        assert terminal.screen.shows("RuntimeError: the program has a fault")


def test_the_curses_terminal_can_be_opened_twice(tmp_path: Path) -> None:
    with Terminal.call(programs.two_screens, tmp_path) as terminal:
        terminal.settle()
        terminal.press("x", "q")
        assert terminal.settle().row(0).startswith("24x80 0 events")
        quit_cleanly(terminal)


def test_a_program_that_hangs_ends_at_the_second_signal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posix, "HUNG_SECONDS", 0.0)
    with Terminal.call(echo, tmp_path) as terminal:
        terminal.settle()
        terminal.press("s")
        terminal.wait_for(lambda screen: screen.bells == 1)
        terminal.signal(signal.SIGTERM)
        terminal.signal(signal.SIGHUP)
        assert terminal.wait_exit() in (128 + signal.SIGTERM, 128 + signal.SIGHUP)
        terminal.assert_restored()


def test_a_program_in_the_background_leaves_the_terminal_alone(tmp_path: Path) -> None:
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
def test_ending_the_program_restores_scrolling_of_all_terminal_rows(stops: bool, tmp_path: Path) -> None:
    with Terminal.call(echo, tmp_path) as terminal:
        terminal.settle()
        # Curses sends this for a size that the terminal no longer has.
        terminal.screen.feed(b"\x1b[1;10r")
        if stops:
            terminal.stop()
            terminal.assert_restored()
            terminal.cont()
            terminal.settle()
            terminal.screen.feed(b"\x1b[1;10r")
        quit_cleanly(terminal)


def test_ending_the_program_restores_signal_handlers_and_open_files(tmp_path: Path) -> None:
    with Terminal.call(programs.gives_signals_back, tmp_path) as terminal:
        assert terminal.wait_exit() == 0
        terminal.assert_restored()


def test_ending_right_after_resuming_restores_the_terminal(tmp_path: Path) -> None:
    with Terminal.call(programs.ends_when_it_returns, tmp_path) as terminal:
        terminal.wait_stopped()
        terminal.assert_restored()
        terminal.cont()
        assert terminal.wait_exit() == 0
        terminal.assert_restored()


def test_ctrl_z_only_repaints_if_suspending_is_ignored(tmp_path: Path) -> None:
    with Terminal.call(echo, tmp_path, ignored=[signal.SIGTSTP]) as terminal:
        terminal.settle()
        terminal.press("ctrl+z")
        assert terminal.settle().row(1) == "suspend"
        quit_cleanly(terminal)


def test_after_sigstop_the_terminal_is_set_up_and_painted_again(tmp_path: Path) -> None:
    with Terminal.call(echo, tmp_path) as terminal:
        terminal.settle()
        terminal.signal(signal.SIGSTOP)
        terminal.wait_stopped()
        # A shell would write its prompt and reset the modes that it knows.
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


def test_a_closed_terminal_ends_the_program_as_on_windows(tmp_path: Path) -> None:
    with Terminal.call(programs.echo_as_on_windows, tmp_path, ignored=[signal.SIGHUP]) as terminal:
        terminal.settle()
        terminal.close_terminal()
        assert terminal.wait_exit() == 3
