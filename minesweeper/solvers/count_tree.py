"""Counts a component as a tree, for clues so scattered that every order of groups keeps too many of them open.

Each step adds a group to a table or joins two tables, where the border is smallest. The border is the set of clues that
are open on both sides. A table holds, for each state of its border, the layouts of its groups by mine count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from math import comb, log
from operator import add, mul
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from minesweeper.solvers.constraints import GUARD, LANE, Component, span
from minesweeper.solvers.count_linear import (
    Counts,
    Effort,
    Groups,
    LayoutCounter,
    TooLarge,
    decided_by_numbers,
    draw_index,
)

if TYPE_CHECKING:
    from random import Random

Border: TypeAlias = dict[int, int]
"""The open clues of a table, each with the number of its cells in the table."""
StateLinks: TypeAlias = list[tuple[int, int, int]]
"""Links of a step: a state before it, the mines of the group or a state of the other table, the state after it."""

_NONE = -1
_SLICE = 1_000
"""The most links to process between two pauses."""
_WORK_A_SLICE = 1_500_000
"""The most digit products between two pauses: some milliseconds."""
_STATES_A_SLICE = 100
"""The most states to unpack between two pauses."""
_MANY = 1 << 30


class Joint(NamedTuple):
    """Describes a step that adds a group to a table or joins two tables. A table has the number of its step."""

    left: int
    """The table to extend; _NONE if the group starts a new table."""
    right: int
    """The table to join; _NONE if a group is added."""
    group: int
    border: Border
    """The border of the new table."""
    closed: tuple[int, ...]
    """The clues that are complete after this step."""


class _Planner:
    """Plans the steps: always closes the clue whose table needs the least work, by its states and cells."""

    def __init__(self, component: Component, weight: float) -> None:
        self._weight = weight
        self._sizes = [len(cells) for cells in component.groups]
        self._seen_by = component.seen_by
        self._constraints = component.constraints
        self.steps: list[Joint] = []
        self._cells: list[int] = []
        """The number of cells in each table."""
        self._groups_of: dict[int, set[int]] = {}
        for group, clues in enumerate(component.seen_by):
            for clue in clues:
                self._groups_of.setdefault(clue, set()).add(group)
        self._tables_of: dict[int, set[int]] = {clue: set() for clue in self._groups_of}
        self._cost = {clue: self._cost_of(clue) for clue in self._groups_of}

    def run(self) -> Generator[None, None, list[Joint]]:
        """Returns all steps. The last table has no border, because the clues of a component are connected."""
        while self._cost:
            clue = min(self._cost, key=self._cost.__getitem__)
            table = self._close(clue)
            for other in self.steps[table].border:
                self._cost[other] = self._cost_of(other)
            yield
        return self.steps

    def _cost_of(self, clue: int) -> float:
        """Estimates the logarithm of the states of the table that closes a clue, weighted with its cells.

        Polynomials are as long as a table has cells. By states alone, large tables would be joined too soon.
        """
        inside: Border = defaultdict(int)
        size = 1
        for table in self._tables_of[clue]:
            size += self._cells[table]
            for other, cells in self.steps[table].border.items():
                inside[other] += cells
        for group in self._groups_of[clue]:
            size += self._sizes[group]
            for other in self._seen_by[group]:
                inside[other] += self._sizes[group]
        return self._weight * log(size) + sum(
            log(span(self._constraints[other], cells)) for other, cells in inside.items()
        )

    def _close(self, clue: int) -> int:
        tables = sorted(self._tables_of[clue], key=lambda number: -len(self.steps[number].border))
        table = tables[0] if tables else _NONE
        for other in tables[1:]:
            table = self._join(table, other)

        def opens(group: int) -> tuple[int, int]:
            border = self.steps[table].border if table != _NONE else {}
            return sum(other not in border for other in self._seen_by[group]), -len(self._seen_by[group])

        waiting = set(self._groups_of[clue])
        while waiting:
            group = min(waiting, key=opens)
            waiting.remove(group)
            table = self._add(table, group)
        return table

    def _join(self, left: int, right: int) -> int:
        border = dict(self.steps[left].border)
        for clue, cells in self.steps[right].border.items():
            border[clue] = border.get(clue, 0) + cells
        return self._made(left, right, _NONE, border)

    def _add(self, table: int, group: int) -> int:
        border = dict(self.steps[table].border) if table != _NONE else {}
        for clue in self._seen_by[group]:
            border[clue] = border.get(clue, 0) + self._sizes[group]
            self._groups_of[clue].remove(group)
        return self._made(table, _NONE, group, border)

    def _made(self, left: int, right: int, group: int, border: Border) -> int:
        number = len(self.steps)
        closed = tuple(clue for clue, cells in border.items() if cells == self._constraints[clue][1])
        for clue in border:
            self._tables_of[clue] -= {left, right}
            self._tables_of[clue].add(number)
        for clue in closed:
            del border[clue], self._cost[clue]
        self.steps.append(Joint(left, right, group, border, closed))
        parts = [self._cells[table] for table in (left, right) if table != _NONE]
        self._cells.append(sum(parts) + (self._sizes[group] if group != _NONE else 0))
        return number


class _Lanes(NamedTuple):
    """Holds the constants that check the states of a step. Each open clue has a lane of bits in a state.

    A lane holds the mines of the table next to the clue. In ``most - state`` it holds GUARD plus the mines still
    needed, so a guard bit vanishes if there are too many. In ``state + fewest`` it holds GUARD plus the cells still to
    come minus the mines needed, so a guard bit vanishes if there can't be enough.
    """

    unit_of: dict[int, int]
    most: int
    fewest: int
    closing: int
    """The amount to subtract from a state for complete clues."""


def _assign_lanes(steps: Sequence[Joint], component: Component) -> list[_Lanes]:
    """Assigns lanes to each step, from the last one back. A clue keeps its lane from its first table until it closes.

    Only clues of the same table need different lanes, which keeps states short.
    """
    constraints = component.constraints
    lanes: list[_Lanes] = []
    kept: list[dict[int, int]] = [{} for _ in steps]
    for number in range(len(steps) - 1, -1, -1):
        step, unit_of = steps[number], dict(kept[number])
        used = set(unit_of.values())
        units = (1 << place * LANE for place in range(len(used) + len(step.closed)))
        unused = (unit for unit in units if unit not in used)
        most = fewest = closing = 0
        for clue in step.closed:
            unit_of[clue] = next(unused)
            closing += constraints[clue][0] * unit_of[clue]
        for clue, unit in unit_of.items():
            mines, size = constraints[clue]
            most += (GUARD + mines) * unit
            fewest += (GUARD - mines + size - step.border.get(clue, size)) * unit
        for source in (step.left, step.right):
            if source != _NONE:
                kept[source] = {clue: unit_of[clue] for clue in steps[source].border}
        lanes.append(_Lanes(unit_of, most, fewest, closing))
    lanes.reverse()
    return lanes


def _expand(
    steps: Sequence[Joint], component: Component, limit: int
) -> Generator[None, None, tuple[list[StateLinks], list[int]]]:
    """Finds all links of each step that no clue forbids yet, and the number of states after it."""
    all_lanes = _assign_lanes(steps, component)
    states: list[list[int]] = []
    found: list[StateLinks] = []
    work = 0
    for step, lanes in zip(steps, all_lanes, strict=True):
        numbers: dict[int, int] = {}
        before = states[step.left] if step.left != _NONE else [0]
        links: StateLinks = []
        if step.right == _NONE:
            delta = sum(lanes.unit_of[clue] for clue in component.seen_by[step.group])
            size = len(component.groups[step.group])
            pieces = _add_group(before, size, delta, lanes, numbers, links)
        else:
            shared = steps[step.left].border.keys() & steps[step.right].border.keys()
            guards = sum(lanes.unit_of[clue] for clue in shared) * GUARD
            pieces = _join_tables(before, states[step.right], guards, lanes, numbers, links)
        for _ in pieces:
            if work + len(links) > limit:
                raise TooLarge
            yield
        work += len(links)
        if work > limit:
            raise TooLarge
        found.append(links)
        states.append(list(numbers))
    return found, [len(numbers) for numbers in states]


def _add_group(
    before: list[int], size: int, delta: int, lanes: _Lanes, numbers: dict[int, int], links: StateLinks
) -> Iterator[None]:
    _, most, fewest, closing = lanes
    guards = delta * GUARD
    for source, state in enumerate(before):
        for mines in range(size + 1):
            if (most - state) & guards != guards:
                break
            if (state + fewest) & guards == guards:
                links.append((source, mines, numbers.setdefault(state - closing, len(numbers))))
            state += delta
        if not source % _SLICE:
            yield


def _join_tables(
    left: list[int], right: list[int], guards: int, lanes: _Lanes, numbers: dict[int, int], links: StateLinks
) -> Iterator[None]:
    """Joins two tables. States that agree on the common clues are tried together: only those clues matter."""
    _, most, fewest, closing = lanes
    shared = guards // GUARD * (2 * GUARD - 1)
    ours, theirs = _by_shared(left, shared), _by_shared(right, shared)
    tried = 0
    for one, sources in ours.items():
        for other, others in theirs.items():
            both = one + other
            if (most - both) & guards != guards or (both + fewest) & guards != guards:
                continue
            for source in sources:
                state = left[source] - closing
                links += [(source, b, numbers.setdefault(state + right[b], len(numbers))) for b in others]
                tried += len(others)
                if tried > _SLICE:
                    tried = 0
                    yield
        yield


def _by_shared(states: list[int], mask: int) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for number, state in enumerate(states):
        found.setdefault(state & mask, []).append(number)
    return found


def _keep_live(steps: Sequence[Joint], links: list[StateLinks], widths: Sequence[int]) -> Generator[None, None, None]:
    """Drops links that lead to no complete layout: they would make coefficients overflow."""
    alive = [bytearray(width) for width in widths]
    alive[-1] = bytearray(b"\1" * widths[-1])
    for number in range(len(steps) - 1, -1, -1):
        left, right, _, _, _ = steps[number]
        after = alive[number]
        if 0 in after:
            links[number] = [link for link in links[number] if after[link[2]]]
        if left != _NONE:
            here = alive[left]
            for source, _, _ in links[number]:
                here[source] = 1
        if right != _NONE:
            here = alive[right]
            for _, source, _ in links[number]:
                here[source] = 1
        if len(links[number]) > _SLICE:
            yield


class Ranges(NamedTuple):
    """Holds the fewest and the most mines of each state of a table."""

    fewest: list[int]
    most: list[int]


class TreeCounter(LayoutCounter):
    """Counts a component with the links of a tree that lead to layouts.

    The layouts of a state are a polynomial in the number of mines. Products use packed polynomials: one int with
    ``width`` bytes per coefficient. Callers need only sums over mine counts with weights, and those need no polynomial
    of the whole tree. From the last table back to the first, each state gets the weights that the rest of the tree
    gives to its own mine counts (``risks``). Small tables have few of these.
    """

    __slots__ = ("_counts", "_links", "_ranges", "_steps", "_ways")

    def __init__(
        self,
        sizes: list[int],
        steps: list[Joint],
        links: list[StateLinks],
        ranges: list[Ranges],
        ways: list[list[list[int]]],
    ) -> None:
        self._steps = steps
        self._links = links
        self._ranges = ranges
        self._ways = ways
        """For each table and state, the numbers of layouts by mine count, from the fewest mines."""
        by_mines = ways[-1][0]
        fewest = ranges[-1].fewest[0]
        self._counts = Counts(sum(by_mines), by_mines)
        super().__init__(sizes, sum(1 << n for n, count in enumerate(by_mines, fewest) if count))

    def count(self) -> Generator[None, None, Counts]:
        yield from ()
        return self._counts

    def decided_groups(self) -> Groups:
        return decided_by_numbers(
            (step.group, self.sizes[step.group], {mines for _, mines, _ in links})
            for step, links in zip(self._steps, self._links, strict=True)
            if step.group != _NONE
        )

    def draw(self, mines: int, random: Random) -> list[int]:
        """Draws a layout with ``mines`` mines; works from the last table back to the first."""
        drawn = [0] * len(self.sizes)
        wanted = [(0, 0)] * len(self._steps)
        wanted[-1] = 0, mines
        for number in range(len(self._steps) - 1, -1, -1):
            step = self._steps[number]
            state, mines = wanted[number]
            choices: list[tuple[int, int, int]] = []
            weights = []
            for source, other, target in self._links[number]:
                if target != state:
                    continue
                if step.group != _NONE:
                    choices.append((source, mines - other, other))
                    weights.append(comb(self.sizes[step.group], other) * self._number(step.left, source, mines - other))
                    continue
                for here in range(self._ranges[step.left].fewest[source], self._ranges[step.left].most[source] + 1):
                    choices.append((source, here, other))
                    ways = self._number(step.right, other, mines - here)
                    weights.append(ways and ways * self._number(step.left, source, here))
            source, here, other = choices[draw_index(weights, random)]
            if step.group != _NONE:
                drawn[step.group] = other
            else:
                wanted[step.right] = other, mines - here
            if step.left != _NONE:
                wanted[step.left] = source, here
        return drawn

    def _number(self, table: int, state: int, mines: int) -> int:
        """Returns how many layouts of a table have this state and ``mines`` mines."""
        if table == _NONE:
            return int(mines == 0)
        ways, n = self._ways[table][state], mines - self._ranges[table].fewest[state]
        return ways[n] if 0 <= n < len(ways) else 0

    def list_layouts(self, masks: Sequence[Sequence[Sequence[int]]]) -> list[tuple[int, int]]:
        tables: list[list[list[tuple[int, int]]]] = []
        for step, links, ranges in zip(self._steps, self._links, self._ranges, strict=True):
            left = tables[step.left] if step.left != _NONE else [[(0, 0)]]
            if step.group != _NONE:
                right = [[(mines, mask) for mask in chosen] for mines, chosen in enumerate(masks[step.group])]
            else:
                right = tables[step.right]
            made: list[list[tuple[int, int]]] = [[] for _ in ranges.fewest]
            for source, other, target in links:
                made[target] += [(m + n, one | two) for m, one in left[source] for n, two in right[other]]
            tables.append(made)
        return tables[-1][0]

    def risks(self, weights: Sequence[int]) -> Generator[None, None, list[int]]:
        risks = [0] * len(self.sizes)
        passed: list[list[list[int]]] = [[] for _ in self._steps]
        passed[-1] = [list(weights)]
        for number in range(len(self._steps) - 1, -1, -1):
            left, right, group, _, _ = self._steps[number]
            if group == _NONE:
                passed[left] = yield from self._pass_to(number, left, right, passed[number])
                passed[right] = yield from self._pass_to(number, right, left, passed[number])
            elif left == _NONE:
                risks[group] = sum(
                    comb(self.sizes[group] - 1, mines - 1) * passed[number][target][0]
                    for _, mines, target in self._links[number]
                    if mines
                )
            else:
                passed[left], risks[group] = yield from self._pass_without(number, passed[number])
            passed[number] = []
        return [*risks, sum(map(mul, self._counts.by_mines, weights))]

    def _pass_without(
        self, number: int, weights: list[list[int]]
    ) -> Generator[None, None, tuple[list[list[int]], int]]:
        """Passes the weights of a table back to the table without its group.

        Also returns the weight of the layouts in which a given cell of the group is a mine.
        """
        left, _, group, _, _ = self._steps[number]
        binomials = [comb(self.sizes[group], mines) for mines in range(self.sizes[group] + 1)]
        with_one = [comb(self.sizes[group] - 1, mines - 1) if mines else 0 for mines in range(self.sizes[group] + 1)]
        fewest_after, fewest, ways = self._ranges[number].fewest, self._ranges[left].fewest, self._ways[left]
        passed = [[0] * len(own) for own in ways]
        risk = 0
        work = _mean_terms(self._ranges[left]) * _weighing_work(ways, weights)
        for piece in _in_pieces(self._links[number], work):
            for source, mines, target in piece:
                own, sums = ways[source], passed[source]
                first = fewest[source] + mines - fewest_after[target]
                some = weights[target][first : first + len(own)]
                if mines:
                    risk += with_one[mines] * sum(map(mul, own, some))
                if binomials[mines] > 1:
                    some = [weight * binomials[mines] for weight in some]
                passed[source] = list(map(add, sums, some))
            yield
        return passed, risk

    def _pass_to(
        self, number: int, source: int, other: int, weights: list[list[int]]
    ) -> Generator[None, None, list[list[int]]]:
        """Passes the weights of a table back to one of the two tables it was joined from.

        The weight of n mines here is the sum, over m mines in the other table, of its ways times the weight of n + m
        mines.
        """
        swapped = source == self._steps[number].right
        fewest_after, fewest, fewest_there = (self._ranges[table].fewest for table in (number, source, other))
        ways = self._ways[other]
        passed = [[0] * len(own) for own in self._ways[source]]
        terms = _mean_terms(self._ranges[source]) * _mean_terms(self._ranges[other])
        for piece in _in_pieces(self._links[number], terms * _weighing_work(ways, weights)):
            for one, two, target in piece:
                here, there = (two, one) if swapped else (one, two)
                own, some, sums = ways[there], weights[target], passed[here]
                first = fewest[here] + fewest_there[there] - fewest_after[target]
                last = first + len(own)
                for n in range(len(sums)):
                    sums[n] += sum(map(mul, own, some[first + n : last + n]))
            yield
        return passed


_UNIT = Ranges([0], [0])
"""The range of an empty table."""


def _unpack(packed: int, width: int, terms: int) -> list[int]:
    """Returns the lowest coefficients of a packed polynomial."""
    length = width * terms
    data = (packed & (1 << 8 * length) - 1).to_bytes(length, "little")
    return [int.from_bytes(data[start : start + width], "little") for start in range(0, length, width)]


def _in_pieces(links: StateLinks, work: float = 0.0) -> Iterator[StateLinks]:
    """Yields the links in pieces to process between two pauses. ``work`` is the number of digit products per link."""
    size = _SLICE if work * _SLICE <= _WORK_A_SLICE else 1 + int(_WORK_A_SLICE / work)
    for start in range(0, len(links), size):
        yield links[start : start + size]


_WEIGHTS = (1.0, 1.5, 0.5)
"""Weights of a table's cells against its states in planning. None of them is always the best."""
_GOOD_ENOUGH = 20
"""A tree that needs less than this fraction (1/n) of the effort is accepted at once."""


class _Draft(NamedTuple):
    """Holds a tree that could be counted, and the work for it."""

    work: float
    steps: list[Joint]
    links: list[StateLinks]
    ranges: list[Ranges]
    totals: list[list[int]]


def build_tree(component: Component, effort: Effort) -> Generator[None, None, TreeCounter | None]:
    """Builds the tree of a component; None if no layout fits. Raises TooLarge if the effort isn't enough."""
    sizes = [len(cells) for cells in component.groups]
    best: _Draft | None = None
    for weight in _WEIGHTS:
        steps = yield from _Planner(component, weight).run()
        try:
            links, widths = yield from _expand(steps, component, effort.links)
        except TooLarge:
            continue
        yield from _keep_live(steps, links, widths)
        if not links[-1]:
            return None
        ranges, totals = yield from _find_ranges(sizes, steps, links, widths)
        draft = _Draft(_work(steps, links, ranges, totals), steps, links, ranges, totals)
        best = draft if best is None or draft.work < best.work else best
        if best.work <= effort.products / _GOOD_ENOUGH:
            break
    if best is None or best.work > effort.products:
        raise TooLarge
    width = best.totals[-1][0].bit_length() // 8 + 1
    ways = yield from _pass_up(sizes, best.steps, best.links, best.ranges, width)
    return TreeCounter(sizes, best.steps, best.links, best.ranges, ways)


def _find_ranges(
    sizes: Sequence[int], steps: Sequence[Joint], links: list[StateLinks], widths: Sequence[int]
) -> Generator[None, None, tuple[list[Ranges], list[list[int]]]]:
    """Returns the fewest and the most mines of each state of each table, and its number of layouts."""
    ranges: list[Ranges] = []
    totals: list[list[int]] = []
    for step, found, states in zip(steps, links, widths, strict=True):
        fewest, most, total = [_MANY] * states, [0] * states, [0] * states
        low, high = ranges[step.left] if step.left != _NONE else _UNIT
        count = totals[step.left] if step.left != _NONE else [1]
        if step.right == _NONE:
            other_low = other_high = list(range(sizes[step.group] + 1))
            other_count = [comb(sizes[step.group], mines) for mines in other_low]
        else:
            (other_low, other_high), other_count = ranges[step.right], totals[step.right]
        for source, other, target in found:
            fewest[target] = min(fewest[target], low[source] + other_low[other])
            most[target] = max(most[target], high[source] + other_high[other])
            total[target] += count[source] * other_count[other]
        ranges.append(Ranges([n if n < _MANY else 0 for n in fewest], most))
        totals.append(total)
        yield
    return ranges, totals


def _work(steps: Sequence[Joint], links: list[StateLinks], ranges: list[Ranges], totals: list[list[int]]) -> float:
    """Estimates the digit products needed to count the layouts and to weigh them once."""
    digits = 1 + totals[-1][0].bit_length() / 30
    work = 0.0
    for step, found in zip(steps, links, strict=True):
        if step.right != _NONE:
            left, right = _mean_terms(ranges[step.left]), _mean_terms(ranges[step.right])
            small = 1 + max(max(totals[step.left]), max(totals[step.right])).bit_length() / 60
            up = _product_work(left * digits, right * digits)
            work += len(found) * (up + 2 * left * right * (_OVERHEAD + 2 * digits * small))
    return work


_OVERHEAD = 100
"""The cost of multiplying two coefficients, besides their digit products."""


def _weighing_work(ways: list[list[int]], weights: list[list[int]]) -> float:
    """Estimates the work for the product of one of these ways and one of these weights."""
    return _OVERHEAD + max(map(max, ways)).bit_length() * max(map(max, weights)).bit_length() / 900


def _mean_terms(ranges: Ranges) -> float:
    return 1 + (sum(ranges.most) - sum(ranges.fewest)) / len(ranges.most)


_KARATSUBA = 70
"""The number of digits from which Python multiplies by Karatsuba's rule."""


def _product_work(one: float, other: float) -> float:
    shorter, longer = min(one, other), max(one, other)
    return longer * shorter if shorter < _KARATSUBA else longer * _KARATSUBA * (shorter / _KARATSUBA) ** 0.585


def _pass_up(
    sizes: Sequence[int], steps: Sequence[Joint], links: list[StateLinks], ranges: list[Ranges], width: int
) -> Generator[None, None, list[list[list[int]]]]:
    """Counts, from the first table to the last, the layouts of each state by mine count, beginning with the fewest."""
    bits = 8 * width
    packed: list[list[int]] = []
    found: list[list[list[int]]] = []
    for number, step in enumerate(steps):
        fewest, most = ranges[number]
        values = [0] * len(fewest)
        low, ways = (ranges[step.left].fewest, packed[step.left]) if step.left != _NONE else ([0], [1])
        if step.right == _NONE:
            size = sizes[step.group]
            for piece in _in_pieces(links[number]):
                for source, mines, target in piece:
                    shift = (low[source] + mines - fewest[target]) * bits
                    values[target] += ways[source] * comb(size, mines) << shift
                yield
        else:
            other_low, other_ways = ranges[step.right].fewest, packed[step.right]
            left, right = (_mean_terms(ranges[table]) * bits / 30 for table in (step.left, step.right))
            for piece in _in_pieces(links[number], _product_work(left, right)):
                for source, other, target in piece:
                    shift = (low[source] + other_low[other] - fewest[target]) * bits
                    values[target] += ways[source] * other_ways[other] << shift
                yield
        packed.append(values)
        unpacked = []
        for n, value in enumerate(values):
            unpacked.append(_unpack(value, width, most[n] - fewest[n] + 1))
            if not n % _STATES_A_SLICE:
                yield
        found.append(unpacked)
        for table in (step.left, step.right):
            if table != _NONE:
                packed[table] = []
    return found
