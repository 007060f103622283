"""Reads and draws text boards: one character per cell, one line per row.

The caller decides the meaning of the characters. A text board only knows where each stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from minesweeper.core.cells import CellSet, Grid, SizeError, cells_of, make_grid
from minesweeper.core.text import plural

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
        raise PictureError("the picture is empty: a line of cells for each row is needed")
    first, last = numbered[0][0], numbered[-1][0]
    if last - first + 1 != len(numbered):
        gap = next(n for n in range(first, last) if not lines[n - 1])
        raise PictureError(f"line {gap} is blank: the rows of a picture stand together")
    rows = [(number, "".join(line.split())) for number, line in numbered]
    width = len(rows[0][1])
    for number, row in rows:
        if len(row) != width:
            raise PictureError(
                f"line {number} has {plural(len(row), 'cell')}, the first row has {width}: rows are equally long"
            )
        if not set(row) <= set(allowed):
            col, symbol = next((col, symbol) for col, symbol in enumerate(row, start=1) if symbol not in allowed)
            raise PictureError(f"line {number}, cell {col}: {symbol!r} is not one of {' '.join(allowed)}")
    try:
        return Picture(make_grid(width, len(rows)), "".join(row for _, row in rows))
    except SizeError as error:
        raise PictureError(str(error)) from None


def draw_picture(grid: Grid, layers: Iterable[tuple[CellSet, str]], background: str) -> str:
    """Draws a board. Each layer puts its character on its cells, later layers over earlier ones."""
    symbols = [background] * grid.size
    for cells, symbol in layers:
        for cell in cells_of(cells):
            symbols[cell] = symbol
    return join_rows(grid, symbols)


def join_rows(grid: Grid, symbols: Sequence[str]) -> str:
    """Joins the characters of all cells into rows."""
    text, width = "".join(symbols), grid.width
    return "\n".join([text[start : start + width] for start in range(0, grid.size, width)])


def clear_zeros(rows: str) -> str:
    """Writes empty cells as 0 where dots would be read as hidden, because nothing else is hidden."""
    return rows if set(rows) - set(CLUES) - {"\n"} else rows.replace(EMPTY, "0")
