"""Builds constraints from clues, propagates them, and orders them for counting: components, groups and plans.

A constraint says which unknown cells a clue sees and how many mines it still needs there. ``Constraints`` has the
one-clue rule for few numbered cells, as small ints; ``bitrules`` has the rule for a whole board at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple, TypeAlias, TypeVar

from minesweeper.core.cells import CellSet, Grid, Planes, cells_of, to_cell_set
from minesweeper.solvers.deduction import Contradiction, Step

LANE = 5
"""Bits of a state per open constraint: four for the mines it still needs, and a guard bit."""
GUARD = 1 << (LANE - 1)
MASK_CELLS = 4096
"""The largest board that has a neighbour mask per cell. On larger boards components are found cell by cell."""

PlanStep: TypeAlias = tuple[int, int, int, int, int, int]
"""How a group enters the count: size, opening, delta, guards, limit, closing; see ``Links.make_plan``."""
Plan: TypeAlias = tuple[PlanStep, ...]
Constraint: TypeAlias = tuple[int, int]
"""The number of mines, and the number of unknown cells that hold them."""

Cells = TypeVar("Cells", bound=Hashable)
"""The unknown cells that a clue sees: a CellSet, or a tuple where sets would be too large."""
Key = TypeVar("Key", bound=Hashable)


class Numbering:
    """Numbers cells of the board from 0 in the order they appear, so that sets of them are small ints."""

    __slots__ = ("_number_of", "cells")

    def __init__(self, cells: Iterable[int] = ()) -> None:
        self.cells = list(cells)
        self._number_of = {cell: number for number, cell in enumerate(self.cells)}

    def to_numbers(self, cells: Iterable[int]) -> CellSet:
        """Returns the numbers of the cells as a set. Gives each new cell the next number."""
        number_of = self._number_of
        numbers = 0
        for cell in cells:
            if cell not in number_of:
                number_of[cell] = len(number_of)
                self.cells.append(cell)
            numbers |= 1 << number_of[cell]
        return numbers


def dedupe_clues(
    clues: Iterable[tuple[int, int, Cells]],
) -> tuple[dict[Cells, tuple[int, int]], dict[int, list[int]]]:
    """Keeps one clue for each set of unknown cells. Takes each clue with the mines it still needs and its cells.

    Returns the first clue and its mines for each set of cells, and the duplicates of each kept clue. Raises a
    Contradiction that names two clues if they see the same cells but need different numbers of mines.
    """
    first_with: dict[Cells, tuple[int, int]] = {}
    twins: dict[int, list[int]] = {}
    for clue, mines, cells in clues:
        first, needed = first_with.setdefault(cells, (clue, mines))
        if needed != mines:
            raise Contradiction("two clues see the same cells but not the same number of mines", 1 << first | 1 << clue)
        if first != clue:
            twins.setdefault(first, []).append(clue)
    return first_with, twins


def group_cells(cells: Iterable[int], seen_by: Iterable[Key]) -> dict[Key, list[int]]:
    """Groups cells that the same clues see; the keys are those clues."""
    groups: dict[Key, list[int]] = {}
    for cell, clues in zip(cells, seen_by, strict=True):
        if clues in groups:
            groups[clues].append(cell)
        else:
            groups[clues] = [cell]
    return groups


def collect_cells(
    groups: Sequence[Sequence[int]], decided: tuple[list[int], list[int]], safe: list[int], mined: list[int]
) -> None:
    """Adds the cells of the decided groups to the lists of safe cells and mines."""
    for group in decided[0]:
        safe += groups[group]
    for group in decided[1]:
        mined += groups[group]


class PartialAssignment(NamedTuple):
    """Cells that some assumptions make safe, and cells that they make mines.

    It doesn't contain a ``ProvedCells``, because making these values already takes a tenth of the smart solver's time,
    and a value inside a value takes twice as long to make.
    """

    safe: CellSet = 0
    mined: CellSet = 0
    touched: int = 0
    """The constraints that contain any of these cells."""


class Constraints:
    """Holds constraints "exactly ``needs[j]`` mines in ``masks[j]``" over numbered cells, and propagates them."""

    def __init__(
        self, cells: Sequence[int], clues: Sequence[int], masks: Sequence[CellSet], needs: Sequence[int]
    ) -> None:
        self.cells, self.clues = cells, clues
        """The board cells behind the cell numbers, and the opened cells whose clues are the constraints."""
        self.masks, self.needs = masks, needs
        self.all_cells: CellSet = (1 << len(cells)) - 1
        self.all_clues = (1 << len(masks)) - 1
        """The set of all constraint numbers."""
        self.clues_of = [0] * len(cells)
        """The constraints that contain each cell."""
        for number, mask in enumerate(masks):
            while mask:
                lowest = mask & -mask
                mask ^= lowest
                self.clues_of[lowest.bit_length() - 1] |= 1 << number

    def to_board(self, cells: CellSet) -> CellSet:
        """Converts numbered cells to cells of the board."""
        return to_cell_set(self.cells[cell] for cell in cells_of(cells))

    def clues_on_board(self, clues: int) -> CellSet:
        """Converts constraint numbers to the opened cells that show their clues."""
        return to_cell_set(self.clues[number] for number in cells_of(clues))

    def clues_beside(self, cells: CellSet) -> int:
        """Returns the constraints that contain any of the cells."""
        clues = 0
        for cell in cells_of(cells):
            clues |= self.clues_of[cell]
        return clues

    def follow(
        self, branch: tuple[CellSet, CellSet, int], dirty: int, among: int, record: list[Step] | None = None
    ) -> PartialAssignment | None:
        """Extends a branch by all that single constraints prove, starting with the dirty ones. None if one can't hold.

        Uses only the constraints in ``among``. Appends a step to ``record`` for each constraint that proves something.
        With enough or too many mines the step depends on the constraint's mines only, otherwise on its safe cells only.
        """
        safe, mined, touched = branch
        masks, needs, clues_of = self.masks, self.needs, self.clues_of
        free = self.all_cells & ~(safe | mined)
        while dirty:  # most of the time is spent here, so this is one long loop on local ints
            number = dirty.bit_length() - 1
            dirty ^= 1 << number
            mask = masks[number]
            missing = needs[number] - (mask & mined).bit_count()
            undecided = mask & free
            room = undecided.bit_count()
            if 0 < missing < room or (not missing and not room):
                continue
            is_broken = missing < 0 or missing > room
            if record is not None:
                settled = 0 if is_broken else undecided
                if missing > 0:
                    step = Step(mined=settled, is_broken=is_broken, clues=1 << number, uses_safe=mask & safe)
                else:
                    step = Step(safe=settled, is_broken=is_broken, clues=1 << number, uses_mined=mask & mined)
                record.append(step)
            if is_broken:
                return None
            if missing:
                mined |= undecided
            else:
                safe |= undecided
            free ^= undecided
            beside = 0
            while undecided:
                cell = undecided.bit_length() - 1
                undecided ^= 1 << cell
                beside |= clues_of[cell]
            dirty |= beside & among
            touched |= beside
        return PartialAssignment(safe, mined, touched)

    def ask(self, number: int, safe: CellSet, mined: CellSet) -> Step | None:
        """Returns what one constraint proves from known cells; None if it proves nothing."""
        steps: list[Step] = []
        self.follow((safe, mined, 0), dirty=1 << number, among=0, record=steps)
        return steps[0] if steps else None


class Component(NamedTuple):
    """Holds constraints linked by shared cells, and those cells in groups, in the order of the plan."""

    clues: tuple[int, ...]
    """The opened cells whose clues are the constraints, and duplicates that see the same cells as one of them."""
    groups: tuple[tuple[int, ...], ...]
    """The cells of each group: exactly the same clues see them."""
    seen_by: tuple[Sequence[int], ...]
    """The clues that see each group."""
    plan: Plan
    constraints: Mapping[int, Constraint]
    """The constraints by the cells of their clues; may include constraints of other components."""


class Links:
    """Links constraints, named by the cells of their clues, with groups of cells."""

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
        """Duplicate clues that see the same cells as a constraint, by that constraint. They are not constraints."""
        self.groups_of: defaultdict[int, list[int]] = defaultdict(list)
        for group, clues in enumerate(seen_by):
            for clue in clues:
                self.groups_of[clue].append(group)

    def components(self) -> Iterator[Component]:
        """Yields the components, each with its plan."""
        visited: set[int] = set()
        for clue in self.groups_of:
            if clue not in visited:
                order = self.breadth_first(clue)
                visited.update(order)
                # The clue reached last lies at an end of the component. Starting there keeps few constraints open at a
                # time.
                yield self.make_component(self.breadth_first(order[-1]) if len(order) > 3 else order)

    def breadth_first(self, start: int) -> list[int]:
        """Returns the constraints linked to the start, ordered by distance."""
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
        """Returns the component of these constraints, with the plan that closes them in this order."""
        groups = self._order_groups(order)
        twins = [twin for clue in order if clue in self.twins for twin in self.twins[clue]] if self.twins else []
        return Component(
            (*order, *twins),
            tuple([tuple(self.cells[group]) for group in groups]),
            tuple([self.seen_by[group] for group in groups]),
            self.make_plan(groups),
            self.constraints,
        )

    def _order_groups(self, order: Sequence[int]) -> list[int]:
        """Orders the groups as the constraints need them.

        Cells that only one constraint sees come last, because their mines are forced by then.
        """
        seen_by = self.seen_by
        groups: dict[int, None] = {}
        for clue in order:
            todo = [group for group in self.groups_of[clue] if group not in groups]
            if len(todo) > 1:
                todo.sort(key=lambda group: -len(seen_by[group]))
            groups.update(dict.fromkeys(todo))
        return list(groups)

    def make_plan(self, groups: Sequence[int]) -> Plan:
        """Returns one step per group, in the order given: size, opening, delta, guards, limit, closing.

        A state gains ``opening`` when constraints open, loses ``delta`` for each mine, and loses ``closing`` when
        constraints are complete. ``guards`` are the guard bits of the group's constraints. Subtracting a state from
        ``limit`` shows whether enough cells are left.
        """
        open_groups: dict[int, int] = {}
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
                    open_groups[clue] = len(self.groups_of[clue])
                    mines, size = self.constraints[clue]
                    opening += (GUARD + mines) * unit
                    limit += (2 * GUARD + size) * unit
                delta += unit
                open_groups[clue] -= 1
                if not open_groups[clue]:
                    closing += unit
                    closed.append(unit)
            free += closed  # only now: a lane that closes here must not open again within this step
            size = len(self.cells[group])
            limit -= size * delta
            steps.append((size, opening, delta, delta * GUARD, limit, closing * GUARD))
            limit -= closing * 2 * GUARD
        return tuple(steps)


def link(clues: Iterable[tuple[int, int, tuple[int, ...]]]) -> Links:
    """Links clues, each given with the mines it still needs and the cells it sees; see ``dedupe_clues``."""
    distinct, twins = dedupe_clues(clues)
    clues_of: defaultdict[int, list[int]] = defaultdict(list)
    for cells, (clue, _) in distinct.items():
        for cell in cells:
            clues_of[cell].append(clue)
    groups = group_cells(clues_of, map(tuple, clues_of.values()))
    constraints: dict[int, Constraint] = {clue: (mines, len(cells)) for cells, (clue, mines) in distinct.items()}
    return Links(constraints, list(groups), list(groups.values()), twins)


def span(constraint: Constraint, inside: int) -> int:
    """Returns how many mine counts ``inside`` cells of a constraint can have; 1 for an impossible constraint."""
    mines, size = constraint
    return max(min(mines, inside) - max(0, mines - size + inside) + 1, 1)


def reordered(component: Component) -> Generator[None, None, tuple[Component, float]]:
    """Finds a better order for the groups of a component, and estimates its number of transitions; in short slices.

    Works greedily from either end: the next constraint is the one that leaves the fewest states. Compares the estimates
    of these orders and of the present one. Estimates are right within a factor of five, which is enough to choose.
    """
    clues = [clue for clue in component.clues if clue in component.constraints]
    links = Links(component.constraints, component.seen_by, component.groups, {})
    groups: Sequence[int] = range(len(component.groups))
    cost = _estimate(links, groups)
    for clue in dict.fromkeys((clues[0], clues[-1])):
        order = yield from _greedy(links, clue)
        estimate = _estimate(links, order)
        if estimate < cost:
            groups, cost = order, estimate
    ordered = component._replace(
        groups=tuple([component.groups[group] for group in groups]),
        seen_by=tuple([component.seen_by[group] for group in groups]),
        plan=links.make_plan(groups),
    )
    return ordered, cost


def _estimate(links: Links, groups: Iterable[int]) -> float:
    inside: defaultdict[int, int] = defaultdict(int)
    width, total = 1.0, 0.0
    for group in groups:
        size = len(links.cells[group])
        total += width * (size + 1)
        for clue in links.seen_by[group]:
            constraint = links.constraints[clue]
            width /= span(constraint, inside[clue])
            inside[clue] += size
            width *= span(constraint, inside[clue])
    return total


def _greedy(links: Links, start: int) -> Generator[None, None, list[int]]:
    inside: defaultdict[int, int] = defaultdict(int)
    order: dict[int, None] = {}
    waiting = {start: None}

    def growth(clue: int) -> float:
        """Returns how much the logarithm of the number of states grows when a clue is closed."""
        more: defaultdict[int, int] = defaultdict(int)
        for group in links.groups_of[clue]:
            if group not in order:
                size = len(links.cells[group])
                for other in links.seen_by[group]:
                    more[other] += size
        grown = 0.0
        for other, cells in more.items():
            constraint, before = links.constraints[other], inside[other]
            grown += log(span(constraint, before + cells) / span(constraint, before))
        return grown

    while waiting:
        clue = min(waiting, key=growth)
        todo = [group for group in links.groups_of[clue] if group not in order]
        todo.sort(key=lambda group: sum(not inside[other] for other in links.seen_by[group]))
        for group in todo:
            order[group] = None
            size = len(links.cells[group])
            for other in links.seen_by[group]:
                inside[other] += size
                waiting[other] = None
        for other in [other for other in waiting if inside[other] == links.constraints[other][1]]:
            del waiting[other]
        yield
    return list(order)


@lru_cache(maxsize=4)
def neighbour_masks(grid: Grid) -> tuple[CellSet, ...]:
    """Returns the neighbours of each cell as a set; only for boards up to MASK_CELLS."""
    return tuple(grid.neighbours(cell) for cell in range(grid.size))


class Frontier(NamedTuple):
    """Holds the clues that still have unknown neighbours, and the unknown cells."""

    grid: Grid
    missing: Planes
    """The mines that each active clue still needs."""
    active: CellSet
    """The opened cells with unknown neighbours."""
    unknown: CellSet

    def components(self, changed: CellSet) -> Iterator[Component]:
        """Yields the components that have a clue in or next to the changed cells."""
        starts = self.grid.spread(changed) & self.active
        if self.grid.size <= MASK_CELLS:
            return self._links(self._reach(starts)).components()
        return self._one_by_one(starts)

    def _reach(self, fresh: CellSet) -> CellSet:
        """Returns the active clues linked to the given ones."""
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
        all_clues = [
            (
                clue,
                ones >> clue & 1 | (twos >> clue & 1) << 1 | (fours >> clue & 1) << 2 | (eights >> clue & 1) << 3,
                beside[clue] & unknown,
            )
            for clue in cells_of(clues)
        ]
        distinct, twins = dedupe_clues(all_clues)
        constraints: dict[int, Constraint] = {
            clue: (mines, seen.bit_count()) for seen, (clue, mines) in distinct.items()
        }
        # Unlike ``link``: the mask of a cell gives all its clues at once.
        speaking = to_cell_set(constraints)
        cells = cells_of(self.grid.spread(speaking) & unknown)
        groups = group_cells(cells, [beside[cell] & speaking for cell in cells])
        return Links(constraints, [cells_of(key) for key in groups], list(groups.values()), twins)

    def _one_by_one(self, starts: CellSet) -> Iterator[Component]:
        """Yields components by walking from cell to cell, for boards too large for a mask per cell."""
        length = self.grid.size // 8 + 1
        unknown, active = self.unknown.to_bytes(length, "little"), self.active.to_bytes(length, "little")
        planes = [plane.to_bytes(length, "little") for plane in self.missing]
        visited: set[int] = set()
        for start in cells_of(starts):
            if start in visited:
                continue
            seen = _walk(self.grid, start, unknown, active)
            visited.update(seen)
            yield from link(
                (clue, sum((plane[clue >> 3] >> (clue & 7) & 1) << place for place, plane in enumerate(planes)), cells)
                for clue, cells in seen.items()
            ).components()


def _walk(grid: Grid, start: int, unknown: bytes, active: bytes) -> dict[int, tuple[int, ...]]:
    """Returns the active clues linked to the start, each with the unknown cells it sees. Sets are given as bytes."""
    seen: dict[int, tuple[int, ...]] = {}
    waiting = [start]
    reached_clues, reached_cells = {start}, set()
    while waiting:
        clue = waiting.pop()
        seen[clue] = cells = tuple([c for c in neighbours_on(grid, clue) if unknown[c >> 3] >> (c & 7) & 1])
        for cell in cells:
            if cell not in reached_cells:
                reached_cells.add(cell)
                for other in neighbours_on(grid, cell):
                    if active[other >> 3] >> (other & 7) & 1 and other not in reached_clues:
                        reached_clues.add(other)
                        waiting.append(other)
    return seen


def neighbours_on(grid: Grid, cell: int) -> tuple[int, ...]:
    """Returns the neighbours of a cell without a cache: a large board would only overflow it."""
    width = grid.width
    row, col = divmod(cell, width)
    if 0 < col < width - 1 and 0 < row < grid.height - 1:
        up, down = cell - width, cell + width
        return up - 1, up, up + 1, cell - 1, cell + 1, down - 1, down, down + 1
    return grid.neighbour_cells(cell)
