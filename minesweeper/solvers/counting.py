"""How many ways there are: of components, of the interior, and of all together under the mine total. Exact integers.

Components are counted by dynamic programming over their groups. It works on plans, tables and numbers of cells and
knows no board: components with equal plans share their tables. Where a board is too large for exact weights,
``Totals.is_exact`` is false, and weights come from one common chance for a mine.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from functools import lru_cache
from itertools import compress
from math import comb, exp, isqrt, log, log10, pi, prod
from operator import mul
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from minesweeper.solvers.constraints import Plan
from minesweeper.solvers.deduction import finish

if TYPE_CHECKING:
    from random import Random

_SMALL = 40_000
"""Up to this size ``math.comb`` takes a few milliseconds at most."""
_PRIMES_AT_ONCE = 4_000
_LEAF = 32


def choose_in_steps(size: int, chosen: int) -> Generator[None, None, int]:
    """How many ways there are to choose so many of ``size`` cells, in steps: of a million, ``math.comb`` takes seconds.

    Its long divisions take the time. By its primes a binomial needs none: the power of a prime in it is the sum of
    n // q - k // q - (n - k) // q over the powers q of the prime (Legendre), and what is left is a product.
    """
    if size <= _SMALL or not 0 < chosen < size:
        return comb(size, chosen)
    factors: list[int] = []
    primes, rest = _primes(size), size - chosen
    yield
    for start in range(0, len(primes), _PRIMES_AT_ONCE):
        for prime in primes[start : start + _PRIMES_AT_ONCE]:
            power = prime
            while power <= size:
                if size // power - chosen // power - rest // power:
                    factors.append(prime)
                power *= prime
        yield
    factors = [prod(factors[start : start + _LEAF]) for start in range(0, len(factors), _LEAF)]
    while len(factors) > 1:  # always two of about the same length, or the product would take as long as by hand
        yield
        factors = [prod(factors[start : start + 2]) for start in range(0, len(factors), 2)]
    return factors[0]


@lru_cache(maxsize=1)
def _all_primes(limit: int) -> list[int]:
    sieve = bytearray([1]) * (limit + 1)
    sieve[:2] = b"\0\0"
    for number in range(2, isqrt(limit) + 1):
        if sieve[number]:
            sieve[number * number :: number] = bytes(len(range(number * number, limit + 1, number)))
    return list(compress(range(limit + 1), sieve))


def _primes(limit: int) -> list[int]:
    """The primes up to a limit; few lists serve all the sizes of one board."""
    rounded = -(-limit // 100_000) * 100_000
    return [prime for prime in _all_primes(rounded) if prime <= limit]


Layer: TypeAlias = list[tuple[int, int, int]]
"""Transitions of one group: number of the state before it, of the state after it, mines in the group."""
Values: TypeAlias = list[list[int]]
"""For each layer, and once more for the end, a value for each state."""

COUNT_LIMIT = 50_000_000
"""The most digit products (of 30 bits by 30) for its counts: about a tenth of a second."""
_FREE_TRANSITIONS = 2_000
"""With fewer transitions than that the counts can't take long."""
_MANY = 1 << 30
_AT_ONCE = 300
"""So many transitions of a group are gone through between two pauses."""
_KEPT_TRANSITIONS = 300_000
"""Tables are kept until they have so many together: one of them may take megabytes."""

Groups: TypeAlias = tuple[list[int], list[int]]
"""The groups of a component that have no mine, and those that are full of mines."""


class Effort(NamedTuple):
    """How much may be done for exact counts, in figures that don't depend on the machine."""

    links: int
    """The most links that the tree of a component may have; some 100 bytes and a microsecond each."""
    products: int
    """The most digit products (of 30 bits by 30) for its counts; about a nanosecond each."""
    weighing: int
    """The same for the weights of all components together."""
    clues: int
    """The most clues of a component; with more it is cut into windows at once."""


QUICK = Effort(10_000, 20_000_000, 30_000_000, 500)
"""For players that make thousands of moves, and for a first answer on the screen: some hundredths of a second."""
THOROUGH = Effort(1_000_000, 5_000_000_000, 1_000_000_000, 10_000)
"""For one question about a position: some seconds, and some hundred megabytes at most."""


class TooLarge(Exception):
    """A component that can't be counted with the effort allowed."""


class Countable:
    """What can be told of a component's layouts, whichever way they are counted."""

    __slots__ = ("highest", "lowest", "possible", "sizes")

    def __init__(self, sizes: list[int], possible: int) -> None:
        self.sizes = sizes
        """How many cells each group has."""
        self.possible = possible
        """The possible numbers of mines, as the bits of an int; 0 if no layout fits."""
        self.lowest = (possible & -possible).bit_length() - 1
        self.highest = possible.bit_length() - 1

    def count(self) -> Counts:
        """How many layouts there are; counted when first asked for."""
        return finish(self.count_in_slices())

    def count_in_slices(self) -> Generator[None, None, Counts]:
        """The same, in slices of a few milliseconds."""
        raise NotImplementedError

    def risks_in_slices(self, weights: Sequence[int]) -> Generator[None, None, list[int]]:
        """The weight of the layouts in which one given cell of each group is mined, and last of all layouts.

        ``weights`` are those of the numbers of mines, from the lowest to the highest.
        """
        raise NotImplementedError

    def decided_groups(self) -> Groups:
        """The groups without a mine in any layout, and those full of mines in every layout."""
        raise NotImplementedError

    def draw(self, mines: int, random: Random) -> list[int]:
        """The numbers of mines of the groups in one of the layouts with so many mines, each equally likely."""
        raise NotImplementedError

    def list_layouts(self, masks: Sequence[Sequence[Sequence[int]]]) -> list[tuple[int, int]]:
        """Every layout, with its number of mines; ``masks`` are, for each group, its ways to have so many mines."""
        raise NotImplementedError

    def decided_with(self, allowed: int) -> Generator[None, None, Groups]:
        """The groups decided if only these numbers of mines are allowed, given as the bits of an int."""
        weights = [allowed >> mines & 1 for mines in range(self.lowest, self.highest + 1)]
        *risks, layouts = yield from self.risks_in_slices(weights)
        safe = [group for group, risk in enumerate(risks) if not risk]
        return safe, [group for group, risk in enumerate(risks) if risk == layouts]

    def mined_by_number(self, group: int) -> list[int]:
        """The layouts in which one given cell of a group is mined, by their numbers of mines from the lowest."""
        width, terms = self.count().total.bit_length(), self.highest - self.lowest + 1
        risks = finish(self.risks_in_slices([1 << n * width for n in range(terms)]))
        return unpack(risks[group], width, terms)


class Counts(NamedTuple):
    """How many layouts a component has."""

    total: int
    by_mines: list[int]
    """The number of layouts with ``lowest``, ``lowest + 1``, ... mines."""


class Tables(Countable):
    """The transitions of a plan that belong to layouts: a component counted group after group."""

    __slots__ = ("_counted", "_decided", "_lows", "layers", "states", "transitions")

    def __init__(self, plan: Plan, limit: int) -> None:
        layers, self.states = _expand(plan, limit)
        self.layers: list[Layer] = layers
        """For each group the transitions from which a complete layout follows."""
        super().__init__([step[0] for step in plan], _keep_live(layers, self.states))
        self.transitions = sum(map(len, layers))
        """How many there are of all groups."""
        self._counted: _Counted | None = None
        self._decided: Groups | None = None
        self._lows: tuple[list[int], list[int]] | None = None
        if self.transitions > _FREE_TRANSITIONS and self.transitions * self._digits() ** 2 > COUNT_LIMIT:
            raise TooLarge

    def _digits(self) -> int:
        """How many digits of 30 bits a polynomial of its counts has."""
        total = finish(pass_backward(self, plain_weights(self, 0), 0))[0][0]
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

    def count_in_slices(self) -> Generator[None, None, Counts]:
        """See ``Countable``."""
        return (yield from self._count_fully()).counts

    def _count_fully(self) -> Generator[None, None, _Counted]:
        if self._counted is None:
            self._counted = yield from _count(self)
        return self._counted

    def risks_in_slices(self, weights: Sequence[int]) -> Generator[None, None, list[int]]:
        """See ``Countable``."""
        (_, by_mines), mined, _, _ = yield from self._count_fully()
        return [sum(map(mul, ways, weights)) for ways in (*mined, by_mines)]

    def mined_by_number(self, group: int) -> list[int]:
        """See ``Countable``."""
        return finish(self._count_fully()).mined[group]

    def decided_groups(self) -> Groups:
        """See ``Countable``."""
        if self._decided is None:
            self._decided = decided_by_numbers(
                (group, size, {mines for _, _, mines in layer})
                for group, (size, layer) in enumerate(zip(self.sizes, self.layers, strict=True))
            )
        return self._decided

    def draw(self, mines: int, random: Random) -> list[int]:
        """See ``Countable``; from the last group back to the first."""
        _, _, width, forward = finish(self._count_fully())
        lows = self.lows()[0]
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
                    excess = mines - here - lows[group]
                    value = value >> excess * width & mask if excess >= 0 else 0
                weights.append(value * comb(size, here))
            state, here = choices[draw_index(weights, random)]
            mines -= here
            drawn.append(here)
        return drawn[::-1]

    def list_layouts(self, masks: Sequence[Sequence[Sequence[int]]]) -> list[tuple[int, int]]:
        """See ``Countable``."""
        reached: list[list[tuple[int, int]]] = [[(0, 0)]]
        for layer, chosen, width in zip(self.layers, masks, self.states[1:], strict=True):
            after: list[list[tuple[int, int]]] = [[] for _ in range(width)]
            for source, target, mines in layer:
                after[target] += [(m + mines, mask | more) for m, mask in reached[source] for more in chosen[mines]]
            reached = after
        return reached[0]


def decided_by_numbers(groups: Iterable[tuple[int, int, set[int]]]) -> Groups:
    """Of groups, their sizes and the numbers of mines they can have: those without a mine and those full of mines."""
    safe, mined = [], []
    for group, size, numbers in groups:
        if len(numbers) == 1:
            if 0 in numbers:
                safe.append(group)
            elif size in numbers:
                mined.append(group)
    return safe, mined


def draw_index(weights: Sequence[int], random: Random) -> int:
    """An index with a chance proportional to its weight."""
    number = random.randrange(sum(weights))
    for index, weight in enumerate(weights):
        number -= weight
        if number < 0:
            return index
    raise AssertionError("the weights add up to more than any number drawn below their sum")


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


class _Counted(NamedTuple):
    """All that two passes over the tables tell."""

    counts: Counts
    mined: list[list[int]]
    """For each group the layouts in which one given cell of it is mined, by their numbers of mines."""
    width: int
    """The bits of a coefficient in ``forward``."""
    forward: Values
    """For each state the ways to reach it, as a packed polynomial in the number of mines."""


def _count(tables: Tables) -> Generator[None, None, _Counted]:
    """The counts, with pauses in long layers.

    The value of a state is a polynomial in the number of mines, packed in one int with ``width`` bits a coefficient.
    Every coefficient counts some of the component's layouts, each once, so the width of their total is enough. If all
    layouts have the same number of mines the width is 0 and a polynomial is one number.
    """
    plain = yield from pass_backward(tables, plain_weights(tables, 0), 0)
    total = plain[0][0]
    width = total.bit_length() if tables.highest > tables.lowest else 0
    weights = plain_weights(tables, width)
    backward = (yield from pass_backward(tables, weights, width)) if width else plain
    forward = yield from pass_forward(tables, weights, width)
    terms = tables.highest - tables.lowest + 1
    mined = []
    for group, layer in enumerate(tables.layers):
        size = tables.sizes[group]
        ways = [0] * (size + 1)
        for piece in _pieces(layer):
            pair_up(piece, forward[group], backward[group + 1], ways)
            if piece is not layer:
                yield
        packed = sum(map(mul, ways, ways_with_one_mined(size, width)))
        mined.append(unpack(packed >> gap_at(tables, group) * width, width, terms))
    return _Counted(Counts(total, unpack(backward[0][0], width, terms)), mined, width, forward)


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


def pass_forward(
    tables: Tables, weights: Sequence[Sequence[int]], width: int, start: Values | None = None
) -> Generator[None, None, Values]:
    """For each state the sum over the ways to reach it, with pauses; a way is the product of its transitions' weights.

    With a width the weights are packed polynomials in the number of mines, and in the values of a layer the lowest
    number of mines at that layer (see ``lows``) is left out of the exponents. ``start`` has the first layers' values.
    """
    values = list(start) if start else [[1]]
    lows = tables.lows()[0] if width else ()
    for group in range(len(values) - 1, len(tables.layers)):
        before, weight = values[-1], weights[group]
        after = [0] * tables.states[group + 1]
        layer = tables.layers[group]
        for piece in _pieces(layer):
            for source, target, mines in piece:
                after[target] += before[source] * weight[mines]
            if piece is not layer:
                yield
        if width and lows[group + 1] > lows[group]:
            drop = (lows[group + 1] - lows[group]) * width
            after = [value >> drop for value in after]
        values.append(after)
    return values


def pass_backward(
    tables: Tables, weights: Sequence[Sequence[int]], width: int, end: Values | None = None
) -> Generator[None, None, Values]:
    """For each state the sum over the ways from it to a complete layout; ``end`` has the last layers' values."""
    values = list(reversed(end)) if end else [[1]]
    lows = tables.lows()[1] if width else ()
    for group in range(len(tables.layers) - len(values), -1, -1):
        after, weight = values[-1], weights[group]
        before = [0] * tables.states[group]
        layer = tables.layers[group]
        for piece in _pieces(layer):
            for source, target, mines in piece:
                before[source] += after[target] * weight[mines]
            if piece is not layer:
                yield
        if width and lows[group] > lows[group + 1]:
            drop = (lows[group] - lows[group + 1]) * width
            before = [value >> drop for value in before]
        values.append(before)
    values.reverse()
    return values


def pair_up(layer: Layer, before: list[int], after: list[int], ways: list[int]) -> None:
    """Adds the layouts of all other groups to ``ways``, for each number of mines in the group, as packed polynomials.

    Those without a mine in the group are left out: nobody asks for them.
    """
    for source, target, mines in layer:
        if mines:
            ways[mines] += before[source] * after[target]


def _pieces(layer: Layer) -> Sequence[Layer]:
    """The transitions of a group as they are gone through between two pauses."""
    if len(layer) <= _AT_ONCE:
        return (layer,)
    return [layer[start : start + _AT_ONCE] for start in range(0, len(layer), _AT_ONCE)]


def unpack(packed: int, width: int, terms: int) -> list[int]:
    """The coefficients of a packed polynomial."""
    if terms == 1:
        return [packed]
    mask = (1 << width) - 1
    return [packed >> shift & mask for shift in range(0, terms * width, width)]


class _Kept:
    """The tables of plans that were counted before; small components come back again and again."""

    def __init__(self) -> None:
        self._tables: dict[Plan, Tables] = {}
        self._transitions = 0

    def tables_of(self, plan: Plan, limit: int) -> Tables:
        tables = self._tables.get(plan)
        if tables is None:
            tables = Tables(plan, limit)
            self._transitions += tables.transitions
            if self._transitions > _KEPT_TRANSITIONS:
                self._tables.clear()
                self._transitions = tables.transitions
            self._tables[plan] = tables
        return tables


_kept = _Kept()


def tables_of(plan: Plan, limit: int) -> Tables:
    """The tables of a plan, TooLarge beyond so many transitions; the same object for equal plans."""
    return _kept.tables_of(plan, limit)


Odds = tuple[int, int]
"""Layouts in which a cell is mined, and layouts in all."""


class Limits(NamedTuple):
    """What the mine total alone says about where mines can be."""

    allowed: list[int]
    """For each component the numbers of mines that remain possible, as the bits of an int."""
    inside: tuple[int, int]
    """Between which numbers the mines of the interior lie; that it has none, or that all is mined, is always found."""


class DecidedByTotal(NamedTuple):
    """What the mine total decides that the components don't decide by themselves."""

    groups: list[Groups]
    """For each component; none where all its numbers of mines remain possible."""
    inside: bool | None
    """Whether all of the interior is mined; False if none of it is, None if that is open."""


def decide_by_total(
    tables: Sequence[Countable], interior: int, mines_left: int
) -> Generator[None, None, DecidedByTotal | None]:
    """All that follows from the mine total, with a pause after each component; None if no layout fits it."""
    limits = limits_on_mines(tables, interior, mines_left)
    if limits is None:
        return None
    yield
    groups: list[Groups] = []
    for t, allowed in zip(tables, limits.allowed, strict=True):
        if allowed == t.possible:
            groups.append(([], []))
        else:
            groups.append((yield from t.decided_with(allowed)))
    fewest, most = limits.inside
    return DecidedByTotal(groups, None if fewest < interior and most else most > 0)


def bounds_on_mines(tables: Sequence[Countable]) -> tuple[int, int]:
    """The fewest and the most mines that the components can have together."""
    return sum(t.lowest for t in tables), sum(t.highest for t in tables)


def limits_on_mines(tables: Sequence[Countable], interior: int, mines_left: int) -> Limits | None:
    """The numbers of mines that the mine total leaves possible; None if no layout fits it."""
    if mines_left < 0:
        return None
    low, high = bounds_on_mines(tables)
    if high <= mines_left <= low + interior:
        return Limits([t.possible for t in tables], (mines_left - high, mines_left - low))
    if any(_widest_gap(t.possible) > max(interior, 1) for t in tables):
        return _limits_by_sets(tables, interior, mines_left)
    # Without gaps (or with an interior that fills them) all sums from the least to the greatest can be reached. A gap
    # as wide as the interior and one more would be filled too, but only with all of the interior mined, or none of it.
    most = min(high, mines_left)
    least = max(low, mines_left - interior)
    if least > most:
        return None
    allowed = []
    for t in tables:
        fewest = max(0, mines_left - interior - (high - t.highest))
        bound = mines_left - (low - t.lowest)
        allowed.append(t.possible >> fewest << fewest & (2 << bound) - 1)
    return Limits(allowed, (mines_left - most, mines_left - least))


def _widest_gap(numbers: int) -> int:
    """The greatest distance between neighbouring bits of a set, at least 1."""
    numbers //= numbers & -numbers
    gap = 1
    filled = numbers
    full = (1 << numbers.bit_length()) - 1
    while filled != full:
        filled |= filled << 1 & full
        gap += 1
    return gap


def _limits_by_sets(tables: Sequence[Countable], interior: int, mines_left: int) -> Limits | None:
    """The same with the set of reachable sums, before and after each component."""
    before = [1]
    for t in tables:
        before.append(_sums(before[-1], t.possible))
    after = [(2 << interior) - 1]
    for t in reversed(tables):
        after.append(_sums(after[-1], t.possible))
    after.reverse()
    if not after[0] >> mines_left & 1:
        return None
    allowed = []
    for number, t in enumerate(tables):
        rest = _sums(before[number], after[number + 1])
        allowed.append(sum(1 << k for k in _bits(t.possible) if k <= mines_left and rest >> (mines_left - k) & 1))
    sums = [k for k in _bits(before[-1]) if 0 <= mines_left - k <= interior]
    return Limits(allowed, (mines_left - sums[-1], mines_left - sums[0]))


def _sums(some: int, others: int) -> int:
    if some.bit_count() < others.bit_count():
        some, others = others, some
    total = 0
    for number in _bits(others):
        total |= some << number
    return total


def _bits(numbers: int) -> list[int]:
    return [number for number in range(numbers.bit_length()) if numbers >> number & 1]


class Totals:
    """The number of layouts of the whole board, and what the rest of the board adds to each component."""

    __slots__ = ("inside", "is_exact", "layouts", "magnitude", "outside")

    def __init__(self, is_exact: bool, layouts: int, magnitude: float, inside: Odds, outside: list[list[int]]) -> None:
        self.is_exact = is_exact
        self.layouts = layouts
        """How many layouts fit; not known (0) unless exact."""
        self.magnitude = magnitude
        """The decimal logarithm of that number; it is known in any case."""
        self.inside = inside
        """The odds of an interior cell."""
        self.outside = outside
        """For each component the weights of its numbers of mines, from the lowest: the layouts of all the rest."""


def weigh(tables: Sequence[Countable], interior: int, mines_left: int) -> Generator[None, None, Totals]:
    """Exact totals, in steps; the mine total must be possible."""
    low, high = bounds_on_mines(tables)
    spread, inside = high - low, mines_left - low
    ways = yield from binomials_in_steps(interior, inside, spread + 1)
    width = sum(t.count().total.bit_length() for t in tables)
    packed = [_pack(t.count().by_mines, width) for t in tables]
    product = 1
    for polynomial in packed:
        product *= polynomial
    weighted = list(map(mul, unpack(product, width, spread + 1), ways))
    layouts = sum(weighted)
    # An interior cell is mined in the share (mines inside) / (cells inside) of the layouts with so many mines inside.
    mined = sum(n * (inside - i) for i, n in enumerate(weighted)) // interior if interior else 0
    outside = []
    for t, polynomial in zip(tables, packed, strict=True):
        terms = t.highest - t.lowest + 1
        rest = spread + 2 - terms
        # The product is divisible by each of its factors, also as a number: the quotient is the packed rest.
        others = unpack(product // polynomial, width, rest)
        weights = []
        for i in range(terms):
            weights.append(sum(map(mul, others, ways[i : i + rest])))
            if not i % _SUMS_AT_ONCE:
                yield
        outside.append(weights)
    return Totals(True, layouts, log10(layouts) if layouts else 0.0, (mined, layouts), outside)


def work_to_weigh(tables: Sequence[Countable], interior: int, mines_left: int) -> int:
    """About how many digit products ``weigh`` takes."""
    spread = sum(t.highest - t.lowest for t in tables)
    width = sum(t.count().total.bit_length() for t in tables)
    choice = min(interior, (interior.bit_length() + 1) * min(mines_left, max(interior - mines_left, 0) + spread))
    digits = (1 + width // 30) * (1 + choice // 30)
    return (spread + 2 * len(tables)) * (spread + 1) * (digits + 50) + (spread * width // 30) ** 2 // 4


def _pack(coefficients: list[int], width: int) -> int:
    packed = 0
    for coefficient in reversed(coefficients):
        packed = packed << width | coefficient
    return packed


def binomials_in_steps(size: int, chosen: int, terms: int) -> Generator[None, None, list[int]]:
    """The ways to choose ``chosen``, ``chosen - 1``, ... of ``size`` cells: so many terms, 0 where there is none."""
    run = []
    ways = 0
    for number in range(chosen, chosen - terms, -1):
        if 0 <= number <= size:
            if ways:
                ways = ways * (number + 1) // (size - number)
            else:
                ways = yield from choose_in_steps(size, number)
            run.append(ways)
        else:
            run.append(0)
    return run


_SUMS_AT_ONCE = 20
_UNIT = 1 << 60
_TABLES_AT_ONCE = 500
"""So many components are weighed between two pauses, which takes about a millisecond."""


def weigh_roughly(
    tables: Sequence[Countable], shares: Sequence[float], interior: int, mines_left: int
) -> Generator[None, None, Totals]:
    """Approximate totals for boards too large to weigh exactly.

    Every layout gets the weight e^(tilt * mines), as if each cell were mined independently, with the tilt for which
    the expected number of mines is right. The relative error of the odds is about 1 / mines. ``shares`` says which part
    of each component's mines counts, for components that overlap.
    """
    polynomials = []
    for t in tables:
        most = max(t.count().by_mines)
        polynomials.append([n / most for n in t.count().by_mines])
        yield
    low = sum(t.lowest * share for t, share in zip(tables, shares, strict=True))
    below, above = -40.0, 40.0
    deviation = 1.0
    for _ in range(60):
        tilt = (below + above) / 2
        chance = 1 / (1 + exp(-tilt))
        expected = low + interior * chance
        deviation = interior * chance * (1 - chance)
        for number, (polynomial, share) in enumerate(zip(polynomials, shares, strict=True), 1):
            mean, square = _moments(polynomial, tilt)
            expected += mean * share
            deviation += (square - mean * mean) * share
            if not number % _TABLES_AT_ONCE:
                yield
        yield
        if abs(expected - mines_left) < 1e-6 * (1 + mines_left):
            break
        below, above = (tilt, above) if expected < mines_left else (below, tilt)
    tilt = (below + above) / 2
    magnitude = interior * log(1 + exp(tilt)) - tilt * mines_left - log(2 * pi * max(deviation, 0.2)) / 2
    outside = []
    for t, polynomial, share in zip(tables, polynomials, shares, strict=True):
        top = _top(polynomial, tilt)
        weights = [exp(tilt * k - top) for k in range(len(polynomial))]
        outside.append([max(1, round(_UNIT * weight)) for weight in weights])
        value = sum(map(mul, polynomial, weights))
        magnitude += share * (log(value) + top + tilt * t.lowest + log(max(t.count().by_mines)))
        if not len(outside) % _TABLES_AT_ONCE:
            yield
    chance = min(max(round(_UNIT / (1 + exp(-tilt))), 1), _UNIT - 1)
    return Totals(False, 0, magnitude / log(10), (chance, _UNIT), outside)


def _top(polynomial: Sequence[float], tilt: float) -> float:
    """The logarithm of the greatest weight: without it taken out, that of many mines would be too large for a float."""
    return max(0.0, tilt * (len(polynomial) - 1))


def _moments(polynomial: Sequence[float], tilt: float) -> tuple[float, float]:
    """The mean of the number of mines above the lowest, and the mean of its square."""
    total = mean = square = 0.0
    top = _top(polynomial, tilt)
    for k, n in enumerate(polynomial):
        weight = n * exp(tilt * k - top)
        total += weight
        mean += weight * k
        square += weight * k * k
    return mean / total, square / total
