"""The same work for many things, in this process or in several; it knows nothing of what the work is."""

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
from contextvars import ContextVar
from multiprocessing.connection import wait
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from minesweeper.core.stops import ENDING, held, masked
from minesweeper.core.text import clean

Item = TypeVar("Item")
Result = TypeVar("Result")

_LONGEST_CHUNK = 100_000
"""At most so many things are given to a worker at once: their results wait in memory."""
_GROWTH = 16
"""A chunk may have so many times the things of one before: what took no time tells little of how long others take."""
_SHORTEST = 16
"""Chunks at the end take at least this part of the usual time, so that their way there and back stays cheap."""
_MOST_PROCESSES = 61 if sys.platform == "win32" else 256
"""Windows can't wait for more."""
_CHUNKS_AHEAD = 4
"""For each worker so many chunks may wait for it, once their length is known; more would only take memory."""
_MOST_LOSSES = 3
"""So often may workers be lost with no chunk done in between; then it is the work that kills them."""
_LOOK_SECONDS = 1.0
"""So often is it seen whether the workers are still there, while nothing comes from them."""
_MOMENT = 0.2
"""So long may what ends the program have to wait."""
_LONGEST_ERROR = 200


WORKER: ContextVar[str] = ContextVar("WORKER", default="")
"""Who works here, such as ``the worker tcp://host:1``, if whoever gave the work can't know that by itself."""


class _AstrayError(Exception):
    """Work that was lost on its way: a cluster that loses a worker may raise whatever it likes."""


class WorkerError(ValueError):
    """Workers that end before their work, again and again, or that can't do it at all."""


class Elsewhere(Exception):
    """Where an error came up, in another process: its traceback as text, and who worked there if that is told."""

    def __init__(self, place: str, worker: str = "") -> None:
        super().__init__(place)
        self.worker = worker


class Workers(Protocol):
    """Who does the work: an executor that can be had again when its workers are lost."""

    width: int
    """How many chunks are worked on at a time."""
    chunk_seconds: float
    """How long a chunk should take: as long as makes the way there and back cheap."""
    losses: tuple[type[BaseException], ...]
    """What a future raises whose worker was lost, so that its chunk has to be given out again."""
    advice: str
    """What to try if workers are lost again and again."""

    def executor(self) -> Executor:
        """One that works; asked for at the start and after each loss."""

    def watch(self) -> None:
        """Called about every second; it may change the width, and raise what is wrong."""

    def close(self, unwanted: Sequence[Future[Any]]) -> None:
        """Ends what was started, at once if there are futures whose results are no longer wanted."""


class Processes:
    """Processes of this machine."""

    chunk_seconds = 0.1
    losses: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    advice = "perhaps the memory is full, try fewer --jobs"

    def __init__(self, width: int) -> None:
        self.width = min(width, _MOST_PROCESSES)
        self._pool: ProcessPoolExecutor | None = None
        # The one way that all systems have; a fork may lock up.
        self._context = multiprocessing.get_context("spawn")
        self._seen_by_workers, self._held = self._context.Pipe(duplex=False)
        """The workers end when the end that is held here is closed."""

    def executor(self) -> Executor:
        """A new pool; the one before is given up."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        # The process with which Python itself keeps track of what is shared never sees what may be sent to all.
        with masked(ENDING):
            self._pool = ProcessPoolExecutor(
                self.width, mp_context=self._context, initializer=_begin_worker, initargs=(self._seen_by_workers,)
            )
        return self._pool

    def watch(self) -> None:
        """The executor itself notices when a process ends."""

    def close(self, unwanted: Sequence[Future[Any]]) -> None:
        """Ends the processes of the pool and no others, in the middle of their work if need be.

        The pool itself gives up the futures. Up to Python 3.11 its thread fails at one that somebody else has
        cancelled, if it sees that the processes have ended before it is told to shut down.
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
    """The results for all items, in their order, as they come in; the same ones for any number of jobs.

    With several jobs the work, the items and the results are sent between processes, so they must be small.
    """
    if isinstance(jobs, int):
        if jobs == 1 or len(items) <= 1:
            return _work_here(work, items)
        jobs = Processes(min(jobs, len(items)))
    return _work_elsewhere(work, items, jobs)


def _work_here(work: Callable[[Item], Result], items: Sequence[Item]) -> Generator[Result, None, None]:
    for item in items:
        yield work(item)


class _Done(NamedTuple):
    """What came of a chunk: the results of its things up to the first that failed."""

    results: list[Any]
    seconds: float
    error: Exception | None = None
    place: str = ""
    """Where the error came up."""
    worker: str = ""
    """At whose."""


class _Chunk(Generic[Item]):
    """Items given out together."""

    __slots__ = ("future", "items")

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.future: Future[_Done] | None = None
        """None before it is given out, and after its worker was lost."""

    def forget_if(self, losses: tuple[type[BaseException], ...]) -> None:
        """Has it given out again if its worker was lost."""
        future = self.future
        if future and future.done() and (future.cancelled() or isinstance(future.exception(), losses)):
            self.future = None


class _Chunks(Generic[Item]):
    """The items cut into chunks, each as long as takes about the wanted time by what was seen last."""

    def __init__(self, items: Sequence[Item], workers: Workers) -> None:
        self._items = items
        self._workers = workers
        self._start = 0
        self._length = 1
        self._is_growing = True

    def __bool__(self) -> bool:
        return self._start < len(self._items)

    def has_one_for(self, waiting: int) -> bool:
        """Whether another is to be given out while so many wait; few are, as long as they are too short."""
        ahead = 1 if self._is_growing else _CHUNKS_AHEAD
        return bool(self) and waiting <= ahead * self._workers.width

    def next(self) -> _Chunk[Item]:
        """The next chunk; those at the end are short, so that all workers end together."""
        start, left = self._start, len(self._items) - self._start
        share = left if self._workers.width == 1 else max(left // (2 * self._workers.width), self._length // _SHORTEST)
        self._start += max(1, min(self._length, share))
        return _Chunk(self._items[start : self._start])

    def learn(self, count: int, seconds: float) -> None:
        """So many things took so long."""
        fitting = int(count * self._workers.chunk_seconds / max(seconds, 1e-6))
        self._length = max(1, min(fitting, _GROWTH * count, _LONGEST_CHUNK))
        self._is_growing = self._length < min(fitting, _LONGEST_CHUNK)


def _work_elsewhere(
    work: Callable[[Item], Result], items: Sequence[Item], workers: Workers
) -> Generator[Result, None, None]:
    """Gives out chunks, and those of a lost worker again: the same work has the same result, whoever does it."""
    chunks = _Chunks(items, workers)
    waiting: deque[_Chunk[Item]] = deque()
    losses = 0
    lost: tuple[type[BaseException], ...] = (_AstrayError, *workers.losses)
    try:
        executor, looked = workers.executor(), time.monotonic()
        while chunks or waiting:
            if time.monotonic() - looked >= _LOOK_SECONDS:
                workers.watch()
                looked = time.monotonic()
            while chunks.has_one_for(len(waiting)):
                waiting.append(chunks.next())
            try:
                done = _first_done(work, waiting, executor, workers)
            except lost as error:
                losses += 1
                if losses > _MOST_LOSSES:
                    ended = f"a worker process ended before its work: {workers.advice}"
                    raise WorkerError(str(error) if isinstance(error, _AstrayError) else ended) from None
                if isinstance(error, _AstrayError):
                    waiting[0].future = None
                executor = workers.executor()
                for chunk in waiting:
                    chunk.forget_if(workers.losses)
                continue
            losses = 0
            chunks.learn(len(waiting.popleft().items), done.seconds)
            yield from done.results
            if done.error is not None:
                raise done.error from Elsewhere(done.place, done.worker)
    finally:
        workers.close([chunk.future for chunk in waiting if chunk.future])


def _first_done(
    work: Callable[[Item], Result], waiting: deque[_Chunk[Item]], executor: Executor, workers: Workers
) -> _Done:
    """Gives out the chunks that are not, and waits for the first."""
    for chunk in waiting:
        if chunk.future is None:
            with held(), masked([signal.SIGINT]):  # processes that are started meanwhile never see Ctrl-C
                chunk.future = executor.submit(_work_chunk, work, chunk.items)
    first = waiting[0].future
    assert first is not None
    looked = time.monotonic()
    while not _is_done(first):
        if time.monotonic() - looked >= _LOOK_SECONDS:
            workers.watch()
            looked = time.monotonic()
    try:
        return first.result()
    except workers.losses:
        raise
    except Exception as error:  # of the way there or back: what the work itself raises comes as a value
        raise _AstrayError(f"a worker can't do its work: {_told(error)}") from error


def _is_done(future: Future[Any]) -> bool:
    """Whether it is done, or will be in a moment.

    What ends the program waits that long too: raised while the locks of futures are taken, it would leave one of them
    locked, and whoever wants to end the pool would wait for ever.
    """
    with held():
        return bool(wait_for([future], _MOMENT).done)


def _work_chunk(work: Callable[[Item], Result], items: Sequence[Item]) -> _Done:
    began = time.perf_counter()
    results: list[Result] = []
    try:
        for item in items:
            results.append(work(item))  # noqa: PERF401  what is done counts when the next one fails
    except Exception as error:
        return _failed(results, time.perf_counter() - began, error)
    return _Done(results, time.perf_counter() - began)


def _failed(results: list[Result], seconds: float, error: Exception) -> _Done:
    import pickle
    import traceback

    place = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # an error of somebody else's code, which may be anything
        error = WorkerError(_told(error))
    return _Done(results, seconds, error, place, WORKER.get())


def _told(error: Exception) -> str:
    return clean(f"{type(error).__name__}: {error}", _LONGEST_ERROR)


def _begin_worker(held: Any) -> None:
    """Leaves Ctrl-C to the parent, and ends when that lets go of its end of a pipe, or has ended itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_when_let_go, args=(held,), daemon=True).start()


def _end_when_let_go(held: Any) -> None:
    parent = multiprocessing.parent_process()
    wait([held] if parent is None else [held, parent.sentinel])
    os._exit(1)
