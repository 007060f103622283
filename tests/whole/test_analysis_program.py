"""The analysis board in the real program, in a pseudo-terminal: typed, pasted, clicked, from a game and by command."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.tools.terminal.session import Terminal
from tests.whole.test_program import PLAY

PICTURE = "1##\n1##\n"


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


def test_it_is_put_together_by_mouse(tmp_path: Path) -> None:
    with Terminal.program(["analyse"], tmp_path, rows=30, cols=100) as terminal:
        terminal.wait_for("layouts fit")
        terminal.click(*terminal.screen.find("9x9/10"))
        terminal.wait_for("Size and mines")
        terminal.press(*"expert", "enter")
        terminal.wait_for("▐ 30x16/99 ▌")
        terminal.wait_for("Esc back")
        terminal.click(*terminal.screen.find("Esc back"))
        terminal.wait_for("Lessons")


def test_in_a_running_game_it_is_help(tmp_path: Path) -> None:
    with Terminal.program(PLAY, tmp_path) as terminal:
        terminal.wait_for("Beginner")
        terminal.press("space")
        terminal.wait_for("F flag")
        terminal.press("f6")
        terminal.wait_for("F6 again opens the analysis board")
        terminal.press("f6")
        terminal.wait_for("What follows")
        terminal.press("esc")
        terminal.wait_for("Esc pause")
        terminal.wait_for("assisted")
        terminal.quit("q")
        assert "Game saved (Beginner" in "".join(terminal.screen.text())


@pytest.mark.parametrize("size", [(7, 20), (60, 200)])
def test_a_file_is_shown_at_any_size(size: tuple[int, int], tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(PICTURE)
    rows, cols = size
    with Terminal.program(["analyse", str(path), "--mines", "2"], tmp_path, rows=rows, cols=cols) as terminal:
        terminal.wait_for("3x2/2")
        terminal.press("g")
        terminal.wait_for("Best r2c3" if cols == 20 else "Best guess: row 2, column 3")
        terminal.press("v", "y")
        terminal.wait_for("mines: 2")
        terminal.press("q", "q")
        terminal.wait_for("MINESWEEPER" if cols == 20 else "Lessons")
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
