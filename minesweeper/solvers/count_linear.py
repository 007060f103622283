"""Counts the layouts of one component exactly, by their number of mines, going through its cell groups one by one.

A plan (``constraints.Plan``) lists the groups in order. A state before a group says how many mines each constraint
still needs that is open there, which means that only some of its groups have been passed. A transition leads from one
state to the next by placing a number of mines in the group. So a layout is a path of transitions, and ``LinearCounter``
sums over all paths at once. A sum for each mine count is a polynomial in the number of mines, packed in one int with a
fixed number of bits (the width) per coefficient.

A counter knows no cells of the board, so all components with equal plans share one. Components that have too many
states for this are counted by ``count_tree``. Also here: what all layout counters have in common, and the effort.
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
"""The transitions of one group: the numbers of the state before it and the state after it, and the mines in the
group.
"""
Values: TypeAlias = list[list[int]]
"""One value per state, for the states before each group and then for the end."""

COUNT_LIMIT = 50_000_000
"""A component is too large for this way of counting if it needs more multiplications of two 30-bit digits.

This many take about a tenth of a second.
"""
_FREE_TRANSITIONS = 2_000
"""A counter with at most this many transitions is never too slow, so its multiplications aren't estimated."""
_MANY = 1 << 30
_CACHED_TRANSITIONS = 300_000
"""The most transitions that all cached counters may have together, because a single counter may take megabytes."""

Groups: TypeAlias = tuple[list[int], list[int]]
"""The numbers of the groups that have no mine in any layout, and of the groups whose cells are all mines in every
layout.
"""


class Effort(NamedTuple):
    """How much work an exact count may take.

    Operations are limited instead of seconds, so that every machine gives the same answer.
    """

    links: int
    """The most links of a component's tree (see ``count_tree``). A link takes some 100 bytes and a microsecond."""
    products: int
    """The most multiplications of two 30-bit digits for counting with a tree, about a nanosecond each."""
    weighing: int
    """The most multiplications of two 30-bit digits for combining all components with the mine total."""
    clues: int
    """The most clues of a component. A larger component is cut into windows without trying to count it."""


QUICK = Effort(10_000, 20_000_000, 30_000_000, 500)
"""The effort for players that make thousands of moves, and for a first answer on the screen.

It takes hundredths of a second.
"""
THOROUGH = Effort(1_000_000, 5_000_000_000, 1_000_000_000, 10_000)
"""The effort for a single question about a position. It takes some seconds and some hundred megabytes at most."""


class RandomSource(Protocol):
    """The source of random numbers for drawing layouts: Python's ``Random``, or a ``RandomStream``, which is the same
    in all versions of Python.
    """

    def randrange(self, limit: int, /) -> int:
        """A random number from 0 to ``limit`` - 1."""
        ...

    def sample(self, population: Sequence[int], k: int, /) -> list[int]:
        """Chooses ``k`` different entries of ``population``."""
        ...


class TooLarge(Exception):
    """Raised if a component can't be counted within the effort.

    Callers then try another way of counting, or cut the component into windows.
    """


class LayoutCounter:
    """Answers questions about the layouts of one component. Subclasses differ in how they count.

    Its groups are numbered in the order of the component's plan.
    """

    __slots__ = ("highest", "lowest", "possible", "sizes")

    def __init__(self, sizes: list[int], possible: int) -> None:
        self.sizes = sizes
        """The number of cells in each group."""
        self.possible = possible
        """The mine counts that layouts of the component have, as the bits of an int. It is 0 if no layout fits."""
        self.lowest = (possible & -possible).bit_length() - 1
        self.highest = possible.bit_length() - 1

    @property
    def counts(self) -> Counts:
        """The number of layouts. They are counted when this is first used, and this may take long."""
        raise NotImplementedError

    def risks(self, weights: Sequence[int]) -> Generator[None, None, list[int]]:
        """Sums weights over all layouts in which a given cell of a group is a mine, for each group, and last over all
        layouts.

        ``weights`` has the weight of a layout by its mine count, from the lowest to the highest. It says in how many
        ways the rest of the board can be filled. So the results divided by the last one are the odds. Runs in slices.
        """
        raise NotImplementedError

    def decided_groups(self) -> Groups:
        """Finds the groups that have no mine in any layout, and those that are full of mines in every layout.

        Both ignore the mine total.
        """
        raise NotImplementedError

    def draw(self, mines: int, random: RandomSource) -> list[int]:
        """Draws a random layout with ``mines`` mines and returns the number of mines in each group.

        All layouts with this mine count are equally likely.
        """
        raise NotImplementedError

    def decided_with(self, allowed: int) -> Generator[None, None, Groups]:
        """Like ``decided_groups``, but considers only layouts whose mine count is in ``allowed`` (the bits of an int).

        This is how the mine total proves cells. Runs in slices.
        """
        weights = [allowed >> mines & 1 for mines in range(self.lowest, self.highest + 1)]
        *risks, layouts = yield from self.risks(weights)
        safe = [group for group, risk in enumerate(risks) if not risk]
        return safe, [group for group, risk in enumerate(risks) if risk == layouts]


class Counts(NamedTuple):
    """The number of layouts of a component."""

    total: int
    by_mines: list[int]
    """The number of layouts with the fewest mines that a layout of the component has, with one mine more, and so on."""


class Part(NamedTuple):
    """A component together with its counter, or a window of a component that is too large to count."""

    component: Component
    tables: LayoutCounter
    """The counter of the component or window."""
    owned: Sequence[int]
    """The groups that this part answers for. Windows overlap, so each leaves some of its groups to another window."""
    is_window: bool = False
    """Whether this is a window. Its odds aren't exact, because it may allow more layouts than the whole component."""

    @property
    def share(self) -> float:
        """Which share of its cells this part answers for. It is 1 unless the part is a window."""
        return sum(self.tables.sizes[group] for group in self.owned) / sum(self.tables.sizes)


class LinearCounter(LayoutCounter):
    """Counts a component group by group. It keeps only transitions that are part of a layout."""

    __slots__ = ("_counted", "_decided", "_min_mines", "layers", "states", "transitions")

    def __init__(self, plan: Plan, limit: int) -> None:
        """Finds the transitions of the plan.

        Raises ``TooLarge`` if it has more than ``limit`` transitions or if counting would be too slow.
        """
        layers, self.states = _expand(plan, limit)
        self.layers: list[Layer] = layers
        """The transitions of each group, without those that lead to no layout."""
        super().__init__([step[0] for step in plan], _keep_live(layers, self.states))
        self.transitions = sum(map(len, layers))
        """The number of transitions of all groups together."""
        self._counted: _Counted | None = None
        self._decided: Groups | None = None
        self._min_mines: tuple[list[int], list[int]] | None = None
        if self.transitions > _FREE_TRANSITIONS and self.transitions * self._digits() ** 2 > COUNT_LIMIT:
            raise TooLarge

    def _digits(self) -> int:
        """The number of 30-bit digits in the packed polynomial that counts the layouts."""
        total = pass_backward(self, binomial_weights(self, 0), 0)[0][0]
        return 1 + total.bit_length() * (self.highest - self.lowest + 1) // 30

    def min_mines(self) -> tuple[list[int], list[int]]:
        """The fewest mines that a layout can have before each group, and the fewest it can have from there on.

        Each list has one entry more than groups, for the end.
        """
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
        """The number of layouts in which a given cell of the group is a mine.

        The list has an entry for each mine count of the component, from the lowest.
        """
        return self._count().mined[group]

    def decided_groups(self) -> Groups:
        if self._decided is None:
            self._decided = decided_by_numbers(
                (group, size, {mines for _, _, mines in layer})
                for group, (size, layer) in enumerate(zip(self.sizes, self.layers, strict=True))
            )
        return self._decided

    def draw(self, mines: int, random: RandomSource) -> list[int]:
        """Draws from the last group back to the first, because the forward pass says in how many ways each state can be
        reached.
        """
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
        """Lists every layout as its mine count and its cells.

        ``masks[group][n]`` has all ways to place n mines in a group, each as a set of cells. The caller decides how
        cells are numbered.
        """
        reached: list[list[tuple[int, int]]] = [[(0, 0)]]
        for layer, chosen, width in zip(self.layers, masks, self.states[1:], strict=True):
            after: list[list[tuple[int, int]]] = [[] for _ in range(width)]
            for source, target, mines in layer:
                after[target] += [(m + mines, mask | more) for m, mask in reached[source] for more in chosen[mines]]
            reached = after
        return reached[0]


def decided_by_numbers(groups: Iterable[tuple[int, int, set[int]]]) -> Groups:
    """Finds the groups that can't have a mine, and those whose cells must all be mines.

    Each group comes with its size and the numbers of mines that it has in some layout.
    """
    safe, mined = [], []
    for group, size, numbers in groups:
        if len(numbers) == 1:
            if 0 in numbers:
                safe.append(group)
            elif size in numbers:
                mined.append(group)
    return safe, mined


def draw_index(weights: Sequence[int], random: RandomSource) -> int:
    """Draws an index at random, with chances in proportion to the weights."""
    number = random.randrange(sum(weights))
    for index, weight in enumerate(weights):
        number -= weight
        if number < 0:
            return index
    raise AssertionError("the weights add up to more than any number drawn below their sum")


def _expand(plan: Plan, limit: int) -> tuple[list[Layer], list[int]]:
    """Finds the transitions of each group, and the number of states before each group and at the end.

    A state is an int with a lane of bits for each open constraint, which holds ``GUARD`` plus the mines that the
    constraint still needs. Placing a mine subtracts 1 from the lanes of its constraints. If a constraint gets too many
    mines, its guard bit vanishes. In ``most - state``, the guard bit vanishes if the cells still to come are too few
    for the mines that the constraint needs. After the last group of a constraint, it needs exactly 0 mines. Some
    transitions lead to no layout all the same; ``_keep_live`` drops them. Raises ``TooLarge`` if more than ``limit``
    transitions are found.
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
    """Drops the transitions that lead to no layout. Returns the possible mine counts as the bits of an int."""
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
    """The fewest mines before each group and at the end. ``widths`` has the number of states after each group."""
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
    """The results of a forward and a backward pass over a component."""

    counts: Counts
    mined: list[list[int]]
    """For each group, the number of layouts in which a given cell of the group is a mine, by mine count from the
    lowest.
    """
    width: int
    """The number of bits per coefficient in ``forward``. It is 0 if all layouts have the same mine count."""
    forward: Values
    """The number of ways to reach each state, as packed polynomials in the number of mines."""


def _count(tables: LinearCounter) -> _Counted:
    """Counts the layouts of a component by passing over it in both directions.

    The value of a state is a polynomial in the number of mines. Each coefficient counts different layouts of the
    component, so none needs more bits than the number of all layouts. If all layouts have the same mine count, the
    width is 0, and the polynomials are plain numbers.
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
    """By how many coefficients to shift the product of both passes at a group.

    The product begins at the sum of the fewest mines on either side of the group (``min_mines``), but results begin at
    the lowest mine count of a layout, which may be higher.
    """
    before, after = tables.min_mines()
    return tables.lowest - before[group] - after[group + 1]


def binomial_weights(tables: LinearCounter, width: int) -> list[tuple[int, ...]]:
    """The number of ways to place 0, 1, 2, ... mines in each group, as terms of polynomials with the given width."""
    return [_binomials(size, width) for size in tables.sizes]


@lru_cache(maxsize=1 << 12)
def _binomials(size: int, width: int) -> tuple[int, ...]:
    """The number of ways to place 0, 1, 2, ... mines in a group, as terms of a polynomial with the given width."""
    return tuple(comb(size, mines) << mines * width for mines in range(size + 1))


@lru_cache(maxsize=1 << 12)
def ways_with_one_mined(size: int, width: int) -> tuple[int, ...]:
    """The number of ways to place 0, 1, 2, ... mines in a group if one given cell of it is a mine, as terms of a
    polynomial.
    """
    return (0, *(comb(size - 1, mines - 1) << mines * width for mines in range(1, size + 1)))


def pass_forward(
    tables: LinearCounter, weights: Sequence[Sequence[int]], width: int, start: Values | None = None
) -> Values:
    """Sums over all ways to reach each state, from the first group to the last. The weight of a way is the product of
    the weights of its transitions.

    ``weights[group][n]`` is the weight of n mines in a group. If ``width`` isn't 0, weights are packed polynomials in
    the number of mines, and so are the sums, but their exponents count only the mines above ``min_mines``. ``start``
    has the values of the first layers if they are known already; they aren't computed again.
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
    """Sums over all ways from each state to the end, like ``pass_forward`` in the other direction.

    ``end`` has the values of the last layers if they are known already.
    """
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
    """Adds to ``ways[n]`` the number of layouts of all other groups if one group has n mines.

    ``layer`` has the transitions of that group. ``before`` counts for each state the layouts of the groups in front of
    it, and ``after`` those of the groups behind it. Layouts without a mine in the group are skipped, because no caller
    needs them.
    """
    for source, target, mines in layer:
        if mines:
            ways[mines] += before[source] * after[target]


def unpack(packed: int, width: int, terms: int) -> list[int]:
    """The coefficients of a packed polynomial with ``terms`` terms, the lowest first."""
    if terms == 1:
        return [packed]
    mask = (1 << width) - 1
    return [packed >> shift & mask for shift in range(0, terms * width, width)]


class _CounterCache:
    """Remembers counters by their plans, because small components recur all the time."""

    def __init__(self) -> None:
        self._tables: dict[Plan, LinearCounter] = {}
        self._transitions = 0

    def tables_of(self, plan: Plan, limit: int) -> LinearCounter:
        """The counter for a plan.

        Raises ``TooLarge`` if it isn't known yet and needs more than ``limit`` transitions.
        """
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
