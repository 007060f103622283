"""From recorded branches to the steps a person can follow: only what the result needs, with the clues it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from minesweeper.cells import CellSet, cells_of, to_cell_set
from minesweeper.solvers.branch import Event, Record
from minesweeper.solvers.deduction import Step
from minesweeper.solvers.region import Region


class Proof(NamedTuple):
    """The steps of a proof and all clues that they use."""

    steps: tuple[Step, ...]
    clues: tuple[int, ...]
    uses_total: bool


class _Needs(NamedTuple):
    """Cells that must be safe, and cells that must be mined, for the events kept so far."""

    safe: CellSet
    mined: CellSet

    def __or__(self, other: object) -> _Needs:
        assert isinstance(other, _Needs)
        return _Needs(self.safe | other.safe, self.mined | other.mined)


def prove(region: Region, records: Sequence[Record], safe: CellSet, mined: CellSet) -> Proof:
    """The proof that the records give: of a contradiction in those that end with one, of the cells in the others."""
    goal = _Needs(safe, mined)
    kept = [_needed(_without_repeats(record, 0), goal)[0] for record in records]
    steps = tuple(step for record in kept for step in _to_steps(region, record, 1))
    constraints, uses_total = _reasons(kept)
    return Proof(steps, tuple(region.clues[number] for number in cells_of(constraints)), uses_total)


def _without_repeats(record: Record, settled: CellSet) -> Record:
    """The record without cells that were settled before: a branch may follow an assumption a second time."""
    kept = []
    for event in record:
        new = ~settled
        ways = tuple(_without_repeats(way, settled) for way in event.ways)
        event = event._replace(safe=event.safe & new, mined=event.mined & new, ways=ways)
        settled |= event.safe | event.mined
        if not event.is_silent:
            kept.append(event)
    return kept


def _needed(record: Record, goal: _Needs) -> tuple[Record, _Needs]:
    """The events without which the goal would not follow, and what they need from outside the record.

    From the end to the start: an event that settles a needed cell is kept for that cell, and its reasons become
    needed in turn. The assumption is kept in any case.
    """
    kept: Record = []
    needs = _Needs(0, 0) if record[-1].broken else goal
    for event in reversed(record[1:]):
        found = _Needs(event.safe & needs.safe, event.mined & needs.mined)
        if not (event.broken or found.safe or found.mined):
            continue
        needs = _Needs(needs.safe & ~found.safe, needs.mined & ~found.mined)
        needs |= _Needs(event.from_safe, event.from_mined)
        ways = [_needed(way, found) for way in event.ways]
        for _, outside in ways:
            needs |= outside
        kept.append(event._replace(safe=found.safe, mined=found.mined, ways=tuple(way for way, _ in ways)))
    assumption = record[0]
    kept.append(assumption)
    return kept[::-1], _Needs(needs.safe & ~assumption.safe, needs.mined & ~assumption.mined)


def _reasons(records: Sequence[Record]) -> tuple[int, bool]:
    """The constraints that the events use, and whether one of them uses the mine total."""
    constraints, uses_total = 0, False
    for event in (event for record in records for event in record):
        deeper, deeper_total = _reasons(event.ways)
        constraints |= event.constraints | deeper
        uses_total |= event.uses_total or deeper_total
    return constraints, uses_total


def _to_steps(region: Region, record: Record, depth: int) -> list[Step]:
    steps = []
    for number, event in enumerate(record):
        for way in event.ways:
            steps.extend(_to_steps(region, way, depth + 1))
        steps.append(_to_step(region, event, depth, assumed=number == 0))
    return steps


def _to_step(region: Region, event: Event, depth: int, *, assumed: bool) -> Step:
    constraints, uses_total = _reasons([[event]])
    return Step(
        depth=depth,
        assumed=assumed,
        safe=to_cell_set(region.cells[cell] for cell in cells_of(event.safe)),
        mined=to_cell_set(region.cells[cell] for cell in cells_of(event.mined)),
        because=to_cell_set(region.clues[number] for number in cells_of(constraints)),
        contradiction=event.broken,
        uses_total=uses_total,
    )
