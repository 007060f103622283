"""Finds the folders of the player's files, and changes files completely or not at all.

Settings are in one folder and games in another, as the system prescribes. The folders are plain texts, because pathlib
would take longer to load than everything else before the first frame.
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
"""The age in seconds of a temporary file whose program was killed: writing takes milliseconds."""
_AT_ONCE = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_NONBLOCK", "O_NOCTTY"))
"""Opens a file for reading. A pipe isn't waited for, and a terminal doesn't become the program's own."""


def config_folder(environ: Mapping[str, str], platform: str = sys.platform) -> str | None:
    """Returns the folder of the player's settings; None without a home folder."""
    return _folder(environ, platform, "XDG_CONFIG_HOME", ".config")


def data_folder(environ: Mapping[str, str], platform: str = sys.platform) -> str | None:
    """Returns the folder of the player's games; None without a home folder."""
    return _folder(environ, platform, "XDG_DATA_HOME", ".local/share")


def _folder(environ: Mapping[str, str], platform: str, variable: str, below_home: str) -> str | None:
    home, is_absolute = "HOME", posixpath.isabs
    if platform == "win32":
        variable, home, below_home, is_absolute = "LOCALAPPDATA", "USERPROFILE", "AppData/Local", ntpath.isabs
    elif platform == "darwin":
        below_home = "Library/Application Support"
    for name, below in ((variable, ()), (home, below_home.split("/"))):
        base = environ.get(name, "")
        if is_absolute(base) and "\0" not in base:  # a relative path would mean another folder in each place
            return os.path.join(base, *below, NAME)
    return None


def make_private(folder: Path) -> None:
    """Creates a folder that only its owner can enter. An existing folder keeps its rights."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def check_regular(path: str | Path | int, name: str = "it") -> None:
    """Raises OSError unless a path or an open descriptor is a regular file.

    Reading a pipe may never end, and replacing a device would ruin it.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(f"{name} isn't a regular file")


def open_regular(path: str | Path, name: str = "it") -> BinaryIO:
    """Opens a file that was found in one of the player's folders, for reading. Raises OSError for any other kind of
    file, without waiting for it.

    Every file that the program looks for by itself is opened here: themes, settings and their copies, the game database
    and its backups. A file that the player names on the command line may be a pipe (see ``core.files.open_input``).
    """
    check_regular(path, name)  # first, because opening a device may already start something
    descriptor = os.open(path, _AT_ONCE)
    try:
        check_regular(descriptor, name)  # another program may have put a pipe in its place meanwhile
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def replace_file(path: Path, content: bytes) -> None:
    """Replaces a file in one step. After an OSError, nothing has changed."""
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
    """Removes unfinished copies of a file that killed programs left behind, if they are older than some seconds."""
    pattern = re.compile(rf"{re.escape(path.name)}\.new-[0-9a-f]{{8}}(?:-\w+)?")
    with contextlib.suppress(OSError), os.scandir(path.parent) as entries:
        for entry in entries:
            if pattern.fullmatch(entry.name) and now_ms() / 1000 - entry.stat().st_mtime >= age:
                with contextlib.suppress(OSError):  # the next file may still be removed
                    os.unlink(entry.path)


def unfinished(path: Path) -> Path:
    """Returns a name next to a file for a copy that isn't finished yet."""
    return path.with_name(f"{path.name}.new-{os.urandom(4).hex()}")


def make_file(path: Path, content: bytes) -> None:
    """Writes a new file to disk, for its owner alone. Raises FileExistsError for an existing file."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        stream.write(content)
        stream.flush()
        # Without this, the new name can reach the disk before the content does.
        os.fsync(stream.fileno())


def sync_folder(folder: Path) -> None:
    """Makes the names in a folder survive a power failure, if the system supports it."""
    if os.name == "posix":
        with contextlib.suppress(OSError):  # some file systems refuse, and the content is safe already
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def time_stamp(seconds: float | None = None) -> str:
    """Writes a time, by default the current one, as it stands in names of files, such as ``20261116-091233``."""
    return time.strftime("%Y%m%d-%H%M%S", time.localtime(seconds))


def free_name(path: Path, why: str) -> Path:
    """Returns an unused name next to a file, such as ``games.db.damaged-20261116-091233``."""
    first = path.with_name(f"{path.name}.{why}-{time_stamp()}")
    candidate, number = first, 1
    while os.path.lexists(candidate):
        number += 1
        candidate = first.with_name(f"{first.name}-{number}")
    return candidate


def keep_under(path: Path, new: Path) -> None:
    """Gives a file a second name that stays when the first one is replaced."""
    try:
        os.link(path, new)
    except OSError:  # not every file system has links; then the first name is unused for a moment
        path.rename(new)


def take_lock(path: Path) -> int:
    """Locks a file, created if missing, until the returned descriptor is closed or the program ends.

    Raises BlockingIOError if another program has the lock. The content doesn't matter, and links are refused.
    """
    if os.path.islink(path):
        raise OSError("it is a symbolic link")
    lock = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        if sys.platform == "win32":
            try:
                msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
            except OSError:  # the one documented failure; Wine gives it no number
                raise BlockingIOError from None
        else:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(lock)
        raise
    return lock
