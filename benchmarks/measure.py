"""Measures repeated runs, estimates means, and describes the machine."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from minesweeper.bench.intervals import DEVIATIONS


def repeat(work: Callable[[], object], repeats: int = 15, inner: int = 1) -> list[float]:
    """Returns the milliseconds of CPU time of one call, measured several times."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        for _ in range(inner):
            work()
        times.append((time.process_time() - start) * 1000 / inner)
    return times


def row(name: str, times: list[float], note: str = "") -> str:
    """Writes a line of a Markdown table: the median, and the range from the best to the worst run."""
    low, middle, high = min(times), statistics.median(times), max(times)
    return f"| {name} | {_figure(middle)} | {_figure(low)} to {_figure(high)} | {note} |"


def spread(times: list[float], digits: int = 2) -> str:
    """Writes the last columns of a table's line: the median, the 95th percentile and the longest time."""
    ordered = sorted(times)
    figures = (statistics.median(ordered), ordered[len(ordered) * 95 // 100], ordered[-1])
    return " | ".join(f"{milliseconds:.{digits}f}" for milliseconds in figures)


def _figure(milliseconds: float) -> str:
    return f"{milliseconds:.3f}" if milliseconds < 1 else f"{milliseconds:.1f}"


HEAD = "| job | median ms | range | note |\n|---|---|---|---|"


def machine() -> str:
    """Describes this machine in one line."""
    return f"{platform.system()}, {os.cpu_count()} cores of {_processor()}, Python {platform.python_version()}"


class Estimate(NamedTuple):
    """A rate and half the width of its 95% interval."""

    rate: float
    error: float


def mean_of(values: Sequence[float]) -> Estimate:
    """Returns the mean of at least two values of any size, such as differences. Its interval assumes many values."""
    return Estimate(statistics.fmean(values), DEVIATIONS * statistics.stdev(values) / sqrt(len(values)))


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            name = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
            return name.replace("(R)", "").replace("(TM)", "")
    except (OSError, StopIteration):
        return platform.machine()
