"""What a position shows, as pairs: for tests that count clue by clue."""

from __future__ import annotations

from minesweeper.core.cells import cells_of
from minesweeper.core.position import Position


def clue_pairs(position: Position) -> list[tuple[int, int]]:
    """Every opened cell with its clue, in the order of the cells."""
    return [(cell, position.clue(cell)) for cell in cells_of(position.opened)]
