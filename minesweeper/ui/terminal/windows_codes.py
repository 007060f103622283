"""Codes of curses (`get_wch`, `getmouse`) -> events, for Windows, where there are no bytes to read. Pure.

It goes by the names of keys (`curses.keyname`), because their numbers differ between ncurses and PDCurses.
"""

from __future__ import annotations

from collections.abc import Mapping

from minesweeper.ui.terminal.decoder import character_key
from minesweeper.ui.terminal.events import Event, Key, Mouse, MouseButton

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

MOUSE_CONSTANTS = (
    *[f"{button}_{what}" for button in _BUTTONS for what in ("PRESSED", "RELEASED", "CLICKED", "DOUBLE_CLICKED")],
    *[f"{button}_PRESSED" for button in _WHEEL],
    *("BUTTON_SHIFT", "BUTTON_ALT", "BUTTON_CTRL"),
)


def key_of_character(character: str) -> Key | None:
    """The key of a character from `get_wch`, None for what is no key."""
    if len(character) == 1 and ord(character) < 0x80:
        return character_key(ord(character))
    return Key(character) if len(character) == 1 and character.isprintable() else None


def key_of_code(keyname: str) -> Key | None:
    """The key of a name like KEY_UP, KEY_F(1), CTL_LEFT, ALT_A or PADENTER, None for one that has no use here."""
    kind, mark, rest = keyname.partition("_")
    if not mark:
        kind, rest = "KEY", keyname
    modifier = _MODIFIERS.get(kind)
    name = _NAMES.get(rest)
    if rest.startswith("F(") and rest[2:-1].isdecimal():
        number = int(rest[2:-1])
        # Windows counts on: 13 to 24 are the shifted keys.
        name = f"f{number}" if 1 <= number <= 12 else f"shift+f{number - 12}" if 13 <= number <= 24 else None
    elif kind == "ALT" and len(rest) == 1:
        name = rest.lower()
    return Key(modifier + name) if modifier is not None and name else None


def mouse_events(row: int, col: int, state: int, constants: Mapping[str, int]) -> list[Event]:
    """The events of one `getmouse()`; `constants` holds those of MOUSE_CONSTANTS that this curses has."""

    def has(name: str) -> bool:
        return bool(state & constants.get(name, 0))

    held = (has("BUTTON_SHIFT"), has("BUTTON_ALT"), has("BUTTON_CTRL"))
    events: list[Event] = []
    for name, button in _BUTTONS.items():
        # The second click of a double click has a name of its own, and PDCurses keeps its release to itself.
        is_click = has(f"{name}_CLICKED") or has(f"{name}_DOUBLE_CLICKED")
        if has(f"{name}_PRESSED") or is_click:
            events.append(Mouse("press", button, row, col, *held))
        if has(f"{name}_RELEASED") or is_click:
            events.append(Mouse("release", button, row, col, *held))
    for name, button in _WHEEL.items():
        if has(f"{name}_PRESSED"):
            events.append(Mouse("wheel", button, row, col, *held))
    return events
