"""What the tests of the promises share: the same small board, the places of its cells, and a game begun on it."""

from __future__ import annotations

from minesweeper.ui.draw.geometry import View, arrange
from tests.tools.terminal.session import Terminal

PLAY = ["play", "beginner", "--seed", "program"]
UNTOUCHED = "Opened    0 of 71"


def place(row: int, col: int, rows: int = 24, cols: int = 80) -> tuple[int, int]:
    """The place on the screen of a cell of the board that PLAY starts."""
    return arrange(rows, cols, 9, 9).place(View(), row, col)


def begin(terminal: Terminal) -> None:
    """Opens the middle and flags a hidden cell."""
    terminal.wait_for("Flags     0")
    terminal.press("space")
    terminal.settle()
    terminal.press("tab", "f")
    terminal.settle()
    assert terminal.screen.shows("Flags     1")
