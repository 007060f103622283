"""What the loop may ask of a terminal: the one on curses and the fake one of the tests both are one.

Tested in tests/tools/test_fake_terminal.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from minesweeper.ui.draw.canvas import Frame
from minesweeper.ui.draw.theme import Look
from minesweeper.ui.terminal.events import Event


class Terminal(Protocol):
    """A place that shows frames and gives events."""

    @property
    def colours(self) -> int:
        """How many colours it has, 0 for none."""

    def size(self) -> tuple[int, int]:
        """Rows and columns; they change only inside `read` and `suspend`."""

    def read(self, timeout: float | None) -> Event | None:
        """The next event, or None when none came within so many seconds; None as a limit waits for ever."""

    def paint(self, frame: Frame) -> None:
        """Shows a frame; what it already shows is not sent again."""

    def set_palette(self, palette: Mapping[str, Look]) -> None:
        """Chooses the looks of the styles; the next paint draws everything."""

    def use_mouse(self, on: bool) -> None:
        """Takes the mouse, or leaves it to the terminal, which then selects text."""

    def redraw(self) -> None:
        """Makes the next paint draw everything, whatever the terminal shows now."""

    def suspend(self) -> None:
        """Gives the terminal back, stops the program, and returns when it goes on; then render again."""

    def bell(self) -> None:
        """Rings the terminal's bell."""

    def copy_to_clipboard(self, text: str) -> bool:
        """Asks the terminal to take a text into the clipboard; False if this terminal can't be asked."""
