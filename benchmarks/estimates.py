"""Estimates means of measured values."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from minesweeper.bench.stats import DEVIATIONS


class Estimate(NamedTuple):
    """A rate and half the width of its 95% interval."""

    rate: float
    error: float


def mean_of(values: Sequence[float]) -> Estimate:
    """Returns the mean of at least two values of any size, such as differences. Its interval assumes many values."""
    return Estimate(statistics.fmean(values), DEVIATIONS * statistics.stdev(values) / sqrt(len(values)))
