"""Compares two players on the same boards: the difference of their win chances, with most luck taken out.

``python -m benchmarks.paired best deep --rollouts 100 --first safe -n 1000``: the second minus the first, in points,
with its 95% interval. Both meet the same luck as long as they play alike, so that the difference has a smaller interval
than either value. A player may be module:function. The same seed gives the same boards as ``minesweeper bench`` has.

To compare two versions of a player, let ``minesweeper bench BOARD --solver best --value --save FILE.jsonl`` play the
same boards in both checkouts, and name the files here. Several files of one player are joined by commas.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from typing import NamedTuple

from benchmarks.measure import machine, mean_of
from minesweeper.bench.games import BoardResult, DealtBoards, play_all
from minesweeper.bench.intervals import DEVIATIONS
from minesweeper.bench.results_file import Merged
from minesweeper.boards.deal import usual_first
from minesweeper.core.boardspec import read_spec
from minesweeper.solvers.rollouts import Budget
from minesweeper.storage.settings import PRESETS


class Played(NamedTuple):
    """Holds the results of one player's boards."""

    boards: tuple[str, str | None, str | None]
    """Size and mines, the first cell's rule, and the seed."""
    results: dict[int, BoardResult]


def read_results(files: str) -> Played:
    """Reads the saved results of a player."""
    merged = Merged(files.split(","))
    return Played((merged.run.board, merged.run.first, merged.run.seed), dict(merged.results()))


def play_boards(player: str, args: argparse.Namespace) -> Played:
    """Plays the boards that the arguments name."""
    spec, opening = PRESETS.get(args.board) or read_spec(args.board, PRESETS), args.first == "open"
    boards = DealtBoards(spec, usual_first(spec) if opening else 0, args.seed, opening, range(1, args.n + 1))
    budget = Budget(rollouts=args.rollouts) if player == "deep" else None
    results = play_all(boards, player, args.jobs, value=True, budget=budget)
    return Played((str(spec), args.first, args.seed), dict(enumerate(results, start=1)))


def describe(name: str, results: list[BoardResult]) -> list[float]:
    """Prints a player's figures and returns the values of its games."""
    values = [result.value for result in results if result.value is not None]
    value = mean_of(values)
    ms = statistics.fmean(result.ms for result in results)
    print(f"{name}: value {value.rate:.2%} ± {100 * value.error:.2f}, {ms:.1f} ms a game", flush=True)
    return values


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs=2, help="best, deep, ..., module:function, or saved results (.jsonl)")
    parser.add_argument("--board", default="expert", help="a preset, or such as 20x20/80 (default: expert)")
    parser.add_argument("--first", choices=("open", "safe"), default="open")
    parser.add_argument("-n", type=int, default=1000)
    parser.add_argument("--seed", default="paired")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rollouts", type=int, default=100, help="roll-outs that deep may spend on a guess")
    args = parser.parse_args()
    print(machine())
    played = [
        read_results(player) if player.endswith(".jsonl") else play_boards(player, args) for player in args.players
    ]
    if played[0].boards != played[1].boards:
        sys.exit(f"The players had other boards: {played[0].boards} and {played[1].boards}.")
    both = sorted(played[0].results.keys() & played[1].results.keys())
    values = [
        describe(name, [one.results[board] for board in both]) for name, one in zip(args.players, played, strict=True)
    ]
    gains = [second - first for first, second in zip(*values, strict=True)]
    gain = mean_of(gains)
    differ = sum(abs(one) > 1e-12 for one in gains)
    board, first, seed = played[0].boards
    print(
        f"{board}, {first}, {len(both):,} boards, seed {seed!r}: {100 * gain.rate:+.2f} ± {100 * gain.error:.2f} points"
    )
    print(f"{differ:,} boards differ, z = {gain.rate / gain.error * DEVIATIONS if gain.error else 0:.1f}")


if __name__ == "__main__":
    main()
