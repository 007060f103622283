"""Work in several processes gives the same results in the same order, and leaves no process behind."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import select
import signal
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import Any

import pytest

from minesweeper.core import pool
from minesweeper.core.pool import WorkerError, work_all

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60

# Workers load the main program again, and a small script loads faster than the test runner.
ENDLESS = """
import sys, time
from minesweeper.core.pool import work_all

if __name__ == "__main__":
    try:
        for _ in work_all(time.sleep, [0] * 100 + [3600] * 10_000, 2):
            print("begun", flush=True)
    except KeyboardInterrupt:
        sys.exit(130)
"""
# Here the pool notices that its workers have ended before it is shut down, as on a busy machine.
SLOW_END = """
import threading
from concurrent.futures import ProcessPoolExecutor

shut_down = ProcessPoolExecutor.shutdown

def shut_down_late(pool, **options):
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    shut_down(pool, **options)

ProcessPoolExecutor.shutdown = shut_down_late
"""
# Ctrl-C comes while a future holds its lock, and an exception at this place would leave it locked.
AT_A_LOCK = """
import os, signal
from minesweeper.core import pool

wait_for = pool.wait_for

def wait_and_be_interrupted(futures, seconds):
    state = wait_for(futures, seconds)
    if not state.done:
        futures[0]._condition.acquire()
        os.kill(os.getpid(), signal.SIGINT)
        futures[0]._condition.release()
    return state

pool.wait_for = wait_and_be_interrupted
"""
SQUARES = """
import os, sys
from functools import partial
from minesweeper.core.pool import WorkerError, work_all

def square(number, mark):
    if number == 40:
        try:
            os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            pass
        else:
            os._exit(1)
    return number * number

if __name__ == "__main__":
    print(list(work_all(partial(square, mark=sys.argv[1]), range(300), 2)))
    try:
        list(work_all(os._exit, [1, 2, 3], 2))
    except WorkerError as error:
        print(error)
"""


class Given:
    """Workers with one executor, which stays open."""

    chunk_seconds = 1.0

    def __init__(self, executor: Executor, width: int) -> None:
        self.width = width
        self._executor = executor
        self.looks = 0

    def executor(self) -> Executor:
        return self._executor

    def watch(self) -> None:
        self.looks += 1

    def close(self, *, at_once: bool) -> None:
        self.ended_at_once = at_once


class Forgetful(Executor):
    """An executor that works at once in this process but loses some of its chunks.

    An iterator says for each submission whether its chunk is lost.
    """

    def __init__(self, losses: Iterable[bool], lose: Callable[[Future[Any]], None]) -> None:
        self._losses = iter(losses)
        self._lose = lose
        self.submitted = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.submitted += 1
        if next(self._losses):
            self._lose(future)
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def cancel(future: Future[Any]) -> None:
    future.cancel()
    future.set_running_or_notify_cancel()


def refuse(future: Future[Any]) -> None:
    raise BrokenExecutor


class Idle(Executor):
    """An executor that does its first chunk and none of the others."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if not self.futures:
            future.set_result(fn(*args, **kwargs))
        self.futures.append(future)
        return future


def start(folder: Path, text: str, *words: str) -> subprocess.Popen[bytes]:
    script = folder / "script.py"
    script.write_text(text)
    return subprocess.Popen(
        [sys.executable, "-W", "ignore", str(script), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )


def test_results_come_in_order_even_if_a_worker_process_is_lost(tmp_path: Path) -> None:
    mark = tmp_path / "lost"
    output, errors = start(tmp_path, SQUARES, str(mark)).communicate(timeout=PATIENCE)
    assert mark.exists()
    assert errors == b""
    squares, error = output.decode().splitlines()
    assert json.loads(squares) == [number * number for number in range(300)]
    assert error == "a worker process ended before its work was done. The memory may be full. Try fewer --jobs"


@pytest.mark.parametrize("lose", [cancel, refuse, lambda future: future.set_exception(ValueError("lost"))])
def test_only_work_that_a_process_pool_lost_is_done_again(lose: Callable[..., None]) -> None:
    executor = Forgetful((number % 5 == 1 for number in itertools.count()), lose)
    numbers = list(work_all(lambda number: number + 1, range(1000), Given(executor, 2)))
    assert numbers == list(range(1, 1001))
    assert executor.submitted < 200  # a thousand items in chunks, and a few of the chunks twice


def test_a_process_pool_that_loses_everything_is_given_up() -> None:
    executor = Forgetful(itertools.repeat(True), lambda future: future.set_exception(ValueError("lost")))
    with pytest.raises(WorkerError, match="a worker can't do its work: ValueError: lost"):
        list(work_all(lambda number: number, range(10), Given(executor, 1)))


class Timed(Executor):
    """An executor that works at once in this process and pretends that each item took this many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.lengths: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done = fn(*args, **kwargs)
        self.lengths.append(len(done.results))
        future: Future[Any] = Future()
        future.set_result(done._replace(seconds=self._seconds * len(done.results)))
        return future


@pytest.mark.parametrize(("seconds", "usual"), [(0.001, 1000), (0.01, 100), (0.3, 3), (5.0, 1)])
def test_work_is_divided_into_chunks_of_about_the_wanted_time(seconds: float, usual: int) -> None:
    executor = Timed(seconds)
    count = 60 * usual
    assert list(work_all(lambda number: number, range(count), Given(executor, 2))) == list(range(count))
    assert statistics.median(executor.lengths[len(executor.lengths) // 3 :: 2]) <= usual
    assert max(executor.lengths) == usual
    assert executor.lengths[0] == 1
    assert len(executor.lengths) <= 60 + 30


def test_results_before_an_error_count_and_the_error_names_its_line() -> None:
    numbers = work_all(lambda number: 1 // (number - 7), range(100), Given(Timed(0.01), 2))
    results = []

    def take() -> None:
        for number in numbers:
            results.append(number)  # noqa: PERF402

    with pytest.raises(ZeroDivisionError) as caught:
        take()
    assert len(results) == 7
    assert "test_pool.py" in str(caught.value.__cause__)


def test_worker_processes_without_results_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_LOOK_SECONDS", 0.0)

    class Watched(Given):
        def watch(self) -> None:
            super().watch()
            if self.looks == 3:
                raise WorkerError("they sleep")

    with pytest.raises(WorkerError, match="they sleep"):
        list(work_all(lambda number: number, range(10), Watched(Idle(), 2)))


def test_workers_stop_at_once_if_their_results_are_not_needed() -> None:
    for count, at_once in ((1, False), (1000, True)):
        workers = Given(Idle(), 2)
        results = work_all(lambda number: number, range(count), workers)
        assert next(results) == 0
        results.close()
        assert workers.ended_at_once == at_once


def test_a_single_job_or_item_starts_no_process() -> None:
    assert list(work_all(lambda number: number + 1, [1, 2], 1)) == [2, 3]
    assert list(work_all(lambda number: number + 1, [1], 8)) == [2]
    assert list(work_all(lambda number: number + 1, [], 8)) == []


@pytest.mark.posix("sends signals")
@pytest.mark.parametrize(
    ("name", "script"),
    [("SIGINT", ENDLESS), ("SIGINT", SLOW_END + ENDLESS), ("SIGKILL", ENDLESS), (None, AT_A_LOCK + ENDLESS)],
    ids=["interrupted", "interrupted when busy", "killed", "interrupted where a lock is taken"],
)
def test_no_worker_process_outlives_the_program(tmp_path: Path, name: str | None, script: str) -> None:
    """The workers share the program's error stream, so the stream ends when the last worker has ended."""
    process = start(tmp_path, script)
    with process:
        assert process.stdout is not None
        assert select.select([process.stdout], [], [], PATIENCE)[0]
        assert process.stdout.readline() == b"begun\n" or name is None  # the program may have ended already
        if name == "SIGINT":
            os.killpg(process.pid, signal.SIGINT)  # as with Ctrl-C, all processes of the terminal get the signal
        elif name is not None:
            process.send_signal(getattr(signal, name))
        try:
            errors = process.communicate(timeout=PATIENCE)[1]
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert b"Traceback" not in errors
    assert process.returncode == (-signal.SIGKILL if name == "SIGKILL" else 130)
