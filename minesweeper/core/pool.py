"""Does the same work for many items, in this process or in several. It knows nothing of the work itself."""

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
"""How many times longer a chunk may be than the one before. A chunk that took no time says little about others."""
_MOST_PROCESSES = 61 if sys.platform == "win32" else 256
"""The most processes that work at a time; Windows can't wait for more."""
_CHUNKS_AHEAD = 4
"""The chunks that may wait per worker. More would only take memory."""
_MOST_LOSSES = 3
"""The most losses of workers with no chunk done in between. After that, the work itself kills them."""
_LOOK_SECONDS = 1.0
"""The seconds between two looks at silent workers."""
_MOMENT = 0.2
"""The longest that Ctrl-C may have to wait, in seconds."""
_LONGEST_ERROR = 200


class WorkerError(ValueError):
    """Reports workers that end before their work again and again, or that can't do it at all."""


class Workers(Protocol):
    """Provides executors. When its workers are lost, a new one can be had."""

    width: int
    """How many chunks are worked on at a time."""
    chunk_seconds: float
    """The wanted time of a chunk: long enough that sending it is cheap."""

    def executor(self) -> Executor:
        """Returns a working executor. Called at the start and after each loss."""

    def watch(self) -> None:
        """Looks at the workers, about every second. May change the width, and raises what is wrong."""

    def close(self, *, at_once: bool) -> None:
        """Ends the workers, at once if their results are no longer wanted."""


class Processes:
    """Runs processes on this machine."""

    chunk_seconds = 0.1

    def __init__(self, width: int) -> None:
        self.width = min(width, _MOST_PROCESSES)
        self._pool: ProcessPoolExecutor | None = None
        # The one way that all systems have. A fork may lock up.
        self._context = multiprocessing.get_context("spawn")
        self._seen_by_workers, self._held = self._context.Pipe(duplex=False)
        """A pipe that carries nothing: workers end when this program closes the end that it holds."""

    def executor(self) -> Executor:
        """Makes a new pool and gives up the one before."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        # Python's own process for shared resources never sees signals that are sent to all.
        with hide_signals(ENDING):
            self._pool = ProcessPoolExecutor(
                self.width, mp_context=self._context, initializer=_begin_worker, initargs=(self._seen_by_workers,)
            )
        return self._pool

    def watch(self) -> None:
        """Does nothing: the executor itself notices when a process ends."""

    def close(self, *, at_once: bool) -> None:
        """Ends the processes of this pool, if necessary in the middle of their work.

        The pool itself gives up the futures. Up to Python 3.11, its thread fails at a future that was cancelled
        elsewhere, if it sees the end of the processes before it is asked to shut down.
        """
        with delay_stops():
            if at_once:
                self._held.close()  # a chunk of large boards may take minutes
            if self._pool is not None:
                self._pool.shutdown(wait=True, cancel_futures=True)
            self._held.close()
            self._seen_by_workers.close()


def work_all(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int | Workers
) -> Generator[Result, None, None]:
    """Yields the results of all items in order, as they come in. The number of jobs changes no result.

    With several jobs, the work, the items and the results travel between processes, so they must be small.
    """
    if isinstance(jobs, int):
        if jobs == 1 or len(items) <= 1:
            return (work(item) for item in items)
        jobs = Processes(min(jobs, len(items)))
    return _work_elsewhere(work, items, jobs)


class _Done(NamedTuple):
    """Holds the results of a chunk, up to the first item that failed."""

    results: list[Any]
    seconds: float
    error: Exception | None = None
    place: str = ""
    """Where the error was raised."""


class _Chunk(Generic[Item]):
    """Holds items that are given out together."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.future: Future[_Done] | None = None
        """None before the chunk is given out, and after its worker was lost."""


def _work_elsewhere(
    work: Callable[[Item], Result], items: Sequence[Item], workers: Workers
) -> Generator[Result, None, None]:
    """Gives out chunks that take about the wanted time, and gives out those of a lost worker again.

    Repeated work has the same result.
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
            except Exception as error:  # lost on the way there or back: errors of the work itself come as values
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
    """Says why workers are lost again and again."""
    if isinstance(error, BrokenExecutor):
        return "a worker process ended before its work: perhaps the memory is full, try fewer --jobs"
    return f"a worker can't do its work: {clean(f'{type(error).__name__}: {error}', _LONGEST_ERROR)}"


def _first_done(work: Callable[[Item], Result], waiting: deque[_Chunk[Item]], executor: Executor) -> _Done | None:
    """Gives out the chunks that aren't yet, and waits a moment for the first; None if it isn't done then."""
    for chunk in waiting:
        if chunk.future is None:
            with delay_stops(), hide_signals([signal.SIGINT]):  # processes started meanwhile never see Ctrl-C
                chunk.future = executor.submit(_work_chunk, work, chunk.items)
    first = waiting[0].future
    assert first is not None
    # Ctrl-C waits that long too. Raised while the locks of futures are taken, it would leave one locked, and the end
    # of the pool would wait for ever.
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
    """Leaves Ctrl-C to the parent, and ends the worker when the parent closes its end of a pipe or ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_when_let_go, args=(held,), daemon=True).start()


def _end_when_let_go(held: Any) -> None:
    parent = multiprocessing.parent_process()
    wait([held] if parent is None else [held, parent.sentinel])
    os._exit(1)
