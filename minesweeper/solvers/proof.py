"""Finds proofs that a person can follow: with few clues, in small steps, the easiest first.

The search tries single clues, then pairs of clues, then an assumption that fails, then the mine total, sums of clues
and cases. ``exact`` finds out what can be proved at all; this module finds out why. A ``ClueSystem`` is the clues that
a proof may use. In it, cells and clues are small numbers and sets of them are ints. A ``ProofSearch`` finds a
``Reason`` for one cell after the other, and the chain of reasons becomes the steps of a ``Deduction``. A cell is
undecided in a search as long as the search has no reason for it. Every step is true by itself, because players see it.
``tips`` says which cell should be proved.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, compress, product
from operator import or_
from typing import NamedTuple, TypeAlias

from minesweeper.core.cells import CellSet, cells_of, first_cell, steps_between, to_cell_set
from minesweeper.core.position import Position
from minesweeper.solvers.constraints import Constraints, Links, Numbering, PartialAssignment, collect_cells, link
from minesweeper.solvers.count_linear import QUICK, Groups, LayoutCounter, TooLarge
from minesweeper.solvers.deduction import (
    Contradiction,
    Deduction,
    Kind,
    ProvedCells,
    Step,
    any_uses_total,
    prune_steps,
    run_to_end,
    shrink,
)
from minesweeper.solvers.exact import count_component
from minesweeper.solvers.mine_total import decide_by_total

_MOST_ADDED = 6
"""The most clues that a sum adds up. A person couldn't follow more."""
_MOST_OPEN = 8
"""If more clues have undecided cells, a sum with the mine total takes all of them or at most one, and other sums aren't
tried, because the subsets would be too many.
"""
_MOST_CASES = 2
"""How many levels of cases within cases are tried."""
_MOST_SPLIT = 14
"""If more cells are undecided, cases aren't nested, because they would take too long to find and to read."""

ClueSet: TypeAlias = int
"""A set of clues of a ``ClueSystem``, as the bits of an int."""


class Possible(NamedTuple):
    """All layouts that some clues of a ``ClueSystem`` allow."""

    settled: ProvedCells
    """The cells that follow from single clues, one after the other."""
    decided: ProvedCells
    """All cells that the clues prove without the mine total."""
    tables: list[LayoutCounter]
    """A counter for each component of the cells that single clues don't settle."""
    groups: list[tuple[tuple[int, ...], ...]]
    """The cells of each group, for each counter."""
    is_complete: bool
    """Whether every component could be counted. One that is too large has no counter."""


class ClueSystem(Constraints):
    """The clues that a proof may use, as constraints on the hidden cells next to them.

    Given mines and cells that were proved before aren't part of the constraints. All hidden cells that are next to none
    of the clues are equal for a proof, so one extra number stands for all of them: ``elsewhere``.
    """

    def __init__(
        self, position: Position, clues: Iterable[int], given_safe: CellSet = 0, given_mined: CellSet = 0
    ) -> None:
        """Makes the system of some clues, given as opened cells.

        ``given_safe`` and ``given_mined`` are hidden cells that were proved before.
        """
        grid, hidden = position.grid, position.hidden
        self.position = position
        clues = list(clues)
        given_mined |= position.given
        self._given = ProvedCells(given_safe, given_mined)
        masks: list[CellSet] = []
        needs: list[int] = []
        given = given_safe | given_mined
        self._numbering = numbering = Numbering()
        near = grid.spread(to_cell_set(clues)) & hidden
        unknown, mined = set(cells_of(near & ~given)), set(cells_of(near & given_mined))
        for clue in clues:
            beside = grid.neighbour_cells(clue)
            masks.append(numbering.to_numbers([cell for cell in beside if cell in unknown]))
            needs.append(position.clue(clue) - len(mined.intersection(beside)))
        super().__init__(numbering.cells, clues, masks, needs)
        self.mines_left = position.mine_total - (given_mined & hidden).bit_count()
        self._seen = near & ~given
        self._rest = hidden & ~given & ~near
        self._rest_count = self._rest.bit_count()
        self._possible: dict[ClueSet, Possible | None] = {}

    @property
    def elsewhere(self) -> CellSet:
        """The number that stands for all hidden cells next to none of the clues, as a set.

        It is ``len(cells)``, or the set is empty if there are no such cells.
        """
        return 1 << len(self.cells) if self._rest_count else 0

    def size(self, cells: CellSet) -> int:
        """How many cells of the board the numbered cells stand for."""
        return (cells & self.all_cells).bit_count() + (self._rest_count if cells & self.elsewhere else 0)

    def to_board(self, cells: CellSet) -> CellSet:
        """Translates numbered cells to cells of the board."""
        return super().to_board(cells & self.all_cells) | (self._rest if cells & self.elsewhere else 0)

    def from_board(self, cells: CellSet) -> CellSet:
        """Translates hidden cells of the board to numbers.

        Cells that are next to none of the clues become ``elsewhere``. Cells that were given or proved before are left
        out.
        """
        inside = self._numbering.to_numbers(cells_of(cells & self._seen))
        return inside | (self.elsewhere if cells & self._rest else 0)

    def unseen(self, clues: ClueSet) -> tuple[CellSet, int]:
        """The numbered cells that are next to none of these clues, and how many cells of the board they stand for."""
        seen = 0
        for number in cells_of(clues):
            seen |= self.masks[number]
        count = len(self.cells) - seen.bit_count() + self._rest_count
        return (self.all_cells | self.elsewhere) & ~seen, count

    def same_clue_cells(self, clues: ClueSet, cell: CellSet) -> CellSet:
        """All numbered cells that are next to exactly the same of these clues as the given cell.

        A proof from these clues for one of them holds for all.
        """
        same = self.all_cells | self.elsewhere
        for number in cells_of(clues):
            mask = self.masks[number]
            same &= mask if mask & cell else ~mask
        return same

    def decided(self, clues: ClueSet, with_total: bool = False) -> ProvedCells | None:
        """What the clues prove, also with the mine total if ``with_total``. Returns None if no layout fits them.

        If a component is too large to count, its cells count as proved only if single clues prove them.
        """
        possible = self.possible(clues)
        if possible is None or not with_total:
            return possible and possible.decided
        return self._decide_with_total(clues, possible)

    def proves(self, clues: ClueSet, goal: ProvedCells, with_total: bool = False) -> bool:
        """Whether the clues prove every cell of the goal. False if they contradict each other."""
        proved = self.decided(clues, with_total)
        return proved is not None and not (goal.safe & ~proved.safe or goal.mined & ~proved.mined)

    def possible(self, clues: ClueSet) -> Possible | None:
        """The layouts that the clues allow, or None if no layout fits.

        The result is remembered, because shrinking a proof asks for the same clues again.
        """
        if clues not in self._possible:
            self._possible[clues] = self._find_possible(clues)
        return self._possible[clues]

    def _find_possible(self, clues: ClueSet) -> Possible | None:
        branch = self.follow(PartialAssignment(), clues, clues)
        if branch is None:
            return None
        settled = ProvedCells(branch.safe, branch.mined)
        try:
            links = self._link(settled, clues)
        except Contradiction:
            return None
        tables, groups = [], []
        is_complete = True
        for component in links.components():
            try:
                counted, table = run_to_end(count_component(component, QUICK))
            except TooLarge:
                # Leaves the cells of this component undecided, which is never wrong.
                is_complete = False
                continue
            if table is None:
                return None
            tables.append(table)
            groups.append(counted.groups)
        decided = _add_groups(settled, groups, [table.decided_groups() for table in tables])
        return Possible(settled, decided, tables, groups, is_complete)

    def _link(self, settled: ProvedCells, clues: ClueSet) -> Links:
        """Links the clues that still have undecided cells. Raises a ``Contradiction`` if two of them conflict."""
        masks, needs, mined = self.masks, self.needs, settled.mined
        unknown = ~(settled.safe | mined)
        return link(
            (number, needs[number] - (masks[number] & mined).bit_count(), tuple(cells_of(masks[number] & unknown)))
            for number in cells_of(clues)
            if masks[number] & unknown
        )

    def _decide_with_total(self, clues: ClueSet, possible: Possible) -> ProvedCells | None:
        if not possible.is_complete:
            # Ignores the mine total, because the number of mines around the clues is unknown.
            return possible.decided
        unseen, size = self.unseen(clues)
        mines_left = self.mines_left - possible.settled.mined.bit_count()
        by_total = run_to_end(decide_by_total(possible.tables, size, mines_left))
        if by_total is None:
            return None
        safe, mined = _add_groups(possible.decided, possible.groups, by_total.groups)
        if by_total.inside is None:
            return ProvedCells(safe, mined)
        return ProvedCells(safe, mined | unseen) if by_total.inside else ProvedCells(safe | unseen, mined)

    def count_layouts(self, clues: ClueSet, with_total: bool) -> int | None:
        """How many layouts the cells around the clues have.

        With ``with_total``, only layouts count that leave a possible number of mines for the other hidden cells.
        Returns None if no layout fits or a component was too large to count.
        """
        possible = self.possible(clues)
        if possible is None or not possible.is_complete:
            return None
        ways_with = Counter({self.mines_left - possible.settled.mined.bit_count(): 1})
        for table in possible.tables:
            before, ways_with = ways_with, Counter()
            for mines_left, ways in before.items():
                for mines, others in enumerate(table.counts.by_mines, table.lowest):
                    ways_with[mines_left - mines] += ways * others
        room = self.unseen(clues)[1]
        return sum(ways for mines_left, ways in ways_with.items() if not with_total or 0 <= mines_left <= room)

    def make_deduction(
        self, proved: ProvedCells, clues: ClueSet, chain: Sequence[Reason], with_total: bool = False
    ) -> Deduction:
        """Makes the deduction of the ``proved`` cells, in cells of the board, from a chain of reasons (see
        ``ProofSearch.chain``).

        If the chain is empty, only counting the layouts of the clues proves the cells, and this becomes the only step.
        """
        because = self.clues_on_board(clues)
        if chain:
            kind = max(reason.kind for reason in chain)
            steps = tuple(reason.step.renumbered(self.to_board, self.clues_on_board) for reason in chain)
        else:
            kind, count = Kind.EXACT_COUNT, self.count_layouts(clues, with_total)
            steps = (Step(proved.safe, proved.mined, clues=because, uses_total=with_total, argument=count),)
        uses_total = any_uses_total([steps])
        # A proof with the mine total depends on all known mines, a proof from clues only on those next to them.
        grid, (safe, mined) = self.position.grid, self._given
        near = grid.all_cells if uses_total else grid.spread(because)
        return Deduction(
            kind,
            proved.safe,
            proved.mined,
            because,
            uses_total,
            steps,
            assumes_safe=safe & near,
            assumes_mined=mined & near,
        )


def _add_groups(known: ProvedCells, groups: list[tuple[tuple[int, ...], ...]], decided: list[Groups]) -> ProvedCells:
    """Adds the cells of the groups that each counter decided to the cells that are known already."""
    safe: list[int] = []
    mined: list[int] = []
    for members, decisions in zip(groups, decided, strict=True):
        collect_cells(members, decisions, safe, mined)
    return ProvedCells(known.safe | to_cell_set(safe), known.mined | to_cell_set(mined))


class SumArgument(NamedTuple):
    """Why clues prove something when they are added up: the mines that some of them need just fit into the room that
    the others leave.

    Count a cell +1 for every clue of ``more`` next to it, and -1 for every clue of ``less``. Counted this way, the
    mines come to the sum of ``more`` minus the sum of ``less``. If no layout can reach a greater number, every cell
    that counts positive must be a mine, and every cell that counts negative must be safe. The mines left on the board
    may stand on either side, like a clue next to all hidden cells.
    """

    more: CellSet
    """The clues that need mines."""
    less: CellSet
    """The clues that leave room for only so many mines."""
    total: int = 0
    """On which side the mines left on the board stand: 1 if they need room, -1 if they limit the clues, 0 if they
    aren't part of the sum.
    """
    mines_left: int = 0
    """The number of mines left on the board, if it is part of the sum.

    Given mines and mines that the proof named before aren't counted.
    """
    both: CellSet = 0
    """The cells that are next to more than one clue on the same side."""


class Reason(NamedTuple):
    """A step of a proof in the numbers of a ``ClueSystem``, with all clues that it rests on."""

    kind: Kind
    step: Step
    support: ClueSet
    """All clues behind the step, including those that prove the cells it uses."""

    @property
    def cells(self) -> CellSet:
        """The cells that the step proves."""
        return self.step.safe | self.step.mined

    @property
    def uses(self) -> CellSet:
        """The cells that must be known before the step."""
        return self.step.uses_safe | self.step.uses_mined


class ProofSearch:
    """A search for proofs from some clues of a system, or from all of them.

    It remembers the reason for each cell that it has proved so far.
    """

    def __init__(self, system: ClueSystem, clues: ClueSet | None = None) -> None:
        self.system = system
        self.safe: CellSet = 0
        self.mined: CellSet = 0
        self.reason_of: dict[int, Reason] = {}
        self._among = system.all_clues if clues is None else clues
        self._clues = cells_of(self._among)

    def easiest(
        self, wanted: ProvedCells, decided: ProvedCells, near: int | None = None, *, prefers_safe: bool = False
    ) -> Generator[None, None, Reason | None]:
        """Finds the easiest reason that proves a wanted cell. Among equally easy ones, it takes the one nearest to
        ``near``.

        ``decided`` are all cells that are known to be provable, including the wanted ones; the search tries assumptions
        on them if the wanted cells alone lead nowhere. With ``prefers_safe``, a safe cell comes before an equally easy
        mine. It also comes before the mine of one clue if one more clue then proves the safe cell. Returns None if
        single clues, pairs and assumptions don't prove a wanted cell. Everything that is found on the way is
        remembered.
        """
        goal = wanted.safe | wanted.mined
        while True:
            reasons = list(self._one_clue()) or list(self._two_clues())
            yield
            if not reasons:
                reasons = yield from self._failing_assumptions(wanted)
            if not reasons:
                reasons = yield from self._failing_assumptions(decided)
            hits = [reason for reason in reasons if reason.cells & goal]
            if hits:
                after = self._safe_after(reasons, hits, wanted.safe, near) if prefers_safe else None
                return after or min(hits, key=lambda one: self._difficulty(one, goal, near, prefers_safe))
            if not reasons:
                return None
            for reason in sorted(reasons, key=lambda reason: reason.support.bit_count()):
                self._learn(reason)

    def _safe_after(self, reasons: list[Reason], hits: list[Reason], safe: CellSet, near: int | None) -> Reason | None:
        """Finds the easiest safe cell that one more clue proves once the mines just found are known.

        ``hits`` are those of the ``reasons`` that prove a wanted cell. Returns None if the easiest of them proves a
        safe cell anyway, or if they need more than single clues.
        """
        least = min(reason.support.bit_count() for reason in hits)
        is_safe = any(one.step.safe & safe for one in hits if one.support.bit_count() == least)
        if is_safe or hits[0].kind is not Kind.ONE_CLUE:
            return None
        for reason in sorted(reasons, key=lambda reason: reason.support.bit_count()):
            self._learn(reason)
        masks, needs, mined = self.system.masks, self.system.needs, self.mined
        enough = [n for n in self._clues if masks[n] & safe and (masks[n] & mined).bit_count() == needs[n]]
        after = [one for one in self._one_clue(enough) if one.step.safe & safe and one.support.bit_count() <= least + 1]
        return min(after, key=lambda reason: self._difficulty(reason, safe, near), default=None)

    def by_counting(self, goal: ProvedCells, with_total: bool) -> Generator[None, None, Reason | None]:
        """Finds a reason that is harder than single clues, pairs and assumptions: a sum of clues, or otherwise a split
        into cases.

        Call this after ``easiest`` has remembered everything else. Returns None if the proof would need too many cases.
        """
        reason = self._by_total(goal) if with_total else self.by_sum(goal)
        return reason or (yield from self._by_cases(goal, with_total))

    def by_sum(self, goal: ProvedCells, most: int = _MOST_ADDED) -> Reason | None:
        """Finds a reason by adding up at most so many clues. Call this after ``easiest`` too."""
        return self._first_reason(Kind.EXACT_COUNT, self._sums(goal.safe | goal.mined, most), goal)

    def _by_total(self, goal: ProvedCells) -> Reason | None:
        return self._first_reason(Kind.MINE_TOTAL, self._totals(self.safe, self.mined), goal)

    def _first_reason(self, kind: Kind, steps: Iterable[Step], goal: ProvedCells) -> Reason | None:
        cells = goal.safe | goal.mined
        return next((self._reason(kind, step) for step in steps if not cells & ~(step.safe | step.mined)), None)

    def chain(self, reason: Reason) -> list[Reason]:
        """The reasons that a reason rests on, in logical order, and finally the reason itself.

        Each proves something new: cells that earlier reasons of the chain have proved are removed from its step.
        """
        chain: list[Reason] = []
        known = ProvedCells()
        for earlier in self._links(reason):
            step = earlier.step
            # Names all cells that the clue settles, even if another reason found some of them before.
            if earlier.kind is Kind.ONE_CLUE:
                mask = self.system.masks[first_cell(step.clues)]
                safe, mined = (mask & ~step.uses_mined, 0) if step.safe else (0, mask & ~step.uses_safe)
                step = step._replace(safe=safe, mined=mined)
            # Removes the cells that earlier steps of the chain settled.
            step = _after(step, known)
            step = self._count_named_mines(step, known.mined)
            known = ProvedCells(known.safe | step.safe, known.mined | step.mined)
            chain.append(earlier._replace(step=step))
        return chain

    def _count_named_mines(self, step: Step, named: CellSet) -> Step:
        """Subtracts the mines that earlier steps of the proof named from the number of mines left, in a step and its
        branches.

        A sum doesn't need to know a mine that only one of its clues sees: it can count this mine as one that the clue
        still needs. But somebody who has just read about the mine would count one mine less than the proof.
        """
        ways: list[Sequence[Step]] = []
        for way in step.branches:
            mined, counted = named, list[Step]()
            for deeper in way:
                counted.append(self._count_named_mines(deeper, mined))
                mined |= deeper.mined
            ways.append(counted)
        step, argument = step._replace(branches=tuple(ways)), step.argument
        if not (isinstance(argument, SumArgument) and argument.total):
            return step
        more = named & ~step.uses_mined
        argument = argument._replace(mines_left=argument.mines_left - self.system.size(more))
        return step._replace(uses_mined=step.uses_mined | more, argument=argument)

    def _links(self, reason: Reason) -> list[Reason]:
        """The reasons that a reason rests on, each after its own reasons, and finally the reason itself."""
        ordered: list[Reason] = []
        for cell in cells_of(reason.uses):
            ordered += [earlier for earlier in self._links(self.reason_of[cell]) if earlier not in ordered]
        return [*ordered, reason]

    def _free(self, cells: CellSet) -> CellSet:
        return cells & ~(self.safe | self.mined)

    def _difficulty(
        self, reason: Reason, goal: CellSet, near: int | None, prefers_safe: bool = False
    ) -> tuple[int, int, bool, int]:
        """How hard a reason is to follow, for comparing reasons of the same kind. Lower is better.

        The numbers compare the steps in branches, the clues, whether it proves only mines, and the distance to
        ``near``. Mines and safe cells are equal unless ``prefers_safe``.
        """
        distance = 0
        if near is not None:
            grid, cells = self.system.position.grid, self.system.cells
            distance = min(steps_between(grid, near, cells[cell]) for cell in cells_of(reason.cells & goal))
        is_mine = prefers_safe and not reason.step.safe & goal
        return sum(map(len, reason.step.branches)), reason.support.bit_count(), is_mine, distance

    def _learn(self, reason: Reason) -> None:
        new = self._free(reason.cells)
        self.safe |= reason.step.safe & new
        self.mined |= reason.step.mined & new
        for cell in cells_of(new):
            self.reason_of[cell] = reason

    def _reason(self, kind: Kind, step: Step) -> Reason:
        """Makes a reason from a step by collecting all clues behind it, including those behind the cells that it
        uses.
        """
        support = step.all_clues
        for cell in cells_of(step.uses_safe | step.uses_mined):
            support |= self.reason_of[cell].support
        return Reason(kind, step, support)

    def _one_clue(self, clues: Iterable[int] | None = None) -> Iterator[Reason]:
        """Yields what single clues prove about undecided cells.

        Looks at all clues of the search, or only at the given ones.
        """
        for number in self._clues if clues is None else clues:
            step = self.system.ask(number, self.safe, self.mined)
            if step is not None:
                yield self._reason(Kind.ONE_CLUE, step)

    def _two_clues(self) -> Iterator[Reason]:
        """Yields what two clues prove together that share an undecided cell."""
        system = self.system
        sides = {side.numbers: side for side in self._open(self.safe, self.mined)}
        for first in sides.values():
            for second in cells_of(system.clues_beside(first.free) & self._among & ~first.numbers):
                step = self._add(first, sides[1 << second])
                if step is not None:
                    yield self._reason(Kind.TWO_CLUES, step)

    def _failing_assumptions(self, truth: ProvedCells) -> Generator[None, None, list[Reason]]:
        """Finds cells for which assuming the opposite of the truth leads to a contradiction by single clues.

        ``truth`` has the cells to try. Runs in slices.
        """
        reasons = []
        for cell in cells_of(self._free(truth.safe | truth.mined) & self.system.all_cells):
            bit = 1 << cell
            otherwise = PartialAssignment(self.safe | truth.mined & bit, self.mined | truth.safe & bit, 0)
            if self.system.follow(otherwise, self.system.clues_of[cell] & self._among, self._among) is None:
                way = [_assume(bit, mined=bool(truth.safe & bit))]
                self._extend(way, ProvedCells(self.safe, self.mined))
                way, uses = prune_steps(way, ProvedCells())
                step = Step(
                    truth.safe & bit, truth.mined & bit, uses_safe=uses.safe, uses_mined=uses.mined, branches=(way,)
                )
                reasons.append(self._reason(Kind.ASSUMPTION, step))
            yield
        return reasons

    def _extend(self, way: list[Step], known: ProvedCells, with_total: bool = False) -> ProvedCells:
        """Appends to a branch what single clues prove from its assumption, until they contradict each other or prove
        nothing more.

        With ``with_total``, the mines left are used where single clues prove nothing more. The nearest clues come
        first, so that few steps are needed. Returns all cells that are known at the end.
        """
        safe, mined = known.safe | way[0].safe, known.mined | way[0].mined
        waiting = deque(self._clues_at(way[0].safe | way[0].mined))
        while waiting or with_total:
            is_late = not waiting
            step = next(self._totals(safe, mined), None) if is_late else self.system.ask(waiting.popleft(), safe, mined)
            if step is None:
                if is_late:
                    break
                continue
            way.append(step)
            if step.is_broken:
                break
            safe, mined = safe | step.safe, mined | step.mined
            for cell in cells_of((step.safe | step.mined) & self.system.all_cells):
                waiting.extend(number for number in self._clues_at(1 << cell) if number not in waiting)
        return ProvedCells(safe, mined)

    def _clues_at(self, cells: CellSet) -> list[int]:
        """The clues of the search next to any of the cells."""
        return cells_of(self.system.clues_beside(cells) & self._among)

    # ------------------------------------------------------------------------------
    # Sums of clues.
    # ------------------------------------------------------------------------------

    def _open(self, safe: CellSet, mined: CellSet) -> list[_Side]:
        """Each clue that still has undecided cells, as a side of a sum."""
        free = ~(safe | mined)
        sides = []
        for number in self._clues:
            mask = self.system.masks[number]
            if mask & free:
                missing = self.system.needs[number] - (mask & mined).bit_count()
                sides.append(_Side(1 << number, mask, mask & free, missing))
        return sides

    def _add(self, more: _Side, less: _Side) -> Step | None:
        """Makes the step that follows if the mines that ``more`` needs just fill the room that ``less`` leaves. Returns
        None if they don't, or if nothing new follows.

        Let A and B be the cells of ``more`` and ``less``. The clues say how many mines the cells of A outside B have
        more than the cells of B outside A. If this is the number of undecided cells of A outside B, all of these must
        be mines, and the undecided cells of B outside A must be safe. Known cells that both sides see don't matter.
        Clues on the same side must not share an undecided cell.
        """
        if more.missing - less.missing != (more.free & ~less.free).bit_count():
            return None
        mined, safe = more.cells & ~(less.cells | self.safe), less.cells & ~(more.cells | self.mined)
        if not self._free(mined | safe):
            return None
        uses_safe = self.safe & (more.cells & ~less.cells | more.known_twice)
        uses_mined = self.mined & (less.cells & ~more.cells | less.known_twice)
        return Step(safe, mined, clues=more.numbers | less.numbers, uses_safe=uses_safe, uses_mined=uses_mined)

    def _sums(self, cells: CellSet, most: int) -> Iterator[Step]:
        """Yields what sums of three or more clues that see some cells prove, but no more clues than ``most``."""
        opened = self._open(self.safe, self.mined)
        if len(opened) > _MOST_OPEN:
            return
        for size in range(3, min(len(opened), most) + 1):
            for clues in combinations(opened, size):
                if cells & ~reduce(or_, (side.cells for side in clues)):
                    continue
                for signs in list(product((True, False), repeat=size))[1:-1]:  # both sides have clues
                    more, less = (_join(compress(clues, side)) for side in (signs, [not sign for sign in signs]))
                    if more.twice or less.twice or not more.free or not less.free:
                        continue
                    step = self._add(more, less)
                    if step is not None:
                        argument = SumArgument(*(self.system.clues_on_board(side.numbers) for side in (more, less)))
                        yield step._replace(argument=argument)

    def _totals(self, safe: CellSet, mined: CellSet) -> Iterator[Step]:
        """Yields what the number of mines left proves about undecided cells, alone or together with clues.

        The step is broken if they contradict each other.
        """
        system = self.system
        mines_left = system.mines_left - system.size(mined)
        free = (system.all_cells | system.elsewhere) & ~(safe | mined)
        opened = self._open(safe, mined)
        some = range(min(len(opened), _MOST_ADDED) + 1 if len(opened) <= _MOST_OPEN else 2)
        for size in sorted({*some, len(opened)}):
            for clues in combinations(opened, size):
                side = _join(clues)
                both, outside = side.twice, free & ~side.free
                # The words count a known mine that only one of the clues sees as a mine that this clue needs.
                alone = mined & side.cells & ~side.known_twice
                on_board, left_in_words = system.clues_on_board(side.numbers), mines_left + alone.bit_count()
                board_both = system.to_board(both)
                # First case: the clues need more mines than are left, unless some mines count for two clues.
                over = side.missing - mines_left - both.bit_count()
                # A cell that three clues see would count twice.
                is_plain = size <= 2 or not both
                if is_plain and (over > 0 or (over == 0 and both | outside)):
                    yield Step(
                        safe=0 if over else outside,
                        mined=0 if over else both,
                        is_broken=over > 0,
                        clues=side.numbers,
                        uses_total=True,
                        uses_safe=safe & side.known_twice,
                        uses_mined=mined & ~alone,
                        argument=SumArgument(on_board, 0, total=-1, mines_left=left_in_words, both=board_both),
                    )
                # Second case: the mines left need more room than there is, unless no mine counts for two clues.
                over = mines_left - side.missing - system.size(outside)
                if over > 0 or (over == 0 and both | outside):
                    yield Step(
                        safe=0 if over else both,
                        mined=0 if over else outside,
                        is_broken=over > 0,
                        clues=side.numbers,
                        uses_total=True,
                        uses_safe=safe & ~side.cells,
                        uses_mined=mined & ~alone,
                        argument=SumArgument(0, on_board, total=1, mines_left=left_in_words, both=board_both),
                    )

    # ------------------------------------------------------------------------------
    # Cases.
    # ------------------------------------------------------------------------------

    def _by_cases(self, goal: ProvedCells, with_total: bool) -> Generator[None, None, Reason | None]:
        """Finds a reason by cases.

        Either both values of some cell lead to the goal, or the opposite of the goal fails in all cases. Returns None
        if the cases would have to be nested too deep. Runs in slices.
        """
        known, cells = ProvedCells(self.safe, self.mined), (goal.safe | goal.mined) & self.system.all_cells
        otherwise = _assume(cells, mined=bool(goal.safe))
        for depth in range(_MOST_CASES + 1):
            ways: Sequence[Sequence[Step]] = ()
            if depth and self._is_small(known, depth):
                split = yield from self._split(known, goal, with_total, depth - 1)
                ways = split.branches if split else ()
            if not ways and cells.bit_count() == 1 and self._is_small(known, depth):
                way = yield from self._argue(otherwise, known, ProvedCells(), with_total, depth)
                ways = (way,) if way else ()
            if ways:
                pruned = [prune_steps(way, goal) for way in ways]
                safe = mined = 0
                for _, uses in pruned:
                    safe, mined = safe | uses.safe, mined | uses.mined
                ways_used = tuple(way for way, _ in pruned)
                step = Step(
                    goal.safe,
                    goal.mined,
                    uses_total=any_uses_total(ways_used),
                    uses_safe=safe,
                    uses_mined=mined,
                    branches=ways_used,
                )
                return self._reason(Kind.MINE_TOTAL if with_total and not depth else Kind.EXACT_COUNT, step)
        return None

    def _is_small(self, known: ProvedCells, depth: int) -> bool:
        """Whether few enough cells are undecided to nest cases this deep."""
        return depth < 2 or self._seen(known).bit_count() <= _MOST_SPLIT

    def _seen(self, known: ProvedCells) -> CellSet:
        """The undecided cells next to the clues."""
        cells = 0
        for clue in self._open(*known):
            cells |= clue.free
        return cells

    def _argue(
        self, assumption: Step, known: ProvedCells, goal: ProvedCells, with_total: bool, depth: int
    ) -> Generator[None, None, list[Step] | None]:
        """Makes the branch of an assumption, up to a contradiction or the goal.

        Returns None if it reaches neither with ``depth`` levels of nested cases.
        """
        way = [assumption]
        proved = self._extend(way, known, with_total)
        is_there = (goal.safe | goal.mined) and not (goal.safe & ~proved.safe or goal.mined & ~proved.mined)
        if way[-1].is_broken or is_there:
            return way
        split = (yield from self._split(proved, goal, with_total, depth - 1)) if depth else None
        return None if split is None else [*way, split]

    def _split(
        self, known: ProvedCells, goal: ProvedCells, with_total: bool, depth: int
    ) -> Generator[None, None, Step | None]:
        """Finds the cell whose two values both lead to a contradiction or the goal, in the fewest steps.

        Returns this as one step with two branches, or None if no cell does that.
        """
        best: tuple[list[Step], ...] = ()
        for cell in cells_of(self._seen(known) & ~(goal.safe | goal.mined)):
            yield
            mine = yield from self._argue(_assume(1 << cell, mined=True), known, goal, with_total, depth)
            free = mine and (yield from self._argue(_assume(1 << cell, mined=False), known, goal, with_total, depth))
            if mine and free and (not best or len(mine) + len(free) < sum(map(len, best))):
                best = mine, free
        if not best:
            return None
        is_broken = all(way[-1].is_broken for way in best)
        if is_broken:
            return Step(is_broken=True, branches=best)
        return Step(goal.safe, goal.mined, branches=best)


class _Side(NamedTuple):
    """Some clues that stand on one side of a sum."""

    numbers: ClueSet
    cells: CellSet
    free: CellSet
    """The undecided cells next to the clues."""
    missing: int
    """How many mines the clues still need together."""
    known_twice: CellSet = 0
    """The cells next to more than one of the clues, whether they are undecided or known."""

    @property
    def twice(self) -> CellSet:
        """The undecided cells next to more than one of the clues."""
        return self.known_twice & self.free


def _join(sides: Iterable[_Side]) -> _Side:
    numbers = cells = free = missing = known_twice = 0
    for side in sides:
        known_twice |= cells & side.cells
        numbers, cells, free = numbers | side.numbers, cells | side.cells, free | side.free
        missing += side.missing
    return _Side(numbers, cells, free, missing, known_twice)


def _after(step: Step, known: ProvedCells) -> Step:
    """Removes cells that are known before a step from what the step and its branches prove.

    They become cells that the step uses.
    """
    safe, mined = step.safe & known.safe, step.mined & known.mined
    ways = []
    for assumption, *way in step.branches:
        rest = [_after(deeper, known) for deeper in way]
        ways.append((assumption, *(deeper for deeper in rest if deeper.safe or deeper.mined or deeper.is_broken)))
    return step._replace(
        safe=step.safe ^ safe,
        mined=step.mined ^ mined,
        uses_safe=step.uses_safe | safe,
        uses_mined=step.uses_mined | mined,
        branches=tuple(ways),
    )


def _assume(cell: CellSet, mined: bool) -> Step:
    """The first step of a branch: the cells are assumed to be mines or safe."""
    return Step(mined=cell) if mined else Step(safe=cell)


def reason_for(
    system: ClueSystem, clues: ClueSet, goal: ProvedCells, with_total: bool = False
) -> Generator[None, None, list[Reason]]:
    """Finds the easiest reason for a goal from these clues, as a chain: everything that the reason rests on, then the
    reason.

    The mine total is used only if ``with_total``. Returns an empty list if nothing but a count of all layouts proves
    the goal. Runs in slices.
    """
    search = ProofSearch(system, clues)
    reason = yield from search.easiest(goal, system.decided(clues) or goal)
    if reason is None:
        reason = yield from search.by_counting(goal, with_total)
    return [] if reason is None else search.chain(reason)


def simplest_proof(position: Position, deduction: Deduction) -> Deduction:
    """Finds the easiest proof for a deduction that has no steps yet, from its own clues. Clues that this proof doesn't
    need are dropped.

    Players can often see with two clues what the solver found with an assumption.
    """
    proved = ProvedCells(deduction.safe, deduction.mined)
    system = ClueSystem(position, cells_of(deduction.because), deduction.assumes_safe, deduction.assumes_mined)
    goal, nearest = ProvedCells(*map(system.from_board, proved)), first_cell(proved.safe or proved.mined)
    one = system.from_board(1 << nearest)
    one_goal = ProvedCells(goal.safe & one, goal.mined & one)
    reason = run_to_end(ProofSearch(system).easiest(one_goal, system.decided(system.all_clues) or goal))
    uses_total = deduction.uses_total and not system.proves(system.all_clues, goal)
    if reason is not None and _covers(system, reason, one, goal):
        enough = cells_of(reason.support)
    else:
        enough = sorted(range(len(system.clues)), key=lambda n: -steps_between(position.grid, nearest, system.clues[n]))
    clues = system.all_clues
    if system.proves(clues, goal, uses_total):
        clues = run_to_end(shrink(enough, lambda some: system.proves(some, goal, uses_total)))
    chain = run_to_end(reason_for(system, clues, one_goal, uses_total))
    if chain and _covers(system, chain[-1], one, goal):
        return system.make_deduction(proved, chain[-1].support, chain)
    search = ProofSearch(system, clues)
    whole = run_to_end(search.by_counting(goal, uses_total))
    if whole is None:
        return system.make_deduction(proved, clues, (), uses_total)
    return system.make_deduction(proved, whole.support, search.chain(whole))._replace(kind=deduction.kind)


def _covers(system: ClueSystem, reason: Reason, cell: CellSet, goal: ProvedCells) -> bool:
    """Whether the reason for one cell of a goal proves the whole goal.

    This is so if the same clues see all cells of the goal.
    """
    cells = system.same_clue_cells(reason.support, cell) if reason.step.branches else reason.cells
    return not (goal.safe | goal.mined) & ~cells
