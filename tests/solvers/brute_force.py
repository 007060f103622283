"""The oracle of the solver tests: all ways to lay mines beside the clues of a small position, by plain recursion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from minesweeper.core.cells import CellSet, cells_of
from minesweeper.core.position import Position
from minesweeper.solvers.deduction import Deduction


class Possible(NamedTuple):
    """The hidden cells that are safe in some layout that fits, and those that are mined in one; both 0 if none fits."""

    safe: CellSet
    mined: CellSet

    @property
    def nothing_fits(self) -> bool:
        return not self.safe | self.mined


def possible(
    position: Position,
    clues: CellSet | None = None,
    *,
    with_total: bool = True,
    given_safe: CellSet = 0,
    given_mined: CellSet = 0,
) -> Possible:
    """What each hidden cell may be, by the given clues alone (all of them by default)."""
    used = cells_of(position.opened if clues is None else clues)
    hidden = set(cells_of(position.hidden))
    beside = {clue: [c for c in position.grid.neighbour_cells(clue) if c in hidden] for clue in used}
    frontier = sorted({cell for cells in beside.values() for cell in cells} | set(cells_of(given_safe | given_mined)))
    interior = position.hidden & ~sum(1 << cell for cell in frontier)
    room = interior.bit_count()
    rules = [(sum(1 << cell for cell in cells), position.clue(clue)) for clue, cells in beside.items()]
    can_be_safe = can_be_mined = 0
    for mines in _fill(frontier, rules, given_safe, given_mined):
        left = position.mine_total - mines.bit_count() if with_total else room // 2
        if with_total and not 0 <= left <= room:
            continue
        can_be_mined |= mines
        can_be_safe |= sum(1 << cell for cell in frontier) & ~mines
        if left > 0 or not with_total:
            can_be_mined |= interior
        if left < room or not with_total:
            can_be_safe |= interior
    return Possible(can_be_safe, can_be_mined)


def _fill(
    frontier: list[int], rules: list[tuple[CellSet, int]], given_safe: CellSet, given_mined: CellSet
) -> Iterator[CellSet]:
    """Each set of mines among the cells that gives all clues their number."""

    def settle(index: int, mines: CellSet, free: CellSet) -> Iterator[CellSet]:
        for mask, clue in rules:
            sure = (mask & mines).bit_count()
            if not sure <= clue <= sure + (mask & free).bit_count():
                return
        if index == len(frontier):
            yield mines
            return
        bit = 1 << frontier[index]
        if not given_mined & bit:
            yield from settle(index + 1, mines, free ^ bit)
        if not given_safe & bit:
            yield from settle(index + 1, mines | bit, free ^ bit)

    yield from settle(0, 0, sum(1 << cell for cell in frontier))


def is_true(position: Position, deduction: Deduction) -> bool:
    """Whether no layout that fits the position speaks against the deduction."""
    truth = possible(position)
    return not deduction.safe & truth.mined and not deduction.mined & truth.safe


def is_proved(position: Position, deduction: Deduction) -> bool:
    """Whether the named clues prove the deduction alone, given the cells that it says it relies on."""
    rest = possible(
        position,
        deduction.because,
        with_total=deduction.uses_total,
        given_safe=deduction.given_safe,
        given_mined=deduction.given_mined,
    )
    beside = rest.safe | rest.mined
    settled = deduction.safe | deduction.mined
    return not deduction.safe & rest.mined and not deduction.mined & rest.safe and settled & ~beside == 0
