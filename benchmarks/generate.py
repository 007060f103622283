"""Measures no-guess boards: the time to make them, their 3BV, and whether each needs no guess.

python -m benchmarks.generate [--check 10000] [--jobs 2]

The check plays each board by the rules of the game, with a solver that has not seen it being made.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter

from benchmarks.games import can_be_finished
from benchmarks.measure import machine
from minesweeper.boards.measures import three_bv
from minesweeper.boards.noguess import Dealt, deal_no_guess
from minesweeper.core.boardspec import NORMAL, BoardSpec, read_spec
from minesweeper.core.pool import work_all
from minesweeper.solvers.deduction import run_to_end

CASES = (
    ("9x9/10", 1000),
    ("16x16/40", 600),
    ("30x16/99", 400),
    ("30x16/110", 60),
    ("30x16/120", 30),
    ("30x16/130", 100),
    ("30x16/160", 30),
    ("100x100/1500", 20),
    ("100x100/2000", 20),
    ("200x200/8000", 6),
)
FIRST = (3, 3)
CHECKED = (("9x9/10", 1), ("16x16/40", 1), ("30x16/99", 6), ("30x16/130", 2))
"""Which boards are checked, and their shares."""


def main() -> None:
    """Prints Markdown tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", type=int, default=0, metavar="N", help="play so many boards instead")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="worker processes for the check")
    args = parser.parse_args()
    print(machine())
    print()
    if args.check:
        _check(args.check, args.jobs)
    else:
        _measure_times()


def _first(spec: BoardSpec) -> int:
    return spec.grid.cell(*FIRST)


def _measure_times() -> None:
    print("| board | label | boards | mean ms | median | p99 | attempts | 3BV |")
    print("|---|---|---|---|---|---|---|---|")
    for text, count in CASES:
        spec = read_spec(text)
        run_to_end(deal_no_guess(spec, _first(spec), "warm"))
        times, boards = [], []
        for number in range(count):
            start = time.process_time()
            boards.append(run_to_end(deal_no_guess(spec, _first(spec), f"bench {number}")))
            times.append((time.process_time() - start) * 1000)
        print(f"| {text} | {_labels(boards)} | {count} | {_times(times)}", end=" ")
        print(f"| {_attempts(boards)} | {_bv(boards)} |", flush=True)


def _labels(boards: list[Dealt]) -> str:
    return "; ".join(f"{label} {count}" for label, count in Counter(map(_label, boards)).items())


def _label(dealt: Dealt) -> str:
    return dealt.board.label if dealt.board else "none found"


def _times(times: list[float]) -> str:
    ordered = sorted(times)
    mean, median = statistics.fmean(times), statistics.median(times)
    return f"{mean:.2f} | {median:.2f} | {ordered[len(ordered) * 99 // 100]:.2f}"


def _attempts(boards: list[Dealt]) -> str:
    return f"{statistics.fmean(board.attempts for board in boards):.1f}"


def _bv(boards: list[Dealt]) -> str:
    values = [three_bv(dealt.board.layout) for dealt in boards if dealt.board is not None]
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return f"{statistics.fmean(values):.1f} +- {error:.1f}"


def _check(total: int, jobs: int) -> None:
    shares = sum(share for _, share in CHECKED)
    print("| board | boards | finished without a guess | labels |")
    print("|---|---|---|---|")
    for text, share in CHECKED:
        tasks = [(text, number) for number in range(total * share // shares)]
        results = list(work_all(_play, tasks, jobs))
        won = sum(is_won for is_won, _ in results)
        print(f"| {text} | {len(tasks):,} | {won:,} | {dict(Counter(label for _, label in results))} |", flush=True)


def _play(task: tuple[str, int]) -> tuple[bool, str]:
    """Makes and plays a board. Returns whether it was won without a guess, and its label."""
    text, number = task
    spec = read_spec(text)
    dealt = run_to_end(deal_no_guess(spec, _first(spec), f"check {number}"))
    is_true = dealt.board is not None and dealt.board.label != NORMAL and can_be_finished(dealt.board)
    return is_true, _label(dealt)


if __name__ == "__main__":
    main()
