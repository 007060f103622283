"""Screens of the real program in a pseudo-terminal: the analysis board, a lesson and the daily board."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from minesweeper.assist.topics import Topic
from minesweeper.boards.daily_seed import DAILY
from minesweeper.core.cells import cells_of
from minesweeper.play.lesson_drills import make_drill
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import count_games, list_games
from minesweeper.storage.lesson_scores import Course, all_answers
from tests.storage.storing import a_store
from tests.tools.terminal.session import Terminal
from tests.whole.promises.playing import mines_left


def games_of(home: Path) -> Path:
    """The folder of the player's games."""
    return home / ".local" / "share" / "minesweeper"


def test_a_position_can_be_pasted_and_a_lesson_answered_and_saved(tmp_path: Path) -> None:
    lesson = run_to_end(make_drill(*Course().next_drill(Topic.ONE_CLUE)))
    grid = lesson.game.grid
    with Terminal.program([], tmp_path) as terminal:
        terminal.wait_for("Analysis")
        terminal.press("e")
        terminal.wait_for("about 10^12 layouts fit")
        terminal.paste("1##\r\n1*#\r\n111\r\nmines: 2\r\n")
        terminal.wait_for("3x3/2")
        terminal.press("m", *"1", "enter")
        terminal.wait_for("Proved    3 safe")
        terminal.press("q")
        terminal.wait_for("Lessons")
        terminal.press("t")
        terminal.wait_for("[One clue]")
        terminal.press("enter")
        terminal.wait_for("Example: ")
        terminal.press("enter")
        terminal.wait_for("Find everything you can")
        at = grid.height // 2, grid.width // 2
        for cells, key in zip(lesson.wanted, ("space", "f"), strict=True):
            for cell in cells_of(cells):
                down, right = (new - old for new, old in zip(grid.row_col(cell), at, strict=True))
                terminal.press(*["down"] * down, *["up"] * -down, *["right"] * right, *["left"] * -right, key)
                at = grid.row_col(cell)
        terminal.press("enter")
        terminal.wait_for("1 of the last 1 right")
        terminal.quit()
    with a_store(games_of(tmp_path)) as store:
        assert count_games(store) == 0
        assert [answer.is_right for answer in all_answers(store)] == [True]


def test_a_position_is_read_from_a_pipe_and_keys_from_the_terminal(tmp_path: Path) -> None:
    program = f"{shlex.quote(sys.executable)} -m minesweeper analyse - --mines 2"
    with Terminal.command(["sh", "-c", f"printf '1##\\n1##\\n' | {program}"], tmp_path) as terminal:
        terminal.wait_for("3x2/2")
        terminal.press("+")
        terminal.wait_for("3x2/3")
        terminal.quit()


def test_a_daily_board_is_continued_from_the_menu(tmp_path: Path) -> None:
    with Terminal.program(["daily"], tmp_path) as terminal:
        terminal.wait_for("Everyone plays this board today.")
        terminal.press("tab", "f")
        terminal.wait_for(lambda screen: mines_left(screen) == 98)
        terminal.quit("q")
    with Terminal.program([], tmp_path) as terminal:
        terminal.wait_for(": started")
        terminal.press("6")
        terminal.wait_for(lambda screen: mines_left(screen) == 98)
        terminal.press("n", "y")
        terminal.wait_for("Arrows move")
        terminal.quit("q")
    with a_store(games_of(tmp_path)) as store:
        (game,) = list_games(store)
    assert (game.level, game.seed[:6], game.known) == (DAILY, "daily ", False)
