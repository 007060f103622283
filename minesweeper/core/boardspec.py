"""The size and mine count of a board, as they are chosen before a game: board specs such as ``40x20/160``.

A ``BoardSpec`` is always a board that can be played; anything else raises ``SpecError`` with a sentence that says what
is allowed. The presets are named in the settings, and where the mines are is decided in ``boards/``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.core.late import LateModule
from minesweeper.core.sizes import MAX_CELLS, SpecError, check_size
from minesweeper.core.text import allowed_words, quote

if TYPE_CHECKING:
    from minesweeper.core import cells
else:
    cells = LateModule("minesweeper.core.cells")  # Late, because the menu shows no cells.

NORMAL, NO_GUESS, FAIR = "normal", "no-guess", "fair"
BOARD_TYPES = (NORMAL, NO_GUESS, FAIR)
"""The board types that a player can choose, by the names that files use."""
ADJUSTED = "no-guess, adjusted"
"""The name of the board type of a no-guess board that was adjusted: some mines were moved until logic could finish
it.
"""


def board_type(mode: str) -> str:
    """The name of a board type for the player. Files call random boards ``normal``."""
    return "random" if mode == NORMAL else mode


SPEC_EXAMPLE = "WIDTHxHEIGHT/MINES such as 40x20/160 or 40x20/20%"
_BLANKS = " \t\n\r\f\v"
_MOST_DIGITS = 9
"""Boards need no number with more digits.

Without this limit, int() would take long for large numbers, and would refuse 4,300 digits with a message of its own.
"""


class _Sizes(NamedTuple):
    width: int
    height: int
    mines: int


class BoardSpec(_Sizes):
    """The width, height and mine count of a board that can be played.

    Raises ``SpecError`` if the board is too large, has one cell, or would have no mine or no safe cell.
    """

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
    def grid(self) -> cells.Grid:
        """The grid of this size."""
        return cells.make_grid(self.width, self.height)

    @property
    def density(self) -> float:
        """The share of cells that are mines, from 0 to 1."""
        return self.mines / (self.width * self.height)


def read_spec(text: str, names: Iterable[str] = ()) -> BoardSpec:
    """Reads a board such as ``40x20/160`` or ``40x20/20%``, in which the mines are a share of the cells.

    Raises ``SpecError`` for anything else. The caller tries its own words first, and ``names`` are these words, so that
    the message lists them.
    """
    # Reads it by hand, because the shipped settings have boards, and compiling a pattern would take longer than reading
    # them.
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
    """Reads a mine count: a number, or a share of the cells such as ``20%``. The caller checks whether so many mines
    fit.

    A share above 0% gives at least one mine, and one below 100% leaves at least one safe cell. Raises ``SpecError`` if
    the text is neither.
    """
    if not is_mines_text(text):
        raise SpecError(f"{quote(text)} isn't a number of mines. Use one such as 160, or a density such as 20%")
    if not text.endswith("%"):
        return int(text) if len(text) <= _MOST_DIGITS else 10**_MOST_DIGITS
    percent = min(float(text[:-1]), 100.0)
    count = round(percent * cells / 100)
    return max(1, min(count, cells - 1)) if 0 < percent < 100 else count


def is_mines_text(text: str) -> bool:
    """Whether a text is a number of mines or a share in percent, however large."""
    whole, point, part = text.removesuffix("%").partition(".")
    return _is_number(whole) and (not point or (text.endswith("%") and _is_number(part)))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def board_name(name: str, board: BoardSpec | str) -> str:
    """The name of a board in a header: that of its preset, or its size if the preset is "custom"."""
    return str(board).partition("/")[0] if name == "custom" else name.capitalize()
