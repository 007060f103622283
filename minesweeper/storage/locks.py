"""Locks between programs: an open file that the system itself unlocks when its program ends, however it ends."""

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
"""So long it waits before it tries again to take a lock that another program has."""


@contextlib.contextmanager
def locked(path: Path, seconds: float) -> Iterator[None]:
    """Holds a lock, for which it waits so many seconds; OSError names the file and says why there is none."""
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
    """Locks a file, made if there is none, until the result is closed or the program ends, however it ends.

    BlockingIOError means that another program has it. What is in the file does not matter, and it is no link.
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
