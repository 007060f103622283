"""Compares players fairly: rates with intervals, with the luck removed, and board by board.

The figures are made of the results of games, however those were played. They are sums instead of lists, so that a
billion games take no more memory than ten. The sums are exact, so that the order of games never matters.

All 95% intervals are Wilson's, which holds near 0 and 1 too, stays within them and never has a width of 0. With luck
removed, the remaining variance equals that of counting wins in more games: the interval is Wilson's for the rate in
that many games. tests/bench/test_intervals_coverage.py checks that the intervals cover what they claim.
"""

from __future__ import annotations

from math import comb, sqrt
from typing import NamedTuple

DEVIATIONS = 1.959964
"""The number of standard deviations that hold 95% of a normal distribution."""
FEWEST_GAMES = 25
"""The fewest games for an interval with luck removed: fewer can't show the remaining variance."""
FEWEST_GUESSED = 2
"""The fewest games with luck for an interval with luck removed."""

_UNIT = 1 << 40
"""Luck and values are summed as whole multiples of 1 divided by this, without rounding errors."""
_COIN = 0.25
"""The variance of a game that a coin decides. One such unexplained game is added to those played: a few games that all
end by luck don't show that luck alone decides games.
"""
_USUAL_SLOPE, _ITS_WEIGHT = 1.0, 1.0
"""The assumed slope of wins over luck in the regression, and its weight against the games played.

A slope of 1 holds where a guess decides the game. The weight is that of four coin tosses (4 * _COIN), so the
assumption matters with few guesses and not with many.
"""


class Rate(NamedTuple):
    """A win rate and its 95% interval, which is missing for few games."""

    rate: float
    low: float | None = None
    high: float | None = None


def wilson_interval(wins: float, games: float) -> tuple[float, float]:
    """Returns the 95% Wilson score interval of the win rate, which holds near 0 and 1 too."""
    if not games:
        return 0.0, 1.0
    rate, square = wins / games, DEVIATIONS**2
    middle = (rate + square / (2 * games)) / (1 + square / games)
    spread = DEVIATIONS * sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def _rate(rate: float, residual: float, games: int) -> Rate:
    """Returns a rate with its interval; ``residual`` is the unexplained part of the sum of squares of single wins."""
    rate = min(max(rate, 0.0), 1.0)
    share = min(1.0, (residual + _COIN) / (games * rate * (1 - rate) + _COIN))
    worth = games / share
    return Rate(rate, *wilson_interval(rate * worth, worth))


class LuckTally:
    """Sums up games with their luck, for the win rate at average luck.

    A game's luck is the sum over its guesses of (survived - chance to survive). Its mean is 0 when the chances are
    exact, so the part of the wins that luck explains is noise, and removing it moves no rate in the long run.
    """

    def __init__(self) -> None:
        self.games = self.wins = self.guessed = 0
        self._luck = self._squares = self._luck_of_wins = 0

    def add(self, win: bool, luck: float) -> None:
        """Adds one game."""
        units = round(luck * _UNIT)
        self.games += 1
        self.wins += win
        self.guessed += units != 0
        self._luck += units
        self._squares += units * units
        self._luck_of_wins += units * win

    def rate(self) -> Rate | None:
        """Returns the win rate at average luck, by linear regression; None if luck played no part."""
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
        residual = win_squares - 2 * slope * products + slope**2 * luck_squares
        return _rate(rate, residual * games / (games - 2), games)


class ValueTally:
    """Sums up estimates of the win chance, each from 0 to 1, for their mean."""

    def __init__(self) -> None:
        self.games = self._sum = self._squares = 0

    def add(self, value: float) -> None:
        """Adds one game."""
        units = round(value * _UNIT)
        self.games += 1
        self._sum += units
        self._squares += units * units

    def rate(self) -> Rate | None:
        """Returns the mean; None without a game."""
        games = self.games
        if not games:
            return None
        mean = self._sum / _UNIT / games
        if games < FEWEST_GAMES:
            return Rate(mean)
        squares = (games * self._squares - self._sum**2) / games / _UNIT**2
        return _rate(mean, squares * games / (games - 1), games)


class Comparison(NamedTuple):
    """Compares two players on the same boards."""

    games: int
    both: int
    only_we: int
    only_they: int

    @property
    def p_value(self) -> float:
        """Returns the two-sided sign test: the chance of a split at least this uneven between equal players."""
        total = self.only_we + self.only_they
        fewer = min(self.only_we, self.only_they)
        tail = sum(comb(total, n) for n in range(fewer + 1))
        return min(1.0, 2 * tail / (1 << total))

    def add(self, we: bool, they: bool) -> Comparison:
        """Returns the comparison with one board added."""
        return Comparison(
            self.games + 1,
            self.both + (we and they),
            self.only_we + (we and not they),
            self.only_they + (they and not we),
        )
