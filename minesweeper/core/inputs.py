"""Reads files and standard input for commands: bounded, with the system's refusals as one sentence."""

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
"""Receives a text that says how far long reading has come, more often than it can be read."""


class InputError(ValueError):
    """Reports a file or standard input that can't be read or is too large."""


def input_name(name: str | Path) -> str:
    """Names a file in a sentence."""
    return "the input" if name == STANDARD_INPUT else quote(str(name), LONGEST_NAME)


@contextmanager
def open_input(name: str | Path) -> Iterator[BinaryIO]:
    """Opens a file, or standard input for ``-``. Refusals of the system, now or later, become an InputError."""
    if "\0" in str(name):
        raise InputError(f"{input_name(name)} can't be read: no file has such a name")
    try:
        with nullcontext(sys.stdin.buffer) if name == STANDARD_INPUT else open(name, "rb") as stream:
            yield stream
    except OSError as error:
        raise InputError(cannot_be("read", input_name(name), error)) from None


def read_input(name: str | Path, most: int) -> bytes:
    """Reads a whole file or standard input, if it has at most ``most`` bytes."""
    with open_input(name) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise InputError(f"{input_name(name)} has more than {most:,} bytes: no larger file is read")
    return data


def tell_nobody(text: str) -> None:
    """Ignores progress, for readings that can't be long."""


def counted(items: Iterable[T], done: str, told: Told, *, every: int = 1000) -> Iterator[T]:
    """Passes items on, and reports now and then how many there were, such as ``3,000 lines read``."""
    for count, item in enumerate(items, start=1):
        if count % every == 0:
            told(f"{count:,} {done}")
        yield item


def lines_of(text: str) -> Iterator[str]:
    """Yields the lines of a text with their ends, without copying it: a StringIO takes four bytes per character."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def bounded_lines(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """Yields the lines of a file. A line over the limit is read only far enough to refuse it."""
    while line := stream.readline(most + 1):
        yield line
        while len(line) > most and not line.endswith(b"\n"):
            line = stream.readline(most + 1)


def decoded(lines: Iterator[bytes]) -> Iterator[str]:
    """Decodes the lines of a file. Some systems write marked text of two bytes per character."""
    for number, line in enumerate(lines):
        if not number and line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            data = b"".join([line, *lines])
            yield from data.decode("utf-16", "replace").splitlines(keepends=True)
            return
        yield line.decode("utf-8" if number else "utf-8-sig", "replace")
