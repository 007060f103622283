"""Shows on a terminal how far long work has come."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO

from minesweeper.core.signals import ENDING, hide_signals

EVERY = 0.1
"""Seconds between two lines on a terminal: people can't read faster."""
EVERY_ELSEWHERE = 10.0
"""Seconds between two lines where they stay, such as in a log."""


@contextmanager
def progress_line(make_text: Callable[[], str], *, elsewhere: bool = False) -> Iterator[None]:
    """Shows a text about the work of the block on standard error, again and again, and clears it at the end.

    Another thread makes and shows the text, so that the work itself has nothing to report. It shows on terminals only,
    unless hours of work want a few lines per minute ``elsewhere``, in a file or a log. Where it can't be shown, the
    work continues without it.
    """
    stream = sys.stderr
    if not (stream.isatty() or elsewhere):
        yield
        return
    ended = threading.Event()
    thread = threading.Thread(target=_show_until, args=(ended, stream, make_text), daemon=True)
    with hide_signals([signal.SIGINT, *ENDING]):  # signals are for the thread that works
        thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def with_seconds(text: str) -> Callable[[], str]:
    """Makes a progress text of the passed time, for work that can't be counted, such as ``Reading... 3 s``."""
    began = time.monotonic()
    return lambda: f"{text} {time.monotonic() - began:.0f} s"


def _show_until(ended: threading.Event, stream: IO[str], make_text: Callable[[], str]) -> None:
    try:
        if stream.isatty():
            _overwrite_until(ended, stream, make_text)
        else:
            while not ended.wait(EVERY_ELSEWHERE):
                print(make_text(), file=stream, flush=True)
    except OSError:  # the reader has gone; the work matters more than its audience
        pass


def _overwrite_until(ended: threading.Event, stream: IO[str], make_text: Callable[[], str]) -> None:
    shown = ""
    while not ended.wait(EVERY):
        before, shown = shown, make_text()[: _columns(stream) - 1]
        print(f"\r{shown:<{len(before)}}", end="", file=stream, flush=True)
    if shown:
        print(f"\r{'':{len(shown)}}\r", end="", file=stream, flush=True)


def _columns(stream: IO[str]) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
