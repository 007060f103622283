"""The folders in which the player's files are, and a safe way to open these files.

Files that the program finds by itself are opened only if they are regular files, because a pipe in their place would
block the program. The folders are strings, because loading pathlib takes longer than everything else before the first
frame. ``file_changes`` replaces and locks the files.
"""

from __future__ import annotations

import ntpath
import os
import posixpath
import stat
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from pathlib import Path

NAME = "minesweeper"
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
