"""Reads events on Windows, where there are no bytes to read, from codes of curses (`get_wch`, `getmouse`).

Keys go by their names (`curses.keyname`), because their numbers differ between ncurses and PDCurses.
"""

from __future__ import annotations

import os
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from minesweeper.core.late import LateModule
from minesweeper.ui.terminal.decoder import character_key
from minesweeper.ui.terminal.events import Change, Event, Key, Mouse, MouseButton

if TYPE_CHECKING:
    import subprocess
else:
    subprocess = LateModule("subprocess")


_NAMES = dict(
    pair.split("=", 1)
    for pair in (
        "UP=up DOWN=down LEFT=left RIGHT=right HOME=home END=end PPAGE=pgup NPAGE=pgdn PGUP=pgup PGDN=pgdn "
        "IC=insert DC=delete INS=insert DEL=delete ENTER=enter BACKSPACE=backspace BKSP=backspace TAB=tab ESC=esc "
        "BTAB=shift+tab SR=shift+up SF=shift+down SUP=shift+up SDOWN=shift+down SLEFT=shift+left SRIGHT=shift+right "
        "SHOME=shift+home SEND=shift+end SPREVIOUS=shift+pgup SNEXT=shift+pgdn SIC=shift+insert SDC=shift+delete "
        "A1=home A2=up A3=pgup B1=left B2=begin B3=right C1=end C2=down C3=pgdn "
        "PADENTER=enter PADPLUS=+ PADMINUS=- PADSTAR=* PADSLASH=/ PADSTOP=delete"
    ).split()
)
_MODIFIERS = {"KEY": "", "CTL": "ctrl+", "ALT": "alt+", "SHF": "shift+"}
_BUTTONS: dict[str, MouseButton] = {"BUTTON1": "left", "BUTTON2": "middle", "BUTTON3": "right"}
_WHEEL: dict[str, MouseButton] = {"BUTTON4": "up", "BUTTON5": "down"}


def key_of_character(character: str) -> Key | None:
    """Returns the key of a character from `get_wch`, or None if it isn't a key."""
    if len(character) == 1 and ord(character) < 0x80:
        return character_key(ord(character))
    return Key(character) if len(character) == 1 and character.isprintable() else None


def key_of_code(keyname: str) -> Key | None:
    """Returns the key of a name such as KEY_UP, KEY_F(1), CTL_LEFT, ALT_A or PADENTER, or None if it has no use."""
    kind, mark, rest = keyname.partition("_")
    if not mark:
        kind, rest = "KEY", keyname
    modifier = _MODIFIERS.get(kind)
    name = _NAMES.get(rest)
    if rest.startswith("F(") and rest[2:-1].isdecimal():
        number = int(rest[2:-1])
        # On Windows, 13 to 24 are the shifted keys.
        name = f"f{number}" if 1 <= number <= 12 else f"shift+f{number - 12}" if 13 <= number <= 24 else None
    elif kind == "ALT" and len(rest) == 1:
        name = rest.lower()
    return Key(modifier + name) if modifier is not None and name else None


def mouse_events(row: int, col: int, state: int, curses: Any) -> list[Event]:
    """Returns the events of one `getmouse()`. This curses may lack some of the constants."""

    def has(name: str) -> bool:
        return bool(state & getattr(curses, name, 0))

    shift = has("BUTTON_SHIFT")
    events: list[Event] = []
    for name, button in _BUTTONS.items():
        # The second click of a double click has its own name, and PDCurses doesn't report its release.
        is_click = has(f"{name}_CLICKED") or has(f"{name}_DOUBLE_CLICKED")
        if has(f"{name}_PRESSED") or is_click:
            events.append(Mouse("press", button, row, col, shift))
        if has(f"{name}_RELEASED") or is_click:
            events.append(Mouse("release", button, row, col, shift))
    for name, button in _WHEEL.items():
        if has(f"{name}_PRESSED"):
            events.append(Mouse("wheel", button, row, col, shift))
    return events


class WindowsInput:
    """Reads events by curses, which is passed in: only one module may load it."""

    def __init__(self, window: Any, curses: Any) -> None:
        self._window = window
        self._curses = curses
        self._queue: deque[Event] = deque()
        self._early_failures = 0
        window.keypad(True)
        with suppress(curses.error):
            curses.mouseinterval(0)
        self.use_mouse(True)

    def use_mouse(self, on: bool) -> None:
        """Turns mouse events on or off."""
        # All of them, because in PDCurses the wheel has a bit without a name here.
        with suppress(self._curses.error):
            self._curses.mousemask(self._curses.ALL_MOUSE_EVENTS if on else 0)

    def read(self, timeout: float | None) -> Event | None:
        """Returns the next event, or None if none came within ``timeout`` seconds."""
        while not self._queue:
            started = time.monotonic()
            self._window.timeout(-1 if timeout is None else round(timeout * 1000))
            try:
                self._take(self._window.get_wch())
            except self._curses.error:
                # A wait that fails early again and again has lost its terminal. Never spin.
                is_early = timeout is None or time.monotonic() - started < timeout / 2
                self._early_failures = self._early_failures + 1 if is_early else 0
                if self._early_failures > 20:
                    return Change.CLOSED
                if timeout is not None:
                    return None
        self._early_failures = 0
        return self._queue.popleft()

    def copy_to_clipboard(self, text: str) -> bool:
        """Hands a text to the clipboard program of Windows. Returns False if that fails."""
        # By its full path, because Windows would look in the current folder first.
        program = os.path.join(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "clip.exe")
        # It reads other bytes by the code page of the console, and would copy a byte order mark.
        data = text.replace("\n", "\r\n").encode("utf-16-le")
        try:
            subprocess.run([program], input=data, capture_output=True, timeout=5, check=True)
        except (OSError, subprocess.SubprocessError):
            return False
        return True

    def _take(self, key: int | str) -> None:
        curses = self._curses
        if isinstance(key, str):
            event: Event | None = key_of_character(key)
        elif key == curses.KEY_RESIZE:
            event = Change.RESIZE
        elif key == curses.KEY_MOUSE:
            with suppress(curses.error):  # a drag can announce a report that isn't there
                _, col, row, _, state = curses.getmouse()
                self._queue.extend(mouse_events(row, col, state, curses))
            return
        else:
            event = key_of_code(curses.keyname(key).decode("ascii", "replace"))
        if event is not None:
            self._queue.append(event)
