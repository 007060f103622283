"""Standard streams that are closed, full or gone. Loaded only when one is. Tested in tests/test_cli.py."""

from __future__ import annotations

import os
import sys
from errno import EINVAL

from minesweeper.core.text import cannot_be

UNDONE = 1
"""The exit status when the output could not be written."""


def fill_closed() -> None:
    """Puts a stream in the place of each that the shell has closed; reading or printing then says that it is closed.

    Left open, the place would be taken by the next file that is opened, and printed to.
    """
    for name, mode, way in (("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY)):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, way)
            setattr(sys, name, os.fdopen(descriptor, mode, encoding="utf-8", errors="replace"))


def exit_status(error: OSError) -> int | None:
    """How the program ends whose output the system refuses, after a sentence about it; None if it refuses other things.

    The reader of a pipe that has left is no trouble, and nothing is told to it.
    """
    has_left = reader_has_left(error)
    if not has_left:
        if error.filename is not None or _can_print():
            return None
        print(f"minesweeper: {cannot_be('written', 'the output', error)}", file=sys.stderr)
    # What is not printed yet can't be, and must not be tried again at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0 if has_left else UNDONE


def reader_has_left(error: OSError) -> bool:
    """Whether the reader of a pipe has closed it, for which Windows has only a general error."""
    is_general = sys.platform == "win32" and error.errno == EINVAL and error.filename is None
    return isinstance(error, BrokenPipeError) or is_general


def _can_print() -> bool:
    try:
        print(flush=True)
    except OSError:
        return False
    return True
