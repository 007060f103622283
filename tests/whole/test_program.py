"""The real program in a pseudo-terminal: won by mouse, interrupted during an update, and sending few bytes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from minesweeper.boards.deal import deal
from minesweeper.cli import main
from minesweeper.core.boardspec import BoardSpec
from minesweeper.ui.draw.canvas import Frame
from tests.tools.terminal.session import Terminal

PLAY = ["play", "beginner", "--seed", "program"]


def hidden_mines() -> list[tuple[int, int]]:
    """Row and column of each mine on the board that PLAY starts when its middle is opened first."""
    layout = deal(BoardSpec(9, 9, 10), 40, "program")
    return [divmod(cell, 9) for cell in range(81) if layout.mines >> cell & 1]


def safe_cells() -> list[tuple[int, int]]:
    mines = set(hidden_mines())
    return [(row, col) for row in range(9) for col in range(9) if (row, col) not in mines]


def win_by_keys(terminal: Terminal) -> None:
    """Opens every safe cell by keys, from the middle of a 9x9 board."""
    at = (4, 4)
    terminal.press("space")
    terminal.settle()
    for row, col in safe_cells():
        steps = ["down"] * (row - at[0]) + ["up"] * (at[0] - row) + ["right"] * (col - at[1]) + ["left"] * (at[1] - col)
        terminal.press(*steps, "space")
        at = (row, col)
    terminal.wait_for("Won ")


def test_a_game_is_won_by_mouse_on_a_board_that_must_be_scrolled(tmp_path: Path) -> None:
    from minesweeper.ui.draw.geometry import View, arrange

    geometry = arrange(7, 20, 9, 9)
    with Terminal.program(PLAY, tmp_path, rows=7, cols=20) as terminal:
        terminal.wait_for("0:00")
        view = View(4 - geometry.view_rows // 2, 0)
        terminal.click(*geometry.place(view, 4, 4))
        terminal.settle()
        for wanted in safe_cells():
            while not view.row <= wanted[0] < view.row + geometry.view_rows:
                down = wanted[0] > view.row
                terminal.wheel(2, 2, "down" if down else "up")
                terminal.settle()
                view = geometry.clamp(View(view.row + (3 if down else -3), 0))
            for _ in range(2):  # the first click may only remove a message that covers the cell
                terminal.click(*geometry.place(view, *wanted))
        terminal.wait_for("Won ")
        terminal.quit()


def test_a_fault_during_a_screen_update_still_ends_the_update(tmp_path: Path) -> None:
    def faulty() -> int:
        from minesweeper.ui.terminal.curses_terminal import CursesTerminal

        real = CursesTerminal.paint

        def paint(screen: CursesTerminal, frame: Frame) -> None:
            real(screen, frame)
            screen._window = _Faulty()  # type: ignore[assignment]
            screen._painted = None
            real(screen, frame)

        CursesTerminal.paint = paint  # type: ignore[method-assign, assignment]
        return main(PLAY)

    with Terminal.call(faulty, tmp_path) as terminal:
        assert terminal.wait_exit() == 1
        assert terminal.screen.shows("RuntimeError: a fault in the middle")
        terminal.assert_restored(main_buffer=False)


class _Faulty:
    """A window whose update fails."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name == "refresh":
            raise RuntimeError("a fault in the middle")
        return lambda *_: None


@pytest.mark.parametrize(("cols", "rows", "step", "frame"), [(80, 24, 300, 16_000), (200, 60, 700, 48_000)])
def test_moving_the_cursor_sends_few_bytes_to_the_terminal(
    cols: int, rows: int, step: int, frame: int, tmp_path: Path
) -> None:
    """Curses takes a step over similar rows for scrolling. It would then send thousands of bytes."""
    own = tmp_path / "own.json"
    own.write_text('{"motion": "none", "details": true}', "utf-8")
    words = ["--config", str(own), "play", "expert", "--seed", "line"]
    with Terminal.program(words, tmp_path, cols=cols, rows=rows) as terminal:
        terminal.wait_for("Space open")
        terminal.settle()

        def sent(key: str) -> int:
            mark = terminal.mark()
            terminal.press(key)
            terminal.settle()
            return len(terminal.output(mark))

        assert max(map(sent, ["down", "down", "up", "right", "up", "down"])) <= step
        assert sent("ctrl+l") <= frame
