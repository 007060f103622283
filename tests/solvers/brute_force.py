"""The oracle of the solver tests: all ways to lay mines beside the clues of a small position, by plain recursion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from minesweeper.core.cells import CellSet, cells_of
from minesweeper.core.position import Position
from minesweeper.solvers.deduction import Deduction, Step


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


def check_steps(position: Position, deduction: Deduction) -> None:
    """Each step follows from its own clues, the given cells and the steps that hold at its point; the last one proves.

    No step says again what is known there, and all clues of the deduction are used by some step.
    """
    assert deduction.steps
    clues = _check_chain(position, deduction.steps, deduction.given_safe, deduction.given_mined)
    assert clues == deduction.because
    last = deduction.steps[-1]
    assert last.uses_total <= deduction.uses_total
    assert (last.safe | last.mined) & (deduction.safe | deduction.mined)
    assert not last.is_broken


def _check_chain(position: Position, steps: Sequence[Step], safe: CellSet, mined: CellSet) -> CellSet:
    """Checks steps that follow one another from known cells; the clues they use."""
    used = 0
    for step in steps:
        assert not (step.safe | step.mined) & (safe | mined)
        assert bool(step.safe | step.mined) != step.is_broken
        assert not step.from_safe & ~safe
        assert not step.from_mined & ~mined
        if step.ways:
            used |= step.clues | _check_ways(position, step, safe, mined)
        else:
            rest = possible(
                position,
                step.clues,
                with_total=step.uses_total,
                given_safe=safe if step.uses_total else step.from_safe | _beside(position, step.clues, safe),
                given_mined=mined if step.uses_total else step.from_mined | _beside(position, step.clues, mined),
            )
            assert not step.is_broken or rest.nothing_fits
            assert not rest.mined & step.safe
            assert not rest.safe & step.mined
            used |= step.clues
        safe, mined = safe | step.safe, mined | step.mined
    return used


def _check_ways(position: Position, step: Step, safe: CellSet, mined: CellSet) -> CellSet:
    """Checks the branches of a step: each fails or ends in what the step says, and they leave no other way."""
    used = 0
    assumed = [(way[0].safe, way[0].mined) for way in step.ways]
    for way in step.ways:
        assumption, *rest = way
        assert (assumption.safe | assumption.mined).bit_count() == 1
        assert not assumption.clues
        assert not assumption.uses_total
        used |= _check_chain(position, rest, safe | assumption.safe, mined | assumption.mined)
        if not way[-1].is_broken:
            assert not step.safe & ~_union(step.safe for step in way)
            assert not step.mined & ~_union(step.mined for step in way)
    if len(step.ways) == 1:
        assert step.ways[0][-1].is_broken
        assert assumed == [(step.mined, step.safe)]
    else:
        (one_safe, one_mined), (other_safe, other_mined) = assumed
        assert (one_safe, one_mined) == (other_mined, other_safe)
        assert step.is_broken == all(way[-1].is_broken for way in step.ways)
    return used


def _beside(position: Position, clues: CellSet, cells: CellSet) -> CellSet:
    return position.grid.spread(clues) & cells


def _union(sets: Iterator[CellSet]) -> CellSet:
    found = 0
    for cells in sets:
        found |= cells
    return found
