"""Where the mines are: the truth about a board. Nothing that plays or solves may look at it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from minesweeper.core.cells import CellSet, Grid, Planes, cells_with_number, number_at, numbers_as_bytes, place_text
from minesweeper.core.pictures import CLUES, EMPTY, HIDDEN, MINE, PictureError, draw_picture, read_picture


@dataclass(frozen=True)
class Layout:
    """The mines of a board, and the number of mines beside each cell; a mine off the board raises ValueError."""

    grid: Grid
    mines: CellSet
    numbers: Planes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.mines >> self.grid.size:
            width, height = self.grid.width, self.grid.height
            raise ValueError(f"a mine at cell {self.mines.bit_length() - 1} is not on a board of {width}x{height}")
        object.__setattr__(self, "numbers", self.grid.count_neighbours(self.mines))

    @property
    def mine_count(self) -> int:
        """How many mines there are."""
        return self.mines.bit_count()

    @property
    def safe(self) -> CellSet:
        """The cells without a mine."""
        return self.grid.all_cells ^ self.mines

    @property
    def zeros(self) -> CellSet:
        """The safe cells with no mine beside them."""
        ones, twos, fours, eights = self.numbers
        return self.grid.all_cells & ~(self.mines | ones | twos | fours | eights)

    def clue(self, cell: int) -> int:
        """The number of mines beside a cell."""
        return number_at(self.numbers, cell)

    def to_picture(self) -> str:
        """The layout as text: mines as ``*``, every other cell with its clue."""
        safe = self.safe
        layers = [(cells_with_number(self.numbers, n, safe), CLUES[n]) for n in range(1, 9)]
        return draw_picture(self.grid, [*layers, (self.mines, MINE)], EMPTY)


def read_layout(text: str) -> Layout:
    """The layout that a picture shows: ``*`` mines; ``.`` and ``#`` safe cells; digits must be true."""
    picture = read_picture(text, MINE + HIDDEN + CLUES + "0")
    layout = Layout(picture.grid, picture.where(MINE))
    check_clues(layout, ((cell, clue) for cell, clue in picture.clues() if picture.symbols[cell] != EMPTY))
    return layout


def check_clues(layout: Layout, clues: Iterable[tuple[int, int]]) -> None:
    """Raises PictureError at the first cell whose clue is not the true one."""
    numbers = numbers_as_bytes(layout.numbers, layout.grid.size)  # one look each at a large board would take minutes
    for cell, clue in clues:
        if numbers[cell] != clue:
            place = place_text(*layout.grid.row_col(cell))
            raise PictureError(f"{place} shows {clue}: the true clue is {numbers[cell]}")
