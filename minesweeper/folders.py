"""Where the player's own files live: settings in one folder, games in another, as the system's custom has it.

It only names folders and makes them; what lies in them is known to others.
"""

from __future__ import annotations

import ntpath
import os
import posixpath
import sys
from collections.abc import Mapping
from pathlib import Path

NAME = "minesweeper"
_WINDOWS = "win32"
_MAC = "darwin"


def config_folder(environ: Mapping[str, str], platform: str = sys.platform) -> Path | None:
    """The folder of the player's settings, or None when no home can be found."""
    return _folder(environ, platform, "XDG_CONFIG_HOME", ".config")


def data_folder(environ: Mapping[str, str], platform: str = sys.platform) -> Path | None:
    """The folder of the player's games, or None when no home can be found."""
    return _folder(environ, platform, "XDG_DATA_HOME", ".local/share")


def make_private(folder: Path) -> None:
    """Makes a folder that only its owner can enter, with those above it; one that exists keeps its rights."""
    missing = []
    while not folder.is_dir():
        missing.append(folder)
        if folder == folder.parent:
            break
        folder = folder.parent
    for path in reversed(missing):
        try:
            path.mkdir(mode=0o700)
        except FileExistsError:  # another program was faster, or a file is in the way
            if not path.is_dir():
                raise


def _folder(environ: Mapping[str, str], platform: str, variable: str, below_home: str) -> Path | None:
    if platform == _WINDOWS:
        base = _absolute(environ.get("LOCALAPPDATA"), platform)
        home, below_home = environ.get("USERPROFILE"), "AppData/Local"
    else:
        # A relative value is not allowed by the XDG rules; it would mean another folder in each place.
        base = _absolute(environ.get(variable), platform)
        home, below_home = environ.get("HOME"), "Library/Application Support" if platform == _MAC else below_home
    if base is None:
        home = _absolute(home, platform)
        base = None if home is None else os.path.join(home, *below_home.split("/"))
    return None if base is None else Path(base) / NAME


def _absolute(text: str | None, platform: str) -> str | None:
    """The text if it names an absolute path that can exist, else None."""
    paths = ntpath if platform == _WINDOWS else posixpath
    return text if text and "\0" not in text and paths.isabs(text) else None
