"""What is written for the player: a file is there whole or not at all, and takes the place of no other unasked."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from minesweeper.core.text import LONGEST_NAME, quote, system_reason


class OutputError(ValueError):
    """A file that can't be written, with the reason."""

    def __init__(self, path: str | Path, reason: str) -> None:
        super().__init__(f"{quote(str(path), LONGEST_NAME)} can't be written: {reason}")
        self.reason = reason


def check_free(path: str | Path, *, force: bool = False) -> None:
    """Raises OutputError where a file may not be written: over another one unasked, and never over what is no file."""
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:  # a null character is refused with the latter
        raise OutputError(path, system_reason(error)) from None
    if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
        raise OutputError(path, "it is no regular file")
    if not force:
        raise OutputError(path, "it is there already, and only --force replaces it")


@contextlib.contextmanager
def new_file(path: str | Path, *, force: bool = False) -> Iterator[TextIO]:
    """A text that is written aside and put in its place at the end, down to the disk; else nothing is left of it.

    With ``force`` it replaces a file; of a link it replaces the link, and never what that leads to.
    """
    check_free(path, force=force)
    target = Path(path)
    # A part of its name, because one that is as long as names may be has no room for more.
    aside = target.with_name(f".{target.name[:20]}.{os.urandom(4).hex()}.tmp")
    try:
        with aside.open("x", encoding="utf-8", newline="\n") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        _put_in_place(aside, target, force=force)
    except OSError as error:
        if isinstance(error, FileExistsError):
            check_free(path)  # somebody else was faster
        raise OutputError(path, system_reason(error)) from None
    finally:
        with contextlib.suppress(OSError):
            aside.unlink()


def _put_in_place(aside: Path, target: Path, *, force: bool) -> None:
    if not force:
        try:
            os.link(aside, target)  # the one way that never replaces a file which has come up meanwhile
        except FileExistsError:
            raise
        except OSError:  # not every file system has links
            check_free(target)
        else:
            return
    elif target.is_file() and not target.is_symlink():
        aside.chmod(stat.S_IMODE(target.stat().st_mode))  # who may read it stays as it was
    aside.replace(target)
