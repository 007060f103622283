"""The folders in which the player's files are, and safe ways to read, replace and lock these files.

A file is replaced as a whole or stays as it was, so that a crash or a full disk never leaves half of it. Files that the
program finds by itself are opened only if they are regular files, because a pipe in their place would block the
program. The folders are strings, because loading pathlib takes longer than everything else before the first frame.
``settings`` and ``database_file`` use this module for what they keep.
"""

from __future__ import annotations

import contextlib
import ntpath
import os
import posixpath
import re
import stat
import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, BinaryIO

from minesweeper.core.late import LateModule
from minesweeper.core.times import now_ms

if TYPE_CHECKING:
    import fcntl
    import msvcrt
    from pathlib import Path
else:
    fcntl = LateModule("fcntl")
    msvcrt = LateModule("msvcrt")

NAME = "minesweeper"
_STALE_SECONDS = 60
"""The age in seconds from which an unfinished copy of a file is deleted. Writing takes milliseconds, so the program
that wrote an older copy must have been killed."""
_AT_ONCE = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_NONBLOCK", "O_NOCTTY"))
"""Flags that open a file for reading without waiting for the other end of a pipe, and without making a terminal the
controlling terminal of the program."""


def config_folder(environ: Mapping[str, str], platform: str = sys.platform) -> str | None:
    """The folder for the player's settings, such as ``/home/ada/.config/minesweeper`` on Linux.

    It lies below ``XDG_CONFIG_HOME`` if that is set, otherwise in the home folder below ``.config`` on Linux and below
    ``Library/Application Support`` on macOS. On Windows it lies below ``LOCALAPPDATA``. It may not exist yet. Returns
    None if the environment names no absolute folder for it.
    """
    return _folder(environ, platform, "XDG_CONFIG_HOME", ".config")


def data_folder(environ: Mapping[str, str], platform: str = sys.platform) -> str | None:
    """The folder for the player's games, such as ``/home/ada/.local/share/minesweeper`` on Linux.

    It lies below ``XDG_DATA_HOME`` if that is set, otherwise in the home folder below ``.local/share`` on Linux and
    below ``Library/Application Support`` on macOS. On Windows it lies below ``LOCALAPPDATA``. It may not exist yet.
    Returns None if the environment names no absolute folder for it.
    """
    return _folder(environ, platform, "XDG_DATA_HOME", ".local/share")


def _folder(environ: Mapping[str, str], platform: str, variable: str, below_home: str) -> str | None:
    home, is_absolute = "HOME", posixpath.isabs
    if platform == "win32":
        variable, home, below_home, is_absolute = "LOCALAPPDATA", "USERPROFILE", "AppData/Local", ntpath.isabs
    elif platform == "darwin":
        below_home = "Library/Application Support"
    for name, below in ((variable, ()), (home, below_home.split("/"))):
        base = environ.get(name, "")
        # A relative path would be another folder whenever the program starts somewhere else.
        if is_absolute(base) and "\0" not in base:
            return os.path.join(base, *below, NAME)
    return None


def make_private(folder: Path) -> None:
    """Creates a folder that only its owner can enter, with all folders above it.

    If the folder exists already, its access rights stay as they are.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def check_regular(path: str | Path | int, name: str = "it") -> None:
    """Raises OSError unless a path or an open descriptor is a regular file.

    Reading a pipe might never end, and replacing a device would ruin it. ``name`` is what the error message calls the
    file.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(f"{name} isn't a regular file")


def open_regular(path: str | Path, name: str = "it") -> BinaryIO:
    """Opens a file for reading. Raises OSError at once, without waiting, if it isn't a regular file.

    This is for files that the program looks for by itself: themes, settings, the game database and their copies. A file
    that the player names on the command line may be a pipe, so ``core.files.open_input`` opens that. ``name`` is what
    the error message calls the file.
    """
    check_regular(path, name)  # Check before opening, because merely opening a device can make it do something.
    descriptor = os.open(path, _AT_ONCE)
    try:
        # Check again, because another program may have replaced the file by a pipe meanwhile.
        check_regular(descriptor, name)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


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
            # so the type alone has to say it.
            except OSError:
                raise BlockingIOError from None
        else:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(lock)
        raise
    return lock
