"""Estimates the odds of boards that are too large to count exactly. Boards that people play don't need this module.

A component that is too large even for a tree is cut into overlapping windows, which are counted exactly. If there are
windows, or too many components for exact weights, the mine total is only used as one mine risk that all cells share.
Only odds are estimates: cells that are called safe or mines are proved all the same, because a window leaves out clues,
and fewer clues can't prove anything wrong.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from math import exp, fsum, log, pi
from operator import mul

from minesweeper.solvers.constraints import Component, Links
from minesweeper.solvers.count_linear import LayoutCounter, Part, TooLarge, tables_of
from minesweeper.solvers.mine_total import Totals

LONGEST_WINDOW = 60
"""The most constraints of a window."""
_MOST_TRANSITIONS = 10_000
"""The most transitions for counting a window, which takes some milliseconds."""


def cut_into_windows(component: Component, size: int) -> Iterator[tuple[Component, list[int]]]:
    """Cuts a component into overlapping windows of at most ``size`` constraints, each with the groups that it answers
    for.

    A window leaves out constraints, so it can only allow more layouts. What is certain in all layouts of a window is
    certain in all layouts of the component. A window that falls into several components gives several pieces.
    """
    order = [clue for clue in component.clues if clue in component.constraints]
    place = {clue: number for number, clue in enumerate(order)}
    step = (size + 1) // 2
    count = max(0, len(order) - size + step - 1) // step + 1
    for number in range(count):
        start = number * step
        inside = {clue: component.constraints[clue] for clue in order[start : start + size]}
        groups = [group for group, clues in enumerate(component.seen_by) if not inside.keys().isdisjoint(clues)]
        seen_by = [[clue for clue in component.seen_by[group] if clue in inside] for group in groups]
        cells = [component.groups[group] for group in groups]
        spoken_for = set()
        for group in groups:
            nearest = (place[component.seen_by[group][0]] - (size - step) // 2) // step
            if number == min(max(nearest, 0), count - 1):
                spoken_for.add(component.groups[group])
        for piece in Links(inside, seen_by, cells, {}).components():
            yield piece, [group for group, members in enumerate(piece.groups) if members in spoken_for]


def count_windows(component: Component) -> Generator[None, None, list[Part] | None]:
    """Cuts a component into windows that are as large as can be counted, and counts them.

    Returns None if a window has no layout, because then the component has none. Runs in slices.
    """
    size = max(1, min(len(component.clues) // 2, LONGEST_WINDOW))
    while True:
        counted: list[Part] = []
        try:
            for window, owned in cut_into_windows(component, size):
                tables = tables_of(window.plan, _MOST_TRANSITIONS)
                if not tables.possible:
                    return None
                counted.append(Part(window, tables, owned, is_window=True))
                yield
            return counted
        except TooLarge:
            size //= 2


_UNIT = 1 << 60


def weigh_roughly(
    tables: Sequence[LayoutCounter], shares: Sequence[float], interior: int, mines_left: int
) -> Generator[None, None, Totals]:
    """Estimates what ``mine_total.weigh`` computes, for boards that are too large for it. Runs in slices.

    Every layout gets the weight e^(tilt * mines), as if cells were mines independently of each other. The tilt is
    chosen so that the expected number of mines on the board is right. The relative error of the odds is about 1 /
    mines. Windows overlap, so ``shares`` says which share of each counter's mines counts.
    """
    polynomials = []
    for t in tables:
        most = max(t.counts.by_mines)
        polynomials.append([n / most for n in t.counts.by_mines])
        yield
    low = fsum(t.lowest * share for t, share in zip(tables, shares, strict=True))
    below, above = -40.0, 40.0
    deviation = 1.0
    for _ in range(60):
        tilt = (below + above) / 2
        chance = 1 / (1 + exp(-tilt))
        expected = low + interior * chance
        deviation = interior * chance * (1 - chance)
        for polynomial, share in zip(polynomials, shares, strict=True):
            mean, square = _moments(polynomial, tilt)
            expected += mean * share
            deviation += (square - mean * mean) * share
        yield
        if abs(expected - mines_left) < 1e-6 * (1 + mines_left):
            break
        below, above = (tilt, above) if expected < mines_left else (below, tilt)
    tilt = (below + above) / 2
    magnitude = interior * log(1 + exp(tilt)) - tilt * mines_left - log(2 * pi * max(deviation, 0.2)) / 2
    outside = []
    for t, polynomial, share in zip(tables, polynomials, shares, strict=True):
        top = _top(polynomial, tilt)
        weights = [exp(tilt * k - top) for k in range(len(polynomial))]
        outside.append([max(1, round(_UNIT * weight)) for weight in weights])
        value = fsum(map(mul, polynomial, weights))
        magnitude += share * (log(value) + top + tilt * t.lowest + log(max(t.counts.by_mines)))
        yield
    chance = min(max(round(_UNIT / (1 + exp(-tilt))), 1), _UNIT - 1)
    return Totals(is_exact=False, layouts=0, magnitude=magnitude / log(10), inside=(chance, _UNIT), outside=outside)


def _top(polynomial: Sequence[float], tilt: float) -> float:
    """The logarithm of the largest weight. All weights are divided by it, so that they fit into floats."""
    return max(0.0, tilt * (len(polynomial) - 1))


def _moments(polynomial: Sequence[float], tilt: float) -> tuple[float, float]:
    """The mean number of mines above the lowest mine count, and the mean of its square."""
    total = mean = square = 0.0
    top = _top(polynomial, tilt)
    for k, n in enumerate(polynomial):
        weight = n * exp(tilt * k - top)
        total += weight
        mean += weight * k
        square += weight * k * k
    return mean / total, square / total
