"""Text boards: boards and positions as characters, one per cell and one line per row.

The caller decides what the characters mean; the usual ones are named here. ``read_text_board`` reads what a person or a
program wrote, and ``draw_text_board`` writes one that can be read again. The other functions print a board for people:
the part that fits the output (``Paper``), maybe in colour, with the numbers of rows and columns next to it.
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
    # Loaded late, because most output isn't wrapped.
    textwrap = LateModule("textwrap")


MINE, HIDDEN, FLAG, QUESTION, EMPTY = "*", "#", "F", "?", "."
CLUES = ".12345678"
"""The characters of the clues 0 to 8. A ``0`` is read as a clue of 0 too."""


class PictureError(ValueError):
    """Raised for a text that isn't a text board. The message names the line and says what is allowed.

    The public API exports this name, so it keeps the word picture, as ``to_picture`` does.
    """


class TextBoard(NamedTuple):
    """A text board that was read. The caller knows what the characters mean."""

    grid: Grid
    symbols: str
    """The character of each cell, in the order of the cells."""

    def where(self, characters: str) -> CellSet:
        """The cells that show any of these characters."""
        bits = {ord(symbol): "1" if symbol in characters else "0" for symbol in set(self.symbols)}
        return int(self.symbols[::-1].translate(bits), 2)

    def clues(self) -> list[tuple[int, int]]:
        """The cells that show a clue, each with its number."""
        value = {symbol: number for number, symbol in enumerate(CLUES)} | {"0": 0}
        return [(cell, value[symbol]) for cell, symbol in enumerate(self.symbols) if symbol in value]


def read_text_board(text: str, allowed: str) -> TextBoard:
    """Reads a text board that consists of the ``allowed`` characters. Blank lines around it and blanks between cells
    don't matter.

    Raises ``PictureError`` if the rows differ in length, have blank lines between them, or have other characters.
    """
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
    return TextBoard(make_grid(width, len(rows)), "".join(row for _, row in rows))


def draw_text_board(grid: Grid, layers: Iterable[tuple[CellSet, str]], background: str) -> str:
    """Draws a text board.

    Each layer puts its character on its cells, and later layers cover earlier ones. All other cells show the
    background.
    """
    symbols = [background] * grid.size
    for cells, symbol in layers:
        for cell in cells_of(cells):
            symbols[cell] = symbol
    text, width = "".join(symbols), grid.width
    return "\n".join([text[start : start + width] for start in range(0, grid.size, width)])


def clear_zeros(rows: str) -> str:
    """Writes empty cells as 0 if a board shows nothing but clues, because its dots could then be read as hidden cells.

    Returns any other board unchanged.
    """
    return rows if set(rows) - set(CLUES) - {"\n"} else rows.replace(EMPTY, "0")


Layers: TypeAlias = Sequence[tuple[CellSet, str]]
"""Cells and the character that they show. Later layers cover earlier ones."""

TILE = 2
"""How many columns a cell takes: one for its mark and one for its content."""
_PLAIN_ROWS, _PLAIN_COLS = 200, 500
"""The most rows and columns of a board that are printed if no terminal limits them."""

_COLOURS = {
    **dict(zip("12345678", ("94", "32", "91", "34", "31", "36", "1", "90"), strict=True)),
    **{"#": "2", "F": "33", "?": "33", "+": "1;32", "*": "1;31", "x": "1;31", ">": "1;33", "!": "1;31"},
}


class Paper(NamedTuple):
    """What the output can show: rows and columns, which are None without a limit, and whether it has colours."""

    rows: int | None = None
    cols: int | None = None
    colour: bool = False


class BoardWindow(NamedTuple):
    """A rectangle of a board, with its first row and column counted from 0."""

    row: int
    col: int
    height: int
    width: int


def wrap_to_paper(text: str, paper: Paper) -> list[str]:
    """Breaks a sentence into lines that fit. If the output has no limit, it stays one line."""
    if paper.cols is None or len(text) < paper.cols:
        return [text]
    return textwrap.wrap(text, max(paper.cols - 1, 10), subsequent_indent="  " if paper.cols > 30 else "")


def draw_rows(grid: Grid, layers: Layers, background: str, window: BoardWindow | None = None) -> list[str]:
    """Draws the rows of a text board, or of a part of it."""
    # Draws a whole board at once, because it may have a million rows, and each row of a part takes a look at each
    # layer.
    if window is None:
        return draw_text_board(grid, layers, background).split("\n")
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
    """Chooses the part of a board that fits the output with its numbers, around the cell ``near``.

    ``spare_rows`` are rows that the caller needs for other things. The part has at least 5 rows and columns, or as many
    as the board has, even if that doesn't fit.
    """
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
    """Cuts a board into parts that have all its rows and as many columns as fit."""
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
    """The lines of a drawn board, with column numbers above and row numbers at the left, both from 1.

    ``contents`` has one string per row of the window. ``marks`` has strings of the same lengths, whose characters are
    put before those of the cells, such as ``>`` for a cursor. A cell takes ``tile`` columns. Column numbers are read
    downwards.
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
    """Which part of the board a window shows, such as ``columns 1 to 40 of 60``. Empty if it shows the whole board."""
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


ODDS_TITLE = "Mine risk in percent"
"""Begins the line above odds, so that they aren't read as a text board of a position."""
WHAT_IF_TITLE = "P what-if mine"
"""Begins the line below a board that explains the signs of a what-if."""
