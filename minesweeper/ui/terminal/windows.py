"""Input from the terminal on Windows, where curses reports keys and clicks (`get_wch`, `getmouse`) instead of bytes.

Keys are recognised by the names that `curses.keyname` gives them, because ncurses and PDCurses number them differently.
That way the translation can be tested on every system. On POSIX systems, `posix` does this work.
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
    """The key of a character that `get_wch` returned, or None if it can't be printed and isn't a control character."""
    if len(character) == 1 and ord(character) < 0x80:
        return character_key(ord(character))
    return Key(character) if len(character) == 1 and character.isprintable() else None


def key_of_code(keyname: str) -> Key | None:
    """The key of a name of curses such as KEY_UP, KEY_F(1), CTL_LEFT, ALT_A or PADENTER.

    Returns None for names that the program has no use for.
    """
    kind, mark, rest = keyname.partition("_")
    if not mark:
        kind, rest = "KEY", keyname
    modifier = _MODIFIERS.get(kind)
    name = _NAMES.get(rest)
    if rest.startswith("F(") and rest[2:-1].isdecimal():
        number = int(rest[2:-1])
        # On Windows, F(13) to F(24) are the function keys pressed with Shift.
        name = f"f{number}" if 1 <= number <= 12 else f"shift+f{number - 12}" if 13 <= number <= 24 else None
    elif kind == "ALT" and len(rest) == 1:
        name = rest.lower()
    return Key(modifier + name) if modifier is not None and name else None


def mouse_events(row: int, col: int, state: int, curses: Any) -> list[Event]:
    """The events of one report of `getmouse()`. ``state`` are its bits, as named by the constants of ``curses``.

    A click without a separate release becomes a press and a release. Constants that this curses lacks are skipped.
    """

    def has(name: str) -> bool:
        return bool(state & getattr(curses, name, 0))

    shift = has("BUTTON_SHIFT")
    events: list[Event] = []
    for name, button in _BUTTONS.items():
        # The second click of a double click has a constant of its own, and PDCurses doesn't report its release.
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
    """Input from the Windows console. `curses_terminal` passes the module ``curses`` in, because only it imports it."""

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
        # Asks for all mouse events, because the wheel of PDCurses has a bit for which Python has no constant.
        with suppress(self._curses.error):
            self._curses.mousemask(self._curses.ALL_MOUSE_EVENTS if on else 0)

    def read(self, timeout: float | None) -> Event | None:
        """Waits for the next event. Returns None if none came within ``timeout`` seconds; None waits without end."""
        while not self._queue:
            started = time.monotonic()
            self._window.timeout(-1 if timeout is None else round(timeout * 1000))
            try:
                self._take(self._window.get_wch())
            except self._curses.error:
                # If more than 20 waits in a row fail early, the terminal is gone. Report that, because this loop would
                # otherwise use a whole core.
                is_early = timeout is None or time.monotonic() - started < timeout / 2
                self._early_failures = self._early_failures + 1 if is_early else 0
                if self._early_failures > 20:
                    return Change.CLOSED
                if timeout is not None:
                    return None
        self._early_failures = 0
        return self._queue.popleft()

    def copy_to_clipboard(self, text: str) -> bool:
        """Copies a text by the clipboard program of Windows. Returns False if the program fails."""
        # Uses the full path, because Windows would look for the program in the current folder first.
        program = os.path.join(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "clip.exe")
        # Sends UTF-16, because the program would read other bytes by the console's code page. The byte order mark is
        # left out, because the program would copy it too.
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
            with suppress(curses.error):  # a drag may announce a mouse report that curses doesn't have
                _, col, row, _, state = curses.getmouse()
                self._queue.extend(mouse_events(row, col, state, curses))
            return
        else:
            event = key_of_code(curses.keyname(key).decode("ascii", "replace"))
        if event is not None:
            self._queue.append(event)
