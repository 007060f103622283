"""Work on the machines of a dask cluster; dask.distributed is loaded only here, and only when a cluster is named.

The workers need this program, the very same code, and nothing else. See docs/cluster.md.
"""

from __future__ import annotations

import importlib
import logging
import os
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from typing import Any

from minesweeper.bench.fingerprint import CODE
from minesweeper.core.inputs import InputError, Told, read_input, tell_nobody
from minesweeper.core.pool import WorkerError
from minesweeper.core.reading import RecordError, parse_json, text
from minesweeper.core.text import clean, plural, quote

EXTRA = "pip install 'minesweeper-terminal[cluster]'"
_PATIENCE = "5s"
_EVERY = 0.2
"""Seconds from one look at what is waited for to the next."""
_LONGEST_FILE = 1 << 20
_LONGEST_ADDRESS = 1000


class ClusterError(WorkerError):
    """A cluster that can't be used."""


class _NotYetError(ClusterError):
    """What may still come, if it is waited for."""


class Cluster:
    """The workers of a cluster, as ``pool.Workers``."""

    chunk_seconds = 1.0

    def __init__(self, address: str, wait: float = 0.0, told: Told = tell_nobody) -> None:
        """Connects to the scheduler, by its address or the file that it writes; a ClusterError says what is wrong.

        Up to ``wait`` seconds it is waited for the scheduler and a first worker, and later for others when all are
        gone. Whoever is to know about that is ``told``.
        """
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise ClusterError(f"--cluster needs dask.distributed: {EXTRA}") from None
        _silence()
        self._name = f"the cluster at {quote(address, 60)}"
        self._wait = wait
        self._told = told
        self._gone_since: float | None = None
        deadline = time.monotonic() + wait
        self._client = self._connect(distributed, address, deadline)
        try:
            self.width = self._check_workers(deadline)
            self._executor: Executor = self._client.get_executor(pure=False)
        except BaseException:
            self._client.close(timeout=_PATIENCE)
            raise
        # The scheduler itself gives the work of a lost worker to another, and gives up only after several losses.
        killed: type[BaseException] = distributed.scheduler.KilledWorker
        self.losses: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError, killed)
        self.advice = f"{self._name} loses its workers or is gone"

    def _connect(self, distributed: Any, address: str, deadline: float) -> Any:
        """The client of a scheduler, once there is one."""
        is_told = False
        while True:
            try:
                return _connect(distributed, _address(address))
            except _NotYetError as error:
                if time.monotonic() >= deadline:
                    raise
                if not is_told:
                    self._told(f"{error}; waiting up to {self._wait:g} s")
                    is_told = True
            time.sleep(_EVERY)

    def _check_workers(self, deadline: float) -> int:
        """How many chunks the workers do at a time, once there are any; they must have this very code."""
        is_told = False
        while not (threads := self._client.nthreads()):
            lack = f"{self._name} has no workers"
            if time.monotonic() >= deadline:
                raise ClusterError(lack)
            if not is_told:
                self._told(f"{lack} yet; waiting up to {self._wait:g} s")
                is_told = True
            time.sleep(_EVERY)
        try:
            codes = self._client.run(code)
        except Exception as error:  # what a worker could not load comes back as a plain Exception
            raise ClusterError(
                f"the workers of {self._name} can't load this program: {clean(str(error), 80)}"
            ) from None
        for worker, other in codes.items():
            if other != CODE:
                raise ClusterError(
                    f"the worker {clean(worker)} has other code of this program, fingerprint {other} and not {CODE}:"
                    " install the same on all machines and start the workers anew"
                )
        return sum(threads.values())

    def executor(self) -> Executor:
        """The cluster's; a lost worker is no loss of it."""
        self._check_scheduler()
        return self._executor

    def watch(self) -> None:
        """Sees who is there: new workers get work too, and if all are gone it is told and waited for others."""
        self._check_scheduler()
        try:
            width = sum(self._client.nthreads().values())
        except (OSError, RuntimeError):  # the scheduler is going, or busy; the next look tells
            return
        now = time.monotonic()
        if width:
            if self._gone_since is not None:
                self._told(f"{plural(width, 'worker')} came, it goes on")
            self._gone_since, self.width = None, width
        elif self._gone_since is None:
            self._gone_since = now
            self._told(f"all workers of {self._name} are gone; waiting up to {self._wait:g} s for others")
        elif now - self._gone_since >= self._wait:
            raise ClusterError(f"all workers of {self._name} are gone")

    def _check_scheduler(self) -> None:
        if self._client.status not in ("running", "connecting"):
            raise ClusterError(f"{self._name} is gone")

    def close(self, unwanted: Sequence[Future[Any]]) -> None:
        """Leaves the cluster, which goes on without us: its scheduler forgets what is not done."""
        self._client.close(timeout=_PATIENCE)


def _address(text_or_file: str) -> str:
    """The address of a scheduler, read from its file if it is the name of one."""
    if not text_or_file.endswith(".json") and not os.path.isfile(text_or_file):
        return text_or_file
    try:
        data = parse_json(read_input(text_or_file, _LONGEST_FILE), _LONGEST_FILE)
        return text(data, "address", _LONGEST_ADDRESS)
    except InputError as error:
        raise _NotYetError(str(error)) from None
    except RecordError as error:
        raise _NotYetError(f"{quote(text_or_file, 60)} is no file of a scheduler: {error}") from None


def _connect(distributed: Any, address: str) -> Any:
    try:
        distributed.comm.resolve_address(address)  # a client that never came to be complains when it is thrown away
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(_no_answer(address, error)) from None
    try:
        return distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise _NotYetError(_no_answer(address, error)) from None


def _no_answer(address: str, error: Exception) -> str:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return f"no cluster answers at {quote(address, 60)}: {clean(reason, 120)}"


def _silence() -> None:
    """Keeps the library's log off the terminal: what is lost is made good, or an error tells it in a sentence.

    Its own threads fail at futures that are cancelled and at connections that end, and log a traceback of that.
    """
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


def code() -> str:
    """The fingerprint of this program, where it is called."""
    return CODE
