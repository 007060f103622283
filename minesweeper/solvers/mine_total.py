"""Uses the mine total, the one constraint that links all components with each other and with the interior.

It proves cells (``decide_by_total``), and it says in how many ways the rest of the board can be filled for each mine
count of a component (``weigh``). All numbers are exact. For boards that are too large for this, ``count_roughly``
estimates the weights. Throughout, ``tables`` are the counters of all components, ``interior`` is the number of interior
cells, and ``mines_left`` is the mine total without the mines that are proved already.
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
"""The number of layouts in which a cell is a mine, and the number of all layouts."""


class ProvedByTotal(NamedTuple):
    """What the mine total proves in addition to the proofs from clues."""

    groups: list[Groups]
    """For each component, the groups that the mine total makes safe and those that it fills with mines.

    Both are empty if the total rules out none of the component's mine counts.
    """
    inside: bool | None
    """True if the whole interior must be mines, False if it must be safe, and None if neither is proved."""


def decide_by_total(
    tables: Sequence[LayoutCounter], interior: int, mines_left: int
) -> Generator[None, None, ProvedByTotal | None]:
    """Finds everything that the mine total proves.

    Returns None if no layout has this total. Runs in slices, one per component.
    """
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
    """The fewest and the most mines that all components can have together."""
    return sum(t.lowest for t in tables), sum(t.highest for t in tables)


def limits_on_mines(
    tables: Sequence[LayoutCounter], interior: int, mines_left: int
) -> tuple[list[int], tuple[int, int]] | None:
    """Finds which mine counts the mine total leaves to each component and to the interior. Returns None if no layout
    has this total.

    The first value has the possible mine counts of each component, as the bits of an int. The second is the fewest and
    the most mines in the interior.
    """
    low, high = bounds_on_mines(tables)
    most = mines_left - low
    if most < 0:
        return None
    if high <= mines_left and most <= interior:
        return [t.possible for t in tables], (mines_left - high, most)
    # Collects the sums that the first components can have, as the bits of an int, then goes back from the last
    # component.
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
    """How many layouts fit the whole board and, for each mine count of each component, how many layouts the rest of the
    board can have.

    The rest is all other components and the interior.
    """

    is_exact: bool
    layouts: int
    """The number of layouts. It is 0 if the board was too large to count them exactly."""
    magnitude: float
    """The decimal logarithm of the number of layouts. It is always known, at least roughly."""
    inside: Odds
    """The odds of an interior cell."""
    outside: list[list[int]]
    """For each component and each of its mine counts from the lowest, the number of layouts of the rest of the
    board.
    """


def weigh(tables: Sequence[LayoutCounter], interior: int, mines_left: int) -> Generator[None, None, Totals]:
    """Counts the layouts of the whole board exactly, and those of the rest of the board for each mine count of a
    component.

    Runs in slices, one per component. Call it only if some layout has this mine total, which ``decide_by_total`` finds
    out.
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
    # With m mines among n interior cells, a given one of them is a mine in m / n of the layouts.
    mined = sum(n * (inside - i) for i, n in enumerate(weighted)) // interior if interior else 0
    outside = []
    for t, polynomial in zip(tables, packed, strict=True):
        terms = t.highest - t.lowest + 1
        rest = spread + 2 - terms
        # The packed product is divisible by each of its factors, and the quotient packs the product of all others.
        others = unpack(product // polynomial, width, rest)
        outside.append([sum(map(mul, others, ways[i : i + rest])) for i in range(terms)])
        yield
    magnitude = log10(layouts) if layouts else 0.0
    return Totals(is_exact=True, layouts=layouts, magnitude=magnitude, inside=(mined, layouts), outside=outside)


def work_to_weigh(tables: Sequence[LayoutCounter], width: int, interior: int, mines_left: int) -> int:
    """Estimates how many multiplications of two 30-bit digits ``weigh`` takes, to decide whether it is worth it.

    ``width`` is the number of bits of the product of all components' layouts.
    """
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
    """In how many ways ``chosen`` mines can lie in ``size`` cells, then ``chosen - 1`` mines, and so on, ``terms``
    numbers in all.
    """
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
"""Up to this many cells, ``math.comb`` takes at most a few milliseconds."""
_LEAF = 32


def binomial(size: int, chosen: int) -> int:
    """In how many ways ``chosen`` mines can lie in ``size`` cells, also for a million cells, for which ``math.comb``
    takes seconds.

    ``math.comb`` spends its time on long divisions, so this multiplies prime powers instead. By Legendre's formula, the
    exponent of a prime is the sum of n // q - k // q - (n - k) // q over all powers q of the prime.
    """
    if size <= _SMALL or not 0 < chosen < size:
        return comb(size, chosen)
    factors: list[int] = []
    # Rounds the limit up, so that all sizes that occur on one board share a list of primes.
    primes, rest = _primes(-(-size // 100_000) * 100_000), size - chosen
    for prime in primes:
        power = prime
        while power <= size:
            if size // power - chosen // power - rest // power:
                factors.append(prime)
            power *= prime
    factors = [prod(factors[start : start + _LEAF]) for start in range(0, len(factors), _LEAF)]
    # Multiplies factors of about equal length, because anything else is as slow as ``math.comb``.
    while len(factors) > 1:
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
