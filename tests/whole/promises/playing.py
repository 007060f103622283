"""Helpers for the tests of the promises: a small board, the places of its cells, and a game begun on it."""

from __future__ import annotations

import re

from minesweeper.ui.draw.geometry import View, arrange
from tests.tools.terminal.emulator import Emulator
from tests.tools.terminal.session import Terminal

PLAY = ["play", "beginner", "--seed", "program"]
UNTOUCHED = "Arrows move"


def place(row: int, col: int, rows: int = 24, cols: int = 80) -> tuple[int, int]:
    """The place on the screen of a cell, counted from row 0 and column 0, on the board that PLAY starts."""
    return arrange(rows, cols, 9, 9).place(View(), row, col)


def mines_left(screen: Emulator) -> int | None:
    """The number of mines left that the screen shows, in any glyphs."""
    match = re.search(r"[✱*] *(-?\d+) ", "\n".join(screen.text()))
    return int(match[1]) if match else None


def begin(terminal: Terminal) -> None:
    """Opens the middle of the board and flags a hidden cell."""
    terminal.wait_for(UNTOUCHED)
    terminal.press("space")
    terminal.settle()
    terminal.press("tab", "f")
    terminal.settle()
    assert mines_left(terminal.screen) == 9
