"""Does the same work for many items, in this process or in several at once, without knowing what the work is.

Items are given out in chunks, which grow until each takes about as long as wanted. Results come in the order of the
items, whatever the number of processes is. If a worker ends too soon, its chunks are given out again. Ctrl-C ends all
workers, and none may go on after the program has ended. ``bench``, ``generate`` and the library use this module, and
``bench/cluster.py`` has ``Workers`` on other machines.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from minesweeper.core.late import LateModule
from minesweeper.core.signals import ENDING, delay_stops, hide_signals
from minesweeper.core.text import clean

if TYPE_CHECKING:
    import traceback
else:
    traceback = LateModule("traceback")


Item = TypeVar("Item")
Result = TypeVar("Result")

_GROWTH = 16
"""How many times longer a chunk may be than the one before, because one that took no time says little about others."""
_MOST_PROCESSES = 61 if sys.platform == "win32" else 256
"""The most processes at a time. Windows can't wait for more than these."""
_CHUNKS_AHEAD = 4
"""How many chunks may wait for each worker. More would only take memory."""
_MOST_LOSSES = 3
"""How often workers may be lost without a finished chunk in between.

After more losses the work itself must be what ends them, and the program gives up.
"""
_LOOK_SECONDS = 1.0
"""How many seconds pass between two calls of ``Workers.watch``."""
_MOMENT = 0.2
"""The longest that Ctrl-C may have to wait, in seconds."""
_LONGEST_ERROR = 200


class WorkerError(ValueError):
    """Raised if workers end again and again before their work is done, or can't do it at all."""


class Workers(Protocol):
    """What work is given to: processes on this machine, or machines of a cluster.

    If they are lost, it starts new ones.
    """

    width: int
    """How many chunks are worked on at a time."""
    chunk_seconds: float
    """How long a chunk should take, in seconds: long enough that sending it takes little in comparison."""

    def executor(self) -> Executor:
        """An executor that works. Called at the start and each time that workers were lost."""

    def watch(self) -> None:
        """Called about every second, to look whether the workers still work.

        It may change the width, and raises an error if something is wrong.
        """

    def close(self, *, at_once: bool) -> None:
        """Ends the workers. With ``at_once``, it doesn't wait for their results, because nobody wants them any more."""


class Processes:
    """Workers that are processes on this machine."""

    chunk_seconds = 0.1

    def __init__(self, width: int) -> None:
        self.width = min(width, _MOST_PROCESSES)
        self._pool: ProcessPoolExecutor | None = None
        # Spawns processes instead of forking them, because all systems can do this and a forked process may lock up.
        self._context = multiprocessing.get_context("spawn")
        self._seen_by_workers, self._held = self._context.Pipe(duplex=False)
        """A pipe that nothing is sent through. Workers end when this program closes its end, the second one."""

    def executor(self) -> Executor:
        """Makes a new pool of processes. One that was made before is shut down."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        # Python starts a process of its own for shared resources here. It must not see signals that are sent to all
        # processes, or it would end before the others.
        with hide_signals(ENDING):
            self._pool = ProcessPoolExecutor(
                self.width, mp_context=self._context, initializer=_begin_worker, initargs=(self._seen_by_workers,)
            )
        return self._pool

    def watch(self) -> None:
        """Does nothing, because the executor notices by itself when a process ends."""

    def close(self, *, at_once: bool) -> None:
        """Ends the processes, with ``at_once`` in the middle of their work.

        Only the pool itself cancels its futures. If one is cancelled elsewhere, up to Python 3.11 the pool's thread
        fails when it sees the end of the processes before it is asked to shut down.
        """
        with delay_stops():
            if at_once:
                # Doesn't wait, because a chunk of large boards may take minutes.
                self._held.close()
            if self._pool is not None:
                self._pool.shutdown(wait=True, cancel_futures=True)
            self._held.close()
            self._seen_by_workers.close()


def work_all(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int | Workers
) -> Generator[Result, None, None]:
    """Yields the results of all items in order, as they come in. The results are the same for any number of jobs.

    ``jobs`` is a number of processes or ready ``Workers``. With several, the work, the items and the results are sent
    between processes, so they must be small.
    """
    if isinstance(jobs, int):
        if jobs == 1 or len(items) <= 1:
            return (work(item) for item in items)
        jobs = Processes(min(jobs, len(items)))
    return _work_elsewhere(work, items, jobs)


class _Done(NamedTuple):
    """The results of a chunk. If an item failed, they end before it."""

    results: list[Any]
    seconds: float
    """How long the chunk took."""
    error: Exception | None = None
    """What the failed item raised, or None."""
    place: str = ""
    """Where the error was raised, as a traceback in text."""


class _Chunk(Generic[Item]):
    """Items that are given out together."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.future: Future[_Done] | None = None
        """The result to come. None until the chunk is given out, and again if its worker was lost."""


def _work_elsewhere(
    work: Callable[[Item], Result], items: Sequence[Item], workers: Workers
) -> Generator[Result, None, None]:
    """Yields the results of workers in the order of the items.

    Chooses the length of chunks so that each takes about ``chunk_seconds``. Chunks of a lost worker are given out
    again, which is safe because repeated work has the same result.
    """
    waiting: deque[_Chunk[Item]] = deque()
    start, length, losses = 0, 1, 0
    try:
        executor, looked = workers.executor(), time.monotonic()
        while start < len(items) or waiting:
            if time.monotonic() - looked >= _LOOK_SECONDS:
                workers.watch()
                looked = time.monotonic()
            while start < len(items) and len(waiting) <= _CHUNKS_AHEAD * workers.width:
                waiting.append(_Chunk(items[start : start + length]))
                start += length
            try:
                part = _first_done(work, waiting, executor)
            except Exception as error:
                # Here a worker was lost, because errors of the work itself are part of the results.
                losses += 1
                if losses > _MOST_LOSSES:
                    raise WorkerError(_failure(error)) from None
                executor = workers.executor()
                for chunk in waiting:
                    future = chunk.future
                    if future and future.done() and (future.cancelled() or future.exception()):
                        chunk.future = None
                continue
            if part is None:
                continue
            losses = 0
            count = len(waiting.popleft().items)
            length = max(1, min(int(count * workers.chunk_seconds / max(part.seconds, 1e-6)), _GROWTH * count))
            yield from part.results
            if part.error is not None:
                raise part.error from RuntimeError(part.place)
    finally:
        workers.close(at_once=bool(waiting))


def _failure(error: Exception) -> str:
    """The sentence for workers that are lost again and again."""
    if isinstance(error, BrokenExecutor):
        return "a worker process ended before its work was done. The memory may be full. Try fewer --jobs"
    return f"a worker can't do its work: {clean(f'{type(error).__name__}: {error}', _LONGEST_ERROR)}"


def _first_done(work: Callable[[Item], Result], waiting: deque[_Chunk[Item]], executor: Executor) -> _Done | None:
    """Gives out all chunks that aren't given out yet, then waits a moment for the first one.

    Returns None if that isn't done by then.
    """
    for chunk in waiting:
        if chunk.future is None:
            # Processes that start in this block never see Ctrl-C, because this program ends them itself.
            with delay_stops(), hide_signals([signal.SIGINT]):
                chunk.future = executor.submit(_work_chunk, work, chunk.items)
    first = waiting[0].future
    assert first is not None
    # Ctrl-C has to wait for this too. If it came while the locks of futures are taken, one of them would stay locked,
    # and the end of the pool would wait for ever.
    with delay_stops():
        is_done = bool(wait_for([first], _MOMENT).done)
    return first.result() if is_done else None


def _work_chunk(work: Callable[[Item], Result], items: Sequence[Item]) -> _Done:
    began = time.perf_counter()
    results: list[Result] = []
    try:
        for item in items:
            results.append(work(item))  # noqa: PERF401  what is done counts when the next one fails
    except Exception as error:
        place = "".join(traceback.format_exception(error))
        return _Done(results, time.perf_counter() - began, error, place)
    return _Done(results, time.perf_counter() - began)


def _begin_worker(held: Any) -> None:
    """Runs first in each worker.

    It leaves Ctrl-C to the parent, and makes the worker end when the parent ends or closes its end of the pipe.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_when_let_go, args=(held,), daemon=True).start()


def _end_when_let_go(held: Any) -> None:
    parent = multiprocessing.parent_process()
    wait([held] if parent is None else [held, parent.sentinel])
    os._exit(1)
