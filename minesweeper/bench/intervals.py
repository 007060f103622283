"""Win rates with their 95% intervals, from the results of games.

The tallies keep sums instead of lists, so that a billion games take no more memory than ten. The sums are exact, so the
order of games never matters. All intervals are Wilson's, because these are right near 0% and 100% too, never leave this
range and never have a width of 0. With luck removed, the remaining variance is the same as in counting the wins of more
games, and the interval is Wilson's for so many games. tests/bench/test_intervals_coverage.py checks that the intervals
hold the true rate as often as they claim.
"""

from __future__ import annotations

from math import comb, sqrt
from typing import NamedTuple

DEVIATIONS = 1.959964
"""How many standard deviations around the mean hold 95% of a normal distribution."""
FEWEST_GAMES = 25
"""The fewest games for an interval with luck removed. Fewer games don't show the remaining variance."""
FEWEST_GUESSED = 2
"""The fewest games in which luck played a part, for an interval with luck removed."""

_UNIT = 1 << 40
"""Luck and values are summed as whole multiples of 1 divided by this, so that sums have no rounding errors."""
_COIN = 0.25
"""The variance of a game that the toss of a coin decides.

One such game is added to those that were played, because a few games that luck alone decided don't show that it decides
all of them.
"""
_USUAL_SLOPE, _ITS_WEIGHT = 1.0, 1.0
"""What the regression of wins on luck assumes before it has seen a game: how many wins one unit of luck brings, and how
much this assumption weighs compared with the games.

The slope is 1 if a single guess decides a game. The weight is that of four coin tosses (4 * _COIN), so the assumption
matters with few guesses, but not with many.
"""


class Rate(NamedTuple):
    """A win rate with its 95% interval, all from 0 to 1.

    `low` and `high` are None if there were too few games for an interval.
    """

    rate: float
    low: float | None = None
    high: float | None = None


def wilson_interval(wins: float, games: float) -> tuple[float, float]:
    """The 95% Wilson score interval of a win rate. Without games, it is the whole range from 0 to 1."""
    if not games:
        return 0.0, 1.0
    rate, square = wins / games, DEVIATIONS**2
    middle = (rate + square / (2 * games)) / (1 + square / games)
    spread = DEVIATIONS * sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def _rate(rate: float, residual: float, games: int) -> Rate:
    """A rate with its interval. ``residual`` is the variance that luck doesn't explain, summed over the games."""
    rate = min(max(rate, 0.0), 1.0)
    share = min(1.0, (residual + _COIN) / (games * rate * (1 - rate) + _COIN))
    worth = games / share
    return Rate(rate, *wilson_interval(rate * worth, worth))


class LuckTally:
    """Sums up games with their luck, to get the win rate of a player with average luck.

    A game's luck grows by 1 with each guess that is safe, and shrinks with every guess by the chance that it is safe.
    Its mean is 0 if these chances are exact. So the part of the wins that luck explains is noise, and to remove it
    moves no rate in the long run.
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
        """The win rate at average luck, by linear regression. Returns None if luck played no part in any game."""
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
    """Sums up estimated win chances, each from 0 to 1, to get their mean."""

    def __init__(self) -> None:
        self.games = self._sum = self._squares = 0

    def add(self, value: float) -> None:
        """Adds the estimate of one game."""
        units = round(value * _UNIT)
        self.games += 1
        self._sum += units
        self._squares += units * units

    def rate(self) -> Rate | None:
        """The mean of the estimates. Returns None if there were no games."""
        games = self.games
        if not games:
            return None
        mean = self._sum / _UNIT / games
        if games < FEWEST_GAMES:
            return Rate(mean)
        squares = (games * self._squares - self._sum**2) / games / _UNIT**2
        return _rate(mean, squares * games / (games - 1), games)


class Comparison(NamedTuple):
    """How two players did on the same boards: how many boards both won, only this player won, or only the other one."""

    games: int
    both: int
    only_we: int
    only_they: int

    @property
    def p_value(self) -> float:
        """The result of a two-sided sign test: how likely two equal players would differ at least this much."""
        total = self.only_we + self.only_they
        fewer = min(self.only_we, self.only_they)
        tail = sum(comb(total, n) for n in range(fewer + 1))
        return min(1.0, 2 * tail / (1 << total))

    def add(self, we: bool, they: bool) -> Comparison:
        """The comparison with one board added. `we` and `they` say who won it."""
        return Comparison(
            self.games + 1,
            self.both + (we and they),
            self.only_we + (we and not they),
            self.only_they + (they and not we),
        )
