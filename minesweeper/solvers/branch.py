"""The values that reasoning by assumptions is made of: branches, the events recorded in them, and findings.

Cells and constraints are those of a Region: small numbers, and sets of them as the bits of an int.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from minesweeper.cells import CellSet


class Branch(NamedTuple):
    """What holds under some assumptions: cells that are safe, cells that are mined, constraints with such cells."""

    safe: CellSet
    mined: CellSet
    touched: int


class Event(NamedTuple):
    """One step of a branch: cells that were settled, or a contradiction, and why; an assumption has no reasons."""

    safe: CellSet = 0
    mined: CellSet = 0
    broken: bool = False
    """Whether the reasons contradict each other."""
    constraints: int = 0
    uses_total: bool = False
    from_safe: CellSet = 0
    """Cells whose being safe is a reason."""
    from_mined: CellSet = 0
    """Cells whose being mined is a reason."""
    ways: tuple[Record, ...] = ()
    """Deeper branches, one for each way of a cell that may be true, whose consensus is the reason."""

    @property
    def is_silent(self) -> bool:
        """Whether nothing was settled and nothing is broken."""
        return not (self.safe or self.mined or self.broken)


Record: TypeAlias = list[Event]
"""A branch step by step, the assumption first; the last event is broken if the assumption can't hold."""


class Finding(NamedTuple):
    """What trying a cell both ways has proved."""

    cell: int
    refuted: bool | None
    """The way that leads to a contradiction: True for a mine, False for safe; None where both ways agree."""
    safe: CellSet
    mined: CellSet


def break_off(record: Record, branch: Branch) -> None:
    """Ends a record at the first event, if any, that settles a cell otherwise than the branch: that can't hold."""
    for number, event in enumerate(record):
        wrong = event.safe & branch.mined | event.mined & branch.safe
        if wrong:
            lowest = wrong & -wrong
            record[number:] = [
                event._replace(
                    safe=0,
                    mined=0,
                    broken=True,
                    from_safe=event.from_safe | lowest & branch.safe,
                    from_mined=event.from_mined | lowest & branch.mined,
                )
            ]
            return
