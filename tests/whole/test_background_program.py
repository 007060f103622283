"""The program asks for the background (OSC 11) and waits for no answer: one restyles it, none costs nothing."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.tools.posix import has_posix

if not has_posix():
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.tools.terminal.session import Terminal

LIGHT = b"\x1b]11;rgb:fdfd/f6f6/e3e3\x07"
ROOT = Path(__file__).resolve().parent.parent.parent
QUESTION = b"\x1b]11;?\x07"


def light_well(terminal: Terminal) -> bool:
    return b"48;5;231m" in terminal.output()


@pytest.mark.parametrize("pieces", [[LIGHT], [LIGHT[:1], LIGHT[1:9], LIGHT[9:]]])
def test_an_answer_restyles_when_it_comes(pieces: list[bytes], tmp_path: Path) -> None:
    with Terminal.program(["play", "beginner", "--seed", "sky"], tmp_path) as terminal:
        terminal.wait_for("Beginner")
        assert terminal.output().count(QUESTION) == 1
        terminal.press("i", "right")  # it plays before the answer is there
        terminal.settle()
        assert not light_well(terminal)
        for piece in pieces:
            terminal.send(piece)
        terminal.wait_for(lambda screen: light_well(terminal))
        assert terminal.settle().shows("Cursor    r5c6")


@pytest.mark.parametrize("answer", [b"", b"\x1b]11;?\x07\x1b]11;rgb:zz/q/x\x07\x1b]11;rgb:ffff\x1b\\"])
def test_without_a_good_answer_all_is_as_it_was(answer: bytes, tmp_path: Path) -> None:
    with Terminal.program(["play", "beginner", "--seed", "sky"], tmp_path) as terminal:
        terminal.wait_for("Beginner")
        terminal.send(answer)
        terminal.press("i", "right")
        assert terminal.settle().shows("Cursor    r5c6")
        assert not light_well(terminal)
        assert terminal.screen.shows("0 of 71")


def test_a_terminal_that_knows_no_such_questions_is_not_asked(tmp_path: Path) -> None:
    with Terminal.program(["play", "beginner"], tmp_path, term="linux") as terminal:
        terminal.wait_for("Beginner")
        assert QUESTION not in terminal.output()


PLAY = [sys.executable, "-m", "minesweeper", "play", "beginner", "--seed", "sky"]
MULTIPLEXERS = {
    "screen": ["screen", "-c", "/dev/null", "-U", *PLAY],
    "tmux": ["tmux", "-f", "/dev/null", "-u", "new-session", *PLAY],
}
"""Programs that stand between: one passes the question on to the terminal, one answers itself or not at all."""


@pytest.mark.parametrize("answer", [[], [LIGHT[:5], LIGHT[5:]]])
@pytest.mark.parametrize("name", MULTIPLEXERS)
def test_in_a_multiplexer_no_byte_of_an_answer_is_a_key(name: str, answer: list[bytes], tmp_path: Path) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    sockets = tmp_path / "sockets"
    sockets.mkdir(mode=0o700)
    command = ["env", f"SCREENDIR={sockets}", f"TMUX_TMPDIR={sockets}", f"PYTHONPATH={ROOT}", *MULTIPLEXERS[name]]
    with Terminal.command(command, tmp_path) as terminal:
        terminal.wait_for("Arrows move")
        terminal.press("i")
        terminal.wait_for("r5c5")
        for piece in answer:
            terminal.send(piece)
        terminal.press("right")
        terminal.wait_for("r5c6")
        terminal.press("f")
        terminal.wait_for("Flags     1")
        assert terminal.screen.shows("0 of 71")
        terminal.quit()
