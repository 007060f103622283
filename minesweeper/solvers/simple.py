"""The two one-clue rules: a clue with all its mines known frees the rest; one with no cell to spare mines the rest."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from minesweeper.cells import CellSet, smaller_numbers, unequal_numbers
from minesweeper.position import Position
from minesweeper.solvers.deduction import Contradiction, Deduction
from minesweeper.solvers.knowledge import Knowledge
from minesweeper.solvers.slices import finish


def deductions(
    position: Position, known_safe: CellSet = 0, known_mined: CellSet = 0, *, near: int | None = None
) -> Iterator[Deduction]:
    """Yields all that the two rules prove, one clue at a time, clues near the given cell first.

    What is yielded counts as known from then on, as if it had been passed in.
    """
    return Knowledge(position, known_safe, known_mined, near).simple_moves()


def sweep(position: Position, known_safe: CellSet = 0, known_mined: CellSet = 0) -> tuple[CellSet, CellSet]:
    """All hidden cells that the two rules prove safe, and mined, the known ones included; all clues at once."""
    return finish(sweep_in_slices(position, known_safe, known_mined))


def sweep_in_slices(
    position: Position, known_safe: CellSet = 0, known_mined: CellSet = 0
) -> Generator[None, None, tuple[CellSet, CellSet]]:
    """The same with a pause after each look at the board, which takes 10 ms for a million cells."""
    grid, clues, opened = position.grid, position.clues, position.opened
    hidden = position.hidden
    safe, mined = known_safe & hidden, known_mined & hidden
    while True:
        unknown = hidden & ~(safe | mined)
        least = grid.count_neighbours(mined)
        most = grid.count_neighbours(mined | unknown)
        new_safe = grid.spread(opened & ~unequal_numbers(clues, least)) & unknown
        new_mined = grid.spread(opened & ~unequal_numbers(clues, most)) & unknown
        if not new_safe | new_mined:
            # Known mines only grow and possible mines only shrink, so a broken clue is still broken here. A cell
            # found both safe and mined has broken the clue that freed it.
            if opened & (smaller_numbers(clues, least) | smaller_numbers(most, clues)):
                raise _contradiction(position, known_safe, known_mined)
            return safe, mined
        safe |= new_safe
        mined |= new_mined
        yield


def _contradiction(position: Position, known_safe: CellSet, known_mined: CellSet) -> Contradiction:
    """The error that the rules meet when they are followed clue by clue; it names the clues to blame."""
    try:
        for _ in deductions(position, known_safe, known_mined):
            pass
    except Contradiction as error:
        return error
    raise AssertionError("a contradiction of all clues at once is one of single clues too")
