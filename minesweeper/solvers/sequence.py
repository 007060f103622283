"""Every provable cell of a position with its deduction, each following from those before: single clues come first.

Its work and its memory are bounded: on a board of a million cells most cells share the last deduction.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from minesweeper.cells import cells_of
from minesweeper.solvers import simple
from minesweeper.solvers.analysis import Analysis
from minesweeper.solvers.deduction import Deduction, Kind
from minesweeper.solvers.evidence import Decided
from minesweeper.solvers.tips import deduction_about

MOST_DEDUCTIONS = 10_000
"""So many are told one by one; the cells left over share one."""
MOST_SEARCHES = 200
"""So many deductions are looked for that single clues don't give."""
_MOST_WORK = 4_000_000
"""Each search looks at the whole board: large ones get fewer, so that no position takes minutes."""
_MOST_STEPS = 2_000_000
"""So many steps back to earlier deductions are followed; after that a deduction names its own clues only."""


class Proved(NamedTuple):
    """A deduction, and all it rests on."""

    deduction: Deduction
    """It may rely on cells that earlier deductions proved: its ``given_safe`` and ``given_mined``."""
    clues: tuple[int, ...]
    """The opened cells whose clues prove it, those that prove the given cells included."""
    uses_total: bool
    """Whether the mine total is part of the proof, or of that of a given cell."""


def every_deduction(analysis: Analysis) -> Iterator[Proved]:
    """The deductions that prove the safe and mined cells of an analysis, each following from those before it."""
    position = analysis.position
    told = _Told()
    safe = mined = 0
    for _ in range(min(MOST_SEARCHES, 1 + _MOST_WORK // position.grid.size)):
        for deduction in simple.deductions(position, safe, mined):
            yield told.add(deduction)
            safe, mined = safe | deduction.safe, mined | deduction.mined
            if told.count >= MOST_DEDUCTIONS:
                break
        wanted = Decided(analysis.safe & ~safe, analysis.mined & ~mined)
        if not wanted.safe | wanted.mined:
            return
        if told.count >= MOST_DEDUCTIONS:
            break
        deduction = deduction_about(analysis, wanted, Decided(safe, mined))
        yield told.add(deduction)
        safe, mined = safe | deduction.safe, mined | deduction.mined
    wanted = Decided(analysis.safe & ~safe, analysis.mined & ~mined)
    if wanted.safe | wanted.mined:
        clues = position.opened & position.grid.spread(position.hidden)
        last = Deduction(Kind.EXACT_COUNT, wanted.safe, wanted.mined, clues, uses_total=True)
        yield Proved(last, tuple(cells_of(clues)), uses_total=True)


class _Told:
    """The deductions so far: for each its clues and the deductions it relies on. Sets would fill the memory here."""

    def __init__(self) -> None:
        self._clues: list[tuple[int, ...]] = []
        self._earlier: list[tuple[int, ...]] = []
        self._uses_total: list[bool] = []
        self._number_of: dict[int, int] = {}
        self._steps = 0

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._clues)

    def add(self, deduction: Deduction) -> Proved:
        """Notes a deduction; the result says what it rests on."""
        number = len(self._clues)
        given = cells_of(deduction.given_safe | deduction.given_mined)
        self._clues.append(tuple(cells_of(deduction.because)))
        self._earlier.append(tuple({self._number_of[cell] for cell in given}))
        self._uses_total.append(deduction.uses_total)
        for cell in cells_of(deduction.safe | deduction.mined):
            self._number_of.setdefault(cell, number)
        basis = self._basis(number)
        clues = sorted({clue for earlier in basis for clue in self._clues[earlier]})
        return Proved(deduction, tuple(clues), any(self._uses_total[earlier] for earlier in basis))

    def _basis(self, number: int) -> set[int]:
        """A deduction and all that it relies on, directly or not."""
        basis, waiting = {number}, [number]
        while waiting and self._steps < _MOST_STEPS:
            for earlier in self._earlier[waiting.pop()]:
                self._steps += 1
                if earlier not in basis:
                    basis.add(earlier)
                    waiting.append(earlier)
        return basis
