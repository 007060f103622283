"""Turns signals that ask the program to end into exceptions, so that finished work is saved first."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

ENDING = [
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGABRT", "SIGXCPU") if hasattr(signal, name)
]
"""The ending signals that this system has. SIGINT is an exception already, KeyboardInterrupt."""


class Stopped(BaseException):
    """Asks the program to end, because of a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        self.exit_status = 128 + number


class _Hold:
    """Holds requests to end the program while they have to wait.

    A signal mask would not do: another thread would take the signal, and Python's handler runs in the main thread
    anyway.
    """

    depth = 0
    waiting: BaseException | None = None

    def end(self, by: BaseException) -> None:
        """Raises the request, or keeps it until it may be raised."""
        if not self.depth:
            raise by
        self.waiting = self.waiting or by


_HOLD = _Hold()


def _interrupt(number: int, frame: object) -> None:
    _HOLD.end(KeyboardInterrupt())


@contextmanager
def signals_as_stops() -> Iterator[None]:
    """Raises Stopped at the first ending signal, and ignores later ones: some systems send several.

    Save everything before leaving this context. A signal that the parent process set to be ignored stays ignored, as
    nohup wants.
    """
    stopped = False

    def stop(number: int, frame: object) -> None:
        nonlocal stopped
        if not stopped:
            stopped = True
            _HOLD.end(Stopped(number))

    before = {}
    handlers = {number: stop for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN}
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        handlers[signal.SIGINT] = _interrupt
    for number, handler in handlers.items():
        with suppress(ValueError):  # only the main thread may
            before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            # None stands for a handler that Python didn't set and can't set again, such as faulthandler's for SIGABRT.
            signal.signal(number, signal.SIG_DFL if old is None else old)


@contextmanager
def delay_stops() -> Iterator[None]:
    """Delays Stopped and Ctrl-C until the end of the block, so that its work is done whole.

    This includes Ctrl-C in scripts that use the library. Threads other than the main one are never interrupted and
    delay nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    is_python_own = before is signal.default_int_handler
    _HOLD.depth += 1
    try:
        if is_python_own:
            signal.signal(signal.SIGINT, _interrupt)
        yield
    finally:
        try:
            if is_python_own:
                signal.signal(signal.SIGINT, before)
        finally:  # no call is between these: it would let in a signal that comes meanwhile
            waiting = None
            if _HOLD.depth == 1:
                waiting, _HOLD.waiting = _HOLD.waiting, None
            _HOLD.depth -= 1
            if waiting is not None:
                raise waiting


def is_end_asked() -> bool:
    """Says whether a request to end waits for the end of the block. Long work should stop then."""
    return _HOLD.waiting is not None


@contextmanager
def hide_signals(signals: Iterable[int]) -> Iterator[None]:
    """Hides signals from processes that are started meanwhile. Does nothing on Windows."""
    if sys.platform == "win32":
        yield
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
