"""Runs work on a dask cluster. dask.distributed is loaded only here, and only when a cluster is named.

The workers need exactly the same code of this program. See docs/dev/cluster.md.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
import time
from collections.abc import Mapping
from concurrent.futures import Executor
from importlib import import_module
from typing import Any

from minesweeper.bench.games import CODE, check_code
from minesweeper.core.commandline import ArgumentsError
from minesweeper.core.files import read_input
from minesweeper.core.pool import WorkerError
from minesweeper.core.signals import delay_stops
from minesweeper.core.text import clean, plural, quote
from minesweeper.core.validate import parse_json, text
from minesweeper.solvers.players import find_player

EXTRA = "pip install '.[cluster]' in a checkout of this program"
_PATIENCE = 5.0
"""The seconds allowed for connecting to a scheduler, or for leaving it."""
_EVERY = 0.2
"""The seconds between two looks at the cluster while waiting."""
_SWITCH_INTERVAL = 0.05
"""The seconds that a worker's other threads wait for their turn. With more, its messages would be late."""
_LONGEST_FILE = 1 << 20
_LONGEST_ADDRESS = 1000
_SCHEMES = ("tcp", "tls", "ws", "wss")
_EXAMPLE = "tcp://HOST:8786"


class AddressError(ValueError):
    """Reports an address where no scheduler can ever be, so that waiting for one is useless."""


class Cluster:
    """Implements ``pool.Workers`` with the workers of a cluster."""

    chunk_seconds = 1.0

    def __init__(self, address: str, wait: float = 0.0, player: str | None = None) -> None:
        """Connects to the scheduler, by its address or the file that it writes, and sends a plug-in player.

        Waits up to ``wait`` seconds for the scheduler and a first worker, and later for new workers when all are gone.
        Raises WorkerError for a bad cluster.
        """
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise ArgumentsError(f"--cluster needs dask.distributed. Install it with: {EXTRA}") from None
        _silence()
        self._name = f"the cluster at {quote(address, 60)}"
        self._wait = wait
        self._gone_since: float | None = None
        deadline = time.monotonic() + wait
        self._client = self._connect(distributed, address, deadline)
        try:
            self._see(self._check_workers(deadline))
            if player is not None:
                self._send(player)
        except BaseException:
            self.close(at_once=True)
            raise
        self._executor: Executor = self._client.get_executor(pure=False)

    def _connect(self, distributed: Any, address: str, deadline: float) -> Any:
        """Returns the client of the scheduler, waiting for it until the deadline."""
        is_told = False
        while True:
            try:
                return _connect(distributed, address)
            except (OSError, ValueError, TypeError) as error:
                reason = str(error).splitlines()[0] if str(error) else type(error).__name__
                problem = f"no cluster answers at {quote(address, 60)}: {clean(reason, 300)}"
                is_hopeless = isinstance(error, AddressError)
            if is_hopeless or time.monotonic() >= deadline:
                raise WorkerError(problem)
            if not is_told:
                _tell(f"{problem}; waiting up to {self._wait:g} s")
                is_told = True
            time.sleep(_EVERY)

    @property
    def title(self) -> str:
        """Names the workers for the report."""
        return f"{plural(self._workers, 'worker')} of {self._name}"

    def _see(self, threads: Mapping[str, int]) -> None:
        """Takes over the workers of the cluster and their threads, each of which does one chunk at a time."""
        self._workers, self.width = len(threads), sum(threads.values())

    def _check_workers(self, deadline: float) -> Mapping[str, int]:
        """Waits for workers and returns them with their threads. Refuses workers with other code than this program."""
        if not self._client.nthreads():
            lack, seconds = f"{self._name} has no workers", deadline - time.monotonic()
            if seconds <= 0:
                raise WorkerError(lack)
            _tell(f"{lack} yet; waiting up to {self._wait:g} s")
            try:
                self._client.wait_for_workers(1, timeout=seconds)
            except TimeoutError:
                raise WorkerError(lack) from None
        try:
            codes = self._client.run(begin_worker)
        except Exception as error:  # an error of loading on a worker arrives as a plain Exception
            raise WorkerError(f"the workers of {self._name} can't load this program: {clean(str(error), 80)}") from None
        for worker, other in codes.items():
            check_code(f"the worker {clean(worker)}", other, CODE)
        return dict(self._client.nthreads())

    def _send(self, name: str) -> None:
        """Sends the module of a plug-in player to all workers, which load it. Later workers get it too.

        Workers must already have the packages and modules that it imports.
        """
        module = sys.modules[name.partition(":")[0]]
        try:
            if module.__file__ and module.__spec__ and not module.__spec__.parent:
                self._client.upload_file(module.__file__)
            self._client.run(load_player, name)
        except Exception as error:  # an error of loading on a worker arrives as a plain Exception
            reason = clean(f"{type(error).__name__}: {error}", 200)
            raise WorkerError(f"the workers of {self._name} can't load {quote(name, 60)}: {reason}") from None

    def executor(self) -> Executor:
        """Returns the cluster's executor, which survives the loss of a worker."""
        self._check_scheduler()
        return self._executor

    def watch(self) -> None:
        """Takes new workers into use. Reports when all are gone, and waits for others."""
        self._check_scheduler()
        try:
            threads = self._client.nthreads()
        except (OSError, RuntimeError):  # the scheduler is ending or busy; the next look will show
            return
        now = time.monotonic()
        if threads:
            self._see(threads)
            if self._gone_since is not None:
                _tell(f"{plural(self._workers, 'worker')} joined, the run continues")
            self._gone_since = None
        elif self._gone_since is None:
            self._gone_since = now
            _tell(f"all workers of {self._name} are gone; waiting up to {self._wait:g} s for others")
        elif now - self._gone_since >= self._wait:
            raise WorkerError(f"all workers of {self._name} are gone")

    def _check_scheduler(self) -> None:
        if self._client.status not in ("running", "connecting"):
            raise WorkerError(f"{self._name} is gone")

    def close(self, *, at_once: bool) -> None:
        """Leaves the cluster, which continues without this program. Its scheduler forgets unfinished work."""
        self._client.close(timeout=_PATIENCE)


def _connect(distributed: Any, address: str) -> Any:
    """Connects to a scheduler, by its address or by the name of its file. Raises any error if it doesn't answer."""
    if address.endswith(".json") or os.path.isfile(address):
        address = text(parse_json(read_input(address, _LONGEST_FILE), _LONGEST_FILE), "address", _LONGEST_ADDRESS)
    addresses = distributed.comm.addressing
    _check_address(*addresses.parse_address(address))
    resolved = addresses.resolve_address(address)  # a client that fails to connect complains when it is thrown away
    scheme = addresses.parse_address(resolved)[0]
    if scheme in ("tcp", "tls"):  # a client would try for seconds
        with socket.create_connection(addresses.get_address_host_port(resolved), _PATIENCE) as link:
            # A scheduler speaks first, and a client would wait for ever for a service that doesn't.
            if scheme == "tcp" and not link.recv(1):
                raise ConnectionError("it closed the connection, as no dask scheduler does")
    client: Any = distributed.Client.__new__(distributed.Client)
    with delay_stops():  # half a client would be left behind
        try:
            client.__init__(address, timeout=_PATIENCE, set_as_default=False)
        except BaseException as error:
            # Otherwise the client tries to close its connection when it is thrown away, and fails with a traceback.
            client.status = "closed"
            if isinstance(error, OSError) or not isinstance(error, Exception):
                raise
            # The library raises any kind of error if another service answers.
            raise ConnectionError(f"it doesn't answer as a dask scheduler ({type(error).__name__})") from None
    return client


def _check_address(scheme: str, place: str) -> None:
    """Raises AddressError for a kind of address that can't be a scheduler on a network, or without a possible port."""
    if scheme not in _SCHEMES:
        raise AddressError(f"unknown address scheme {quote(scheme)}. Use {_EXAMPLE}")
    _, has_port, port = place.rpartition(":")
    is_port = port.isascii() and port.isdigit() and len(port) <= 5 and 1 <= int(port) <= 65535
    if scheme in ("tcp", "tls") and not has_port:
        raise AddressError(f"{quote(place, 60)} has no port. Use {_EXAMPLE}, or the file that the scheduler wrote")
    if scheme in ("tcp", "tls") and not is_port:
        raise AddressError(f"{quote(port)} isn't a port. Use a number from 1 to 65535, as in {_EXAMPLE}")


def _tell(text: str) -> None:
    """Prints a message above the progress line."""
    if sys.stderr.isatty():
        text = f"\r{text:<79}"
    print(text, file=sys.stderr, flush=True)


def _silence() -> None:
    """Keeps the library's log off the terminal: lost work is done again, or an error reports it in a sentence.

    The library's own threads fail when futures are cancelled or connections end, and log a traceback for that.
    """
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


def begin_worker() -> str:
    """Prepares a worker, and returns the fingerprint of its code."""
    # The other threads of a worker inspect stacks and memory hundreds of times a second, which takes 5% of the time.
    sys.setswitchinterval(_SWITCH_INTERVAL)
    return CODE


def load_player(name: str) -> None:
    """Loads a player on a worker, or raises PlayerError there."""
    find_player(name)
