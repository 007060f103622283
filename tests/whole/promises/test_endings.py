"""Promises 1 to 9: however the program ends, stops or refuses to start, it restores the terminal.

A terminal is restored if its settings are as before, the mouse and other modes are off, and the cursor and the main
buffer with its text are shown. `Terminal.assert_restored` checks that.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.tools.posix import has_posix

if not has_posix():
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from minesweeper.cli import main
from tests.tools.terminal.session import ROOT, Terminal
from tests.ui.driving import press
from tests.ui.every_screen import every_screen
from tests.whole.promises.playing import PLAY, UNTOUCHED

SCREENS = {
    "menu": ([], "Intermediate", ()),
    "running game": (PLAY, UNTOUCHED, ("space",)),
    "form": ([], "Intermediate", ("4",)),
    "replays": ([], "Intermediate", ("7",)),
}
"""How to get to some screens: the arguments, a text to wait for, keys."""


def go_to(terminal: Terminal, name: str) -> None:
    """Presses the keys that lead to a screen."""
    _, text, keys = SCREENS[name]
    terminal.wait_for(text)
    for key in keys:
        terminal.settle()
        terminal.press(key)
    terminal.settle()


@pytest.mark.parametrize("keys", [("q",), ("end", "enter"), ("1", "space", "x", "q")])
def test_promise_01_quitting_restores_the_terminal_and_exits_with_0(keys: tuple[str, ...], tmp_path: Path) -> None:
    with Terminal.program([], tmp_path) as terminal:
        terminal.wait_for("Intermediate")
        for key in keys:
            terminal.settle()
            terminal.press(key)
        assert terminal.wait_exit() == 0
        terminal.assert_restored()


@pytest.mark.parametrize(("term", "stops"), [("linux", False), ("vt100", True)])
def test_promise_01_a_terminal_without_a_second_buffer_is_restored(term: str, stops: bool, tmp_path: Path) -> None:
    with Terminal.program([], tmp_path, term=term) as terminal:
        terminal.wait_for("Intermediate")
        assert "Enter choose" in terminal.settle().row(23)
        if stops:
            terminal.stop()
        else:
            terminal.press("q")
            assert terminal.wait_exit() == 0
        terminal.assert_restored(main_buffer=False)
        assert terminal.screen.row(23).strip() == ""
        assert (terminal.screen.cursor.y, terminal.screen.cursor.x) == (23, 0)


@pytest.mark.parametrize("key", ["q", "ctrl+z", "ctrl+\\"])
def test_promise_01_tmux_shows_no_row_of_the_game_after_a_resize(key: str, tmp_path: Path) -> None:
    with in_tmux(tmp_path, "on") as (terminal, tmux):
        terminal.resize(40, 120)
        terminal.wait_for("▐▄▄▄▄▄▌")
        terminal.press(*["down"] * 4)
        terminal.wait_for(lambda screen: screen.cursor.y > 24)  # below the old window: rows above it would be kept
        terminal.press(key)
        terminal.wait_for("It has ended.")
        terminal.settle()
        shown = subprocess.run([*tmux, "capture-pane", "-p", "-S", "-"], capture_output=True, text=True, check=True)
        assert "│" not in shown.stdout


@pytest.mark.parametrize("key", ["q", "ctrl+z"])
def test_promise_01_tmux_without_a_second_screen_keeps_the_board(key: str, tmp_path: Path) -> None:
    with in_tmux(tmp_path, "off") as (terminal, _):
        assert terminal.settle().shows("Arrows move")
        terminal.press(key)
        terminal.wait_for("It has ended.")
        assert terminal.settle().shows("╰──────")
        assert not terminal.screen.shows("Arrows move")


@contextmanager
def in_tmux(home: Path, alternate_screen: str) -> Iterator[tuple[Terminal, list[str]]]:
    """Starts a game from a shell in tmux. More commands for tmux can be given."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed")
    play = f"clear; '{sys.executable}' -m minesweeper {' '.join(PLAY)}; echo It has ended."
    lines = [
        'new-session "PS1= exec bash --norc"',
        "set -g status off",
        f"set -w alternate-screen {alternate_screen}",
        f'send-keys "{play}" Enter',
    ]
    (home / "tmux.conf").write_text("\n".join(lines), "utf-8")
    tmux = ["tmux", "-S", str(home / "socket"), "-f", str(home / "tmux.conf"), "-u"]
    try:
        with Terminal.command(["env", f"PYTHONPATH={ROOT}", *tmux, "attach"], home) as terminal:
            terminal.wait_for(UNTOUCHED)
            yield terminal, tmux
    finally:
        subprocess.run([*tmux, "kill-server"], check=False)


@pytest.mark.parametrize("method", ["draw", "type_key"])
def test_promise_02_a_traceback_can_be_read_on_the_restored_terminal(method: str, tmp_path: Path) -> None:
    def faulty() -> int:
        from minesweeper.ui.game.game_screen import GameScreen

        def fault(*_: object) -> None:
            raise RuntimeError("a fault of the program itself")

        setattr(GameScreen, method, fault)
        return main(PLAY)

    with Terminal.call(faulty, tmp_path, rows=60) as terminal:
        if method == "type_key":
            terminal.wait_for("Beginner")
            terminal.press("space")
        assert terminal.wait_exit() == 1
        terminal.assert_restored(main_buffer=False)
        assert terminal.screen.shows("Traceback (most recent call last):")
        assert terminal.screen.shows("RuntimeError: a fault of the program itself")


def test_promise_04_ctrl_c_quits_on_every_screen() -> None:
    for name, model in every_screen(80, 24):
        assert press(model, "ctrl+c").exit_status == 0, name


@pytest.mark.parametrize("name", SCREENS)
def test_promise_04_ctrl_c_restores_the_terminal(name: str, tmp_path: Path) -> None:
    with Terminal.program(SCREENS[name][0], tmp_path) as terminal:
        go_to(terminal, name)
        terminal.quit()


@pytest.mark.parametrize(("name", "by_signal"), [("menu", False), ("running game", False), ("form", True)])
def test_promise_05_ctrl_z_restores_the_terminal_until_fg(name: str, by_signal: bool, tmp_path: Path) -> None:
    with Terminal.program(SCREENS[name][0], tmp_path) as terminal:
        go_to(terminal, name)
        before = terminal.screen.private.copy()
        if by_signal:
            terminal.signal(signal.SIGTSTP)
            terminal.wait_stopped()
        else:
            terminal.stop()
        terminal.assert_restored()
        terminal.resize(30, 100)
        terminal.cont()
        terminal.settle()
        assert terminal.screen.private == before
        assert {1000, 1006, 1049} <= before
        if name == "running game":
            terminal.wait_for("save and quit")
            terminal.press("r")
            terminal.wait_for("F flag")
            terminal.settle()
            row, col = terminal.screen.find("Esc pause")
            terminal.click(row, col)
            terminal.wait_for("save and quit")
        assert any(terminal.screen.row(row).strip() for row in range(24, 30))
        terminal.quit()


@pytest.mark.parametrize("name", ["menu", "running game"])
def test_promise_06_the_program_ends_when_its_terminal_closes(name: str, tmp_path: Path) -> None:
    with Terminal.program(SCREENS[name][0], tmp_path) as terminal:
        go_to(terminal, name)
        terminal.close_terminal()
        assert terminal.wait_exit() == 128 + signal.SIGHUP


LEADER = "import fcntl, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); from minesweeper import cli; "
"""Takes the terminal, as a program does that a terminal window starts without a shell (`xterm -e`)."""


def test_promise_06_a_session_leader_ends_when_its_terminal_closes(tmp_path: Path) -> None:
    # The system sends SIGHUP and SIGCONT to the program, while a shell would pass on only SIGHUP.
    master, slave = os.openpty()
    words = [sys.executable, "-c", LEADER + "sys.exit(cli.main(['play', 'beginner']))"]
    environment = {**os.environ, "HOME": str(tmp_path), "TERM": "xterm", "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        words, stdin=slave, stdout=slave, stderr=subprocess.PIPE, start_new_session=True, env=environment
    ) as program:
        os.close(slave)
        seen = b""
        while b"help" not in seen:  # the last row of the first frame
            seen += os.read(master, 65536)
        os.close(master)
        assert program.stderr is not None
        assert program.stderr.read() == b""
        assert program.wait() == 129


@pytest.mark.parametrize("name", ["running game", "replays"])
def test_promise_07_the_program_ends_even_if_it_ignores_hangups(name: str, tmp_path: Path) -> None:
    with Terminal.program(SCREENS[name][0], tmp_path, ignored=[signal.SIGHUP]) as terminal:
        go_to(terminal, name)
        terminal.close_terminal()
        assert terminal.wait_exit() == 129


@pytest.mark.parametrize("ignored", [[], [signal.SIGHUP]], ids=["signal", "no signal"])
def test_promise_06_text_mode_keeps_its_exit_status_on_a_hangup(ignored: list[signal.Signals], tmp_path: Path) -> None:
    words = [sys.executable, "-m", "minesweeper", "plain", "beginner", "--seed", "x"]
    # This needs a separate process, because Python changes the exit status if it can't print at its end.
    with Terminal.command(["env", f"PYTHONPATH={ROOT}", *words], tmp_path, ignored=ignored) as terminal:
        terminal.wait_for("Beginner")
        terminal.send("open 5 5\r")
        terminal.settle()
        terminal.close_terminal()
        assert terminal.wait_exit() == 129


def command(tmp_path: Path, *argv: str, keys: str = "", term: str | None = "xterm") -> subprocess.CompletedProcess[str]:
    """Runs the program with pipes instead of a terminal."""
    environ = {name: value for name, value in os.environ.items() if name not in ("TERM", "HOME")}
    environ |= {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT)} | ({"TERM": term} if term is not None else {})
    return subprocess.run(
        [sys.executable, "-m", "minesweeper", *argv],
        input=keys,
        capture_output=True,
        text=True,
        check=False,
        env=environ,
        cwd=tmp_path,
    )


def test_promise_08_without_a_terminal_text_mode_can_be_played(tmp_path: Path) -> None:
    done = command(tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "not a terminal" in done.stderr
    assert "minesweeper plain" in done.stderr
    plain = command(tmp_path, "plain", "beginner", "--seed", "x", keys="5 5\nquit\n", term=None)
    assert plain.returncode == 0, plain.stderr
    assert "\x1b" not in plain.stdout
    assert plain.stdout.count("\n") > 9


@pytest.mark.parametrize(("stream", "name"), [(0, "input"), (1, "output")])
def test_promise_08_the_game_needs_a_terminal_for_input_and_output(stream: int, name: str, tmp_path: Path) -> None:
    def without_stream() -> int:
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
        return main([])

    with Terminal.call(without_stream, tmp_path, cols=200) as terminal:
        assert terminal.wait_exit() == 1
        assert terminal.screen.shows(f"Standard {name} is not a terminal; `minesweeper plain`")
        terminal.assert_restored()


@pytest.mark.parametrize(("term", "argv"), [(None, []), ("", PLAY), ("no-such-terminal", []), ("dumb", PLAY)])
def test_promise_09_an_unsuitable_terminal_gets_one_sentence(term: str | None, argv: list[str], tmp_path: Path) -> None:
    with Terminal.program(argv, tmp_path, term=term, cols=200) as terminal:
        assert terminal.wait_exit() == 1
        shown = terminal.screen.text()
        typed = max(row for row, line in enumerate(shown) if line.startswith("$ minesweeper"))
        messages = [line for line in shown[typed + 1 :] if line]
        assert len(messages) == 1
        assert "`minesweeper plain` plays with line commands instead" in messages[0]
        assert ("TERM=xterm-256color" in messages[0]) == ("not known here" in messages[0])
        assert b"\x1b" not in terminal.output()
        terminal.assert_restored()
