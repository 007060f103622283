"""Where the mines are: a `Layout`, and a `Board`, which adds the cell to open first.

Solvers and assistants must never see either. They get a `Position` instead, which has no mines (a test checks that
their packages can't import this one).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from minesweeper.core.boardspec import NORMAL, BoardSpec
from minesweeper.core.cells import (
    CellSet,
    Grid,
    Planes,
    cells_with_number,
    number_at,
    numbers_as_bytes,
    place_text,
    zeros_of,
)
from minesweeper.core.textboard import CLUES, EMPTY, HIDDEN, MINE, PictureError, draw_text_board, read_text_board


class _Mines(NamedTuple):
    grid: Grid
    mines: CellSet


class Layout(_Mines):
    """The mines of a board.

    Everything else, such as the clues, follows from them. Raises ValueError if a mine isn't on the board.
    """

    def __new__(cls, grid: Grid, mines: CellSet) -> Layout:
        if mines >> grid.size:
            width, height = grid.width, grid.height
            raise ValueError(f"a mine at cell {mines.bit_length() - 1} isn't on a {width}x{height} board")
        return super().__new__(cls, grid, mines)

    def __reduce__(self) -> tuple[object, ...]:
        # Many layouts are sent to worker processes. Only grid and mines are sent, because the clues follow from them.
        return Layout, (self.grid, self.mines)

    @cached_property
    def numbers(self) -> Planes:
        """The number of mines next to each cell.

        It is counted when it is first read, and also covers the mines' own cells.
        """
        return self.grid.count_neighbours(self.mines)

    @property
    def mine_count(self) -> int:
        """How many mines the board has."""
        return self.mines.bit_count()

    @property
    def spec(self) -> BoardSpec:
        """Size and mine count.

        Raises SpecError if every cell is a mine or none is, because such a layout can't be played.
        """
        return BoardSpec(self.grid.width, self.grid.height, self.mine_count)

    @property
    def safe(self) -> CellSet:
        """The cells without a mine."""
        return self.grid.all_cells ^ self.mines

    @cached_property
    def zeros(self) -> CellSet:
        """The safe cells without a mine next to them."""
        return zeros_of(self.numbers, self.safe)

    def clue(self, cell: int) -> int:
        """The number of mines next to a cell."""
        return number_at(self.numbers, cell)

    def to_picture(self) -> str:
        """The layout as a text board: ``*`` for a mine, and the clue of every other cell."""
        safe = self.safe
        layers = [(cells_with_number(self.numbers, n, safe), CLUES[n]) for n in range(1, 9)]
        return draw_text_board(self.grid, [*layers, (self.mines, MINE)], EMPTY)


class Board(NamedTuple):
    """A layout with the cell to open first. Codes, files and generators make boards in this form."""

    layout: Layout
    first: int | None = None
    """The cell to open first, or None if the player chooses it."""
    label: str = NORMAL
    """The board type: NORMAL, NO_GUESS, ADJUSTED or FAIR."""


def read_layout(text: str) -> Layout:
    """Reads a layout from a text board.

    ``*`` is a mine, ``.`` and ``#`` are safe cells, and a digit is a safe cell with this clue. Raises PictureError if a
    digit isn't the true clue.
    """
    board = read_text_board(text, MINE + HIDDEN + CLUES + "0")
    layout = Layout(board.grid, board.where(MINE))
    check_clues(layout, ((cell, clue) for cell, clue in board.clues() if board.symbols[cell] != EMPTY))
    return layout


def check_clues(layout: Layout, clues: Iterable[tuple[int, int]]) -> None:
    """Raises PictureError at the first cell whose clue isn't the true one. `clues` are pairs of a cell and its clue."""
    # The clues are converted to bytes first, because reading them cell by cell would take minutes on a large board.
    numbers = numbers_as_bytes(layout.numbers, layout.grid.size)
    for cell, clue in clues:
        if numbers[cell] != clue:
            place = place_text(*layout.grid.row_col(cell))
            raise PictureError(f"{place} shows {clue}. The true clue is {numbers[cell]}")
