"""The bytes that a terminal sends for keys and mouse events."""

from __future__ import annotations

from collections.abc import Iterable

_MODIFIERS = {"shift": 1, "alt": 2, "ctrl": 4}
_PLAIN = {
    "enter": b"\r",
    "esc": b"\x1b",
    "tab": b"\t",
    "space": b" ",
    "backspace": b"\x7f",
    "shift+tab": b"\x1b[Z",
    "ctrl+space": b"\x00",
    "ctrl+\\": b"\x1c",
}
# With DECCKM set these are ESC O x, without it ESC [ x.
_CURSOR_KEYS = {"up": "A", "down": "B", "right": "C", "left": "D", "end": "F", "home": "H"}
_SS3_KEYS = {"f1": "P", "f2": "Q", "f3": "R", "f4": "S"}
_TILDE_KEYS = {"insert": 2, "delete": 3, "pgup": 5, "pgdn": 6, "f5": 15, "f6": 17, "f7": 18, "f8": 19}
_TILDE_KEYS |= {"f9": 20, "f10": 21, "f11": 23, "f12": 24}

_BUTTONS = {"left": 0, "middle": 1, "right": 2, "wheel up": 64, "wheel down": 65}

PASTE_START, PASTE_END = b"\x1b[200~", b"\x1b[201~"
FOCUS_IN, FOCUS_OUT = b"\x1b[I", b"\x1b[O"


def key_bytes(name: str, *, application: bool = False) -> bytes:
    """The bytes of a key such as "up", "shift+f2", "ctrl+c", "alt+x" or "é", as xterm sends them."""
    if name in _PLAIN:
        return _PLAIN[name]
    base = "+" if name.endswith("+") else name.rpartition("+")[2]
    modifiers = name[: len(name) - len(base)].rstrip("+").split("+") if base != name else []
    code = 1 + sum(_MODIFIERS[modifier] for modifier in modifiers)
    if base in _CURSOR_KEYS or base in _SS3_KEYS:
        letter = _CURSOR_KEYS.get(base) or _SS3_KEYS[base]
        if code > 1:
            return f"\x1b[1;{code}{letter}".encode()
        return f"\x1b{'O' if application or base in _SS3_KEYS else '['}{letter}".encode()
    if base in _TILDE_KEYS:
        middle = f";{code}" if code > 1 else ""
        return f"\x1b[{_TILDE_KEYS[base]}{middle}~".encode()
    return _character_bytes(name, base, modifiers)


def _character_bytes(name: str, base: str, modifiers: Iterable[str]) -> bytes:
    data = _PLAIN.get(base) or base.encode()
    if base not in _PLAIN and len(base) != 1:
        raise ValueError(f"no such key: {name!r}")
    for modifier in modifiers:
        if modifier == "ctrl" and len(base) == 1 and base.isascii():
            data = bytes([ord(base.upper()) & 0x1F])
        elif modifier == "alt":
            data = b"\x1b" + data
        else:
            raise ValueError(f"no terminal sends {name!r}")
    return data


def mouse_bytes(
    row: int, col: int, button: str | int = "left", *, release: bool = False, motion: bool = False
) -> bytes:
    """The SGR (1006) report of a mouse event at a place counted from 0."""
    code = (_BUTTONS[button] if isinstance(button, str) else button) + (32 if motion else 0)
    return f"\x1b[<{code};{col + 1};{row + 1}{'m' if release else 'M'}".encode()


def click_bytes(row: int, col: int, button: str = "left") -> bytes:
    """A press and a release at one place."""
    return mouse_bytes(row, col, button) + mouse_bytes(row, col, button, release=True)
