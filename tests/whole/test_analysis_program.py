"""The analysis board in the real program, in a pseudo-terminal: typed, pasted, clicked, from a game and by command."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.tools.terminal.session import Terminal


def test_a_position_is_typed_pasted_and_there_again(tmp_path: Path) -> None:
    with Terminal.program([], tmp_path) as terminal:
        terminal.wait_for("Analysis")
        terminal.press("e")
        terminal.wait_for("about 10^12 layouts fit")
        terminal.press(*"112")
        terminal.wait_for("Proved")
        terminal.press("8")
        terminal.wait_for("No layout fits: ")
        terminal.press("z")
        terminal.wait_for("layouts fit")
        terminal.paste("1##\r\n1*#\r\n111\r\nmines: 2\r\n")
        terminal.wait_for("3x3/2")
        terminal.press("m", *"1", "enter")
        terminal.wait_for("3x3/1 ")
        terminal.wait_for("Proved    3 safe")
        terminal.press("z", "z", "q")
        terminal.wait_for("Lessons")
        terminal.press("e")
        terminal.wait_for("9x9/10")
        terminal.press("q")
        terminal.wait_for("Lessons")
        terminal.quit("q")


def test_the_input_is_read_and_keys_come_from_the_terminal(tmp_path: Path) -> None:
    program = f"{shlex.quote(sys.executable)} -m minesweeper analyse - --mines 2"
    with Terminal.command(["sh", "-c", f"printf '1##\\n1##\\n' | {program}"], tmp_path) as terminal:
        terminal.wait_for("3x2/2")
        terminal.press("+")
        terminal.wait_for("3x2/3")
        terminal.press("q")
        terminal.wait_for("Lessons")
        terminal.quit("q")
