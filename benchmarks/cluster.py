"""Measures the cost and the gain of a cluster: ``python -m benchmarks.cluster``, on two otherwise idle cores.

The same boards are played in this process, by a cluster of one worker and by one of two, in turn, so many times; the
figures are medians. Three are asked for: one worker takes at most 1.1 times as long as this process, two are at least
1.6 times as fast as one on expert boards, and on many small boards two are never slower than this process. CPU times
are those of the process that gives out the boards: what is left of a run that the workers can't take over.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.measure import machine
from minesweeper.bench.cluster import Cluster
from minesweeper.bench.games import DealtBoards, play_all
from minesweeper.core.pool import Workers
from minesweeper.storage.settings import PRESETS

JOBS = {"expert, best": ("expert", "best", 3000), "beginner, best": ("beginner", "best", 20_000)}
_SCHEDULER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    count = int(sys.argv[1])
    with LocalCluster(n_workers=count, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


@contextmanager
def cluster_of(workers: int) -> Iterator[str]:
    """Yields the address of a cluster on this machine."""
    words = [sys.executable, "-c", _SCHEDULER, str(workers)]
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    process = subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    )
    with process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.communicate("")


def play(job: str, part: float, workers: int | Workers) -> tuple[float, float, int]:
    """Returns the seconds by the clock, the seconds of CPU time here, and how many boards were won."""
    preset, solver, count = JOBS[job]
    spec = PRESETS[preset]
    boards = DealtBoards(spec, spec.grid.cell(3, 3), "cluster", True, range(1, int(count * part) + 1))
    began, cpu = time.perf_counter(), time.process_time()
    wins = sum(result.win for result in play_all(boards, solver, workers))
    return time.perf_counter() - began, time.process_time() - cpu, wins


def main() -> None:
    """Plays and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--part", type=float, default=1.0, help="play so much of the boards (default: 1.0)")
    args = parser.parse_args()
    print(f"{machine()}, load {os.getloadavg()[0]:.1f}, median of {args.repeats}\n")
    print("| boards | here, s | one worker, s | two workers, s | one / here | one / two | here / two | CPU s here |")
    print("|---|---|---|---|---|---|---|---|")
    with cluster_of(1) as one, cluster_of(2) as two:
        for job in JOBS:
            times: dict[str, list[tuple[float, float, int]]] = {"here": [], "one": [], "two": []}
            for _ in range(args.repeats):
                times["here"].append(play(job, args.part, 1))
                times["one"].append(play(job, args.part, Cluster(one)))
                times["two"].append(play(job, args.part, Cluster(two)))
            assert len({wins for runs in times.values() for _, _, wins in runs}) == 1, "the same boards, other wins"
            here, single, double = (statistics.median(run[0] for run in runs) for runs in times.values())
            cpu = statistics.median(run[1] for run in times["two"])
            print(
                f"| {int(JOBS[job][2] * args.part):,} {job} | {here:.1f} | {single:.1f} | {double:.1f} |"
                f" {single / here:.2f} | {single / double:.2f} | {here / double:.2f} | {cpu:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
