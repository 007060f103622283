"""The same work for many things, in this process or in several; it knows nothing of what the work is."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_LONGEST_CHUNK = 16
"""At most so many things are given to a worker at once: few enough for a progress line that moves."""
_MOST_PROCESSES = 61 if sys.platform == "win32" else 256
"""Windows can't wait for more."""
_CHUNKS_AHEAD = 4
"""For each worker so many chunks may wait for it; more would only take memory."""


class WorkerError(ValueError):
    """A worker process that ended before its work."""


def work_all(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """The results for all items, in their order, as they come in; the same ones for any number of jobs.

    With several jobs the work, the items and the results are sent between processes, so they must be small.
    """
    if jobs == 1 or len(items) <= 1:
        return map(work, items)
    return _work_in_processes(work, items, jobs)


def _work_in_processes(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    length = max(1, min(_LONGEST_CHUNK, len(items) // (4 * jobs)))
    chunks = [items[first : first + length] for first in range(0, len(items), length)]
    executor = ProcessPoolExecutor(
        min(jobs, len(chunks), _MOST_PROCESSES),
        mp_context=multiprocessing.get_context("spawn"),  # the one way that all systems have; a fork may lock up
        initializer=_begin_worker,
    )
    waiting: deque[Future[list[Result]]] = deque()
    try:
        for chunk in chunks:
            with _interrupts_held():
                waiting.append(executor.submit(_work_chunk, work, chunk))
            if len(waiting) > _CHUNKS_AHEAD * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    except BrokenProcessPool:
        raise WorkerError(
            "a worker process ended before its work: perhaps the memory is full, try fewer --jobs"
        ) from None
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()  # a chunk of large boards may take minutes
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _work_chunk(work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    return [work(item) for item in items]


def _begin_worker() -> None:
    """Leaves Ctrl-C to the parent, and ends when the parent has ended: a killed one can't tell its workers to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes that are started meanwhile never see Ctrl-C, where systems pass that on; ours comes afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
