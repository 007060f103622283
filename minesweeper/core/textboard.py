"""Reads, draws and prints text boards: one character per cell, one line per row.

The caller decides the meaning of the characters. A printed board shows as much as fits, in colour or not, with numbers
next to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from minesweeper.core.cells import CellSet, Grid, cells_of, make_grid
from minesweeper.core.late import LateModule
from minesweeper.core.text import plural

if TYPE_CHECKING:
    import textwrap
else:
    textwrap = LateModule("textwrap")  # most output needs none


MINE, HIDDEN, FLAG, QUESTION, EMPTY = "*", "#", "F", "?", "."
CLUES = ".12345678"
"""The character of each clue from 0 to 8. ``0`` is read as a clue of 0 too."""


class PictureError(ValueError):
    """Reports a text that isn't a text board, with the place and what is allowed."""


class Picture(NamedTuple):
    """Holds a rectangle of characters."""

    grid: Grid
    symbols: str
    """The character of each cell, in the order of the cells."""

    def where(self, characters: str) -> CellSet:
        """Returns the cells that show one of the characters."""
        bits = {ord(symbol): "1" if symbol in characters else "0" for symbol in set(self.symbols)}
        return int(self.symbols[::-1].translate(bits), 2)

    def clues(self) -> list[tuple[int, int]]:
        """Lists the cells that show a clue, with their clues."""
        value = {symbol: number for number, symbol in enumerate(CLUES)} | {"0": 0}
        return [(cell, value[symbol]) for cell, symbol in enumerate(self.symbols) if symbol in value]


def read_picture(text: str, allowed: str) -> Picture:
    """Reads a text board. Blank lines around it and blanks between cells don't matter."""
    lines = [line.strip() for line in text.splitlines()]
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line]
    if not numbered:
        raise PictureError("the text board is empty. Write one line of cells per row")
    first, last = numbered[0][0], numbered[-1][0]
    if last - first + 1 != len(numbered):
        gap = next(n for n in range(first, last) if not lines[n - 1])
        raise PictureError(f"line {gap} is blank. Write the rows without blank lines between them")
    rows = [(number, "".join(line.split())) for number, line in numbered]
    width = len(rows[0][1])
    for number, row in rows:
        if len(row) != width:
            raise PictureError(
                f"line {number} has {plural(len(row), 'cell')}, the first row has {width}. Make all rows equally long"
            )
        if not set(row) <= set(allowed):
            col, symbol = next((col, symbol) for col, symbol in enumerate(row, start=1) if symbol not in allowed)
            raise PictureError(f"line {number}, cell {col}: {symbol!r} isn't one of {' '.join(allowed)}")
    return Picture(make_grid(width, len(rows)), "".join(row for _, row in rows))


def draw_picture(grid: Grid, layers: Iterable[tuple[CellSet, str]], background: str) -> str:
    """Draws a board. Each layer puts its character on its cells, later layers over earlier ones."""
    symbols = [background] * grid.size
    for cells, symbol in layers:
        for cell in cells_of(cells):
            symbols[cell] = symbol
    text, width = "".join(symbols), grid.width
    return "\n".join([text[start : start + width] for start in range(0, grid.size, width)])


def clear_zeros(rows: str) -> str:
    """Writes empty cells as 0 where dots would be read as hidden, because nothing else is hidden."""
    return rows if set(rows) - set(CLUES) - {"\n"} else rows.replace(EMPTY, "0")


Layers: TypeAlias = Sequence[tuple[CellSet, str]]
"""Cells and the character they show. Later layers lie over earlier ones."""

TILE = 2
"""The columns of a cell: its mark and its content."""
_PLAIN_ROWS, _PLAIN_COLS = 200, 500
"""The most rows and columns of a board that are printed where no terminal sets a limit."""

_COLOURS = {
    **dict(zip("12345678", ("94", "32", "91", "34", "31", "36", "1", "90"), strict=True)),
    **{"#": "2", "F": "33", "?": "33", "+": "1;32", "*": "1;31", "x": "1;31", ">": "1;33", "!": "1;31"},
}


class Paper(NamedTuple):
    """Describes what the output can show. Pipes and files have no limit."""

    rows: int | None = None
    cols: int | None = None
    colour: bool = False


class BoardWindow(NamedTuple):
    """Describes a rectangle of a board."""

    row: int
    col: int
    height: int
    width: int


def wrap_to_paper(text: str, paper: Paper) -> list[str]:
    """Wraps a sentence into lines that fit. Without a limit it stays one line."""
    if paper.cols is None or len(text) < paper.cols:
        return [text]
    return textwrap.wrap(text, max(paper.cols - 1, 10), subsequent_indent="  " if paper.cols > 30 else "")


def draw_rows(grid: Grid, layers: Layers, background: str, window: BoardWindow | None = None) -> list[str]:
    """Draws the rows of a text board, or of a part of it. Each row of a part costs a look at each layer."""
    if window is None:  # a board may have a million rows
        return draw_picture(grid, layers, background).split("\n")
    part = (1 << window.width) - 1
    rows = []
    for row in range(window.row, window.row + window.height):
        symbols = [background] * window.width
        for cells, symbol in layers:
            bits = grid.row_bits(cells, row) >> window.col & part
            while bits:
                lowest = bits & -bits
                symbols[lowest.bit_length() - 1] = symbol
                bits ^= lowest
        rows.append("".join(symbols))
    return rows


def choose_window(
    grid: Grid, paper: Paper, near: int | None = None, spare_rows: int = 0, tile: int = TILE
) -> BoardWindow:
    """Chooses the part of a board around a cell that fits with its numbers."""
    most_cols = _PLAIN_COLS if paper.cols is None else (paper.cols - 1 - _margin(grid)) // tile
    most_rows = _PLAIN_ROWS if paper.rows is None else paper.rows - spare_rows - _digits(grid.width)
    width, height = min(grid.width, max(most_cols, 5)), min(grid.height, max(most_rows, 5))
    row, col = divmod(near or 0, grid.width)
    return BoardWindow(
        max(0, min(row - height // 2, grid.height - height)),
        max(0, min(col - width // 2, grid.width - width)),
        height,
        width,
    )


def bands(grid: Grid, paper: Paper, tile: int = TILE) -> Iterator[BoardWindow]:
    """Cuts a board into bands of columns, each as wide as fits."""
    width = grid.width if paper.cols is None else max(5, (paper.cols - 1 - _margin(grid)) // tile)
    for col in range(0, grid.width, width):
        yield BoardWindow(0, col, grid.height, min(width, grid.width - col))


def number_rows(
    grid: Grid,
    window: BoardWindow,
    contents: Sequence[str],
    paper: Paper,
    marks: Sequence[str] | None = None,
    tile: int = TILE,
) -> list[str]:
    """Writes the lines of a drawn board with column numbers above and row numbers at the left.

    A cell takes two columns or more: its mark, blank for most, then its content. Column numbers are read downwards.
    """
    margin, gap = _margin(grid), " " * (tile - TILE)
    lines = []
    for place in range(_digits(window.col + window.width) - 1, -1, -1):
        numbers = range(window.col + 1, window.col + window.width + 1)
        digits = [str(number // 10**place % 10) if number >= 10**place else " " for number in numbers]
        lines.append((" " * margin + "".join(f"{gap} {digit}" for digit in digits)).rstrip())
    for index, row in enumerate(contents):
        beside = marks[index] if marks else " " * len(row)
        cells = "".join(gap + _tile(mark, content, paper.colour) for mark, content in zip(beside, row, strict=True))
        lines.append(f"{window.row + index + 1:>{margin - 1}} {cells}")
    return lines


def extent(grid: Grid, window: BoardWindow) -> str:
    """Says which part of the board a window shows. Empty for the whole board."""
    sides = ("columns", window.col, window.width, grid.width), ("rows", window.row, window.height, grid.height)
    shown = [f"{name} {at + 1} to {at + count} of {whole}" for name, at, count, whole in sides if count < whole]
    return ", ".join(shown)


def _tile(mark: str, content: str, colour: bool) -> str:
    code = _COLOURS.get(mark) or _COLOURS.get(content) if colour else None
    return f"\x1b[{code}m{mark}{content}\x1b[0m" if code else mark + content


def _margin(grid: Grid) -> int:
    return _digits(grid.height) + 1


def _digits(number: int) -> int:
    return len(str(number))


ODDS_TITLE = "The chance of a mine in percent"
"""The beginning of the line above odds, which aren't a text board of a position."""
WHAT_IF_TITLE = "P proposed mine"
"""The beginning of the line that explains what-if signs below a board."""
