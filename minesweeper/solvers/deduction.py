"""What a solver has proved: cells that are safe or mined, the clues that prove it, or that nothing can be true.

Besides the values it holds what all reasoning shares: work in slices and its end, and leaving out of a proof what it
does not need.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from minesweeper.core.cells import CellSet, to_cell_set

# ------------------------------------------------------------------------------
# What a solver has proved: cells that are safe or mined, and the clues that prove it.
# ------------------------------------------------------------------------------


class Kind(Enum):
    """The way of reasoning behind a deduction, easiest first."""

    ONE_CLUE = "one clue"
    TWO_CLUES = "two clues"
    ASSUMPTION = "assumption"
    MINE_TOTAL = "mine total"
    EXACT_COUNT = "exact count"


@dataclass(frozen=True, slots=True)
class Deduction:
    """Cells proved safe and cells proved mined, with the opened cells whose clues prove it."""

    kind: Kind
    safe: CellSet
    mined: CellSet
    because: CellSet
    """The opened cells whose clues are used."""
    uses_total: bool = False
    """Whether the mine total is part of the proof."""
    steps: tuple[Step, ...] = ()
    """The chain of reasoning, in order; empty for direct deductions."""
    given_safe: CellSet = 0
    """Hidden cells that an earlier deduction proved safe and that this one relies on."""
    given_mined: CellSet = 0
    """Hidden cells that an earlier deduction proved mined and that this one relies on."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move inside an assumption: what was assumed or followed, and from which clues."""

    depth: int
    """How many assumptions hold at this point."""
    assumed: bool
    """Whether this is an assumption itself, not something that follows."""
    safe: CellSet
    mined: CellSet
    because: CellSet
    contradiction: bool = False
    """Whether the clues in ``because`` can't hold after the earlier steps."""
    uses_total: bool = False
    """Whether the mine total is part of the reason."""


class Contradiction(ValueError):
    """A position that no layout fits."""

    def __init__(self, message: str, clues: CellSet = 0) -> None:
        super().__init__(message)
        self.clues = clues
        """Opened cells whose clues can't hold together; empty when the mine total is to blame."""


# ------------------------------------------------------------------------------
# Which clues are needed: all that can be left out of a proof, or of a contradiction, is left out.
# ------------------------------------------------------------------------------


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


# ------------------------------------------------------------------------------
# Work in slices: generators that pause often and return what they found, so that a screen stays alive meanwhile.
# ------------------------------------------------------------------------------

Result = TypeVar("Result")


def finish(slices: Generator[object, None, Result]) -> Result:
    """The result of work in slices, all done at once."""
    while True:
        try:
            next(slices)
        except StopIteration as stop:
            result: Result = stop.value
            return result
