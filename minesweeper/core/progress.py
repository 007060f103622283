"""Shows on a terminal how far long work has come."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import IO

from minesweeper.core.signals import ENDING, masked

EVERY = 0.1
"""Seconds between two lines on a terminal: people can't read faster."""
EVERY_ELSEWHERE = 10.0
"""Seconds between two lines where they stay, such as in a log."""
_SOONEST = 1.0
"""Seconds after which a line is shown again although nothing has happened."""


class ProgressLine:
    """Overwrites one line again and again, and clears it at the end.

    It shows on terminals only, unless hours of work want a few lines per minute in a file or a log. Where it can't be
    shown, the work continues without it.
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
        """Keeps showing a text between calls of ``show``, such as when one piece of work takes minutes.

        Another thread makes the text.
        """
        if self._stream is not None:
            with masked([signal.SIGINT, *ENDING]):  # signals are for the thread that works
                threading.Thread(target=self._show_on, args=(make_text,), daemon=True).start()

    def _show_on(self, make_text: Callable[[], str]) -> None:
        while not self._ended.wait(max(_SOONEST, self._shown + self._every - time.monotonic())):
            if self.is_due:
                self.show(make_text())

    def clear(self) -> None:
        """Clears the line before something else is printed."""
        with self._lock:
            if self._line:
                self._write("\r" + " " * len(self._line) + "\r")
                self._line = ""

    @property
    def is_due(self) -> bool:
        """Says whether a text would be shown now, so that it need not be made before."""
        return self._stream is not None and time.monotonic() - self._shown >= self._every

    def show(self, text: str) -> None:
        """Shows a text, as much as fits, and not more often than it can be read."""
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
        except OSError:  # the reader has gone; the work matters more than its audience
            self._stream, self._line = None, ""


def _columns(stream: IO[str]) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
