"""Holds where the mines are, with the cell to open first. No solver may look at it."""

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
    """Holds the mines of a board, and the number of mines next to each cell. A mine off the board raises ValueError."""

    def __new__(cls, grid: Grid, mines: CellSet) -> Layout:
        if mines >> grid.size:
            width, height = grid.width, grid.height
            raise ValueError(f"a mine at cell {mines.bit_length() - 1} isn't on a {width}x{height} board")
        return super().__new__(cls, grid, mines)

    def __reduce__(self) -> tuple[object, ...]:
        return Layout, (self.grid, self.mines)  # many travel to other processes, and the numbers follow from the mines

    @cached_property
    def numbers(self) -> Planes:
        """Counts the mines next to each cell, when first needed."""
        return self.grid.count_neighbours(self.mines)

    @property
    def mine_count(self) -> int:
        """Counts the mines."""
        return self.mines.bit_count()

    @property
    def spec(self) -> BoardSpec:
        """Returns size and mine count. SpecError if there is no mine or no safe cell, so that it can't be played."""
        return BoardSpec(self.grid.width, self.grid.height, self.mine_count)

    @property
    def safe(self) -> CellSet:
        """Returns the cells without a mine."""
        return self.grid.all_cells ^ self.mines

    @cached_property
    def zeros(self) -> CellSet:
        """Returns the safe cells without a mine next to them."""
        return zeros_of(self.numbers, self.safe)

    def clue(self, cell: int) -> int:
        """Returns the number of mines next to a cell."""
        return number_at(self.numbers, cell)

    def to_picture(self) -> str:
        """Writes the layout as text: mines as ``*``, every other cell with its clue."""
        safe = self.safe
        layers = [(cells_with_number(self.numbers, n, safe), CLUES[n]) for n in range(1, 9)]
        return draw_text_board(self.grid, [*layers, (self.mines, MINE)], EMPTY)


class Board(NamedTuple):
    """Holds a layout with the cell to open first, as codes, files and generators give it."""

    layout: Layout
    first: int | None = None
    """The cell to open first; None if the player chooses it."""
    label: str = NORMAL
    """The board type: NORMAL, NO_GUESS, ADJUSTED or FAIR."""


def read_layout(text: str) -> Layout:
    """Reads a layout from a text board: ``*`` mines, ``.`` and ``#`` safe cells. Digits must be true."""
    board = read_text_board(text, MINE + HIDDEN + CLUES + "0")
    layout = Layout(board.grid, board.where(MINE))
    check_clues(layout, ((cell, clue) for cell, clue in board.clues() if board.symbols[cell] != EMPTY))
    return layout


def check_clues(layout: Layout, clues: Iterable[tuple[int, int]]) -> None:
    """Raises PictureError at the first cell whose clue is wrong."""
    numbers = numbers_as_bytes(
        layout.numbers, layout.grid.size
    )  # a look at each cell of a large board would take minutes
    for cell, clue in clues:
        if numbers[cell] != clue:
            place = place_text(*layout.grid.row_col(cell))
            raise PictureError(f"{place} shows {clue}. The true clue is {numbers[cell]}")
