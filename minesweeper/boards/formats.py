"""Files with one board per line, as ``bench --boards`` reads them.

A line is an object such as ``{"w":30,"h":16,"start":93,"mines":[9,16,...]}`` or a board code. Every line is checked
before its board is made. The caller limits how much is read. All formats for boards are listed in
`storage/board_files.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from minesweeper.boards.codes import CodeError, from_code, is_code
from minesweeper.boards.layout import Board, Layout
from minesweeper.core.cells import make_grid, to_cell_set
from minesweeper.core.sizes import MAX_CELLS, SpecError
from minesweeper.core.text import quote
from minesweeper.core.validate import RecordError, describe, number, parse_json

MAX_LINE = 9 * MAX_CELLS
"""The longest line in characters.

It holds the largest board if all cells but one are mines, with a blank after each comma.
"""

_EXAMPLE = 'Use a board code (ms1-...) or an object such as {"w":9,"h":9,"start":30,"mines":[3,14]}'


class BoardLineError(ValueError):
    """A line that isn't a board. The message names the file, the line and the reason."""


def read_board_lines(lines: Iterable[str | bytes], source: str = "") -> Iterator[Board]:
    """Yields the board of each line and skips blank lines.

    Raises BoardLineError at the first bad line. The message names `source`, if one is given, and the line, counted from
    1.
    """
    name = f"{source if source.isprintable() else ascii(source)}, " if source else ""
    for count, line in enumerate(lines, start=1):
        try:
            text = line if isinstance(line, str) else line.decode("utf-8-sig")
            if text.strip():
                yield read_board_line(text)
        except UnicodeDecodeError:
            raise BoardLineError(f"{name}line {count}: it isn't text in UTF-8. {_EXAMPLE}") from None
        except (BoardLineError, CodeError, RecordError, SpecError) as error:
            raise BoardLineError(f"{name}line {count}: {error}") from None


def read_board_line(text: str) -> Board:
    """Reads the board of one line.

    Raises BoardLineError if the line doesn't name a first cell, because `bench` has to know where to begin.
    """
    board = from_code(text) if is_code(text) else _read_object(text)
    if board.first is None:
        raise BoardLineError("the board code doesn't name a first cell. Use a code that 'minesweeper generate' made")
    return board


def _read_object(text: str) -> Board:
    """Reads a board that is written as a JSON object."""
    if not text.lstrip().startswith("{"):
        raise BoardLineError(f"{quote(text.strip(), 20)} isn't a board. {_EXAMPLE}")
    fields = parse_json(text, MAX_LINE)
    width, height = number(fields, "w", 1, MAX_CELLS), number(fields, "h", 1, MAX_CELLS)
    grid = make_grid(width, height)
    start = number(fields, "start", 0, grid.size - 1)
    mines = fields.get("mines")
    if not isinstance(mines, list) or not 1 <= len(mines) < grid.size:
        most = grid.size - 1
        raise BoardLineError(
            f"mines is {describe(mines)}, but a {width}x{height} board needs a list of 1 to {most:,} cells"
        )
    cells = to_cell_set(number({"mines": mine}, "mines", 0, grid.size - 1) for mine in mines)
    if cells.bit_count() < len(mines):
        raise BoardLineError("mines names a cell twice. Name each cell once")
    if cells >> start & 1:
        raise BoardLineError(f"the first cell {start} is a mine. Choose a start that isn't in mines")
    return Board(Layout(grid, cells), start)
