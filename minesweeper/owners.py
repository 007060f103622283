"""Tells the running programs apart: each holds a lock on a file of its own, which the system drops when it ends.

A lock is surer than a process number, which is used again and means something else in a container. SQLite takes the
lock because it can do so on every system.
"""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite3 import Connection

NOBODY = ""
_TOKEN = re.compile(r"[0-9a-f]{16}")


class Owner:
    """This program, from its first saved game to its end."""

    def __init__(self, folder: Path) -> None:
        token = os.urandom(8).hex()
        self._path = _lock_file(folder, token)
        self._lock = _take_lock(self._path)
        self.token = NOBODY if self._lock is None else token
        """What stands for this program; nobody where the file system has no locks."""

    def leave(self) -> None:
        """Gives the lock back at the end of the program."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        with contextlib.suppress(OSError):
            self._path.unlink()


def is_gone(folder: Path, token: str) -> bool:
    """Whether the program of a token, which may be any text, has ended. It must be another one than this."""
    if not _TOKEN.fullmatch(token):
        return True
    path = _lock_file(folder, token)
    if not os.path.lexists(path):
        return True
    lock = _take_lock(path)
    if lock is None:
        return False
    lock.close()
    with contextlib.suppress(OSError):
        path.unlink()
    return True


def _lock_file(folder: Path, token: str) -> Path:
    return folder / f"running-{token}.lock"


def _take_lock(path: Path) -> Connection | None:
    """A connection that holds the lock as long as it is open; None when another has it or there can be none."""
    import sqlite3

    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        lock = sqlite3.connect(path, timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error):
        return None
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        lock.close()
        return None
    return lock
