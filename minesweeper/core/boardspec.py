"""Reads board specs such as ``40x20/160``: size and mines, chosen before a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from minesweeper.core.cells import MAX_CELLS, Grid, SpecError, check_size, make_grid
from minesweeper.core.text import allowed_words, quote

NORMAL, NO_GUESS, FAIR = "normal", "no-guess", "fair"
BOARD_TYPES = (NORMAL, NO_GUESS, FAIR)
"""The board types that a player can choose, by their stored names."""
ADJUSTED = "no-guess, adjusted"
"""The label of a no-guess board that was adjusted, not found by chance."""


def board_type(mode: str) -> str:
    """Names a board type for the player. Files call random boards ``normal``."""
    return "random" if mode == NORMAL else mode


SPEC_EXAMPLE = "WIDTHxHEIGHT/MINES such as 40x20/160 or 40x20/20%"
_BLANKS = " \t\n\r\f\v"
_MOST_DIGITS = 9
"""More digits than any board needs. Without a bound, int() takes long, and refuses 4,300 digits in its own words."""


class _Sizes(NamedTuple):
    width: int
    height: int
    mines: int


class BoardSpec(_Sizes):
    """Holds width, height and mine count of a board that can be played."""

    __slots__ = ()

    def __new__(cls, width: int, height: int, mines: int) -> BoardSpec:
        check_size(width, height)
        cells = width * height
        if cells < 2:
            raise SpecError(f"{width}x{height}/{mines} has one cell. The smallest board is 1x2 or 2x1")
        if not 1 <= mines < cells:
            raise SpecError(f"{mines} mines don't fit on {width}x{height}. Use 1 to {cells - 1}")
        return super().__new__(cls, width, height, mines)

    def __str__(self) -> str:
        return f"{self.width}x{self.height}/{self.mines}"

    @property
    def grid(self) -> Grid:
        """Returns the grid of that size."""
        return make_grid(self.width, self.height)

    @property
    def density(self) -> float:
        """Returns the share of cells that are mines, from 0 to 1."""
        return self.mines / (self.width * self.height)


def read_spec(text: str, names: Iterable[str] = ()) -> BoardSpec:
    """Reads a board such as ``40x20/160`` or ``40x20/20%``. SpecError also lists the names that the caller accepts."""
    # By hand: the shipped settings have boards, and compiling a pattern would take longer than reading them all.
    size, _, mines = text.strip().replace("X", "x").partition("/")
    across, _, down = (part.strip(_BLANKS) for part in size.partition("x"))
    mines = mines.lstrip(_BLANKS)
    if not (_is_number(across) and _is_number(down) and is_mines_text(mines)):
        if _is_number(across) and _is_number(down) and not mines and len(size) <= 2 * _MOST_DIGITS:
            raise SpecError(f"{quote(text)} has no mine count. Add one, for example {across}x{down}/20%")
        raise SpecError(f"{quote(text)} isn't a board. Use {allowed_words(text, names, SPEC_EXAMPLE)}")
    if any(len(number) > _MOST_DIGITS for number in (across, down, mines) if not number.endswith("%")):
        raise SpecError(f"{quote(text)} has too large a number. Boards have at most {MAX_CELLS:,} cells")
    width, height = int(across), int(down)
    try:
        check_size(width, height)
        count, cells = read_mine_count(mines, width * height), width * height
        if mines.endswith("%") and cells > 1 and not 0 < count < cells:
            fault = "dense" if count else "sparse"
            raise SpecError(f"{quote(mines, 20)} is too {fault}. A {width}x{height} board takes 1 to {cells - 1} mines")
        return BoardSpec(width, height, count)
    except SpecError as error:
        raise SpecError(f"{quote(text)}: {error}") from None


def read_mine_count(text: str, cells: int) -> int:
    """Reads a mine count: a number, or a density in percent of the cells. The caller checks its range.

    A density above 0% and below 100% gives at least one mine and leaves at least one safe cell.
    """
    if not is_mines_text(text):
        raise SpecError(f"{quote(text)} isn't a number of mines. Use one such as 160, or a density such as 20%")
    if not text.endswith("%"):
        return int(text) if len(text) <= _MOST_DIGITS else 10**_MOST_DIGITS
    percent = min(float(text[:-1]), 100.0)
    count = round(percent * cells / 100)
    return max(1, min(count, cells - 1)) if 0 < percent < 100 else count


def is_mines_text(text: str) -> bool:
    """Says whether a text names a number of mines or a density, however large."""
    whole, point, part = text.removesuffix("%").partition(".")
    return _is_number(whole) and (not point or (text.endswith("%") and _is_number(part)))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def board_name(name: str, board: BoardSpec | str) -> str:
    """Names a board, such as ``30x16/99``, in a header: by its preset, or by its size."""
    return str(board).partition("/")[0] if name == "custom" else name.capitalize()
