"""The exact solver: proves every provable cell of a position and computes the odds of all others.

First it sweeps rules for single clues and pairs of clues over the whole board. Then it counts the layouts of each
component, and at last it uses the mine total, which links all components and the interior. The result is an
``Analysis``. Proofs use integers only, because a rounding error must never prove a cell. If no layout fits the
position, the solver raises a ``Contradiction`` that names clues which can't all be right. If a board is too large to
count, ``count_roughly`` estimates the odds, some provable cells may be missed, and the analysis says so.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from minesweeper.core.cells import CellSet, cells_of, contains, place_text, to_cell_set
from minesweeper.core.late import LateModule
from minesweeper.core.position import Position
from minesweeper.core.text import join, noun_for, plural
from minesweeper.solvers.bitrules import clues_out_of_reach, missing_mines, sweep_one_clue, sweep_two_clues
from minesweeper.solvers.constraints import Component, Frontier, collect_cells, reordered
from minesweeper.solvers.count_linear import QUICK, THOROUGH, Effort, LayoutCounter, Part, TooLarge, tables_of
from minesweeper.solvers.deduction import Contradiction, run_to_end, shrink
from minesweeper.solvers.mine_total import (
    Odds,
    Totals,
    bounds_on_mines,
    decide_by_total,
    limits_on_mines,
    weigh,
    work_to_weigh,
)

if TYPE_CHECKING:
    from minesweeper.solvers import count_roughly, count_tree
else:
    # Loaded late, because few boards need estimates.
    count_roughly = LateModule("minesweeper.solvers.count_roughly")
    # Loaded late, because hardly any component of a game needs a tree.
    count_tree = LateModule("minesweeper.solvers.count_tree")


@dataclass(frozen=True, eq=False)
class Analysis:
    """Everything that the exact solver finds in a position: proved cells, odds and the number of layouts. ``analyse``
    makes it.

    Passed to ``analyse`` with the next position of the game, it saves most of the work; see ``ExactSolver``.
    """

    position: Position
    safe: CellSet
    """The hidden cells that were proved safe.

    If the analysis is complete, these are all cells that are safe in every layout.
    """
    mined: CellSet
    """The cells that were proved to be mines.

    If the analysis is complete, these are all cells that are mines in every layout.
    """
    settled: tuple[CellSet, CellSet, CellSet]
    """The opened cells, proved safe cells and proved mines that were known when the parts were made.

    The parts contain none of these cells.
    """
    parts_of: dict[int, list[Part]]
    """The parts of each component: the component itself or its windows. The key is the first clue of the component."""
    interior: CellSet
    """The unknown cells that aren't next to an opened cell."""
    totals: Totals
    risks: list[list[int]]
    """For each part, the number of layouts in which a cell of each group is a mine, and last the number of all layouts.

    If odds are estimated, only the ratios mean something.
    """
    places: dict[int, tuple[int, int]]
    """Where to find the odds of each unknown frontier cell: the number of its part and its group in the part."""
    effort: Effort
    """The effort that was allowed. With more, components that were too large may be counted."""
    is_final: bool
    """Whether more effort wouldn't improve the result."""

    @cached_property
    def parts(self) -> list[Part]:
        """The parts of all components in one list."""
        return [part for parts in self.parts_of.values() for part in parts]

    @property
    def is_exact(self) -> bool:
        """Whether the odds are exact.

        They are estimates if the board was too large to count. Proved cells are certain either way.
        """
        return self.totals.is_exact

    @property
    def is_complete(self) -> bool:
        """Whether no provable cell was missed. Some may be missing if a component was too large to count."""
        return not any(part.is_window for part in self.parts)

    def is_last_word_on(self, position: Position) -> bool:
        """Whether this analysis belongs to the given position and more effort wouldn't improve it."""
        return self.is_final and self.position == position

    @property
    def layouts(self) -> int | None:
        """The number of layouts that fit the position, or None if they were too many to count exactly."""
        return self.totals.layouts if self.is_exact else None

    @property
    def magnitude(self) -> float:
        """The decimal logarithm of the number of layouts.

        This is known, at least roughly, even if the number itself isn't.
        """
        return self.totals.magnitude

    @property
    def mines_unknown(self) -> int:
        """The number of mines in all cells of the parts and the interior."""
        return self.position.mine_total - self.settled[2].bit_count()

    @property
    def interior_odds(self) -> Odds | None:
        """The odds of any interior cell, which are the same for all of them. None if the interior is empty."""
        return self.totals.inside if self.interior else None

    def odds(self, cell: int) -> Odds:
        """The number of layouts in which a hidden cell is a mine, and the number of all layouts. Their ratio is the
        mine risk.

        If odds are estimated, only this ratio means something.
        """
        place = self.places.get(cell)
        if place is None:
            if contains(self.interior, cell):
                return self.totals.inside
            layouts = self.totals.layouts or 1
            return (layouts, layouts) if contains(self.mined, cell) else (0, layouts)
        part, group = place
        risks = self.risks[part]
        return risks[group], risks[-1]

    def group_odds(self) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Yields each group of frontier cells with its odds: the number of layouts in which a given cell of the group
        is a mine, and the number of all layouts.
        """
        for part, risks in zip(self.parts, self.risks, strict=True):
            for group in part.owned:
                yield part.component.groups[group], risks[group], risks[-1]


AS_THEY_LIE = 2_000
"""The most transitions for counting a component with its clues in the order in which they lie on the board.

Components of real games have fewer.
"""
ORDERED = 10_000
"""The most transitions for counting a component after its groups were put into a better order.

This takes some milliseconds.
"""
_WORTH_ORDERING = 10
"""A better order is tried only if its estimate exceeds ``ORDERED`` by at most this factor.

Estimates are right within a factor of five.
"""


def count_component(
    component: Component, effort: Effort
) -> Generator[None, None, tuple[Component, LayoutCounter | None]]:
    """Counts the layouts of a component in slices. Returns the component, whose groups may have been put into another
    order, and its counter. The counter is None if no layout fits.

    Tries to count group by group first, because looking ahead needs such a counter, and makes a tree only if this
    fails. Raises ``TooLarge`` if the effort isn't enough for a tree either.
    """
    if len(component.clues) > effort.clues:
        raise TooLarge
    try:
        return component, _possible(tables_of(component.plan, AS_THEY_LIE))
    except TooLarge:
        yield
    ordered, cost = yield from reordered(component)
    if cost <= _WORTH_ORDERING * ORDERED:
        try:
            return ordered, _possible(tables_of(ordered.plan, ORDERED))
        except TooLarge:
            yield
    return component, (yield from count_tree.build_tree(component, effort))


def _possible(tables: LayoutCounter) -> LayoutCounter | None:
    return tables if tables.possible else None


def explain_clues(position: Position, near: CellSet) -> Generator[None, None, Contradiction]:
    """Finds a few clues near the given cells that can't all be right, and explains this. Runs in slices.

    No clue of the result can be left out. The search takes clues around ``near`` until these are impossible by
    themselves, then leaves out what isn't needed. It runs only after a contradiction was found, so it aims at few clues
    instead of speed. If the clues of the whole board are too many to find the contradiction, the result names the clues
    among the cells of ``near``.
    """
    grid, opened = position.grid, position.opened
    area = near
    while True:
        area = grid.spread(grid.spread(area))
        if not can_hold(position, area & opened):
            needed = yield from shrink(cells_of(area & opened), lambda clues: not can_hold(position, clues))
            return _error(position, needed, (yield from _given_to_blame(position, needed)))
        if area == grid.all_cells:
            return Contradiction("the clues can't all be right", near & opened)
        yield


def can_hold(position: Position, clues: CellSet) -> bool:
    """Whether some layout fits these clues and the given mines.

    Also True if the component is too large for a quick count, so only False is certain.
    """
    grid, unknown = position.grid, position.hidden & ~position.given
    missing, over = missing_mines(grid, position.opened, position.clues, position.given)
    beside = grid.spread(unknown)
    ones, twos, fours, eights = missing
    if clues & over or clues & ~beside & (ones | twos | fours | eights):
        return False
    active = clues & beside
    frontier = Frontier(grid, missing, active, unknown)
    try:
        return all(_is_possible(component) for component in frontier.components(active))
    except Contradiction:
        return False


def _given_to_blame(position: Position, clues: CellSet) -> Generator[None, None, CellSet]:
    """Finds given mines that contradict the clues and of which none can be left out.

    The result is empty if the clues are impossible without any given mines.
    """
    beside = cells_of(position.given & position.grid.spread(clues))
    return shrink(beside, lambda some: not can_hold(position._replace(given=some), clues))


def _is_possible(component: Component) -> bool:
    """Whether a component has a layout. True if it is too large for a quick count."""
    try:
        return run_to_end(count_component(component, QUICK))[1] is not None
    except TooLarge:
        return True


def _error(position: Position, clues: CellSet, given: CellSet) -> Contradiction:
    cells, grid = cells_of(clues), position.grid
    places = _places(position, clues)
    if len(cells) > 1:
        mines = noun_for(given.bit_count(), "given mine")
        beside = f" with the {mines} at {_places(position, given)}" if given else ""
        both = "both" if len(cells) == 2 else "all"
        return Contradiction(f"the clues at {places} can't {both} be right{beside}", clues, given)
    clue, around = position.clue(cells[0]), grid.neighbours(cells[0])
    if given:
        given = around & position.given
        beside = plural(given.bit_count(), "given mine")
        return Contradiction(f"the {clue or 'empty cell'} at {places} has {beside} beside it", clues, given)
    room = (around & position.hidden).bit_count()
    beside = f"only {plural(room, 'hidden neighbour')}" if room else "no hidden neighbour"
    return Contradiction(f"the {clue} at {places} has {beside}", clues)


def _places(position: Position, cells: CellSet) -> str:
    return join([place_text(*position.grid.row_col(cell)) for cell in cells_of(cells)])


def explain_given(position: Position) -> Contradiction:
    """Explains that a given mine lies on an opened cell. Call it only if one does."""
    both = position.given & position.opened
    is_one = both.bit_count() == 1
    shows = "shows a clue and is given as a mine" if is_one else "show clues and are given as mines"
    return Contradiction(f"{_places(position, both)} {shows}", both, both)


class WrongTotal(Contradiction):
    """A contradiction in which the clues fit together, but not with the mine total."""

    def __init__(self, message: str, brief: str) -> None:
        super().__init__(message)
        self.brief = brief
        """The possible totals in two or three words, such as "at least 5".

        Empty if the total is neither too low nor too high.
        """


def explain_total(position: Position, fewest: int, most: int) -> WrongTotal:
    """Explains why the mine total is impossible.

    The clues allow at least ``fewest`` and at most ``most`` mines on the whole board.
    """
    total, given = position.mine_total, position.given.bit_count()
    clues, brief = "the clues and the given mines" if given else "the clues", ""
    if total < given:
        reason, brief = f"{plural(given, 'mine')} {'is' if given == 1 else 'are'} given", f"{given} given"
    elif total < fewest:
        reason, brief = f"{clues} need at least {fewest}", f"at least {fewest}"
    elif total > most:
        reason, brief = f"{clues} leave room for at most {most}", f"at most {most}"
    else:
        reason = f"no layout that fits {clues} has this number of mines"
    return WrongTotal(f"a mine total of {total} is impossible: {reason}", brief)


def analyse(
    position: Position, previous: Analysis | None = None, effort: Effort = THOROUGH
) -> Generator[None, None, Analysis]:
    """Finds every provable cell, the number of layouts and the odds of each hidden cell. ``Analysis`` says whether
    these are exact and complete.

    Runs in slices of a few milliseconds. ``previous`` may be any earlier analysis: what hasn't changed since is used
    again, which saves most of the time during a game. Raises a ``Contradiction`` if no layout fits.
    """
    if previous is not None and previous.is_last_word_on(position):
        return previous
    return (yield from ExactSolver(previous, effort).analyse(position))


def nearest_total(position: Position, wanted: int) -> int | None:
    """Finds the mine total nearest to ``wanted`` for which a layout fits the clues. The mine total of the position is
    ignored.

    Returns None if the clues contradict each other, because then no total is possible.
    """
    try:
        return run_to_end(ExactSolver().nearest_total(position, wanted))
    except Contradiction:
        return None


def explain_conflict(position: Position, conflict: Contradiction) -> Generator[None, None, Contradiction]:
    """Explains a contradiction that another solver has found in a position. Runs in slices.

    The other solver may have named more clues than needed, so this finds fewer ones. If the board is too large to find
    the contradiction by counting, the result is ``conflict`` itself.
    """
    try:
        yield from ExactSolver().analyse(position)
    except Contradiction as error:
        return error
    return conflict


class ExactSolver:
    """Proves cells and remembers them from one position of a game to the next.

    If a position doesn't continue the last one, it forgets everything and starts again, so positions may come in any
    order.
    """

    def __init__(self, previous: Analysis | None = None, effort: Effort = QUICK) -> None:
        """Starts without a position, or continues from an earlier analysis.

        The parts of this analysis are used only if they were counted with at least the same effort, or if more effort
        wouldn't change them.
        """
        self._effort = effort
        self._position: Position | None = None
        self._found = (0, 0)
        """Cells that the last parts proved safe and mines.

        The parts still contain these cells, so they count as known only from the next position on.
        """
        self._safe = self._mined = 0
        self._settled = (0, 0, 0)
        self._parts: dict[int, list[Part]] = {}
        if previous is not None:
            self._position, self._safe, self._mined = previous.position, previous.safe, previous.mined
            if effort.links <= previous.effort.links or previous.is_complete:
                self._settled, self._parts = previous.settled, dict(previous.parts_of)

    def _all_parts(self) -> list[Part]:
        return [part for parts in self._parts.values() for part in parts]

    @property
    def is_complete(self) -> bool:
        """Whether no component of the last position was too large to count."""
        return not any(part.is_window for part in self._all_parts())

    def certain(self, position: Position) -> Generator[None, None, tuple[CellSet, CellSet]]:
        """Proves cells and returns the safe ones and the mines. Runs in slices.

        Stops as soon as a stage finds a safe cell, because a player can open that one first. So the sets may leave out
        provable cells. This is faster than ``all_certain``.
        """
        self._take(position)
        if not self._safe:
            yield from self._prove(position)
        return self._safe, self._mined

    def all_certain(self, position: Position) -> Generator[None, None, tuple[CellSet, CellSet]]:
        """Proves every provable cell and returns the safe cells and the mines. Runs in slices.

        Odds aren't computed. ``is_complete`` says afterwards whether a component was too large, so that a cell may be
        missing.
        """
        _, safe, mined = yield from self._prove_all(position)
        return safe, mined

    def analyse(self, position: Position) -> Generator[None, None, Analysis]:
        """Finds every provable cell, the number of layouts and the odds of each hidden cell; see the function
        ``analyse``.
        """
        interior, safe, mined = yield from self._prove_all(position)
        parts = self._all_parts()
        tables = [part.tables for part in parts]
        inside, mines_left = interior.bit_count(), position.mine_total - self._mined.bit_count()
        bits = 0
        for one in tables:
            # The first use of counts does the counting, which takes most of the time.
            bits += one.counts.total.bit_length()
            yield
        work = work_to_weigh(tables, bits, inside, mines_left) if self.is_complete else None
        if work is not None and work <= self._effort.weighing:
            totals = yield from weigh(tables, inside, mines_left)
        else:
            totals = yield from count_roughly.weigh_roughly(tables, [part.share for part in parts], inside, mines_left)
        risks, places = [], {}
        for number, (part, weights) in enumerate(zip(parts, totals.outside, strict=True)):
            risks.append((yield from part.tables.risks(weights)))
            for group in part.owned:
                for cell in part.component.groups[group]:
                    places[cell] = number, group
            yield
        is_final = totals.is_exact or self._effort == THOROUGH or (work is not None and work > THOROUGH.weighing)
        settled, parts_of, effort = self._settled, dict(self._parts), self._effort
        return Analysis(position, safe, mined, settled, parts_of, interior, totals, risks, places, effort, is_final)

    def _prove_all(self, position: Position) -> Generator[None, None, tuple[CellSet, CellSet, CellSet]]:
        """Returns the interior, all cells proved safe and all proved mines."""
        interior = yield from self._find_parts(position)
        yield
        safe, mined = yield from self._use_total(position, interior)
        return interior, self._safe | self._found[0] | safe, self._mined | self._found[1] | mined

    def nearest_total(self, position: Position, wanted: int) -> Generator[None, None, int | None]:
        """Finds the mine total nearest to ``wanted`` that is possible, or None; see the function ``nearest_total``."""
        interior = yield from self._find_parts(position)
        whole, cut = self._whole_and_cut()
        tables, size = [part.tables for part in whole], len(cut) + interior.bit_count()
        for total in sorted(range(1, position.grid.size), key=lambda total: abs(total - wanted)):
            if limits_on_mines(tables, size, total - self._mined.bit_count()) is not None:
                return total
        return None

    def _find_parts(self, position: Position) -> Generator[None, None, CellSet]:
        """Applies the rules, then makes the parts of a position. Returns the interior."""
        self._take(position)
        frontier = yield from self._apply_rules(position, stop_at_safe=False)
        assert frontier is not None
        self._found = yield from self._update_parts(position, frontier)
        return frontier.unknown & ~position.grid.spread(position.opened)

    def _take(self, position: Position) -> None:
        """Makes this the current position. Forgets everything unless the position continues the last one and agrees
        with what was proved.

        If it doesn't agree, a clue or a given mine is wrong, and starting again finds out which clues conflict.
        """
        if position.given & position.opened:
            raise explain_given(position)
        last, self._position = self._position, position
        self._safe = (self._safe | self._found[0]) & position.hidden
        self._mined |= self._found[1]
        self._found = (0, 0)
        if not _continues(last, position) or position.given & self._safe or position.opened & self._mined:
            self._safe = self._mined = 0
            self._settled, self._parts = (0, 0, 0), {}
        self._mined |= position.given

    def _prove(self, position: Position) -> Generator[None, None, None]:
        """Proves more and more until a safe cell is found or nothing more can be proved."""
        while True:
            frontier = yield from self._apply_rules(position, stop_at_safe=True)
            if frontier is None:
                return
            safe, mined = yield from self._update_parts(position, frontier)
            if not safe and not mined:
                interior = frontier.unknown & ~position.grid.spread(position.opened)
                safe, mined = yield from self._use_total(position, interior)
            if not safe and not mined:
                return
            self._safe |= safe
            self._mined |= mined
            if safe:
                return

    def _apply_rules(self, position: Position, stop_at_safe: bool) -> Generator[None, None, Frontier | None]:
        """Applies the rules for single clues and pairs of clues until they prove nothing more. Returns the frontier
        that is left.

        With ``stop_at_safe``, returns None as soon as a safe cell is proved. Raises a ``Contradiction`` if a clue can't
        hold.
        """
        grid, opened, clues = position.grid, position.opened, position.clues
        while True:
            unknown = grid.all_cells & ~(opened | self._mined | self._safe)
            safe, mined = sweep_one_clue(grid, opened, clues, self._mined, unknown)
            if not safe and not mined:
                missing, over = missing_mines(grid, opened, clues, self._mined)
                if over:
                    raise (yield from explain_clues(position, over))
                active = opened & grid.spread(unknown)
                for more_safe, more_mined in sweep_two_clues(grid, missing, active, unknown):
                    safe |= more_safe
                    mined |= more_mined
                    yield
                    if safe and stop_at_safe:
                        break
                if not safe and not mined:
                    short = clues_out_of_reach(grid, opened, clues, self._mined | unknown)
                    if short:
                        raise (yield from explain_clues(position, short))
                    return Frontier(grid, missing, active, unknown)
            if safe & mined:
                raise (yield from explain_clues(position, grid.spread(safe & mined) & opened))
            self._safe |= safe
            self._mined |= mined
            if safe and stop_at_safe:
                return None
            yield

    def _update_parts(self, position: Position, frontier: Frontier) -> Generator[None, None, tuple[CellSet, CellSet]]:
        """Makes the parts of all changed components anew, and returns the cells that these parts prove safe and mines.

        A component can only change if a cell changed that is one of its clues or next to one. So an old part is out of
        date only if this holds for its first clue, or if this clue belongs to a new component.
        """
        opened, safe, mined = self._settled
        changed = (position.opened ^ opened) | (self._safe ^ safe) | (self._mined ^ mined)
        if not changed:
            return 0, 0
        near = position.grid.spread(changed).to_bytes(position.grid.size // 8 + 1, "little")
        for key in [key for key in self._parts if near[key >> 3] >> (key & 7) & 1]:
            del self._parts[key]
        safe_cells: list[int] = []
        mined_cells: list[int] = []
        for component in _components(position, frontier, changed):
            for clue in component.clues:
                self._parts.pop(clue, None)
            parts = yield from _make_parts(component, self._effort)
            if parts is None:
                raise (yield from explain_clues(position, to_cell_set(component.clues)))
            self._parts[component.clues[0]] = parts
            for part in parts:
                collect_cells(part.component.groups, part.tables.decided_groups(), safe_cells, mined_cells)
            yield
        self._settled = (position.opened, self._safe, self._mined)
        return to_cell_set(safe_cells), to_cell_set(mined_cells)

    def _use_total(self, position: Position, interior: CellSet) -> Generator[None, None, tuple[CellSet, CellSet]]:
        """Proves cells with the mine total.

        Returns the safe cells and the mines that this finds. Raises ``WrongTotal`` if no layout has this total.
        """
        whole, cut = self._whole_and_cut()
        size = len(cut) + interior.bit_count()
        mines_left = position.mine_total - self._mined.bit_count()
        tables = [part.tables for part in whole]
        yield
        by_total = yield from decide_by_total(tables, size, mines_left)
        if by_total is None:
            proved = position.mine_total - mines_left
            fewest, most = bounds_on_mines(tables)
            raise explain_total(position, proved + fewest, proved + most + size)
        safe: list[int] = []
        mined: list[int] = []
        for part, decided in zip(whole, by_total.groups, strict=True):
            collect_cells(part.component.groups, decided, safe, mined)
        rest = to_cell_set(cut) | interior if by_total.inside is not None else 0
        return to_cell_set(safe) | (0 if by_total.inside else rest), to_cell_set(mined) | (
            rest if by_total.inside else 0
        )

    def _whole_and_cut(self) -> tuple[list[Part], list[int]]:
        """The parts that are whole components, and the cells of all windows.

        What a window counts isn't exact, so its cells are treated like interior cells when the mine total is used.
        """
        parts = self._all_parts()
        windows = [part for part in parts if part.is_window]
        cut = [cell for part in windows for group in part.owned for cell in part.component.groups[group]]
        return [part for part in parts if not part.is_window], cut


def _continues(last: Position | None, position: Position) -> bool:
    """Whether the position has the same grid and mine total as the last one, and shows every clue and given mine of
    it.
    """
    if last is None or last.grid is not position.grid or last.mine_total != position.mine_total:
        return False
    if last.opened & ~position.opened or last.given & ~position.given:
        return False
    return not any(last.opened & (before ^ now) for before, now in zip(last.clues, position.clues, strict=True))


def _components(position: Position, frontier: Frontier, changed: CellSet) -> Iterator[Component]:
    """Yields the components around changed cells.

    If two clues contradict each other, raises an explained contradiction.
    """
    try:
        yield from frontier.components(changed)
    except Contradiction as conflict:
        raise run_to_end(explain_clues(position, conflict.clues)) from None


def _make_parts(component: Component, effort: Effort) -> Generator[None, None, list[Part] | None]:
    """Counts a component as one part, or as windows if it is too large to count. Returns None if no layout fits."""
    try:
        counted, tables = yield from count_component(component, effort)
    except TooLarge:
        yield
        return (yield from count_roughly.count_windows(component))
    return None if tables is None else [Part(counted, tables, range(len(counted.groups)))]
