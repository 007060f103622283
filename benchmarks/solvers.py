"""Times the solvers on the fixed boards: ``python -m benchmarks.solvers``. Prints a Markdown table.

For each file: how many boards a solver finishes, of those that can be finished without a guess, and the CPU time of a
game. A wrong move or a board finished that can't be ends the run.
"""

from __future__ import annotations

import argparse
import statistics

from benchmarks.games import FILES, load_boards, load_truth
from benchmarks.measure import machine
from minesweeper.bench.games import BoardResult, play_all
from minesweeper.solvers.players import PLAYERS

HEAD = "| boards | solver | finished | of those without a guess | ms a board: mean | range of means | p95 |"


def check(name: str, results: list[BoardResult], no_guess: list[bool]) -> None:
    """Ends the run if a solver's result can't be right."""
    for number, (result, possible) in enumerate(zip(results, no_guess, strict=True), start=1):
        if result.lost_on_certain_move:
            raise SystemExit(f"{name}, line {number}: a move that was called certain lost the game")
        if result.win and not result.guesses and not possible:
            raise SystemExit(f"{name}, line {number}: finished, but logic can't finish it")


def measure(name: str, solver: str, count: int | None, repeats: int) -> str:
    """Returns the table's row of one file and solver."""
    boards, no_guess = list(load_boards(name))[:count], load_truth(name)[:count]
    means, slowest = [], []
    for _ in range(repeats):
        results = list(play_all(boards, solver, jobs=1))
        check(name, results, no_guess)
        times = sorted(result.ms for result in results)
        means.append(statistics.fmean(times))
        slowest.append(times[int(0.95 * len(times))])
    wins = sum(result.win for result in results)
    mean, p95 = statistics.median(means), statistics.median(slowest)
    return (
        f"| {name} | {solver} | {wins} of {len(boards)} | {sum(no_guess)} |"
        f" {mean:.2f} | {min(means):.2f} to {max(means):.2f} | {p95:.2f} |"
    )


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Times the solvers on the fixed boards.")
    parser.add_argument("files", nargs="*", default=FILES, metavar="FILE", help=f"some of {', '.join(FILES)}")
    parser.add_argument("--solver", action="append", choices=tuple(PLAYERS), help="only this one; may be repeated")
    parser.add_argument("-n", type=int, help="only the first n boards of each file")
    parser.add_argument("--repeats", type=int, default=3, help="how often each is measured (default: 3)")
    args = parser.parse_args()
    print(f"{machine()}; median of {args.repeats} runs, and the range of their means.\n")
    print(f"{HEAD}\n|{'---|' * 7}")
    for name in args.files:
        for solver in args.solver or ("simple", "smart"):
            print(measure(name, solver, args.n, args.repeats), flush=True)


if __name__ == "__main__":
    main()
