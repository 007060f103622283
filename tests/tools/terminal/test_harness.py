"""The test terminal waits reliably, sends what real terminals send, and gives the program a plain environment."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.tools.posix import has_posix

if not has_posix():
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.tools.terminal.programs import reader, say, window
from tests.tools.terminal.session import NotSettled, Terminal


def test_a_settled_test_screen_shows_the_answer_to_the_last_key(tmp_path: Path) -> None:
    with Terminal.call(reader, tmp_path) as terminal:
        terminal.settle()
        for count in range(1, 51):
            terminal.send("x")
            assert terminal.settle().shows(f"read {count} bytes")


def test_settling_a_test_terminal_waits_until_esc_is_recognised(tmp_path: Path) -> None:
    with Terminal.call(window, tmp_path) as terminal:
        terminal.settle()
        terminal.press("up", "esc")
        assert terminal.settle().row(23) == "KEY_UP ^["


def test_a_test_terminal_reports_programs_that_never_wait_for_input(tmp_path: Path) -> None:
    def spin() -> int:
        say("spinning")
        while True:
            pass

    with (
        Terminal.call(spin, tmp_path, deadline=0.2) as terminal,
        pytest.raises(NotSettled, match=r"(?s)wait for input.*spinning"),
    ):
        terminal.settle()


def test_waiting_for_a_text_fails_if_the_program_ends_without_it(tmp_path: Path) -> None:
    with Terminal.call(lambda: say("2 s"), tmp_path) as terminal:
        terminal.wait_for("2 s")
        with pytest.raises(AssertionError, match=r"(?s)to show '9 s'; it is: ended with 0"):
            terminal.wait_for("9 s")


def test_a_test_program_has_its_own_home_and_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
