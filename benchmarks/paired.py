"""Two players on the same boards: the difference of their chances to win, with most of the luck taken out.

``python -m benchmarks.paired best deep --rollouts 100 --first safe -n 1000``: the second less the first, in points,
with its 95% interval. Both meet the same luck as long as they play alike, so that the difference has a smaller interval
than either value. A player may be module:function. The same seed gives the same boards as ``minesweeper bench`` has.
"""

from __future__ import annotations

import argparse
import statistics

from benchmarks.measure import machine
from minesweeper.bench.figures import DEVIATIONS, mean_of
from minesweeper.bench.games import Result, play_all
from minesweeper.boards.deal import BoardSeed
from minesweeper.solvers.deep import Budget
from minesweeper.storage.settings import PRESETS


def describe(name: str, results: list[Result]) -> list[float]:
    """Prints a player's figures; the values of its games."""
    values = [result.value for result in results if result.value is not None]
    value = mean_of(values)
    ms = statistics.fmean(result.ms for result in results)
    print(f"{name}: value {value.rate:.2%} ± {100 * value.error:.2f}, {ms:.1f} ms a game", flush=True)
    return values


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs=2, help="best, deep, ... or module:function")
    parser.add_argument("--board", choices=PRESETS, default="expert")
    parser.add_argument("--first", choices=("open", "safe"), default="open")
    parser.add_argument("-n", type=int, default=1000)
    parser.add_argument("--seed", default="paired")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rollouts", type=int, default=100, help="roll-outs that deep may spend on a guess")
    args = parser.parse_args()
    print(machine())
    opening = args.first == "open"
    start = PRESETS[args.board].grid.cell(3, 3) if opening else 0
    boards = [
        BoardSeed(PRESETS[args.board], start, f"{args.seed}/{number}", opening) for number in range(1, args.n + 1)
    ]
    values = []
    for name in args.players:
        budget = Budget(rollouts=args.rollouts) if name == "deep" else None
        values.append(describe(name, list(play_all(boards, name, args.jobs, value=True, budget=budget))))
    gains = [second - first for first, second in zip(*values, strict=True)]
    gain = mean_of(gains)
    differ = sum(abs(one) > 1e-12 for one in gains)
    what = f"{args.board}, {args.first}, {args.n:,} boards, seed {args.seed!r}"
    print(f"{what}: {100 * gain.rate:+.2f} ± {100 * gain.error:.2f} points")
    print(f"{differ:,} boards differ, z = {gain.rate / gain.error * DEVIATIONS if gain.error else 0:.1f}")


if __name__ == "__main__":
    main()
