"""The easiest deduction of a position, with a smallest set of clues that prove it; and all of them in order.

The player's flags are no evidence. They only say which mines need no tip, and a flag that can be proved wrong is the
first tip of all. But where the mine total is needed, flags that can be proved count as known: the player counts on
from the number of mines that the screen shows.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from minesweeper.core.cells import CellSet, cells_of, contains, nearest_first, steps_between, to_cell_set
from minesweeper.core.position import Position
from minesweeper.solvers import simple
from minesweeper.solvers.deduction import Decided, Deduction, Kind, Step, run_to_end, shrink
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.proof import (
    ClueSet,
    ClueSystem,
    ProofSearch,
    Reason,
    count_step,
    hardest,
    make_deduction,
    reason_for,
    steps_on_board,
)

_MOST_CLUES = 1000
"""With more clues beside hidden cells than this a tip is looked for in squares around a cell that can be proved."""
_LARGE = 10_000
"""On a board of more cells a tip is looked for around the given cell first: to analyse all of it takes seconds."""
_RADII = (8, 16, 24)
_TRIED_CELLS = 40
"""How many cells are tried in which no person's reasoning has succeeded."""
_NOTHING = Decided(0, 0)


class Tip(NamedTuple):
    """A deduction for the player, or none if nothing can be proved that the flags don't say already."""

    deduction: Deduction | None
    wrong_flags: CellSet = 0
    """The flags that the deduction proves wrong."""
    is_complete: bool = True
    """Whether there is no other proof; without a deduction, whether nothing can be proved or nothing was found."""


def tip(
    position: Position, flags: CellSet = 0, near: int | None = None, previous: Analysis | None = None
) -> Generator[None, None, Tip]:
    """Finds the easiest tip, among equals the one nearest to a cell; raises Contradiction if no layout fits.

    An analysis of this or an earlier position saves time. On a large board the surroundings of ``near`` come first:
    there a wrong flag is the first tip, one far away is not.
    """
    is_known = previous is not None and previous.position == position and previous.is_final
    if near is not None and position.grid.size > _LARGE and not is_known:
        for system in _squares(position, near):
            yield
            found = system.decided(system.all_clues)
            if found is not None:
                proved = Decided(system.to_board(found.safe), system.to_board(found.mined))
                result = yield from _tip_about(position, proved, flags, near)
                if result.deduction is not None:
                    return result
    analysis = previous if is_known and previous else (yield from analyse(position, previous))
    result = yield from _tip_about(position, Decided(analysis.safe, analysis.mined), flags, near)
    return result._replace(is_complete=analysis.is_complete)


def _tip_about(position: Position, proved: Decided, flags: CellSet, near: int | None) -> Generator[None, None, Tip]:
    """The easiest tip about cells that are known to be provable."""
    wrong = proved.safe & flags
    wanted = Decided(wrong, 0) if wrong else Decided(proved.safe, proved.mined & ~(flags | position.given))
    if not wanted.safe | wanted.mined:
        return Tip(None)
    deduction = yield from _Search(position, proved, wanted, near, flags=flags).run()
    return Tip(deduction, deduction.safe & flags)


def _squares(position: Position, centre: int, given: Decided = _NOTHING) -> Iterator[ClueSystem]:
    """The clues in growing squares around a cell."""
    grid = position.grid
    active = grid.spread(position.hidden & ~(given.safe | given.mined | position.given)) & position.opened
    row, col = grid.row_col(centre)
    for radius in _RADII:
        side = 2 * radius + 1
        yield ClueSystem(position, cells_of(active & grid.rectangle(row - radius, col - radius, side, side)), *given)


def easiest_deduction(
    analysis: Analysis, wanted: Decided, given: Decided, flags: CellSet = 0
) -> Generator[None, None, Deduction]:
    """The easiest deduction of a wanted cell that the analysis proves, from given cells which are proved already."""
    decided = Decided(analysis.safe, analysis.mined)
    return _Search(analysis.position, decided, wanted, None, given, flags).run()


class _Search:
    """The search for the easiest deduction about wanted cells."""

    def __init__(
        self,
        position: Position,
        decided: Decided,
        wanted: Decided,
        near: int | None,
        given: Decided = _NOTHING,
        flags: CellSet = 0,
    ) -> None:
        self._position = position
        self._decided, self._wanted, self._near = decided, wanted, near
        self._given = Decided(given.safe, given.mined | position.given)
        self._wanted_cells = wanted.safe | wanted.mined
        self._flagged = decided.mined & flags

    def run(self) -> Generator[None, None, Deduction]:
        """The easiest deduction that can be found."""
        for system in self._areas():
            search = ProofSearch(system)
            yield
            wanted, decided = (_beside_clues(system, cells) for cells in (self._wanted, self._decided))
            reason = yield from search.easiest(wanted, decided, self._near)
            if reason is not None:
                goal = self._pick(system, reason.cells)
                return (yield from self._prove(system, cells_of(reason.support), goal, reason))
        found = yield from self._count_around(system)
        if found is None or found.kind is Kind.EXACT_COUNT:  # the mine total may be easier than that
            by_total = yield from (self._with_flags().run() if self._flagged else self._count_all(system, search))
            if found is None or (by_total is not None and _order(by_total) < _order(found)):
                found = by_total
        return found or self._unproved()

    def _with_flags(self) -> _Search:
        """The same search, with the flags known that can be proved."""
        known = Decided(self._given.safe, self._given.mined | self._flagged)
        return _Search(self._position, self._decided, self._wanted, self._near, known)

    def _areas(self) -> Iterator[ClueSystem]:
        """The clues to look at: all of them, or those in growing squares around a wanted cell of a large board."""
        position = self._position
        grid = position.grid
        active = grid.spread(position.hidden & ~(self._given.safe | self._given.mined)) & position.opened
        if active.bit_count() <= _MOST_CLUES:
            yield ClueSystem(position, cells_of(active), *self._given)
            return
        yield from _squares(position, next(self._nearest_wanted()), self._given)

    def _nearest_wanted(self) -> Iterator[int]:
        return nearest_first(self._position.grid, self._wanted_cells, self._near)

    def _pick(self, system: ClueSystem, cells: CellSet) -> Decided:
        """One of the numbered cells as a goal: a wanted safe one if there is one, the nearest of these."""
        grid, near = self._position.grid, self._near

        def order(cell: int) -> tuple[bool, int]:
            place = system.cells[cell]
            return not contains(self._wanted.safe, place), 0 if near is None else steps_between(grid, near, place)

        cell = min(cells_of(cells & system.from_board(self._wanted_cells)), key=order)
        return self._goal(system, system.cells[cell])

    def _goal(self, system: ClueSystem, cell: int) -> Decided:
        """A cell of the board as a goal."""
        bit = system.from_board(1 << cell)
        return Decided(bit, 0) if contains(self._decided.safe, cell) else Decided(0, bit)

    def _count_around(self, system: ClueSystem) -> Generator[None, None, Deduction | None]:
        """A deduction without the mine total, by all clues in the smallest square around a cell that decide it."""
        grid = self._position.grid
        for cell in islice(self._nearest_wanted(), _TRIED_CELLS):
            goal = self._goal(system, cell)
            if goal.safe | goal.mined == system.elsewhere:
                continue
            distance = [steps_between(grid, cell, clue) for clue in system.clues]
            radius, farthest = 1, max(distance)
            while radius < farthest:
                radius *= 2
                around = [number for number, steps in enumerate(distance) if steps <= radius]
                yield
                if system.proves(to_cell_set(around), goal):
                    around.sort(key=lambda number: -distance[number])
                    return (yield from self._prove(system, around, goal))
        return None

    def _count_all(self, system: ClueSystem, search: ProofSearch) -> Generator[None, None, Deduction | None]:
        """A deduction with the mine total, by the clues that pin down mines and those that leave cells open."""
        goal = self._goal_of_total(system)
        if goal is None:
            return None
        pinning = 0
        for cell in cells_of(search.mined):
            pinning |= search.reason_of[cell].support
        for number, mask in enumerate(system.masks):
            if mask & ~(search.safe | search.mined):
                pinning |= 1 << number
        yield
        clues = pinning if system.proves(pinning, goal, with_total=True) else system.all_clues
        return (yield from self._prove(system, cells_of(clues), goal, with_total=True))

    def _goal_of_total(self, system: ClueSystem) -> Decided | None:
        """The nearest wanted cell that the mine total decides and the clues alone do not."""
        everything = system.all_clues
        with_total, without = system.decided(everything, with_total=True), system.decided(everything)
        if with_total is None or without is None:
            return None
        cells = system.to_board((with_total.safe & ~without.safe) | (with_total.mined & ~without.mined))
        cell = next(nearest_first(self._position.grid, cells & self._wanted_cells, self._near), None)
        return None if cell is None else self._goal(system, cell)

    def _unproved(self) -> Deduction:
        """A deduction that is true, but whose clues are too many to find out which of them are needed."""
        position, cell = self._position, next(self._nearest_wanted())
        because = position.grid.spread(position.hidden) & position.opened
        safe = self._decided.safe & 1 << cell
        return _by_all(safe, 1 << cell ^ safe, because)

    def _prove(
        self,
        system: ClueSystem,
        enough: Sequence[int],
        goal: Decided,
        reason: Reason | None = None,
        with_total: bool = False,
    ) -> Generator[None, None, Deduction]:
        """The deduction of the goal, and of all that is settled likewise, by as few as possible of clues that suffice.

        The first of these clues are left out first. The reason that led here is told, unless fewer clues are enough, or
        cells were known before it: of these it does not speak, and its clues may settle them as well.
        """
        clues = yield from shrink(enough, lambda some: system.proves(some, goal, with_total))
        common = yield from _cells_in_need(system, clues, with_total)
        is_whole = reason is not None and reason.support == clues and not reason.is_late
        chain = [reason] if reason and is_whole else (yield from reason_for(system, clues, goal, with_total))
        because = system.clues_on_board(clues)
        if not chain:
            proved = Decided(*map(system.to_board, common))
            step = count_step(system, clues, proved, with_total)
            return make_deduction(Kind.EXACT_COUNT, self._position, proved, because, (step,), self._given)
        last = chain[-1]
        cells = system.same_clue_cells(clues, goal.safe | goal.mined) if last.step.branches else last.cells
        proved = Decided(system.to_board(common.safe & cells), system.to_board(common.mined & cells))
        steps = steps_on_board(system, chain)
        return make_deduction(hardest(chain), self._position, proved, because, steps, self._given)


def _order(deduction: Deduction) -> int:
    return list(Kind).index(deduction.kind)


def _beside_clues(system: ClueSystem, cells: Decided) -> Decided:
    """Those of the cells that a clue of the system sees."""
    safe, mined = system.from_board(cells.safe), system.from_board(cells.mined)
    return Decided(safe & system.all_cells, mined & system.all_cells)


def _cells_in_need(system: ClueSystem, clues: ClueSet, with_total: bool) -> Generator[None, None, Decided]:
    """The cells that the clues, or they and the mine total, decide together, but not if one of these is left out."""
    safe, mined = system.decided(clues, with_total) or (0, 0)
    less = [(clues ^ 1 << number, with_total) for number in cells_of(clues)]
    for some, total in [*less, (clues, False)] if with_total else less:
        found = system.decided(some, total)
        if found is not None:
            safe, mined = safe & ~found.safe, mined & ~found.mined
        yield
    return Decided(safe, mined)


def _by_all(safe: CellSet, mined: CellSet, clues: CellSet) -> Deduction:
    """A deduction that is true, without any account of which clues it needs."""
    step = Step(safe, mined, clues=clues, uses_total=True)
    return Deduction(Kind.EXACT_COUNT, safe, mined, clues, True, (step,))


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
    """May assume cells that earlier deductions proved, and given mines."""
    clues: tuple[int, ...]
    """The opened cells whose clues prove it, those that prove the given cells included."""
    uses_total: bool
    """Whether the mine total is part of the proof, or of that of a given cell."""


def every_deduction(analysis: Analysis) -> Iterator[Proved]:
    """The deductions that prove the safe and mined cells of an analysis, each following from those before it.

    Single clues come first. Work and memory are bounded: on a board of a million cells most share the last deduction.
    """
    position = analysis.position
    told = _Told(position.given)
    safe, mined = 0, position.given
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
        deduction = run_to_end(easiest_deduction(analysis, wanted, Decided(safe, mined)))
        yield told.add(deduction)
        safe, mined = safe | deduction.safe, mined | deduction.mined
        if told.count >= MOST_DEDUCTIONS:
            break
    wanted = Decided(analysis.safe & ~safe, analysis.mined & ~mined)
    if wanted.safe | wanted.mined:
        clues = position.opened & position.grid.spread(position.hidden)
        yield Proved(_by_all(*wanted, clues), tuple(cells_of(clues)), uses_total=True)


class _Told:
    """The deductions so far: for each its clues and the deductions it relies on. Sets would fill the memory here."""

    def __init__(self, given: CellSet) -> None:
        self._given = given
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
        given = cells_of(deduction.assumes_safe | deduction.assumes_mined & ~self._given)
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
