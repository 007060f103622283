"""Reads boards line by line, as ``bench --boards`` does: ``{"w":30,"h":16,"start":93,"mines":[9,16,...]}``, or a code.

Every line is checked before it is used. The caller limits how much is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from minesweeper.boards.codes import CodeError, from_code, is_code
from minesweeper.boards.layout import Board, Layout
from minesweeper.core.cells import MAX_CELLS, SizeError, check_size, make_grid, to_cell_set
from minesweeper.core.text import quote, quote_value

MAX_LINE = 9 * MAX_CELLS
"""The longest line in characters: all cells but one of the largest board mined, with a blank after each comma."""

_KEYS = ("w", "h", "start", "mines")
_EXAMPLE = '{"w":9,"h":9,"start":30,"mines":[3,14]}'
_NO_LINE = f"is no board in a line: a code (ms1-..) or an object such as {_EXAMPLE} is needed"
_MOST_BRACKETS = 16
_LONG_NUMBER = re.compile(r"\d{16}", re.ASCII)


class BoardLineError(ValueError):
    """Reports a line that isn't a board, with the file, the line and the reason."""


def read_board_lines(lines: Iterable[str | bytes], source: str = "") -> Iterator[Board]:
    """Yields the board of each line, without blank lines. BoardLineError names the first bad line and the source."""
    name = f"{source if source.isprintable() else ascii(source)}, " if source else ""
    for number, line in enumerate(lines, start=1):
        try:
            text = _to_text(line)
            if text.strip():
                yield read_board_line(text)
        except BoardLineError as error:
            raise BoardLineError(f"{name}line {number}: {error}") from None


def read_board_line(text: str) -> Board:
    """Reads the board of one line, as JSON or as a code. It always has a first cell."""
    if is_code(text):
        return _read_code(text)
    fields = _parse(text)
    width, height = (_whole_number(key, fields[key]) for key in ("w", "h"))
    try:
        check_size(width, height)
    except SizeError as error:
        raise BoardLineError(str(error)) from None
    size = width * height
    start = _cell("start", fields["start"], size)
    first = fields.get("first")  # lines of other programs may hold anything here
    is_place = isinstance(first, list) and len(first) == 2 and all(type(side) is int for side in first)
    if is_place and first != list(divmod(start, width)):
        raise BoardLineError(f'"start" {start} and "first" {first} are two cells: {start} is {divmod(start, width)}')
    mines = fields["mines"]
    if not isinstance(mines, list):
        raise BoardLineError(f'"mines" is {_describe(mines)}: a list of cells is needed')
    if not 1 <= len(mines) < size:
        raise BoardLineError(
            f"{len(mines):,} mines are not possible on {width}x{height}: 1 to {size - 1:,} are allowed"
        )
    cells = to_cell_set(_cell("mines", mine, size) for mine in mines)
    if cells.bit_count() < len(mines):
        raise BoardLineError(f'"mines" has cell {_first_repeat(mines)} twice')
    if cells >> start & 1:
        raise BoardLineError(f"the first cell {start} is a mine")
    return Board(Layout(make_grid(width, height), cells), start)


def _read_code(text: str) -> Board:
    try:
        board = from_code(text)
    except CodeError as error:
        raise BoardLineError(str(error)) from None
    if board.first is None:
        raise BoardLineError("the code names no first cell: one such as 'minesweeper generate' makes is needed")
    return board


def _to_text(line: str | bytes) -> str:
    if len(line) > MAX_LINE:
        raise BoardLineError(f"it has more than {MAX_LINE:,} characters: no board is that long")
    try:
        return line if isinstance(line, str) else line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BoardLineError("it is no text in UTF-8") from None


def _parse(text: str) -> dict[str, object]:
    """Parses the object of a line, with all required keys."""
    if text.count("[") + text.count("{") > _MOST_BRACKETS:  # before parsing, in case they are nested
        raise BoardLineError(
            f"it has more brackets than a board, as replays have: one object such as {_EXAMPLE} is needed"
        )
    if _LONG_NUMBER.search(text):
        raise BoardLineError(f"it has a number of 16 digits or more: no board has more than {MAX_CELLS:,} cells")
    try:
        fields = json.loads(text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        if not text.lstrip().startswith("{"):
            raise BoardLineError(f"{quote(text.strip(), 20)} {_NO_LINE}") from None
        raise BoardLineError(f"it is no JSON ({error.msg} at character {error.pos + 1})") from None
    if not isinstance(fields, dict):
        raise BoardLineError(f"{_describe(fields)} {_NO_LINE}")
    missing = [key for key in _KEYS if key not in fields]
    if missing:
        raise BoardLineError(f'"{missing[0]}" is missing: an object such as {_EXAMPLE} is needed')
    return fields


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise BoardLineError(f"{_describe(_first_repeat([key for key, _ in pairs]))} is there twice")
    return fields


def _first_repeat(values: Sequence[object]) -> object:
    """Returns the first value that occurred before. There must be one."""
    seen: set[object] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    raise AssertionError("no value is there twice")


def _whole_number(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BoardLineError(f'"{key}" is {_describe(value)}: a whole number is needed')
    return value


def _cell(key: str, value: object, size: int) -> int:
    cell = _whole_number(key, value)
    if not 0 <= cell < size:
        raise BoardLineError(f'"{key}" has {cell}: cells from 0 to {size - 1:,} are on the board')
    return cell


def _describe(value: object) -> str:
    """Describes a value safely: without control characters, and not too long."""
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    return quote_value(value)
