"""Components counted as trees, for clues so scattered that every order of their groups keeps too many of them open.

Each step adds a group to a table or joins two tables, always where the border is smallest: the clues that are open on
both sides. What is known of a table is, for each state of its border, the layouts of its groups by their mines.
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
"""The open clues of a table, each with the number of its cells that are in the table."""
StateLinks: TypeAlias = list[tuple[int, int, int]]
"""Of a step: a state before it, the mines of the group or a state of the other table, and the state after it."""

_NONE = -1
_SLICE = 1_000
"""So many links are gone through between two pauses,"""
_WORK_A_SLICE = 1_500_000
"""or fewer if they take more digit products than that together: some milliseconds either way."""
_STATES_A_SLICE = 100
"""The same for states whose polynomial is unpacked."""
_MANY = 1 << 30


class Joint(NamedTuple):
    """How a table comes about: a group is added to one, or two are joined. Tables have the numbers of their steps."""

    left: int
    """The table that goes on; none if the group is the first of its table."""
    right: int
    """The table that is joined to it; none if a group is added."""
    group: int
    border: Border
    """Of the table that is made."""
    closed: tuple[int, ...]
    """The clues that are complete with this step."""


class _Planner:
    """Finds the steps: always the clue is closed whose table is the least work, by its states and its cells."""

    def __init__(self, component: Component, weight: float) -> None:
        self._weight = weight
        self._sizes = [len(cells) for cells in component.groups]
        self._seen_by = component.seen_by
        self._constraints = component.constraints
        self.steps: list[Joint] = []
        self._cells: list[int] = []
        """How many cells each table has."""
        self._groups_of: dict[int, set[int]] = {}
        for group, clues in enumerate(component.seen_by):
            for clue in clues:
                self._groups_of.setdefault(clue, set()).add(group)
        self._tables_of: dict[int, set[int]] = {clue: set() for clue in self._groups_of}
        self._cost = {clue: self._cost_of(clue) for clue in self._groups_of}

    def run(self) -> Generator[None, None, list[Joint]]:
        """All steps; the last one has no border, because all clues of a component hang together."""
        while self._cost:
            clue = min(self._cost, key=self._cost.__getitem__)
            table = self._close(clue)
            for other in self.steps[table].border:
                self._cost[other] = self._cost_of(other)
            yield
        return self.steps

    def _cost_of(self, clue: int) -> float:
        """The logarithm of about how many states the table has that closes a clue, and how many cells.

        Its polynomials are as long as it has cells: by states alone large tables would be joined too soon.
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
    """What the numbers of a step's states need to be checked with; each open clue has a lane of their bits.

    In a state each lane holds the mines that the table has beside the clue. In ``most - state`` it holds GUARD plus the
    mines that the clue still misses: a guard bit vanishes where it has too many. In ``state + fewest`` it holds GUARD
    plus the cells still to come, less the mines that it misses: a guard bit vanishes where it can't get enough.
    """

    unit_of: dict[int, int]
    most: int
    fewest: int
    closing: int
    """What is taken off a state for the clues that are complete."""


def _assign_lanes(steps: Sequence[Joint], component: Component) -> list[_Lanes]:
    """The lanes of each step, from the last one back: a clue keeps its lane from its first table to where it closes.

    Only clues of one table need different lanes, so that states stay short.
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
    """All links of each step that no clue forbids so far, and the number of states after it."""
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
    """Whether two states fit is a matter of the clues that both tables have: all that agree there are tried at once."""
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
    """Drops the links from which no complete layout follows: with them coefficients would overflow."""
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
    """The fewest and the most mines that each state of a table has, or can have."""

    fewest: list[int]
    most: list[int]


class TreeCounter(LayoutCounter):
    """The links of a tree that belong to layouts, and for each state of its tables the layouts by their mines.

    These are polynomials in the number of mines. Products are made of packed ones: one int with so many bytes for each
    coefficient. What is asked for in the end are sums with weights for the numbers of mines, and such a sum needs no
    polynomial of the whole: from the last table back to the first, each state gets the weights that the rest of the
    tree gives to its own numbers of mines (``_pass_down``), and these are few where its table is small.
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
        """For each table and state the numbers of layouts with the fewest mines, one more and so on."""
        by_mines = ways[-1][0]
        fewest = ranges[-1].fewest[0]
        self._counts = Counts(sum(by_mines), by_mines)
        super().__init__(sizes, sum(1 << n for n, count in enumerate(by_mines, fewest) if count))

    def count(self) -> Generator[None, None, Counts]:
        """See ``LayoutCounter``."""
        yield from ()
        return self._counts

    def decided_groups(self) -> Groups:
        """See ``LayoutCounter``."""
        return decided_by_numbers(
            (step.group, self.sizes[step.group], {mines for _, mines, _ in links})
            for step, links in zip(self._steps, self._links, strict=True)
            if step.group != _NONE
        )

    def draw(self, mines: int, random: Random) -> list[int]:
        """See ``LayoutCounter``; from the last table back to the first."""
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
        """How many layouts of a table have this state and so many mines."""
        if table == _NONE:
            return int(mines == 0)
        ways, n = self._ways[table][state], mines - self._ranges[table].fewest[state]
        return ways[n] if 0 <= n < len(ways) else 0

    def list_layouts(self, masks: Sequence[Sequence[Sequence[int]]]) -> list[tuple[int, int]]:
        """See ``LayoutCounter``."""
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
        """See ``LayoutCounter``."""
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
        """The weights of a table taken back to that without its group, and the weight with one cell of that mined."""
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
        """Takes the weights of a table back to one of the two that it was joined of.

        The weight of n mines here is the sum over m mines there of their ways times the weight of n + m mines.
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
"""Of the table without any group."""


def _unpack(packed: int, width: int, terms: int) -> list[int]:
    """The lowest coefficients of a packed polynomial."""
    length = width * terms
    data = (packed & (1 << 8 * length) - 1).to_bytes(length, "little")
    return [int.from_bytes(data[start : start + width], "little") for start in range(0, length, width)]


def _in_pieces(links: StateLinks, work: float = 0.0) -> Iterator[StateLinks]:
    """The links as they are gone through between two pauses, if each takes so much work."""
    size = _SLICE if work * _SLICE <= _WORK_A_SLICE else 1 + int(_WORK_A_SLICE / work)
    for start in range(0, len(links), size):
        yield links[start : start + size]


_WEIGHTS = (1.0, 1.5, 0.5)
"""How much the cells of a table count beside its states when a tree is planned; none of these is always the best."""
_GOOD_ENOUGH = 20
"""A tree that takes so small a part of the effort is taken at once."""


class _Draft(NamedTuple):
    """A tree that could be counted, and the work that would take."""

    work: float
    steps: list[Joint]
    links: list[StateLinks]
    ranges: list[Ranges]
    totals: list[list[int]]


def build_tree(component: Component, effort: Effort) -> Generator[None, None, TreeCounter | None]:
    """The component as a tree, None if no layout fits; TooLarge if that takes more than the effort."""
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
    """The fewest and most mines of each state of each table, and its number of layouts."""
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
    """About how many digit products it takes to count the layouts and to weigh them once."""
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
"""What a product of two coefficients costs besides its digit products."""


def _weighing_work(ways: list[list[int]], weights: list[list[int]]) -> float:
    """What the product of one of these ways and one of these weights takes."""
    return _OVERHEAD + max(map(max, ways)).bit_length() * max(map(max, weights)).bit_length() / 900


def _mean_terms(ranges: Ranges) -> float:
    return 1 + (sum(ranges.most) - sum(ranges.fewest)) / len(ranges.most)


_KARATSUBA = 70
"""From so many digits on Python multiplies by Karatsuba's rule."""


def _product_work(one: float, other: float) -> float:
    shorter, longer = min(one, other), max(one, other)
    return longer * shorter if shorter < _KARATSUBA else longer * _KARATSUBA * (shorter / _KARATSUBA) ** 0.585


def _pass_up(
    sizes: Sequence[int], steps: Sequence[Joint], links: list[StateLinks], ranges: list[Ranges], width: int
) -> Generator[None, None, list[list[list[int]]]]:
    """For each table and state the layouts by their mines, from the fewest on."""
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
