"""Counts the layouts of a component group by group, by their number of mines. Uses exact integers.

Runs dynamic programming over the groups of a plan. Knows no board: components with equal plans share a counter.
Tested in tests/solvers/test_exact.py.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from functools import lru_cache
from math import comb
from operator import mul
from typing import NamedTuple, Protocol, TypeAlias

from minesweeper.solvers.constraints import Component, Plan

Layer: TypeAlias = list[tuple[int, int, int]]
"""Transitions of one group: the state before it, the state after it, and the mines in the group."""
Values: TypeAlias = list[list[int]]
"""A value per state, for each layer and for the end."""

COUNT_LIMIT = 50_000_000
"""The most digit products (of 30 by 30 bits) for a count: about a tenth of a second."""
_FREE_TRANSITIONS = 2_000
"""A counter with fewer transitions is never too slow."""
_MANY = 1 << 30
_CACHED_TRANSITIONS = 300_000
"""The most transitions that cached counters may have together. One counter may take megabytes."""

Groups: TypeAlias = tuple[list[int], list[int]]
"""The groups of a component without a mine, and the groups full of mines."""


class Effort(NamedTuple):
    """Limits the work for exact counts, in figures that don't depend on the machine."""

    links: int
    """The most links of a component's tree: some 100 bytes and a microsecond each."""
    products: int
    """The most digit products (of 30 by 30 bits) for a tree's counts: about a nanosecond each."""
    weighing: int
    """The most digit products for weighing all components together."""
    clues: int
    """The most clues of a component. A larger component is cut into windows at once."""


QUICK = Effort(10_000, 20_000_000, 30_000_000, 500)
"""The effort for players that make thousands of moves, and for a first answer on the screen: hundredths of a second."""
THOROUGH = Effort(1_000_000, 5_000_000_000, 1_000_000_000, 10_000)
"""The effort for a single question about a position: some seconds, and some hundred megabytes at most."""


class RandomSource(Protocol):
    """What layouts are drawn with: Python's ``Random``, or a stream that is the same in all versions of Python."""

    def randrange(self, limit: int, /) -> int:
        """Returns a number from 0 to ``limit`` - 1."""
        ...

    def sample(self, population: Sequence[int], k: int, /) -> list[int]:
        """Chooses ``k`` of some numbers."""
        ...


class TooLarge(Exception):
    """Reports a component that can't be counted with the allowed effort."""


class LayoutCounter:
    """Answers questions about the layouts of a component; subclasses differ in how they count."""

    __slots__ = ("highest", "lowest", "possible", "sizes")

    def __init__(self, sizes: list[int], possible: int) -> None:
        self.sizes = sizes
        """The number of cells in each group."""
        self.possible = possible
        """The possible mine counts, as the bits of an int; 0 if no layout fits."""
        self.lowest = (possible & -possible).bit_length() - 1
        self.highest = possible.bit_length() - 1

    @property
    def counts(self) -> Counts:
        """The number of layouts; counted on first use."""
        raise NotImplementedError

    def risks(self, weights: Sequence[int]) -> Generator[None, None, list[int]]:
        """Returns the weight of the layouts in which a given cell of each group is a mine, then of all layouts.

        ``weights`` has one weight per mine count, from the lowest to the highest.
        """
        raise NotImplementedError

    def decided_groups(self) -> Groups:
        """Returns the groups without a mine in any layout, and those full of mines in every layout."""
        raise NotImplementedError

    def draw(self, mines: int, random: RandomSource) -> list[int]:
        """Draws a layout with ``mines`` mines, all equally likely, and returns the number of mines in each group."""
        raise NotImplementedError

    def decided_with(self, allowed: int) -> Generator[None, None, Groups]:
        """Returns the groups decided if only the mine counts in ``allowed`` (bits of an int) are possible."""
        weights = [allowed >> mines & 1 for mines in range(self.lowest, self.highest + 1)]
        *risks, layouts = yield from self.risks(weights)
        safe = [group for group, risk in enumerate(risks) if not risk]
        return safe, [group for group, risk in enumerate(risks) if risk == layouts]


class Counts(NamedTuple):
    """Holds the number of layouts of a component."""

    total: int
    by_mines: list[int]
    """The number of layouts with ``lowest``, ``lowest + 1``, ... mines."""


class Part(NamedTuple):
    """Holds a component of the frontier, or a window of a component too large to count, with its counter."""

    component: Component
    tables: LayoutCounter
    owned: Sequence[int]
    """The groups it answers for. Windows overlap, so each leaves some of its groups to another."""
    is_window: bool = False
    """Whether this is a window. Its odds aren't exact, and it may allow more layouts than the component."""

    @property
    def share(self) -> float:
        """The share of its cells that this part answers for."""
        return sum(self.tables.sizes[group] for group in self.owned) / sum(self.tables.sizes)


class LinearCounter(LayoutCounter):
    """Counts a component group by group, with the transitions of its plan that lead to layouts."""

    __slots__ = ("_counted", "_decided", "_min_mines", "layers", "states", "transitions")

    def __init__(self, plan: Plan, limit: int) -> None:
        layers, self.states = _expand(plan, limit)
        self.layers: list[Layer] = layers
        """For each group, the transitions that lead to a complete layout."""
        super().__init__([step[0] for step in plan], _keep_live(layers, self.states))
        self.transitions = sum(map(len, layers))
        """The number of transitions of all groups."""
        self._counted: _Counted | None = None
        self._decided: Groups | None = None
        self._min_mines: tuple[list[int], list[int]] | None = None
        if self.transitions > _FREE_TRANSITIONS and self.transitions * self._digits() ** 2 > COUNT_LIMIT:
            raise TooLarge

    def _digits(self) -> int:
        """Returns the number of 30-bit digits in a polynomial of the counts."""
        total = pass_backward(self, binomial_weights(self, 0), 0)[0][0]
        return 1 + total.bit_length() * (self.highest - self.lowest + 1) // 30

    def min_mines(self) -> tuple[list[int], list[int]]:
        """Returns the fewest mines before each layer (and at the end), and the fewest mines after it."""
        if self._min_mines is None:
            turned = [[(target, source, mines) for source, target, mines in layer] for layer in self.layers[::-1]]
            before, after = _fewest(self.layers, self.states[1:]), _fewest(turned, self.states[-2::-1])
            self._min_mines = before, after[::-1]
        return self._min_mines

    @property
    def counts(self) -> Counts:
        return self._count().counts

    def _count(self) -> _Counted:
        if self._counted is None:
            self._counted = _count(self)
        return self._counted

    def risks(self, weights: Sequence[int]) -> Generator[None, None, list[int]]:
        yield from ()
        (_, by_mines), mined, _, _ = self._count()
        return [sum(map(mul, ways, weights)) for ways in (*mined, by_mines)]

    def mined_by_number(self, group: int) -> list[int]:
        """Returns the layouts in which a given cell of a group is a mine, by mine count from the lowest."""
        return self._count().mined[group]

    def decided_groups(self) -> Groups:
        if self._decided is None:
            self._decided = decided_by_numbers(
                (group, size, {mines for _, _, mines in layer})
                for group, (size, layer) in enumerate(zip(self.sizes, self.layers, strict=True))
            )
        return self._decided

    def draw(self, mines: int, random: RandomSource) -> list[int]:
        """Draws a layout with ``mines`` mines; works from the last group back to the first."""
        _, _, width, forward = self._count()
        min_mines = self.min_mines()[0]
        mask = (1 << width) - 1
        drawn: list[int] = []
        state = 0
        for group in range(len(self.layers) - 1, -1, -1):
            size = self.sizes[group]
            choices = [(source, here) for source, target, here in self.layers[group] if target == state]
            weights = []
            for source, here in choices:
                value = forward[group][source]
                if width:
                    excess = mines - here - min_mines[group]
                    value = value >> excess * width & mask if excess >= 0 else 0
                weights.append(value * comb(size, here))
            state, here = choices[draw_index(weights, random)]
            mines -= here
            drawn.append(here)
        return drawn[::-1]

    def list_layouts(self, masks: Sequence[Sequence[Sequence[int]]]) -> list[tuple[int, int]]:
        """Lists every layout with its mine count. ``masks[group][n]`` has the ways to place n mines in a group."""
        reached: list[list[tuple[int, int]]] = [[(0, 0)]]
        for layer, chosen, width in zip(self.layers, masks, self.states[1:], strict=True):
            after: list[list[tuple[int, int]]] = [[] for _ in range(width)]
            for source, target, mines in layer:
                after[target] += [(m + mines, mask | more) for m, mask in reached[source] for more in chosen[mines]]
            reached = after
        return reached[0]


def decided_by_numbers(groups: Iterable[tuple[int, int, set[int]]]) -> Groups:
    """Takes groups with their sizes and possible mine counts. Returns those without a mine and those full of mines."""
    safe, mined = [], []
    for group, size, numbers in groups:
        if len(numbers) == 1:
            if 0 in numbers:
                safe.append(group)
            elif size in numbers:
                mined.append(group)
    return safe, mined


def draw_index(weights: Sequence[int], random: RandomSource) -> int:
    """Draws an index with a chance proportional to its weight."""
    number = random.randrange(sum(weights))
    for index, weight in enumerate(weights):
        number -= weight
        if number < 0:
            return index
    raise AssertionError("the weights add up to more than any number drawn below their sum")


def _expand(plan: Plan, limit: int) -> tuple[list[Layer], list[int]]:
    """Finds all transitions that no constraint forbids yet, and the number of states before each layer and at the end.

    A state has a lane for each open constraint, which holds GUARD plus the mines still needed. Adding a mine to a group
    subtracts 1 from the lanes of its constraints, so a guard bit vanishes if a constraint has too many mines. In
    ``limit - state`` each lane holds GUARD plus (cells still to come - mines needed), so a guard bit vanishes if a
    constraint can't get enough. After its last group, a constraint needs exactly 0 mines.
    """
    states = [0]
    layers, widths = [], [1]
    work = 0
    for size, opening, delta, guards, most, closing in plan:
        numbers: dict[int, int] = {}
        layer: Layer = []
        for source, state in enumerate(states):
            state += opening
            for mines in range(size + 1):
                if state & guards != guards:
                    break
                if (most - state) & guards == guards:
                    layer.append((source, numbers.setdefault(state - closing, len(numbers)), mines))
                state -= delta
        work += len(layer)
        if work > limit:
            raise TooLarge
        states = list(numbers)
        layers.append(layer)
        widths.append(len(states))
    return layers, widths


def _keep_live(layers: list[Layer], states: list[int]) -> int:
    """Drops transitions that lead to no complete layout. Returns the possible mine counts as the bits of an int."""
    after = [1] * states[-1]
    for number in range(len(layers) - 1, -1, -1):
        layer = layers[number]
        if 0 in after:
            layer = layers[number] = [transition for transition in layer if after[transition[1]]]
        before = [0] * states[number]
        for source, target, mines in layer:
            before[source] |= after[target] << mines
        after = before
    return after[0]


def _fewest(layers: Sequence[Layer], widths: Sequence[int]) -> list[int]:
    """Returns the fewest mines before each layer and at the end; ``widths`` has the number of states after each."""
    values, fewest = [0], [0]
    for layer, width in zip(layers, widths, strict=True):
        reached = [_MANY] * width
        for source, target, mines in layer:
            if values[source] + mines < reached[target]:
                reached[target] = values[source] + mines
        values = reached
        fewest.append(min(values))
    return fewest


class _Counted(NamedTuple):
    """Holds the results of a forward and a backward pass."""

    counts: Counts
    mined: list[list[int]]
    """For each group, the layouts in which a given cell of it is a mine, by mine count."""
    width: int
    """The bits of a coefficient in ``forward``."""
    forward: Values
    """The ways to reach each state, as packed polynomials in the number of mines."""


def _count(tables: LinearCounter) -> _Counted:
    """Counts the layouts.

    The value of a state is a polynomial in the number of mines, packed in one int with ``width`` bits per coefficient.
    Every coefficient counts some of the component's layouts, each once, so the width of their total is enough. If all
    layouts have the same mine count, the width is 0 and a polynomial is one number.
    """
    plain = pass_backward(tables, binomial_weights(tables, 0), 0)
    total = plain[0][0]
    width = total.bit_length() if tables.highest > tables.lowest else 0
    weights = binomial_weights(tables, width)
    backward = pass_backward(tables, weights, width) if width else plain
    forward = pass_forward(tables, weights, width)
    terms = tables.highest - tables.lowest + 1
    mined = []
    for group, layer in enumerate(tables.layers):
        size = tables.sizes[group]
        ways = [0] * (size + 1)
        combine_passes(layer, forward[group], backward[group + 1], ways)
        packed = sum(map(mul, ways, ways_with_one_mined(size, width)))
        mined.append(unpack(packed >> offset_at(tables, group) * width, width, terms))
    return _Counted(Counts(total, unpack(backward[0][0], width, terms)), mined, width, forward)


def offset_at(tables: LinearCounter, group: int) -> int:
    """Returns how far the lowest mine count exceeds the sum of ``min_mines`` on both sides of a group."""
    before, after = tables.min_mines()
    return tables.lowest - before[group] - after[group + 1]


def binomial_weights(tables: LinearCounter, width: int) -> list[tuple[int, ...]]:
    """Returns the ways to place each number of mines in each group, as terms of packed polynomials."""
    return [_binomials(size, width) for size in tables.sizes]


@lru_cache(maxsize=1 << 12)
def _binomials(size: int, width: int) -> tuple[int, ...]:
    """Returns the ways to place each number of mines in a group, as terms of a packed polynomial."""
    return tuple(comb(size, mines) << mines * width for mines in range(size + 1))


@lru_cache(maxsize=1 << 12)
def ways_with_one_mined(size: int, width: int) -> tuple[int, ...]:
    """Returns the ways to place each number of mines in a group if one given cell is a mine, as packed terms."""
    return (0, *(comb(size - 1, mines - 1) << mines * width for mines in range(1, size + 1)))


def pass_forward(
    tables: LinearCounter, weights: Sequence[Sequence[int]], width: int, start: Values | None = None
) -> Values:
    """Sums over the ways to reach each state. The weight of a way is the product of its transitions.

    If ``width`` isn't 0, the weights are packed polynomials in the number of mines. Their exponents leave out the
    lowest number of mines at that layer (``min_mines``). ``start`` has the values of the first layers.
    """
    values = list(start) if start else [[1]]
    min_mines = tables.min_mines()[0] if width else ()
    for group in range(len(values) - 1, len(tables.layers)):
        before, weight = values[-1], weights[group]
        after = [0] * tables.states[group + 1]
        for source, target, mines in tables.layers[group]:
            after[target] += before[source] * weight[mines]
        if width and min_mines[group + 1] > min_mines[group]:
            drop = (min_mines[group + 1] - min_mines[group]) * width
            after = [value >> drop for value in after]
        values.append(after)
    return values


def pass_backward(
    tables: LinearCounter, weights: Sequence[Sequence[int]], width: int, end: Values | None = None
) -> Values:
    """Sums over the ways from each state to a complete layout. ``end`` has the last layers' values."""
    values = list(reversed(end)) if end else [[1]]
    min_mines = tables.min_mines()[1] if width else ()
    for group in range(len(tables.layers) - len(values), -1, -1):
        after, weight = values[-1], weights[group]
        before = [0] * tables.states[group]
        for source, target, mines in tables.layers[group]:
            before[source] += after[target] * weight[mines]
        if width and min_mines[group] > min_mines[group + 1]:
            drop = (min_mines[group] - min_mines[group + 1]) * width
            before = [value >> drop for value in before]
        values.append(before)
    values.reverse()
    return values


def combine_passes(layer: Layer, before: list[int], after: list[int], ways: list[int]) -> None:
    """Adds the layouts of all other groups to ``ways``, by the number of mines in this group, as packed polynomials.

    Skips layouts without a mine in the group, which no caller needs.
    """
    for source, target, mines in layer:
        if mines:
            ways[mines] += before[source] * after[target]


def unpack(packed: int, width: int, terms: int) -> list[int]:
    """Returns the coefficients of a packed polynomial."""
    if terms == 1:
        return [packed]
    mask = (1 << width) - 1
    return [packed >> shift & mask for shift in range(0, terms * width, width)]


class _CounterCache:
    """Caches the counters of plans: small components recur all the time."""

    def __init__(self) -> None:
        self._tables: dict[Plan, LinearCounter] = {}
        self._transitions = 0

    def tables_of(self, plan: Plan, limit: int) -> LinearCounter:
        """Returns the counter of a plan. Raises TooLarge if it has more than ``limit`` transitions."""
        tables = self._tables.get(plan)
        if tables is None:
            tables = LinearCounter(plan, limit)
            self._transitions += tables.transitions
            if self._transitions > _CACHED_TRANSITIONS:
                self._tables.clear()
                self._transitions = tables.transitions
            self._tables[plan] = tables
        return tables


tables_of = _CounterCache().tables_of
