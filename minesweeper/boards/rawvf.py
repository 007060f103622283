"""RAWVF, the text format in which Minesweeper players exchange replays: a board and the mouse events of a game.

A `Recording` is what such a file says, and each `RawvfEvent` is one line of it. This module knows the text, but not the
rules of the game; ``play/rawvf_moves.py`` turns the events into moves and back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper.boards.layout import Layout
from minesweeper.core.cells import make_grid
from minesweeper.core.files import lines_of
from minesweeper.core.text import clean, plural, quote
from minesweeper.core.textboard import MINE, draw_text_board

MOUSE_KINDS = frozenset(["lc", "lr", "rc", "rr", "mc", "mr", "mv", "sc", "mt"])
"""The kinds of mouse events, which all have a time: left, right and middle button pressed (lc, rc, mc) and released
(lr, rr, mr), mouse moved (mv), left button with Shift (sc), question marks switched (mt).
"""
GAME_KINDS = frozenset(["start", "won", "boom", "nonstandard"])
"""The kinds of events that say how the game goes. They need neither time nor place."""

MAX_CHARACTERS = 1 << 23
"""The longest replay that is read, in characters."""
SQUARE = 16
"""The width of a cell in pixels, unless the replay says otherwise."""

_SAFE = "0"
_MAX_FIELDS = 1000
_SIZE_FIELDS = ("width", "height", "mines")
_EVENT = re.compile(
    r"(?:(?P<sign>-?)(?P<seconds>\d{1,7})\.(?P<fraction>\d{1,3})\s+)?"
    r"(?P<kind>[a-z]{2,20})"
    r"(?:\s+(?P<col>-?\d{1,7})\s+(?P<row>-?\d{1,7}))?"
    r"(?:\s+\(\s*(?P<x>-?\d{1,7})\s+(?P<y>-?\d{1,7})\s*\))?"
    r"(?:\s+\([lrm]{0,3}\))?",  # The buttons held down aren't needed, because they follow from the events before.
    re.ASCII | re.IGNORECASE,
)
_FOLLOWING = re.compile(
    r"(-?[\d.]+\s+)?(number\d|closed|flag|pressed|questionmark|pressedqm|blast"
    r"|cell (pressed|released|opened)|solved 3bv)\b",
    re.ASCII | re.IGNORECASE,
)
"""Lines that are skipped, because they follow from the mouse events: how a cell looks, and sentences that a common
converter adds.
"""


class RawvfError(ValueError):
    """A text that isn't a RAWVF replay. The message names the line and says what is allowed."""


@dataclass(frozen=True, slots=True)
class RawvfEvent:
    """One event of a replay. Row and column count from 0, and those of a mouse event may lie outside the board."""

    kind: str
    ms: int | None = None
    """Milliseconds on the game's clock, negative before the first click. None for an event without a time."""
    row: int | None = None
    col: int | None = None
    pixel: tuple[int, int] | None = None
    """Where the mouse was, in pixels to the right and down from the upper left corner of the board.

    None if the line doesn't say.
    """


@dataclass(frozen=True)
class Recording:
    """A RAWVF replay: the board, the events, and the other lines of its head, in the order of the file."""

    layout: Layout
    events: tuple[RawvfEvent, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    """The lines of the head as names and values. Width, height and mines are missing, because the layout has them."""

    def field(self, name: str) -> str | None:
        """The value of a line of the head.

        Capital and small letters in its name don't matter. None if the head has no such line.
        """
        return next((value for known, value in self.fields if known.lower() == name.lower()), None)

    def cell(self, event: RawvfEvent) -> int | None:
        """The cell of an event, or None if it lies outside the board.

        Usually row and column decide. If they are missing, or if the replay gives its own width of a cell, the pixels
        do.
        """
        row, col, square = event.row, event.col, self.field("SquareSize")
        if event.pixel and (row is None or square is not None):
            pixels = int(square) if square and re.fullmatch(r"[1-9]\d{0,3}", square, re.ASCII) else SQUARE
            col, row = event.pixel[0] // pixels, event.pixel[1] // pixels
        grid = self.layout.grid
        if row is None or col is None or not (0 <= row < grid.height and 0 <= col < grid.width):
            return None
        return row * grid.width + col


def read_rawvf(text: str) -> Recording:
    """Reads a replay.

    Control characters in its fields are read as ``?``. Raises RawvfError if the text isn't a replay.
    """
    recording, events = open_rawvf(text)
    return replace(recording, events=tuple(events))


def open_rawvf(text: str) -> tuple[Recording, Iterator[RawvfEvent]]:
    """Reads a replay without its events, and returns it with an iterator that reads the events one by one.

    A caller who needs each event only once saves much memory that way, because a replay may have a million of them. A
    bad event raises RawvfError when the iterator reaches it.
    """
    if len(text) > MAX_CHARACTERS:
        raise RawvfError(f"the replay has {len(text):,} characters, but at most {MAX_CHARACTERS:,} can be read")
    lines = ((number, line.strip()) for number, line in enumerate(lines_of(text), start=1))
    sizes, fields = _read_head(lines)
    layout = _read_board(lines, sizes)
    return Recording(layout, (), fields), _read_events(lines)


def _read_events(lines: Iterator[tuple[int, str]]) -> Iterator[RawvfEvent]:
    """Yields the events of the lines after the board. Blank lines and lines that follow from others are skipped."""
    for number, line in lines:
        if line and not _FOLLOWING.match(line):
            event = _read_event(line)
            if event is None:
                example = "time, kind, col, row, (x y), such as 1.250 lc 3 4 (40 56)"
                raise RawvfError(f"line {number}: {quote(line)} isn't an event. Use {example}")
            yield event


def write_rawvf(recording: Recording) -> str:
    """The text of a replay."""
    grid = recording.layout.grid
    lines = [f"{name}: {value}".rstrip() for name, value in recording.fields]
    lines += [f"Width: {grid.width}", f"Height: {grid.height}", f"Mines: {recording.layout.mine_count}", "Board:"]
    lines += [draw_text_board(grid, [(recording.layout.mines, MINE)], _SAFE), "Events:"]
    return "\n".join([*lines, *map(_write_event, recording.events)]) + "\n"


def _read_head(lines: Iterator[tuple[int, str]]) -> tuple[dict[str, int], tuple[tuple[str, str], ...]]:
    """Reads the lines before the board.

    Returns the size, as far as it is given, and the other lines as names and values.
    """
    sizes: dict[str, int] = {}
    fields: list[tuple[str, str]] = []
    for number, line in lines:
        name, colon, value = (part.strip() for part in line.partition(":"))
        if line.lower() == "board:":
            return sizes, tuple(fields)
        if not line:
            continue
        is_size = name.lower() in _SIZE_FIELDS
        is_good = name and colon and name.lower() not in ("board", *sizes) and len(fields) < _MAX_FIELDS
        if not is_good or (is_size and not re.fullmatch(r"\d{1,7}", value, re.ASCII)):
            where = f"line {number}: {quote(line)}"
            if len(fields) >= _MAX_FIELDS:
                raise RawvfError(f"{where} follows {_MAX_FIELDS} lines without 'Board:', so this isn't a RAWVF replay")
            if name.lower() in sizes:
                raise RawvfError(f"{where} gives the {name.lower()} a second time. Delete one of the two lines")
            if is_size:
                raise RawvfError(f"{where} needs a whole number, such as '{name}: 16'")
            raise RawvfError(f"{where} isn't part of a RAWVF replay, which begins with lines such as 'Level: Expert'")
        if is_size:
            sizes[name.lower()] = int(value)
        else:
            fields.append((clean(name, None), clean(value, None)))
    raise RawvfError("found no line 'Board:', so this isn't a RAWVF replay, or the file was cut short")


def _read_board(lines: Iterator[tuple[int, str]], sizes: dict[str, int]) -> Layout:
    """Reads the board up to the line ``Events:``.

    The head may leave out the size, but must not contradict the board.
    """
    rows: list[str] = []
    for number, line in lines:
        if line.lower() == "events:":
            break
        if line.strip(MINE + _SAFE) or (line and rows and len(line) != len(rows[0])):
            cells = plural(len(rows[0] if rows else line), "cell")
            raise RawvfError(
                f"line {number}: {quote(line)} isn't a row of {cells}. Write * for a mine and 0 for a safe cell"
            )
        rows += [line] if line else []
    else:
        raise RawvfError("found no line 'Events:' after the board, because the file was cut short. Copy it again")
    cells = "".join(rows)
    width, height = len(rows[0]) if rows else 0, len(rows)
    for name, actual in zip(_SIZE_FIELDS, (width, height, cells.count(MINE)), strict=True):
        if sizes.get(name, actual) != actual:
            raise RawvfError(f"the head says '{name}: {sizes[name]}', but the board has {actual}. Correct the head")
    return Layout(make_grid(width, height), int(cells[::-1].replace(MINE, "1"), 2))


def _read_event(line: str) -> RawvfEvent | None:
    """Reads an event.

    Returns None if the line has another form, or if its kind is unknown or needs more than the line has.
    """
    match = _EVENT.fullmatch(line)
    if not match:
        return None
    kind, ms = match["kind"].lower(), None
    if match["seconds"]:
        ms = int(match["seconds"]) * 1000 + int(match["fraction"].ljust(3, "0"))
        ms = -ms if match["sign"] else ms
    row, col = (int(match[name]) - 1 if match[name] else None for name in ("row", "col"))
    pixel = (int(match["x"]), int(match["y"])) if match["x"] else None
    is_placed = row is not None or pixel is not None or kind == "mt"
    is_whole = kind in GAME_KINDS or (kind in MOUSE_KINDS and ms is not None and is_placed)
    return RawvfEvent(kind, ms, row, col, pixel) if is_whole else None


def _write_event(event: RawvfEvent) -> str:
    """The line of an event. Row and column count from 1 in the file, and the column comes first."""
    parts = [event.kind]
    if event.ms is not None:
        seconds, fraction = divmod(abs(event.ms), 1000)
        parts.insert(0, f"{'-' if event.ms < 0 else ''}{seconds}.{fraction:03d}")
    if event.row is not None and event.col is not None:
        parts += [str(event.col + 1), str(event.row + 1)]
    if event.pixel:
        parts.append(f"({event.pixel[0]} {event.pixel[1]})")
    return " ".join(parts)
