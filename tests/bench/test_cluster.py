"""The bench on a cluster: the results are the same as on one machine, whatever becomes of the workers."""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import json
import os
import signal
import socket
import socketserver
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from minesweeper.bench import cluster as cluster_module
from minesweeper.bench import command
from minesweeper.bench.cluster import Cluster
from minesweeper.bench.games import CODE, BoardResult, DealtBoards, play_all
from minesweeper.bench.results_file import SavedRun
from minesweeper.cli import main
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.pool import WorkerError
from tests.bench.test_command import arguments
from tests.bench.test_command_endings import ROOT, lines_of, start, told_in, wait_for_lines

needs_dask = pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="needs dask.distributed")

PATIENCE = 120

# This is a separate program, so that its warnings stay apart and its workers load no test runner. Each line of input is
# the wanted number of workers, and it answers with their process numbers.
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


class Local:
    """A scheduler on this machine with any number of workers."""

    def __init__(self, folder: Path) -> None:
        script = folder / "script.py"
        script.write_text(CLUSTER)
        self.file = folder / "scheduler.json"
        self._process = subprocess.Popen(
            [sys.executable, str(script)],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT), "SLOW": "0.01"},
            text=True,
            start_new_session=True,
        )
        self.address = self._answer().strip()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def scale(self, workers: int) -> list[int]:
        """Waits until there are this many workers and returns their process numbers."""
        assert self._process.stdin is not None
        print(workers, file=self._process.stdin, flush=True)
        return [int(pid) for pid in self._answer().split()]

    def kill(self) -> None:
        """Kills the scheduler and all workers."""
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()  # this also ends the program's input and thus the program


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    local = Local(tmp_path_factory.mktemp("cluster"))
    yield local
    local.kill()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Local]:
    local = Local(tmp_path)
    yield local
    local.kill()


# A player that opens cells in order. It is slow on workers, so that no run ends before the test wants it to.
SLOW = """
import os, time

def play(position):
    time.sleep(float(os.environ.get("SLOW", "0")))
    return position.hidden & -position.hidden, False
"""


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of modules that can be imported here but not by the workers."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def next_message(process: subprocess.Popen[str]) -> str:
    """The next line that doesn't show progress."""
    assert process.stderr is not None
    return next(line for line in process.stderr if told_in(line))


def essence(result: BoardResult) -> tuple[object, ...]:
    """A result without its time."""
    return result.win, result.guesses, result.luck


@needs_dask
@pytest.mark.posix("sends signals")
def test_a_cluster_run_survives_lost_workers_and_continues_later(own: Local, modules: Path) -> None:
    (modules / "slow_player.py").write_text(SLOW)
    saved, file = modules / "saved.jsonl", modules / "later.json"
    words = ["5x5/6", "-n", "1000000", "--solver", "slow_player:play", "--json", "--save", str(saved)]
    process = start(*words, "--cluster", str(file), "--wait", str(PATIENCE))
    with process:
        messages = [next_message(process)]
        file.write_bytes(own.file.read_bytes())
        messages.append(next_message(process))
        own.scale(1)
        wait_for_lines(process, saved, 20)
        own.scale(0)
        messages.append(next_message(process))
        workers = own.scale(2)
        messages.append(next_message(process))
        wait_for_lines(process, saved, lines_of(saved) + 20)
        os.kill(workers[0], signal.SIGKILL)
        wait_for_lines(process, saved, lines_of(saved) + 80)
        process.send_signal(signal.SIGTERM)
        output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, told_in(errors)) == (143, [])
    waits = f"waiting up to {PATIENCE} s"
    assert messages[0].endswith(f"can't be read: No such file or directory; {waits}\n")
    assert messages[1].endswith(f"has no workers yet; {waits}\n")
    assert messages[2].endswith(f"are gone; {waits} for others\n")
    assert messages[3].endswith("joined, the run continues\n")
    assert (json.loads(output)["games"], json.loads(output)["complete"]) == (lines_of(saved) - 1, False)
    process = start(*words, "--cluster", own.address)
    wait_for_lines(process, saved, lines_of(saved) + 20)
    own.kill()
    output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors.splitlines()[-1]) == (
        1,
        f"minesweeper: the cluster at '{own.address}' is gone.",
    )
    done = [essence(result) for _, result in SavedRun(str(saved)).results()]
    assert json.loads(output)["games"] == len(done) > 100
    boards = DealtBoards(BoardSpec(5, 5, 6), 18, "bench", True, range(1, len(done) + 1))
    assert done == [essence(result) for result in play_all(boards, "slow_player:play", 1)]


def save_some(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Saves three boards out of five and returns the arguments that continue the run."""
    words = ["bench", "beginner", "-n", "5", "--json", "--save", "saved"]
    assert main(words) == 0
    path = Path("saved")
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:4]))
    capsys.readouterr()
    return words


@needs_dask
@pytest.mark.parametrize("wait", ["0", "0.1", "a signal"])
def test_a_bench_without_its_cluster_reports_the_saved_results(
    wait: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("distributed.Client", None)  # the library would try for seconds, but must not even be called
    words = save_some(capsys)
    if wait == "a signal":
        monkeypatch.setattr(time, "sleep", lambda seconds: signal.raise_signal(signal.SIGTERM))
    with socket.socket() as taken:  # an address at which nothing listens
        taken.bind(("127.0.0.1", 0))
        words += ["--cluster", f"127.0.0.1:{taken.getsockname()[1]}", "--wait", "99" if wait == "a signal" else wait]
        assert main(words) == (143 if wait == "a signal" else 1)
    printed = capsys.readouterr()
    report = json.loads(printed.out)
    assert (report["games"], report["wanted"], report["complete"]) == (3, 5, False)
    assert ("; waiting up to" in printed.err) == (wait != "0")
    assert ("minesweeper: no cluster answers at " in printed.err) == (wait != "a signal")


@needs_dask
def test_workers_with_other_code_of_the_same_version_are_refused(
    local: Local, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = save_some(capsys)
    local.scale(1)
    monkeypatch.setattr(cluster_module, "CODE", "c0de")
    assert main([*words, "--cluster", local.address]) == 1
    printed = capsys.readouterr()
    assert f"has other code of this program (fingerprint {CODE}, expected c0de)" in printed.err
    assert json.loads(printed.out)["games"] == 3


def bench(capsys: pytest.CaptureFixture[str], local: Local, solver: str) -> tuple[int, dict[str, Any], str]:
    """Runs the bench on a cluster. Returns the status, the report and the errors."""
    words = ["bench", "5x5/6", "-n", "20", "--json", "--each", "--solver", solver, "--cluster", local.address]
    status = main(words)
    printed = capsys.readouterr()
    return status, json.loads(printed.out), printed.err


@needs_dask
def test_a_plug_in_is_sent_to_the_workers_in_its_current_form(
    local: Local, modules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    local.scale(1)
    for guesses, answer in enumerate(["None", "(position.hidden, False)"]):
        (modules / "sent_player.py").write_text(f"def play(position):\n    return {answer}\n")
        sys.modules.pop("sent_player", None)
        status, report, errors = bench(capsys, local, "sent_player:play")
        assert (status, errors) == (0, "")
        assert {result["guesses"] for result in report["results"]} == {guesses}


@needs_dask
@pytest.mark.parametrize(
    ("name", "file", "reason"),
    [
        ("needs_more", "needs_more.py", "can't load 'needs_more:play': ModuleNotFoundError"),
        ("apart", "apart/__init__.py", "PlayerError: 'apart:play' can't be loaded: ModuleNotFoundError"),
    ],
)
def test_modules_missing_on_a_worker_are_reported_as_its_fault(
    name: str, file: str, reason: str, local: Local, modules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (modules / file).parent.mkdir(exist_ok=True)
    (modules / "only_here.py").write_text("")
    (modules / file).write_text(f"import only_here\n{SLOW}")
    local.scale(1)
    status, report, errors = bench(capsys, local, f"{name}:play")
    assert (status, report["games"]) == (1, 0)
    assert errors.startswith("minesweeper: the worker")
    assert reason in errors
    assert errors.count("\n") == 1


@needs_dask
def test_a_cluster_without_workers_is_given_up_after_the_wait(local: Local) -> None:
    local.scale(1)
    cluster = Cluster(local.address)
    local.scale(0)

    def watch_for_ever() -> None:
        while True:
            cluster.watch()

    with pytest.raises(WorkerError, match="are gone"):
        watch_for_ever()
    cluster.close(at_once=True)
    with pytest.raises(WorkerError, match="has no workers"):
        Cluster(local.address)


@needs_dask
@pytest.mark.parametrize(
    ("address", "content", "reason"),
    [
        ("nowhere", None, "'nowhere' has no port. Use tcp://HOST:8786, or the file that the scheduler wrote"),
        ("tcp://", None, "'' has no port"),
        ("a\nb://c", None, "unknown address scheme"),
        ("inproc://x", None, "unknown address scheme 'inproc'. Use tcp://HOST:8786"),
        ("ucx://1", None, "unknown address scheme 'ucx'"),
        ("127.0.0.1:0", None, "'0' isn't a port. Use a number from 1 to 65535"),
        ("127.0.0.1:65536", None, "'65536' isn't a port"),
        ("tcp://127.0.0.1:\u0663", None, "isn't a port"),
        ("127.0.0.1:", None, "'' isn't a port"),
        ("no.json", None, "can't be read: No such file"),
        ("bad.json", "{", "not JSON"),
        ("other.json", '{"id": 1}', "address is missing"),
    ],
)
def test_an_address_without_a_cluster_is_reported_in_a_sentence(
    address: str, content: str | None, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path(address).write_text(content)
    with pytest.raises(WorkerError, match=f"no cluster answers at .*{reason}"):
        Cluster(address)


@needs_dask
@pytest.mark.parametrize(
    "greeting", [b"220 mail.example ready\r\n" * 10, b"HTTP/1.1 400 Bad Request\r\n\r\n", b"", None]
)
def test_another_service_at_the_address_is_reported_in_a_sentence(
    greeting: bytes | None, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """None means a service that waits until the other side speaks."""
    is_over = threading.Event()

    class Greeter(socketserver.StreamRequestHandler):
        """Answers like a mail server, a web server, or not at all."""

        def handle(self) -> None:
            if greeting is None:
                is_over.wait()
            else:
                self.wfile.write(greeting)

    monkeypatch.setattr("minesweeper.bench.cluster._PATIENCE", 1.0)
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Greeter) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"127.0.0.1:{server.server_address[1]}"
        with pytest.raises(WorkerError, match=f"no cluster answers at '{address}': "):
            Cluster(address)
        is_over.set()
        server.shutdown()
    gc.collect()
    assert "Traceback" not in capfd.readouterr().err, "a client that never connected was closed again"


def test_a_missing_cluster_library_is_reported_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(
        ValueError, match=r"needs dask.distributed. Install it with: pip install '\.\[cluster\]' in a checkout"
    ):
        command.run(arguments("beginner", "--cluster", "127.0.0.1:8786"))
