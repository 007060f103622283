"""What a command reads, a file or the standard input: bounded, and what the system refuses as one sentence."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, BinaryIO, TypeAlias, TypeVar

from minesweeper.core.text import LONGEST_NAME, cannot_be, quote

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")

STANDARD_INPUT = "-"
Told: TypeAlias = Callable[[str], object]
"""Whom to tell how far long reading has come; it is told more often than anybody can read."""


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


def tell_nobody(text: str) -> None:
    """For whoever reads what can't be long."""


def counted(items: Iterable[T], done: str, told: Told, *, every: int = 1000) -> Iterator[T]:
    """The same items; now and then it is told how many there were, such as ``3,000 lines read``."""
    for count, item in enumerate(items, start=1):
        if count % every == 0:
            told(f"{count:,} {done}")
        yield item


def lines_of(text: str) -> Iterator[str]:
    """The lines of a text with their ends, without a copy of it all: a StringIO takes four bytes a character."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def bounded_lines(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """The lines of a file; of one that is longer only as much as is needed to refuse it."""
    while line := stream.readline(most + 1):
        yield line
        while len(line) > most and not line.endswith(b"\n"):
            line = stream.readline(most + 1)


def decoded(lines: Iterator[bytes]) -> Iterator[str]:
    """Lines of a file as text; some systems write text of two bytes a character, marked as such."""
    for number, line in enumerate(lines):
        if not number and line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            data = b"".join([line, *lines])
            yield from data.decode("utf-16", "replace").splitlines(keepends=True)
            return
        yield line.decode("utf-8" if number else "utf-8-sig", "replace")
