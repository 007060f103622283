"""Counts a component as a tree. This is for clues that are so scattered that, in every order of groups, too many of
them would be open at a time for ``count_linear``.

Each group is a table at first, and each step joins two tables, until one is left. A clue is open in a table if some of
its cells are in the table and others aren't; the border of a table is its open clues. A state of a table says how many
mines the table has next to each clue of its border, and for each state the table counts the layouts of its cells by
mine count. A link says which state of the left table and which of the right one make a state of the joined table. A
small border has few states, so tables are joined where the border stays small. Hardly any component of a real game
needs this module.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from math import comb, fsum, log
from operator import add, mul
from typing import NamedTuple, TypeAlias

from minesweeper.solvers.constraints import GUARD, LANE, Component, Constraint, span
from minesweeper.solvers.count_linear import (
    Counts,
    Effort,
    Groups,
    LayoutCounter,
    RandomSource,
    TooLarge,
    decided_by_numbers,
    draw_index,
    unpack,
)

Border: TypeAlias = dict[int, int]
"""The open clues of a table, each with the number of its cells that are in the table."""
StateLinks: TypeAlias = list[tuple[int, int, int]]
"""The links of a table: the number of a state of the left table, of a state of the right one, and of the state that
both make together.

The table of a group joins no others. There the first number is the mines in the group, and the second one is 0.
"""

_SLICE = 1_000
"""The most links that are found in one slice."""
_PRODUCTS_A_SLICE = 10
"""How many polynomials are multiplied or unpacked in one slice. The longest take a millisecond each."""
_MANY = 1 << 30


class Table(NamedTuple):
    """One table of the tree. The first tables are those of the groups, and each later one joins two earlier tables."""

    sources: tuple[int, ...]
    """The numbers of the two tables that are joined. Empty for the table of a group."""
    cells: int
    """The number of cells in the table."""
    border: Border
    closed: tuple[int, ...]
    """The clues that are complete in this table and in none of the tables it joins."""


class _Planner:
    """Decides which tables to join.

    It always closes the clue whose table takes the least work, estimated by its states and its cells.
    """

    def __init__(self, component: Component, weight: float) -> None:
        """Makes the tables of the groups.

        ``weight`` says how much the number of cells counts against the number of states.
        """
        self._weight = weight
        self._constraints = component.constraints
        self.tables: list[Table] = []
        self._tables_of: defaultdict[int, set[int]] = defaultdict(set)
        """The numbers of the tables in which each clue is open."""
        for cells, clues in zip(component.groups, component.seen_by, strict=True):
            self._make((), len(cells), dict.fromkeys(clues, len(cells)))
        self._cost = {clue: self._cost_of(clue) for clue in self._tables_of}

    def run(self) -> Generator[None, None, list[Table]]:
        """Plans all tables.

        The last one has no border, because the clues of a component are all linked. Runs in slices.
        """
        while self._cost:
            self._close(min(self._cost, key=self._cost.__getitem__))
            for other in self.tables[-1].border:
                self._cost[other] = self._cost_of(other)
            yield
        return self.tables

    def _cost_of(self, clue: int) -> float:
        """Estimates the work for the table that closes a clue, as a logarithm.

        It counts the states and, with a weight, the cells, because polynomials get as long as a table has cells. By
        states alone, large tables would be joined too soon.
        """
        inside: Border = defaultdict(int)
        size = 1
        for number in self._tables_of[clue]:
            size += self.tables[number].cells
            for other, cells in self.tables[number].border.items():
                inside[other] += cells
        return self._weight * log(size) + fsum(
            log(span(self._constraints[other], cells)) for other, cells in inside.items()
        )

    def _close(self, clue: int) -> None:
        """Joins all tables in which a clue is open. It begins with the one that has the longest border."""
        waiting = set(self._tables_of[clue])
        joined = max(waiting, key=lambda number: len(self.tables[number].border))
        waiting.remove(joined)
        while waiting:
            border = self.tables[joined].border
            other = min(waiting, key=lambda number: _opens(self.tables[number].border, border))
            waiting.remove(other)
            joined = self._join(joined, other)

    def _join(self, left: int, right: int) -> int:
        one, other = self.tables[left], self.tables[right]
        border = dict(one.border)
        for clue, cells in other.border.items():
            border[clue] = border.get(clue, 0) + cells
            self._tables_of[clue].remove(right)
        for clue in one.border:
            self._tables_of[clue].remove(left)
        return self._make((left, right), one.cells + other.cells, border)

    def _make(self, sources: tuple[int, ...], cells: int, border: Border) -> int:
        number = len(self.tables)
        closed = tuple(clue for clue, inside in border.items() if inside == self._constraints[clue][1])
        for clue in closed:
            del border[clue]
            if sources:
                del self._cost[clue]
        for clue in border:
            self._tables_of[clue].add(number)
        self.tables.append(Table(sources, cells, border, closed))
        return number


def _opens(border: Border, other: Border) -> tuple[int, int]:
    """How many clues of a border aren't in the other border, and then minus the length of the border.

    Sorted by this, longer borders come first among equals.
    """
    return sum(clue not in other for clue in border), -len(border)


class _Lanes(NamedTuple):
    """The numbers that check whether a state of a table is possible. In a state, each open clue has a lane of bits.

    A lane holds the mines that the table has next to the clue. In ``most - state`` it holds ``GUARD`` plus the mines
    that the clue still needs, so its guard bit vanishes if there are too many. In ``state + fewest`` it holds ``GUARD``
    plus the cells still to come minus the mines still needed, so its guard bit vanishes if these cells are too few.
    """

    unit_of: dict[int, int]
    most: int
    fewest: int
    closing: int
    """What is subtracted from a state to clear the lanes of complete clues."""

    def allow(self, state: int, guards: int) -> bool:
        """Whether a state is possible for the clues with these guard bits."""
        return (self.most - state) & (state + self.fewest) & guards == guards


def _assign_lanes(tables: Sequence[Table], constraints: dict[int, Constraint]) -> list[_Lanes]:
    """Gives each clue its lane, from the last table back to the first. A clue keeps its lane from its first table until
    it is complete.

    Only clues of the same table need different lanes, so lanes are used again, which keeps states short.
    """
    lanes: list[_Lanes] = []
    units_of: list[dict[int, int]] = [{} for _ in tables]
    for table, unit_of in zip(reversed(tables), reversed(units_of), strict=True):
        used = set(unit_of.values())
        units = (1 << place * LANE for place in range(len(used) + len(table.closed)))
        unused = (unit for unit in units if unit not in used)
        most = fewest = closing = 0
        for clue in table.closed:
            unit_of[clue] = next(unused)
            closing += constraints[clue][0] * unit_of[clue]
        for clue, unit in unit_of.items():
            mines, size = constraints[clue]
            most += (GUARD + mines) * unit
            fewest += (GUARD - mines + size - table.border.get(clue, size)) * unit
        for source in table.sources:
            units_of[source] |= {clue: unit_of[clue] for clue in tables[source].border}
        lanes.append(_Lanes(unit_of, most, fewest, closing))
    lanes.reverse()
    return lanes


def _expand(
    tables: Sequence[Table], component: Component, limit: int
) -> Generator[None, None, tuple[list[StateLinks], list[int]]]:
    """Finds the links of each table that no clue forbids, and the number of states of each table. Runs in slices.

    Some of these links lead to no layout; ``_keep_live`` drops them. Raises ``TooLarge`` if more than ``limit`` links
    are found.
    """
    states: list[list[int]] = []
    all_links: list[StateLinks] = []
    work = 0
    for table, lanes in zip(tables, _assign_lanes(tables, dict(component.constraints)), strict=True):
        links: StateLinks = []
        if table.sources:
            left, right = table.sources
            shared = tables[left].border.keys() & tables[right].border.keys()
            numbers: dict[int, int] = {}
            guards = sum(lanes.unit_of[clue] for clue in shared) * GUARD
            for _ in _join_tables(states[left], states[right], guards, lanes, numbers, links):
                if work + len(links) > limit:
                    raise TooLarge
                yield
            states.append(list(numbers))
        else:
            unit = sum(lanes.unit_of.values())
            mines = [n for n in range(table.cells + 1) if lanes.allow(n * unit, unit * GUARD)]
            links += [(n, 0, state) for state, n in enumerate(mines)]
            states.append([n * unit - lanes.closing for n in mines])
        work += len(links)
        if work > limit:
            raise TooLarge
        all_links.append(links)
    return all_links, [len(own) for own in states]


def _join_tables(
    left: list[int], right: list[int], guards: int, lanes: _Lanes, numbers: dict[int, int], links: StateLinks
) -> Iterator[None]:
    """Finds the links of two tables and adds them to ``links``. Runs in slices.

    Only clues that are open in both tables can forbid a pair of states, so states that agree in these clues are tried
    together.
    """
    shared = guards // GUARD * (2 * GUARD - 1)
    ours, theirs = _by_shared(left, shared), _by_shared(right, shared)
    tried = 0
    for one, sources in ours.items():
        for other, others in theirs.items():
            if not lanes.allow(one + other, guards):
                continue
            for b in others:
                state = right[b] - lanes.closing
                links += [(a, b, numbers.setdefault(state + left[a], len(numbers))) for a in sources]
                tried += len(sources)
                if tried > _SLICE:
                    tried = 0
                    yield
    yield


def _by_shared(states: list[int], mask: int) -> dict[int, list[int]]:
    numbers: dict[int, list[int]] = {}
    for number, state in enumerate(states):
        numbers.setdefault(state & mask, []).append(number)
    return numbers


def _keep_live(tables: Sequence[Table], links: list[StateLinks], widths: Sequence[int]) -> Generator[None, None, None]:
    """Drops the links that lead to no layout, because they would make coefficients overflow. Runs in slices."""
    alive = [bytearray(width) for width in widths]
    alive[-1] = bytearray(b"\1" * widths[-1])
    for number in range(len(tables) - 1, -1, -1):
        after = alive[number]
        if 0 in after:
            links[number] = [link for link in links[number] if after[link[2]]]
        for side, source in enumerate(tables[number].sources):
            here = alive[source]
            for link in links[number]:
                here[link[side]] = 1
        if len(links[number]) > _SLICE:
            yield


class TreeCounter(LayoutCounter):
    """Counts a component by the links of its tree.

    The layouts of a state are a polynomial in the number of mines, packed in one int while tables are multiplied.
    Callers need weighted sums over mine counts, and these never need a polynomial of the whole tree: from the last
    table back to the first, ``risks`` passes on the weight that each mine count of a state has. Small tables have few
    mine counts.
    """

    __slots__ = ("_counts", "_links", "_ranges", "_tables", "_ways")

    def __init__(self, sizes: list[int], draft: _Draft, ways: list[list[list[int]]]) -> None:
        _, self._tables, self._links, self._ranges = draft
        self._ways = ways
        """For each table and state, the number of layouts by mine count, from the fewest mines."""
        by_mines = ways[-1][0]
        self._counts = Counts(sum(by_mines), by_mines)
        fewest = self._ranges[-1].fewest[0]
        super().__init__(sizes, sum(1 << n for n, count in enumerate(by_mines, fewest) if count))

    @property
    def counts(self) -> Counts:
        return self._counts

    def decided_groups(self) -> Groups:
        return decided_by_numbers(
            (group, size, {mines for mines, _, _ in self._links[group]}) for group, size in enumerate(self.sizes)
        )

    def draw(self, mines: int, random: RandomSource) -> list[int]:
        """Draws from the last table back to those of the groups."""
        wanted = [(0, 0)] * len(self._tables)
        wanted[-1] = 0, mines
        for number in range(len(self._tables) - 1, len(self.sizes) - 1, -1):
            left, right = self._tables[number].sources
            state, mines = wanted[number]
            choices: list[tuple[int, int, int]] = []
            weights = []
            for one, other, target in self._links[number]:
                if target == state:
                    for there, ways in enumerate(self._ways[right][other], self._ranges[right].fewest[other]):
                        choices.append((one, other, there))
                        weights.append(ways and ways * self._number(left, one, mines - there))
            one, other, there = choices[draw_index(weights, random)]
            wanted[left], wanted[right] = (one, mines - there), (other, there)
        return [mines for _, mines in wanted[: len(self.sizes)]]

    def _number(self, table: int, state: int, mines: int) -> int:
        """How many layouts of a table have this state and ``mines`` mines."""
        ways, n = self._ways[table][state], mines - self._ranges[table].fewest[state]
        return ways[n] if 0 <= n < len(ways) else 0

    def risks(self, weights: Sequence[int]) -> Generator[None, None, list[int]]:
        risks = []
        passed: list[list[list[int]]] = [[] for _ in self._tables]
        passed[-1] = [list(weights)]
        for number in range(len(self._tables) - 1, len(self.sizes) - 1, -1):
            left, right = self._tables[number].sources
            passed[left] = yield from self._pass_to(number, left, right, passed[number])
            passed[right] = yield from self._pass_to(number, right, left, passed[number])
            passed[number] = []
        for group, size in enumerate(self.sizes):
            with_one = [(comb(size - 1, mines - 1), state) for mines, _, state in self._links[group] if mines]
            risks.append(sum(ways * passed[group][state][0] for ways, state in with_one))
        return [*risks, sum(map(mul, self._counts.by_mines, weights))]

    def _pass_to(
        self, number: int, source: int, other: int, weights: list[list[int]]
    ) -> Generator[None, None, list[list[int]]]:
        """Passes the weights of a table back to one of the two tables it joins. Runs in slices.

        The weight of n mines in ``source`` is a sum over the numbers m of mines in the other table: how many layouts
        have m mines, times the weight of n + m mines in the joined table.
        """
        swapped = source == self._tables[number].sources[1]
        fewest_after, fewest, fewest_there = (self._ranges[table].fewest for table in (number, source, other))
        ways = self._ways[other]
        passed = [[0] * len(own) for own in self._ways[source]]
        for count, (one, two, target) in enumerate(self._links[number]):
            if not count % _PRODUCTS_A_SLICE:
                yield
            here, there = (two, one) if swapped else (one, two)
            own, some, sums = ways[there], weights[target], passed[here]
            first = fewest[here] + fewest_there[there] - fewest_after[target]
            # In the table of a group, each state has a single mine count, so one multiplication is enough.
            if len(own) == 1:
                some = some[first : first + len(sums)]
                passed[here] = list(map(add, sums, some if own[0] == 1 else [own[0] * weight for weight in some]))
                continue
            last = first + len(own)
            for n in range(len(sums)):
                sums[n] += sum(map(mul, own, some[first + n : last + n]))
        return passed


_WEIGHTS = (1.0, 1.5, 0.5)
"""Planning tries these weights of a table's cells against its states, because none of them is always the best."""
_GOOD_ENOUGH = 20
"""A tree is taken at once if it needs less than the effort divided by this."""


class _Ranges(NamedTuple):
    """For each state of a table, the fewest mines, the most mines, and the number of layouts."""

    fewest: list[int]
    most: list[int]
    total: list[int]

    @property
    def mean_terms(self) -> float:
        """The mean length of a state's polynomial."""
        return 1 + (sum(self.most) - sum(self.fewest)) / len(self.most)


class _Draft(NamedTuple):
    """A planned tree with its links, and an estimate of the work for counting it."""

    work: float
    tables: list[Table]
    links: list[StateLinks]
    ranges: list[_Ranges]


def build_tree(component: Component, effort: Effort) -> Generator[None, None, TreeCounter | None]:
    """Plans the tree of a component in a few ways and counts the best one. Runs in slices.

    Returns None if no layout fits. Raises ``TooLarge`` if the effort isn't enough.
    """
    best: _Draft | None = None
    for weight in _WEIGHTS:
        tables = yield from _Planner(component, weight).run()
        try:
            links, widths = yield from _expand(tables, component, effort.links)
        except TooLarge:
            continue
        yield from _keep_live(tables, links, widths)
        if not links[-1]:
            return None
        ranges = yield from _find_ranges(tables, links, widths)
        draft = _Draft(_work(tables, links, ranges), tables, links, ranges)
        best = draft if best is None or draft.work < best.work else best
        if best.work <= effort.products / _GOOD_ENOUGH:
            break
    if best is None or best.work > effort.products:
        raise TooLarge
    ways = yield from _count_up(best)
    return TreeCounter([len(cells) for cells in component.groups], best, ways)


def _find_ranges(
    tables: Sequence[Table], links: list[StateLinks], widths: Sequence[int]
) -> Generator[None, None, list[_Ranges]]:
    """Finds the fewest and the most mines of each state, and how many layouts it has. Runs in slices."""
    ranges: list[_Ranges] = []
    for table, own_links, states in zip(tables, links, widths, strict=True):
        fewest, most, total = [_MANY] * states, [0] * states, [0] * states
        if table.sources:
            (low, high, count), (other_low, other_high, other_count) = (ranges[source] for source in table.sources)
            for one, other, target in own_links:
                fewest[target] = min(fewest[target], low[one] + other_low[other])
                most[target] = max(most[target], high[one] + other_high[other])
                total[target] += count[one] * other_count[other]
        else:
            for mines, _, target in own_links:
                fewest[target] = most[target] = mines
                total[target] = comb(table.cells, mines)
        ranges.append(_Ranges([n if n < _MANY else 0 for n in fewest], most, total))
        yield
    return ranges


def _work(tables: Sequence[Table], links: list[StateLinks], ranges: list[_Ranges]) -> float:
    """Estimates how many multiplications of two 30-bit digits it takes to count the layouts and to weigh them once.

    Joining a group takes little and isn't counted.
    """
    digits = 1 + ranges[-1].total[0].bit_length() / 30
    work = 0.0
    for table, own_links in zip(tables, links, strict=True):
        if table.sources and all(tables[source].sources for source in table.sources):
            one, other = (ranges[source] for source in table.sources)
            left, right = one.mean_terms, other.mean_terms
            small = 1 + max(*one.total, *other.total).bit_length() / 60
            up = _product_work(left * digits, right * digits)
            work += len(own_links) * (up + 2 * left * right * (_OVERHEAD + 2 * digits * small))
    return work


_OVERHEAD = 100
"""What multiplying two coefficients costs besides their digits."""


_KARATSUBA = 70
"""From how many digits on Python multiplies by Karatsuba's rule, which is faster for long numbers."""


def _product_work(one: float, other: float) -> float:
    """Estimates the work of multiplying two ints with so many digits."""
    shorter, longer = min(one, other), max(one, other)
    return longer * shorter if shorter < _KARATSUBA else longer * _KARATSUBA * (shorter / _KARATSUBA) ** 0.585


def _count_up(draft: _Draft) -> Generator[None, None, list[list[list[int]]]]:
    """Counts the layouts of each state of each table by mine count, from the first table to the last.

    Runs in slices.
    """
    _, tables, all_links, ranges = draft
    bits = ranges[-1].total[0].bit_length()
    packed: list[list[int]] = []
    counts: list[list[list[int]]] = []
    for table, links, (fewest, most, total) in zip(tables, all_links, ranges, strict=True):
        values = [0] * len(total)
        if table.sources:
            left, right = table.sources
            low, ways, other_low, other_ways = ranges[left].fewest, packed[left], ranges[right].fewest, packed[right]
            for count, (one, other, target) in enumerate(links):
                if not count % _PRODUCTS_A_SLICE:
                    yield
                shift = (low[one] + other_low[other] - fewest[target]) * bits
                values[target] += ways[one] * other_ways[other] << shift
            packed[left] = packed[right] = []
        else:
            values = total
        packed.append(values)
        unpacked = []
        for n, value in enumerate(values):
            unpacked.append(unpack(value, bits, most[n] - fewest[n] + 1))
            if not n % _PRODUCTS_A_SLICE:
                yield
        counts.append(unpacked)
    return counts
