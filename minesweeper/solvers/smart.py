"""Branching assumptions: a cell is tried as a mine and as safe, and what holds either way is proved. Never a guess.

Simple moves come first, then one assumption at a time, then assumptions within assumptions, then the mine total.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TypeAlias

from minesweeper.cells import CellSet, cells_of, to_cell_set
from minesweeper.position import Position
from minesweeper.solvers.branch import Finding
from minesweeper.solvers.deduction import Deduction, Kind
from minesweeper.solvers.frontier import regions, whole_region
from minesweeper.solvers.knowledge import MINED, SAFE, UNKNOWN, Knowledge
from minesweeper.solvers.proof import Proof, prove
from minesweeper.solvers.region import BothWaysFail, Region, RegionKey

DEPTH = 2
"""How many assumptions may hold at once. With 2 every board of the benchmarks that logic can finish is finished."""

Tried: TypeAlias = set[tuple[RegionKey, int]]
"""Regions that were searched to a depth in vain. Passed on from position to position, it saves trying them again."""

_Search: TypeAlias = Generator[Deduction | None, None, bool]
"""Yields deductions and pulses; its result says whether there was a deduction."""

_BATCH = 256
"""So many regions are searched side by side, the easy way in all of them before the hard way in one."""
_TOTAL_CELLS = 150
"""With more unknown cells than this the mine total is not combined with assumptions."""


def deductions(
    position: Position,
    depth: int = DEPTH,
    known_safe: CellSet = 0,
    known_mined: CellSet = 0,
    *,
    near: int | None = None,
    tried: Tried | None = None,
) -> Iterator[Deduction | None]:
    """Yields all that it proves, easy before hard and near a given cell first, with None every few milliseconds.

    What is yielded counts as known from then on, as if it had been passed in.
    """
    knowledge = yield from Knowledge.in_steps(position, known_safe, known_mined, near)
    memory: Tried = set() if tried is None else tried
    yield None
    yield from knowledge.simple_moves()
    while True:
        found = yield from _search_regions(knowledge, depth, near, memory)
        if not found:
            found = yield from _search_total(knowledge, depth, memory)
        if not found:
            return


def _search_regions(knowledge: Knowledge, depth: int, near: int | None, tried: Tried) -> _Search:
    """Searches all regions without the mine total."""
    found = False
    for batch in _batches(regions(knowledge, near)):
        if batch is None:
            yield None
            continue
        for level in range(1, depth + 1):
            for region in batch:
                found |= yield from _search_region(knowledge, region, level, tried)
                yield None  # small regions have no pulse of their own
    return found


def _batches(source: Iterator[Region | None]) -> Iterator[list[Region] | None]:
    batch: list[Region] = []
    for region in source:
        if region is not None:
            batch.append(region)
        if len(batch) == _BATCH:
            yield batch
            batch = []
        yield None
    yield batch


def _search_region(knowledge: Knowledge, region: Region, depth: int, tried: Tried) -> _Search:
    """Searches a region to a depth; after each finding from the lowest depth on."""
    if (region.key, depth) in tried:
        return False
    found = False
    region.learn(*_known_in(knowledge, region))
    level = depth  # the lower ones have been searched before
    while level <= depth:
        for finding in _pulsing(knowledge, region, level):
            if finding is None:
                yield None
                continue
            found = True
            yield from _accept(knowledge, region, finding, level)
            region.learn(*_known_in(knowledge, region))
            if level > 1:
                level = 0
                break
        level += 1
    if not found:
        tried.add((region.key, depth))
    return found


def _search_total(knowledge: Knowledge, depth: int, tried: Tried) -> _Search:
    """Searches with the mine total, up to the first finding."""
    unknown, mines_left = knowledge.unknown_count, knowledge.mines_left
    if not 0 <= mines_left <= unknown:
        raise knowledge.contradiction((), uses_total=True)
    if not unknown or (unknown > _TOTAL_CELLS and 0 < mines_left < unknown):
        return False
    if unknown > _TOTAL_CELLS:
        yield from _accept_total(knowledge, knowledge.cells_in_state(UNKNOWN), all_mined=mines_left > 0, clues=())
        return True
    region = whole_region(knowledge)
    if (region.key, depth) in tried or region.total is None:
        return False
    event = region.total.judge(0, 0)
    if not event.is_silent:
        clues = tuple(region.clues[number] for number in cells_of(event.constraints))
        if event.broken:
            raise knowledge.contradiction(clues, uses_total=True)
        cells = to_cell_set(region.cells[cell] for cell in cells_of(event.safe | event.mined))
        yield from _accept_total(knowledge, cells, all_mined=event.mined > 0, clues=clues)
        return True
    for level in range(1, depth + 1) if not region.total.is_idle() else ():
        for finding in _pulsing(knowledge, region, level):
            if finding is not None:
                yield from _accept(knowledge, region, finding, level)
                return True
            yield None
    tried.add((region.key, depth))
    return False


def _pulsing(knowledge: Knowledge, region: Region, level: int) -> Iterator[Finding | None]:
    """The findings of a search; a contradiction names its clues."""
    try:
        yield from region.search(level)
    except BothWaysFail as failure:
        proof = prove(region, [region.record(failure.cell, mine, level) for mine in (True, False)], 0, 0)
        raise knowledge.contradiction(proof.clues, uses_total=proof.uses_total) from None


def _accept(knowledge: Knowledge, region: Region, finding: Finding, level: int) -> Iterator[Deduction]:
    """Learns a finding: its deduction, and the simple moves that follow."""
    ways = (True, False) if finding.refuted is None else (finding.refuted,)
    proof = prove(region, [region.record(finding.cell, mine, level) for mine in ways], finding.safe, finding.mined)
    safe, mined = ([region.cells[cell] for cell in cells_of(found)] for found in (finding.safe, finding.mined))
    deduction = _make_deduction(knowledge, Kind.ASSUMPTION, to_cell_set(safe), to_cell_set(mined), proof)
    knowledge.learn(safe, mined, proof.clues, uses_total=proof.uses_total)
    yield deduction
    yield from knowledge.simple_moves()


def _accept_total(
    knowledge: Knowledge, cells: CellSet, *, all_mined: bool, clues: tuple[int, ...]
) -> Iterator[Deduction]:
    """Learns what the mine total proves without any assumption: its deduction, and the simple moves that follow."""
    safe, mined = (0, cells) if all_mined else (cells, 0)
    deduction = _make_deduction(knowledge, Kind.MINE_TOTAL, safe, mined, Proof((), clues, True))
    knowledge.learn(cells_of(safe), cells_of(mined), clues, uses_total=True)
    yield deduction
    yield from knowledge.simple_moves()


def _make_deduction(knowledge: Knowledge, kind: Kind, safe: CellSet, mined: CellSet, proof: Proof) -> Deduction:
    if proof.uses_total:
        given_safe, given_mined = knowledge.cells_in_state(SAFE), knowledge.cells_in_state(MINED)
    else:
        given_safe, given_mined = (to_cell_set(cells) for cells in knowledge.given(proof.clues))
    because = to_cell_set(proof.clues)
    return Deduction(kind, safe, mined, because, proof.uses_total, proof.steps, given_safe, given_mined)


def _known_in(knowledge: Knowledge, region: Region) -> tuple[CellSet, CellSet]:
    """The cells of a region that are known to be safe, and those known to be mined."""
    states = [knowledge.state[cell] for cell in region.cells]
    safe = to_cell_set(number for number, state in enumerate(states) if state == SAFE)
    return safe, to_cell_set(number for number, state in enumerate(states) if state == MINED)
