"""What goes over the line: a step of the cursor sends little, also where all rows of hidden cells look alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tools.terminal.session import Terminal


@pytest.mark.parametrize("details", [False, True], ids=["without numbers", "with numbers"])
@pytest.mark.parametrize(("cols", "rows", "step", "frame"), [(80, 24, 300, 16_000), (200, 60, 700, 48_000)])
def test_a_step_down_is_no_scrolled_board(
    cols: int, rows: int, step: int, frame: int, details: bool, tmp_path: Path
) -> None:
    folder = tmp_path / ".config" / "minesweeper"
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text(json.dumps({"motion": "none", "details": details}), "utf-8")
    with Terminal.program(["play", "expert", "--seed", "line"], tmp_path, cols=cols, rows=rows) as terminal:
        terminal.wait_for("Space open")
        terminal.settle()

        def sent(key: str) -> int:
            mark = terminal.mark()
            terminal.press(key)
            terminal.settle()
            return len(terminal.output(mark))

        assert max(map(sent, ["down", "down", "up", "right", "up", "down"])) <= step
        assert sent("ctrl+l") <= frame
