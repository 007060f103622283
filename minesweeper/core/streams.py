"""Deals with standard streams that are closed, full or gone, so that a command still ends with the right exit status.

``cli`` loads it only when a stream is missing or refuses the output. Tested in tests/test_cli.py.
"""

from __future__ import annotations

import os
import stat
import sys
from errno import EINVAL, EIO

from minesweeper.core.signals import Stopped
from minesweeper.core.text import access_error

UNDONE = 1
"""The exit status when the output could not be written."""
INTERRUPTED = 130
HUNG_UP = 129
"""The exit status when the terminal is gone, with or without the signal SIGHUP."""


def fill_closed() -> None:
    """Replaces each stream that the shell has closed. Reading or printing then reports that it is closed.

    Otherwise the next file that is opened would take its place, and be printed to.
    """
    for name, mode, way in (("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY)):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, way)
            # Not closed when the stream is dropped, as Python's own: it lasts to the end of the program.
            stream = open(descriptor, mode, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)


def exit_status(error: OSError) -> int | None:
    """Returns the exit status after the system refused the output, and explains it. None for other refusals.

    A reader that leaves a pipe isn't an error, and nothing is printed. If the program was already ending because of a
    signal or because its terminal is gone, the exit status tells that instead.
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
    """Returns the exit status of a program that was ending when its output was refused. None if it wasn't ending."""
    context: BaseException | None = error
    while context is not None:
        if isinstance(context, KeyboardInterrupt):
            return INTERRUPTED
        if isinstance(context, Stopped):
            return context.exit_status
        context = context.__context__
    # The refusal can come before the signal, and where hang-ups are ignored there is no signal.
    return HUNG_UP if error.errno == EIO and stat.S_ISCHR(os.fstat(sys.stdout.fileno()).st_mode) else None


def _discard_output() -> None:
    """Lets go of unprinted output. Python would try again at exit, fail and replace the exit status by 120."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    try:
        sys.stderr.flush()
    except OSError:
        os.dup2(nowhere, sys.stderr.fileno())


def _can_print() -> bool:
    try:
        print(flush=True)
    except OSError:
        return False
    return True
