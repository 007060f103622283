"""Finds and explains the next move of a solver. Tested in tests/ui/game/test_solver_mode.py."""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from minesweeper.assist.naming import UNMARKED, Naming, Room, name_cells
from minesweeper.assist.tip import Proof
from minesweeper.core.cells import CellSet
from minesweeper.core.position import Position
from minesweeper.core.text import plural
from minesweeper.solvers.deduction import Deduction
from minesweeper.solvers.players import MoveMemory, MoveScope, NextMove, next_move


class SolverMove(NamedTuple):
    """The next move of a solver in a position."""

    solver: str
    position: Position
    move: NextMove
    flags: CellSet = 0

    @property
    def safe(self) -> CellSet:
        """The cells to open."""
        return self.move.safe

    @property
    def mined(self) -> CellSet:
        """The proved mines."""
        return self.move.mined

    @property
    def because(self) -> CellSet:
        """The clues that prove the move, if it is one deduction."""
        return self.move.because

    @property
    def deduction(self) -> Deduction | None:
        """The deduction behind the move; None if the solver proves many cells at once."""
        return self.move.deduction

    def text(self, room: Room = UNMARKED) -> str:
        """Describes the move and explains it. The short forms don't rely on the move's marks."""
        deduction = self.deduction
        if deduction is not None:
            safe, mine = (
                name_cells(self.position.grid, cells, 1, Naming.SHORT) for cells in (deduction.safe, deduction.mined)
            )
            return Proof(self.position, deduction, self.flags).text(room._replace(safe=safe, mine=mine))
        opened, flagged = self.move.safe.bit_count(), (self.move.mined & ~self.flags).bit_count()
        counts = [(opened, f"{plural(opened, 'cell')} to open"), (flagged, plural(flagged, "mine"))]
        return f"{self.solver.capitalize()} solver: {' and '.join(text for count, text in counts if count)}."


def find_move(
    solver: str,
    position: Position,
    flags: CellSet,
    depth: int,
    scope: MoveScope,
    near: int | None = None,
    memory: MoveMemory | None = None,
) -> Generator[None, None, SolverMove | None]:
    """Finds the next move of a solver with its easiest reason; None if the solver is stuck.

    Flags only decide which deductions still change something.
    """
    move = yield from next_move(solver, position, flags, near, depth, memory, scope)
    return None if move is None else SolverMove(solver, position, move.simplified(position), flags)
