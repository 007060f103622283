"""What a proof is made of: deductions, their steps, and contradictions. All solvers share these values.

A ``Deduction`` names cells that must be safe or mines. Its ``Step``s say why, each from clues and earlier steps, and
``assist/`` puts them into words. Nothing here knows how proofs are found; ``proof`` and ``tips`` do that. Also here are
two tools that all reasoning uses: running work in slices to its end (``run_to_end``) and leaving out the parts of a
proof that it doesn't need (``shrink``, ``prune_steps``).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from enum import Enum
from typing import NamedTuple, TypeVar

from minesweeper.core.cells import CellSet, to_cell_set


class Kind(Enum):
    """The way of reasoning behind a deduction.

    The members are sorted from easy to hard, and comparing two of them follows this order.
    """

    ONE_CLUE = "one clue"
    TWO_CLUES = "two clues"
    ASSUMPTION = "assumption"
    MINE_TOTAL = "mine total"
    EXACT_COUNT = "exact count"

    def __lt__(self, other: Kind) -> bool:
        """Whether this way of reasoning is easier than the other."""
        return list(Kind).index(self) < list(Kind).index(other)


class ProvedCells(NamedTuple):
    """Cells that were proved safe, and cells that were proved to be mines."""

    safe: CellSet = 0
    mined: CellSet = 0


class Step(NamedTuple):
    """One inference of a proof: the cells that it proves, or a contradiction, and the reasons for this.

    The first step of a branch is an assumption: its cells are assumed and have no reasons. While a solver searches a
    part of the board, the cells and clues of a step are small numbers that only this search knows. In a ``Deduction``
    they are cells of the board.
    """

    safe: CellSet = 0
    mined: CellSet = 0
    is_broken: bool = False
    """Whether this step is a contradiction: its reasons can't all be true. Then it proves no cells."""
    clues: CellSet = 0
    """The clues that this step uses itself. Those of its branches are only in ``all_clues``."""
    uses_total: bool = False
    uses_safe: CellSet = 0
    """Cells that must be known to be safe before this step."""
    uses_mined: CellSet = 0
    """Cells that must be known to be mines before this step."""
    branches: tuple[Sequence[Step], ...] = ()
    """Lists of steps that follow from an assumption, which is the first step of the list.

    One branch ends in a contradiction, so that its assumption is wrong. Two branches assume both values of a cell and
    prove the same, so that this is true in any case.
    """
    argument: object = None
    """How the step can be put into words beyond its clues: a ``SumArgument`` if it adds clues up, or the number of
    layouts if only counting proves it.

    Otherwise None.
    """

    @property
    def all_clues(self) -> CellSet:
        """All clues that this step uses, including those of its branches."""
        return self.clues | all_clues(step for way in self.branches for step in way)

    def renumbered(self, cells: Callable[[CellSet], CellSet], clues: Callable[[CellSet], CellSet]) -> Step:
        """The same step with other numbers: ``cells`` translates sets of cells, and ``clues`` sets of clues.

        The argument stays, because it has cells of the board already.
        """
        return self._replace(
            safe=cells(self.safe),
            mined=cells(self.mined),
            clues=clues(self.clues),
            uses_safe=cells(self.uses_safe),
            uses_mined=cells(self.uses_mined),
            branches=tuple([tuple([step.renumbered(cells, clues) for step in way]) for way in self.branches]),
        )


def all_clues(steps: Iterable[Step]) -> CellSet:
    """All clues that the steps use, including those of their branches."""
    clues = 0
    for step in steps:
        clues |= step.all_clues
    return clues


class Deduction(NamedTuple):
    """Cells that must be safe or mines, with the clues and the steps that prove this."""

    kind: Kind
    """The hardest way of reasoning that the proof needs."""
    safe: CellSet
    mined: CellSet
    because: CellSet
    """The opened cells whose clues the proof uses."""
    uses_total: bool = False
    """Whether the proof uses the mine total."""
    steps: tuple[Step, ...] = ()
    """The proof. Each step follows from its clues, from earlier steps and from the cells that the deduction assumes.

    The last step proves the cells of the deduction, and maybe more. If it has branches, they assume something about one
    of these cells, and the proof for the others is the same, because the same clues see them. Every sentence about the
    deduction is made from its steps. The steps are empty if many cells were proved in one sweep over the board or by
    the solver "smart"; ``proof.simplest_proof`` finds steps for these deductions.
    """
    assumes_safe: CellSet = 0
    """Hidden cells that an earlier deduction proved safe and that this proof relies on."""
    assumes_mined: CellSet = 0
    """Hidden mines that this proof relies on. They were proved by an earlier deduction or given with the position."""


class Contradiction(ValueError):
    """Raised if no layout fits a position. The message says why in words for the player."""

    def __init__(self, message: str, clues: CellSet = 0, given: CellSet = 0) -> None:
        super().__init__(message)
        self.clues = clues
        """The opened cells whose clues contradict each other.

        Empty if the clues fit together but not with the mine total.
        """
        self.given = given
        """The given mines that are part of the contradiction."""


def shrink(clues: Sequence[int], is_enough: Callable[[int], bool]) -> Generator[None, None, int]:
    """Leaves out clues that aren't needed. In the result ``is_enough`` still holds, and it holds no longer if any
    single clue is left out. Runs in slices.

    The clues are numbers, and ``is_enough`` gets a set of them as an int. It must hold for all clues. It tries to leave
    out large pieces before single clues, and clues at the beginning first, so sort the least useful ones to the front.
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
    """Runs work in slices to its end without pauses and returns its result.

    ``show`` is called with each value that the work yields.
    """
    while True:
        try:
            progress = next(slices)
        except StopIteration as stop:
            result: Result = stop.value
            return result
        if show is not None:
            show(progress)


def prune_steps(steps: Sequence[Step], goal: ProvedCells) -> tuple[list[Step], ProvedCells]:
    """Leaves out the steps of a branch that aren't needed to prove the goal. Returns the other steps, and the cells
    that must be known before the branch begins.

    If the branch ends in a contradiction, this is its goal, and ``goal`` is ignored. Works from the end to the start: a
    step stays if it proves a needed cell, and then the cells that it uses are needed too. The assumption always stays.
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
