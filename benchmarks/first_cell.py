"""Finds the best first cell: ``python -m benchmarks.first_cell expert -n 2000``. Prints a Markdown table.

For each first-click rule and each first cell the chance that ``best`` wins is estimated on fresh boards (see
minesweeper/bench/games.py). By symmetry one quarter of the board is enough; of that, cells are taken that differ most.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor

from benchmarks.estimates import Estimate, mean_of
from benchmarks.measure import machine
from minesweeper.bench.games import estimate_value
from minesweeper.boards.deal import BoardSeed
from minesweeper.core.boardspec import BoardSpec
from minesweeper.solvers.players import PLAYERS
from minesweeper.storage.settings import PRESETS


def first_cells(spec: BoardSpec) -> list[tuple[int, int]]:
    """Returns rows and columns to try: along the upper edge, down the diagonal, and the middle."""
    middle_row, middle_col = spec.height // 2, spec.width // 2
    edge = [(0, col) for col in (0, 1, 2, 3, middle_col)]
    diagonal = [(n, n) for n in (1, 2, 3) if n < middle_row]
    return [*edge, *diagonal, (middle_row, middle_col)]


def value_of(seed: BoardSeed) -> float:
    """Returns the value of one board for ``best``."""
    return estimate_value(seed.make(), PLAYERS["best"]())


def estimate(spec: BoardSpec, first: int, opening: bool, count: int, pool: ProcessPoolExecutor) -> Estimate:
    """Estimates the win chance from a first cell."""
    seeds = [BoardSeed(spec, first, f"first cell/{number}", opening) for number in range(count)]
    return mean_of(list(pool.map(value_of, seeds, chunksize=50)))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("preset", nargs="?", choices=tuple(PRESETS), default="expert")
    parser.add_argument("-n", type=int, default=2000, help="boards for each cell (default: 2000)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    spec = PRESETS[args.preset]
    print(machine())
    print(f"{args.preset}, {args.n} boards a cell; the chance to win in %, 95% interval\n")
    print("| first cell (row, col) | it opens a region | it is only no mine |\n|---|---|---|")
    with ProcessPoolExecutor(args.jobs) as pool:
        for row, col in first_cells(spec):
            first = spec.grid.cell(row, col)
            found = [estimate(spec, first, opening, args.n, pool) for opening in (True, False)]
            figures = " | ".join(f"{100 * rate:.1f} ± {100 * error:.1f}" for rate, error in found)
            print(f"| {row + 1}, {col + 1} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
