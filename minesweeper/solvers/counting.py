"""How many ways a component can be mined, by dynamic programming over its groups; all in exact integers.

It works on plans (see components.py) and knows no board: components with equal plans share their tables.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import lru_cache
from math import comb
from operator import mul
from typing import NamedTuple, TypeAlias

from minesweeper.solvers.components import Plan

Layer: TypeAlias = list[tuple[int, int, int]]
"""Transitions of one group: number of the state before it, of the state after it, mines in the group."""
Values: TypeAlias = list[list[int]]
"""For each layer, and once more for the end, a value for each state."""

WORK_LIMIT = 20_000
"""The most transitions a component may have: about 10 ms. Components of real games stay below a thousand."""
COUNT_LIMIT = 50_000_000
"""The most digit products (of 30 bits by 30) for its counts: about a tenth of a second."""
_FREE_TRANSITIONS = 2_000
"""With fewer transitions than that the counts can't take long."""
_MANY = 1 << 30
_LONG_LAYER = 100
"""A group with more transitions is worth a pause."""
_KEPT_TABLES = 1 << 14


class TooLarge(Exception):
    """A component that can't be counted within the work limit."""


class Tables:
    """The transitions of a plan that belong to layouts, and the numbers of mines these layouts have."""

    __slots__ = ("_counts", "_lows", "highest", "layers", "lowest", "possible", "sizes", "states")

    def __init__(self, plan: Plan, limit: int = WORK_LIMIT) -> None:
        self.sizes = [step[0] for step in plan]
        layers, self.states = _expand(plan, limit)
        self.layers: list[Layer] = layers
        """For each group the transitions from which a complete layout follows."""
        self.possible = _keep_live(layers, self.states)
        """The possible numbers of mines, as the bits of an int; 0 if no layout fits."""
        self.lowest = (self.possible & -self.possible).bit_length() - 1
        self.highest = self.possible.bit_length() - 1
        self._counts: Counts | None = None
        self._lows: tuple[list[int], list[int]] | None = None
        transitions = sum(map(len, layers))
        if transitions > _FREE_TRANSITIONS and transitions * self._digits() ** 2 > COUNT_LIMIT:
            raise TooLarge

    def _digits(self) -> int:
        """How many digits of 30 bits a polynomial of its counts has."""
        total = pass_backward(self, plain_weights(self, 0), 0)[0][0]
        return 1 + total.bit_length() * (self.highest - self.lowest + 1) // 30

    def lows(self) -> tuple[list[int], list[int]]:
        """The fewest mines before each layer and at the end, and the fewest from there on."""
        if self._lows is None:
            before, after = [0], [0]
            fewest = [0]
            for layer, width in zip(self.layers, self.states[1:], strict=True):
                reached = [_MANY] * width
                for source, target, mines in layer:
                    reached[target] = min(reached[target], fewest[source] + mines)
                fewest = reached
                before.append(min(fewest))
            fewest = [0]
            for layer, width in zip(reversed(self.layers), reversed(self.states[:-1]), strict=True):
                reached = [_MANY] * width
                for source, target, mines in layer:
                    reached[source] = min(reached[source], fewest[target] + mines)
                fewest = reached
                after.append(min(fewest))
            after.reverse()
            self._lows = before, after
        return self._lows

    def count(self) -> Counts:
        """How many layouts there are; counted when first asked for."""
        for _ in self.count_in_slices():
            pass
        assert self._counts is not None
        return self._counts

    def count_in_slices(self) -> Generator[None, None, None]:
        """Counts, with a pause after each group."""
        if self._counts is None:
            self._counts = yield from _count(self)

    def decided_groups(self) -> tuple[list[int], list[int]]:
        """The groups without a mine in any layout, and those full of mines in every layout."""
        safe, mined = [], []
        for group, layer in enumerate(self.layers):
            numbers = {mines for _, _, mines in layer}
            if len(numbers) == 1:
                if 0 in numbers:
                    safe.append(group)
                elif self.sizes[group] in numbers:
                    mined.append(group)
        return safe, mined

    def decided_with(self, allowed: int) -> tuple[list[int], list[int]]:
        """The same if only these numbers of mines are allowed, given as the bits of an int."""
        counts = self.count()
        terms = [n for n in range(self.highest - self.lowest + 1) if allowed >> (n + self.lowest) & 1]
        safe, mined = [], []
        for group, ways in enumerate(counts.mined):
            if not any(ways[n] for n in terms):
                safe.append(group)
            elif all(ways[n] == counts.by_mines[n] for n in terms):
                mined.append(group)
        return safe, mined


def _expand(plan: Plan, limit: int) -> tuple[list[Layer], list[int]]:
    """All transitions that no constraint forbids so far, and the number of states before each layer and at the end.

    In a state each open constraint has a lane that holds GUARD plus the mines it still misses. Adding a mine to a group
    subtracts 1 from the lanes of its constraints: a guard bit vanishes where a constraint has too many mines. In
    ``limit - state`` each lane holds GUARD plus (cells of the constraint still to come - mines missing), so a guard bit
    vanishes where it can't get enough. When its last group is through, a constraint misses exactly 0.
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
    """Drops the transitions from which no complete layout follows; the possible mine numbers as bits of an int."""
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


class Counts(NamedTuple):
    """How many layouts of a component have each number of mines, in all and with a given cell mined."""

    total: int
    by_mines: list[int]
    """The number of layouts with ``lowest``, ``lowest + 1``, ... mines."""
    mined: list[list[int]]
    """For each group the same, for the layouts in which one given cell of the group is mined."""
    width: int
    """The bits of a coefficient in ``forward``."""
    forward: Values
    """For each state the ways to reach it, as a packed polynomial in the number of mines."""


def _count(tables: Tables) -> Generator[None, None, Counts]:
    """The counts, with a pause after each long layer.

    The value of a state is a polynomial in the number of mines, packed in one int with ``width`` bits a coefficient.
    Every coefficient counts some of the component's layouts, each once, so the width of their total is enough. If all
    layouts have the same number of mines the width is 0 and a polynomial is one number.
    """
    plain = pass_backward(tables, plain_weights(tables, 0), 0)
    total = plain[0][0]
    width = total.bit_length() if tables.highest > tables.lowest else 0
    weights = plain_weights(tables, width)
    backward = pass_backward(tables, weights, width) if width else plain
    forward = pass_forward(tables, weights, width)
    terms = tables.highest - tables.lowest + 1
    mined = []
    for group, layer in enumerate(tables.layers):
        size = tables.sizes[group]
        ways = pair_up(layer, forward[group], backward[group + 1], size)
        packed = sum(map(mul, ways, ways_with_one_mined(size, width)))
        mined.append(unpack(packed >> gap_at(tables, group) * width, width, terms))
        if len(layer) > _LONG_LAYER:
            yield
    return Counts(total, unpack(backward[0][0], width, terms), mined, width, forward)


def gap_at(tables: Tables, group: int) -> int:
    """By how much the lowest number of mines exceeds the sum of the lows on both sides of a group."""
    before, after = tables.lows()
    return tables.lowest - before[group] - after[group + 1]


def plain_weights(tables: Tables, width: int) -> list[tuple[int, ...]]:
    """For each group and number of mines in it the ways to place them, as terms of a packed polynomial."""
    return [_binomials(size, width) for size in tables.sizes]


@lru_cache(maxsize=1 << 12)
def _binomials(size: int, width: int) -> tuple[int, ...]:
    """For each number of mines in a group of that size its ways, as a term of a packed polynomial."""
    return tuple(comb(size, mines) << mines * width for mines in range(size + 1))


@lru_cache(maxsize=1 << 12)
def ways_with_one_mined(size: int, width: int) -> tuple[int, ...]:
    """The same, for the ways in which one given cell of the group is mined."""
    return (0, *(comb(size - 1, mines - 1) << mines * width for mines in range(1, size + 1)))


def pass_forward(tables: Tables, weights: Sequence[Sequence[int]], width: int, start: Values | None = None) -> Values:
    """For each state the sum over the ways to reach it; a way is the product of its transitions' weights.

    With a width the weights are packed polynomials in the number of mines, and in the values of a layer the lowest
    number of mines at that layer (see ``lows``) is left out of the exponents. ``start`` has the first layers' values.
    """
    values = list(start) if start else [[1]]
    lows = tables.lows()[0] if width else ()
    for group in range(len(values) - 1, len(tables.layers)):
        before, weight = values[-1], weights[group]
        after = [0] * tables.states[group + 1]
        for source, target, mines in tables.layers[group]:
            after[target] += before[source] * weight[mines]
        if width and lows[group + 1] > lows[group]:
            drop = (lows[group + 1] - lows[group]) * width
            after = [value >> drop for value in after]
        values.append(after)
    return values


def pass_backward(tables: Tables, weights: Sequence[Sequence[int]], width: int, end: Values | None = None) -> Values:
    """For each state the sum over the ways from it to a complete layout; ``end`` has the last layers' values."""
    values = list(reversed(end)) if end else [[1]]
    lows = tables.lows()[1] if width else ()
    for group in range(len(tables.layers) - len(values), -1, -1):
        after, weight = values[-1], weights[group]
        before = [0] * tables.states[group]
        for source, target, mines in tables.layers[group]:
            before[source] += after[target] * weight[mines]
        if width and lows[group] > lows[group + 1]:
            drop = (lows[group] - lows[group + 1]) * width
            before = [value >> drop for value in before]
        values.append(before)
    values.reverse()
    return values


def pair_up(layer: Layer, before: list[int], after: list[int], size: int) -> list[int]:
    """For each number of mines in the group the layouts of all other groups, as a packed polynomial."""
    ways = [0] * (size + 1)
    for source, target, mines in layer:
        ways[mines] += before[source] * after[target]
    return ways


def unpack(packed: int, width: int, terms: int) -> list[int]:
    """The coefficients of a packed polynomial."""
    if terms == 1:
        return [packed]
    mask = (1 << width) - 1
    return [packed >> shift & mask for shift in range(0, terms * width, width)]


_tables: dict[Plan, Tables] = {}


def tables_of(plan: Plan) -> Tables:
    """The tables of a plan; the same object for equal plans, as small components come back again and again."""
    tables = _tables.get(plan)
    if tables is None:
        if len(_tables) >= _KEPT_TABLES:
            _tables.clear()
        tables = _tables[plan] = Tables(plan)
    return tables
