"""What a solver has proved: cells that are safe or mined, the clues that prove it, or that nothing can be true.

Besides the values it holds what all reasoning shares: work in slices and its end, and leaving out of a proof what it
does not need.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from enum import Enum
from typing import NamedTuple, TypeVar

from minesweeper.core.cells import CellSet, to_cell_set


class Kind(Enum):
    """The way of reasoning behind a deduction, easiest first."""

    ONE_CLUE = "one clue"
    TWO_CLUES = "two clues"
    ASSUMPTION = "assumption"
    MINE_TOTAL = "mine total"
    EXACT_COUNT = "exact count"


class Decided(NamedTuple):
    """Cells that are safe, and cells that are mined."""

    safe: CellSet
    mined: CellSet


class Step(NamedTuple):
    """One step of a proof: cells that are settled, or a contradiction, and why; an assumption has no reasons.

    While a part of the board is searched, cells and clues are the small numbers they have there; in a Deduction they
    are the cells of the board.
    """

    safe: CellSet = 0
    mined: CellSet = 0
    is_broken: bool = False
    """Whether the reasons contradict each other."""
    clues: CellSet = 0
    """The clues that this step itself uses."""
    uses_total: bool = False
    uses_safe: CellSet = 0
    """Cells whose being safe is a reason, and was found before."""
    uses_mined: CellSet = 0
    """Cells whose being mined is a reason, and was found before."""
    branches: tuple[Sequence[Step], ...] = ()
    """Deeper branches, each from its assumption on: one that fails, or one for each way of a cell that agree."""
    argument: object = None
    """What else there is to tell, such as what adds up in a count: ``proof`` makes it, ``explain`` tells it."""

    @property
    def is_silent(self) -> bool:
        """Whether nothing was settled and nothing is broken."""
        return not (self.safe or self.mined or self.is_broken)

    @property
    def all_clues(self) -> CellSet:
        """The clues that it uses, those of its branches included."""
        if not self.branches:
            return self.clues
        return self.clues | all_clues(step for way in self.branches for step in way)

    def renumbered(self, cells: Callable[[CellSet], CellSet], clues: Callable[[CellSet], CellSet]) -> Step:
        """The same step with other numbers for its cells and clues; a tally is in cells of the board already."""
        return self._replace(
            safe=cells(self.safe),
            mined=cells(self.mined),
            clues=clues(self.clues),
            uses_safe=cells(self.uses_safe),
            uses_mined=cells(self.uses_mined),
            branches=tuple([tuple([step.renumbered(cells, clues) for step in way]) for way in self.branches]),
        )


def all_clues(steps: Iterable[Step]) -> CellSet:
    """The clues that some steps use."""
    found = 0
    for step in steps:
        found |= step.all_clues
    return found


class Deduction(NamedTuple):
    """Cells proved safe and cells proved mined, with the opened cells whose clues prove it, and why."""

    kind: Kind
    safe: CellSet
    mined: CellSet
    because: CellSet
    """The opened cells whose clues are used."""
    uses_total: bool = False
    """Whether the mine total is part of the proof."""
    steps: tuple[Step, ...] = ()
    """The reason: each step follows from its clues, the given cells and the steps before; the last proves the cells.

    It may prove more than is told; an assumption is about one of the cells, and the others are seen by the same clues.
    Every sentence about the deduction tells it. There is none where many cells are proved in one look at the board, and
    where the smart solver found them: ``proof.simplest_proof`` looks for it then.
    """
    assumes_safe: CellSet = 0
    """Hidden cells that an earlier deduction proved safe and that this one relies on."""
    assumes_mined: CellSet = 0
    """The same for mined ones, and for mines that the position gives."""


class Contradiction(ValueError):
    """A position that no layout fits."""

    def __init__(self, message: str, clues: CellSet = 0, given: CellSet = 0) -> None:
        super().__init__(message)
        self.clues = clues
        """Opened cells whose clues can't hold together; empty when the mine total is to blame."""
        self.given = given
        """The given mines that are part of it."""


def shrink(clues: Sequence[int], is_enough: Callable[[int], bool]) -> Generator[None, None, int]:
    """A part of the clues that is enough, as all of them are, and of which none can be left out; the first go first.

    Clues are numbers, and a part of them is a set of bits. Large pieces are tried first, then single clues.
    """
    kept = list(clues)
    piece = max(len(kept) // 4, 1)
    while True:
        start = 0
        while start < len(kept):
            rest = kept[:start] + kept[start + piece :]
            yield
            if is_enough(to_cell_set(rest)):
                kept = rest
            else:
                start += piece
        if piece == 1:
            return to_cell_set(kept)
        piece = max(piece // 4, 1)


Result = TypeVar("Result")


def run_to_end(slices: Generator[object, None, Result]) -> Result:
    """The result of work in slices, all done at once."""
    while True:
        try:
            next(slices)
        except StopIteration as stop:
            result: Result = stop.value
            return result


def prune_steps(steps: Sequence[Step], goal: Decided) -> tuple[list[Step], Decided]:
    """The steps of a branch without which the goal would not follow, and what they need to be known before.

    A branch that ends with a contradiction has that as its goal. From the end to the start: a step that settles a
    needed cell is kept for that cell, and its reasons become needed in turn. The assumption is kept in any case.
    """
    kept: list[Step] = []
    safe, mined = Decided(0, 0) if steps[-1].is_broken else goal
    for step in reversed(steps[1:]):
        found = Decided(step.safe & safe, step.mined & mined)
        if not (step.is_broken or found.safe or found.mined):
            continue
        safe, mined = safe & ~found.safe | step.uses_safe, mined & ~found.mined | step.uses_mined
        ways = []
        for way in step.branches:
            needed, outside = prune_steps(way, found)
            safe, mined = safe | outside.safe, mined | outside.mined
            ways.append(needed)
        uses_total = step.uses_total or any_uses_total(ways)
        kept.append(step._replace(safe=found.safe, mined=found.mined, uses_total=uses_total, branches=tuple(ways)))
    assumption = steps[0]
    kept.append(assumption)
    return kept[::-1], Decided(safe & ~assumption.safe, mined & ~assumption.mined)


def any_uses_total(ways: Iterable[Sequence[Step]]) -> bool:
    """Whether a step of some branches uses the mine total."""
    return any(step.uses_total for way in ways for step in way)
