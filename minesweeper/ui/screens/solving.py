"""A solver that takes over the board: what it works on, the move it shows, and how its moves are made."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Literal

from minesweeper.core.cells import CellSet, first_cell, place_text
from minesweeper.core.position import Position
from minesweeper.core.text import plural
from minesweeper.play.assist import next_step
from minesweeper.play.game import Game
from minesweeper.solvers import simple, smart
from minesweeper.solvers.deduction import Deduction, Kind
from minesweeper.solvers.exact import Reasoner
from minesweeper.solvers.explain import explain
from minesweeper.solvers.reasons import easier
from minesweeper.solvers.tips import tip_in_slices
from minesweeper.ui.actions import Action

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
    batch: bool = False
    memory: Reasoner = field(default_factory=Reasoner, compare=False)
    """What the exact solver has proved in this run; it only saves time."""

    def begin(self) -> Iterator[Deduction | None]:
        """Yields the first deduction that changes the board, and None at the end of each slice."""
        if self.solver == "exact":
            yield from self._exact()
            return
        if self.batch:  # what the simple rules find comes first, all of it at once
            found = yield from self._sweep()
            if found is not None:
                yield found
            if found is not None or self.solver == "simple":
                return
        for deduction in self._deductions():
            if deduction is not None and self._changes(deduction):
                yield easier(self.position, deduction)
                return
            yield None

    def _deductions(self) -> Iterator[Deduction | None]:
        if self.solver == "simple":
            return simple.deductions(self.position, near=self.near)
        return smart.deductions(self.position, depth=self.depth, near=self.near)

    def _exact(self) -> Iterator[Deduction | None]:
        """The easiest deduction with its proof; in a batch everything at once, without."""
        if not self.batch:
            tip = yield from tip_in_slices(self.position, self.flags, self.near)
            if tip.deduction is not None:
                yield tip.deduction
            return
        step = yield from next_step(self.position, self.flags, self.memory)
        if step is not None:
            yield Deduction(Kind.EXACT_COUNT, *step, 0)

    def _sweep(self) -> Generator[None, None, Deduction | None]:
        safe, mined = yield from simple.sweep_in_slices(self.position)
        return Deduction(Kind.ONE_CLUE, safe, mined, 0) if safe | (mined & ~self.flags) else None

    def _changes(self, deduction: Deduction) -> bool:
        return bool(deduction.safe or deduction.mined & ~self.flags)


@dataclass(frozen=True)
class SolverRun:
    """A solver at work: thinking while nothing is shown, else waiting before the shown move is made."""

    solver: SolverName
    all_moves: bool
    depth: int
    """How deep the smart solver may branch."""
    moves: int = 0
    shown: Deduction | None = None
    left: float = 0.0
    """Seconds until the shown move is made."""
    quiet: bool = False
    """Whether it follows each move of the player by itself: at once, without words."""
    memory: Reasoner = field(default_factory=Reasoner, compare=False)
    looking_further: bool = False
    """The simple solver is stuck, and the smart one looks whether it would be."""


def run_task(run: SolverRun, game: Game, near: int) -> SolveTask | None:
    """The work of a run at this point of the game."""
    if run.shown is not None:
        return None
    solver: SolverName = "smart" if run.looking_further else run.solver
    batch = run.quiet or (run.all_moves and game.grid.size > BATCH_CELLS)
    return SolveTask(solver, game.position, game.flags, near, run.depth, batch, run.memory)


def move_sentence(game: Game, deduction: Deduction, solver: SolverName, width: int) -> str:
    """What a shown move is and why."""
    if deduction.because or deduction.uses_total:
        return explain(game.position, deduction, width, game.flags)
    opened, flagged = deduction.safe.bit_count(), (deduction.mined & ~game.flags).bit_count()
    counts = [(opened, f"{plural(opened, 'cell')} to open"), (flagged, plural(flagged, "mine"))]
    return f"{solver.capitalize()} solver: {' and '.join(text for count, text in counts if count)}."


def wrong_flag_sentence(game: Game, wrong: CellSet) -> str:
    """What is said about flags that the solver has proved wrong."""
    place = place_text(*game.grid.row_col(first_cell(wrong)))
    if wrong.bit_count() == 1:
        return f"The flag at {place} was wrong: that cell is safe. It was taken away."
    return f"{wrong.bit_count()} flags were wrong, the first at {place}. They were taken away."


def stuck_sentence(run: SolverRun, found: Deduction | None, smart_key: str) -> str:
    """What is said when a solver has no move left."""
    made = f" after {plural(run.moves, 'move')}" if run.moves else ""
    if run.solver == "exact":
        return f"Nothing more can be proved{made}: only a guess is left."
    if run.solver == "smart":
        return f"The smart solver is stuck{made}: nothing more can be proved this way."
    if found is None:
        return f"The simple rules are stuck{made}, and the smart solver sees no move either."
    return f"The simple rules are stuck{made}; the smart solver sees a move: {smart_key}."
