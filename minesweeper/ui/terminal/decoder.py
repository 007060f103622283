"""Decodes bytes of a terminal to events. It reads nothing, has no clock, and how the bytes were split never matters.

Unknown sequences are swallowed whole, so that no reply of a terminal ever acts as a key. A paste is one event.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Literal, TypeVar

from minesweeper.ui.terminal.events import (
    PASTE_LIMIT,
    Background,
    Event,
    Focus,
    Key,
    Mouse,
    MouseButton,
    MouseKind,
    Paste,
)

K = TypeVar("K")

ESC = 0x1B
SEQUENCE_LIMIT = 64  # bytes of parameters; a longer sequence is skipped without being kept
PASTE_END = b"\x1b[201~"

# The seconds of silence that end an unfinished sequence. A lone ESC is the key. A longer start of a sequence is hardly
# ever typed, so slow lines get more time. Inside a paste, text must not act even if the line stalls.
ESC_PATIENCE = 0.025
SLOW_ESC_PATIENCE = 0.25  # on a line that once brought the rest of a sequence after ESC was reported as a key
SEQUENCE_PATIENCE = 0.5
PASTE_PATIENCE = 2.0

_SHIFT, _ALT, _CTRL = 1, 2, 4
_LOCKS = 0xC0  # caps lock and num lock say nothing about the key


def _named(keys: Iterable[K], names: str) -> dict[K, str]:
    """Pairs keys with their names. "--" leaves one out."""
    return {key: name for key, name in zip(keys, names.split(), strict=False) if name != "--"}


_CONTROLS = {
    **{code: f"ctrl+{chr(code + 0x60)}" for code in range(1, 27)},
    **_named(count(0x08), "backspace tab enter -- -- enter"),
    **_named(count(0x1B), "esc ctrl+\\ ctrl+] ctrl+^ ctrl+_ space"),
    **_named((0x00, 0x7F), "ctrl+space backspace"),
}
_LETTERS = _named("ABCDEFHPQRS", "up down right left begin end home f1 f2 f3 f4")
_RXVT_LETTERS = _named("abcd", "up down right left")
_KEYPAD = _named(" IMXjklmnopqrstuvwxy", "space tab enter = * + , - . / 0 1 2 3 4 5 6 7 8 9")
_NUMBERS = _named(
    count(1),
    "home insert delete end pgup pgdn home end -- -- f1 f2 f3 f4 f5 -- f6 f7 f8 f9 f10 -- "
    "f11 f12 f13 f14 -- f15 f16 -- f17 f18 f19 f20",
)
_RXVT_ENDINGS = {"$": _SHIFT, "^": _CTRL, "@": _CTRL | _SHIFT}
_KITTY_KEYPAD = _named(
    count(57399), "0 1 2 3 4 5 6 7 8 9 . / * - + enter = , left right up down pgup pgdn home end insert delete begin"
)
_BUTTONS: tuple[MouseButton, ...] = ("left", "middle", "right")
_WHEEL: tuple[MouseButton, ...] = ("up", "down", "wheel-left", "wheel-right")

# Compiled when the first sequence comes, and kept by `re`.
_PARAMETERS = rb"[ -?]*"
_RXVT_SHIFT = rb"([0-9]{1,2})\$"
_SS3 = rb"[0-9;]{0,8}"
_NO_CONTROL = rb"[^\x00-\x1f]*"
# The answer to "which background?": one to four hexadecimal digits for red, green and blue.
_BACKGROUND = rb"11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})(?:/[0-9a-fA-F]{1,4})?"
_STRING_STARTS = b"]P_"  # OSC, DCS, APC
_SEQUENCE_STARTS = b"[O" + _STRING_STARTS


class Decoder:
    """Collects bytes and returns the events they complete.

    An ESC that was reported as a key stays for a while. If a slow line brings the rest of a sequence after it, the rest
    is dropped, or its letters would act as keys (the B of a down arrow, the M of a click).
    """

    def __init__(self, esc_patience: float | None = None) -> None:
        self._esc_patience = ESC_PATIENCE if esc_patience is None else esc_patience
        self._buffer = b""
        self._is_told = False  # whether the ESC at the head of the buffer was reported as a key
        self._is_old = False  # whether it is overdue, and waits only because it may begin an answer
        self._skipping = ""  # "paste", "string" or "sequence" while inside one
        self._pasted = bytearray()  # the beginning of an unfinished paste
        self._held: MouseButton = "left"
        self._string = b""  # the beginning of a string, which may be an answer
        self._awaits_answer = False

    def await_answer(self, waits: bool = True) -> None:
        """Says whether the terminal may still answer a question. Possible parts of the answer get more time."""
        self._awaits_answer = waits

    @property
    def pending(self) -> bool:
        """Says whether a sequence is unfinished, so that a silence means something."""
        return bool(self._buffer or self._skipping)

    @property
    def patience(self) -> float | None:
        """Returns the seconds of silence that end an unfinished sequence, or None if there is none."""
        if self._skipping == "paste":
            return PASTE_PATIENCE
        if self._awaits_answer and (self._skipping == "string" or self._buffer.startswith(b"\x1b]")):
            return PASTE_PATIENCE  # the rest of the answer must not act either
        if self._buffer == b"\x1b" and not self._skipping and not self._is_told:
            return max(0.0, SLOW_ESC_PATIENCE - self._esc_patience) if self._is_old else self._esc_patience
        return SEQUENCE_PATIENCE if self.pending else None

    def feed(self, data: bytes) -> list[Event]:
        """Returns the events that these bytes complete."""
        buffer = self._buffer + data
        events: list[Event] = []
        at = self._late(buffer) if self._is_told and data else 0
        if self._is_old and data:
            self._is_old = False
            if buffer[1] not in _SEQUENCE_STARTS:  # it was the key, and the next byte is another one
                events.append(Key("esc"))
                at = 1
        while at < len(buffer) and not self._is_told:
            after = self._skip(buffer, at, events) if self._skipping else self._step(buffer, at, events)
            if after is None:
                break
            at = after
        self._buffer = buffer[at:]
        return events

    def timeout(self) -> list[Event]:
        """Returns the events after a silence: a lone ESC is the key, ESC and a character is alt, the rest was junk."""
        buffer, skipped, was_told = self._buffer, self._skipping, self._is_told
        self._buffer, self._skipping, self._is_told = b"", "", False
        if skipped:
            return [self._paste(buffer)] if skipped == "paste" else []
        if buffer == b"\x1b" and not was_told:
            self._buffer = buffer
            if self._awaits_answer and not self._is_old:
                self._is_old = True
                return []
            self._is_told, self._is_old = True, False
            self._awaits_answer = False
            return [Key("esc")]
        if len(buffer) == 2 and buffer[0] == ESC and buffer[1] < 0x80:
            return [character_key(buffer[1], 0 if was_told else _ALT)]
        return []

    # Each method below takes the place where it starts and returns the place after it, or None if bytes are missing.

    def _late(self, buffer: bytes) -> int:
        """Returns the end of an ESC that was already reported as a key, and of its sequence if the rest came late."""
        second, third = buffer[1], buffer[2] if len(buffer) > 2 else 0
        # A capital P is typed more often than a report of this kind is split, and such reports begin with a sign.
        is_typed = second == ord("P") and third and not 0x21 <= third < 0x40
        if second not in _SEQUENCE_STARTS or is_typed:
            self._is_told = False
            return 1
        after = self._escape(buffer, 0, [])
        if after is None:
            return 0
        self._is_told = False
        self._esc_patience = max(self._esc_patience, SLOW_ESC_PATIENCE)
        return after

    def _skip(self, buffer: bytes, at: int, events: list[Event]) -> int | None:
        """Skips the inside of a paste, a string or an overlong sequence."""
        if self._skipping == "paste":
            end = buffer.find(PASTE_END, at)
            if end < 0:
                kept = len(buffer) - len(PASTE_END) + 1  # the end may have begun
                if kept <= at:
                    return None
                self._keep_pasted(buffer[at:kept])
                return kept
            self._skipping = ""
            events.append(self._paste(buffer[at:end]))
            return end + len(PASTE_END)
        inside = _PARAMETERS if self._skipping == "sequence" else _NO_CONTROL
        end = _span(inside, buffer, at)
        if self._skipping == "string":
            self._string = (self._string + buffer[at:end])[:SEQUENCE_LIMIT]
        if end == len(buffer):
            return end
        last = buffer[end]
        if self._skipping == "sequence":
            self._skipping = ""
            return end + 1 if 0x40 <= last <= 0x7E else end
        if last == ESC and end + 1 == len(buffer):
            return end if end > at else None
        self._skipping = ""
        # Other control characters are not part of a string. They act, so that ctrl+c always gets through.
        after = end + 1 if last == 0x07 else end + 2 if buffer[end : end + 2] == b"\x1b\\" else end
        if after > end and (answer := re.compile(_BACKGROUND).fullmatch(self._string)):
            self._awaits_answer = False
            events.append(Background(_shade(answer.groups())))
        return after

    def _keep_pasted(self, part: bytes) -> None:
        self._pasted += part[: PASTE_LIMIT + 1 - len(self._pasted)]  # one more shows that it was longer

    def _paste(self, last: bytes) -> Paste:
        """Returns the paste that ends here, as far as it is kept. Other bytes than text are replaced."""
        self._keep_pasted(last)
        text = self._pasted.decode("utf-8", "replace")
        self._pasted.clear()
        return Paste(text)

    def _step(self, buffer: bytes, at: int, events: list[Event]) -> int | None:
        first = buffer[at]
        if first == ESC:
            return self._escape(buffer, at, events)
        if first < 0x80:
            events.append(character_key(first))
            return at + 1
        return _utf8(buffer, at, 0, events)

    def _escape(self, buffer: bytes, at: int, events: list[Event]) -> int | None:
        rest = buffer[at + 1 : at + 3]
        if not rest:
            return None
        second = rest[0]
        if second == ESC:
            events.append(Key("esc"))
            return at + 1
        if second == ord("["):
            return self._csi(buffer, at, events)
        if second == ord("O"):
            return _ss3(buffer, at, events)
        if second >= 0x80:
            return _utf8(buffer, at + 1, _ALT, events)
        if second in _STRING_STARTS:
            if len(rest) == 1:
                return None
            if rest[1] >= 0x20:
                self._skipping, self._string = "string", b""
                return at + 2
        # The Linux console sends ESC TAB for shift+tab. Alt+tab belongs to the desktop and never gets here.
        events.append(Key("shift+tab") if second == 0x09 else character_key(second, _ALT))
        return at + 2

    def _csi(self, buffer: bytes, at: int, events: list[Event]) -> int | None:
        start = at + 2
        if buffer[start : start + 1] == b"M":
            return self._x10_mouse(buffer, at, events)
        if buffer[start : start + 1] == b"[":
            return _linux_function_key(buffer, at, events)
        if shifted := re.compile(_RXVT_SHIFT).match(buffer, start):
            _append_numbered(int(shifted[1]), _SHIFT, events)
            return shifted.end()
        end = _span(_PARAMETERS, buffer, start)
        if end - start > SEQUENCE_LIMIT:
            self._skipping = "sequence"
            return end
        if end == len(buffer):
            return None
        if not 0x40 <= buffer[end] <= 0x7E:
            return end  # broken off by another key
        parameters, final = buffer[start:end].decode("ascii"), chr(buffer[end])
        if parameters == "200" and final == "~":
            self._skipping = "paste"
        elif parameters.startswith("<"):
            numbers = _numbers(parameters[1:])
            if len(numbers) == 3 and final in "Mm":
                code, col, row = numbers
                self._append_mouse(code, row, col, final == "m", events)
        else:
            _append_csi(parameters, final, events)
        return end + 1

    def _x10_mouse(self, buffer: bytes, at: int, events: list[Event]) -> int | None:
        """Reads a mouse event of the old X10 form: button, column and row in a byte each, 32 more than the value."""
        for place in range(at + 3, at + 6):
            if place >= len(buffer):
                return None
            if 0 < buffer[place] < 0x20:
                return place  # broken off by another key
        code, col, row = (byte - 32 for byte in buffer[at + 3 : at + 6])
        if code >= 0:
            self._append_mouse(code, row, col, False, events)
        return at + 6

    def _append_mouse(self, code: int, row: int, col: int, released: bool, events: list[Event]) -> None:
        """Appends the event of a button code. Side buttons and a pointer that only moves have none."""
        if row < 1 or col < 1 or code >= 128:
            return
        low, shift, moved = code & 3, bool(code & 4), bool(code & 32)
        if code & 64:
            if not released and not moved:
                events.append(Mouse("wheel", _WHEEL[low], row - 1, col - 1, shift))
        elif low < 3:
            button = _BUTTONS[low]
            self._held = button
            kind: MouseKind = "release" if released else "drag" if moved else "press"
            events.append(Mouse(kind, button, row - 1, col - 1, shift))
        elif not moved:  # the old form doesn't say which button was released
            events.append(Mouse("release", self._held, row - 1, col - 1, shift))


def _shade(parts: Sequence[bytes]) -> Literal["dark", "light"]:
    """Says whether a colour is nearer to black or to white, as eyes weigh red, green and blue."""
    weights = (0.299, 0.587, 0.114)
    light = sum(weight * int(part, 16) / (16 ** len(part) - 1) for weight, part in zip(weights, parts, strict=True))
    return "light" if light > 0.5 else "dark"


def _span(pattern: bytes, buffer: bytes, at: int) -> int:
    """Returns the end of the match of a pattern, which may match nothing."""
    found = re.compile(pattern).match(buffer, at)
    return found.end() if found else at


def character_key(code: int, modifiers: int = 0) -> Key:
    """Returns the key of a character below 0x80."""
    return Key(_modified(_CONTROLS.get(code, chr(code)), modifiers))


def _modified(name: str, modifiers: int) -> str:
    """Returns the canonical name of a key with modifiers."""
    if len(name) == 1:
        if modifiers & _CTRL:
            if name.lower() == name.upper():
                modifiers &= ~_SHIFT
            name = name.lower()
        elif modifiers & _SHIFT:
            name = name.upper() if len(name.upper()) == 1 else name
            modifiers &= ~_SHIFT
    elif name.startswith("ctrl+"):
        name, modifiers = name[5:], modifiers | _CTRL
    marks = (("ctrl+", _CTRL), ("alt+", _ALT), ("shift+", _SHIFT))
    return "".join([mark for mark, bit in marks if modifiers & bit]) + name


def _utf8(buffer: bytes, at: int, modifiers: int, events: list[Event]) -> int | None:
    """Reads a character of several bytes. Bytes that make none are ignored."""
    lead = buffer[at]
    length = 2 if 0xC2 <= lead <= 0xDF else 3 if 0xE0 <= lead <= 0xEF else 4 if 0xF0 <= lead <= 0xF4 else 0
    if not length:
        return at + 1
    for place in range(at + 1, at + length):
        if place >= len(buffer):
            return None
        if not 0x80 <= buffer[place] <= 0xBF:
            return place
    character = buffer[at : at + length].decode("utf-8", "ignore")
    if character.isprintable() and character:
        events.append(Key(_modified(character, modifiers)))
    return at + length


def _ss3(buffer: bytes, at: int, events: list[Event]) -> int | None:
    """Reads ESC O and a letter, a keypad or function key. Old terminals send modifiers before the letter."""
    end = _span(_SS3, buffer, at + 2)
    if end == len(buffer):
        return None
    final = chr(buffer[end])
    if not " " <= final <= "~":
        if end == at + 2:
            events.append(Key("alt+O"))
        return end
    numbers = _numbers(buffer[at + 2 : end].decode("ascii"))
    if final in _RXVT_LETTERS:
        events.append(Key(f"ctrl+{_RXVT_LETTERS[final]}"))
    elif name := _LETTERS.get(final) or _KEYPAD.get(final):
        _append_modified(name, numbers[-1] if numbers else 1, events)
    return end + 1


def _linux_function_key(buffer: bytes, at: int, events: list[Event]) -> int | None:
    if at + 3 >= len(buffer):
        return None
    final = buffer[at + 3]
    if ord("A") <= final <= ord("E"):
        events.append(Key(f"f{final - ord('A') + 1}"))
    return at + 4 if 0x20 <= final <= 0x7E else at + 3


def _append_csi(parameters: str, final: str, events: list[Event]) -> None:
    """Appends the key or the focus of a whole CSI sequence, if it has one."""
    if final in "IO" and not parameters:
        events.append(Focus(gained=final == "I"))
        return
    numbers = _numbers(parameters)
    if parameters and not numbers:
        return
    if any(field.endswith(":3") for field in parameters.split(";")[1:2]):
        return  # a released key, as the kitty protocol reports it
    modifiers = numbers[1] if len(numbers) > 1 else 1
    if final == "~" and len(numbers) == 3 and numbers[0] == 27:
        _append_code(numbers[2], modifiers, events)
    elif final == "u" and numbers:
        _append_code(numbers[0], modifiers, events)
    elif final in "~^@" and numbers:
        _append_numbered(numbers[0], _RXVT_ENDINGS.get(final, modifiers - 1), events)
    elif final == "Z":
        events.append(Key("shift+tab"))
    elif final in _RXVT_LETTERS and not numbers:
        events.append(Key(f"shift+{_RXVT_LETTERS[final]}"))
    elif final in _LETTERS and numbers[:1] in ([], [1]):
        _append_modified(_LETTERS[final], modifiers, events)


def _numbers(parameters: str) -> list[int]:
    """Reads the numbers between semicolons, without parts after a colon. A missing one is 1. A bad one spoils all."""
    if not parameters:
        return []
    texts = [text.partition(":")[0] or "1" for text in parameters.split(";")]
    return [int(text) for text in texts] if all(text.isdigit() and len(text) < 6 for text in texts) else []


def _append_numbered(number: int, modifiers: int, events: list[Event]) -> None:
    if number in _NUMBERS:
        _append_modified(_NUMBERS[number], modifiers + 1, events)


def _append_code(code: int, parameter: int, events: list[Event]) -> None:
    """Appends the key of a Unicode code point, as modern keyboard protocols send it."""
    name = _KITTY_KEYPAD.get(code)
    if name is None and (code in (8, 9, 10, 13, ESC) or code >= 0x20):
        name = _CONTROLS.get(code) or (chr(code) if chr(code).isprintable() else None)
    if name:
        _append_modified(name, parameter, events)


def _append_modified(name: str, parameter: int, events: list[Event]) -> None:
    """Appends a key whose modifiers come as 1 + bits. Keys with modifiers of the desktop are not for us."""
    modifiers = (parameter - 1) & ~_LOCKS
    if 0 <= modifiers <= _SHIFT | _ALT | _CTRL:
        events.append(Key(_modified(name, modifiers)))
