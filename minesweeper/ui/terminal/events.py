"""Defines the events of a terminal as immutable values, and what may be asked of a terminal. Knows no bytes, no curses.

A key name is canonical, so that two names never mean one key:

- a character is its own name: "a", "7", "?", "é". A capital is the shifted key: "A", never "shift+a".
- named keys: space enter esc tab backspace delete insert up down left right home end pgup pgdn begin f1 .. f20.
- modifiers come first, in the order ctrl, alt, shift: "ctrl+c", "alt+x", "shift+up", "ctrl+alt+left", "shift+tab".
- "ctrl+" takes the small letter ("ctrl+c"; with shift, if a terminal reports it, "ctrl+shift+c"). "alt+" keeps
  the case ("alt+x", "alt+X").
- ctrl+i, ctrl+j, ctrl+m, ctrl+h and ctrl+[ are "tab", "enter", "enter", "backspace" and "esc": terminals send the
  same bytes for both. Tested in tests/ui/terminal/test_decoder.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from minesweeper.ui.draw.canvas import Frame
    from minesweeper.ui.draw.theme import Look

MouseKind = Literal["press", "release", "drag", "wheel"]
MouseButton = Literal["left", "middle", "right", "up", "down", "wheel-left", "wheel-right"]


class Key(NamedTuple):
    """Reports a pressed key."""

    name: str


class Mouse(NamedTuple):
    """Reports a button or the wheel at a place of the screen. Row and col count from 0."""

    kind: MouseKind
    button: MouseButton
    row: int
    col: int
    shift: bool = False


class Focus(NamedTuple):
    """Reports that the terminal window gained or lost the keyboard focus."""

    gained: bool


class Background(NamedTuple):
    """Holds the terminal's answer which background it has."""

    shade: Literal["dark", "light"]


PASTE_LIMIT = 1 << 16
"""The most bytes of a paste, enough for 10,000 cells. A longer one is cut after one more byte, which shows it."""


class Paste(str):
    """Holds a pasted text. Only the screen on top may read it."""


class Signal(NamedTuple):
    """Asks the program to end because of a signal: save, leave the screen, exit with 128 + number."""

    number: int


class Change(Enum):
    """Reports a change of the terminal or of the program."""

    RESIZE = "the screen may have another size: render again"
    SUSPEND = "the program should stop (Ctrl+Z): stop the clock, save, then call `Terminal.suspend()`"
    RESUMED = "the program runs again after a stop: the next paint draws everything"
    CLOSED = "the terminal is gone: nothing can be read or shown any more"


Event = Key | Mouse | Focus | Background | Paste | Signal | Change


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
