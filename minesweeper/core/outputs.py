"""Writes files for the player: whole or not at all, and never over another file unasked."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from minesweeper.core.text import LONGEST_NAME, quote, system_reason


class OutputError(ValueError):
    """Reports a file that can't be written."""

    def __init__(self, path: str | Path, reason: str) -> None:
        super().__init__(f"{quote(str(path), LONGEST_NAME)} can't be written: {reason}")
        self.reason = reason


def check_free(path: str | Path, *, force: bool = False) -> None:
    """Raises OutputError where a file may not be written: over another one unasked, or over something that isn't a
    file.
    """
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:  # a null character raises ValueError
        raise OutputError(path, system_reason(error)) from None
    if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
        raise OutputError(path, "it is no regular file")
    if not force:
        raise OutputError(path, "it is there already, and only --force replaces it")


@contextlib.contextmanager
def new_file(path: str | Path, *, force: bool = False) -> Iterator[TextIO]:
    """Writes a text next to its target and puts it in place at the end. After an error, nothing is left of it.

    With ``force``, it replaces a file. It replaces a link itself, never the target of the link.
    """
    check_free(path, force=force)
    target = Path(path)
    # Only a part of its name, because a name of the greatest length has no room for more.
    aside = target.with_name(f".{target.name[:20]}.{os.urandom(4).hex()}.tmp")
    try:
        with aside.open("x", encoding="utf-8", newline="\n") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        _put_in_place(aside, target, force=force)
    except OSError as error:
        if isinstance(error, FileExistsError):
            check_free(path)  # another program was faster
        raise OutputError(path, system_reason(error)) from None
    finally:
        with contextlib.suppress(OSError):
            aside.unlink()


def _put_in_place(aside: Path, target: Path, *, force: bool) -> None:
    if not force:
        try:
            os.link(aside, target)  # the only way that never replaces a file that has appeared meanwhile
        except FileExistsError:
            raise
        except OSError:  # not every file system has hard links
            check_free(target)
        else:
            return
    elif target.is_file() and not target.is_symlink():
        aside.chmod(stat.S_IMODE(target.stat().st_mode))  # keeps who may read it
    aside.replace(target)
