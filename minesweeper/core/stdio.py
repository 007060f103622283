"""Handles standard streams that are closed, full or gone. Loaded only when needed. Tested in tests/test_cli.py."""

from __future__ import annotations

import os
import sys
from errno import EINVAL

from minesweeper.core.text import cannot_be

UNDONE = 1
"""The exit status when the output could not be written."""


def fill_closed() -> None:
    """Replaces each stream that the shell has closed. Reading or printing then reports that it is closed.

    Otherwise the next file that is opened would take its place, and be printed to.
    """
    for name, mode, way in (("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY)):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, way)
            setattr(sys, name, os.fdopen(descriptor, mode, encoding="utf-8", errors="replace"))


def exit_status(error: OSError) -> int | None:
    """Returns the exit status after the system refused the output, and explains it. None for other refusals.

    A reader that leaves a pipe isn't an error, and nothing is printed.
    """
    has_left = reader_has_left(error)
    if not has_left:
        if error.filename is not None or _can_print():
            return None
        print(f"minesweeper: {cannot_be('written', 'the output', error)}", file=sys.stderr)
    # Unprinted output can't be printed, and must not be tried again at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0 if has_left else UNDONE


def reader_has_left(error: OSError) -> bool:
    """Says whether the reader of a pipe has closed it. Windows has only a general error for that."""
    is_general = sys.platform == "win32" and error.errno == EINVAL and error.filename is None
    return isinstance(error, BrokenPipeError) or is_general


def _can_print() -> bool:
    try:
        print(flush=True)
    except OSError:
        return False
    return True
