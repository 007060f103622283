"""The workers of a dask cluster, which play boards for `bench` on many machines.

A `Cluster` is one kind of ``pool.Workers``; the other kind is processes on this machine. The package dask.distributed
is loaded only here, and only when the command line names a cluster. The workers must have exactly the same code as this
program, because other code might play differently. See docs/dev/cluster.md.
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
"""The command that installs dask.distributed, for the error message."""
_PATIENCE = 5.0
"""How many seconds a connection to a scheduler may take, and how many leaving it."""
_EVERY = 0.2
"""The seconds between two attempts to reach the scheduler."""
_SWITCH_INTERVAL = 0.05
"""The seconds after which a worker lets its other threads run.

With more seconds, the messages of the worker would be late.
"""
_LONGEST_FILE = 1 << 20
_LONGEST_ADDRESS = 1000
_SCHEMES = ("tcp", "tls", "ws", "wss")
_EXAMPLE = "tcp://HOST:8786"


class AddressError(ValueError):
    """An address where a scheduler can't possibly be, so that waiting for it is useless."""


class Cluster:
    """The workers of a dask cluster, as ``pool.Workers``."""

    chunk_seconds = 1.0

    def __init__(self, address: str, wait: float = 0.0, player: str | None = None) -> None:
        """Connects to the scheduler and, if a plug-in player is named, sends its module to the workers.

        `address` is that of the scheduler, or the file that it writes. The constructor waits up to ``wait`` seconds for
        the scheduler and a first worker, and later `watch` waits as long for new workers if all are gone. Raises
        WorkerError if the cluster can't be used.
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
        """Connects to the scheduler and returns the client.

        It tries again until the deadline, a time of `time.monotonic`, and then raises WorkerError. An address that
        can't be right raises it at once.
        """
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
        """The workers in words, for the report."""
        return f"{plural(self._workers, 'worker')} of {self._name}"

    def _see(self, threads: Mapping[str, int]) -> None:
        """Notes how many workers the cluster has and how many threads, each of which plays one chunk at a time."""
        self._workers, self.width = len(threads), sum(threads.values())

    def _check_workers(self, deadline: float) -> Mapping[str, int]:
        """Waits for a first worker, and checks the code of all workers.

        Returns how many threads each has. Raises WorkerError if a worker has other code than this program.
        """
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
        except Exception as error:  # If a worker can't load the program, its error arrives as a plain Exception.
            raise WorkerError(f"the workers of {self._name} can't load this program: {clean(str(error), 80)}") from None
        for worker, other in codes.items():
            check_code(f"the worker {clean(worker)}", other, CODE)
        return dict(self._client.nthreads())

    def _send(self, name: str) -> None:
        """Sends the module of a plug-in player to all workers, which load it.

        Workers that join later get it too. Other modules and packages that it imports must already be on the workers.
        """
        module = sys.modules[name.partition(":")[0]]
        try:
            if module.__file__ and module.__spec__ and not module.__spec__.parent:
                self._client.upload_file(module.__file__)
            self._client.run(load_player, name)
        except Exception as error:  # If a worker can't load the player, its error arrives as a plain Exception.
            reason = clean(f"{type(error).__name__}: {error}", 200)
            raise WorkerError(f"the workers of {self._name} can't load {quote(name, 60)}: {reason}") from None

    def executor(self) -> Executor:
        """The executor of the cluster. It is always the same one, because it survives the loss of a worker."""
        self._check_scheduler()
        return self._executor

    def watch(self) -> None:
        """Takes new workers into use, and prints a message when all are gone.

        Raises WorkerError if none joins in time. ``work_all`` calls this about every second.
        """
        self._check_scheduler()
        try:
            threads = self._client.nthreads()
        except (OSError, RuntimeError):  # The scheduler is ending or busy, and the next call will find out which.
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
        """Raises WorkerError if the scheduler is gone."""
        if self._client.status not in ("running", "connecting"):
            raise WorkerError(f"{self._name} is gone")

    def close(self, *, at_once: bool) -> None:
        """Leaves the cluster, which runs on for others.

        Its scheduler forgets unfinished work, so `at_once` makes no difference.
        """
        self._client.close(timeout=_PATIENCE)


def _connect(distributed: Any, address: str) -> Any:
    """Connects to a scheduler, by its address or by the name of its file, and returns the client.

    Raises OSError, ValueError or TypeError if no scheduler answers there.
    """
    if address.endswith(".json") or os.path.isfile(address):
        address = text(parse_json(read_input(address, _LONGEST_FILE), _LONGEST_FILE), "address", _LONGEST_ADDRESS)
    addresses = distributed.comm.addressing
    _check_address(*addresses.parse_address(address))
    # The address is checked here first, because a client that fails to connect complains when it is thrown away.
    resolved = addresses.resolve_address(address)
    scheme = addresses.parse_address(resolved)[0]
    if scheme in ("tcp", "tls"):  # The port is tried first, because a client would go on trying for seconds.
        with socket.create_connection(addresses.get_address_host_port(resolved), _PATIENCE) as link:
            # A scheduler speaks first. With a service that doesn't, a client would wait for ever.
            if scheme == "tcp" and not link.recv(1):
                raise ConnectionError("it closed the connection, as no dask scheduler does")
    client: Any = distributed.Client.__new__(distributed.Client)
    with delay_stops():  # A signal in the middle would leave a client that is only half made.
        try:
            client.__init__(address, timeout=_PATIENCE, set_as_default=False)
        except BaseException as error:
            # Unless it counts as closed, the client tries to close its connection when it is thrown away, and fails.
            client.status = "closed"
            if isinstance(error, OSError) or not isinstance(error, Exception):
                raise
            # If another service answers, the library may raise any kind of error.
            raise ConnectionError(f"it doesn't answer as a dask scheduler ({type(error).__name__})") from None
    return client


def _check_address(scheme: str, place: str) -> None:
    """Raises AddressError if the address has an unknown scheme, or no valid port."""
    if scheme not in _SCHEMES:
        raise AddressError(f"unknown address scheme {quote(scheme)}. Use {_EXAMPLE}")
    _, has_port, port = place.rpartition(":")
    is_port = port.isascii() and port.isdigit() and len(port) <= 5 and 1 <= int(port) <= 65535
    if scheme in ("tcp", "tls") and not has_port:
        raise AddressError(f"{quote(place, 60)} has no port. Use {_EXAMPLE}, or the file that the scheduler wrote")
    if scheme in ("tcp", "tls") and not is_port:
        raise AddressError(f"{quote(port)} isn't a port. Use a number from 1 to 65535, as in {_EXAMPLE}")


def _tell(text: str) -> None:
    """Prints a message. On a terminal it overwrites the progress line, which appears again below it."""
    if sys.stderr.isatty():
        text = f"\r{text:<79}"
    print(text, file=sys.stderr, flush=True)


def _silence() -> None:
    """Keeps messages of the dask library off the terminal.

    Lost work is done again, or an error reports it in a sentence, but the threads of the library log a traceback
    whenever a future is cancelled or a connection ends.
    """
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


def begin_worker() -> str:
    """Prepares a worker for playing. It runs on the worker, and returns the fingerprint of the code there."""
    # The other threads of a worker inspect stacks and memory hundreds of times per second, which would take 5% of the
    # time.
    sys.setswitchinterval(_SWITCH_INTERVAL)
    return CODE


def load_player(name: str) -> None:
    """Loads a plug-in player. It runs on each worker, and raises PlayerError if the player can't be loaded there."""
    find_player(name)
