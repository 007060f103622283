"""What a player may know of a board: the ``Position``, which is all that solvers and assistants ever get.

It has the clues, the hidden cells and the mine total. It has no flags, because these may be wrong. In a game it has no
mines at all, which is why no assistant can cheat. Only a position that a person typed or another program made may have
given mines. Programs write positions as rows of numbers or as text boards; the characters of these are in
``textboard``.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any, NamedTuple, SupportsFloat, SupportsIndex, TypeAlias, TypeVar, overload

from minesweeper.core.cells import (
    CellSet,
    Grid,
    Planes,
    cells_of,
    cells_with_number,
    make_grid,
    number_at,
)
from minesweeper.core.text import quote
from minesweeper.core.textboard import (
    CLUES,
    EMPTY,
    FLAG,
    HIDDEN,
    MINE,
    QUESTION,
    PictureError,
    TextBoard,
    draw_text_board,
    read_text_board,
)

Place: TypeAlias = tuple[int, int]
"""The row and column of a cell, both counted from 0."""
GivenPlace: TypeAlias = Iterable[SupportsIndex]
"""A place as another program may name it: any two whole numbers."""

Hidden = TypeVar("Hidden")
"""The type of the value that stands for a hidden cell in rows."""


_GIVEN = -2
"""What stands for a given mine in rows."""
_ROW_SIGNS = CLUES + MINE + HIDDEN
"""The characters for the numbers in rows, by index: 0 to 8 are clues, -1 is a hidden cell, -2 a given mine."""
_ALLOWED = "Use 0 to 8 for clues, None or -1 for a hidden cell, -2 for a given mine"


class Position(NamedTuple):
    """A board as a player sees it. Solvers get this and nothing else."""

    grid: Grid
    opened: CellSet
    clues: Planes
    """The number on each opened cell. All other cells have 0."""
    mine_total: int
    given: CellSet = 0
    """Hidden cells that are known to be mines. They are facts, unlike flags. In a game, there are none."""

    @property
    def hidden(self) -> CellSet:
        """The cells that aren't opened yet."""
        return self.grid.all_cells ^ self.opened

    @property
    def frontier(self) -> CellSet:
        """The hidden cells next to an opened one."""
        return self.grid.spread(self.opened) & ~self.opened

    @property
    def interior(self) -> CellSet:
        """The hidden cells that aren't next to an opened one."""
        return self.grid.all_cells ^ self.grid.spread(self.opened)

    def clue(self, cell: int) -> int:
        """The number on an opened cell."""
        return number_at(self.clues, cell)

    def __str__(self) -> str:
        return self.to_picture()

    @classmethod
    def from_rows(
        cls, rows: Iterable[Iterable[SupportsIndex | SupportsFloat | None]], mine_total: SupportsIndex
    ) -> Position:
        """Makes a position from rows of clues. None or -1 is a hidden cell, and -2 is a given mine.

        Rows may be lists or arrays, and clues may be floats with whole values. Raises ValueError or TypeError with a
        sentence for anything else.
        """
        if not hasattr(mine_total, "__index__") or index(mine_total) < 0:
            raise ValueError(f"{quote(str(mine_total))} isn't a number of mines. Use a whole number")
        try:
            values = [list(row) for row in rows]
        except TypeError:
            raise TypeError("expected rows of clues, such as [[0, 1, None], [1, 2, None]]") from None
        grid = make_grid(len(values[0]) if values else 0, len(values))
        signs = ""
        for row, clues in enumerate(values):
            if len(clues) != grid.width:
                fault = f"row {row} has {len(clues)} cells, but the first row has {grid.width}"
                raise ValueError(f"{fault}. Make all rows equally long")
            for col, value in enumerate(clues):
                clue = _read_clue(value)
                if clue is None:
                    raise ValueError(f"row {row}, column {col} can't be {quote(str(value))}. {_ALLOWED}")
                signs += _ROW_SIGNS[clue]
        return position_of(TextBoard(grid, signs), index(mine_total))

    @overload
    def to_rows(self, hidden: None = None) -> list[list[int | None]]: ...
    @overload
    def to_rows(self, hidden: Hidden) -> list[list[int | Hidden]]: ...
    def to_rows(self, hidden: object = None) -> list[list[Any]]:
        """The clues row by row, with ``hidden`` for hidden cells and -2 for given mines."""
        shown = {HIDDEN: hidden, MINE: _GIVEN, **{sign: clue for clue, sign in enumerate(CLUES)}}
        return [[shown[sign] for sign in row] for row in self.to_picture().split("\n")]

    def to_picture(self) -> str:
        """The position as text: ``#`` for a hidden cell, ``.`` or a digit for an opened one, ``*`` for a given mine."""
        layers = [(cells_with_number(self.clues, n, self.opened), CLUES[n]) for n in range(1, 9)]
        return draw_text_board(self.grid, [(self.opened, EMPTY), *layers, (self.given, MINE)], HIDDEN)


def show_position(grid: Grid, numbers: Planes, opened: CellSet, mine_total: int, given: CellSet = 0) -> Position:
    """The position of a board on which some cells are opened. ``numbers`` are the numbers of all its cells."""
    ones, twos, fours, eights = numbers
    clues = ones & opened, twos & opened, fours & opened, eights & opened
    return Position(grid, opened, clues, mine_total, given)


def read_position(text: str, mine_total: SupportsIndex) -> Position:
    """Reads a position from a text board. Flags and question marks are hidden cells like any other, because they may be
    wrong.

    Raises ``PictureError`` if the text isn't a text board.
    """
    if not isinstance(text, str) or not hasattr(mine_total, "__index__") or index(mine_total) < 0:
        given = f"{quote(str(text))} and {quote(str(mine_total))}"
        raise PictureError(f"read_position() expects a text board and a whole number of mines, got {given}")
    return position_of(read_text_board(text, HIDDEN + MINE + FLAG + QUESTION + CLUES + "0"), index(mine_total))


def position_of(board: TextBoard, mine_total: int) -> Position:
    """The position that a text board shows."""
    ones, twos, fours = (board.where(symbols) for symbols in ("1357", "2367", "4567"))
    clues = ones, twos, fours, board.where("8")
    return Position(board.grid, board.where(CLUES + "0"), clues, mine_total, board.where(MINE))


def need_position(given: object) -> Position:
    """Returns what another program passed if it is a position. Raises TypeError otherwise."""
    if not isinstance(given, Position):
        raise TypeError(f"{quote(given)} isn't a position. Make one with read_position()")
    return given


def to_cell(grid: Grid, place: object) -> int:
    """The cell at a place that another program names as a row and a column, which may be whole numbers of any type.

    Raises TypeError if it isn't a place, and ``SizeError`` if it isn't on the board.
    """
    try:
        row, col = map(index, place)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        raise TypeError(f"{quote(place)} isn't a place. Use (row, col), both from 0") from None
    return grid.cell(row, col)


def places(grid: Grid, cells: CellSet) -> tuple[Place, ...]:
    """The row and column of each cell of a set, in rising order of the cells."""
    width = grid.width
    return tuple([divmod(cell, width) for cell in cells_of(cells)]) if cells else ()


def _read_clue(value: Any) -> int | None:
    """Reads a number in rows: a clue, -1 for a hidden cell (also None), or -2 for a given mine.

    Returns None for anything else.
    """
    try:
        clue = -1 if value is None else index(value)
    except TypeError:
        # An array of numpy has the method of a whole number but refuses it.
        # Floats of any library know whether they are whole.
        is_whole = getattr(value, "is_integer", None)
        if is_whole is None or not is_whole():
            return None
        clue = int(value)
    return clue if _GIVEN <= clue <= 8 else None
