"""The bench on a cluster: the same results as at home, whatever becomes of its workers, and errors in a sentence."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.bench import command
from minesweeper.bench.fingerprint import CODE
from minesweeper.bench.games import Result, play_all
from minesweeper.boards.deal import BoardSeed
from minesweeper.core.specs import read_spec
from tests.bench.test_command_endings import lines_of, told_in, wait_for_lines

ROOT = Path(__file__).resolve().parents[2]
needs_dask = pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="needs dask.distributed")

PATIENCE = 120

# A program of its own: its warnings are not ours, and its workers load no test runner. Each line that it reads is the
# number of workers that there shall be; it answers with their process numbers.
CLUSTER = """
import json, sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=0, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        with open("scheduler.json", "w") as file:
            json.dump(cluster.scheduler.identity(), file, default=str)
        print(cluster.scheduler_address, flush=True)
        for line in sys.stdin:
            cluster.scale(int(line))
            cluster.sync(cluster._correct_state)
            cluster.wait_for_workers(int(line)) if int(line) else None
            print(*[worker.pid for worker in cluster.workers.values()], flush=True)
"""
PLAY = """
import sys
from minesweeper.bench.games import play_all
from minesweeper.bench.cluster import Cluster
from tests.bench.test_cluster import boards, essence

for number, result in enumerate(play_all(boards(), "best", Cluster(sys.argv[1]))):
    print(essence(result), flush=True)
"""

INTERVALS = """
import sys
from distributed import Client
from minesweeper.bench.cluster import Cluster

cluster = Cluster(sys.argv[1])
print(cluster.executor().submit(sys.getswitchinterval).result())
with Client(sys.argv[1], set_as_default=False) as client:
    print(*client.run(sys.getswitchinterval).values())
cluster.close(())
"""


class Local:
    """A scheduler on this machine, with as many workers as are wanted."""

    def __init__(self, folder: Path, path: str = "") -> None:
        """Its workers find the program at the path, which is this one unless it is said."""
        script = folder / "script.py"
        script.write_text(CLUSTER)
        self.file = folder / "scheduler.json"
        self._process = subprocess.Popen(
            [sys.executable, str(script)],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path or str(ROOT)},
            text=True,
            start_new_session=True,
        )
        self.address = self._answer().strip()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def scale(self, workers: int) -> list[int]:
        """The process numbers of the workers, once there are so many."""
        assert self._process.stdin is not None
        print(workers, file=self._process.stdin, flush=True)
        return [int(pid) for pid in self._answer().split()]

    def kill(self) -> None:
        """The scheduler and all workers are gone."""
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()  # which also ends its input, and so the program


def boards() -> list[BoardSeed]:
    spec = read_spec("16x16/40")
    return [BoardSeed(spec, 51, f"cluster/{number}") for number in range(100)]


def essence(result: Result) -> str:
    """All of a result but its time."""
    return f"{result.win} {result.guesses} {result.luck}"


@pytest.fixture(scope="module", name="cluster")
def shared_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    local = Local(tmp_path_factory.mktemp("cluster"))
    yield local
    local.kill()


@pytest.fixture
def own_cluster(tmp_path: Path) -> Iterator[Local]:
    local = Local(tmp_path)
    yield local
    local.kill()


def next_told(process: subprocess.Popen[str]) -> str:
    """The next line that is no progress."""
    assert process.stderr is not None
    return next(line for line in process.stderr if told_in(line))


def bench(*words: str) -> subprocess.Popen[str]:
    """The bench as a program of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "minesweeper", "bench", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return parser.parse_args(words)


@needs_dask
def test_a_cluster_plays_to_the_same_results_even_if_a_worker_is_killed(cluster: Local) -> None:
    workers = cluster.scale(2)
    process = subprocess.Popen(
        [sys.executable, "-c", PLAY, cluster.address],
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
def test_other_threads_of_a_worker_wait_longer_while_it_plays_and_no_longer_after_it(cluster: Local) -> None:
    cluster.scale(1)
    words = [sys.executable, "-c", INTERVALS, cluster.address]
    told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
    playing, after = map(float, told.split())
    assert playing > 5 * after
    assert after == sys.getswitchinterval()


@needs_dask
def test_it_waits_for_workers_and_takes_the_file_of_a_scheduler(own_cluster: Local) -> None:
    process = bench("beginner", "-n", "30", "--json", "--cluster", str(own_cluster.file), "--wait", str(PATIENCE))
    with process:
        told = next_told(process)
        own_cluster.scale(1)
        output, errors = process.communicate(timeout=PATIENCE)
    assert told.endswith(f"has no workers yet; waiting up to {PATIENCE} s\n")
    assert (process.returncode, told_in(errors)) == (0, [])
    assert json.loads(output)["complete"] is True


@needs_dask
def test_that_all_workers_are_gone_is_told_and_when_others_come_it_goes_on(own_cluster: Local, tmp_path: Path) -> None:
    own_cluster.scale(1)
    saved = tmp_path / "saved.jsonl"
    words = ["expert", "--solver", "best", "-n", "600", "--json", "--save", str(saved)]
    process = bench(*words, "--cluster", own_cluster.address, "--wait", str(PATIENCE))
    with process:
        wait_for_lines(process, saved, 2)
        own_cluster.scale(0)
        told = next_told(process)
        own_cluster.scale(1)
        output, errors = process.communicate(timeout=PATIENCE)
    assert told == (
        f"all workers of the cluster at '{own_cluster.address}' are gone; waiting up to {PATIENCE} s for others\n"
    )
    assert (process.returncode, told_in(errors)) == (0, ["1 worker came, it goes on"])
    assert json.loads(output)["complete"] is True


@needs_dask
@pytest.mark.skipif(os.name != "posix", reason="kills")
@pytest.mark.parametrize("who", ["workers", "scheduler"])
def test_what_was_done_is_told_when_the_cluster_is_gone(own_cluster: Local, tmp_path: Path, who: str) -> None:
    own_cluster.scale(1)
    saved = tmp_path / "saved.jsonl"
    words = ["expert", "--solver", "best", "-n", "1000000", "--json", "--save", str(saved)]
    process = bench(*words, "--cluster", own_cluster.address, "--wait", "0")
    with process:
        wait_for_lines(process, saved, 3)
        if who == "workers":
            own_cluster.scale(0)
        else:
            own_cluster.kill()
        output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert errors.splitlines()[-1].endswith("are gone" if who == "workers" else "is gone")
    report = json.loads(output)
    assert report["games"] == lines_of(saved) - 1 >= 2
    assert report["complete"] is False
    assert [line for line in told_in(errors) if "gone" not in line] == []


@pytest.fixture
def other_code(tmp_path: Path) -> str:
    """Where there is other code of the same version."""
    shutil.copytree(ROOT / "minesweeper", tmp_path / "other" / "minesweeper")
    module = tmp_path / "other" / "minesweeper" / "solvers" / "guess.py"
    module.write_text(module.read_text("utf-8") + "\n# a line that was not there\n", "utf-8")
    return str(tmp_path / "other")


@needs_dask
def test_a_worker_with_other_code_that_comes_later_is_noticed(
    own_cluster: Local, other_code: str, tmp_path: Path
) -> None:
    own_cluster.scale(1)
    saved = tmp_path / "saved.jsonl"
    boards = ["expert", "--solver", "best", "-n", "1000000", "--save", str(saved)]
    process = bench(*boards, "--json", "--cluster", own_cluster.address)
    wait_for_lines(process, saved, 2)
    words = ["-m", "distributed.cli.dask_worker", own_cluster.address, "--nthreads", "1", "--no-nanny"]
    worker = subprocess.Popen(
        [sys.executable, *words],
        cwd=other_code,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": other_code},
    )
    try:
        output, errors = process.communicate(timeout=PATIENCE)
    finally:
        worker.kill()
        worker.communicate()
    assert "has other code of this program" in told_in(errors)[-1]
    assert process.returncode == 1
    assert json.loads(output)["games"] == lines_of(saved) - 1


@needs_dask
def test_workers_with_other_code_of_the_same_version_are_refused(tmp_path: Path, other_code: str) -> None:
    local = Local(tmp_path, other_code)
    try:
        local.scale(1)
        with pytest.raises(ValueError, match=f"has other code of this program, fingerprint [0-9a-f]+ and not {CODE}"):
            command.run(arguments("beginner", "--cluster", local.address))
    finally:
        local.kill()


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


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "can't be read: No such file"),
        ("{", "is no file of a scheduler: not JSON"),
        ('{"id": 1}', "is no file of a scheduler: address is missing"),
    ],
)
@needs_dask
def test_a_wrong_file_of_a_scheduler_is_told(tmp_path: Path, content: str | None, told: str) -> None:
    path = tmp_path / "scheduler.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(ValueError, match=told):
        command.run(arguments("beginner", "--cluster", str(path), "--wait", "0"))


@needs_dask
def test_a_cluster_that_does_not_answer_is_told() -> None:
    with socket.socket() as taken:  # nobody listens here
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ValueError, match=f"no cluster answers at '{address}'"):
            command.run(arguments("beginner", "--cluster", address, "--wait", "0"))


def test_only_a_cluster_is_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="--wait is for --cluster"):
        command.run(arguments("beginner", "--wait", "5"))
    for text in ("-1", "nan", "1e9", "soon"):
        with pytest.raises(SystemExit):
            arguments("beginner", "--wait", text)
        assert "is no time" in capsys.readouterr().err
