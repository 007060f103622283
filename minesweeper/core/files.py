"""Reads and writes files that the user named, for commands and exports.

Every reader has a limit, because a file may be endless. A file is written as a whole or not at all, and never over
another one unless the user asked for it. Where the system refuses something, the error is an ``InputError`` or
``OutputError`` with one sentence that names the file. The files of the program itself are in ``storage/``.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, TextIO

from minesweeper.core.late import LateModule
from minesweeper.core.text import LONGEST_NAME, access_error, quote, system_reason

if TYPE_CHECKING:
    import pathlib
else:
    pathlib = LateModule("pathlib")  # Most commands write no file.

STANDARD_INPUT = "-"
_MOST_SKIPPED = 1 << 30
"""The most bytes of a line over the limit that are skipped to find the next line."""


class InputError(ValueError):
    """Raised if a file or standard input can't be read or is too large."""


def input_name(name: str | pathlib.Path) -> str:
    """The name of a file for a sentence."""
    return "standard input" if name == STANDARD_INPUT else quote(str(name), LONGEST_NAME)


@contextlib.contextmanager
def open_input(name: str | pathlib.Path) -> Iterator[BinaryIO]:
    """Opens a file, or standard input for ``-``.

    If the system refuses something now or within the block, this raises ``InputError``.
    """
    if "\0" in str(name):
        raise InputError(f"{input_name(name)} can't be read, because a file name can't contain a null character")
    try:
        with contextlib.nullcontext(sys.stdin.buffer) if name == STANDARD_INPUT else open(name, "rb") as stream:
            yield stream
    except OSError as error:
        raise InputError(access_error("read", input_name(name), error)) from None


@contextlib.contextmanager
def named_errors(name: str | pathlib.Path, kind: type[ValueError] = InputError) -> Iterator[None]:
    """Puts the name of a file before the messages of errors in the block, and makes them errors of the class ``kind``.

    Only ValueErrors of this program are changed. Others pass through, because they are bugs.
    """
    try:
        yield
    except ValueError as error:
        if not type(error).__module__.startswith("minesweeper"):
            raise
        raise kind(f"{input_name(name)}: {error}") from None


def read_input(name: str | pathlib.Path, most: int) -> bytes:
    """Reads a whole file or standard input. Raises ``InputError`` if it has more than ``most`` bytes."""
    with open_input(name) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise InputError(f"{input_name(name)} is too large. Use a file of at most {most:,} bytes")
    return data


def lines_of(text: str) -> Iterator[str]:
    """Yields the lines of a text with their line ends.

    It doesn't copy the text, because a StringIO would take four bytes per character.
    """
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def bounded_lines(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """Yields the lines of a file. If a line is longer than ``most`` bytes, it yields only the beginning, which is one
    byte longer than that, so that the caller can refuse it.

    If a line doesn't end within another GB, it may be endless. Then this raises ``InputError``.
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
    """Decodes the lines of a file from UTF-8, or from UTF-16 if they begin with a byte order mark, because some systems
    write that.

    Wrong bytes become replacement characters.
    """
    for number, line in enumerate(lines):
        if not number and line.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            data = b"".join([line, *lines])
            yield from data.decode("utf-16", "replace").splitlines(keepends=True)
            return
        yield line.decode("utf-8" if number else "utf-8-sig", "replace")


class OutputError(ValueError):
    """Raised if a file can't be written. ``reason`` is the rest of the message."""

    def __init__(self, path: str | pathlib.Path, reason: str) -> None:
        super().__init__(f"{quote(str(path), LONGEST_NAME)} can't be written: {reason}")


def check_free(path: str | pathlib.Path, *, force: bool = False) -> None:
    """Raises ``OutputError`` if a file may not be written: if it exists and ``force`` isn't set, or if it is neither a
    regular file nor a link.
    """
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        # A name with a null character raises ValueError.
        raise OutputError(path, system_reason(error)) from None
    if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
        raise OutputError(path, "it isn't a regular file")
    if not force:
        raise OutputError(path, "it exists already. Add --force to replace it")


@contextlib.contextmanager
def new_file(path: str | pathlib.Path, *, force: bool = False) -> Iterator[TextIO]:
    """Opens a file for writing text. It becomes visible under its name only at the end of the block; after an error
    nothing is left of it.

    With ``force``, it may replace a file. If the name is a link, the link is replaced, never the file it points to.
    """
    check_free(path, force=force)
    target = pathlib.Path(path)
    # Takes only a part of the name, because a name of the greatest length has no room for more.
    aside = target.with_name(f".{target.name[:20]}.{os.urandom(4).hex()}.tmp")
    try:
        with aside.open("x", encoding="utf-8", newline="\n") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        # Checks again, because another program may have been faster.
        check_free(path, force=force)
        if target.is_file() and not target.is_symlink():
            # Keeps the rights of the file, so that the same people can read it.
            aside.chmod(stat.S_IMODE(target.stat().st_mode))
        aside.replace(target)
    except OSError as error:
        raise OutputError(path, system_reason(error)) from None
    finally:
        with contextlib.suppress(OSError):
            aside.unlink()
