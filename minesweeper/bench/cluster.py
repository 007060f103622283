"""Work on the machines of a dask cluster; dask.distributed is loaded only here, and only when an address is given.

The workers need this program in the same version, and nothing else.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from typing import Any

from minesweeper.core.pool import WorkerError
from minesweeper.core.text import quote
from minesweeper.version import VERSION

EXTRA = "pip install 'minesweeper-terminal[cluster]'"
_PATIENCE = "5s"


class ClusterError(WorkerError):
    """A cluster that can't be used."""


class Cluster:
    """The workers of a cluster, as ``pool.Workers``."""

    chunk_seconds = 1.0

    def __init__(self, address: str) -> None:
        """Connects to the scheduler; a ClusterError says what is wrong."""
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise ClusterError(f"--cluster needs dask.distributed: {EXTRA}") from None
        _silence()
        self._address = address
        self._client = _connect(distributed, address)
        try:
            self.width = self._check_workers()
            self._executor: Executor = self._client.get_executor(pure=False)
        except BaseException:
            self._client.close(timeout=_PATIENCE)
            raise
        # The scheduler itself gives the work of a lost worker to another, and gives up only after several losses.
        killed: type[BaseException] = distributed.scheduler.KilledWorker
        self.losses: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError, killed)
        self.advice = f"the cluster at {quote(address, 60)} loses its workers or is gone"

    def _check_workers(self) -> int:
        """How many chunks the workers do at a time; they must know this program."""
        threads = self._client.nthreads()
        if not threads:
            raise ClusterError(f"the cluster at {quote(self._address, 60)} has no workers")
        try:
            versions = self._client.run(version)
        except Exception as error:  # what a worker could not load comes back as a plain Exception
            raise ClusterError(
                f"the workers of {quote(self._address, 60)} can't load this program: {str(error)[:80]}"
            ) from None
        for worker, other in versions.items():
            if other != VERSION:
                raise ClusterError(f"the worker {worker} has version {other} of this program, here it is {VERSION}")
        return sum(threads.values())

    def executor(self) -> Executor:
        """The cluster's; a lost worker is no loss of it."""
        if self._client.status != "running":
            raise ClusterError(f"the cluster at {quote(self._address, 60)} is gone")
        return self._executor

    def watch(self) -> None:
        """The scheduler itself notices what becomes of its workers."""

    def close(self, unwanted: Sequence[Future[Any]]) -> None:
        """Leaves the cluster, which goes on without us."""
        for future in unwanted:
            future.cancel()
        self._client.close(timeout=_PATIENCE)


def _connect(distributed: Any, address: str) -> Any:
    try:
        distributed.comm.resolve_address(address)  # a client that never came to be complains when it is thrown away
        return distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ClusterError(f"no cluster answers at {quote(address, 60)}: {reason[:120]}") from None


def _silence() -> None:
    """Keeps the library's log off the terminal: what is lost is made good, or an error tells it in a sentence."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def version() -> str:
    """The version of this program, where it is called."""
    return VERSION
