"""Applies the mine total: the cells it decides, and the weight it gives to each mine count of a component.

Only the mine total links the components and the interior. ``count_roughly`` estimates the weights of boards
too large for exact ones.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import lru_cache, reduce
from itertools import compress
from math import comb, isqrt, log10, prod
from operator import mul, or_
from typing import NamedTuple

from minesweeper.core.cells import cells_of, first_cell, to_cell_set
from minesweeper.solvers.count_linear import Groups, LayoutCounter, unpack

Odds = tuple[int, int]
"""The layouts in which a cell is a mine, and all layouts."""


class ProvedByTotal(NamedTuple):
    """What the mine total proves beyond what the components prove themselves."""

    groups: list[Groups]
    """The decided groups of each component; empty if all its mine counts remain possible."""
    inside: bool | None
    """True if the whole interior is mines, False if it is safe, None if undecided."""


def decide_by_total(
    tables: Sequence[LayoutCounter], interior: int, mines_left: int
) -> Generator[None, None, ProvedByTotal | None]:
    """Returns all that follows from the mine total, pausing after each component. None if no layout fits it."""
    limits = limits_on_mines(tables, interior, mines_left)
    if limits is None:
        return None
    yield
    allowed, (fewest, most) = limits
    groups: list[Groups] = []
    for t, counts in zip(tables, allowed, strict=True):
        if counts == t.possible:
            groups.append(([], []))
        else:
            groups.append((yield from t.decided_with(counts)))
    return ProvedByTotal(groups, None if fewest < interior and most else most > 0)


def bounds_on_mines(tables: Sequence[LayoutCounter]) -> tuple[int, int]:
    """Returns the fewest and the most mines that the components can have together."""
    return sum(t.lowest for t in tables), sum(t.highest for t in tables)


def limits_on_mines(
    tables: Sequence[LayoutCounter], interior: int, mines_left: int
) -> tuple[list[int], tuple[int, int]] | None:
    """Returns the mine counts that the mine total allows; None if no layout fits it.

    These are the possible mine counts of each component, as the bits of an int, and the fewest and the most mines in
    the interior.
    """
    low, high = bounds_on_mines(tables)
    most = mines_left - low
    if most < 0:
        return None
    if high <= mines_left and most <= interior:
        return [t.possible for t in tables], (mines_left - high, most)
    # Follow the sums that the first components can have, as the bits of an int, forwards and then backwards.
    extras = [cells_of(t.possible >> t.lowest) for t in tables]
    reached = [1]
    for counts in extras:
        reached.append(reduce(or_, [reached[-1] << extra for extra in counts]))
    fitting = reached.pop() & (2 << most) - 1 & -1 << max(most - interior, 0)
    if not fitting:
        return None
    inside = most - fitting.bit_length() + 1, most - first_cell(fitting)
    allowed = []
    for t, counts in zip(reversed(tables), reversed(extras), strict=True):
        before = reached.pop()
        possible = [extra for extra in counts if before << extra & fitting]
        allowed.append(to_cell_set(possible) << t.lowest)
        fitting = reduce(or_, [fitting >> extra for extra in possible]) & before
    return allowed[::-1], inside


class Totals(NamedTuple):
    """Holds the number of layouts of the board, and the weight of the rest of the board for each component."""

    is_exact: bool
    layouts: int
    """How many layouts fit; 0 (unknown) unless exact."""
    magnitude: float
    """The decimal logarithm of the number of layouts; always known."""
    inside: Odds
    """The odds of an interior cell."""
    outside: list[list[int]]
    """For each component, the layouts of the rest of the board by the component's mine count, from its lowest."""


def weigh(tables: Sequence[LayoutCounter], interior: int, mines_left: int) -> Generator[None, None, Totals]:
    """Counts the layouts of the whole board exactly, and how many belong to each mine count of a component.

    Pauses after each component. Some layout must have the mine total.
    """
    low, high = bounds_on_mines(tables)
    spread, inside = high - low, mines_left - low
    ways = binomials(interior, inside, spread + 1)
    width = sum(t.counts.total.bit_length() for t in tables)
    packed = [_pack(t.counts.by_mines, width) for t in tables]
    product = 1
    for polynomial in packed:
        product *= polynomial
    weighted = list(map(mul, unpack(product, width, spread + 1), ways))
    layouts = sum(weighted)
    # With m mines among n interior cells, a given interior cell is a mine in m / n of the layouts.
    mined = sum(n * (inside - i) for i, n in enumerate(weighted)) // interior if interior else 0
    outside = []
    for t, polynomial in zip(tables, packed, strict=True):
        terms = t.highest - t.lowest + 1
        rest = spread + 2 - terms
        # The packed product is divisible by each of its factors, and the quotient is the packed rest.
        others = unpack(product // polynomial, width, rest)
        outside.append([sum(map(mul, others, ways[i : i + rest])) for i in range(terms)])
        yield
    magnitude = log10(layouts) if layouts else 0.0
    return Totals(is_exact=True, layouts=layouts, magnitude=magnitude, inside=(mined, layouts), outside=outside)


def work_to_weigh(tables: Sequence[LayoutCounter], width: int, interior: int, mines_left: int) -> int:
    """Estimates how many digit products ``weigh`` needs. ``width`` is the number of bits of the components' layouts."""
    spread = sum(t.highest - t.lowest for t in tables)
    choice = min(interior, (interior.bit_length() + 1) * min(mines_left, max(interior - mines_left, 0) + spread))
    digits = (1 + width // 30) * (1 + choice // 30)
    return (spread + 2 * len(tables)) * (spread + 1) * (digits + 50) + (spread * width // 30) ** 2 // 4


def _pack(coefficients: list[int], width: int) -> int:
    packed = 0
    for coefficient in reversed(coefficients):
        packed = packed << width | coefficient
    return packed


def binomials(size: int, chosen: int, terms: int) -> list[int]:
    """Returns the ways to choose ``chosen``, ``chosen - 1``, ... of ``size`` cells, ``terms`` numbers in all."""
    run = []
    ways = 0
    for number in range(chosen, chosen - terms, -1):
        if 0 <= number <= size:
            ways = ways * (number + 1) // (size - number) if ways else binomial(size, number)
            run.append(ways)
        else:
            run.append(0)
    return run


_SMALL = 40_000
"""Up to this size ``math.comb`` takes at most a few milliseconds."""
_LEAF = 32


def binomial(size: int, chosen: int) -> int:
    """Returns the ways to choose ``chosen`` of ``size`` cells. For a million, ``math.comb`` takes seconds.

    ``math.comb`` spends its time on long divisions. Prime factors avoid them: the exponent of a prime is the sum of
    n // q - k // q - (n - k) // q over the powers q of the prime (Legendre). The result is the product of these powers.
    """
    if size <= _SMALL or not 0 < chosen < size:
        return comb(size, chosen)
    factors: list[int] = []
    primes, rest = _primes(-(-size // 100_000) * 100_000), size - chosen  # rounded: sizes of one board share the list
    for prime in primes:
        power = prime
        while power <= size:
            if size // power - chosen // power - rest // power:
                factors.append(prime)
            power *= prime
    factors = [prod(factors[start : start + _LEAF]) for start in range(0, len(factors), _LEAF)]
    while len(factors) > 1:  # multiplies factors of about equal length: anything else is as slow as ``math.comb``
        factors = [prod(factors[start : start + 2]) for start in range(0, len(factors), 2)]
    return factors[0]


@lru_cache(maxsize=1)
def _primes(limit: int) -> list[int]:
    sieve = bytearray([1]) * (limit + 1)
    sieve[:2] = b"\0\0"
    for number in range(2, isqrt(limit) + 1):
        if sieve[number]:
            sieve[number * number :: number] = bytes(len(range(number * number, limit + 1, number)))
    return list(compress(range(limit + 1), sieve))
