"""95% means 95%: the intervals of rates with the luck taken out cover the truth as often as they say, on stored games.

A sample of a preset's stored games is a run of which the truth is known: the figure of all of them. See
``stored_results.py``. Where an interval is not shown, nothing is said that could be wrong.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import NamedTuple

import pytest

from minesweeper.bench.stats import LuckTally, Rate, ValueTally, wilson_interval
from tests.bench.stored_results import GAMES, Stored, read_stored

STORED = read_stored()
FEW, MORE = range(30, 61), range(90, 111)
LENGTHS = range(25, 111)
LONG = [200, 500]
SAMPLES = 1500
LONG_SAMPLES = 400


class Seen(NamedTuple):
    """What became of one figure in the samples of one length."""

    covered: float
    width: float
    wilson: float
    """The mean width of Wilson's interval of the wins of the same samples."""


def tallies(rows: Sequence[Stored], lengths: Sequence[int], count: int) -> Iterator[tuple[int, LuckTally, ValueTally]]:
    """Samples that grow to each of the lengths in turn, so many of each."""
    random, weights = Random(21), list(accumulate(row.games for row in rows))
    for _ in range(count):
        luck, values = LuckTally(), ValueTally()
        sample = random.choices(rows, cum_weights=weights, k=lengths[-1])
        done = 0
        for length in lengths:
            for row in sample[done:length]:
                luck.add(row.win, row.luck)
                values.add(row.value)
            done = length
            yield length, luck, values


def truth_of(rows: Sequence[Stored]) -> tuple[float, float]:
    """The figures of all games together."""
    luck, values = LuckTally(), ValueTally()
    for row in rows:
        for _ in range(row.games):
            luck.add(row.win, row.luck)
            values.add(row.value)
    adjusted, mean = luck.rate(), values.rate()
    assert adjusted is not None
    assert mean is not None
    return adjusted.rate, mean.rate


def look(rows: Sequence[Stored], lengths: Sequence[int], count: int) -> dict[str, dict[int, Seen]]:
    """By figure and by length of the sample what was seen."""
    truths = truth_of(rows)
    found: dict[str, dict[int, list[tuple[bool, float, float]]]] = {
        name: {length: [] for length in lengths} for name in ("luck", "value")
    }
    for length, luck, values in tallies(rows, lengths, count):
        low, high = wilson_interval(luck.wins, luck.games)
        for (name, truth), rate in zip(
            zip(("luck", "value"), truths, strict=True), (luck.rate(), values.rate()), strict=True
        ):
            if isinstance(rate, Rate) and rate.low is not None and rate.high is not None:
                found[name][length].append((rate.low <= truth <= rate.high, rate.high - rate.low, high - low))
    return {
        name: {length: Seen(*map(statistics.fmean, zip(*seen, strict=True))) for length, seen in by_length.items()}
        for name, by_length in found.items()
    }


def mean_cover(seen: dict[int, Seen], lengths: Sequence[int]) -> float:
    return statistics.fmean(seen[length].covered for length in lengths)


@pytest.mark.parametrize("preset", GAMES)
@pytest.mark.parametrize("first", ["open", "safe"])
def test_intervals_without_luck_cover_as_often_as_they_say(preset: str, first: str) -> None:
    for seen in look(STORED[f"{preset} {first}"], LENGTHS, SAMPLES).values():
        assert 0.93 <= mean_cover(seen, FEW) <= 0.98
        assert 0.93 <= mean_cover(seen, MORE) <= 0.98
        assert min(one.covered for one in seen.values()) >= 0.91
        assert all(one.width <= one.wilson for one in seen.values())


@pytest.mark.parametrize("preset", GAMES)
def test_they_do_so_for_hundreds_of_games(preset: str) -> None:
    for seen in look(STORED[f"{preset} open"], LONG, LONG_SAMPLES).values():
        assert all(0.91 <= one.covered <= 0.98 for one in seen.values())
        assert all(one.width <= 0.8 * one.wilson for one in seen.values())


def test_an_interval_is_shown_for_most_samples_of_30_games() -> None:
    for rows in STORED.values():
        shown = [luck.rate() for _, luck, _ in tallies(rows, [45], 200)]
        assert sum(rate is not None and rate.low is not None for rate in shown) > 160
