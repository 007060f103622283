"""The bench on a cluster: the same results as at home, whatever becomes of its workers, and errors in a sentence."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.bench import command
from minesweeper.bench.games import Result, play_all
from minesweeper.boards.deal import BoardSeed
from minesweeper.core.specs import read_spec

ROOT = Path(__file__).resolve().parents[2]
needs_dask = pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="needs dask.distributed")

# A program of its own: its warnings are not ours, and its workers load no test runner.
CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        print(cluster.scheduler_address, *[worker.pid for worker in cluster.workers.values()], flush=True)
        sys.stdin.read()
"""
PLAY = """
import sys
from minesweeper.bench.games import play_all
from minesweeper.bench.cluster import Cluster
from tests.bench.test_cluster import boards, essence

for number, result in enumerate(play_all(boards(), "best", Cluster(sys.argv[1]))):
    print(essence(result), flush=True)
"""


def boards() -> list[BoardSeed]:
    spec = read_spec("16x16/40")
    return [BoardSeed(spec, 51, f"cluster/{number}") for number in range(100)]


def essence(result: Result) -> str:
    """All of a result but its time."""
    return f"{result.win} {result.guesses} {result.luck}"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[int]]]:
    """A scheduler and two workers on this machine: its address and the process numbers of the workers."""
    folder = tmp_path_factory.mktemp("cluster")
    script = folder / "script.py"
    script.write_text(CLUSTER)
    process = subprocess.Popen(
        [sys.executable, str(script)],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    with process:
        assert process.stdout is not None
        address, *workers = process.stdout.readline().decode().split()
        yield address, [int(pid) for pid in workers]
        process.communicate(b"")


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return parser.parse_args(words)


@needs_dask
def test_a_cluster_plays_to_the_same_results_even_if_a_worker_is_killed(cluster: tuple[str, list[int]]) -> None:
    address, workers = cluster
    process = subprocess.Popen(
        [sys.executable, "-c", PLAY, address],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        with contextlib.suppress(ProcessLookupError):
            os.kill(workers[0], signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
        rest, errors = process.stdout.read(), process.stderr.read()
    assert errors == ""
    assert (first + rest).splitlines() == [essence(result) for result in play_all(boards(), "best", 1)]


@needs_dask
@pytest.mark.parametrize(
    ("address", "reason"), [("nowhere", "missing port"), ("a\nb://c", "unknown address scheme"), ("", "missing port")]
)
def test_a_bad_address_is_told_in_a_sentence(address: str, reason: str) -> None:
    with pytest.raises(ValueError, match=f"no cluster answers at .*: {reason}"):
        command.run(arguments("beginner", "--cluster", address))


def test_a_missing_library_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"needs dask.distributed: pip install 'minesweeper-terminal\[cluster\]'"):
        command.run(arguments("beginner", "--cluster", "127.0.0.1:8786"))


def test_a_cluster_has_its_own_number_of_jobs() -> None:
    with pytest.raises(ValueError, match="--jobs and --cluster don't go together"):
        command.run(arguments("beginner", "--cluster", "127.0.0.1:8786", "--jobs", "2"))
