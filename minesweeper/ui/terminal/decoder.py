"""Turns the bytes that a terminal sends into events.

The decoder neither reads from the terminal nor looks at a clock: `posix` passes the bytes on and says when the terminal
has been silent. The events don't depend on how the bytes were split between reads. Escape sequences that the decoder
doesn't know are dropped as a whole, so that no reply of a terminal ever acts as a key. A whole paste is one event.
"""

from __future__ import annotations

import re
from collections.abc import Container, Generator, Iterable, Sequence
from itertools import count
from typing import Literal, TypeAlias, TypeVar

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
Decoding: TypeAlias = Generator[None, bytes, K]
"""A generator that decodes bytes and is suspended where they end, until the decoder sends it more."""

ESC = 0x1B
SEQUENCE_LIMIT = 64  # the most bytes of parameters that are kept; longer sequences are dropped
PASTE_END = b"\x1b[201~"

# After how many seconds of silence an unfinished sequence has ended. An ESC that stays alone is the key Esc, which must
# act at once. Longer beginnings of a sequence are hardly ever typed, so they may take more time on slow lines. A paste
# may take the longest, because its text must not act as keys even if the line stalls.
ESC_PATIENCE = 0.025
SLOW_ESC_PATIENCE = 0.25  # for a line so slow that an ESC was reported as a key before its sequence arrived
SEQUENCE_PATIENCE = 0.5
PASTE_PATIENCE = 2.0

_SHIFT, _ALT, _CTRL = 1, 2, 4
_LOCKS = 0xC0  # the bits of caps lock and num lock, which are ignored


def _named(keys: Iterable[K], names: str) -> dict[K, str]:
    """Pairs codes with the names of keys, which are separated by blanks. The name "--" leaves a code out."""
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
_BUTTONS: tuple[MouseButton, ...] = ("left", "middle", "right")
_WHEEL: tuple[MouseButton, ...] = ("up", "down", "wheel-left", "wheel-right")

# The terminal's answer about its background: red, green and blue with one to four hexadecimal digits each.
_BACKGROUND = rb"11;rgba?:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})(?:/[0-9a-fA-F]{1,4})?"
_SEQUENCE_STARTS = frozenset(b"[O]P_")  # CSI and SS3, then those of the strings OSC, DCS and APC
_NUMBER_SIGNS = frozenset(b"0123456789;")


class Decoder:
    """Decodes the bytes of a terminal. `feed` it with bytes, and call `timeout` after `patience` seconds of silence.

    A single generator reads the bytes as if all of them were there already, and it is suspended where they end. A
    silence reaches the generator as an empty read.
    """

    def __init__(self, esc_patience: float | None = None) -> None:
        self.patience: float | None = None
        """After how many seconds of silence to call `timeout`, or None if no sequence is unfinished."""
        self._esc_patience = ESC_PATIENCE if esc_patience is None else esc_patience
        self._data, self._at = b"", 0
        self._is_silent = False
        self._events: list[Event] = []
        self._is_muted = False  # True while the rest of a sequence is dropped, because its ESC already acted as a key
        self._held: MouseButton = "left"
        self._awaits_answer = False
        self._reader = self._read_all()
        next(self._reader)

    def await_answer(self, waits: bool = True) -> None:
        """Tells the decoder whether the terminal may still answer a question.

        While it may, everything that could be a part of the answer gets more time to arrive.
        """
        self._awaits_answer = waits

    def feed(self, data: bytes) -> list[Event]:
        """Decodes bytes and returns the events that they complete, oldest first."""
        return self._send(data) if data else []

    def timeout(self) -> list[Event]:
        """Ends an unfinished sequence after a silence, and returns the events that it turned out to be.

        A lone ESC is the key Esc, and ESC with one character is that character with Alt. Anything longer is dropped.
        """
        return self._send(b"")

    def _send(self, data: bytes) -> list[Event]:
        self._reader.send(data)
        events, self._events = self._events, []
        return events

    def _emit(self, event: Event | None) -> None:
        if event is not None and not self._is_muted:
            self._events.append(event)

    def _wait(self, patience: float | None) -> Decoding[bool]:
        """Waits until there is a byte to read. Returns False after a silence, which ends every unfinished sequence."""
        if self._at == len(self._data) and not self._is_silent:
            self.patience = patience
            self._data, self._at = (yield), 0
            self.patience, self._is_silent = None, not self._data
        return not self._is_silent

    def _peek(self, patience: float | None = SEQUENCE_PATIENCE) -> Decoding[int]:
        """The next byte, without reading it yet. It is -1 after a silence."""
        return self._data[self._at] if (yield from self._wait(patience)) else -1

    def _span(self, allowed: Container[int], most: int = 0, patience: float = SEQUENCE_PATIENCE) -> Decoding[bytes]:
        """Reads bytes up to the first that isn't in ``allowed``, at most ``most`` of them (0 means any number).

        Only the first SEQUENCE_LIMIT + 1 bytes are kept. A silence ends the reading too.
        """
        text = b""
        while not most or len(text) < most:
            if self._at == len(self._data):
                yield from self._wait(patience)
            byte = self._data[self._at : self._at + 1]
            if not byte or byte[0] not in allowed:
                break
            self._at += 1
            text = (text + byte)[: SEQUENCE_LIMIT + 1]
        return text

    def _read_all(self) -> Decoding[None]:
        while True:
            self._is_silent = False
            first = yield from self._peek(None)
            if first >= 0x80:
                yield from self._utf8(0)
            elif first >= 0:
                self._at += 1
                if first == ESC:
                    yield from self._escape()
                else:
                    self._emit(character_key(first))

    def _escape(self) -> Decoding[None]:
        """Reads what follows ESC, which may be the key Esc, Alt with another key, or the beginning of a sequence."""
        # If the terminal still owes an answer, this ESC may begin it, so wait longer before it counts as a key.
        second = yield from self._peek(SLOW_ESC_PATIENCE if self._awaits_answer else self._esc_patience)
        if second < 0:
            self._awaits_answer = False
            self._emit(Key("esc"))
            yield from self._late()
        elif second == ESC:
            self._emit(Key("esc"))
        elif second >= 0x80:
            yield from self._utf8(_ALT)
        else:
            self._at += 1
            if second not in _SEQUENCE_STARTS:
                # The Linux console sends ESC TAB for Shift+Tab. Alt+Tab can't be meant, because desktops use it
                # themselves and don't pass it on.
                self._emit(Key("shift+tab") if second == 0x09 else character_key(second, _ALT))
            elif (yield from self._peek(self._string_patience if second == ord("]") else SEQUENCE_PATIENCE)) < 0:
                self._emit(character_key(second, _ALT))
            else:
                yield from self._sequence(second)

    def _late(self) -> Decoding[None]:
        """Drops the rest of a sequence that arrives so late that its ESC has already been reported as a key.

        Otherwise the letters of the sequence would act as keys, such as the B of a down arrow or the M of a click.
        """
        self._is_silent = False
        second = yield from self._peek()
        if second not in _SEQUENCE_STARTS:
            return
        self._at += 1
        third = yield from self._peek()
        # A capital P is more often typed than it is the rest of such a late report, and reports go on with a sign.
        if third < 0 or (second == ord("P") and not 0x21 <= third < 0x40):
            self._emit(character_key(second))
            return
        self._esc_patience = max(self._esc_patience, SLOW_ESC_PATIENCE)
        self._is_muted = True
        yield from self._sequence(second)
        self._is_muted = False

    def _sequence(self, second: int) -> Decoding[None]:
        """Reads a sequence from its third byte on; ``second`` is the byte after ESC.

        A control character ends the sequence and acts as a key, so that Ctrl+C always works.
        """
        if second == ord("["):
            yield from self._csi()
        elif second == ord("O"):
            yield from self._ss3()
        elif (yield from self._peek()) < 0x20:
            self._emit(character_key(second, _ALT))
        else:
            yield from self._string()

    @property
    def _string_patience(self) -> float:
        # If the terminal owes an answer, even a stalled rest of it must not act as keys.
        return PASTE_PATIENCE if self._awaits_answer else SEQUENCE_PATIENCE

    def _string(self) -> Decoding[None]:
        """Reads a string sequence up to its end. If it is the answer about the background, emits it as an event."""
        content = yield from self._span(range(0x20, 0x100), patience=self._string_patience)
        end = yield from self._peek(self._string_patience)
        if end == ESC:
            self._at += 1
            end = yield from self._peek(self._string_patience)
            if end >= 0 and end != ord("\\"):
                self._data, self._at = b"\x1b" + self._data[self._at :], 0
                return
        if end not in (0x07, ord("\\")):
            return
        self._at += 1
        if answer := re.fullmatch(_BACKGROUND, content):
            self._awaits_answer = False
            self._events.append(Background(_shade(answer.groups())))

    def _paste(self) -> Decoding[None]:
        """Reads a paste and emits it as one event, of at most PASTE_LIMIT + 1 bytes.

        Bytes that aren't UTF-8 become replacement characters. A silence of PASTE_PATIENCE ends a paste without an end.
        """
        pasted, window = bytearray(), b""
        while (end := window.find(PASTE_END)) < 0:
            ready = max(0, len(window) - len(PASTE_END) + 1)  # the last bytes may be the beginning of the end sequence
            pasted += window[:ready][: PASTE_LIMIT + 1 - len(pasted)]  # one byte more shows that the paste was longer
            window = window[ready:]
            if not (yield from self._wait(PASTE_PATIENCE)):
                end = len(window)
                break
            window, self._at = window + self._data[self._at :], len(self._data)
        pasted += window[:end][: PASTE_LIMIT + 1 - len(pasted)]
        self._data, self._at = window[end + len(PASTE_END) :], 0
        self._emit(Paste(pasted.decode("utf-8", "replace")))

    def _csi(self) -> Decoding[None]:
        third = yield from self._peek()
        if third in (ord("M"), ord("[")):
            self._at += 1
            yield from self._x10_mouse() if third == ord("M") else self._linux_function_key()
            return
        parameters = yield from self._span(_NUMBER_SIGNS)
        if parameters.isdigit() and len(parameters) <= 2 and (yield from self._peek()) == ord("$"):
            self._at += 1
            self._emit(_numbered_key(int(parameters), _SHIFT))  # rxvt
            return
        parameters += yield from self._span(range(0x20, 0x40))
        final = yield from self._peek()
        if not 0x40 <= final <= 0x7E:
            return
        self._at += 1
        if parameters == b"200" and final == ord("~"):
            yield from self._paste()
        elif parameters.startswith(b"<"):
            numbers = _numbers(parameters[1:].decode("ascii"))
            if len(numbers) == 3 and final in b"Mm":
                code, col, row = numbers
                self._emit_mouse(code, row, col, released=final == ord("m"))
        elif len(parameters) <= SEQUENCE_LIMIT:
            self._emit(_csi_event(parameters.decode("ascii"), chr(final)))

    def _linux_function_key(self) -> Decoding[None]:
        for final in (yield from self._span(range(0x20, 0x7F), 1)):
            self._emit(Key(f"f{final - ord('A') + 1}") if ord("A") <= final <= ord("E") else None)

    def _x10_mouse(self) -> Decoding[None]:
        """Reads a mouse event in the old X10 form: button, column and row as one byte each, with 32 added."""
        numbers = yield from self._span({0, *range(0x20, 0x100)}, 3)
        if len(numbers) == 3 and numbers[0]:
            code, col, row = (byte - 32 for byte in numbers)
            self._emit_mouse(code, row, col, released=False)

    def _emit_mouse(self, code: int, row: int, col: int, *, released: bool) -> None:
        """Emits the mouse event of a button code. Row and column count from 1.

        Nothing is emitted for side buttons, or for a pointer that moves without a button.
        """
        if row < 1 or col < 1 or code >= 128:
            return
        low, shift, moved = code & 3, bool(code & 4), bool(code & 32)
        if code & 64:
            if not released and not moved:
                self._emit(Mouse("wheel", _WHEEL[low], row - 1, col - 1, shift))
        elif low < 3:
            self._held = _BUTTONS[low]
            kind: MouseKind = "release" if released else "drag" if moved else "press"
            self._emit(Mouse(kind, self._held, row - 1, col - 1, shift))
        elif not moved:  # the old form doesn't tell which button was released, so it is the one that was pressed
            self._emit(Mouse("release", self._held, row - 1, col - 1, shift))

    def _ss3(self) -> Decoding[None]:
        """Reads a keypad or function key: ESC O and a letter. Old terminals send modifiers before the letter."""
        parameters = yield from self._span(_NUMBER_SIGNS, 8)
        code = yield from self._peek()
        if not 0x20 <= code <= 0x7E:
            self._emit(None if parameters or code < 0 else Key("alt+O"))
            return
        self._at += 1
        final = chr(code)
        if final in _RXVT_LETTERS:
            self._emit(Key(f"ctrl+{_RXVT_LETTERS[final]}"))
        elif name := _LETTERS.get(final) or _KEYPAD.get(final):
            self._emit(_modified_key(name, [1, *_numbers(parameters.decode("ascii"))][-1]))

    def _utf8(self, modifiers: int) -> Decoding[None]:
        """Reads a character of several bytes. Ignores bytes that aren't valid UTF-8, and characters without a shape."""
        lead = self._data[self._at]
        self._at += 1
        length = 2 if 0xC2 <= lead <= 0xDF else 3 if 0xE0 <= lead <= 0xEF else 4 if 0xF0 <= lead <= 0xF4 else 1
        rest = b"" if length == 1 else (yield from self._span(range(0x80, 0xC0), length - 1))
        character = bytes([lead, *rest]).decode("utf-8", "ignore")
        if character and character.isprintable():
            self._emit(Key(_modified(character, modifiers)))


def _shade(parts: Sequence[bytes]) -> Literal["dark", "light"]:
    """Whether a colour looks dark or light. ``parts`` are red, green and blue in hexadecimal digits."""
    weights = (0.299, 0.587, 0.114)
    light = sum(weight * int(part, 16) / (16 ** len(part) - 1) for weight, part in zip(weights, parts, strict=True))
    return "light" if light > 0.5 else "dark"


def character_key(code: int, modifiers: int = 0) -> Key:
    """The key of an ASCII character or control character, with modifiers as bits."""
    return Key(_modified(_CONTROLS.get(code, chr(code)), modifiers))


def _modified(name: str, modifiers: int) -> str:
    """The one name that a key with these modifiers has, as `events` defines it."""
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


def _csi_event(parameters: str, final: str) -> Event | None:
    """The key or focus event of a complete CSI sequence, or None if the sequence is unknown."""
    if final in "IO" and not parameters:
        return Focus(gained=final == "I")
    numbers = _numbers(parameters)
    if parameters and not numbers:
        return None
    modifiers = numbers[1] if len(numbers) > 1 else 1
    if final == "~" and len(numbers) == 3 and numbers[0] == 27:
        return _code_key(numbers[2], modifiers)
    if final == "u" and numbers:
        return _code_key(numbers[0], modifiers)
    if final in "~^@" and numbers:
        return _numbered_key(numbers[0], _RXVT_ENDINGS.get(final, modifiers - 1))
    if final == "Z":
        return Key("shift+tab")
    if final in _RXVT_LETTERS and not numbers:
        return Key(f"shift+{_RXVT_LETTERS[final]}")
    if final in _LETTERS and numbers[:1] in ([], [1]):
        return _modified_key(_LETTERS[final], modifiers)
    return None


def _numbers(parameters: str) -> list[int]:
    """Reads the numbers between semicolons. A missing number is 1. If any number is invalid, the list is empty."""
    texts = [text or "1" for text in parameters.split(";")] if parameters else []
    return [int(text) for text in texts] if all(text.isdigit() and len(text) < 6 for text in texts) else []


def _numbered_key(number: int, modifiers: int) -> Key | None:
    return _modified_key(_NUMBERS[number], modifiers + 1) if number in _NUMBERS else None


def _code_key(code: int, parameter: int) -> Key | None:
    """The key of a Unicode code point, as modern keyboard protocols send keys. None if it can't be printed."""
    name = _CONTROLS[code] if code in (8, 9, 10, 13, ESC, 0x20, 0x7F) else chr(code)
    return _modified_key(name, parameter) if name.isprintable() else None


def _modified_key(name: str, parameter: int) -> Key | None:
    """The key ``name`` with the modifiers of a sequence, where 1 means that there are none.

    Returns None for keys with other modifiers than Shift, Alt and Ctrl, because these belong to the desktop.
    """
    modifiers = (parameter - 1) & ~_LOCKS
    return Key(_modified(name, modifiers)) if 0 <= modifiers <= _SHIFT | _ALT | _CTRL else None
