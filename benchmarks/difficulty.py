"""Compares how hard boards are for ``best`` with the difficulty out of 10 that the program shows.

python -m benchmarks.difficulty [-n 400] [--seconds 60]

For each size and density boards are dealt with an opening at row 3, col 3 (or nearer to the corner) and played by
``best``: how many it wins, and how many it wins without a guess, with 95% intervals. A cell of the table ends after so
many boards or seconds. From the two rates follows a measured difficulty, to which the formula of
``minesweeper.boards.measures.difficulty`` was fitted; the last line says how far the two are apart.
"""

from __future__ import annotations

import argparse
import time
from math import exp, log
from statistics import fmean

from benchmarks.measure import machine
from minesweeper.bench.games import BoardResult, play
from minesweeper.bench.intervals import wilson_interval
from minesweeper.boards.deal import BoardSeed
from minesweeper.boards.measures import difficulty
from minesweeper.core.boardspec import BoardSpec
from minesweeper.solvers.players import PLAYERS

SIZES = ((6, 6), (9, 9), (16, 16), (30, 16), (40, 20), (60, 40))
DENSITIES = (5.0, 10.0, 12.35, 15.625, 18.0, 20.625, 23.0, 26.0, 30.0)
"""In percent; those of the presets are among them."""
_PULL, _POWER = 1.16, 0.635
"""These bring the presets to what players say of them: about 2, 4.5 and 8."""
_WIN_WEIGHT = 3
"""The logarithm of the rate of wins is about a third of that of wins without a guess; so both count alike."""


def main() -> None:
    """Prints a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=400, metavar="N", help="boards for each size and density")
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU time for each, at most")
    args = parser.parse_args()
    print(machine())
    print()
    print("| board | mines | boards | won | won without a guess | measured | formula |")
    print("|---|---|---|---|---|---|---|")
    misses = []
    for width, height in SIZES:
        for percent in DENSITIES:
            spec = BoardSpec(width, height, max(1, round(percent * width * height / 100)))
            results = play_boards(spec, args.n, args.seconds)
            won, free = sum(one.win for one in results), sum(one.win and not one.guesses for one in results)
            measured = measured_difficulty(won, free, len(results))
            misses.append(difficulty(spec) - measured)
            print(f"| {spec} | {100 * spec.density:.1f}% | {len(results)} | {_rate(won, len(results))}", end=" ")
            print(f"| {_rate(free, len(results))} | {measured:.1f} | {difficulty(spec):.1f} |", flush=True)
    print(f"\nThe formula is {fmean(map(abs, misses)):.2f} from the measured difficulty on average", end=", ")
    print(f"{max(map(abs, misses)):.2f} at most.")


def play_boards(spec: BoardSpec, count: int, seconds: float) -> list[BoardResult]:
    """Plays boards as long as the time allows, at least ten, and returns the results."""
    first = spec.grid.cell(min(3, spec.height // 2), min(3, spec.width // 2))
    end, results = time.process_time() + seconds, []
    for number in range(count):
        results.append(play(BoardSeed(spec, first, f"difficulty/{number}").make(), PLAYERS["best"]()))
        if time.process_time() > end and len(results) >= 10:
            break
    return results


def measured_difficulty(won: int, free: int, games: int) -> float:
    """Returns a difficulty from 0 to 10, from the games won and those won without a guess."""
    # Half a game more: a rate of 0 or 1 in a few games is not what the rate in all would be.
    load_won, load_free = (-log((count + 0.5) / (games + 1)) for count in (won, free))
    load = (_WIN_WEIGHT * load_won + load_free) / 2
    return 10 * (1 - exp(-_PULL * load**_POWER))


def _rate(count: int, games: int) -> str:
    """Writes a share in percent with its 95% interval."""
    low, high = wilson_interval(count, games)
    return f"{100 * count / games:.1f}% ({100 * low:.1f} to {100 * high:.1f})"


if __name__ == "__main__":
    main()
