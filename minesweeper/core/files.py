"""Reads and writes files for commands.

Reading is bounded, and the system's refusals become one sentence. A file is written whole or not at all, and never over
another file unasked.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from minesweeper.core.text import LONGEST_NAME, access_error, quote, system_reason

STANDARD_INPUT = "-"
_MOST_SKIPPED = 1 << 30
"""The most bytes of an overlong line that are skipped to find the next line."""


class InputError(ValueError):
    """Reports a file or standard input that can't be read or is too large."""


def input_name(name: str | Path) -> str:
    """Names a file in a sentence."""
    return "standard input" if name == STANDARD_INPUT else quote(str(name), LONGEST_NAME)


@contextlib.contextmanager
def open_input(name: str | Path) -> Iterator[BinaryIO]:
    """Opens a file, or standard input for ``-``. Refusals of the system, now or later, become an InputError."""
    if "\0" in str(name):
        raise InputError(f"{input_name(name)} can't be read, because a file name can't contain a null character")
    try:
        with contextlib.nullcontext(sys.stdin.buffer) if name == STANDARD_INPUT else open(name, "rb") as stream:
            yield stream
    except OSError as error:
        raise InputError(access_error("read", input_name(name), error)) from None


@contextlib.contextmanager
def named_errors(name: str | Path, kind: type[ValueError] = InputError) -> Iterator[None]:
    """Begins the errors about the content of a file with its name, and makes them errors of one kind."""
    try:
        yield
    except ValueError as error:
        if not type(error).__module__.startswith("minesweeper"):
            raise
        raise kind(f"{input_name(name)}: {error}") from None


def read_input(name: str | Path, most: int) -> bytes:
    """Reads a whole file or standard input, if it has at most ``most`` bytes."""
    with open_input(name) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise InputError(f"{input_name(name)} is too large. At most {most:,} bytes are read")
    return data


def lines_of(text: str) -> Iterator[str]:
    """Yields the lines of a text with their ends, without copying it: a StringIO takes four bytes per character."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def bounded_lines(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """Yields the lines of a file. Of a line over the limit, only the part up to the limit is yielded, so that it can be
    refused. If such a line doesn't end within another GB, it may be endless, and InputError is raised.
    """
    while line := stream.readline(most + 1):
        yield line
        skipped = 0
        while len(line) > most and not line.endswith(b"\n"):
            if skipped > _MOST_SKIPPED:
                raise InputError(f"a line is longer than {_MOST_SKIPPED:,} bytes, so the rest isn't read")
            line = stream.readline(most + 1)
            skipped += len(line)


def decoded(lines: Iterator[bytes]) -> Iterator[str]:
    """Decodes the lines of a file. Some systems write marked text of two bytes per character."""
    for number, line in enumerate(lines):
        if not number and line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            data = b"".join([line, *lines])
            yield from data.decode("utf-16", "replace").splitlines(keepends=True)
            return
        yield line.decode("utf-8" if number else "utf-8-sig", "replace")


class OutputError(ValueError):
    """Reports a file that can't be written."""

    def __init__(self, path: str | Path, reason: str) -> None:
        super().__init__(f"{quote(str(path), LONGEST_NAME)} can't be written: {reason}")


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
        raise OutputError(path, "it isn't a regular file")
    if not force:
        raise OutputError(path, "it exists already. Add --force to replace it")


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
        check_free(path, force=force)  # another program may have been faster
        if target.is_file() and not target.is_symlink():
            aside.chmod(stat.S_IMODE(target.stat().st_mode))  # keeps who may read it
        aside.replace(target)
    except OSError as error:
        raise OutputError(path, system_reason(error)) from None
    finally:
        with contextlib.suppress(OSError):
            aside.unlink()
