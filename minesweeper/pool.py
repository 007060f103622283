"""The same work for many things, in this process or in several; it knows nothing of what the work is."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import repeat
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_LONGEST_CHUNK = 16
"""At most so many things are given to a worker at once: few enough for a progress line that moves."""


class WorkerError(ValueError):
    """A worker process that ended before its work."""


def work_all(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    """The results for all items, in their order, as they come in; the same ones for any number of jobs.

    With several jobs the work, the items and the results are sent between processes, so they must be small.
    """
    if jobs == 1 or len(items) == 1:
        return map(work, items)
    return _work_in_processes(work, items, jobs)


def _work_in_processes(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    length = max(1, min(_LONGEST_CHUNK, len(items) // (4 * jobs)))
    chunks = [items[first : first + length] for first in range(0, len(items), length)]
    executor = ProcessPoolExecutor(
        min(jobs, len(chunks)),
        mp_context=multiprocessing.get_context("spawn"),  # the one way that all systems have; a fork may lock up
        initializer=_leave_interrupts_to_the_parent,
    )
    try:
        with _interrupts_ignored():
            batches = executor.map(_work_chunk, repeat(work), chunks)
        for results in batches:
            yield from results
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


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes that are started meanwhile ignore Ctrl-C from their first moment on, where systems pass that on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
