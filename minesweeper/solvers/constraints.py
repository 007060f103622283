"""Turns clues into constraints, follows what they imply, and arranges them for counting.

A constraint is a clue written as "n mines in these unknown cells", where n doesn't count mines that are proved already.
``Constraints`` are a few of them over numbered cells, so that sets of cells are small ints; ``bitrules`` applies the
same rule to a whole board at once. ``Frontier`` splits the constraints of a board into components, and ``Links`` orders
the cell groups of a component into a plan, by which ``count_linear`` counts its layouts. A constraint is open at a
group of the plan if some of its groups come before and some later. A state of the count is one int that has a lane of
bits for each open constraint, with the mines that it still needs. So the fewer constraints are open at a time, the
faster is the count.
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
"""How many bits a state of the count has for each open constraint: four for the mines that it still needs, and a guard
bit above them.
"""
GUARD = 1 << (LANE - 1)
"""The guard bit of the lowest lane. It vanishes if a subtraction makes the number in the lane negative."""
MASK_CELLS = 4096
"""The most cells of a board for which the neighbours of every cell are kept as a set.

On larger boards, such sets would be too large, and components are found cell by cell.
"""

PlanStep: TypeAlias = tuple[int, int, int, int, int, int]
"""How one group enters the count: size, opening, delta, guards, limit and closing.

``Links.make_plan`` explains them.
"""
Plan: TypeAlias = tuple[PlanStep, ...]
"""The groups of a component in the order in which they are counted."""
Constraint: TypeAlias = tuple[int, int]
"""The number of mines, and the number of unknown cells in which they lie."""

Cells = TypeVar("Cells", bound=Hashable)
"""The unknown cells next to a clue: a ``CellSet``, or a tuple on boards where sets would be too large."""
Key = TypeVar("Key", bound=Hashable)


class Numbering:
    """Gives cells of the board small numbers, from 0 in the order in which they come, so that sets of them are small
    ints.
    """

    __slots__ = ("_number_of", "cells")

    def __init__(self, cells: Iterable[int] = ()) -> None:
        self.cells = list(cells)
        self._number_of = {cell: number for number, cell in enumerate(self.cells)}

    def to_numbers(self, cells: Iterable[int]) -> CellSet:
        """The set of the cells' numbers. A cell that has no number yet gets the next one."""
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
    """Keeps one clue for each set of unknown cells, because another clue with the same cells adds nothing.

    Each clue comes as its cell, the mines that it still needs, and its unknown cells. The first result has the kept
    clue and its mines by these cells, and the second one has the duplicates of each kept clue. Raises a
    ``Contradiction`` with both clues if two of them have the same cells but need different numbers of mines.
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
    """Puts cells that are next to the same clues into groups.

    ``seen_by`` has these clues for each cell, in a form that serves as the key of the group.
    """
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
    """Adds the cells of decided groups to the lists ``safe`` and ``mined``.

    ``decided`` has the numbers of the safe groups and of the groups full of mines.
    """
    for group in decided[0]:
        safe += groups[group]
    for group in decided[1]:
        mined += groups[group]


class PartialAssignment(NamedTuple):
    """The cells that follow from some assumptions: those that must then be safe and those that must be mines.

    Cells are numbers of ``Constraints``. This class doesn't contain a ``ProvedCells``, because making these values
    already takes a tenth of the time of the solver "smart", and a value inside a value takes twice as long.
    """

    safe: CellSet = 0
    mined: CellSet = 0
    touched: int = 0
    """The constraints that contain any of these cells, as a set of their numbers."""


class Constraints:
    """A few constraints over numbered cells. Constraint j says that exactly ``needs[j]`` of the cells in ``masks[j]``
    are mines.

    Both cells and constraints are numbers here, and sets of them are ints; ``to_board`` and ``clues_on_board``
    translate them.
    """

    def __init__(
        self, cells: Sequence[int], clues: Sequence[int], masks: Sequence[CellSet], needs: Sequence[int]
    ) -> None:
        self.cells, self.clues = cells, clues
        """The cells of the board that the numbers stand for, and the opened cells whose clues are the constraints."""
        self.masks, self.needs = masks, needs
        self.all_cells: CellSet = (1 << len(cells)) - 1
        self.all_clues = (1 << len(masks)) - 1
        """The set of all constraints."""
        self.clues_of = [0] * len(cells)
        """For each cell, the set of constraints that contain it."""
        for number, mask in enumerate(masks):
            while mask:
                lowest = mask & -mask
                mask ^= lowest
                self.clues_of[lowest.bit_length() - 1] |= 1 << number

    def to_board(self, cells: CellSet) -> CellSet:
        """Translates a set of cell numbers to cells of the board."""
        return to_cell_set([self.cells[cell] for cell in cells_of(cells)])

    def clues_on_board(self, clues: int) -> CellSet:
        """Translates a set of constraints to the opened cells that show their clues."""
        return to_cell_set([self.clues[number] for number in cells_of(clues)])

    def clues_beside(self, cells: CellSet) -> int:
        """The set of constraints that contain any of the cells."""
        clues = 0
        for cell in cells_of(cells):
            clues |= self.clues_of[cell]
        return clues

    def follow(
        self, branch: tuple[CellSet, CellSet, int], dirty: int, among: int, record: list[Step] | None = None
    ) -> PartialAssignment | None:
        """Extends what follows from some assumptions by all that single constraints imply. Returns None if one of them
        can't hold.

        ``branch`` has the safe cells, the mines and the touched constraints that are known so far. ``dirty`` are the
        constraints to look at first, and ``among`` are all that may be used when something new is found. For each
        constraint that implies something, a step is appended to ``record``. A step that makes cells safe, or shows too
        many mines, depends on the known mines of its constraint only. Any other step depends on its safe cells only.
        """
        safe, mined, touched = branch
        masks, needs, clues_of = self.masks, self.needs, self.clues_of
        free = self.all_cells & ~(safe | mined)
        # This is one long loop on local ints, because most of the solver's time is spent here.
        while dirty:
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
        """Finds what one constraint implies, given some safe cells and mines. Returns None if it implies nothing."""
        steps: list[Step] = []
        self.follow((safe, mined, 0), dirty=1 << number, among=0, record=steps)
        return steps[0] if steps else None


class Component(NamedTuple):
    """Constraints that are linked by shared cells, with these cells in groups, in the order of the plan."""

    clues: tuple[int, ...]
    """The opened cells whose clues are the constraints, and then the duplicates, which have the same unknown cells as
    one of them.
    """
    groups: tuple[tuple[int, ...], ...]
    """The cells of each group. Exactly the same clues are next to all cells of a group."""
    seen_by: tuple[Sequence[int], ...]
    """For each group, the clues next to its cells."""
    plan: Plan
    constraints: Mapping[int, Constraint]
    """The constraints by the cells of their clues. Constraints of other components may be among them."""


class Links:
    """Says which constraint contains which groups of cells. Constraints are named by the cells of their clues."""

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
        """For some constraints, the clues that have the same unknown cells and so aren't constraints of their own."""
        self.groups_of: defaultdict[int, list[int]] = defaultdict(list)
        for group, clues in enumerate(seen_by):
            for clue in clues:
                self.groups_of[clue].append(group)

    def components(self) -> Iterator[Component]:
        """Splits the constraints into components and yields each with a plan."""
        visited: set[int] = set()
        for clue in self.groups_of:
            if clue not in visited:
                order = self.breadth_first(clue)
                visited.update(order)
                # The clue that is reached last lies at an end of the component. A plan that starts there has few
                # constraints open at a time.
                yield self.make_component(self.breadth_first(order[-1]) if len(order) > 3 else order)

    def breadth_first(self, start: int) -> list[int]:
        """Lists all constraints that are linked to ``start`` directly or by others, the nearest first."""
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
        """Makes the component of these constraints. ``order`` is the order in which its plan completes them."""
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
        """Lists the groups of the constraints in the order in which the constraints need them.

        Within a constraint, groups of many clues come first. Cells that only one clue sees come last, because by then
        the number of their mines is forced.
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
        """Makes the plan for counting the groups in the given order. Each step has six ints.

        - ``size`` is the number of cells in the group.
        - ``opening`` is added to a state for the constraints that begin with this group.
        - ``delta`` is subtracted for each mine in the group.
        - ``guards`` has the guard bits of the group's constraints, to check that none got too many mines.
        - ``limit`` minus a state shows by its guard bits whether the cells that are left are enough.
        - ``closing`` is subtracted for the constraints that are complete after this group.
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
            # Frees the lanes only now, because a lane that closes in this step must not open again in the same step.
            free += closed
            size = len(self.cells[group])
            limit -= size * delta
            steps.append((size, opening, delta, delta * GUARD, limit, closing * GUARD))
            limit -= closing * 2 * GUARD
        return tuple(steps)


def link(clues: Iterable[tuple[int, int, tuple[int, ...]]]) -> Links:
    """Links clues to groups of their cells. Each clue comes as its cell, the mines that it still needs, and its unknown
    cells.

    Raises a ``Contradiction`` if two clues have the same cells but need different numbers of mines.
    """
    distinct, twins = dedupe_clues(clues)
    clues_of: defaultdict[int, list[int]] = defaultdict(list)
    for cells, (clue, _) in distinct.items():
        for cell in cells:
            clues_of[cell].append(clue)
    groups = group_cells(clues_of, map(tuple, clues_of.values()))
    constraints: dict[int, Constraint] = {clue: (mines, len(cells)) for cells, (clue, mines) in distinct.items()}
    return Links(constraints, list(groups), list(groups.values()), twins)


def span(constraint: Constraint, inside: int) -> int:
    """How many numbers of mines ``inside`` cells of a constraint can have.

    It is 1 even if the constraint is impossible, because the result is a factor of an estimate.
    """
    mines, size = constraint
    return max(min(mines, inside) - max(0, mines - size + inside) + 1, 1)


def reordered(component: Component) -> Generator[None, None, tuple[Component, float]]:
    """Looks for a better order for the groups of a component. Returns the component in the best order found, and an
    estimate of its number of transitions. Runs in short slices.

    It tries three orders: the present one, and one from either end of the component that always completes the
    constraint which adds the fewest states. Estimates are right within a factor of five, which is enough for a choice.
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
    """Estimates the number of transitions for counting the groups in this order, as if their constraints were
    independent.
    """
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
    """Orders the groups from ``start`` on by always completing the constraint that adds the fewest states.

    Runs in slices.
    """
    inside: defaultdict[int, int] = defaultdict(int)
    order: dict[int, None] = {}
    waiting = {start: None}

    def growth(clue: int) -> float:
        """By how much the logarithm of the number of states grows if this constraint is completed next."""
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
    """The neighbours of each cell as a set. Call it only for boards of at most ``MASK_CELLS`` cells."""
    return tuple(grid.neighbours(cell) for cell in range(grid.size))


class Frontier(NamedTuple):
    """The clues that still have unknown neighbours, and all unknown cells."""

    grid: Grid
    missing: Planes
    """The number of mines that each active clue still needs."""
    active: CellSet
    """The opened cells that have unknown neighbours."""
    unknown: CellSet

    def components(self, changed: CellSet) -> Iterator[Component]:
        """Yields the components that have a clue in or next to the changed cells.

        Raises a ``Contradiction`` if two clues with the same cells need different numbers of mines.
        """
        starts = self.grid.spread(changed) & self.active
        if self.grid.size <= MASK_CELLS:
            return self._links(self._reach(starts)).components()
        return self._one_by_one(starts)

    def _reach(self, fresh: CellSet) -> CellSet:
        """All active clues that are linked to the given ones, these included."""
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
        # Finds the clues of a cell with one mask, unlike ``link``, which goes through the clues.
        speaking = to_cell_set(constraints)
        cells = cells_of(self.grid.spread(speaking) & unknown)
        groups = group_cells(cells, [beside[cell] & speaking for cell in cells])
        return Links(constraints, [cells_of(key) for key in groups], list(groups.values()), twins)

    def _one_by_one(self, starts: CellSet) -> Iterator[Component]:
        """Yields the components by walking from cell to cell, because on large boards a set of cells per clue would be
        too large.
        """
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
    """Finds all active clues that are linked to ``start``, each with its unknown cells.

    ``unknown`` and ``active`` are sets as bytes, because on large boards looking up a bit of an int is slow.
    """
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
    """The neighbours of a cell, without using the cache of ``Grid``, which a large board would only overflow."""
    width = grid.width
    row, col = divmod(cell, width)
    if 0 < col < width - 1 and 0 < row < grid.height - 1:
        up, down = cell - width, cell + width
        return up - 1, up, up + 1, cell - 1, cell + 1, down - 1, down, down + 1
    return grid.neighbour_cells(cell)
