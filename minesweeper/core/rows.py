"""Converts positions from and to rows of numbers, as lists or arrays. Tested in tests/core/test_position.py."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any, SupportsFloat, SupportsIndex

from minesweeper.core.cells import Grid, make_grid
from minesweeper.core.text import quote
from minesweeper.core.textboard import CLUES, HIDDEN, MINE

GIVEN = -2
"""The number of a given mine."""
_ALLOWED = "0 to 8 are clues, None or -1 is a hidden cell, -2 a given mine"


def read_rows(
    rows: Iterable[Iterable[SupportsIndex | SupportsFloat | None]], mine_total: SupportsIndex
) -> tuple[Grid, list[tuple[int, int]], int, list[int]]:
    """Reads rows: the grid, the (cell, clue) pairs, the mine total and the given mines. ValueError names the fault and
    its place.
    """
    if not hasattr(mine_total, "__index__") or index(mine_total) < 0:
        raise ValueError(f"{quote(str(mine_total))} isn't a number of mines: a whole number is needed")
    try:
        values = [list(row) for row in rows]
    except TypeError:
        raise TypeError("rows of clues are needed, such as [[0, 1, None], [1, 2, None]]") from None
    grid = make_grid(len(values[0]) if values else 0, len(values))
    pairs, given = [], []
    for row, clues in enumerate(values):
        if len(clues) != grid.width:
            raise ValueError(f"row {row} has {len(clues)} cells, the first has {grid.width}: all need as many")
        for col, value in enumerate(clues):
            clue = _read_clue(value)
            if clue is None:
                raise ValueError(f"row {row}, column {col} can't be {quote(str(value))}: {_ALLOWED}")
            if clue >= 0:
                pairs.append((grid.cell(row, col), clue))
            elif clue == GIVEN:
                given.append(grid.cell(row, col))
    return grid, pairs, index(mine_total), given


def write_rows(picture: str, hidden: object) -> list[list[Any]]:
    """Returns the clues of a text board row by row, with values for hidden cells and given mines."""
    shown: dict[str, object] = {HIDDEN: hidden, MINE: GIVEN, **{sign: clue for clue, sign in enumerate(CLUES)}}
    return [[shown[sign] for sign in row] for row in picture.split("\n")]


def _read_clue(value: Any) -> int | None:
    """Reads a clue: -1 for a hidden cell, -2 for a given mine, None for anything else."""
    try:
        clue = -1 if value is None else index(value)
    except TypeError:  # a numpy array has the method of a whole number, and refuses
        # Floats of any library know whether they are whole.
        is_whole = getattr(value, "is_integer", None)
        if is_whole is None or not is_whole():
            return None
        clue = int(value)
    return clue if GIVEN <= clue <= 8 else None
