"""Lessons in the real program, in a pseudo-terminal: one by keys, one by mouse, on a disk that can't be written."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from minesweeper.core.cells import cells_of, first_cell
from minesweeper.play.lesson_drills import make_lesson
from minesweeper.play.lesson_topics import Topic
from minesweeper.play.lessons import Lesson
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import count_games
from minesweeper.storage.lessons import all_answers
from minesweeper.storage.settings import Settings
from tests.storage.storing import a_store
from tests.tools.terminal.session import Terminal
from tests.ui.driving import place_of, state_of
from tests.ui.game.test_lesson_mode import begun

TASK = "Open a cell that must be safe, or flag one"


def lesson(number: int = 1) -> Lesson:
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
        terminal.wait_for("numbers that prove it")
        terminal.press("q")
        terminal.wait_for("One clue                        2       1    1 ")
        terminal.press("q")
        terminal.wait_for("Analysis")
        terminal.quit("q")
    assert answers_in(tmp_path) == [True, False]


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (80, 24)])
def test_a_whole_lesson_by_mouse(cols: int, rows: int, tmp_path: Path) -> None:
    shown = lesson()
    model = begun(shown, cols, rows, Settings())
    state, grid = state_of(model), shown.game.grid
    cell = next(
        cell
        for cell in cells_of(shown.analysis.mined)
        if state.geometry(model).shows(state.looks.view, grid.row_col(cell))
        and place_of(model, *grid.row_col(cell))[0] < rows - 1
    )
    with Terminal.program([], tmp_path, cols=cols, rows=rows) as terminal:
        terminal.wait_for("Beginner")
        for _ in range(12):
            if terminal.screen.shows("Lessons"):
                break
            terminal.wheel(3, 3)
            terminal.settle()
        click(terminal, "Lessons")
        terminal.wait_for("One clue")
        click(terminal, "One clue")
        terminal.wait_for("Enter next")
        click(terminal, "Enter next")
        terminal.wait_for("Space open")
        terminal.click(*place_of(model, *grid.row_col(cell)), button="right")
        terminal.wait_for("Right.")
        click(terminal, "Enter next")
        terminal.wait_for("open")
        click(terminal, "Esc back")
        terminal.wait_for("begin")
        click(terminal, "back")
        terminal.wait_for("choose")
        terminal.quit()
    assert answers_in(tmp_path) == [True]


def click(terminal: Terminal, text: str) -> None:
    terminal.settle()
    terminal.click(*terminal.screen.find(text))


def test_a_lesson_goes_on_where_nothing_can_be_kept_and_says_so(tmp_path: Path) -> None:
    with Terminal.program([], tmp_path, env={"HOME": None, "XDG_DATA_HOME": None}) as terminal:
        terminal.wait_for("games are not saved")
        terminal.press("t")
        terminal.wait_for("topic")
        terminal.wait_for("games are not saved")
        terminal.press("enter")
        terminal.wait_for("Example. ")
        terminal.press("enter")
        terminal.wait_for(TASK)
        shown = lesson()
        go_to(terminal, shown, first_cell(shown.analysis.mined))
        terminal.press("f")
        terminal.wait_for("Right. ")
        terminal.wait_for("games are not saved")
