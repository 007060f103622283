"""Reasoning that a person can follow, easiest first: single clues, pairs of clues, assumptions that fail.

It works on an Evidence: cells and clues are small numbers, and sets of them the bits of an int.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

from minesweeper.cells import CellSet, cells_of, steps_between, to_cell_set
from minesweeper.solvers.deduction import Kind
from minesweeper.solvers.evidence import ClueSet, Decided, Evidence
from minesweeper.solvers.slices import finish

_PULSE = 8
"""So many assumptions are tried between two pulses."""


class Event(NamedTuple):
    """What one clue makes of the cells settled before it: more of them settled, or a contradiction."""

    clue: int
    safe: CellSet
    mined: CellSet
    from_safe: CellSet
    """Cells that must be safe for this to follow."""
    from_mined: CellSet
    is_broken: bool = False


class Way(NamedTuple):
    """An assumption and the events that follow from it; the last one is broken if the assumption fails."""

    cell: int
    mined: bool
    events: tuple[Event, ...]

    @property
    def is_broken(self) -> bool:
        """Whether it ends with a contradiction."""
        return bool(self.events) and self.events[-1].is_broken


class Reason(NamedTuple):
    """Why some cells are safe or mined."""

    kind: Kind
    safe: CellSet
    mined: CellSet
    clues: tuple[int, ...]
    """The clue; or two, the one that needs more mines first; or none, if there is a way."""
    from_safe: CellSet
    """Cells whose being safe is used, and was found before."""
    from_mined: CellSet
    support: ClueSet
    """All clues this rests on, those of the cells used included."""
    way: Way | None = None
    """The assumption that fails."""

    @property
    def cells(self) -> CellSet:
        """All cells it settles."""
        return self.safe | self.mined


class Reasoning:
    """What has been found so far about the cells of some clues, each cell with its reason."""

    def __init__(self, evidence: Evidence, clues: ClueSet | None = None) -> None:
        self.evidence = evidence
        self.safe: CellSet = 0
        self.mined: CellSet = 0
        self.reason_of: dict[int, Reason] = {}
        self._clues = cells_of(evidence.all_clues if clues is None else clues)
        self._clues_of: list[list[int]] = [[] for _ in evidence.cells]
        for number in self._clues:
            for cell in cells_of(evidence.masks[number]):
                self._clues_of[cell].append(number)

    def easiest(
        self, wanted: Decided, decided: Decided, near: int | None = None
    ) -> Generator[None, None, Reason | None]:
        """The easiest reason that settles a wanted cell, among equals nearest to a cell of the board.

        ``decided`` are all cells that are known to be provable, the wanted ones among them. What is found on the way is
        learned.
        """
        goal = wanted.safe | wanted.mined
        while True:
            found = list(self._one_clue()) or list(self._two_clues())
            yield
            if not found:
                found = yield from self._failing_assumptions(wanted)
            if not found:
                found = yield from self._failing_assumptions(decided)
            hits = [reason for reason in found if reason.cells & goal]
            if hits:
                return min(hits, key=lambda reason: self._difficulty(reason, goal, near))
            if not found:
                return None
            for reason in sorted(found, key=lambda reason: reason.support.bit_count()):
                self._learn(reason)

    def leading_to(self, reason: Reason) -> list[Reason]:
        """The reasons for the cells that a reason uses, in an order in which each follows from those before it."""
        ordered: list[Reason] = []
        for cell in cells_of(reason.from_safe | reason.from_mined):
            earlier = self.reason_of[cell]
            ordered += [step for step in (*self.leading_to(earlier), earlier) if step not in ordered]
        return ordered

    def _free(self, cells: CellSet) -> CellSet:
        return cells & ~(self.safe | self.mined)

    def _difficulty(self, reason: Reason, goal: CellSet, near: int | None) -> tuple[int, int, int]:
        """How hard a reason is to follow, and how far from the given cell; for reasons of the same kind."""
        distance = 0
        if near is not None:
            grid, cells = self.evidence.position.grid, self.evidence.cells
            distance = min(steps_between(grid, near, cells[cell]) for cell in cells_of(reason.cells & goal))
        return len(reason.way.events) if reason.way else 0, reason.support.bit_count(), distance

    def _learn(self, reason: Reason) -> None:
        new = self._free(reason.cells)
        self.safe |= reason.safe & new
        self.mined |= reason.mined & new
        for cell in cells_of(new):
            self.reason_of[cell] = reason

    def _support(self, clues: Iterable[int], uses: CellSet) -> ClueSet:
        """The given clues and all that the used cells rest on."""
        support = to_cell_set(clues)
        for cell in cells_of(uses):
            support |= self.reason_of[cell].support
        return support

    def _one_clue(self) -> Iterator[Reason]:
        """What single clues prove of open cells."""
        known = Decided(self.safe, self.mined)
        for number in self._clues:
            event = self._ask(number, known)
            if event is not None:
                uses = event.from_safe | event.from_mined
                support = self._support((number,), uses)
                yield Reason(
                    Kind.ONE_CLUE, event.safe, event.mined, (number,), event.from_safe, event.from_mined, support
                )

    def _ask(self, number: int, known: Decided) -> Event | None:
        """What one clue makes of known cells: with its mines found it needs to know these, else its safe cells."""
        safe, mined = known
        mask = self.evidence.masks[number]
        missing = self.evidence.needs[number] - (mask & mined).bit_count()
        free = mask & ~(safe | mined)
        room = free.bit_count()
        if missing < 0:
            return Event(number, 0, 0, 0, mask & mined, is_broken=True)
        if missing > room:
            return Event(number, 0, 0, mask & safe, 0, is_broken=True)
        if not room or 0 < missing < room:
            return None
        return Event(number, 0, free, mask & safe, 0) if missing else Event(number, free, 0, 0, mask & mined)

    def _two_clues(self) -> Iterator[Reason]:
        """What pairs of clues prove of open cells.

        Let A and B be the cells of the clues a and b. Then mines(A - B) - mines(B - A) = a - b. If a - b is as great as
        this can be, with the safe cells of A - B and the mines of B - A that are known, then A - B is mined as far as
        it can be, and B - A has no other mine. Known cells that both clues see don't matter.
        """
        evidence = self.evidence
        for first in self._clues:
            one = evidence.masks[first]
            others = {number for cell in cells_of(self._free(one)) for number in self._clues_of[cell]}
            for second in sorted(others - {first}):
                other = evidence.masks[second]
                only_one, only_other = one & ~other, other & ~one
                most = (only_one & ~self.safe).bit_count() - (only_other & self.mined).bit_count()
                mined, safe = self._free(only_one), self._free(only_other)
                if evidence.needs[first] - evidence.needs[second] == most and mined | safe:
                    from_safe, from_mined = only_one & self.safe, only_other & self.mined
                    support = self._support((first, second), from_safe | from_mined)
                    yield Reason(Kind.TWO_CLUES, safe, mined, (first, second), from_safe, from_mined, support)

    def _failing_assumptions(self, truth: Decided) -> Generator[None, None, list[Reason]]:
        """For open cells of which the truth is known: why they can't be otherwise, where single clues show it."""
        found = []
        for count, cell in enumerate(cells_of(self._free(truth.safe | truth.mined) & self.evidence.all_cells)):
            bit = 1 << cell
            way = self._follow(cell, mined=bool(truth.safe & bit))
            if way.is_broken:
                way, uses = _needed(way)
                support = self._support((event.clue for event in way.events), uses.safe | uses.mined)
                found.append(
                    Reason(
                        Kind.ASSUMPTION, truth.safe & bit, truth.mined & bit, (), uses.safe, uses.mined, support, way
                    )
                )
            if not count % _PULSE:
                yield
        return found

    def _follow(self, cell: int, mined: bool) -> Way:
        """All that single clues make of an assumption, the nearest consequences first, up to a contradiction."""
        bit = 1 << cell
        safe, mines = (self.safe, self.mined | bit) if mined else (self.safe | bit, self.mined)
        events = []
        waiting = deque(self._clues_of[cell])
        while waiting:
            event = self._ask(waiting.popleft(), Decided(safe, mines))
            if event is None:
                continue
            events.append(event)
            if event.is_broken:
                break
            safe, mines = safe | event.safe, mines | event.mined
            for settled in cells_of(event.safe | event.mined):
                waiting.extend(number for number in self._clues_of[settled] if number not in waiting)
        return Way(cell, mined, tuple(events))


def reason_for(evidence: Evidence, clues: ClueSet, goal: Decided) -> tuple[Reasoning, Reason | None]:
    """The easiest reason for a goal by these clues alone, with all that leads to it; None if only counting shows it."""
    reasoning = Reasoning(evidence, clues)
    return reasoning, finish(reasoning.easiest(goal, evidence.decided(clues) or goal))


def hardest(reasons: Iterable[Reason]) -> Kind:
    """The hardest kind of reasoning among some reasons."""
    kinds = {reason.kind for reason in reasons}
    return max(kinds, key=list(Kind).index)


def _needed(way: Way) -> tuple[Way, Decided]:
    """The way with only what its contradiction needs, and the cells it needs from before."""
    safe = mined = 0
    kept: list[Event] = []
    for event in reversed(way.events):
        if event.is_broken or event.safe & safe or event.mined & mined:
            kept.append(event._replace(safe=event.safe & safe, mined=event.mined & mined))
            safe, mined = safe & ~event.safe | event.from_safe, mined & ~event.mined | event.from_mined
    bit = 1 << way.cell
    return way._replace(events=tuple(kept[::-1])), Decided(safe & ~bit, mined & ~bit)
