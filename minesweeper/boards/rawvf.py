"""Reads and writes RAWVF replays, the community's text format: a board and the mouse events of a game.

It knows the text and nothing of the rules. ``play.mouse`` turns the events into moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper.boards.layout import Layout
from minesweeper.core.cells import Grid, SizeError, check_size, make_grid
from minesweeper.core.files import ProgressFn, counted, lines_of, no_progress
from minesweeper.core.text import clean, plural, quote
from minesweeper.core.textboard import MINE, draw_picture

MOUSE_KINDS = frozenset(["lc", "lr", "rc", "rr", "mc", "mr", "mv", "sc", "mt"])
"""Left, right and middle button down and up; movement; left with shift; question marks on or off. All have a time."""
BOARD_KINDS = frozenset(
    [f"number{number}" for number in range(9)] + ["closed", "flag", "pressed", "questionmark", "pressedqm", "blast"]
)
"""The events that set the look of a cell: its number, a flag, a question mark, or a mine that went off."""
GAME_KINDS = frozenset(["start", "won", "boom", "nonstandard"])
_PLACED_KINDS = MOUSE_KINDS - {"mt"}
_KINDS = MOUSE_KINDS | BOARD_KINDS | GAME_KINDS

MAX_CHARACTERS = 1 << 23
SQUARE = 16
"""The width of a cell in pixels, unless the replay gives another."""

_SAFE = "0"
_MAX_FIELDS = 1000
_MAX_FIELD = 1000
_SIZE_FIELDS = ("width", "height", "mines")
_LIMIT = 10_000_000
_EVENT = re.compile(
    r"(?:(?P<sign>-?)(?P<seconds>\d{1,7})\.(?P<fraction>\d{1,3})\s+)?"
    r"(?P<kind>[a-z]{2,20}\d?)"
    r"(?:\s+(?P<col>-?\d{1,7})\s+(?P<row>-?\d{1,7}))?"
    r"(?:\s+\(\s*(?P<x>-?\d{1,7})\s+(?P<y>-?\d{1,7})\s*\))?"
    r"(?:\s+\([lrm]{0,3}\))?",  # the buttons held, which follow from the events before
    re.ASCII | re.IGNORECASE,
)
# Sentences that a common converter adds between the events. All of them follow from the events.
_COMMENT = re.compile(
    r"(cell (pressed|released|opened)|(flag|questionmark) removed|-?[\d.]+ solved 3bv)\b", re.ASCII | re.IGNORECASE
)


class RawvfError(ValueError):
    """Reports a text that isn't a RAWVF replay, with the line and what is allowed."""


@dataclass(frozen=True, slots=True)
class RawvfEvent:
    """Holds one event of a replay. Row and col count from 0; those of a mouse event may lie off the board."""

    kind: str
    ms: int | None = None
    """Milliseconds on the game's clock, negative before its start. None for an event without a time."""
    row: int | None = None
    col: int | None = None
    pixel: tuple[int, int] | None = None
    """The position of the mouse: pixels to the right and down."""


@dataclass(frozen=True)
class Recording:
    """Holds a replay: the board, the events in order, and the other lines of its head in order."""

    layout: Layout
    events: tuple[RawvfEvent, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    """The lines of the head as names and values, without those that the layout holds: width, height and mines."""

    def field(self, name: str) -> str | None:
        """Returns the value of a field, whatever the case of its name."""
        return next((value for known, value in self.fields if known.lower() == name.lower()), None)

    def cell(self, event: RawvfEvent) -> int | None:
        """Returns the cell of an event, or None off the board.

        Row and column decide. Where they are missing, or the replay gives its own size of a square, the pixels do.
        """
        row, col, square = event.row, event.col, self.field("SquareSize")
        if event.pixel and (row is None or square is not None):
            pixels = int(square) if square and re.fullmatch(r"[1-9]\d{0,3}", square, re.ASCII) else SQUARE
            col, row = event.pixel[0] // pixels, event.pixel[1] // pixels
        grid = self.layout.grid
        if row is None or col is None or not (0 <= row < grid.height and 0 <= col < grid.width):
            return None
        return row * grid.width + col


def read_rawvf(text: str, report: ProgressFn = no_progress) -> Recording:
    """Reads a replay. Control characters in its fields are read as ``?``."""
    recording, events = open_rawvf(text, report)
    return replace(recording, events=tuple(events))


def open_rawvf(text: str, report: ProgressFn = no_progress) -> tuple[Recording, Iterator[RawvfEvent]]:
    """Reads a replay without its events, and yields these one by one: a million of them would take far more room than
    the text.

    A bad event is reported when its turn comes.
    """
    if len(text) > MAX_CHARACTERS:
        raise RawvfError(f"the replay has {len(text):,} characters. The most is {MAX_CHARACTERS:,}")
    read = counted(lines_of(text), "lines read", report)
    lines = ((number, line.strip()) for number, line in enumerate(read, start=1))
    sizes, fields = _read_head(lines)
    layout = _read_board(lines, sizes)
    return Recording(layout, (), fields), _read_events(lines, layout.grid)


def _read_events(lines: Iterator[tuple[int, str]], grid: Grid) -> Iterator[RawvfEvent]:
    for number, line in lines:
        if line and not _COMMENT.match(line):
            try:
                yield _read_event(line, grid)
            except RawvfError as error:
                raise RawvfError(f"line {number}: {error}") from None


def write_rawvf(recording: Recording) -> str:
    """Writes the text of a replay. One that could not be read back raises RawvfError."""
    grid = recording.layout.grid
    lines = [_write_field(name, value) for name, value in recording.fields]
    lines += [f"Width: {grid.width}", f"Height: {grid.height}", f"Mines: {recording.layout.mine_count}", "Board:"]
    lines += [draw_picture(grid, [(recording.layout.mines, MINE)], _SAFE), "Events:"]
    for event in recording.events:
        _check_event(event, grid)
        lines.append(_write_event(event))
    return "\n".join(lines) + "\n"


def _read_head(lines: Iterator[tuple[int, str]]) -> tuple[dict[str, int], tuple[tuple[str, str], ...]]:
    sizes: dict[str, int] = {}
    fields: list[tuple[str, str]] = []
    for number, line in lines:
        name, colon, value = (part.strip() for part in line.partition(":"))
        if line.lower() == "board:":
            return sizes, tuple(fields)
        if not line:
            continue
        if not name or not colon or name.lower() == "board" or len(name) + len(value) > _MAX_FIELD:
            raise RawvfError(
                f"line {number}: {quote(line)} isn't part of a replay's head. Use Name: value, then Board:"
            )
        if name.lower() in _SIZE_FIELDS:
            if name.lower() in sizes or not re.fullmatch(r"\d{1,7}", value, re.ASCII):
                raise RawvfError(f"line {number}: {quote(line)} is not allowed. Use one number from 0 to 9999999")
            sizes[name.lower()] = int(value)
        elif len(fields) == _MAX_FIELDS:
            raise RawvfError(f"line {number}: more than {_MAX_FIELDS} lines before Board: are not allowed")
        else:
            fields.append((clean(name, None), clean(value, None)))
    raise RawvfError("it has no line Board:. It isn't a RAWVF replay, or its end is missing")


def _read_board(lines: Iterator[tuple[int, str]], sizes: dict[str, int]) -> Layout:
    """Reads the board, which ends with the line ``Events:``. The head may leave out its size, but must not contradict
    it.
    """
    rows: list[str] = []
    for number, line in lines:
        if line.lower() == "events:":
            break
        if not line:
            continue
        width = sizes.setdefault("width", len(line))
        try:
            check_size(width, sizes.get("height", len(rows) + 1))
        except SizeError as error:
            raise RawvfError(f"line {number}: {error}") from None
        if len(line) != width or line.strip(MINE + _SAFE):
            raise RawvfError(
                f"line {number}: {quote(line)} isn't a row of {plural(width, 'cell')}. Use * for a mine and 0 for none"
            )
        if len(rows) == sizes.get("height"):
            raise RawvfError(f"line {number}: the board has more rows than the {len(rows)} that the head gives")
        rows.append(line)
    else:
        raise RawvfError("it has no line Events: after the board. The end of the replay is missing")
    if not rows or len(rows) != sizes.get("height", len(rows)):
        raise RawvfError(
            f"the board has {plural(len(rows), 'row')}: the head gives {sizes.get('height', 'at least 1')}"
        )
    mines = int("".join(rows)[::-1].replace(MINE, "1"), 2)
    layout = Layout(make_grid(sizes["width"], len(rows)), mines)
    if sizes.get("mines", layout.mine_count) != layout.mine_count:
        raise RawvfError(f"the board has {plural(layout.mine_count, 'mine')}: the head gives {sizes['mines']}")
    return layout


def _read_event(line: str, grid: Grid) -> RawvfEvent:
    match = _EVENT.fullmatch(line)
    if not match:
        raise RawvfError(f"{quote(line)} isn't an event. Use time, kind, col, row, (x y), such as 1.250 lc 3 4 (40 56)")
    ms = None
    if match["seconds"]:
        ms = int(match["seconds"]) * 1000 + int(match["fraction"].ljust(3, "0"))
        ms = -ms if match["sign"] else ms
    row, col = (int(match[name]) - 1 if match[name] else None for name in ("row", "col"))
    pixel = (int(match["x"]), int(match["y"])) if match["x"] else None
    event = RawvfEvent(match["kind"].lower(), ms, row, col, pixel)
    _check_event(event, grid)
    return event


def _check_event(event: RawvfEvent, grid: Grid) -> None:
    """Raises RawvfError unless the event can be written as a line and read back."""
    kind, row, col = event.kind, event.row, event.col
    if kind not in _KINDS:
        known = "lc lr rc rr mc mr mv sc mt, number0 to number8 and the like"
        raise RawvfError(f"{quote(kind)} isn't a kind of event. Use {known}")
    if (row is None) != (col is None):
        raise RawvfError(f"event {kind} has only one of row and col")
    if kind in MOUSE_KINDS and event.ms is None:
        raise RawvfError(f"event {kind} needs a time, such as 1.250")
    if kind in _PLACED_KINDS and row is None and event.pixel is None:
        raise RawvfError(f"event {kind} needs a place: col and row, (x y), or both")
    if kind in BOARD_KINDS and (row is None or col is None or not (0 <= row < grid.height and 0 <= col < grid.width)):
        raise RawvfError(f"event {kind} needs a cell: col 1 to {grid.width} and row 1 to {grid.height}")
    numbers = ((event.ms or 0) // 1000, row or 0, col or 0, *(event.pixel or ()))
    if any(abs(number) >= _LIMIT - 1 for number in numbers):
        raise RawvfError(f"event {kind} has too large a number. Use numbers under {_LIMIT - 1:,}")


def _write_event(event: RawvfEvent) -> str:
    parts = [event.kind]
    if event.ms is not None:
        seconds, fraction = divmod(abs(event.ms), 1000)
        parts.insert(0, f"{'-' if event.ms < 0 else ''}{seconds}.{fraction:03d}")
    if event.row is not None and event.col is not None:
        parts += [str(event.col + 1), str(event.row + 1)]
    if event.pixel:
        parts.append(f"({event.pixel[0]} {event.pixel[1]})")
    return " ".join(parts)


def _write_field(name: str, value: str) -> str:
    line = f"{name}: {value}"
    taken = name.lower() in (*_SIZE_FIELDS, "board")
    if taken or ":" in name or not name or not line.isprintable() or len(name) + len(value) > _MAX_FIELD:
        raise RawvfError(f"field {quote(line)} can't be written: a printable line Name: value, no field of the board")
    if name != name.strip() or value != value.strip():
        raise RawvfError(f"field {quote(line)} can't be written: blanks around a name or value would be lost")
    return line.rstrip()
