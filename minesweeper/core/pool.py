"""The same work for many things, in this process or in several; it knows nothing of what the work is."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Any, Generic, Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_LONGEST_CHUNK = 16
"""At most so many things are given to a worker at once: few enough for a progress line that moves."""
_MOST_PROCESSES = 61 if sys.platform == "win32" else 256
"""Windows can't wait for more."""
_CHUNKS_AHEAD = 4
"""For each worker so many chunks may wait for it; more would only take memory."""
_MOST_LOSSES = 3
"""So often may workers be lost with no chunk done in between; then it is the work that kills them."""


class WorkerError(ValueError):
    """Worker processes that end before their work, again and again."""


class Workers(Protocol):
    """Who does the work: an executor that can be had again when its workers are lost."""

    width: int
    """How many chunks are worked on at a time."""
    losses: tuple[type[BaseException], ...]
    """What a future raises whose worker was lost, so that its chunk has to be given out again."""
    advice: str
    """What to try if workers are lost again and again."""

    def executor(self) -> Executor:
        """One that works; asked for at the start and after each loss."""

    def close(self, unwanted: Sequence[Future[Any]]) -> None:
        """Ends what was started, at once if there are futures whose results are no longer wanted."""


class Processes:
    """Processes of this machine."""

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
        self._pool = ProcessPoolExecutor(
            self.width, mp_context=self._context, initializer=_begin_worker, initargs=(self._seen_by_workers,)
        )
        return self._pool

    def close(self, unwanted: Sequence[Future[Any]]) -> None:
        """Ends the processes of the pool and no others, in the middle of their work if need be.

        The pool itself gives up the futures. Up to Python 3.11 its thread fails at one that somebody else has
        cancelled, if it sees that the processes have ended before it is told to shut down.
        """
        if unwanted:
            self._held.close()  # a chunk of large boards may take minutes
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._held.close()
        self._seen_by_workers.close()


def work_all(work: Callable[[Item], Result], items: Sequence[Item], jobs: int | Workers) -> Iterator[Result]:
    """The results for all items, in their order, as they come in; the same ones for any number of jobs.

    With several jobs the work, the items and the results are sent between processes, so they must be small.
    """
    if isinstance(jobs, int):
        if jobs == 1 or len(items) <= 1:
            return map(work, items)
        jobs = Processes(min(jobs, len(items)))
    return _work_elsewhere(work, items, jobs)


class _Chunk(Generic[Item, Result]):
    """Items given out together."""

    __slots__ = ("future", "items")

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self.future: Future[list[Result]] | None = None
        """None before it is given out, and after its worker was lost."""

    def forget_if(self, losses: tuple[type[BaseException], ...]) -> None:
        """Has it given out again if its worker was lost."""
        future = self.future
        if future and future.done() and (future.cancelled() or isinstance(future.exception(), losses)):
            self.future = None


def _work_elsewhere(work: Callable[[Item], Result], items: Sequence[Item], workers: Workers) -> Iterator[Result]:
    """Gives out chunks, and those of a lost worker again: the same work has the same result, whoever does it."""
    length = max(1, min(_LONGEST_CHUNK, len(items) // (4 * workers.width)))
    starts = deque(range(0, len(items), length))
    waiting: deque[_Chunk[Item, Result]] = deque()
    losses = 0
    try:
        executor = workers.executor()
        while starts or waiting:
            while starts and len(waiting) <= _CHUNKS_AHEAD * workers.width:
                first = starts.popleft()
                waiting.append(_Chunk(items[first : first + length]))
            try:
                results = _first_results(work, waiting, executor)
            except workers.losses:
                losses += 1
                if losses > _MOST_LOSSES:
                    raise WorkerError(f"a worker process ended before its work: {workers.advice}") from None
                executor = workers.executor()
                for chunk in waiting:
                    chunk.forget_if(workers.losses)
                continue
            losses = 0
            waiting.popleft()
            yield from results
    finally:
        workers.close([chunk.future for chunk in waiting if chunk.future])


def _first_results(
    work: Callable[[Item], Result], waiting: Iterable[_Chunk[Item, Result]], executor: Executor
) -> list[Result]:
    """Gives out the chunks that are not, and waits for the first."""
    for chunk in waiting:
        if chunk.future is None:
            with _interrupts_held():
                chunk.future = executor.submit(_work_chunk, work, chunk.items)
    first = next(iter(waiting)).future
    assert first is not None
    return first.result()


def _work_chunk(work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    return [work(item) for item in items]


def _begin_worker(held: Any) -> None:
    """Leaves Ctrl-C to the parent, and ends when that lets go of its end of a pipe, or has ended itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_when_let_go, args=(held,), daemon=True).start()


def _end_when_let_go(held: Any) -> None:
    parent = multiprocessing.parent_process()
    wait([held] if parent is None else [held, parent.sentinel])
    os._exit(1)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes that are started meanwhile never see Ctrl-C, where systems pass that on; ours comes afterwards."""
    if sys.platform == "win32":
        yield
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
