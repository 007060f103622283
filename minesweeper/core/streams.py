"""Handles standard streams that are closed, full or gone, so that a command still ends with the right exit status.

``cli`` loads this only if a stream is missing or the system refused to write to one. Tested in tests/test_cli.py.
"""

from __future__ import annotations

import os
import stat
import sys
from errno import EINVAL, EIO

from minesweeper.core.signals import Stopped
from minesweeper.core.text import access_error

UNDONE = 1
"""The exit status if the output couldn't be written."""
INTERRUPTED = 130
"""The exit status after Ctrl-C."""
HUNG_UP = 129
"""The exit status if the terminal is gone, whether or not the signal SIGHUP came."""


def fill_closed() -> None:
    """Replaces each standard stream that the shell has closed by one that reports this when it is used.

    Otherwise the next file that is opened would take the number of the stream, and output would be printed to that
    file.
    """
    for name, mode, way in (("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY)):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, way)
            # Such a stream isn't closed when it is dropped, because it must last to the end of the program, as Python's
            # own do.
            stream = open(descriptor, mode, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)


def exit_status(error: OSError) -> int | None:
    """Explains on standard error that the system refused the output, and returns the exit status. Returns None if the
    error is about something else.

    If the reader of a pipe has left, this isn't an error, so nothing is printed and the status is 0. If the program was
    ending anyway, because of a signal or because its terminal is gone, the status says that instead.
    """
    ending = _why_ending(error)
    if ending is not None:
        _discard_output()
        return ending
    # Windows has only a general error for a pipe whose reader has closed it.
    is_general = sys.platform == "win32" and error.errno == EINVAL and error.filename is None
    has_left = isinstance(error, BrokenPipeError) or is_general
    if not has_left:
        if error.filename is not None or _can_print():
            return None
        print(f"minesweeper: {access_error('written', 'the output', error)}.", file=sys.stderr)
    _discard_output()
    return 0 if has_left else UNDONE


def _why_ending(error: OSError) -> int | None:
    """The exit status of a program that was ending when its output was refused. None if it wasn't ending."""
    context: BaseException | None = error
    while context is not None:
        if isinstance(context, KeyboardInterrupt):
            return INTERRUPTED
        if isinstance(context, Stopped):
            return context.exit_status
        context = context.__context__
    # The output may be refused before the signal comes, and no signal comes where hang-ups are ignored.
    return HUNG_UP if error.errno == EIO and stat.S_ISCHR(os.fstat(sys.stdout.fileno()).st_mode) else None


def _discard_output() -> None:
    """Throws output away that couldn't be written.

    Otherwise Python would try again at exit, fail, and end with status 120.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    try:
        sys.stderr.flush()
    except OSError:
        os.dup2(nowhere, sys.stderr.fileno())


def _can_print() -> bool:
    """Whether standard output still takes output. It prints the end of a line to find out."""
    try:
        print(flush=True)
    except OSError:
        return False
    return True
