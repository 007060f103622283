"""Defines the events of a terminal as immutable values. Knows neither bytes nor curses.

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

from typing import Literal, NamedTuple

MouseKind = Literal["press", "release", "drag", "wheel"]
MouseButton = Literal["left", "middle", "right", "up", "down", "wheel-left", "wheel-right"]


class Bare:
    """Is the base of events without fields. A named tuple without fields would be false, and equal to all others."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


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
    alt: bool = False
    ctrl: bool = False


class Resize(Bare):
    """Reports that the screen may have another size: render again."""

    __slots__ = ()


class Focus(NamedTuple):
    """Reports that the terminal window gained or lost the keyboard focus."""

    gained: bool


class Background(NamedTuple):
    """Holds the terminal's answer which background it has."""

    shade: Literal["dark", "light"]


PASTE_LIMIT = 1 << 16
"""The most bytes of a paste that are kept, enough for 10,000 cells. A longer paste has one byte more."""


class Paste(str):
    """Holds a pasted text. Only the screen on top may read it."""

    __slots__ = ()


class Suspend(Bare):
    """Asks to stop the program (ctrl+z): stop the clock, save, then call `Terminal.suspend()`."""

    __slots__ = ()


class Resumed(Bare):
    """Reports that the program runs again after a stop. The next paint draws everything."""

    __slots__ = ()


class Signal(NamedTuple):
    """Asks the program to end because of a signal: save, leave the screen, exit with 128 + number."""

    number: int


class Closed(Bare):
    """Reports that the terminal is gone: nothing can be read or shown any more."""

    __slots__ = ()


Event = Key | Mouse | Resize | Focus | Background | Paste | Suspend | Resumed | Signal | Closed
