"""Safe ways to replace, copy and lock the player's files.

A file is replaced as a whole or stays as it was, so that a crash or a full disk never leaves half of it.
``settings_writing`` and ``database_file`` use this module for what they keep.
Tested in tests/storage/test_paths.py, tests/storage/test_settings_writing.py and tests/storage/test_database_file.py.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
import time
from typing import TYPE_CHECKING

from minesweeper.core.late import LateModule
from minesweeper.core.times import now_ms
from minesweeper.storage.paths import check_regular

if TYPE_CHECKING:
    import fcntl
    import msvcrt
    from pathlib import Path
else:
    fcntl = LateModule("fcntl")
    msvcrt = LateModule("msvcrt")

_STALE_SECONDS = 60
"""The age in seconds from which an unfinished copy of a file is deleted. Writing takes milliseconds, so the program
that wrote an older copy must have been killed."""


def make_private(folder: Path) -> None:
    """Creates a folder that only its owner can enter, with all folders above it.

    If the folder exists already, its access rights stay as they are.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def replace_file(path: Path, content: bytes) -> None:
    """Writes a file so that other programs see either the old content or the new one, never a part.

    Keeps the access rights of the old file; a new file can be read by its owner only. Raises OSError if the file can't
    be written or isn't a regular file, and then the old content is untouched.
    """
    remove_leftovers(path, _STALE_SECONDS)
    try:
        check_regular(path)
        mode = stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mode = 0o600
    temporary = unfinished(path)
    try:
        make_file(temporary, content)
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def remove_leftovers(path: Path, age: float = 0.0) -> None:
    """Deletes unfinished copies of a file that were left by programs which were killed while they wrote it.

    Only copies that are at least ``age`` seconds old are deleted, because a younger one may still be in use. Errors are
    ignored.
    """
    pattern = re.compile(rf"{re.escape(path.name)}\.new-[0-9a-f]{{8}}(?:-\w+)?")
    with contextlib.suppress(OSError), os.scandir(path.parent) as entries:
        for entry in entries:
            if pattern.fullmatch(entry.name) and now_ms() / 1000 - entry.stat().st_mtime >= age:
                with contextlib.suppress(OSError):  # Even if one file can't be deleted, the next one perhaps can.
                    os.unlink(entry.path)


def unfinished(path: Path) -> Path:
    """A random path next to a file, such as ``games.db.new-5e1c09af``, for a version that isn't complete yet."""
    return path.with_name(f"{path.name}.new-{os.urandom(4).hex()}")


def make_file(path: Path, content: bytes) -> None:
    """Creates a file that only its owner can read, and waits until its content is on disk.

    Raises FileExistsError if the path is taken.
    """
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        stream.write(content)
        stream.flush()
        # Without this, the name of the file could reach the disk before its content. After a power failure, the file
        # would then be empty.
        os.fsync(stream.fileno())


def sync_folder(folder: Path) -> None:
    """Waits until the names in a folder are on disk, so that a file that was just renamed survives a power failure.

    Does nothing on Windows, and ignores errors.
    """
    if os.name == "posix":
        with contextlib.suppress(OSError):  # Some file systems refuse, but the content of the files is on disk already.
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def time_stamp(seconds: float | None = None) -> str:
    """The local time in the form used in file names, such as ``20261116-091233``.

    ``seconds`` counts from 1970. Without it, the current time is used.
    """
    return time.strftime("%Y%m%d-%H%M%S", time.localtime(seconds))


def free_name(path: Path, why: str) -> Path:
    """An unused path next to a file, such as ``games.db.damaged-20261116-091233``.

    ``why`` is the word after the name of the file. If the path is taken, a number from 2 on is added.
    """
    first = path.with_name(f"{path.name}.{why}-{time_stamp()}")
    candidate, number = first, 1
    while os.path.lexists(candidate):
        number += 1
        candidate = first.with_name(f"{first.name}-{number}")
    return candidate


def keep_under(path: Path, new: Path) -> None:
    """Gives a file the second name ``new``, so that its content stays when the file is replaced afterwards."""
    try:
        os.link(path, new)
    # Some file systems have no links. There the file is renamed, so its first name is missing until the caller replaces
    # it.
    except OSError:
        path.rename(new)


def take_lock(path: Path) -> int:
    """Locks a file until the returned descriptor is closed or the program ends. Creates the file if it is missing.

    Raises BlockingIOError if another program has the lock, and another OSError if the file can't be locked. A symbolic
    link is refused, because the file that it leads to might belong to somebody else. Nothing is written to the file.
    """
    if os.path.islink(path):
        raise OSError("it is a symbolic link")
    lock = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        if sys.platform == "win32":
            try:
                msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
            # Python documents that locking() fails only if the file is locked. Wine raises this error without a number,
            # so the program relies on the type of the error.
            except OSError:
                raise BlockingIOError from None
        else:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(lock)
        raise
    return lock
