"""Describes what the loop may ask of a terminal. Tested in tests/tools/test_fake_terminal.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from minesweeper.ui.draw.canvas import Frame
from minesweeper.ui.draw.theme import Look
from minesweeper.ui.terminal.events import Event


class Terminal(Protocol):
    """Shows frames and provides events."""

    @property
    def colours(self) -> int:
        """Returns the number of colours, 0 for none."""

    def size(self) -> tuple[int, int]:
        """Returns rows and columns. They change only inside `read` and `suspend`."""

    def read(self, timeout: float | None) -> Event | None:
        """Returns the next event, or None if none came within ``timeout`` seconds. Without a timeout it waits."""

    def paint(self, frame: Frame) -> None:
        """Shows a frame, and sends only the rows that changed."""

    def set_palette(self, palette: Mapping[str, Look]) -> None:
        """Chooses the looks of the styles. The next paint draws everything."""

    def use_mouse(self, on: bool) -> None:
        """Takes the mouse, or leaves it to the terminal, which then selects text."""

    def redraw(self) -> None:
        """Makes the next paint draw everything, whatever the terminal shows now."""

    def suspend(self) -> None:
        """Gives the terminal back, stops the program, and returns when it continues. Then render again."""

    def bell(self) -> None:
        """Rings the terminal's bell."""

    def copy_to_clipboard(self, text: str) -> bool:
        """Asks the terminal to copy a text to the clipboard. Returns False if it can't be asked."""
