"""Figures that compare players fairly: rates with their intervals, with the luck taken out, and board by board.

They are made of the results of games and know nothing of how those were played. Sums take the place of lists, so that
a billion games take no more room than ten; they are exact, so that the order of the games never matters.

All 95% intervals are Wilson's, which holds near 0 and 1 too, stays within them and is never of no width. Where luck is
taken out, what is left of the variance is as that of a count of wins in more games: the interval is Wilson's for the
rate in so many games. Whether it covers what it says is held by tests/bench/test_figures_coverage.py.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from math import comb, sqrt
from typing import NamedTuple

DEVIATIONS = 1.959964
"""Of a normal distribution 95% lie within so many standard deviations."""
FEWEST_GAMES = 25
"""Fewer games have no interval once luck is taken out: what is left of the variance can't be told from them."""
FEWEST_GUESSED = 2
"""So many games must have had luck for an interval with the luck taken out."""

_UNIT = 1 << 40
"""Luck and values are added up as whole numbers of this part of 1, without an error of rounding."""
_COIN = 0.25
"""The variance of a game that a coin decides. One such game that nothing explains is added to those that were played:
few games that all end as luck has it do not show that nothing else ever decides one."""
_USUAL_SLOPE, _ITS_WEIGHT = 1.0, 1.0
"""Where a guess decides a game, a win more is luck of 1 more. That is taken for granted as if four coin tosses
(4 * _COIN) had shown it, which counts where there are few guesses and nothing where there are many."""


class Estimate(NamedTuple):
    """A rate and half the width of its 95% interval."""

    rate: float
    error: float


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of at least two values of any size, as of differences; of many, for its interval is that of a normal."""
    return Estimate(statistics.fmean(values), DEVIATIONS * statistics.stdev(values) / sqrt(len(values)))


class Rate(NamedTuple):
    """A win rate and its 95% interval, which few games don't have."""

    rate: float
    low: float | None = None
    high: float | None = None


def wilson_interval(wins: float, games: float) -> tuple[float, float]:
    """The 95% Wilson score interval of the win rate; it holds near 0 and 1 too."""
    if not games:
        return 0.0, 1.0
    rate, square = wins / games, DEVIATIONS**2
    middle = (rate + square / (2 * games)) / (1 + square / games)
    spread = DEVIATIONS * sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def _rate(rate: float, left: float, games: int) -> Rate:
    """A rate of which so much of the sum of squares of single wins is left."""
    rate = min(max(rate, 0.0), 1.0)
    share = min(1.0, (left + _COIN) / (games * rate * (1 - rate) + _COIN))
    worth = games / share
    return Rate(rate, *wilson_interval(rate * worth, worth))


class LuckTally:
    """Games with their luck, of which the win rate at average luck is made.

    A game's luck is the sum over its guesses of (survived - chance to survive). Its mean is 0 when the chances are
    exact, so what it explains of the wins is noise, and to take that out moves no rate in the long run.
    """

    __slots__ = ("_luck", "_luck_of_wins", "_squares", "games", "guessed", "wins")

    def __init__(self) -> None:
        self.games = self.wins = self.guessed = 0
        self._luck = self._squares = self._luck_of_wins = 0

    def add(self, win: bool, luck: float) -> None:
        """One game more."""
        units = round(luck * _UNIT)
        self.games += 1
        self.wins += win
        self.guessed += units != 0
        self._luck += units
        self._squares += units * units
        self._luck_of_wins += units * win

    def rate(self) -> Rate | None:
        """The win rate as it would be with average luck, by linear regression; None if luck played no part."""
        games, wins = self.games, self.wins
        if not self.guessed:
            return None
        luck_squares = (games * self._squares - self._luck**2) / games / _UNIT**2
        products = (games * self._luck_of_wins - self._luck * wins) / games / _UNIT
        win_squares = wins * (games - wins) / games
        slope = (products + _USUAL_SLOPE * _ITS_WEIGHT) / (luck_squares + _ITS_WEIGHT)
        rate = wins / games - slope * self._luck / _UNIT / games
        if games < FEWEST_GAMES or self.guessed < FEWEST_GUESSED:
            return Rate(min(max(rate, 0.0), 1.0))
        left = win_squares - 2 * slope * products + slope**2 * luck_squares
        return _rate(rate, left * games / (games - 2), games)


class ValueTally:
    """Estimates of the chance to win, each from 0 to 1, of which the mean is made."""

    __slots__ = ("_squares", "_sum", "games")

    def __init__(self) -> None:
        self.games = self._sum = self._squares = 0

    def add(self, value: float) -> None:
        """One game more."""
        units = round(value * _UNIT)
        self.games += 1
        self._sum += units
        self._squares += units * units

    def rate(self) -> Rate | None:
        """The mean; None without a game."""
        games = self.games
        if not games:
            return None
        mean = self._sum / _UNIT / games
        if games < FEWEST_GAMES:
            return Rate(mean)
        squares = (games * self._squares - self._sum**2) / games / _UNIT**2
        return _rate(mean, squares * games / (games - 1), games)


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

    def add(self, we: bool, they: bool) -> Comparison:
        """The same with one board more."""
        return Comparison(
            self.games + 1,
            self.both + (we and they),
            self.only_we + (we and not they),
            self.only_they + (they and not we),
        )


def compare(ours: Sequence[bool], theirs: Sequence[bool]) -> Comparison:
    """The comparison of two players' wins, board by board."""
    compared = Comparison(0, 0, 0, 0)
    for we, they in zip(ours, theirs, strict=True):
        compared = compared.add(we, they)
    return compared
