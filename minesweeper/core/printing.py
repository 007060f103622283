"""Prints boards as plain lines of text: as much as fits, in colour or not, with numbers next to them.

It knows no game and no solver. The caller decides the meaning of the characters.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, TypeAlias

from minesweeper.core.cells import CellSet, Grid
from minesweeper.core.textboard import draw_picture

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


@dataclass(frozen=True, slots=True)
class Paper:
    """Describes what the output can show. Pipes and files have no limit."""

    rows: int | None = None
    cols: int | None = None
    colour: bool = False


@dataclass(frozen=True, slots=True)
class BoardWindow:
    """Describes a rectangle of a board."""

    row: int
    col: int
    height: int
    width: int


def choose_paper(stream: IO[str], environ: Mapping[str, str]) -> Paper:
    """Finds out what a stream can show: width, height and colour of a terminal. Other streams have no limit.

    CLICOLOR_FORCE and FORCE_COLOR ask for colours anywhere, unless NO_COLOR is set.
    """
    forced = any(environ.get(name, "0") not in ("", "0") for name in ("CLICOLOR_FORCE", "FORCE_COLOR"))
    refused = bool(environ.get("NO_COLOR"))
    anywhere = Paper(colour=forced and not refused)
    try:
        if not stream.isatty():
            return anywhere
        cols, rows = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        return anywhere
    can_colour = (os.name == "posix" or "WT_SESSION" in environ) and environ.get("TERM", "dumb") != "dumb"
    colour = (can_colour or forced) and not refused
    return Paper(_number(environ.get("LINES")) or rows or None, _number(environ.get("COLUMNS")) or cols or None, colour)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and 0 < len(text) < 6 and int(text) else None


def use_safe_errors(stream: IO[str]) -> None:
    """Lets a stream write a character that its encoding lacks as an escape instead of raising an error."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def wrap_to_paper(text: str, paper: Paper) -> list[str]:
    """Wraps a sentence into lines that fit. Without a limit it stays one line."""
    if paper.cols is None or len(text) < paper.cols:
        return [text]
    from textwrap import wrap as wrap_lines  # loaded late: most output needs none

    return wrap_lines(text, max(paper.cols - 1, 10), subsequent_indent="  " if paper.cols > 30 else "")


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
    parts = []
    for name, first, count, whole in (
        ("columns", window.col, window.width, grid.width),
        ("rows", window.row, window.height, grid.height),
    ):
        if count < whole:
            parts.append(f"{name} {first + 1} to {first + count} of {whole}")
    return ", ".join(parts)


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

JSON_VERSION = 1
"""The version of the JSON that commands print, see docs/json.md. Fields may be added; none will go or change meaning.
"""


def json_text(data: object, *, pretty: bool = False) -> str:
    """Writes JSON as every command prints it: one compact line, or indented over several lines."""
    import json  # loaded late: people read text

    return json.dumps(data, indent=2) if pretty else json.dumps(data, separators=(",", ":"))
