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
"""The index of the boolean that says whether colours can be redefined. The next lines have indices of numbers and
strings."""
MAX_COLORS, MAX_PAIRS = 13, 14
ORIG_COLORS, INITIALIZE_COLOR, SET_A_FOREGROUND, SET_A_BACKGROUND = 298, 299, 359, 360
DIRECT = b"RGB"
"""The name of the extended boolean that tells ncurses that a terminal has direct colours, with eight bits for each of
red, green and blue."""
_PARTS = b"%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d"
FOREGROUND = b"\x1b[%?%p1%{256}%<%t38;5;%p1%d%e38;2;" + _PARTS + b"%;m"
BACKGROUND = b"\x1b[%?%p1%{256}%<%t48;5;%p1%d%e48;2;" + _PARTS + b"%;m"
"""The sequences that set a colour: colours below 256 by their index, all others by red, green and blue."""


class EntryError(ValueError):
    """Raised for data that isn't a compiled terminal entry."""


class CompiledEntry(NamedTuple):
    """What a compiled terminal entry contains. Capabilities stand in the order of the format; None is a missing string.

    The extended capabilities are keyed by their names.
    """

    names: bytes
    booleans: list[int]
    numbers: list[int]
    strings: list[bytes | None]
    extended_booleans: dict[bytes, int]
    extended_numbers: dict[bytes, int]
    extended_strings: dict[bytes, bytes | None]


def read_entry(data: bytes) -> CompiledEntry:
    """Decodes the bytes of a compiled terminal entry. Raises EntryError if they have another form."""
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
    # The names follow the last string, and their offsets count from the end of that string.
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
    """Reads the parts of an entry one after another. Raises ValueError if the data ends too early."""

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
        """Moves to an even offset, because the format adds a byte to parts of odd length."""
        self.at += self.at % 2


def _string_at(table: bytes, offset: int) -> bytes | None:
    return None if offset < 0 else table[offset : table.index(b"\0", offset)]


def write_entry(entry: CompiledEntry) -> bytes:
    """The bytes of a compiled entry, in the form whose numbers have four bytes."""
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
    """Joins strings into a table and returns their offsets and the table. A missing string has the offset -1."""
    offsets, table = [], b""
    for text in strings:
        offsets.append(-1 if text is None else len(table))
        table += b"" if text is None else text + b"\0"
    return offsets, table


def with_direct_colours(entry: CompiledEntry) -> CompiledEntry:
    """A copy of an entry with which curses sends 24-bit colours and never redefines a colour of the terminal."""
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
    """The changed copy of a terminal's entry that is passed to curses."""

    terminfo: str = ""
    """The value of the variable TERMINFO that contains the entry. Empty if the terminal doesn't have 256 colours."""
    is_certain: bool = False
    """Whether the terminal's own entry says that it shows 24-bit colours."""


def private_entry(environ: Mapping[str, str]) -> PrivateEntry:
    """Makes the private entry for the terminal type that TERM names.

    Its `terminfo` is empty if the type is unknown or doesn't have 256 indexed colours.
    """
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
    """Whether colours are sent as an index from 0 to 255, as xterm does. Those with direct colours don't."""
    colours = entry.numbers[MAX_COLORS] if len(entry.numbers) > MAX_COLORS else 0
    sequence = entry.strings[SET_A_FOREGROUND] if len(entry.strings) > SET_A_FOREGROUND else None
    return 256 <= colours <= 1 << 15 and b"38;5" in (sequence or b"")


def _entries(environ: Mapping[str, str]) -> Iterator[bytes]:
    """Yields the bytes of each installed entry for TERM, in the order in which ncurses looks for them."""
    term = environ.get("TERM", "")
    if not term or "/" in term or term.startswith("."):
        return
    for folder in filter(None, _folders(environ)):
        # The folders are named by the first letter of the type. On a Mac they are named by its code, because the file
        # system there doesn't tell upper case from lower case.
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
