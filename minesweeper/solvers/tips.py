"""Finds the tip for a player: the easiest deduction of a position, from as few clues as possible.

Flags are never used as evidence, because they may be wrong. They only say which mines the player knows already, so that
a tip is about something else, and a provably wrong flag is always the first tip. Mines that were proved earlier in the
game count as known, so that a tip can build on them. If a tip needs the mine total, provable flags count as known as
well, because players start from the mine counter on the screen, which counts them. ``proof`` finds the steps of a
deduction. ``every_deduction`` lists all deductions of a position in order, for ``solve`` and the library.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from minesweeper.core.cells import CellSet, cells_of, contains, nearest_first, steps_between, to_cell_set
from minesweeper.core.position import Position
from minesweeper.solvers import simple
from minesweeper.solvers.deduction import Deduction, Kind, ProvedCells, Step, run_to_end, shrink
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.proof import (
    ClueSet,
    ClueSystem,
    ProofSearch,
    reason_for,
)

_MOST_CLUES = 1000
"""If more clues are next to hidden cells, the search looks only at the clues in squares around a provable cell."""
_LARGE = 10_000
"""If a board has more cells, the search begins around the given cell, because analysing the whole board takes
seconds.
"""
_RADII = (8, 16, 24)
_TRIED_CELLS = 40
"""For how many cells a count is tried after all easier reasoning has failed."""
_NOTHING = ProvedCells()


class NoProof(NamedTuple):
    """The result of a search for a tip that found nothing to prove beyond the flags."""

    is_complete: bool = True
    """Whether nothing can be proved at all.

    If not, the board was too large to search completely, and a proof may exist.
    """


def tip(
    position: Position,
    flags: CellSet = 0,
    near: int | None = None,
    previous: Analysis | None = None,
    *,
    prefers_safe: bool = True,
    proved_mines: CellSet = 0,
) -> Generator[None, None, Deduction | NoProof]:
    """Finds the easiest tip. Raises a ``Contradiction`` if no layout fits the position. Runs in slices.

    Among equally easy tips, a safe cell comes before a mine, and after that the cell nearest to ``near`` comes first.
    If the mine of one clue lets another clue prove a safe cell, the tip is about this safe cell, because the player
    wants to open something. Without ``prefers_safe``, safe cells and mines are equal.

    ``proved_mines`` are mines that were proved earlier in the game. The tip may build on them and is about another cell
    if possible. ``previous`` is an analysis of this or an earlier position, which saves time. On a large board the
    search begins around ``near``, so there a wrong flag far away isn't always the first tip.
    """
    is_known = previous is not None and previous.is_last_word_on(position)
    if near is not None and position.grid.size > _LARGE and not is_known:
        for system in _squares(position, near):
            yield
            decided = system.decided(system.all_clues)
            if decided is not None:
                proved = ProvedCells(system.to_board(decided.safe), system.to_board(decided.mined))
                deduction = yield from _deduction_about(position, proved, flags, near, prefers_safe, proved_mines)
                if deduction is not None:
                    return deduction
    analysis = yield from analyse(position, previous)
    proved = ProvedCells(analysis.safe, analysis.mined)
    deduction = yield from _deduction_about(position, proved, flags, near, prefers_safe, proved_mines)
    return deduction or NoProof(analysis.is_complete)


def _deduction_about(
    position: Position, proved: ProvedCells, flags: CellSet, near: int | None, prefers_safe: bool, proved_mines: CellSet
) -> Generator[None, None, Deduction | None]:
    """Finds the easiest deduction about cells that are known to be provable. Returns None if the flags show all of
    them.

    A wrong flag comes first, and a mine that was proved before comes last.
    """
    wrong = proved.safe & flags
    wanted = ProvedCells(safe=wrong) if wrong else ProvedCells(proved.safe, proved.mined & ~(flags | position.given))
    if not wanted.safe | wanted.mined:
        return None
    given = ProvedCells(mined=proved_mines & position.hidden)
    new = ProvedCells(wanted.safe, wanted.mined & ~proved_mines)
    if new.safe | new.mined:
        wanted = new
    else:
        # If the player hasn't flagged a mine that an earlier tip has shown, this tip proves the mine again.
        given = _NOTHING
    return (yield from _Search(position, proved, wanted, near, given, flags, prefers_safe).run())


def _squares(position: Position, centre: int, given: ProvedCells = _NOTHING) -> Iterator[ClueSystem]:
    """Yields a ``ClueSystem`` for each of a few squares around a cell, the smallest first.

    It has the clues in the square that are next to undecided cells.
    """
    grid = position.grid
    active = grid.spread(position.hidden & ~(given.safe | given.mined | position.given)) & position.opened
    row, col = grid.row_col(centre)
    for radius in _RADII:
        side = 2 * radius + 1
        yield ClueSystem(position, cells_of(active & grid.rectangle(row - radius, col - radius, side, side)), *given)


def easiest_deduction(
    analysis: Analysis, wanted: ProvedCells, given: ProvedCells, flags: CellSet = 0, near: int | None = None
) -> Generator[None, None, Deduction]:
    """Finds the easiest deduction of a wanted cell. Among equally easy ones, it takes the one nearest to ``near``.

    ``given`` are cells that were proved before. ``flags`` count as known mines if the mine total is needed and they are
    provable. Runs in slices.
    """
    decided = ProvedCells(analysis.safe, analysis.mined)
    return _Search(analysis.position, decided, wanted, near, given, flags).run()


class _Search:
    """One search for the easiest deduction of a wanted cell."""

    def __init__(
        self,
        position: Position,
        decided: ProvedCells,
        wanted: ProvedCells,
        near: int | None,
        given: ProvedCells = _NOTHING,
        flags: CellSet = 0,
        prefers_safe: bool = False,
    ) -> None:
        """``decided`` are all provable cells, ``wanted`` those that the deduction should be about, and ``given`` those
        that count as known.
        """
        self._position = position
        self._decided, self._wanted, self._near = decided, wanted, near
        self._given = ProvedCells(given.safe, given.mined | position.given)
        self._wanted_cells = wanted.safe | wanted.mined
        self._flagged = decided.mined & flags & ~self._given.mined
        self._prefers_safe = prefers_safe

    def run(self) -> Generator[None, None, Deduction]:
        """Finds the easiest deduction.

        Tries easy reasoning first, then a count without the mine total, then the mine total.
        """
        for system in self._areas():
            search = ProofSearch(system)
            yield
            wanted, decided = (ProvedCells(*map(system.from_board, cells)) for cells in (self._wanted, self._decided))
            reason = yield from search.easiest(wanted, decided, self._near, prefers_safe=self._prefers_safe)
            if reason is not None:
                goal = self._pick(system, reason.cells)
                return (yield from self._prove(system, cells_of(reason.support), goal))
        easiest = yield from self._count_around(system)
        # Tries the mine total too, because it may be easier than a count.
        if easiest is None or easiest.kind is Kind.EXACT_COUNT:
            by_total: Deduction | None
            # From here on, provable flags count as known.
            if self._flagged:
                known = ProvedCells(self._given.safe, self._given.mined | self._flagged)
                by_total = yield from _Search(self._position, self._decided, self._wanted, self._near, known).run()
            else:
                by_total = yield from self._count_all(system, search)
            if easiest is None or (by_total is not None and by_total.kind < easiest.kind):
                easiest = by_total
        return easiest or self._unproved()

    def _areas(self) -> Iterator[ClueSystem]:
        """Yields the systems of clues to search.

        That is one with all clues or, if these are too many, one for each of a few squares around a wanted cell, the
        smallest first.
        """
        position = self._position
        grid = position.grid
        active = grid.spread(position.hidden & ~(self._given.safe | self._given.mined)) & position.opened
        if active.bit_count() <= _MOST_CLUES:
            yield ClueSystem(position, cells_of(active), *self._given)
            return
        yield from _squares(position, next(self._nearest_wanted()), self._given)

    def _nearest_wanted(self) -> Iterator[int]:
        return nearest_first(self._position.grid, self._wanted_cells, self._near)

    def _pick(self, system: ClueSystem, cells: CellSet) -> ProvedCells:
        """Chooses a wanted cell among the numbered cells as the goal.

        Safe cells come before mines, then the nearest cell first.
        """
        grid, near = self._position.grid, self._near

        def order(cell: int) -> tuple[bool, int]:
            place = system.cells[cell]
            return not contains(self._wanted.safe, place), 0 if near is None else steps_between(grid, near, place)

        cell = min(cells_of(cells & system.from_board(self._wanted_cells)), key=order)
        return self._goal(system, system.cells[cell])

    def _goal(self, system: ClueSystem, cell: int) -> ProvedCells:
        """Makes a goal of one cell of the board, as safe or as a mine according to what is provable."""
        bit = system.from_board(1 << cell)
        return ProvedCells(safe=bit) if contains(self._decided.safe, cell) else ProvedCells(mined=bit)

    def _count_around(self, system: ClueSystem) -> Generator[None, None, Deduction | None]:
        """Finds a deduction by counting layouts without the mine total, from the smallest square of clues that decides
        a cell.

        Returns None if no such square decides one of the nearest wanted cells.
        """
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
        """Finds a deduction that needs the mine total.

        It first tries the clues that prove mines and those that still have undecided cells, because only these limit
        the number of mines. Returns None if the mine total decides no wanted cell.
        """
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

    def _goal_of_total(self, system: ClueSystem) -> ProvedCells | None:
        """The nearest wanted cell that can be proved with the mine total but not by the clues alone.

        None if no cell is like that.
        """
        everything = system.all_clues
        with_total, without = system.decided(everything, with_total=True), system.decided(everything)
        if with_total is None or without is None:
            return None
        cells = system.to_board((with_total.safe & ~without.safe) | (with_total.mined & ~without.mined))
        cell = next(nearest_first(self._position.grid, cells & self._wanted_cells, self._near), None)
        return None if cell is None else self._goal(system, cell)

    def _unproved(self) -> Deduction:
        """A true deduction that names all clues, for when there are too many to find out which of them it needs."""
        position, cell = self._position, next(self._nearest_wanted())
        because = position.grid.spread(position.hidden) & position.opened
        safe = self._decided.safe & 1 << cell
        return _by_all(safe, 1 << cell ^ safe, because)

    def _prove(
        self, system: ClueSystem, enough: Sequence[int], goal: ProvedCells, with_total: bool = False
    ) -> Generator[None, None, Deduction]:
        """Makes the deduction of the goal and of all cells that the same proof settles, after dropping the clues that
        it doesn't need.

        ``enough`` are numbers of clues that prove the goal. The first ones are dropped first. Runs in slices.
        """
        clues = yield from shrink(enough, lambda some: system.proves(some, goal, with_total))
        common = yield from _cells_in_need(system, clues, with_total)
        chain = yield from reason_for(system, clues, goal, with_total)
        if chain:
            last = chain[-1]
            cells = system.same_clue_cells(clues, goal.safe | goal.mined) if last.step.branches else last.cells
            common = ProvedCells(common.safe & cells, common.mined & cells)
        proved = ProvedCells(*map(system.to_board, common))
        return system.make_deduction(proved, clues, chain, with_total)


def _cells_in_need(system: ClueSystem, clues: ClueSet, with_total: bool) -> Generator[None, None, ProvedCells]:
    """The cells for which every one of these clues is needed: all together decide them, and no smaller set does.

    With ``with_total``, the mine total must be needed as well.
    """
    safe, mined = system.decided(clues, with_total) or (0, 0)
    less = [(clues ^ 1 << number, with_total) for number in cells_of(clues)]
    for some, total in [*less, (clues, False)] if with_total else less:
        decided = system.decided(some, total)
        if decided is not None:
            safe, mined = safe & ~decided.safe, mined & ~decided.mined
        yield
    return ProvedCells(safe, mined)


def _by_all(safe: CellSet, mined: CellSet, clues: CellSet) -> Deduction:
    """Makes a true deduction from all clues and the mine total, without looking for those it needs."""
    step = Step(safe, mined, clues=clues, uses_total=True)
    return Deduction(Kind.EXACT_COUNT, safe, mined, because=clues, uses_total=True, steps=(step,))


MOST_DEDUCTIONS = 10_000
"""The most deductions that are listed one by one. All remaining cells share one more deduction."""
MOST_SEARCHES = 200
"""The most searches for deductions that need more than single clues."""
_MOST_WORK = 4_000_000
"""The most searches times cells of the board.

A search looks at the whole board, and no position should take minutes.
"""
_MOST_LISTED = 2_000_000
"""The most clues that all deductions name together.

After that, a deduction names only its own clues, without those that prove the cells it assumes.
"""


class GroundedDeduction(NamedTuple):
    """A deduction with everything that it rests on."""

    deduction: Deduction
    """The deduction, which may assume given mines and cells that earlier deductions proved."""
    clues: tuple[int, ...]
    """The opened cells whose clues the proof uses, including those that prove the mines it takes as known."""
    uses_total: bool
    """Whether the mine total is needed to prove the deduction or a cell that it assumes."""


def every_deduction(analysis: Analysis) -> Iterator[GroundedDeduction]:
    """Yields deductions that prove all safe cells and mines of an analysis, each from clues and earlier deductions.

    Single clues come first. Time and memory are limited, so on a board of a million cells most cells share the last
    deduction.
    """
    position = analysis.position
    safe, mined = 0, position.given
    rests_on: dict[int, frozenset[int]] = {}
    by_total: set[int] = set()
    listed = 0
    for deduction in islice(_single_deductions(analysis), MOST_DEDUCTIONS):
        assumed = cells_of(deduction.assumes_safe | deduction.assumes_mined & ~position.given)
        clues = frozenset(cells_of(deduction.because))
        if listed < _MOST_LISTED:
            clues = clues.union(*{rests_on[cell] for cell in assumed})
        listed += len(clues)
        uses_total = deduction.uses_total or not by_total.isdisjoint(assumed)
        yield GroundedDeduction(deduction, tuple(sorted(clues)), uses_total)
        for cell in cells_of((deduction.safe | deduction.mined) & ~(safe | mined)):
            rests_on[cell] = clues
            if uses_total:
                by_total.add(cell)
        safe, mined = safe | deduction.safe, mined | deduction.mined
    wanted = ProvedCells(analysis.safe & ~safe, analysis.mined & ~mined)
    if wanted.safe | wanted.mined:
        because = position.opened & position.grid.spread(position.hidden)
        yield GroundedDeduction(_by_all(*wanted, because), tuple(cells_of(because)), uses_total=True)


def _single_deductions(analysis: Analysis) -> Iterator[Deduction]:
    """Yields deductions, each from clues and earlier ones, until every cell is proved or the searches are used up."""
    position = analysis.position
    safe, mined = 0, position.given
    for _ in range(min(MOST_SEARCHES, 1 + _MOST_WORK // position.grid.size)):
        for deduction in simple.deductions(position, safe, mined):
            yield deduction
            safe, mined = safe | deduction.safe, mined | deduction.mined
        wanted = ProvedCells(analysis.safe & ~safe, analysis.mined & ~mined)
        if not wanted.safe | wanted.mined:
            return
        deduction = run_to_end(easiest_deduction(analysis, wanted, ProvedCells(safe, mined)))
        yield deduction
        safe, mined = safe | deduction.safe, mined | deduction.mined
