"""The events that a terminal reports, such as keys and clicks, and the protocol that every terminal implements.

The rest of the user interface knows terminals only by this module, so it depends neither on bytes nor on curses.

Each key has exactly one name:

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
    """A pressed key. The module's text lists the names."""

    name: str


class Mouse(NamedTuple):
    """A movement of a mouse button or of the wheel, at a row and column of the screen, both counted from 0."""

    kind: MouseKind
    button: MouseButton
    row: int
    col: int
    shift: bool = False


class Focus(NamedTuple):
    """The terminal's window has gained or lost the keyboard focus."""

    gained: bool


class Background(NamedTuple):
    """The terminal's answer to the question which background colour it has, reduced to dark or light."""

    shade: Literal["dark", "light"]


PASTE_LIMIT = 1 << 16
"""The most bytes that a paste may have, enough for a board of 10,000 cells.

A longer paste is cut to one byte more than that, so that the reader of the event can tell that it was too long.
"""


class Paste(str):
    """A pasted text. Only the top screen gets it."""


class Signal(NamedTuple):
    """The system asks the program to end by a signal. It saves the game and exits with the status 128 + number."""

    number: int


class Change(Enum):
    """A change of the terminal, or of the state in which the system runs the program."""

    RESIZE = "the screen may have another size: render again"
    SUSPEND = "the program should stop (Ctrl+Z): stop the clock, save, then call `Terminal.suspend()`"
    RESUMED = "the program runs again after a stop: the next paint draws everything"
    CLOSED = "the terminal is gone: nothing can be read or shown any more"


Event = Key | Mouse | Focus | Background | Paste | Signal | Change


class Terminal(Protocol):
    """What the main loop needs from a terminal: it shows frames and reports events."""

    @property
    def colours(self) -> int:
        """How many colours styles may use. 0 means that the terminal has no colours."""

    def size(self) -> tuple[int, int]:
        """The rows and columns of the screen. They only change during calls of `read` and `suspend`."""

    def read(self, timeout: float | None) -> Event | None:
        """Waits for the next event. Returns None if none came within ``timeout`` seconds; None waits without end."""

    def paint(self, frame: Frame) -> None:
        """Shows a frame, and sends only the rows that changed."""

    def set_palette(self, palette: Mapping[str, Look]) -> None:
        """Sets how each style looks. The next `paint` draws the whole screen anew."""

    def use_mouse(self, on: bool) -> None:
        """Starts or stops the reports of the mouse. While they are off, the terminal uses the mouse to select text."""

    def redraw(self) -> None:
        """Makes the next `paint` draw the whole screen, because the terminal may show something else by now."""

    def suspend(self) -> None:
        """Restores the terminal and stops the program, as Ctrl+Z does. Returns when the program is continued.

        The size may be another one then, so the caller has to render a new frame.
        """

    def bell(self) -> None:
        """Rings the terminal's bell."""

    def copy_to_clipboard(self, text: str) -> bool:
        """Asks the terminal to copy a text to the clipboard. Returns False if this terminal can't do that."""
