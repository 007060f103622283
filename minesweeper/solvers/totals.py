"""The mine total brought in: how the components, the interior and the mines left weigh on each other.

It works on tables and numbers of cells and knows no board. Exact integers, unless the board is too large for them;
then ``Totals.is_exact`` is false, and weights come from one common chance for a mine.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import exp, log, log10, pi
from operator import mul
from typing import NamedTuple

from minesweeper.solvers.choosing import choose_in_steps
from minesweeper.solvers.counting import Tables, unpack

Odds = tuple[int, int]
"""Layouts in which a cell is mined, and layouts in all."""

WORK_LIMIT = 30_000_000
"""The most digit products (of 30 bits by 30) that exact weights may cost: about a tenth of a second."""


class Limits(NamedTuple):
    """What the mine total alone says about where mines can be."""

    allowed: list[int]
    """For each component the numbers of mines that remain possible, as the bits of an int."""
    inside: tuple[int, int]
    """Between which numbers the mines of the interior lie; that it has none, or that all is mined, is always found."""


def limits_on_mines(tables: Sequence[Tables], interior: int, mines_left: int) -> Limits | None:
    """The numbers of mines that the mine total leaves possible; None if no layout fits it."""
    if mines_left < 0:
        return None
    low = sum(t.lowest for t in tables)
    high = sum(t.highest for t in tables)
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


def _limits_by_sets(tables: Sequence[Tables], interior: int, mines_left: int) -> Limits | None:
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


def weigh(tables: Sequence[Tables], interior: int, mines_left: int) -> Generator[None, None, Totals]:
    """Exact totals, in steps; the mine total must be possible."""
    spread = sum(t.highest - t.lowest for t in tables)
    inside = mines_left - sum(t.lowest for t in tables)
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
        outside.append([sum(map(mul, others, ways[i : i + rest])) for i in range(terms)])
        yield
    return Totals(True, layouts, log10(layouts) if layouts else 0.0, (mined, layouts), outside)


def work_to_weigh(tables: Sequence[Tables], interior: int, mines_left: int) -> int:
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


_UNIT = 1 << 60
_BATCH = 500
"""So many components are weighed between two pauses, which takes about a millisecond."""


def weigh_roughly(
    tables: Sequence[Tables], shares: Sequence[float], interior: int, mines_left: int
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
            if not number % _BATCH:
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
        if not len(outside) % _BATCH:
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
