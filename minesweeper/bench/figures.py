"""Figures that compare players fairly: rates with their intervals, with the luck taken out, and board by board.

They are made of the results of games and know nothing of how those were played.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from math import comb, sqrt
from typing import NamedTuple

DEVIATIONS = 1.959964
"""Of a normal distribution 95% lie within so many standard deviations."""


class Estimate(NamedTuple):
    """A rate and half the width of its 95% interval."""

    rate: float
    error: float


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of at least two values."""
    return Estimate(statistics.fmean(values), DEVIATIONS * statistics.stdev(values) / sqrt(len(values)))


def wilson_interval(wins: int, games: int) -> tuple[float, float]:
    """The 95% Wilson score interval of the win rate; it holds near 0 and 1 too."""
    if not games:
        return 0.0, 1.0
    rate, square = wins / games, DEVIATIONS**2
    middle = (rate + square / (2 * games)) / (1 + square / games)
    spread = DEVIATIONS * sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def adjust_for_luck(wins: Sequence[bool], luck: Sequence[float]) -> Estimate | None:
    """The win rate as it would be with average luck, by linear regression; None if luck played no part.

    A game's luck is the sum over its guesses of (survived - chance to survive). Its mean is 0 when the chances are
    exact, so what it explains of the wins is noise, and to take that out moves no rate in the long run.
    """
    games = len(wins)
    if games < 3 or len(set(luck)) < 2:
        return None
    slope, intercept = statistics.linear_regression(luck, [float(win) for win in wins])
    rests = [win - intercept - slope * sum_ for win, sum_ in zip(wins, luck, strict=True)]
    return Estimate(intercept, DEVIATIONS * sqrt(sum(rest * rest for rest in rests) / (games - 2) / games))


class Comparison(NamedTuple):
    """Two players on the same boards."""

    games: int
    both: int
    only_we: int
    only_they: int

    @property
    def p_value(self) -> float:
        """The two-sided sign test: how likely a split at least this uneven is between equal players."""
        total = self.only_we + self.only_they
        fewer = min(self.only_we, self.only_they)
        tail = sum(comb(total, n) for n in range(fewer + 1))
        return min(1.0, 2 * tail / (1 << total))


def compare(ours: Sequence[bool], theirs: Sequence[bool]) -> Comparison:
    """The comparison of two players' wins, board by board."""
    pairs = list(zip(ours, theirs, strict=True))
    return Comparison(
        len(pairs),
        sum(we and they for we, they in pairs),
        sum(we and not they for we, they in pairs),
        sum(they and not we for we, they in pairs),
    )
