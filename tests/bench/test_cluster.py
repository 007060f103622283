"""The bench on a cluster: the same results as at home, whatever becomes of its workers, and errors in a sentence."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from minesweeper.bench import command
from minesweeper.bench.games import CODE, DealtBoards, Result, play_all
from minesweeper.bench.results_file import SavedRun
from minesweeper.boards.deal import BoardSeed
from minesweeper.cli import main
from minesweeper.core.boardspec import read_spec
from minesweeper.storage.settings import PRESETS
from tests.bench.test_command import arguments
from tests.bench.test_command_endings import lines_of, start, told_in, wait_for_lines

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
from minesweeper.bench.cluster import Cluster
from minesweeper.bench.games import play_all
from tests.bench.test_cluster import boards, essence

for number, result in enumerate(play_all(boards(), "best", Cluster(sys.argv[1]))):
    print(essence(result), flush=True)
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
def test_it_waits_for_the_file_of_a_scheduler_and_for_workers(own_cluster: Local, tmp_path: Path) -> None:
    file = tmp_path / "later.json"
    process = start("beginner", "-n", "30", "--json", "--cluster", str(file), "--wait", str(PATIENCE))
    with process:
        told = [next_told(process)]
        own_cluster.file.rename(file)
        told.append(next_told(process))
        own_cluster.scale(1)
        output, errors = process.communicate(timeout=PATIENCE)
    assert told[0].endswith(f"can't be read: No such file or directory; waiting up to {PATIENCE} s\n")
    assert told[1].endswith(f"has no workers yet; waiting up to {PATIENCE} s\n")
    assert (process.returncode, told_in(errors)) == (0, [])
    assert json.loads(output)["complete"] is True


SIGNALS = [("SIGKILL", -9), ("SIGTERM", 143), ("SIGINT", 130)]


@needs_dask
@pytest.mark.posix("sends signals")
def test_however_the_bench_ends_on_a_cluster_it_goes_on_there(cluster: Local, tmp_path: Path) -> None:
    cluster.scale(1)
    saved = tmp_path / "saved.jsonl"
    words = ["intermediate", "--solver", "best", "-n", "1000000", "--json", "--save", str(saved)]
    for name, status in SIGNALS:
        before = lines_of(saved)
        process = start(*words, "--cluster", cluster.address)
        wait_for_lines(process, saved, before + 2)
        process.send_signal(getattr(signal, name))
        output, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, told_in(errors)) == (status, [])
        assert lines_of(saved) >= before + 1
        if status > 0:
            report = json.loads(output)
            assert (report["games"], report["complete"]) == (lines_of(saved) - 1, False)
    done = [result for _, result in SavedRun(str(saved)).results()]
    boards = DealtBoards(PRESETS["intermediate"], 3 * 16 + 3, "bench", True, range(1, len(done) + 1))
    assert list(map(essence, done)) == [essence(result) for result in play_all(boards, "best", 1)]


def save_some(path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Saves three boards of five; how to go on with them."""
    words = ["bench", "beginner", "-n", "5", "--json", "--save", str(path)]
    assert main(words) == 0
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:4]))
    capsys.readouterr()
    return words


@pytest.fixture
def dead_address() -> Iterator[str]:
    """Where nobody listens, as long as the test lasts."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{taken.getsockname()[1]}"


@needs_dask
def test_what_was_saved_is_told_when_there_is_no_cluster(
    dead_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("distributed.Client", None)  # it would try for seconds, and is not even asked
    words = save_some(tmp_path / "saved", capsys)
    for address, wait in ((dead_address, "0"), (dead_address, "0.1"), (str(tmp_path / "no.json"), "0")):
        assert main([*words, "--cluster", address, "--wait", wait]) == 1
        printed = capsys.readouterr()
        report = json.loads(printed.out)
        assert (report["games"], report["wanted"], report["complete"]) == (3, 5, False)
        assert ("waiting up to 0.1 s\n" in printed.err) == (wait == "0.1")
        assert printed.err.splitlines()[-1].startswith("minesweeper: no cluster answers at ")


@needs_dask
@pytest.mark.posix("sends signals")
@pytest.mark.parametrize(("name", "status"), SIGNALS[1:2])
def test_a_signal_while_a_cluster_is_waited_for_tells_what_was_saved(
    name: str, status: int, dead_address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = save_some(tmp_path / "saved", capsys)
    process = start(*words[1:], "--cluster", dead_address, "--wait", str(PATIENCE))
    with process:
        assert "; waiting up to" in next_told(process)
        process.send_signal(getattr(signal, name))
        output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, told_in(errors)) == (status, [])
    assert json.loads(output)["games"] == 3


@needs_dask
def test_that_all_workers_are_gone_is_told_and_when_others_come_it_goes_on(own_cluster: Local, tmp_path: Path) -> None:
    own_cluster.scale(1)
    saved = tmp_path / "saved.jsonl"
    words = ["expert", "--solver", "best", "-n", "300", "--json", "--save", str(saved)]
    process = start(*words, "--cluster", own_cluster.address, "--wait", str(PATIENCE))
    with process:
        wait_for_lines(process, saved, 2)
        own_cluster.scale(0)
        told = next_told(process)
        own_cluster.scale(1)
        output, errors = process.communicate(timeout=PATIENCE)
    assert told == (
        f"all workers of the cluster at '{own_cluster.address}' are gone; waiting up to {PATIENCE} s for others\n"
    )
    assert (process.returncode, told_in(errors)) == (0, ["1 worker joined, the run continues"])
    assert json.loads(output)["complete"] is True


@needs_dask
@pytest.mark.skipif(os.name != "posix", reason="kills")
@pytest.mark.parametrize("who", ["workers", "scheduler"])
def test_what_was_done_is_told_when_the_cluster_is_gone(own_cluster: Local, tmp_path: Path, who: str) -> None:
    own_cluster.scale(1)
    saved = tmp_path / "saved.jsonl"
    words = ["expert", "--solver", "best", "-n", "1000000", "--json", "--save", str(saved)]
    process = start(*words, "--cluster", own_cluster.address, "--wait", "0")
    with process:
        wait_for_lines(process, saved, 3)
        if who == "workers":
            own_cluster.scale(0)
        else:
            own_cluster.kill()
        output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert errors.splitlines()[-1].endswith("are gone." if who == "workers" else "is gone.")
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
def test_workers_with_other_code_of_the_same_version_are_refused(
    tmp_path: Path, other_code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = save_some(tmp_path / "saved", capsys)
    local = Local(tmp_path, other_code)
    try:
        local.scale(1)
        assert main([*words, "--cluster", local.address]) == 1
    finally:
        local.kill()
    printed = capsys.readouterr()
    assert re.search(f"has other code of this program \\(fingerprint [0-9a-f]+, expected {CODE}\\)", printed.err)
    assert json.loads(printed.out)["games"] == 3


@needs_dask
@pytest.mark.parametrize(
    ("address", "content", "reason"),
    [
        ("nowhere", None, "missing port"),
        ("a\nb://c", None, "unknown address scheme"),
        ("no.json", None, "can't be read: No such file"),
        ("bad.json", "{", "not JSON"),
        ("other.json", '{"id": 1}', "address is missing"),
    ],
)
def test_an_address_where_no_cluster_can_be_is_told_in_a_sentence(
    address: str,
    content: str | None,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path(address).write_text(content)
    assert main(["bench", "beginner", "--cluster", address, "--wait", "0"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("minesweeper: no cluster answers at ")
    assert reason in told


def test_a_missing_library_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(
        ValueError, match=r"needs dask.distributed. Install it with: pip install '\.\[cluster\]' in a checkout"
    ):
        command.run(arguments("beginner", "--cluster", "127.0.0.1:8786"))
