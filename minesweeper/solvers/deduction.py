"""What a solver has proved: cells that are safe or mined, and the clues that prove it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from minesweeper.cells import CellSet


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
