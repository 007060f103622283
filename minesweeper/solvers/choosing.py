"""Binomials of large numbers, in steps: on a board of a million cells one takes seconds with ``math.comb``.

Its long divisions take the time. By its primes a binomial needs none: the power of a prime in it is the sum of
n // q - k // q - (n - k) // q over the powers q of the prime (Legendre), and what is left is a product.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from itertools import compress
from math import comb, isqrt, prod

_SMALL = 40_000
"""Up to this size ``math.comb`` takes a few milliseconds at most."""
_BATCH = 4_000
_LEAF = 32


def choose_in_steps(size: int, chosen: int) -> Generator[None, None, int]:
    """How many ways there are to choose so many of ``size`` cells."""
    if size <= _SMALL or not 0 < chosen < size:
        return comb(size, chosen)
    factors: list[int] = []
    primes, rest = _primes(size), size - chosen
    yield
    for start in range(0, len(primes), _BATCH):
        for prime in primes[start : start + _BATCH]:
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
