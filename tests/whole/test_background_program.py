"""The program asks the terminal for its background colour (OSC 11) and doesn't wait for the answer.

An answer changes the colours whenever it comes. Without an answer, nothing is lost.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.tools.terminal.session import ROOT, Terminal

LIGHT = b"\x1b]11;rgb:fdfd/f6f6/e3e3\x07"
QUESTION = b"\x1b]11;?\x07"
PLAY = ["play", "beginner", "--seed", "sky"]


def light_well(terminal: Terminal) -> bool:
    return b"48;5;231m" in terminal.output()


def test_a_late_answer_about_the_background_changes_the_colours(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path) as terminal:
        terminal.wait_for("Beginner")
        assert terminal.output().count(QUESTION) == 1
        terminal.press("i", "right")  # the player moves before the answer comes
        terminal.settle()
        assert not light_well(terminal)
        terminal.send(LIGHT)
        terminal.wait_for(lambda screen: light_well(terminal))
        assert terminal.settle().shows("Cursor    r5c6")


def test_terminals_that_cannot_answer_are_not_asked_for_their_colours(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path, term="linux") as terminal:
        terminal.wait_for("Beginner")
        assert QUESTION not in terminal.output()


MULTIPLEXERS = {
    "screen": ["screen", "-c", "/dev/null", "-U"],
    "tmux": ["tmux", "-f", "/dev/null", "-u", "new-session"],
}
"""Programs between the game and the terminal. One passes the question on, and one answers itself or not at all."""


@pytest.mark.parametrize("name", MULTIPLEXERS)
def test_answers_of_the_terminal_are_not_keys_in_a_multiplexer(name: str, tmp_path: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    sockets = tmp_path / "sockets"
    sockets.mkdir(mode=0o700)
    environ = [f"SCREENDIR={sockets}", f"TMUX_TMPDIR={sockets}", f"PYTHONPATH={ROOT}"]
    program = [sys.executable, "-m", "minesweeper", *PLAY]
    with Terminal.command(["env", *environ, *MULTIPLEXERS[name], *program], tmp_path) as terminal:
        terminal.wait_for("Arrows move")
        terminal.press("i")
        terminal.wait_for("r5c5")
        terminal.send(LIGHT[:5])
        terminal.send(LIGHT[5:])
        terminal.press("right")
        terminal.wait_for("r5c6")
        terminal.press("f")
        terminal.wait_for("Flags     1")
        assert terminal.screen.shows("0 of 71")
        terminal.quit()
