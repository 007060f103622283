"""Constraints that share cells, and the order in which to count them: components, their groups and their plans.

It knows which clues see which unknown cells and how many mines they miss, not what follows from that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from minesweeper.core.cells import CellSet, Grid, Planes, cells_of, to_cell_set
from minesweeper.solvers.deduction import Contradiction

LANE = 5
"""Bits of a state for each open constraint: four for the mines it still misses, and a guard bit."""
GUARD = 1 << (LANE - 1)
MASK_CELLS = 4096
"""Up to so many cells a board has a mask for each cell; on larger boards components are found cell by cell."""

Step: TypeAlias = tuple[int, int, int, int, int, int]
"""How a group enters the count: size, opening, delta, guards, limit, closing; see ``Links``."""
Plan: TypeAlias = tuple[Step, ...]


class Constraint(NamedTuple):
    """Exactly ``mines`` mines in ``size`` unknown cells."""

    mines: int
    size: int


class Component(NamedTuple):
    """Constraints linked by shared cells, and those cells in groups, in the order of the plan."""

    clues: tuple[int, ...]
    """The opened cells whose clues are its constraints; of clues that see the same cells one is counted."""
    groups: tuple[tuple[int, ...], ...]
    """The cells of each group: those that are seen by exactly the same clues."""
    seen_by: tuple[Sequence[int], ...]
    """For each group the clues that see it."""
    plan: Plan
    constraints: Mapping[int, Constraint]
    """The constraints by their clues' cells; others than those of this component may be among them."""


class Links:
    """Constraints, named by their clues' cells, and groups of cells, each with the constraints that hold it."""

    __slots__ = ("cells", "constraints", "groups_of", "seen_by", "twins")

    def __init__(
        self,
        constraints: Mapping[int, Constraint],
        seen_by: Sequence[Sequence[int]],
        cells: Sequence[Sequence[int]],
        twins: Mapping[int, Sequence[int]],
    ) -> None:
        self.constraints = constraints
        self.seen_by = seen_by
        self.cells = cells
        self.twins = twins
        """For some constraints the clues that see the same cells; they are not among the constraints."""
        self.groups_of: defaultdict[int, list[int]] = defaultdict(list)
        for group, clues in enumerate(seen_by):
            for clue in clues:
                self.groups_of[clue].append(group)

    def components(self) -> Iterator[Component]:
        """The components, each with its plan."""
        done: set[int] = set()
        for clue in self.groups_of:
            if clue not in done:
                order = self.breadth_first(clue)
                done.update(order)
                # The clue reached last lies at an end of the component: from there few constraints are open at a time.
                yield self.make_component(self.breadth_first(order[-1]) if len(order) > 3 else order)

    def breadth_first(self, start: int) -> list[int]:
        """The constraints linked to a constraint, in the order of their distance from it."""
        order = [start]
        reached = {start}
        groups_of, seen_by = self.groups_of, self.seen_by
        for clue in order:
            for group in groups_of[clue]:
                for other in seen_by[group]:
                    if other not in reached:
                        reached.add(other)
                        order.append(other)
        return order

    def make_component(self, order: Sequence[int]) -> Component:
        """The component of these constraints, with the plan that closes them in this order."""
        groups = self._order_groups(order)
        twins = [twin for clue in order if clue in self.twins for twin in self.twins[clue]] if self.twins else []
        return Component(
            (*order, *twins),
            tuple([tuple(self.cells[group]) for group in groups]),
            tuple([self.seen_by[group] for group in groups]),
            self._make_plan(groups),
            self.constraints,
        )

    def _order_groups(self, order: Sequence[int]) -> list[int]:
        """The groups as the constraints need them; cells that only one sees come last: their mines are then forced."""
        seen_by = self.seen_by
        groups: dict[int, None] = {}
        for clue in order:
            todo = [group for group in self.groups_of[clue] if group not in groups]
            if len(todo) > 1:
                todo.sort(key=lambda group: -len(seen_by[group]))
            groups.update(dict.fromkeys(todo))
        return list(groups)

    def _make_plan(self, groups: Sequence[int]) -> Plan:
        """A step for each group: size, opening, delta, guards, limit, closing.

        ``opening`` is added to a state for constraints met for the first time, ``delta`` subtracted for each mine,
        ``closing`` subtracted for constraints that are complete. ``guards`` are the guard bits of the group's
        constraints; a state is subtracted from ``limit`` to see whether enough cells are left.
        """
        left: dict[int, int] = {}
        lane: dict[int, int] = {}
        free: list[int] = []
        steps = []
        limit = lanes = 0
        for group in groups:
            opening = delta = closing = 0
            closed = []
            for clue in self.seen_by[group]:
                unit = lane.get(clue)
                if unit is None:
                    if not free:
                        free.append(1 << LANE * lanes)
                        lanes += 1
                    unit = lane[clue] = free.pop()
                    left[clue] = len(self.groups_of[clue])
                    mines, size = self.constraints[clue]
                    opening += (GUARD + mines) * unit
                    limit += (2 * GUARD + size) * unit
                delta += unit
                left[clue] -= 1
                if not left[clue]:
                    closing += unit
                    closed.append(unit)
            free += closed  # only now: a lane that closes here may not open again within the step
            size = len(self.cells[group])
            limit -= size * delta
            steps.append((size, opening, delta, delta * GUARD, limit, closing * GUARD))
            limit -= closing * 2 * GUARD
        return tuple(steps)


class Window(NamedTuple):
    """A piece of a component that is too large to count: some of its constraints, and the groups it speaks for."""

    component: Component
    owned: frozenset[int]
    """The groups, by number, for which this is the window whose middle is nearest."""


def cut_into_windows(component: Component, size: int) -> Iterator[Window]:
    """Overlapping pieces of at most so many constraints.

    Constraints outside a window are left out, which can only let in more layouts: what holds in all layouts of a window
    holds in all layouts of the component.
    """
    order = [clue for clue in component.clues if clue in component.constraints]
    place = {clue: number for number, clue in enumerate(order)}
    step = (size + 1) // 2
    count = max(0, len(order) - size + step - 1) // step + 1
    for number in range(count):
        start = number * step
        inside = {clue: component.constraints[clue] for clue in order[start : start + size]}
        groups = [group for group, clues in enumerate(component.seen_by) if not inside.keys().isdisjoint(clues)]
        seen_by = [[clue for clue in component.seen_by[group] if clue in inside] for group in groups]
        cells = [component.groups[group] for group in groups]
        spoken_for = set()
        for group in groups:
            nearest = (place[component.seen_by[group][0]] - (size - step) // 2) // step
            if number == min(max(nearest, 0), count - 1):
                spoken_for.add(component.groups[group])
        for piece in Links(inside, seen_by, cells, {}).components():
            yield Window(piece, frozenset(n for n, members in enumerate(piece.groups) if members in spoken_for))


@lru_cache(maxsize=4)
def neighbour_masks(grid: Grid) -> tuple[CellSet, ...]:
    """The neighbours of each cell as a set; only for boards small enough for a mask a cell."""
    return tuple(grid.neighbours(cell) for cell in range(grid.size))


class Frontier(NamedTuple):
    """The clues that still have something to say and the unknown cells beside them."""

    grid: Grid
    missing: Planes
    """For each active clue the mines it still misses."""
    active: CellSet
    """The opened cells with unknown neighbours."""
    unknown: CellSet

    def components(self, changed: CellSet) -> Iterator[Component]:
        """The components that have a clue among the changed cells or beside them."""
        starts = self.grid.spread(changed) & self.active
        if self.grid.size <= MASK_CELLS:
            return self._links(self._reach(starts)).components()
        return self._one_by_one(starts)

    def _reach(self, fresh: CellSet) -> CellSet:
        """The active clues linked to some of them."""
        spread, unknown, active = self.grid.spread, self.unknown, self.active
        reached = fresh
        while fresh and reached != active:
            fresh = spread(spread(fresh) & unknown) & active & ~reached
            reached |= fresh
        return reached

    def _links(self, clues: CellSet) -> Links:
        beside = neighbour_masks(self.grid)
        unknown = self.unknown
        ones, twos, fours, eights = self.missing
        book = _Book()
        for clue in cells_of(clues):
            seen = beside[clue] & unknown
            mines = ones >> clue & 1 | (twos >> clue & 1) << 1 | (fours >> clue & 1) << 2 | (eights >> clue & 1) << 3
            book.add(clue, mines, seen, seen.bit_count())
        kept = to_cell_set(book.constraints)
        members: dict[CellSet, list[int]] = {}
        for cell in cells_of(self.grid.spread(kept) & unknown):
            key = beside[cell] & kept
            if key in members:
                members[key].append(cell)
            else:
                members[key] = [cell]
        return Links(book.constraints, [cells_of(key) for key in members], list(members.values()), book.twins)

    def _one_by_one(self, starts: CellSet) -> Iterator[Component]:
        """The same by walking from cell to cell, for boards where a mask for each cell would be too large."""
        length = self.grid.size // 8 + 1
        unknown, active = self.unknown.to_bytes(length, "little"), self.active.to_bytes(length, "little")
        planes = [plane.to_bytes(length, "little") for plane in self.missing]
        done: set[int] = set()
        for start in cells_of(starts):
            if start in done:
                continue
            seen = _walk(self.grid, start, unknown, active)
            done.update(seen)
            book = _Book()
            for clue, cells in seen.items():
                byte, bit = clue >> 3, clue & 7
                mines = sum((plane[byte] >> bit & 1) << place for place, plane in enumerate(planes))
                book.add(clue, mines, tuple(cells), len(cells))
            clues_of: defaultdict[int, list[int]] = defaultdict(list)
            for clue in book.constraints:
                for cell in seen[clue]:
                    clues_of[cell].append(clue)
            members: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
            for cell, clues in clues_of.items():
                members[tuple(clues)].append(cell)
            yield from Links(book.constraints, list(members), list(members.values()), book.twins).components()


def _walk(grid: Grid, start: int, unknown: bytes, active: bytes) -> dict[int, list[int]]:
    """The active clues linked to the start, each with the unknown cells it sees; sets are given as bytes."""
    seen: dict[int, list[int]] = {}
    waiting = [start]
    reached_clues, reached_cells = {start}, set()
    while waiting:
        clue = waiting.pop()
        seen[clue] = cells = [c for c in neighbours_on(grid, clue) if unknown[c >> 3] >> (c & 7) & 1]
        for cell in cells:
            if cell not in reached_cells:
                reached_cells.add(cell)
                for other in neighbours_on(grid, cell):
                    if active[other >> 3] >> (other & 7) & 1 and other not in reached_clues:
                        reached_clues.add(other)
                        waiting.append(other)
    return seen


def neighbours_on(grid: Grid, cell: int) -> tuple[int, ...]:
    """The neighbours of a cell; without a look-up that a large board would make useless."""
    width = grid.width
    row, col = divmod(cell, width)
    if 0 < col < width - 1 and 0 < row < grid.height - 1:
        up, down = cell - width, cell + width
        return up - 1, up, up + 1, cell - 1, cell + 1, down - 1, down, down + 1
    return grid.neighbour_cells(cell)


class _Book:
    """Collects constraints; of those with the same cells it keeps the first and checks that they agree."""

    __slots__ = ("_first_with", "constraints", "twins")

    def __init__(self) -> None:
        self.constraints: dict[int, Constraint] = {}
        self.twins: dict[int, list[int]] = {}
        self._first_with: dict[object, int] = {}

    def add(self, clue: int, mines: int, cells: object, size: int) -> None:
        first = self._first_with.setdefault(cells, clue)
        if first == clue:
            self.constraints[clue] = Constraint(mines, size)
        elif self.constraints[first].mines == mines:
            self.twins.setdefault(first, []).append(clue)
        else:
            raise Contradiction("two clues see the same cells but not the same number of mines", 1 << first | 1 << clue)
