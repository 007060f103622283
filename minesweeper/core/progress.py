"""Shows how far long work has come, for commands that take more than a moment.

The text is shown on standard error, so it never mixes with the output of a command.
"""

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
"""How many seconds pass between two texts on a terminal, because people can't read faster."""
EVERY_ELSEWHERE = 10.0
"""How many seconds pass between two lines where they stay, such as in a log."""


@contextmanager
def progress_line(make_text: Callable[[], str], *, elsewhere: bool = False) -> Iterator[None]:
    """Shows a text about the work of the block on standard error, again and again, and clears it at the end.

    Another thread calls ``make_text`` and shows the result, so the work itself has nothing to report. Nothing is shown
    in a file or log, unless the work takes hours and asks for a line every ten seconds with ``elsewhere``. If the text
    can't be shown, the work goes on without it.
    """
    stream = sys.stderr
    if not (stream.isatty() or elsewhere):
        yield
        return
    ended = threading.Event()
    thread = threading.Thread(target=_show_until, args=(ended, stream, make_text), daemon=True)
    # Leaves signals to the thread that works.
    with hide_signals([signal.SIGINT, *ENDING]):
        thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def with_seconds(text: str) -> Callable[[], str]:
    """Makes a progress text from the time that has passed, such as ``Reading...

    3 s``. This is for work that can't be counted.
    """
    began = time.monotonic()
    return lambda: f"{text} {time.monotonic() - began:.0f} s"


def _show_until(ended: threading.Event, stream: IO[str], make_text: Callable[[], str]) -> None:
    try:
        if stream.isatty():
            _overwrite_until(ended, stream, make_text)
        else:
            while not ended.wait(EVERY_ELSEWHERE):
                print(make_text(), file=stream, flush=True)
    except OSError:
        # Nobody reads the progress any more, such as after a closed pipe. The work itself must go on.
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
