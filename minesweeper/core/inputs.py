"""What a command reads, a file or the standard input: bounded, and what the system refuses as one sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, BinaryIO

from minesweeper.core.text import LONGEST_NAME, cannot_be, quote

if TYPE_CHECKING:
    from pathlib import Path

STANDARD_INPUT = "-"


class InputError(ValueError):
    """A file or an input that can't be read, or is too large, with the reason."""


def input_name(name: str | Path) -> str:
    """A file as a sentence names it."""
    return "the input" if name == STANDARD_INPUT else quote(str(name), LONGEST_NAME)


@contextmanager
def open_input(name: str | Path) -> Iterator[BinaryIO]:
    """A file, or the standard input for ``-`` as a text; what the system refuses, then or later, is an InputError."""
    if "\0" in str(name):
        raise InputError(f"{input_name(name)} can't be read: no file has such a name")
    try:
        with nullcontext(sys.stdin.buffer) if name == STANDARD_INPUT else open(name, "rb") as stream:
            yield stream
    except OSError as error:
        raise InputError(cannot_be("read", input_name(name), error)) from None


def read_input(name: str | Path, most: int) -> bytes:
    """All that a file or the input holds, if that is at most so many bytes."""
    with open_input(name) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise InputError(f"{input_name(name)} has more than {most:,} bytes: no larger file is read")
    return data
