"""Locks files between programs. The system itself unlocks a file when its program ends, however it ends."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from minesweeper.core.signals import is_end_asked
from minesweeper.core.text import system_reason

_TRY_SECONDS = 0.02
"""The seconds between two attempts to take a lock that another program has."""


@contextlib.contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """Holds a lock, after waiting for it up to ``seconds``. OSError names the file and the reason."""
    until = time.monotonic() + seconds
    while True:
        try:
            lock = take_lock(path)
            break
        except BlockingIOError:
            if time.monotonic() >= until or is_end_asked():
                raise OSError(f"another program holds {path.name}") from None
            time.sleep(_TRY_SECONDS)
        except OSError as error:
            raise OSError(f"{path.name} can't be locked: {system_reason(error)}") from None
    try:
        yield
    finally:
        os.close(lock)


def take_lock(path: Path) -> int:
    """Locks a file, created if missing, until the returned descriptor is closed or the program ends.

    Raises BlockingIOError if another program has the lock. The content doesn't matter, and links are refused.
    """
    if os.path.islink(path):
        raise OSError("it is a symbolic link")
    lock = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        if sys.platform == "win32":
            import msvcrt

            try:
                msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
            except OSError:  # the one documented failure; Wine gives it no number
                raise BlockingIOError from None
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(lock)
        raise
    return lock
