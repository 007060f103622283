"""What few clues prove, and why: reasoning that a person can follow, easiest first.

Single clues, pairs of clues, assumptions that fail, the mine total. What all clues prove is for ``exact`` to say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from minesweeper.core.cells import CellSet, cells_of, contains, first_cell, steps_between, to_cell_set
from minesweeper.core.position import Position
from minesweeper.solvers.constraints import Links, Numbering, collect_cells, link
from minesweeper.solvers.counting import QUICK, Countable, Groups, TooLarge, bounds_on_mines, decide_by_total
from minesweeper.solvers.deduction import Contradiction, Decided, Deduction, Kind, Step, finish, needed_steps
from minesweeper.solvers.rules import Branch, Constraints
from minesweeper.solvers.tree import count_component

_PULSE = 8
"""So many assumptions are tried between two pulses."""

ClueSet: TypeAlias = int
"""Some of the clues of an Evidence, as the bits of an int."""


class Possible(NamedTuple):
    """What some clues leave possible."""

    settled: Decided
    """What single clues prove, one after the other."""
    decided: Decided
    """All that the clues prove without the mine total."""
    tables: list[Countable]
    """The tables of the components that single clues leave open."""
    groups: list[tuple[tuple[int, ...], ...]]
    """For each of these tables the cells of its groups."""
    is_complete: bool
    """False if a component was too large to count, so that it is not among the tables."""


class Evidence(Constraints):
    """Clues as constraints on the hidden cells beside them; cells given as known are no longer in them.

    It is about few clues at a time: which of them are needed for a proof.

    Cell ``len(cells)`` stands for all hidden cells beside none of the clues.
    """

    def __init__(
        self, position: Position, clues: Iterable[int], given_safe: CellSet = 0, given_mined: CellSet = 0
    ) -> None:
        grid, hidden = position.grid, position.hidden
        self.position = position
        self.clues = list(clues)
        masks: list[CellSet] = []
        needs: list[int] = []
        given = given_safe | given_mined
        self._numbering = numbering = Numbering()
        near = grid.spread(to_cell_set(self.clues)) & hidden
        unknown, mined = set(cells_of(near & ~given)), set(cells_of(near & given_mined))
        for clue in self.clues:
            beside = grid.neighbour_cells(clue)
            masks.append(numbering.to_numbers([cell for cell in beside if cell in unknown]))
            needs.append(position.clue(clue) - len(mined.intersection(beside)))
        self.cells = numbering.cells
        super().__init__(masks, needs, len(self.cells))
        self.mines_left = position.mine_total - (given_mined & hidden).bit_count()
        self._seen = near & ~given
        self._rest = hidden & ~given & ~near
        self._rest_count = self._rest.bit_count()
        self._possible: dict[ClueSet, Possible | None] = {}
        self._decided: dict[tuple[ClueSet, bool], Decided | None] = {}

    @property
    def elsewhere(self) -> CellSet:
        """The cell that stands for those beside none of the clues; empty if there is none."""
        return 1 << len(self.cells) if self._rest_count else 0

    def to_board(self, cells: CellSet) -> CellSet:
        """The cells of the board that numbered cells stand for."""
        rest = self._rest if cells & self.elsewhere else 0
        return to_cell_set(self.cells[cell] for cell in cells_of(cells & ~self.elsewhere)) | rest

    def from_board(self, cells: CellSet) -> CellSet:
        """The numbers of those cells that are beside a clue, and the one for the others if one of them is given."""
        inside = self._numbering.to_numbers(cells_of(cells & self._seen))
        return inside | (self.elsewhere if cells & self._rest else 0)

    def clues_on_board(self, clues: ClueSet) -> CellSet:
        """The opened cells that some of the clues stand on."""
        return to_cell_set(self.clues[number] for number in cells_of(clues))

    def unseen(self, clues: ClueSet) -> tuple[CellSet, int]:
        """The numbered cells that none of the clues sees, and for how many cells of the board they stand."""
        seen = 0
        for number in cells_of(clues):
            seen |= self.masks[number]
        count = len(self.cells) - seen.bit_count() + self._rest_count
        return (self.all_cells | self.elsewhere) & ~seen, count

    def twins(self, clues: ClueSet, cell: CellSet) -> CellSet:
        """All numbered cells that are seen by the same of these clues as a cell: what holds for it holds for them."""
        same = self.all_cells | self.elsewhere
        for number in cells_of(clues):
            mask = self.masks[number]
            same &= mask if mask & cell else ~mask
        return same

    def decided(self, clues: ClueSet, with_total: bool = False) -> Decided | None:
        """What the clues alone prove, or they and the mine total; None if no layout fits.

        Clues too many to count prove nothing here but what single ones prove.
        """
        key = (clues, with_total)
        if key not in self._decided:
            possible = self.possible(clues)
            if possible is not None and with_total:
                self._decided[key] = self._decide_with_total(clues, possible)
            else:
                self._decided[key] = possible and possible.decided
        return self._decided[key]

    def proves(self, clues: ClueSet, goal: Decided, with_total: bool = False) -> bool:
        """Whether the clues prove that the cells of the goal are so; clues that no layout fits prove nothing."""
        found = self.decided(clues, with_total)
        return found is not None and not (goal.safe & ~found.safe or goal.mined & ~found.mined)

    def possible(self, clues: ClueSet) -> Possible | None:
        """What the clues leave possible; None if no layout fits them."""
        if clues not in self._possible:
            self._possible[clues] = self._find_possible(clues)
        return self._possible[clues]

    def _find_possible(self, clues: ClueSet) -> Possible | None:
        found = self.follow(Branch(0, 0, 0), clues, clues)
        if found is None:
            return None
        settled = Decided(found.safe, found.mined)
        try:
            links = self._link(settled, clues)
        except Contradiction:
            return None
        tables, groups = [], []
        is_complete = True
        for component in links.components():
            try:
                counted, table = finish(count_component(component, QUICK))
            except TooLarge:
                is_complete = False  # its cells count as undecided, which is never wrong
                continue
            if table is None:
                return None
            tables.append(table)
            groups.append(counted.groups)
        decided = _add_groups(settled, groups, [table.decided_groups() for table in tables])
        return Possible(settled, decided, tables, groups, is_complete)

    def _link(self, settled: Decided, clues: ClueSet) -> Links:
        """The clues with open cells, and what they still miss; a Contradiction if two speak against each other."""
        masks, needs, mined = self.masks, self.needs, settled.mined
        unknown = ~(settled.safe | mined)
        return link(
            (number, needs[number] - (masks[number] & mined).bit_count(), tuple(cells_of(masks[number] & unknown)))
            for number in cells_of(clues)
            if masks[number] & unknown
        )

    def _decide_with_total(self, clues: ClueSet, possible: Possible) -> Decided | None:
        if not possible.is_complete:
            return possible.decided  # how many mines the clues need is not known
        unseen, size = self.unseen(clues)
        mines_left = self.mines_left - possible.settled.mined.bit_count()
        found = finish(decide_by_total(possible.tables, size, mines_left))
        if found is None:
            return None
        safe, mined = _add_groups(possible.decided, possible.groups, found.groups)
        if found.inside is None:
            return Decided(safe, mined)
        return Decided(safe, mined | unseen) if found.inside else Decided(safe | unseen, mined)


def _add_groups(known: Decided, groups: list[tuple[tuple[int, ...], ...]], decided: list[Groups]) -> Decided:
    """The known cells and those of the decided groups of each table."""
    safe: list[int] = []
    mined: list[int] = []
    for members, found in zip(groups, decided, strict=True):
        collect_cells(members, found, safe, mined)
    return Decided(known.safe | to_cell_set(safe), known.mined | to_cell_set(mined))


class Bound(NamedTuple):
    """How the mine total decides cells, once single clues have pinned down what they can."""

    mines_left: int
    """The mines that single clues have not pinned down."""
    pinned: CellSet
    """The mines that they have."""
    open_clues: CellSet
    """The clues with cells that are still open."""
    assumed: int | None
    """The cell that can't be otherwise; None if the cells are beside none of the clues."""
    needs_more: bool
    """Whether otherwise more mines would be needed than are left; else there would be room for fewer."""
    mines: int
    """The fewest mines that would be needed, or the most there would be room for."""


def find_bound(evidence: Evidence, clues: ClueSet, goal: Decided) -> Bound | None:
    """How the clues and the mine total prove the goal, which they must; None if no bound shows it."""
    possible = evidence.possible(clues)
    if possible is None or not possible.is_complete:
        return None
    settled, _, tables, _, _ = possible
    known = settled.safe | settled.mined
    mines_left = evidence.mines_left - settled.mined.bit_count()
    open_clues = sum(1 << number for number in cells_of(clues) if evidence.masks[number] & ~known)
    unseen, room = evidence.unseen(clues)
    cell = first_cell(goal.safe | goal.mined)
    low, high = bounds_on_mines(tables)
    high += room
    assumed = None
    if contains(unseen, cell):
        low, high = (low + 1, high) if goal.safe else (low, high - 1)
    else:
        place = _place(possible, cell)
        if place is None:
            return None
        assumed = evidence.cells[cell]
        table, numbers = tables[place[0]], _numbers_otherwise(tables[place[0]], place[1], bool(goal.safe))
        if not numbers:
            return None  # the clues decide it without the total
        low += numbers[0] - table.lowest
        high += numbers[-1] - table.highest
    if low <= mines_left <= high:
        return None
    pinned, open_on_board = evidence.to_board(settled.mined), evidence.clues_on_board(open_clues)
    needs_more = low > mines_left
    return Bound(mines_left, pinned, open_on_board, assumed, needs_more, low if needs_more else high)


def _place(possible: Possible, cell: int) -> tuple[int, int] | None:
    """The table that has a cell, and its group there."""
    for number, groups in enumerate(possible.groups):
        for group, members in enumerate(groups):
            if cell in members:
                return number, group
    return None


def _numbers_otherwise(table: Countable, group: int, mined: bool) -> list[int]:
    """The numbers of mines of those layouts in which a cell of the group is mined, or is not."""
    ways = zip(table.count().by_mines, table.mined_by_number(group), strict=True)
    return [
        table.lowest + n for n, (layouts, with_mine) in enumerate(ways) if (with_mine if mined else layouts - with_mine)
    ]


class Sum(NamedTuple):
    """A clue and others that share no open cell with each other, whose mines it must have or can't have."""

    clue: int
    addends: CellSet
    mines: int
    """The mines of the addends together."""
    safe: CellSet
    mined: CellSet


def find_sum(evidence: Evidence, clues: ClueSet, decided: CellSet) -> Sum | None:
    """A way to see the open clues as one and some others that add up to it, which decides all these cells."""
    possible = evidence.possible(clues)
    if possible is None:
        return None
    safe, mined = possible.settled
    numbers = cells_of(clues)
    cells = {number: evidence.masks[number] & ~(safe | mined) for number in numbers}
    missing = {number: evidence.needs[number] - (evidence.masks[number] & mined).bit_count() for number in numbers}
    open_clues = [number for number in numbers if cells[number]]
    for clue in open_clues:
        addends = [number for number in open_clues if number != clue]
        covered = 0
        for number in addends:
            covered |= cells[number]
        if covered.bit_count() != sum(cells[number].bit_count() for number in addends):
            continue
        mines = sum(missing[number] for number in addends)
        rest, outside = cells[clue] & ~covered, covered & ~cells[clue]
        found = []
        if mines == missing[clue] and not outside:
            found.append((rest, 0))
        if missing[clue] - mines == rest.bit_count():
            found.append((outside, rest))
        for freed, needed in found:
            if not decided & ~(freed | needed):
                others = evidence.clues_on_board(to_cell_set(addends))
                return Sum(evidence.clues[clue], others, mines, evidence.to_board(freed), evidence.to_board(needed))
    return None


class Reason(NamedTuple):
    """Why some cells are safe or mined: a step, in the numbers of an Evidence, and all that it rests on."""

    kind: Kind
    step: Step
    support: ClueSet
    """All clues this rests on, those of the cells used included."""
    is_late: bool = False
    """Whether anything had been found before it: of cells known by then it does not speak."""

    @property
    def cells(self) -> CellSet:
        """All cells it settles."""
        return self.step.safe | self.step.mined

    @property
    def uses(self) -> CellSet:
        """The cells that must be known before."""
        return self.step.from_safe | self.step.from_mined


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

    def chain(self, reason: Reason) -> list[Reason]:
        """The reasons for the cells that a reason uses, each following from those before it, and last the reason."""
        ordered: list[Reason] = []
        for cell in cells_of(reason.uses):
            ordered += [earlier for earlier in self.chain(self.reason_of[cell]) if earlier not in ordered]
        return [*ordered, reason]

    def _free(self, cells: CellSet) -> CellSet:
        return cells & ~(self.safe | self.mined)

    def _difficulty(self, reason: Reason, goal: CellSet, near: int | None) -> tuple[int, int, int]:
        """How hard a reason is to follow, and how far from the given cell; for reasons of the same kind."""
        distance = 0
        if near is not None:
            grid, cells = self.evidence.position.grid, self.evidence.cells
            distance = min(steps_between(grid, near, cells[cell]) for cell in cells_of(reason.cells & goal))
        return sum(map(len, reason.step.ways)), reason.support.bit_count(), distance

    def _learn(self, reason: Reason) -> None:
        new = self._free(reason.cells)
        self.safe |= reason.step.safe & new
        self.mined |= reason.step.mined & new
        for cell in cells_of(new):
            self.reason_of[cell] = reason

    def _reason(self, kind: Kind, step: Step) -> Reason:
        """The reason with all clues that the step and the cells it uses rest on."""
        support = step.all_clues
        for cell in cells_of(step.from_safe | step.from_mined):
            support |= self.reason_of[cell].support
        return Reason(kind, step, support, bool(self.safe | self.mined))

    def _one_clue(self) -> Iterator[Reason]:
        """What single clues prove of open cells."""
        for number in self._clues:
            step = self.evidence.ask(number, self.safe, self.mined)
            if step is not None:
                yield self._reason(Kind.ONE_CLUE, step)

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
                    clues = 1 << first | 1 << second
                    from_safe, from_mined = only_one & self.safe, only_other & self.mined
                    step = Step(safe, mined, clues=clues, from_safe=from_safe, from_mined=from_mined)
                    yield self._reason(Kind.TWO_CLUES, step)

    def _failing_assumptions(self, truth: Decided) -> Generator[None, None, list[Reason]]:
        """For open cells of which the truth is known: why they can't be otherwise, where single clues show it."""
        found = []
        for count, cell in enumerate(cells_of(self._free(truth.safe | truth.mined) & self.evidence.all_cells)):
            bit = 1 << cell
            way = self._follow(cell, mined=bool(truth.safe & bit))
            if way[-1].is_broken:
                way, uses = needed_steps(way, Decided(0, 0))
                step = Step(truth.safe & bit, truth.mined & bit, False, 0, False, *uses, (way,))
                found.append(self._reason(Kind.ASSUMPTION, step))
            if not count % _PULSE:
                yield
        return found

    def _follow(self, cell: int, mined: bool) -> list[Step]:
        """An assumption and all that single clues make of it, the nearest first, up to a contradiction."""
        bit = 1 << cell
        way = [Step(mined=bit) if mined else Step(safe=bit)]
        safe, mines = self.safe | way[0].safe, self.mined | way[0].mined
        waiting = deque(self._clues_of[cell])
        while waiting:
            step = self.evidence.ask(waiting.popleft(), safe, mines)
            if step is None:
                continue
            way.append(step)
            if step.is_broken:
                break
            safe, mines = safe | step.safe, mines | step.mined
            for settled in cells_of(step.safe | step.mined):
                waiting.extend(number for number in self._clues_of[settled] if number not in waiting)
        return way


def reason_for(evidence: Evidence, clues: ClueSet, goal: Decided) -> list[Reason]:
    """The easiest reason for a goal by these clues alone, after all that leads to it; none if only a count shows it."""
    reasoning = Reasoning(evidence, clues)
    reason = finish(reasoning.easiest(goal, evidence.decided(clues) or goal))
    return [] if reason is None else reasoning.chain(reason)


def hardest(reasons: Iterable[Reason]) -> Kind:
    """The hardest kind of reasoning among some reasons."""
    kinds = {reason.kind for reason in reasons}
    return max(kinds, key=list(Kind).index)


def steps_on_board(evidence: Evidence, reasons: Iterable[Reason]) -> tuple[Step, ...]:
    """The steps of some reasons in cells of the board."""
    return tuple(reason.step.renumbered(evidence.to_board, evidence.clues_on_board) for reason in reasons)


def easier(position: Position, deduction: Deduction) -> Deduction:
    """The same deduction with the easiest reason that its clues give, and only the clues that this one needs.

    A solver's own reason is how it came upon the cells; a person may see them by two clues where it took an assumption.
    Where all cells of the deduction have no easier reason in common, the solver's stays.
    """
    if deduction.kind is Kind.ONE_CLUE or not deduction.steps:
        return deduction
    evidence = Evidence(position, cells_of(deduction.because), deduction.given_safe, deduction.given_mined)
    clues, decided = evidence.all_clues, evidence.from_board(deduction.safe | deduction.mined)
    first = evidence.from_board(1 << first_cell(deduction.safe or deduction.mined))
    goal = Decided(first, 0) if deduction.safe else Decided(0, first)
    if deduction.uses_total:
        step = Step(deduction.safe, deduction.mined, clues=deduction.because, uses_total=True)
        bound = find_bound(evidence, clues, goal)
        if bound is None or decided & ~evidence.twins(clues, first):
            return deduction._replace(kind=Kind.EXACT_COUNT, steps=(step,))
        return deduction._replace(kind=Kind.MINE_TOTAL, steps=(step._replace(tally=bound),))
    chain = reason_for(evidence, clues, goal)
    if not chain:
        return deduction
    reason = chain[-1]
    if decided & ~(evidence.twins(reason.support, reason.cells) if reason.step.ways else reason.cells):
        return deduction
    because = evidence.clues_on_board(reason.support)
    return deduction._replace(kind=hardest(chain), because=because, steps=steps_on_board(evidence, chain))
