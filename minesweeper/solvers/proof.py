"""Finds proofs from few clues that a person can follow, easiest first.

Tries single clues, pairs of clues, failing assumptions and the mine total. ``exact`` finds what all clues together
prove.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import combinations, compress, product
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
"""The most clues that a sum adds up: a person could not follow more."""
_MOST_OPEN = 8
"""With more open clues, a sum takes all of them: there are too many subsets to try."""
_MOST_CASES = 2
"""The deepest nesting of cases within cases."""
_MOST_SPLIT = 14
"""With more open cells, cases aren't nested: they would take too long to find and to read."""

ClueSet: TypeAlias = int
"""A set of clues of a ClueSystem, as the bits of an int."""


class Possible(NamedTuple):
    """Holds the layouts that a set of clues allows."""

    settled: ProvedCells
    """The cells that single clues prove, one after another."""
    decided: ProvedCells
    """All cells that the clues prove without the mine total."""
    tables: list[LayoutCounter]
    """The counters of the components that single clues leave open."""
    groups: list[tuple[tuple[int, ...], ...]]
    """The cells of the groups of each counter."""
    is_complete: bool
    """False if a component was too large to count; it has no counter then."""


class ClueSystem(Constraints):
    """Holds clues as constraints on the hidden cells next to them, without known cells and given mines.

    Serves to find the few clues that a proof needs. Cell ``len(cells)`` stands for all hidden cells that no clue sees.
    """

    def __init__(
        self, position: Position, clues: Iterable[int], given_safe: CellSet = 0, given_mined: CellSet = 0
    ) -> None:
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
        """The numbered cell that stands for all hidden cells that no clue sees; empty if there are none."""
        return 1 << len(self.cells) if self._rest_count else 0

    def size(self, cells: CellSet) -> int:
        """Returns how many cells of the board the numbered cells stand for."""
        return (cells & self.all_cells).bit_count() + (self._rest_count if cells & self.elsewhere else 0)

    def to_board(self, cells: CellSet) -> CellSet:
        """Converts numbered cells to cells of the board."""
        return super().to_board(cells & self.all_cells) | (self._rest if cells & self.elsewhere else 0)

    def from_board(self, cells: CellSet) -> CellSet:
        """Converts cells of the board to numbers. Cells that no clue sees become ``elsewhere``."""
        inside = self._numbering.to_numbers(cells_of(cells & self._seen))
        return inside | (self.elsewhere if cells & self._rest else 0)

    def unseen(self, clues: ClueSet) -> tuple[CellSet, int]:
        """Returns the numbered cells that none of the clues sees, and how many cells of the board they stand for."""
        seen = 0
        for number in cells_of(clues):
            seen |= self.masks[number]
        count = len(self.cells) - seen.bit_count() + self._rest_count
        return (self.all_cells | self.elsewhere) & ~seen, count

    def same_clue_cells(self, clues: ClueSet, cell: CellSet) -> CellSet:
        """Returns all numbered cells seen by the same clues as the given one. A proof for one holds for all."""
        same = self.all_cells | self.elsewhere
        for number in cells_of(clues):
            mask = self.masks[number]
            same &= mask if mask & cell else ~mask
        return same

    def decided(self, clues: ClueSet, with_total: bool = False) -> ProvedCells | None:
        """Returns what the clues prove, optionally with the mine total; None if no layout fits.

        If there are too many clues to count, returns only what single clues prove.
        """
        possible = self.possible(clues)
        if possible is None or not with_total:
            return possible and possible.decided
        return self._decide_with_total(clues, possible)

    def proves(self, clues: ClueSet, goal: ProvedCells, with_total: bool = False) -> bool:
        """Whether the clues prove the goal. Contradictory clues prove nothing."""
        proved = self.decided(clues, with_total)
        return proved is not None and not (goal.safe & ~proved.safe or goal.mined & ~proved.mined)

    def possible(self, clues: ClueSet) -> Possible | None:
        """Returns the layouts that the clues allow; None if no layout fits them."""
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
                is_complete = False  # its cells count as undecided, which is never wrong
                continue
            if table is None:
                return None
            tables.append(table)
            groups.append(counted.groups)
        decided = _add_groups(settled, groups, [table.decided_groups() for table in tables])
        return Possible(settled, decided, tables, groups, is_complete)

    def _link(self, settled: ProvedCells, clues: ClueSet) -> Links:
        """Links the clues that still have open cells. Raises Contradiction if two of them conflict."""
        masks, needs, mined = self.masks, self.needs, settled.mined
        unknown = ~(settled.safe | mined)
        return link(
            (number, needs[number] - (masks[number] & mined).bit_count(), tuple(cells_of(masks[number] & unknown)))
            for number in cells_of(clues)
            if masks[number] & unknown
        )

    def _decide_with_total(self, clues: ClueSet, possible: Possible) -> ProvedCells | None:
        if not possible.is_complete:
            return possible.decided  # the number of mines that the clues need is unknown
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
        """Counts the layouts of the mines around the clues; None if that is unknown."""
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
        """Makes the deduction of cells of the board from a chain of reasons; without one, from a count of layouts."""
        because = self.clues_on_board(clues)
        if chain:
            kind = max(reason.kind for reason in chain)
            steps = tuple(reason.step.renumbered(self.to_board, self.clues_on_board) for reason in chain)
        else:
            kind, count = Kind.EXACT_COUNT, self.count_layouts(clues, with_total)
            steps = (Step(proved.safe, proved.mined, clues=because, uses_total=with_total, argument=count),)
        uses_total = any_uses_total([steps])
        # The mine total concerns all mines, a clue only those next to it.
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
    """Adds the cells of the decided groups to the known cells."""
    safe: list[int] = []
    mined: list[int] = []
    for members, decisions in zip(groups, decided, strict=True):
        collect_cells(members, decisions, safe, mined)
    return ProvedCells(known.safe | to_cell_set(safe), known.mined | to_cell_set(mined))


class SumArgument(NamedTuple):
    """Describes clues that add up: the mines that some need just fit into the room that others leave.

    Count a cell +1 for every clue of ``more`` that sees it and -1 for every clue of ``less``. The mines, so counted,
    equal the sum of ``more`` minus the sum of ``less``. If no layout can give a greater number, every cell that counts
    + is a mine, and every cell that counts - is safe. The mines left can stand on either side, as a clue that sees all
    hidden cells.
    """

    more: CellSet
    """The clues that need mines."""
    less: CellSet
    """The clues that limit the mines."""
    total: int = 0
    """1 if the mines left need room, -1 if they limit the clues, 0 if the sum does not use them."""
    mines_left: int = 0
    """The mines left if the sum uses them, without those that are given or that the proof has named before."""
    both: CellSet = 0
    """The cells that more than one clue on the same side sees."""


class Reason(NamedTuple):
    """Holds a step of a proof, in the numbers of a ClueSystem, and the clues that it rests on."""

    kind: Kind
    step: Step
    support: ClueSet
    """All clues behind the step, including those behind the cells it uses."""

    @property
    def cells(self) -> CellSet:
        """The cells that the step settles."""
        return self.step.safe | self.step.mined

    @property
    def uses(self) -> CellSet:
        """The cells that must be known before the step."""
        return self.step.uses_safe | self.step.uses_mined


class ProofSearch:
    """Searches proofs with some clues and remembers the reason for each cell found so far."""

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
        """Finds the easiest reason that settles a wanted cell; among equals, the one nearest to ``near``.

        ``decided`` are all cells known to be provable, including the wanted ones. With ``prefers_safe``, a safe cell
        comes before an equally easy mine, and also before a mine of one clue from which another clue proves the safe
        cell. Learns everything found on the way.
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
        """Finds the easiest safe cell that follows by one more clue once the mines just found are known, if any.

        Returns None unless single clues gave the reasons found, and the easiest hits are only mines.
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
        """Finds a reason beyond single clues, pairs and assumptions: a sum, or otherwise a split into cases.

        Call this after ``easiest`` has learned everything else. Returns None if the proof would need too many cases.
        """
        for step in self._totals(self.safe, self.mined) if with_total else self._sums():
            if not (goal.safe | goal.mined) & ~(step.safe | step.mined):
                return self._reason(Kind.MINE_TOTAL if with_total else Kind.EXACT_COUNT, step)
        return (yield from self._by_cases(goal, with_total))

    def chain(self, reason: Reason) -> list[Reason]:
        """Returns the reasons for the cells that a reason uses, in logical order, and finally the reason itself."""
        chain: list[Reason] = []
        known = ProvedCells()
        for earlier in self._links(reason):
            step = earlier.step
            if earlier.kind is Kind.ONE_CLUE:  # names also the cells that other reasons settled before
                mask = self.system.masks[first_cell(step.clues)]
                safe, mined = (mask & ~step.uses_mined, 0) if step.safe else (0, mask & ~step.uses_safe)
                step = step._replace(safe=safe, mined=mined)
            step = _after(step, known)  # but not those that earlier steps of the chain settled
            step = self._count_named_mines(step, known.mined)
            known = ProvedCells(known.safe | step.safe, known.mined | step.mined)
            chain.append(earlier._replace(step=step))
        return chain

    def _count_named_mines(self, step: Step, named: CellSet) -> Step:
        """Subtracts the mines that earlier steps of a proof named from the mines left, in a step and in its branches.

        A sum needs no mine that only one of its clues sees, because it can count this mine as one that the clue still
        needs. But a reader who has just been told about the mine would then count one mine less than the proof.
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
        """Returns the reasons that a reason rests on, each after its own reasons, and finally the reason itself."""
        ordered: list[Reason] = []
        for cell in cells_of(reason.uses):
            ordered += [earlier for earlier in self._links(self.reason_of[cell]) if earlier not in ordered]
        return [*ordered, reason]

    def _free(self, cells: CellSet) -> CellSet:
        return cells & ~(self.safe | self.mined)

    def _difficulty(
        self, reason: Reason, goal: CellSet, near: int | None, prefers_safe: bool = False
    ) -> tuple[int, int, bool, int]:
        """Returns how hard a reason is to follow, whether only mines follow, and how far away they are.

        Compares reasons of the same kind. Mines count as equal to safe cells unless ``prefers_safe``.
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
        """Makes a reason from a step, with all clues behind the step and the cells it uses."""
        support = step.all_clues
        for cell in cells_of(step.uses_safe | step.uses_mined):
            support |= self.reason_of[cell].support
        return Reason(kind, step, support)

    def _one_clue(self, clues: Iterable[int] | None = None) -> Iterator[Reason]:
        """Yields what single clues prove about open cells: all clues, or some."""
        for number in self._clues if clues is None else clues:
            step = self.system.ask(number, self.safe, self.mined)
            if step is not None:
                yield self._reason(Kind.ONE_CLUE, step)

    def _two_clues(self) -> Iterator[Reason]:
        """Yields what pairs of clues that share an open cell prove."""
        system = self.system
        sides = {side.numbers: side for side in self._open(self.safe, self.mined)}
        for first in sides.values():
            for second in cells_of(system.clues_beside(first.free) & self._among & ~first.numbers):
                step = self._add(first, sides[1 << second])
                if step is not None:
                    yield self._reason(Kind.TWO_CLUES, step)

    def _failing_assumptions(self, truth: ProvedCells) -> Generator[None, None, list[Reason]]:
        """Returns reasons why open cells can't differ from the truth, if propagation of the opposite fails."""
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
        """Extends an assumption by propagation, optionally with the mine total, up to a contradiction.

        Uses the nearest clues first, so that few steps are needed. Returns the cells known at the end.
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
        """Returns the clues next to the cells."""
        return cells_of(self.system.clues_beside(cells) & self._among)

    # ------------------------------------------------------------------------------
    # Sums of clues.
    # ------------------------------------------------------------------------------

    def _open(self, safe: CellSet, mined: CellSet) -> list[_Side]:
        """Returns each clue that still sees unknown cells as a side of its own."""
        free = ~(safe | mined)
        sides = []
        for number in self._clues:
            mask = self.system.masks[number]
            if mask & free:
                missing = self.system.needs[number] - (mask & mined).bit_count()
                sides.append(_Side(1 << number, mask, mask & free, missing))
        return sides

    def _add(self, more: _Side, less: _Side) -> Step | None:
        """Returns what two sides prove if the mines that ``more`` needs just fill the room that ``less`` leaves.

        Let A and B be the cells of the sides that need a and b mines. Then mines(A - B) - mines(B - A) = a - b.
        If a - b equals the number of open cells of A - B, all of these are mines, and the open cells of B - A are safe.
        Known cells that both sides see don't matter. The clues on one side must share no open cell.
        """
        if more.missing - less.missing != (more.free & ~less.free).bit_count():
            return None
        mined, safe = more.cells & ~(less.cells | self.safe), less.cells & ~(more.cells | self.mined)
        if not self._free(mined | safe):
            return None
        uses_safe = self.safe & (more.cells & ~less.cells | more.known_twice)
        uses_mined = self.mined & (less.cells & ~more.cells | less.known_twice)
        return Step(safe, mined, clues=more.numbers | less.numbers, uses_safe=uses_safe, uses_mined=uses_mined)

    def _sums(self) -> Iterator[Step]:
        """Yields what sums of three or more clues prove."""
        opened = self._open(self.safe, self.mined)
        if len(opened) > _MOST_OPEN:
            return
        for size in range(3, min(len(opened), _MOST_ADDED) + 1):
            for clues in combinations(opened, size):
                for signs in product((True, False), repeat=size):
                    more, less = (_join(compress(clues, side)) for side in (signs, [not sign for sign in signs]))
                    if more.twice or less.twice or not more.free or not less.free:
                        continue
                    step = self._add(more, less)
                    if step is not None:
                        argument = SumArgument(*(self.system.clues_on_board(side.numbers) for side in (more, less)))
                        yield step._replace(argument=argument)

    def _totals(self, safe: CellSet, mined: CellSet) -> Iterator[Step]:
        """Yields what the mines left prove about open cells, alone or with clues, and contradictions."""
        system = self.system
        mines_left = system.mines_left - system.size(mined)
        free = (system.all_cells | system.elsewhere) & ~(safe | mined)
        opened = self._open(safe, mined)
        some = range(min(len(opened), _MOST_ADDED) + 1 if len(opened) <= _MOST_OPEN else 2)
        for size in sorted({*some, len(opened)}):
            for clues in combinations(opened, size):
                side = _join(clues)
                both, outside = side.twice, free & ~side.free
                # Known mines that only one of the clues sees are worded as mines that this clue needs.
                alone = mined & side.cells & ~side.known_twice
                on_board, left_in_words = system.clues_on_board(side.numbers), mines_left + alone.bit_count()
                board_both = system.to_board(both)
                # Either the clues need more mines than are left, unless some mines count for two clues ...
                over = side.missing - mines_left - both.bit_count()
                is_plain = size <= 2 or not both  # a cell that three clues see would count twice
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
                # ... or the mines left need more room than there is, unless no mine counts for two clues.
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
        """Finds a reason by cases: either both values of a cell lead to the goal, or the opposite of the goal fails."""
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
        """Whether there are few enough open cells to nest cases this deep."""
        return depth < 2 or self._seen(known).bit_count() <= _MOST_SPLIT

    def _seen(self, known: ProvedCells) -> CellSet:
        """Returns the open cells next to the clues."""
        cells = 0
        for clue in self._open(*known):
            cells |= clue.free
        return cells

    def _argue(
        self, assumption: Step, known: ProvedCells, goal: ProvedCells, with_total: bool, depth: int
    ) -> Generator[None, None, list[Step] | None]:
        """Follows an assumption up to a contradiction or the goal; None if ``depth`` nested cases reach neither."""
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
        """Finds a cell whose two values each lead to a contradiction or the goal, with the fewest steps."""
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
    """Holds the clues on one side of a sum."""

    numbers: ClueSet
    cells: CellSet
    free: CellSet
    """The open cells that the clues see."""
    missing: int
    """The mines that the clues still need together."""
    known_twice: CellSet = 0
    """The cells that more than one of the clues sees, open or known."""

    @property
    def twice(self) -> CellSet:
        """The open cells that more than one of the clues sees."""
        return self.known_twice & self.free


def _join(sides: Iterable[_Side]) -> _Side:
    numbers = cells = free = missing = known_twice = 0
    for side in sides:
        known_twice |= cells & side.cells
        numbers, cells, free = numbers | side.numbers, cells | side.cells, free | side.free
        missing += side.missing
    return _Side(numbers, cells, free, missing, known_twice)


def _after(step: Step, known: ProvedCells) -> Step:
    """Removes the cells known before a step from the step and its branches; they become reasons."""
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
    """Makes the first step of a branch."""
    return Step(mined=cell) if mined else Step(safe=cell)


def reason_for(
    system: ClueSystem, clues: ClueSet, goal: ProvedCells, with_total: bool = False
) -> Generator[None, None, list[Reason]]:
    """Finds the easiest reason for a goal from these clues, optionally with the mine total, after its own reasons.

    Returns an empty list if only a count of all layouts proves the goal.
    """
    search = ProofSearch(system, clues)
    reason = yield from search.easiest(goal, system.decided(clues) or goal)
    if reason is None:
        reason = yield from search.by_counting(goal, with_total)
    return [] if reason is None else search.chain(reason)


def simplest_proof(position: Position, deduction: Deduction) -> Deduction:
    """Gives a deduction without steps the easiest proof from its clues, with only the clues that this proof needs.

    A person may see with two clues what took the solver an assumption.
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
    """Whether the reason for one cell of a goal proves the whole goal."""
    cells = system.same_clue_cells(reason.support, cell) if reason.step.branches else reason.cells
    return not (goal.safe | goal.mined) & ~cells
