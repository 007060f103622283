"""The line on a terminal that tells how far long work has come."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import IO

from minesweeper.core.stops import ENDING, masked

EVERY = 0.1
"""Seconds from one line to the next: nobody reads faster."""
EVERY_ELSEWHERE = 10.0
"""The same where lines stay."""
_SOONEST = 1.0
"""Seconds after which a line is shown anew at the earliest where nothing has happened."""


class ProgressLine:
    """A line that is written over again and again and taken away at the end.

    It is shown on a terminal and nowhere else, unless whoever works for hours wants lines one below the other there, a
    few a minute, for a file or a log. Where it can't be shown, the work goes on without it.
    """

    def __init__(self, stream: IO[str], *, elsewhere: bool = False) -> None:
        self._is_terminal = stream.isatty()
        self._stream = stream if self._is_terminal or elsewhere else None
        self._every = EVERY if self._is_terminal else EVERY_ELSEWHERE
        self._shown = time.monotonic()
        self._line = ""
        self._lock = threading.RLock()
        self._ended = threading.Event()

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self.clear()

    def keep_showing(self, make_text: Callable[[], str]) -> None:
        """From now on a text is shown also while nobody calls ``show``, as when one piece of the work takes minutes.

        It is made in another thread.
        """
        if self._stream is not None:
            with masked([signal.SIGINT, *ENDING]):  # the signals are for the thread that works
                threading.Thread(target=self._show_on, args=(make_text,), daemon=True).start()

    def _show_on(self, make_text: Callable[[], str]) -> None:
        while not self._ended.wait(max(_SOONEST, self._shown + self._every - time.monotonic())):
            if self.is_due:
                self.show(make_text())

    def clear(self) -> None:
        """Takes it away, before something else is printed."""
        with self._lock:
            if self._line:
                self._write("\r" + " " * len(self._line) + "\r")
                self._line = ""

    @property
    def is_due(self) -> bool:
        """Whether a text would be shown now; one that takes time to make need not be made before."""
        return self._stream is not None and time.monotonic() - self._shown >= self._every

    def show(self, text: str) -> None:
        """Shows a text, as much as fits; not more often than can be read."""
        with self._lock:
            if self._stream is None or self._ended.is_set() or not self.is_due:
                return
            self._shown = time.monotonic()
            if self._is_terminal:
                before, self._line = self._line, text[: _columns(self._stream) - 1]
                self._write(f"\r{self._line.ljust(len(before))}")
            else:
                self._write(f"{text}\n")

    def _write(self, text: str) -> None:
        assert self._stream is not None
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:  # its reader has gone: the work matters, not who watches it
            self._stream, self._line = None, ""


def _columns(stream: IO[str]) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
