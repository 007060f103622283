"""Binomials of large numbers against those of the standard library."""

from __future__ import annotations

from collections.abc import Generator
from math import comb

import pytest

from minesweeper.solvers.mine_total import binomial


def result_of(steps: Generator[None, None, int]) -> tuple[int, int]:
    """The result of work in steps, and how many steps it took."""
    count = 0
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            return int(stop.value), count
        count += 1


@pytest.mark.parametrize("size", [0, 1, 9, 480, 39_999, 40_001, 65_536, 99_999, 100_000, 100_003])
def test_binomials_are_those_of_the_standard_library(size: int) -> None:
    for chosen in {0, 1, size // 7, size // 2, max(0, size - 1), size, size + 1}:
        assert result_of(binomial(size, chosen))[0] == comb(size, chosen)


def test_large_ones_come_in_many_steps() -> None:
    value, steps = result_of(binomial(300_000, 60_000))
    assert value.bit_length() > 200_000
    assert steps > 15
