"""A solver that takes over the board: what it works on, the move it shows, and how its moves are made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from minesweeper.core.cells import CellSet, first_cell, place_text
from minesweeper.core.position import Position
from minesweeper.core.text import plural
from minesweeper.play.game import Game
from minesweeper.solvers.explain import explain
from minesweeper.solvers.players import Extent, MoveMemory, NextMove, next_move
from minesweeper.ui.base.actions import Action

SolverName = Literal["simple", "smart", "exact"]
BATCH_CELLS = 10_000
"""On larger boards "all moves" makes every move that one look at the board proves, in one go."""

RUNS: dict[Action, tuple[SolverName, bool]] = {
    Action.SIMPLE_STEP: ("simple", False),
    Action.SIMPLE_ALL: ("simple", True),
    Action.SMART_STEP: ("smart", False),
    Action.SMART_ALL: ("smart", True),
    Action.EXACT_STEP: ("exact", False),
    Action.EXACT_ALL: ("exact", True),
}


@dataclass(frozen=True)
class SolveTask:
    """Find the next move in a position; flags only decide which deductions still change something."""

    solver: SolverName
    position: Position
    flags: CellSet
    near: int
    depth: int
    extent: Extent = "one"
    memory: MoveMemory = field(default_factory=MoveMemory, compare=False)

    def begin(self) -> Iterator[NextMove | None]:
        """Yields None at the end of each slice, then the move, if there is one."""
        move = yield from next_move(
            self.solver, self.position, self.flags, self.near, self.depth, self.memory, self.extent
        )
        yield None if move is None else move.told(self.position)


@dataclass(frozen=True)
class SolverRun:
    """A solver at work: thinking while nothing is shown, else waiting before the shown move is made."""

    solver: SolverName
    all_moves: bool
    depth: int
    """How deep the smart solver may branch."""
    moves: int = 0
    shown: NextMove | None = None
    left: float = 0.0
    """Seconds until the shown move is made."""
    quiet: bool = False
    """Whether it follows each move of the player by itself: at once, without words."""
    memory: MoveMemory = field(default_factory=MoveMemory, compare=False)
    looking_further: bool = False
    """The simple solver is stuck, and the smart one looks whether it would be."""


def run_task(run: SolverRun, game: Game, near: int) -> SolveTask | None:
    """The work of a run at this point of the game."""
    if run.shown is not None:
        return None
    solver: SolverName = "smart" if run.looking_further else run.solver
    if run.quiet or (run.all_moves and game.grid.size > BATCH_CELLS):
        # The smart solver forgets: what follows from a mine that it has proved is shown step by step.
        memory = MoveMemory() if solver == "smart" else run.memory
        return SolveTask(solver, game.position, game.flags, near, run.depth, "look", memory)
    return SolveTask(solver, game.position, game.flags, near, run.depth, "one", run.memory)


def move_sentence(game: Game, move: NextMove, solver: SolverName, width: int) -> str:
    """What a shown move is and why."""
    if move.deduction is not None:
        return explain(game.position, move.deduction, width, game.flags)
    opened, flagged = move.safe.bit_count(), (move.mined & ~game.flags).bit_count()
    counts = [(opened, f"{plural(opened, 'cell')} to open"), (flagged, plural(flagged, "mine"))]
    return f"{solver.capitalize()} solver: {' and '.join(text for count, text in counts if count)}."


def wrong_flag_sentence(game: Game, wrong: CellSet) -> str:
    """What is said about flags that the solver has proved wrong."""
    place = place_text(*game.grid.row_col(first_cell(wrong)))
    if wrong.bit_count() == 1:
        return f"The flag at {place} was wrong: that cell is safe. It was taken away."
    return f"{wrong.bit_count()} flags were wrong, the first at {place}. They were taken away."


def stuck_sentence(run: SolverRun, found: NextMove | None, smart_key: str) -> str:
    """What is said when a solver has no move left."""
    made = f" after {plural(run.moves, 'move')}" if run.moves else ""
    if run.solver == "exact":
        return f"Nothing more can be proved{made}: only a guess is left."
    if run.solver == "smart":
        return f"The smart solver is stuck{made}: nothing more can be proved this way."
    if found is None:
        return f"The simple rules are stuck{made}, and the smart solver sees no move either."
    return f"The simple rules are stuck{made}; the smart solver sees a move: {smart_key}."
