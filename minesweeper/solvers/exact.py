"""Proves every provable cell and computes the exact odds of all others. Floats never decide a proof.

Applies the rules for single clues and pairs first, as sweeps over the whole board. Then counts components and uses the
mine total. For an impossible position, finds clues that contradict each other.
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
    count_roughly = LateModule("minesweeper.solvers.count_roughly")  # few boards need estimates
    count_tree = LateModule("minesweeper.solvers.count_tree")  # hardly any component of a game needs it


@dataclass(frozen=True, eq=False)
class Analysis:
    """Holds what follows from a position: proved cells and odds. Made by ``exact.analyse``.

    It also saves time for the next position of the same game; see ``ExactSolver``.
    """

    position: Position
    safe: CellSet
    """The hidden cells proved safe: every cell that is safe in all layouts, if ``is_complete``."""
    mined: CellSet
    """The cells proved to be mines: every cell that is a mine in all layouts, if ``is_complete``."""
    settled: tuple[CellSet, CellSet, CellSet]
    """The opened cells, safe cells and mines for which the parts were made."""
    parts_of: dict[int, list[Part]]
    """Each component or its windows, by the first of its clues."""
    interior: CellSet
    """The unknown cells that no clue sees."""
    totals: Totals
    risks: list[list[int]]
    """For each part, the layouts in which a cell of each group is a mine, then all layouts; scaled if rough."""
    places: dict[int, tuple[int, int]]
    """The part and the group of each unknown frontier cell, by number."""
    effort: Effort
    """The effort spent. A component that was too large then may be counted with more."""
    is_final: bool
    """Whether more effort would not improve the result."""

    @cached_property
    def parts(self) -> list[Part]:
        """The parts of all components."""
        return [part for parts in self.parts_of.values() for part in parts]

    @property
    def is_exact(self) -> bool:
        """False if the board was too large for exact odds. Cells called safe or mines are proved in any case."""
        return self.totals.is_exact

    @property
    def is_complete(self) -> bool:
        """Whether every provable cell is proved. False if a component was too large to count."""
        return not any(part.is_window for part in self.parts)

    def is_last_word_on(self, position: Position) -> bool:
        """Whether this is the analysis of a position that more effort would not improve."""
        return self.is_final and self.position == position

    @property
    def layouts(self) -> int | None:
        """The number of layouts that fit the position; None if not counted exactly."""
        return self.totals.layouts if self.is_exact else None

    @property
    def magnitude(self) -> float:
        """The decimal logarithm of the number of layouts, even if that number isn't known exactly."""
        return self.totals.magnitude

    @property
    def mines_unknown(self) -> int:
        """The mines in the cells of ``parts`` and ``interior`` together."""
        return self.position.mine_total - self.settled[2].bit_count()

    @property
    def interior_odds(self) -> Odds | None:
        """The odds of every interior cell; None if there is none."""
        return self.totals.inside if self.interior else None

    def odds(self, cell: int) -> Odds:
        """Returns the layouts in which a hidden cell is a mine, and all layouts: the ratio is the chance of a mine."""
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
        """Yields the cells of each frontier group, the layouts in which one of them is a mine, and all layouts."""
        for part, risks in zip(self.parts, self.risks, strict=True):
            for group in part.owned:
                yield part.component.groups[group], risks[group], risks[-1]


AS_THEY_LIE = 2_000
"""The most transitions for a count in the given order of the clues. Components of real games have fewer."""
ORDERED = 10_000
"""The most transitions for a count in an improved order: some milliseconds."""
_WORTH_ORDERING = 10
"""An order isn't tried if its estimate exceeds ORDERED by this factor. Estimates are right within a factor of five."""


def count_component(
    component: Component, effort: Effort
) -> Generator[None, None, tuple[Component, LayoutCounter | None]]:
    """Counts the layouts of a component. Returns it, maybe reordered, with its counter; None if no layout fits.

    Raises TooLarge if the effort isn't enough. A tree comes last, because look-ahead needs linear counters.
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
    """Explains contradicting clues: finds a minimal set of them around the given cells, in slices.

    No clue of the set can be left out. The search widens until the clues inside are impossible by themselves. It runs
    only after an error was found, so it aims at few clues, not at speed.
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
    """Whether some mines among the hidden cells fit these clues, as far as a short search shows."""
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
    """Returns a minimal set of given mines that contradict the clues; none if the clues fail without them too."""
    beside = cells_of(position.given & position.grid.spread(clues))
    return shrink(beside, lambda some: not can_hold(position._replace(given=some), clues))


def _is_possible(component: Component) -> bool:
    """Whether a component has a layout. One too large for a quick search counts as possible."""
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
    """Explains given mines on opened cells."""
    both = position.given & position.opened
    is_one = both.bit_count() == 1
    shows = "shows a clue and is given as a mine" if is_one else "show clues and are given as mines"
    return Contradiction(f"{_places(position, both)} {shows}", both, both)


class WrongTotal(Contradiction):
    """Reports a mine total that no layout has."""

    def __init__(self, message: str, brief: str) -> None:
        super().__init__(message)
        self.brief = brief
        """The possible totals in two or three words; empty if the total is neither too low nor too high."""


def explain_total(position: Position, fewest: int, most: int) -> WrongTotal:
    """Explains an impossible mine total. The clues need at least ``fewest`` mines and allow at most ``most``."""
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
    """Finds every provable cell, the number of layouts and the odds of each hidden cell; see ``Analysis.is_exact``.

    Pauses every few milliseconds. Reuses everything that has not changed since ``previous``.
    """
    if previous is not None and previous.is_last_word_on(position):
        return previous
    return (yield from ExactSolver(previous, effort).analyse(position))


def nearest_total(position: Position, wanted: int) -> int | None:
    """Finds the mine total nearest to ``wanted`` that some layout of the clues has.

    Ignores the total of the position. Returns None if no total works: then the clues themselves are wrong.
    """
    try:
        return run_to_end(ExactSolver().nearest_total(position, wanted))
    except Contradiction:
        return None


def explain_conflict(position: Position, conflict: Contradiction) -> Generator[None, None, Contradiction]:
    """Explains a conflict that another solver found. Its finding is true, but may name more clues than needed.

    Returns the given conflict only if the board is too large to count.
    """
    try:
        yield from ExactSolver().analyse(position)
    except Contradiction as error:
        return error
    return conflict


class ExactSolver:
    """Proves cells and remembers them from one position of a game to the next.

    Starts again if a position does not continue the last one, so any order of positions works.
    """

    def __init__(self, previous: Analysis | None = None, effort: Effort = QUICK) -> None:
        self._effort = effort
        self._position: Position | None = None
        self._found = (0, 0)
        """Further findings of an analysis. Its parts were made without them, so they count from the next call on."""
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
        """Whether nothing in the last position was too large to count."""
        return not any(part.is_window for part in self._all_parts())

    def certain(self, position: Position) -> Generator[None, None, tuple[CellSet, CellSet]]:
        """Proves cells safe and cells mines: all of them, or only those of the first stage that finds a safe one."""
        self._take(position)
        if not self._safe:
            yield from self._prove(position)
        return self._safe, self._mined

    def all_certain(self, position: Position) -> Generator[None, None, tuple[CellSet, CellSet]]:
        """Proves every cell that can be proved (see ``is_complete``), without computing odds."""
        _, safe, mined = yield from self._prove_all(position)
        return safe, mined

    def analyse(self, position: Position) -> Generator[None, None, Analysis]:
        """Finds every provable cell, the number of layouts and the odds of each hidden cell; see ``exact.analyse``."""
        interior, safe, mined = yield from self._prove_all(position)
        parts = self._all_parts()
        tables = [part.tables for part in parts]
        inside, mines_left = interior.bit_count(), position.mine_total - self._mined.bit_count()
        bits = 0
        for one in tables:
            bits += one.counts.total.bit_length()  # counts its layouts, which takes the time
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
        """Returns the unknown cells that no clue sees, the cells proved safe and the proved mines."""
        interior = yield from self._find_parts(position)
        yield
        safe, mined = yield from self._use_total(position, interior)
        return interior, self._safe | self._found[0] | safe, self._mined | self._found[1] | mined

    def nearest_total(self, position: Position, wanted: int) -> Generator[None, None, int | None]:
        """Finds the mine total nearest to ``wanted`` that some layout of the clues has; see ``exact.nearest_total``."""
        interior = yield from self._find_parts(position)
        whole, cut = self._whole_and_cut()
        tables, size = [part.tables for part in whole], len(cut) + interior.bit_count()
        for total in sorted(range(1, position.grid.size), key=lambda total: abs(total - wanted)):
            if limits_on_mines(tables, size, total - self._mined.bit_count()) is not None:
                return total
        return None

    def _find_parts(self, position: Position) -> Generator[None, None, CellSet]:
        """Applies the rules and makes the parts of a position. Returns the unknown cells that no clue sees."""
        self._take(position)
        frontier = yield from self._apply_rules(position, stop_at_safe=False)
        assert frontier is not None
        self._found = yield from self._update_parts(position, frontier)
        return frontier.unknown & ~position.grid.spread(position.opened)

    def _take(self, position: Position) -> None:
        """Forgets everything unless the position shows all that the last one showed, and no proof contradicts it.

        Starting again finds the clues that conflict.
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
        """Continues until a safe cell is proved or nothing more can be."""
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
        """Applies the one-clue and two-clue rules until they prove no more. None if stopped by the first safe cell."""
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
        """Makes the parts of changed components again. Returns the cells that these parts decide by themselves.

        The links of a component change only if one of its clues is at or next to a changed cell. So a part is out of
        date only if its first clue is, or if that clue belongs to a new component.
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
        """Returns the cells that the mine total decides."""
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
        """Returns the whole components, and the cells of windows. Windows overlap, so their cells count as interior."""
        parts = self._all_parts()
        windows = [part for part in parts if part.is_window]
        cut = [cell for part in windows for group in part.owned for cell in part.component.groups[group]]
        return [part for part in parts if not part.is_window], cut


def _continues(last: Position | None, position: Position) -> bool:
    """Whether the position shows all that the last one showed."""
    if last is None or last.grid is not position.grid or last.mine_total != position.mine_total:
        return False
    if last.opened & ~position.opened or last.given & ~position.given:
        return False
    return not any(last.opened & (before ^ now) for before, now in zip(last.clues, position.clues, strict=True))


def _components(position: Position, frontier: Frontier, changed: CellSet) -> Iterator[Component]:
    """Yields the components around changed cells. Explains clues that contradict each other."""
    try:
        yield from frontier.components(changed)
    except Contradiction as conflict:
        raise run_to_end(explain_clues(position, conflict.clues)) from None


def _make_parts(component: Component, effort: Effort) -> Generator[None, None, list[Part] | None]:
    """Returns the component as one part, or as windows if it is too large to count. None if no layout fits."""
    try:
        counted, tables = yield from count_component(component, effort)
    except TooLarge:
        yield
        return (yield from count_roughly.count_windows(component))
    return None if tables is None else [Part(counted, tables, range(len(counted.groups)))]
