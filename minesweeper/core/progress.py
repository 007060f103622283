"""The line on a terminal that tells how far long work has come."""

from __future__ import annotations

import os
import time
from typing import IO

EVERY = 0.1
"""Seconds from one line to the next: nobody reads faster."""


class ProgressLine:
    """A line that is written over again and again and taken away at the end; shown on a terminal and nowhere else."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream if stream.isatty() else None
        self._shown = time.monotonic()
        self._line = ""

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Takes it away, before something else is printed."""
        if self._line:
            self._write(" " * len(self._line) + "\r")
            self._line = ""

    @property
    def is_due(self) -> bool:
        """Whether a text would be shown now; one that takes time to make need not be made before."""
        return self._stream is not None and time.monotonic() - self._shown >= EVERY

    def show(self, text: str) -> None:
        """Shows a text, as much as fits; not more often than can be read."""
        if self._stream is not None and self.is_due:
            before, self._line = self._line, text[: _columns(self._stream) - 1]
            self._shown = time.monotonic()
            self._write(self._line.ljust(len(before)))

    def _write(self, text: str) -> None:
        assert self._stream is not None
        self._stream.write(f"\r{text}")
        self._stream.flush()


def _columns(stream: IO[str]) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
