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
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from multiprocessing.connection import wait
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from minesweeper.core.signals import ENDING, held, masked
from minesweeper.core.text import clean

Item = TypeVar("Item")
Result = TypeVar("Result")

_LONGEST_CHUNK = 100_000
"""The most items in a chunk, because their results wait in memory."""
_GROWTH = 16
"""How many times longer a chunk may be than the one before. A chunk that took no time says little about others."""
_MOST_PROCESSES = 61 if sys.platform == "win32" else 256
"""The most processes that work at a time; Windows can't wait for more."""
_CHUNKS_AHEAD = 4
"""The chunks that may wait per worker once their length is known. More would only take memory."""
_MOST_LOSSES = 3
"""The most losses of workers with no chunk done in between. After that, the work itself kills them."""
_LOOK_SECONDS = 1.0
"""The seconds between two looks at silent workers."""
_MOMENT = 0.2
"""The longest that Ctrl-C may have to wait, in seconds."""
_LONGEST_ERROR = 200


class WorkerError(ValueError):
    """Reports workers that end before their work again and again, or that can't do it at all."""


class RemoteError(Exception):
    """Holds where an error was raised in another process: its traceback as text."""


class Workers(Protocol):
    """Provides executors. When its workers are lost, a new one can be had."""

    width: int
    """How many chunks are worked on at a time."""
    chunk_seconds: float
    """The wanted time of a chunk: long enough that sending it is cheap."""
    losses: tuple[type[BaseException], ...]
    """The errors of a future whose worker was lost, so that its chunk must be given out again."""
    advice: str
    """Advice for the error when workers are lost again and again."""

    def executor(self) -> Executor:
        """Returns a working executor. Called at the start and after each loss."""

    def watch(self) -> None:
        """Looks at the workers, about every second. May change the width, and raises what is wrong."""

    def close(self, unwanted: Sequence[Future[Any]]) -> None:
        """Ends the workers, at once if there are futures whose results are no longer wanted."""


class Processes:
    """Runs processes on this machine."""

    chunk_seconds = 0.1
    losses: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    advice = "perhaps the memory is full, try fewer --jobs"

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
        with masked(ENDING):
            self._pool = ProcessPoolExecutor(
                self.width, mp_context=self._context, initializer=_begin_worker, initargs=(self._seen_by_workers,)
            )
        return self._pool

    def watch(self) -> None:
        """Does nothing: the executor itself notices when a process ends."""

    def close(self, unwanted: Sequence[Future[Any]]) -> None:
        """Ends the processes of this pool, if necessary in the middle of their work.

        The pool itself gives up the futures. Up to Python 3.11, its thread fails at a future that was cancelled
        elsewhere, if it sees the end of the processes before it is asked to shut down.
        """
        with held():
            if unwanted:
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

    __slots__ = ("future", "items")

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.future: Future[_Done] | None = None
        """None before the chunk is given out, and after its worker was lost."""

    def forget_if(self, losses: tuple[type[BaseException], ...]) -> None:
        """Lets the chunk be given out again if its worker was lost."""
        future = self.future
        if future and future.done() and (future.cancelled() or isinstance(future.exception(), losses)):
            self.future = None


class _Chunks(Generic[Item]):
    """Cuts the items into chunks that take about the wanted time, judged by the last ones."""

    def __init__(self, items: Sequence[Item], workers: Workers) -> None:
        self._items = items
        self._workers = workers
        self._start = 0
        self._length = 1
        self._is_growing = True

    def __bool__(self) -> bool:
        return self._start < len(self._items)

    def has_one_for(self, waiting: int) -> bool:
        """Says whether another chunk should be given out while ``waiting`` of them wait."""
        ahead = 1 if self._is_growing else _CHUNKS_AHEAD
        return bool(self) and waiting <= ahead * self._workers.width

    def next(self) -> _Chunk[Item]:
        """Returns the next chunk."""
        start = self._start
        self._start += self._length
        return _Chunk(self._items[start : self._start])

    def learn(self, count: int, seconds: float) -> None:
        """Takes note of how long ``count`` items took."""
        fitting = int(count * self._workers.chunk_seconds / max(seconds, 1e-6))
        self._length = max(1, min(fitting, _GROWTH * count, _LONGEST_CHUNK))
        self._is_growing = self._length < min(fitting, _LONGEST_CHUNK)


def _work_elsewhere(
    work: Callable[[Item], Result], items: Sequence[Item], workers: Workers
) -> Generator[Result, None, None]:
    """Gives out chunks, and gives out those of a lost worker again. Repeated work has the same result."""
    chunks = _Chunks(items, workers)
    waiting: deque[_Chunk[Item]] = deque()
    losses = 0
    # Lost on the way there or back: errors of the work itself come as values.
    lost: tuple[type[BaseException], ...] = (Exception, *workers.losses)
    try:
        executor, looked = workers.executor(), time.monotonic()
        while chunks or waiting:
            if time.monotonic() - looked >= _LOOK_SECONDS:
                workers.watch()
                looked = time.monotonic()
            while chunks.has_one_for(len(waiting)):
                waiting.append(chunks.next())
            try:
                done = _first_done(work, waiting, executor)
            except lost as error:
                is_lost = isinstance(error, workers.losses)
                losses += 1
                if losses > _MOST_LOSSES:
                    ended = f"a worker process ended before its work: {workers.advice}"
                    raise WorkerError(ended if is_lost else f"a worker can't do its work: {_told(error)}") from None
                if not is_lost:
                    waiting[0].future = None
                executor = workers.executor()
                for chunk in waiting:
                    chunk.forget_if(workers.losses)
                continue
            if done is None:
                continue
            losses = 0
            chunks.learn(len(waiting.popleft().items), done.seconds)
            yield from done.results
            if done.error is not None:
                raise done.error from RemoteError(done.place)
    finally:
        workers.close([chunk.future for chunk in waiting if chunk.future])


def _first_done(work: Callable[[Item], Result], waiting: deque[_Chunk[Item]], executor: Executor) -> _Done | None:
    """Gives out the chunks that aren't yet, and waits a moment for the first; None if it isn't done then."""
    for chunk in waiting:
        if chunk.future is None:
            with held(), masked([signal.SIGINT]):  # processes started meanwhile never see Ctrl-C
                chunk.future = executor.submit(_work_chunk, work, chunk.items)
    first = waiting[0].future
    assert first is not None
    # Ctrl-C waits that long too. Raised while the locks of futures are taken, it would leave one locked, and the end
    # of the pool would wait for ever.
    with held():
        is_done = bool(wait_for([first], _MOMENT).done)
    return first.result() if is_done else None


def _work_chunk(work: Callable[[Item], Result], items: Sequence[Item]) -> _Done:
    began = time.perf_counter()
    results: list[Result] = []
    try:
        for item in items:
            results.append(work(item))  # noqa: PERF401  what is done counts when the next one fails
    except Exception as error:
        import pickle
        import traceback

        seconds, place = time.perf_counter() - began, "".join(traceback.format_exception(error))
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:  # an error of other people's code, which may be anything
            return _Done(results, seconds, WorkerError(_told(error)), place)
        return _Done(results, seconds, error, place)
    return _Done(results, time.perf_counter() - began)


def _told(error: BaseException) -> str:
    return clean(f"{type(error).__name__}: {error}", _LONGEST_ERROR)


def _begin_worker(held: Any) -> None:
    """Leaves Ctrl-C to the parent, and ends the worker when the parent closes its end of a pipe or ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_when_let_go, args=(held,), daemon=True).start()


def _end_when_let_go(held: Any) -> None:
    parent = multiprocessing.parent_process()
    wait([held] if parent is None else [held, parent.sentinel])
    os._exit(1)
