"""Turns signals that ask the program to end into exceptions, so that finished work is saved first.

Inside ``signals_as_stops``, such a signal raises ``Stopped``. ``delay_stops`` surrounds work that must not be
interrupted, such as writing a file. Ctrl-C is treated in the same way, but stays KeyboardInterrupt, as in any Python
program. Only the main thread is ever interrupted.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

ENDING = [
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGABRT", "SIGXCPU") if hasattr(signal, name)
]
"""The ending signals that this system has.

SIGINT isn't among them, because Python makes it KeyboardInterrupt anyway.
"""


class Stopped(BaseException):
    """Raised when a signal asks the program to end, wherever the program is at that moment.

    It isn't an ``Exception``, so that no handler of errors catches it.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        self.exit_status = 128 + number


class _Hold:
    """Keeps a request to end while it has to wait.

    Blocking the signals instead wouldn't work: another thread would get them, and Python would still run the handler in
    the main thread.
    """

    depth = 0
    """How many blocks of ``delay_stops`` are being run."""
    waiting: BaseException | None = None
    """The first request that came during these blocks, or None."""

    def end(self, by: BaseException) -> None:
        """Called by signal handlers. Raises the request, or keeps it until it may be raised."""
        if not self.depth:
            raise by
        self.waiting = self.waiting or by


_HOLD = _Hold()


def _interrupt(number: int, frame: object) -> None:
    _HOLD.end(KeyboardInterrupt())


@contextmanager
def signals_as_stops() -> Iterator[None]:
    """Raises ``Stopped`` in the block at the first ending signal. Later ones are ignored, because some systems send
    several.

    Save everything before you leave this block. A signal that the parent process ignores stays ignored, because nohup
    relies on it.
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
        # In other threads this raises ValueError, because only the main thread may set handlers.
        with suppress(ValueError):
            before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            # None stands for a handler that Python didn't set and can't set again, such as that of faulthandler for
            # SIGABRT.
            signal.signal(number, signal.SIG_DFL if old is None else old)


@contextmanager
def delay_stops() -> Iterator[None]:
    """Delays ``Stopped`` and Ctrl-C until the end of the block, so that its work isn't left half done.

    This also delays Ctrl-C in scripts that use the library. In threads other than the main one it does nothing, because
    they are never interrupted.
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
        finally:
            # Calls nothing between these lines, because a call would let in a signal that comes meanwhile.
            waiting = None
            if _HOLD.depth == 1:
                waiting, _HOLD.waiting = _HOLD.waiting, None
            _HOLD.depth -= 1
            if waiting is not None:
                raise waiting


def is_end_asked() -> bool:
    """Whether a request to end came during ``delay_stops`` and waits for the end of its block.

    If so, long work should stop.
    """
    return _HOLD.waiting is not None


@contextmanager
def hide_signals(signals: Iterable[int]) -> Iterator[None]:
    """Hides signals from processes and threads that are started in the block. Does nothing on Windows."""
    if sys.platform == "win32":
        yield
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
