"""Times and counts exact analyses of scattered positions: ``python -m benchmarks.scattered``.

Clues that lie scattered over the board, as in pictures that people send, are much harder to count than those of a game:
all of them hang together. The positions are random but fixed by their numbers: 10 to 50% mines, 15 to 50% of the safe
cells opened.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from benchmarks.measure import machine, spread
from minesweeper.assist.answers import odds_grid
from minesweeper.boards.layout import Layout
from minesweeper.core.cells import Grid, make_grid, to_cell_set
from minesweeper.core.position import Position, show_position
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse

SIZES = ("16x16", "24x24", "30x20", "40x40")


class Share(NamedTuple):
    """Holds a range of shares, in percent."""

    least: int
    most: int


MINES, OPENED = Share(10, 50), Share(15, 50)


def scatter(grid: Grid, mines: int, opened: int, random: Random) -> Position:
    """Makes a position from the percentage of mines and the percentage of safe cells opened at random."""
    order = random.sample(range(grid.size), grid.size)
    total = grid.size * mines // 100
    layout = Layout(grid, to_cell_set(order[:total]))
    shown = (grid.size - total) * opened // 100
    return show_position(grid, layout.numbers, to_cell_set(order[total : total + shown]), total)


def scattered(width: int, height: int, count: int, mines: Share = MINES, opened: Share = OPENED) -> Iterator[Position]:
    """Yields scattered positions, the same ones every time."""
    grid = make_grid(width, height)
    for number in range(count):
        random = Random(f"{width}x{height} {number}")
        yield scatter(grid, random.randint(*mines), random.randint(*opened), random)


class Timing(NamedTuple):
    """Holds the time and the result of one position."""

    seconds: float
    is_exact: bool


def measure(position: Position) -> Timing:
    """Measures the whole odds map, from nothing but the position."""
    start = time.process_time()
    analysis = run_to_end(analyse(position))
    odds_grid(analysis)
    return Timing(time.process_time() - start, analysis.is_exact)


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=250, help="positions of each size")
    parser.add_argument("--mines", type=int, nargs=2, default=MINES, metavar="PERCENT")
    parser.add_argument("--opened", type=int, nargs=2, default=OPENED, metavar="PERCENT")
    parser.add_argument("sizes", nargs="*", default=SIZES, help=f"such as 80x60; {', '.join(SIZES)} if not told")
    args = parser.parse_args()
    print(machine())
    print("| board | positions | exact | median ms | p95 | worst |\n|---|---|---|---|---|---|")
    for size in args.sizes:
        width, height = map(int, size.split("x"))
        positions = scattered(width, height, args.n, Share(*args.mines), Share(*args.opened))
        timings = [measure(position) for position in positions]
        times = [timing.seconds * 1000 for timing in timings]
        exact = sum(timing.is_exact for timing in timings)
        print(f"| {size} | {len(times)} | {exact} | {spread(times, 1)} |", flush=True)


if __name__ == "__main__":
    main()
