"""What a terminal can tell the program, as immutable values; it knows neither bytes nor curses.

A key name is canonical, so that two names never mean one key:

- a character is its own name: "a", "7", "?", "é". A capital is the shifted key: "A", never "shift+a";
- named keys: space enter esc tab backspace delete insert up down left right home end pgup pgdn begin f1 .. f20;
- modifiers come first, in the order ctrl, alt, shift: "ctrl+c", "alt+x", "shift+up", "ctrl+alt+left", "shift+tab";
- "ctrl+" takes the small letter ("ctrl+c"; with shift, where a terminal tells, "ctrl+shift+c"); "alt+" keeps
  the case ("alt+x", "alt+X");
- ctrl+i, ctrl+j, ctrl+m, ctrl+h and ctrl+[ are "tab", "enter", "enter", "backspace" and "esc": terminals send the
  same bytes for both. Tested in tests/ui/terminal/test_decoder.py.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

MouseKind = Literal["press", "release", "drag", "wheel"]
MouseButton = Literal["left", "middle", "right", "up", "down", "wheel-left", "wheel-right"]


class Bare:
    """What says no more than its kind; a named tuple without fields would be false, and equal to all others."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Key(NamedTuple):
    """A key was pressed."""

    name: str


class Mouse(NamedTuple):
    """A button or the wheel was used at a place of the screen; row and col count from 0."""

    kind: MouseKind
    button: MouseButton
    row: int
    col: int
    shift: bool = False
    alt: bool = False
    ctrl: bool = False


class Resize(Bare):
    """The screen has, or may have, another size: render again."""

    __slots__ = ()


class Focus(NamedTuple):
    """The terminal window gained or lost the keyboard focus."""

    gained: bool


class Background(NamedTuple):
    """The terminal answered which background it has."""

    shade: Literal["dark", "light"]


PASTE_LIMIT = 1 << 16  # bytes of a paste that are read: enough for 10,000 cells; a longer one is known by one more


class Paste(str):
    """The text that was pasted; the screen that is shown may read it, and no other does anything with it."""

    __slots__ = ()


class Suspend(Bare):
    """The player asked to stop the program (ctrl+z): stop the clock, save, then call `Screen.suspend()`."""

    __slots__ = ()


class Resumed(Bare):
    """The program runs again after it was stopped; the next paint draws everything."""

    __slots__ = ()


class Signal(NamedTuple):
    """A signal asks the program to end: save, leave the screen, exit with 128 + number."""

    number: int


class Closed(Bare):
    """The terminal is gone: nothing can be read or shown any more."""

    __slots__ = ()


Event = Key | Mouse | Resize | Focus | Background | Paste | Suspend | Resumed | Signal | Closed
