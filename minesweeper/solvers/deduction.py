"""Values that every solver shares: deductions, the steps of their proofs, and contradictions.

Also holds the tools of all reasoning: running work in slices to its end, and removing the parts of a proof that it does
not need.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from enum import Enum
from typing import NamedTuple, TypeVar

from minesweeper.core.cells import CellSet, to_cell_set


class Kind(Enum):
    """Names the ways of reasoning behind a deduction, easiest first."""

    ONE_CLUE = "one clue"
    TWO_CLUES = "two clues"
    ASSUMPTION = "assumption"
    MINE_TOTAL = "mine total"
    EXACT_COUNT = "exact count"

    def __lt__(self, other: Kind) -> bool:
        """Whether this way of reasoning is easier."""
        return list(Kind).index(self) < list(Kind).index(other)


class ProvedCells(NamedTuple):
    """Cells that are proved safe, and cells that are proved to be mines."""

    safe: CellSet = 0
    mined: CellSet = 0


class Step(NamedTuple):
    """Holds one step of a proof: the cells it settles, or a contradiction, and the reasons for it.

    An assumption has no reasons.

    While a solver searches a part of the board, cells and clues have small local numbers. In a Deduction they are cells
    of the board.
    """

    safe: CellSet = 0
    mined: CellSet = 0
    is_broken: bool = False
    """Whether the reasons contradict each other."""
    clues: CellSet = 0
    """The clues that this step uses itself, without those of its branches."""
    uses_total: bool = False
    uses_safe: CellSet = 0
    """Cells that this step needs to be safe, as an earlier step found."""
    uses_mined: CellSet = 0
    """Cells that this step needs to be mines, as an earlier step found."""
    branches: tuple[Sequence[Step], ...] = ()
    """Nested branches, each starting with its assumption: one that fails, or two that cover a cell and agree."""
    argument: object = None
    """The terms of a sum as a ``proof.SumArgument``, or the number of layouts that a count found."""

    @property
    def all_clues(self) -> CellSet:
        """The clues that the step uses, including those of its branches."""
        return self.clues | all_clues(step for way in self.branches for step in way)

    def renumbered(self, cells: Callable[[CellSet], CellSet], clues: Callable[[CellSet], CellSet]) -> Step:
        """Returns a copy with other numbers for its cells and clues. The argument already holds cells of the board."""
        return self._replace(
            safe=cells(self.safe),
            mined=cells(self.mined),
            clues=clues(self.clues),
            uses_safe=cells(self.uses_safe),
            uses_mined=cells(self.uses_mined),
            branches=tuple([tuple([step.renumbered(cells, clues) for step in way]) for way in self.branches]),
        )


def all_clues(steps: Iterable[Step]) -> CellSet:
    """Returns the clues that the steps use, including those of their branches."""
    clues = 0
    for step in steps:
        clues |= step.all_clues
    return clues


class Deduction(NamedTuple):
    """Holds cells proved safe and cells proved to be mines, with the clues and the steps that prove them."""

    kind: Kind
    safe: CellSet
    mined: CellSet
    because: CellSet
    """The opened cells whose clues the proof uses."""
    uses_total: bool = False
    """Whether the proof uses the mine total."""
    steps: tuple[Step, ...] = ()
    """The proof. Each step follows from its clues, the assumed cells and earlier steps; the last one proves the cells.

    The last step may prove more cells than ``safe`` and ``mined`` list. An assumption concerns one of the cells; the
    same clues see the others. Every sentence about the deduction comes from these steps. They are empty if many cells
    were proved in one look at the board, or by the smart solver: ``proof.simplest_proof`` finds steps for those.
    """
    assumes_safe: CellSet = 0
    """Hidden cells that an earlier deduction proved safe and that this proof relies on."""
    assumes_mined: CellSet = 0
    """Hidden mines that this proof relies on: proved by an earlier deduction, or given with the position."""


class Contradiction(ValueError):
    """Reports a position that no layout fits."""

    def __init__(self, message: str, clues: CellSet = 0, given: CellSet = 0) -> None:
        super().__init__(message)
        self.clues = clues
        """Opened cells whose clues contradict each other; empty if the mine total is wrong."""
        self.given = given
        """The given mines that are part of the contradiction."""


def shrink(clues: Sequence[int], is_enough: Callable[[int], bool]) -> Generator[None, None, int]:
    """Finds a subset of the clues that is still enough and from which no clue can be removed.

    Clues are numbers, and a subset is a set of bits. Early clues are removed first; large pieces are tried before
    single clues.
    """
    needed = list(clues)
    piece = max(len(needed) // 4, 1)
    while True:
        start = 0
        while start < len(needed):
            rest = needed[:start] + needed[start + piece :]
            yield
            if is_enough(to_cell_set(rest)):
                needed = rest
            else:
                start += piece
        if piece == 1:
            return to_cell_set(needed)
        piece = max(piece // 4, 1)


Result = TypeVar("Result")
Progress = TypeVar("Progress")


def run_to_end(slices: Generator[Progress, None, Result], show: Callable[[Progress], None] | None = None) -> Result:
    """Runs a generator to its end and returns its result. ``show`` gets the progress that it yields."""
    while True:
        try:
            progress = next(slices)
        except StopIteration as stop:
            result: Result = stop.value
            return result
        if show is not None:
            show(progress)


def prune_steps(steps: Sequence[Step], goal: ProvedCells) -> tuple[list[Step], ProvedCells]:
    """Returns the steps of a branch that the goal needs, and the cells that must be known before the branch.

    The goal of a branch that ends in a contradiction is the contradiction. Works from the end to the start: keeps a
    step if it settles a needed cell, and then needs its reasons too. Always keeps the assumption.
    """
    needed_steps: list[Step] = []
    safe, mined = ProvedCells() if steps[-1].is_broken else goal
    for step in reversed(steps[1:]):
        needed_cells = ProvedCells(step.safe & safe, step.mined & mined)
        if not (step.is_broken or needed_cells.safe or needed_cells.mined):
            continue
        safe, mined = safe & ~needed_cells.safe | step.uses_safe, mined & ~needed_cells.mined | step.uses_mined
        ways = []
        for way in step.branches:
            needed, outside = prune_steps(way, needed_cells)
            safe, mined = safe | outside.safe, mined | outside.mined
            ways.append(needed)
        uses_total = step.uses_total or any_uses_total(ways)
        needed_steps.append(
            step._replace(safe=needed_cells.safe, mined=needed_cells.mined, uses_total=uses_total, branches=tuple(ways))
        )
    assumption = steps[0]
    needed_steps.append(assumption)
    return needed_steps[::-1], ProvedCells(safe & ~assumption.safe, mined & ~assumption.mined)


def any_uses_total(ways: Iterable[Sequence[Step]]) -> bool:
    """Whether any step of the branches uses the mine total."""
    return any(step.uses_total for way in ways for step in way)
