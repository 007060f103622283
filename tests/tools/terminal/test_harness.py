"""The harness waits for what it says, sends what a terminal sends and gives the program plain surroundings."""

from __future__ import annotations

import curses
import os
import sys
import time
from pathlib import Path

import pytest

from tests.tools.posix import has_posix

if not has_posix():
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.tools.terminal import proc
from tests.tools.terminal.keys import key_bytes, mouse_bytes
from tests.tools.terminal.programs import burn, reader, say, window
from tests.tools.terminal.session import NotSettled, Terminal


def test_after_settling_the_answer_to_the_last_key_is_on_the_screen(tmp_path: Path) -> None:
    with Terminal.call(reader(), tmp_path) as terminal:
        terminal.settle()
        for count in range(1, 51):
            terminal.send("x")
            assert terminal.settle().shows(f"read {count} bytes")


@pytest.mark.skipif(not proc.AVAILABLE, reason="needs /proc")
def test_settling_waits_for_a_program_that_sleeps_before_it_answers(tmp_path: Path) -> None:
    with Terminal.call(reader(lambda data: time.sleep(0.03)), tmp_path) as terminal:
        terminal.settle()
        for count in range(1, 6):
            terminal.send("x")
            assert terminal.settle().row(3) == f"read {count} bytes"


def test_settling_waits_until_a_lone_escape_is_told_from_a_key(tmp_path: Path) -> None:
    with Terminal.call(window, tmp_path) as terminal:
        terminal.settle()
        terminal.press("up", "esc")
        assert terminal.settle().row(23) == "KEY_UP ^["


def test_without_proc_sleep_and_quiet_are_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proc, "AVAILABLE", False)
    with Terminal.call(reader(lambda data: burn(0.15)), tmp_path) as terminal:
        terminal.settle()
        terminal.send("xyz")
        assert terminal.settle().shows("read 3 bytes")


def test_a_program_that_never_rests_is_reported_with_its_screen(tmp_path: Path) -> None:
    def spin() -> int:
        say("spinning")
        while True:
            pass

    with (
        Terminal.call(spin, tmp_path, deadline=0.2) as terminal,
        pytest.raises(NotSettled, match=r"(?s)wait for input.*spinning"),
    ):
        terminal.settle()


def test_a_resize_is_settled_with_the_new_size_on_the_screen(tmp_path: Path) -> None:
    with Terminal.call(window, tmp_path) as terminal:
        assert terminal.settle().row(0) == "24x80"
        for rows, cols in [(10, 40), (50, 200), (5, 20), (24, 80)]:
            terminal.resize(rows, cols)
            assert terminal.settle().row(0) == f"{rows}x{cols}"
        assert terminal.screen.row(23) == "KEY_RESIZE KEY_RESIZE KEY_RESIZE KEY_RESIZE"


def test_a_burst_larger_than_any_buffer_arrives_while_the_program_writes_more_than_any_buffer(tmp_path: Path) -> None:
    with Terminal.call(reader(lambda data: say("\r" + "." * 300)), tmp_path) as terminal:
        terminal.settle()
        mark = terminal.mark()
        terminal.send("x" * 20_000)
        assert terminal.settle().shows("read 20000 bytes")
        assert len(terminal.output(mark)) > 90_000


def test_waiting_for_a_text_fails_when_the_program_ends_without_it(tmp_path: Path) -> None:
    with Terminal.call(lambda: say("2 s"), tmp_path) as terminal:
        terminal.wait_for("2 s")
        with pytest.raises(AssertionError, match=r"(?s)to show '9 s'; it is: ended with 0"):
            terminal.wait_for("9 s")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("down", b"\x1b[B"),
        ("shift+up", b"\x1b[1;2A"),
        ("ctrl+shift+left", b"\x1b[1;6D"),
        ("ctrl+pgup", b"\x1b[5;5~"),
        ("f5", b"\x1b[15~"),
        ("ctrl+c", b"\x03"),
        ("alt+x", b"\x1bx"),
        ("+", b"+"),
        ("alt+enter", b"\x1b\r"),
    ],
)
def test_a_key_name_gives_the_bytes_xterm_sends(name: str, data: bytes) -> None:
    assert key_bytes(name) == data


def test_mouse_reports_are_sgr_and_count_from_one(tmp_path: Path) -> None:
    assert mouse_bytes(4, 9) == b"\x1b[<0;10;5M"
    assert mouse_bytes(0, 0, "right", release=True) == b"\x1b[<2;1;1m"
    assert mouse_bytes(0, 0, "left", motion=True) == b"\x1b[<32;1;1M"
    with (
        Terminal.call(reader(), tmp_path) as terminal,
        pytest.raises(AssertionError, match="no terminal would report"),
    ):
        terminal.click(1, 2)


def test_the_program_lives_in_its_own_home_and_a_plain_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("LC_MESSAGES", "de_DE")

    def tell() -> int:
        names = sorted(name for name in os.environ if name.startswith(("HOME", "COL", "LC", "X")))
        Path("environment").write_text(" ".join(names))
        say(f"{os.environ['TERM']} {sys.stdout.encoding}")
        return 0

    home = tmp_path / "home"
    with Terminal.call(tell, home, env={"XDG_CACHE_HOME": None}) as terminal:
        assert terminal.wait_exit() == 0
        assert terminal.screen.row(3) == "xterm-256color UTF-8"
    assert (home / "environment").read_text() == "HOME LC_ALL XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME"


@pytest.mark.parametrize("term", ["vt100", "tmux-256color"])
def test_curses_draws_the_same_on_many_terminals(tmp_path: Path, term: str) -> None:
    def draw(sheet: curses.window) -> None:
        sheet.border()
        sheet.hline(3, 2, "-", 20)
        sheet.addstr(5, 2, "a" * 30, curses.A_BOLD)
        sheet.getch()
        sheet.move(3, 0)
        sheet.insertln()
        sheet.getch()

    with Terminal.call(lambda: curses.wrapper(draw), tmp_path, term=term, rows=8, cols=40) as terminal:
        middle = "│" + " " * 38 + "│"
        top, bottom = "┌" + "─" * 38 + "┐", "└" + "─" * 38 + "┘"
        line, text = "│ " + "-" * 20 + " " * 17 + "│", "│ " + "a" * 30 + " " * 7 + "│"
        assert terminal.settle().text() == [top, middle, middle, line, middle, text, middle, bottom]
        assert terminal.screen.glyph(5, 2).bold
        terminal.press("x")
        assert terminal.settle().text() == [top, middle, middle, "", line, middle, text, middle]
        assert terminal.screen.unknown == []
        terminal.press("x")
        assert terminal.wait_exit() == 0
        terminal.assert_restored(main_buffer=False)
