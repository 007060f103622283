"""Signals that ask the program to end: as an exception, so that what is done is kept first; or held for a moment."""

from __future__ import annotations

import signal
import sys
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
            raise Stopped(number)

    before = {}
    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            with suppress(ValueError):  # only the main thread may
                before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def held(signals: Iterable[int]) -> Iterator[None]:
    """Lets these signals come afterwards; what is done meanwhile is done whole. Windows knows no such thing."""
    if sys.platform == "win32":
        yield
    else:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
