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

import tty

from tests.tools.terminal import proc
from tests.tools.terminal.keys import key_bytes, mouse_bytes
from tests.tools.terminal.programs import MOUSE_ON, burn, reader, say, window
from tests.tools.terminal.session import NotSettled, Terminal

# Settling.


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
        terminal.press("esc")
        assert terminal.settle().row(23) == "^["
        terminal.press("up", "esc")
        assert terminal.settle().row(23) == "^[ KEY_UP ^["


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


def test_waiting_for_a_text_sees_what_comes_by_itself(tmp_path: Path) -> None:
    def clock() -> int:
        for second in range(5):
            time.sleep(0.01)
            say(f"{second} s, ")
        sys.stdin.readline()
        return 0

    with Terminal.call(clock, tmp_path) as terminal:
        terminal.wait_for("2 s")
        terminal.wait_for(lambda screen: screen.shows("4 s"))
        terminal.send("\n")
        with pytest.raises(AssertionError, match=r"(?s)to show '9 s'; it is: ended with 0"):
            terminal.wait_for("9 s")


# Keys and mouse.


def test_keys_come_in_the_form_the_program_asked_for(tmp_path: Path) -> None:
    with Terminal.call(window, tmp_path) as terminal:
        terminal.settle()
        assert terminal.screen.is_on(1)
        terminal.press("up", "home", "f2", "pgdn", "shift+tab", "enter", "é")
        assert terminal.settle().row(23) == "KEY_UP KEY_HOME KEY_F(2) KEY_NPAGE KEY_BTAB ^J M-C M-)"


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
        ("alt++", b"\x1b+"),
        ("space", b" "),
        ("alt+enter", b"\x1b\r"),
    ],
)
def test_a_key_name_gives_the_bytes_xterm_sends(name: str, data: bytes) -> None:
    assert key_bytes(name) == data


def test_mouse_reports_are_sgr_and_count_from_one() -> None:
    assert mouse_bytes(4, 9) == b"\x1b[<0;10;5M"
    assert mouse_bytes(0, 0, "right", release=True) == b"\x1b[<2;1;1m"
    assert mouse_bytes(0, 0, "left", motion=True, modifiers=["ctrl"]) == b"\x1b[<48;1;1M"
    assert mouse_bytes(0, 0, "wheel left") == b"\x1b[<66;1;1M"
    assert mouse_bytes(0, 0, 129) == b"\x1b[<129;1;1M"


def test_the_mouse_reaches_only_a_program_that_asked_for_it(tmp_path: Path) -> None:
    def mice() -> int:
        tty.setraw(0)
        say("no mouse yet, ")
        os.read(0, 1)
        say(MOUSE_ON + "ready")
        say(os.read(0, 1000).decode().replace("\x1b", "^"))
        return os.read(0, 1)[0]

    with Terminal.call(mice, tmp_path) as terminal:
        terminal.wait_for("no mouse yet")
        with pytest.raises(AssertionError, match="no terminal would report"):
            terminal.click(1, 2)
        terminal.press("x")
        terminal.wait_for("ready")
        terminal.click(1, 2, "right")
        assert terminal.settle().shows("ready^[<2;3;2M^[<2;3;2m")


# Surroundings.


def test_the_program_lives_in_its_own_home_and_a_plain_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("LC_MESSAGES", "de_DE")

    def tell() -> int:
        values = {name: value for name, value in os.environ.items() if name.startswith(("HOME", "COL", "LC", "X"))}
        Path("environment").write_text(repr(values))
        say(f"{os.environ['TERM']} {sys.stdout.encoding}")
        return 0

    home = tmp_path / "home"
    with Terminal.call(tell, home, env={"XDG_CACHE_HOME": None}) as terminal:
        assert terminal.wait_exit() == 0
        assert terminal.screen.row(3) == "xterm-256color UTF-8"
    expected = {
        "HOME": f"{home}",
        "XDG_CONFIG_HOME": f"{home}/.config",
        "XDG_DATA_HOME": f"{home}/.local/share",
        "XDG_STATE_HOME": f"{home}/.local/state",
        "LC_ALL": "C.UTF-8",
    }
    assert (home / "environment").read_text() == repr(expected)


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


def test_answers_of_the_terminal_reach_the_program(tmp_path: Path) -> None:
    def ask() -> int:
        tty.setraw(0)
        say("\x1b[6n")
        say(os.read(0, 100).decode().replace("\x1b", "^"))
        return 0

    with Terminal.call(ask, tmp_path) as terminal:
        terminal.wait_exit()
        assert terminal.screen.row(3) == "^[4;1R"


def test_a_command_runs_in_a_fresh_interpreter(tmp_path: Path) -> None:
    script = "import sys; print(len(sys.modules) < 200, input('name? '))"
    with Terminal.command([sys.executable, "-c", script], tmp_path) as terminal:
        assert terminal.settle().row(3) == "name?"
        terminal.send("me\n")
        assert terminal.wait_exit() == 0
        assert terminal.screen.row(4) == "True me"
