"""Signals that ask the program to end: as an exception, so that what is done is kept first; held, or not seen."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

ENDING = [
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGABRT", "SIGXCPU") if hasattr(signal, name)
]
"""Those of them that there are here; SIGINT is an exception already, KeyboardInterrupt."""


class Stopped(BaseException):
    """A signal that asks the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        self.exit_status = 128 + number


class _Hold:
    """Whether what asks the program to end has to wait, and what waits.

    A mask of signals would not do: where there are other threads, one of them takes the signal, and Python's handler
    runs in the main thread all the same.
    """

    depth = 0
    waiting: BaseException | None = None

    def end(self, by: BaseException) -> None:
        """Raises it, or keeps it until it may be raised."""
        if not self.depth:
            raise by
        self.waiting = self.waiting or by


_HOLD = _Hold()


def _interrupt(number: int, frame: object) -> None:
    _HOLD.end(KeyboardInterrupt())


@contextmanager
def signals_as_stops() -> Iterator[None]:
    """Raises Stopped at the first of these signals, and takes no notice of later ones: some systems send several.

    What is to be kept has to be kept before this is left. A signal that whoever started us has set to be ignored stays
    ignored, as nohup wants.
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
            signal.signal(number, old)


@contextmanager
def held() -> Iterator[None]:
    """Lets Stopped and Ctrl-C come afterwards; what is done meanwhile is done whole.

    Ctrl-C also in a script that uses the library, where nothing but Python itself has dealt with it. Other threads than
    the main one are never interrupted, and hold nothing up.
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
        finally:  # no call is between these: one of them would let in what comes meanwhile
            waiting = None
            if _HOLD.depth == 1:
                waiting, _HOLD.waiting = _HOLD.waiting, None
            _HOLD.depth -= 1
            if waiting is not None:
                raise waiting


def is_end_asked() -> bool:
    """Whether something waits for the end of what is held: long work had better stop."""
    return _HOLD.waiting is not None


@contextmanager
def masked(signals: Iterable[int]) -> Iterator[None]:
    """Processes that are started meanwhile never see these signals. Windows knows no such thing."""
    if sys.platform == "win32":
        yield
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
