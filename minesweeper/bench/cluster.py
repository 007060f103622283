"""Work on the machines of a dask cluster; dask.distributed is loaded only here, and only when an address is given.

The workers need this program in the same version, and nothing else: a player of one's own is sent to them.
"""

from __future__ import annotations

import importlib
import logging
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from minesweeper.core.text import clean, quote
from minesweeper.solvers.own import find_player
from minesweeper.solvers.players import PlayerError
from minesweeper.version import VERSION

EXTRA = "pip install 'minesweeper-terminal[cluster]'"
_PATIENCE = "5s"


class ClusterError(ValueError):
    """A cluster that can't be used."""


class Cluster:
    """The workers of a cluster, as ``pool.Workers``."""

    def __init__(self, address: str) -> None:
        """Connects to the scheduler; a ClusterError says what is wrong."""
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise ClusterError(f"--cluster needs dask.distributed: {EXTRA}") from None
        _silence()
        self._address, self._distributed = address, distributed
        self._sent: str | None = None
        """Under which name the workers keep the module that was sent to them."""
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

    def send_player(self, name: str) -> None:
        """Has all workers, and those to come, load a player of one's own as it is here.

        A module is sent to them; what it imports, and a package, must be there already.
        """
        quoted = quote(name, 60)
        try:
            module = sys.modules[name.partition(":")[0]]
            if module.__spec__ is not None and module.__spec__.parent == "" and module.__file__ is not None:
                self._sent = f"minesweeper-{uuid4()}"
                register = getattr(self._client, "register_plugin", None) or self._client.register_worker_plugin
                register(self._distributed.diagnostics.plugin.UploadFile(module.__file__), name=self._sent)
            told = self._client.run(loaded_player, name)
        except Exception as error:  # where a module can't be loaded over there, that is whatever its own lines raise
            self.close(())
            reason = clean(f"{type(error).__name__}: {error}", 200)
            raise ClusterError(
                f"the workers of {quote(self._address, 60)} can't load {quoted}, as sent from here: {reason}"
            ) from None
        here = loaded_player(name)
        for worker, there in told.items():
            if there != here:
                self.close(())
                raise ClusterError(f"the worker {worker} says: {there.fault or f'{quoted} is not the one from here'}")

    def executor(self) -> Executor:
        """The cluster's; a lost worker is no loss of it."""
        if self._client.status != "running":
            raise ClusterError(f"the cluster at {quote(self._address, 60)} is gone")
        return self._executor

    def close(self, unwanted: Sequence[Future[Any]]) -> None:
        """Leaves the cluster, which goes on without us."""
        for future in unwanted:
            future.cancel()
        if self._sent is not None:
            with suppress(Exception):  # whatever a cluster raises that is gone
                self._client.unregister_worker_plugin(self._sent)
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


class LoadedPlayer(NamedTuple):
    """What became of a player that was looked for."""

    source: str
    """A fingerprint of the file that it is in."""
    fault: str | None = None


def loaded_player(name: str) -> LoadedPlayer:
    """The player of that name, where it is called."""
    try:
        find_player(name)
    except PlayerError as error:
        return LoadedPlayer("", str(error))
    path = sys.modules[name.partition(":")[0]].__file__
    return LoadedPlayer("" if path is None else sha256(Path(path).read_bytes()).hexdigest())
