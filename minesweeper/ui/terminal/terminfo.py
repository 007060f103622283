"""A private entry of the terminal database, so that curses sends 24-bit colours.

Curses knows a terminal by its compiled entry in the terminal database. Entries that send 24-bit colours, such as
xterm-direct, are rarely installed, and they can't show the 256 indexed colours. So this module reads the entry of TERM,
changes a copy of it, and passes the copy to curses in the variable TERMINFO, which ncurses reads from version 6.1 on.
Colours below 256 remain indices, and all others become red, green and blue in one ordinary sequence. Nothing in the
terminal is redefined, so nothing has to be restored, even if the program is killed. No file is written either.

The format is that of `man 5 term`: a header, names, booleans, numbers, offsets of strings, strings. After it come the
extended capabilities, which aren't in the standard and bring their names along.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from minesweeper.storage.paths import open_regular
from minesweeper.ui.draw.rgb import DIRECT_COLOURS

MOST_BYTES = 1 << 15
"""The most that ncurses itself reads of an entry."""
SHORT_NUMBERS, LONG_NUMBERS = 0o432, 0o1036
"""The first two bytes of an entry: whether its numbers have two bytes or four."""
MOST_PAIRS = 1 << 16
CAN_CHANGE = 27
"""The boolean that says whether colours can be redefined. Below are the places of numbers and strings."""
MAX_COLORS, MAX_PAIRS = 13, 14
ORIG_COLORS, INITIALIZE_COLOR, SET_A_FOREGROUND, SET_A_BACKGROUND = 298, 299, 359, 360
DIRECT = b"RGB"
"""The name of the extended boolean by which ncurses knows direct colours. Its value: each part has eight bits."""
_PARTS = b"%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d"
FOREGROUND = b"\x1b[%?%p1%{256}%<%t38;5;%p1%d%e38;2;" + _PARTS + b"%;m"
BACKGROUND = b"\x1b[%?%p1%{256}%<%t48;5;%p1%d%e48;2;" + _PARTS + b"%;m"
"""The sequences for colours: an index below 256, otherwise red, green and blue."""


class EntryError(ValueError):
    """A terminal entry that is missing, or that doesn't have the form of a compiled entry."""


class CompiledEntry(NamedTuple):
    """A compiled terminal entry. Capabilities stand in the order of the format; a missing string is None."""

    names: bytes
    booleans: list[int]
    numbers: list[int]
    strings: list[bytes | None]
    extended_booleans: dict[bytes, int]
    extended_numbers: dict[bytes, int]
    extended_strings: dict[bytes, bytes | None]


def read_entry(data: bytes) -> CompiledEntry:
    """Reads a compiled entry. Raises EntryError if it has another form."""
    try:
        return _read(data)
    except (struct.error, IndexError, ValueError) as error:
        raise EntryError(f"not a compiled terminal entry: {error}") from None


def _read(data: bytes) -> CompiledEntry:
    magic, names_size, boolean_count, number_count, string_count, table_size = struct.unpack_from("<6h", data)
    if magic not in (SHORT_NUMBERS, LONG_NUMBERS):
        raise ValueError(f"it begins with {magic}")
    number_form = "h" if magic == SHORT_NUMBERS else "i"
    reader = _Reader(data, 12)
    names = reader.take(names_size).rstrip(b"\0")
    booleans = list(reader.take(boolean_count))
    reader.align()
    numbers = reader.numbers(number_form, number_count)
    offsets = reader.numbers("h", string_count)
    table = reader.take(table_size)
    strings = [_string_at(table, offset) for offset in offsets]
    reader.align()
    if len(data) - reader.at < 10:
        return CompiledEntry(names, booleans, numbers, strings, {}, {}, {})
    boolean_count, number_count, string_count, _, table_size = reader.numbers("h", 5)
    own_booleans = list(reader.take(boolean_count))
    reader.align()
    own_numbers = reader.numbers(number_form, number_count)
    own_offsets = reader.numbers("h", string_count)
    name_offsets = reader.numbers("h", boolean_count + number_count + string_count)
    table = reader.take(table_size)
    own_strings = [_string_at(table, offset) for offset in own_offsets]
    # The names stand behind the last string, and their offsets count from there.
    ends = [offset + len(text) + 1 for offset, text in zip(own_offsets, own_strings, strict=True) if text is not None]
    start = max(ends, default=0)
    own_names = [_string_at(table, start + offset) or b"" for offset in name_offsets]
    booleans_end = boolean_count + number_count
    return CompiledEntry(
        names,
        booleans,
        numbers,
        strings,
        dict(zip(own_names[:boolean_count], own_booleans, strict=True)),
        dict(zip(own_names[boolean_count:booleans_end], own_numbers, strict=True)),
        dict(zip(own_names[booleans_end:], own_strings, strict=True)),
    )


class _Reader:
    """Takes the parts of an entry one after another."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self.at = at

    def take(self, size: int) -> bytes:
        part = self._data[self.at : self.at + size]
        if size < 0 or len(part) < size:
            raise ValueError("it ends too early")
        self.at += size
        return part

    def numbers(self, form: str, count: int) -> list[int]:
        form = f"<{max(count, 0)}{form}"
        return list(struct.unpack(form, self.take(struct.calcsize(form))))

    def align(self) -> None:
        """Skips the byte that fills an odd part up."""
        self.at += self.at % 2


def _string_at(table: bytes, offset: int) -> bytes | None:
    return None if offset < 0 else table[offset : table.index(b"\0", offset)]


def write_entry(entry: CompiledEntry) -> bytes:
    """Writes an entry in the form with long numbers."""
    names = entry.names + b"\0"
    offsets, table = _table(entry.strings)
    header = struct.pack(
        "<6h", LONG_NUMBERS, len(names), len(entry.booleans), len(entry.numbers), len(offsets), len(table)
    )
    data = _even(header + names + bytes(entry.booleans))
    data += struct.pack(f"<{len(entry.numbers)}i", *entry.numbers)
    data += struct.pack(f"<{len(offsets)}h", *offsets) + table
    booleans, numbers, strings = entry.extended_booleans, entry.extended_numbers, entry.extended_strings
    own_offsets, values = _table(list(strings.values()))
    name_offsets, own_names = _table([*booleans, *numbers, *strings])
    counts = len(booleans), len(numbers), len(strings), len(own_offsets) + len(name_offsets)
    data = _even(data) + struct.pack("<5h", *counts, len(values) + len(own_names))
    data = _even(data + bytes(booleans.values()))
    data += struct.pack(f"<{len(numbers)}i", *numbers.values())
    return data + struct.pack(f"<{counts[3]}h", *own_offsets, *name_offsets) + values + own_names


def _even(data: bytes) -> bytes:
    return data + b"\0" * (len(data) % 2)


def _table(strings: list[bytes | None] | list[bytes]) -> tuple[list[int], bytes]:
    """Lays strings one after another. The offset of a missing one is -1."""
    offsets, table = [], b""
    for text in strings:
        offsets.append(-1 if text is None else len(table))
        table += b"" if text is None else text + b"\0"
    return offsets, table


def with_direct_colours(entry: CompiledEntry) -> CompiledEntry:
    """A copy of an entry that sends 24-bit colours, and that can't redefine any colour of the terminal."""
    booleans = [*entry.booleans, *[0] * (CAN_CHANGE + 1 - len(entry.booleans))]
    numbers = [*entry.numbers, *[-1] * (MAX_PAIRS + 1 - len(entry.numbers))]
    strings = [*entry.strings, *[None] * (SET_A_BACKGROUND + 1 - len(entry.strings))]
    booleans[CAN_CHANGE] = 0
    numbers[MAX_COLORS], numbers[MAX_PAIRS] = DIRECT_COLOURS, MOST_PAIRS
    strings[ORIG_COLORS] = strings[INITIALIZE_COLOR] = None
    strings[SET_A_FOREGROUND], strings[SET_A_BACKGROUND] = FOREGROUND, BACKGROUND
    without = {name: value for name, value in entry.extended_numbers.items() if name != DIRECT}
    return entry._replace(
        booleans=booleans,
        numbers=numbers,
        strings=strings,
        extended_booleans={**entry.extended_booleans, DIRECT: 1},
        extended_numbers=without,
        extended_strings={name: value for name, value in entry.extended_strings.items() if name != DIRECT},
    )


class PrivateEntry(NamedTuple):
    """The private entry of a terminal."""

    terminfo: str = ""
    """The value of TERMINFO that passes the entry to curses. It is empty for a terminal that has no 256 colours."""
    is_certain: bool = False
    """Whether the terminal's own entry says that it shows 24-bit colours."""


def private_entry(environ: Mapping[str, str]) -> PrivateEntry:
    """Makes the private entry of the terminal that TERM names. It is empty if the terminal is unknown."""
    data = next(_entries(environ), b"")
    try:
        entry = read_entry(data)
    except EntryError:
        return PrivateEntry()
    if not has_indexed_colours(entry):
        return PrivateEntry()
    names = {*entry.extended_booleans, *entry.extended_numbers, *entry.extended_strings}
    return PrivateEntry(f"hex:{write_entry(with_direct_colours(entry)).hex()}", bool(names & {DIRECT, b"Tc"}))


def has_indexed_colours(entry: CompiledEntry) -> bool:
    """Whether the terminal takes an index of 256 colours as xterm does. Terminals with direct colours don't."""
    colours = entry.numbers[MAX_COLORS] if len(entry.numbers) > MAX_COLORS else 0
    sequence = entry.strings[SET_A_FOREGROUND] if len(entry.strings) > SET_A_FOREGROUND else None
    return 256 <= colours <= 1 << 15 and b"38;5" in (sequence or b"")


def _entries(environ: Mapping[str, str]) -> Iterator[bytes]:
    """Yields the compiled entries of TERM, in the order in which ncurses looks for them."""
    term = environ.get("TERM", "")
    if not term or "/" in term or term.startswith("."):
        return
    for folder in filter(None, _folders(environ)):
        # The file system of a Mac doesn't tell upper case from lower, so the folders there are numbers.
        for letter in (term[0], f"{ord(term[0]):x}"):
            try:
                with open_regular(os.path.join(folder, letter, term)) as stream:
                    yield stream.read(MOST_BYTES + 1)
            except OSError:
                continue


def _folders(environ: Mapping[str, str]) -> Iterator[str]:
    yield environ.get("TERMINFO", "")
    yield os.path.join(environ.get("HOME", ""), ".terminfo")
    yield from environ.get("TERMINFO_DIRS", "").split(":")
    yield from (
        "/etc/terminfo",
        "/lib/terminfo",
        "/usr/share/terminfo",
        "/usr/lib/terminfo",
        "/usr/local/share/terminfo",
    )
    yield os.path.join(sys.base_prefix, "share", "terminfo")
