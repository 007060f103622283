"""What a player chooses before a game: a board's size and number of mines, read from text such as ``40x20/160``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from minesweeper.core.cells import MAX_CELLS, Grid, SizeError, check_size, make_grid
from minesweeper.core.text import quote

NORMAL, NO_GUESS = "normal", "no-guess"
BOARDS = (NORMAL, NO_GUESS)
"""The kinds of boards that can be asked for."""
ADJUSTED = "no-guess, adjusted"
"""What a no-guess board is called that chance did not make."""

SPEC_EXAMPLE = "WIDTHxHEIGHT/MINES such as 40x20/160 or 40x20/20%"
_BLANKS = " \t\n\r\f\v"
_MOST_DIGITS = 9
"""More than any board needs; without a bound int() takes long, and refuses 4,300 digits in its own words."""


class SpecError(ValueError):
    """A board that can't be made, with the value and what is allowed."""


class _Sizes(NamedTuple):
    width: int
    height: int
    mines: int


class BoardSpec(_Sizes):
    """Width, height and mine count of a board; always one that can be played."""

    __slots__ = ()

    def __new__(cls, width: int, height: int, mines: int) -> BoardSpec:
        try:
            check_size(width, height)
        except SizeError as error:
            raise SpecError(str(error)) from None
        cells = width * height
        if cells < 2:
            raise SpecError(f"{width}x{height}/{mines} has one cell: the smallest board is 1x2 or 2x1")
        if not 1 <= mines < cells:
            raise SpecError(f"{mines} mines are not possible on {width}x{height}: 1 to {cells - 1} are allowed")
        return super().__new__(cls, width, height, mines)

    def __str__(self) -> str:
        return f"{self.width}x{self.height}/{self.mines}"

    @property
    def grid(self) -> Grid:
        """The grid of that size."""
        return make_grid(self.width, self.height)

    @property
    def density(self) -> float:
        """The share of cells that are mines, from 0 to 1."""
        return self.mines / (self.width * self.height)


def read_spec(text: str, names: Iterable[str] = ()) -> BoardSpec:
    """The board of a text such as ``40x20/160`` or ``40x20/20%``; SpecError tells what else the caller takes."""
    # By hand: the shipped settings have boards, and to compile a pattern would take longer than to read them all.
    size, _, mines = text.strip().replace("X", "x").partition("/")
    across, _, down = (part.strip(_BLANKS) for part in size.partition("x"))
    mines = mines.lstrip(_BLANKS)
    if not (_is_number(across) and _is_number(down) and is_mines_text(mines)):
        from minesweeper.core.suggest import allowed_words  # loaded late: most boards are some

        raise SpecError(f"{quote(text)} is no board: use {allowed_words(text, names, SPEC_EXAMPLE)}")
    if any(len(number) > _MOST_DIGITS for number in (across, down, mines) if not number.endswith("%")):
        raise SpecError(f"{quote(text)} has too large a number: at most {MAX_CELLS:,} cells are allowed")
    width, height = int(across), int(down)
    try:
        check_size(width, height)
        return BoardSpec(width, height, read_mine_count(mines, width * height))
    except (SizeError, SpecError) as error:
        raise SpecError(f"{quote(text)}: {error}") from None


def read_mine_count(text: str, cells: int) -> int:
    """The mine count that a text names: a number, or a density in percent of the cells; the caller checks its range.

    A density above 0% and below 100% gives at least one mine and leaves at least one safe cell.
    """
    if not is_mines_text(text):
        raise SpecError(f"{quote(text)} is no number of mines: use one such as 160, or a density such as 20%")
    if not text.endswith("%"):
        return int(text) if len(text) <= _MOST_DIGITS else 10**_MOST_DIGITS
    percent = min(float(text[:-1]), 100.0)
    count = round(percent * cells / 100)
    return max(1, min(count, cells - 1)) if 0 < percent < 100 else count


def is_mines_text(text: str) -> bool:
    """Whether a text names a number of mines or a density, however large."""
    whole, point, part = text.removesuffix("%").partition(".")
    return _is_number(whole) and (not point or (text.endswith("%") and _is_number(part)))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
