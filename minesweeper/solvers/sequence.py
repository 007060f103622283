"""Every provable cell of a position with its deduction, each following from those before: single clues come first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from minesweeper.cells import CellSet, cells_of
from minesweeper.solvers import simple
from minesweeper.solvers.analysis import Analysis
from minesweeper.solvers.deduction import Deduction, Kind
from minesweeper.solvers.evidence import Decided
from minesweeper.solvers.tips import deduction_about

MOST_SEARCHES = 200
"""So many deductions are looked for that single clues don't give; the cells left over share one."""


class Proved(NamedTuple):
    """A deduction, and all it rests on."""

    deduction: Deduction
    """It may rely on cells that earlier deductions proved: its ``given_safe`` and ``given_mined``."""
    clues: CellSet
    """The opened cells whose clues prove it, those that prove the given cells included."""
    uses_total: bool
    """Whether the mine total is part of the proof, or of that of a given cell."""


def every_deduction(analysis: Analysis) -> Iterator[Proved]:
    """The deductions that prove the safe and mined cells of an analysis, each following from those before it."""
    position = analysis.position
    basis: dict[int, Proved] = {}
    safe = mined = 0
    for _ in range(MOST_SEARCHES):
        for deduction in simple.deductions(position, safe, mined):
            proved = _rest_on(basis, deduction)
            safe, mined = safe | deduction.safe, mined | deduction.mined
            yield proved
        rest_safe, rest_mined = analysis.safe & ~safe, analysis.mined & ~mined
        if not rest_safe | rest_mined:
            return
        deduction = deduction_about(analysis, Decided(rest_safe, rest_mined), Decided(safe, mined))
        proved = _rest_on(basis, deduction)
        safe, mined = safe | deduction.safe, mined | deduction.mined
        yield proved
    rest_safe, rest_mined = analysis.safe & ~safe, analysis.mined & ~mined
    if rest_safe | rest_mined:
        clues = position.opened & position.grid.spread(position.hidden)
        yield Proved(Deduction(Kind.EXACT_COUNT, rest_safe, rest_mined, clues, uses_total=True), clues, uses_total=True)


def _rest_on(basis: dict[int, Proved], deduction: Deduction) -> Proved:
    """The deduction with all it rests on, which is noted for each cell it proves."""
    clues, uses_total = deduction.because, deduction.uses_total
    for cell in cells_of(deduction.given_safe | deduction.given_mined):
        clues |= basis[cell].clues
        uses_total |= basis[cell].uses_total
    proved = Proved(deduction, clues, uses_total)
    for cell in cells_of(deduction.safe | deduction.mined):
        basis.setdefault(cell, proved)
    return proved
