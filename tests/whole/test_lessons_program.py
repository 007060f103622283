"""Lessons in the real program, in a pseudo-terminal: by keys, from the menu to the answers that are kept."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from minesweeper.core.cells import first_cell
from minesweeper.play.lesson_drills import make_lesson
from minesweeper.play.lesson_topics import Topic
from minesweeper.play.lessons import Lesson
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import count_games
from minesweeper.storage.lessons import all_answers
from tests.storage.storing import a_store
from tests.tools.terminal.session import Terminal

TASK = "Open a cell that must be safe, or flag one"


def lesson(number: int) -> Lesson:
    return run_to_end(make_lesson(Topic.ONE_CLUE, number))


def go_to(terminal: Terminal, shown: Lesson, cell: int) -> None:
    """Moves the cursor from the middle of the board to a cell."""
    grid = shown.game.grid
    (row, col), at = grid.row_col(cell), (grid.height // 2, grid.width // 2)
    steps = ["down"] * (row - at[0]) + ["up"] * (at[0] - row) + ["right"] * (col - at[1]) + ["left"] * (at[1] - col)
    terminal.press(*steps)


def answers_in(home: Path) -> list[bool]:
    """Whether the answers that are kept were right; no game is kept with them."""
    with a_store(home / ".local" / "share" / "minesweeper") as store:
        assert count_games(store) == 0
        return [answer.is_right for answer in all_answers(store)]


def test_a_whole_lesson_by_keys(tmp_path: Path) -> None:
    first, second = lesson(1), lesson(2)
    with Terminal.program([], tmp_path) as terminal:
        terminal.wait_for("Lessons")
        terminal.press("t")
        terminal.wait_for("not tried yet")
        terminal.press("enter")
        terminal.wait_for("Example. ")
        terminal.press("enter")
        terminal.wait_for(TASK)
        go_to(terminal, first, first_cell(first.analysis.mined))
        terminal.press("f")
        terminal.wait_for("Right. ")
        terminal.press("enter")
        terminal.wait_for(TASK)
        known = second.analysis
        go_to(terminal, second, first_cell(second.game.hidden & ~(known.safe | known.mined)))
        terminal.press("space")
        terminal.wait_for("Not proved: ")
        terminal.press("q")
        terminal.wait_for(lambda screen: "One clue 2 1 1 " in " ".join(" ".join(screen.text()).split()))
        terminal.press("q")
        terminal.wait_for("Analysis")
        terminal.quit("q")
    assert answers_in(tmp_path) == [True, False]
