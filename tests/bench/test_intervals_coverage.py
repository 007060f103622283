"""Intervals of luck-adjusted rates contain the true rate in 95% of all samples.

Games are drawn with a known win chance: some guesses of known risk, and a part that no guess explains.
"""

from __future__ import annotations

import statistics
from random import Random

import pytest

from minesweeper.bench.intervals import LuckTally, ValueTally, wilson_interval

LENGTHS = (30, 45, 60, 110, 300)
SAMPLES = 400
KINDS = {"easy": ((0.0, 0.0, 0.0, 0.3), 0.02), "middle": ((0.0, 0.2, 0.5), 0.05), "hard": ((0.2, 0.5, 0.7, 0.9), 0.1)}
"""By kind of board: the risks, one of which each game takes twice, and the chance to lose for another reason."""


def game(random: Random, kind: str) -> tuple[bool, float, float]:
    """Draws a game: whether it is won, its luck and its value."""
    risks, unexplained = KINDS[kind]
    risk, luck, survived = random.choice(risks), 0.0, True
    for _ in range(2):
        safe = random.random() >= risk
        luck += safe - (1 - risk) if survived else 0.0
        survived = survived and safe
    return survived and random.random() >= unexplained, luck, (1 - risk) ** 2 * (1 - unexplained)


@pytest.mark.parametrize("kind", KINDS)
def test_luck_adjusted_intervals_cover_the_truth_and_are_narrower(kind: str) -> None:
    random, (risks, unexplained) = Random(21), KINDS[kind]
    truth = statistics.fmean((1 - risk) ** 2 for risk in risks) * (1 - unexplained)
    covered: dict[int, list[bool]] = {length: [] for length in LENGTHS}
    widths: list[float] = []
    for _ in range(SAMPLES):
        luck, values, done = LuckTally(), ValueTally(), 0
        for length in LENGTHS:
            for _ in range(length - done):
                win, lucky, value = game(random, kind)
                luck.add(win, lucky)
                values.add(value)
            done = length
            low, high = wilson_interval(luck.wins, luck.games)
            for rate in (luck.rate(), values.rate()):
                if rate is not None and rate.low is not None and rate.high is not None:
                    covered[length].append(rate.low <= truth <= rate.high)
                    widths.append((rate.high - rate.low) / (high - low))
    for seen in covered.values():
        assert len(seen) > SAMPLES
        assert 0.92 <= statistics.fmean(seen) <= 0.995
    assert statistics.fmean(widths) < 0.9
