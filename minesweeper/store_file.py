"""Connections to the file of games, checked before they are used, and what their errors mean.

It raises ``sqlite3.Error`` and ``OSError``. Only what opens a store may load it: SQLite takes time to load and may be
missing.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

from minesweeper.schema import APPLICATION_ID, TABLES, Migration

Migrations: TypeAlias = Sequence[Migration]

BUSY_SECONDS = 5.0
ERRORS = (sqlite3.Error, OSError, UnicodeError, OverflowError)
"""What work with the file may raise; the last two come from values that SQLite has no room for."""
MALFORMED = "its content is malformed"
SIDE_FILES = ("-wal", "-journal", "-shm")

_MAGIC = b"SQLite format 3\0"
_APPLICATION_AT = 68
"""Where SQLite keeps the application's number in a file."""

_REASONS = (
    ("disk is full", "the disk is full"),
    ("locked", "another program holds the file of games"),
    ("readonly", "the file of games can't be written"),
    ("unable to open", "the file of games can't be opened"),
    ("I/O", "the disk refuses"),
)


class Damaged(OSError):
    """A file that can't be used as a store, with the reason."""


def is_damage(error: BaseException) -> bool:
    """Whether an error may come from a damaged file; trouble that passes or has another cause is known by name."""
    if isinstance(error, (Damaged, UnicodeDecodeError)):  # damage can get into the text of the error itself
        return True
    if isinstance(error, (sqlite3.ProgrammingError, sqlite3.InterfaceError)):
        return False
    return isinstance(error, sqlite3.Error) and _known_reason(error) is None


def reason_of(error: BaseException) -> str:
    """Why something failed, in a few words for the player."""
    if isinstance(error, Damaged):
        return str(error)
    if isinstance(error, OSError):
        return error.strerror or str(error)
    # The words of SQLite itself may hold bytes of a damaged file.
    return _known_reason(error) or (MALFORMED if is_damage(error) else type(error).__name__)


def _known_reason(error: BaseException) -> str | None:
    text = str(error)
    return next((reason for part, reason in _REASONS if part in text), None)


def identity_of(path: Path) -> tuple[int, int] | None:
    """What tells the file at a path from another one that takes its place."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    # A store never becomes empty by itself: then it is no longer the file that was opened.
    return (found.st_dev, found.st_ino) if found.st_size else None


def connect(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """A connection to a file that exists; the mode is one of SQLite's, such as ``ro&immutable=1``."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    # A text that is damaged, or that somebody else wrote, must not stop the rows after it from being read.
    connection.text_factory = _to_text
    return connection


def _to_text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def pragma(connection: sqlite3.Connection, name: str) -> Any:
    """The value of one of SQLite's settings for this file."""
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def connect_checked(path: Path, newest: int, mode: str = "rw") -> sqlite3.Connection:
    """A connection to a file that passed the check, else Damaged or sqlite3.OperationalError."""
    _check_head(path)
    connection = connect(path, mode)
    try:
        _prepare(connection, newest)
        if mode == "rw":
            _try_to_write(connection)
    except BaseException as error:
        connection.close()
        if is_damage(error):
            raise Damaged(reason_of(error)) from None
        if mode == "rw" and isinstance(error, sqlite3.OperationalError) and "locked" not in str(error):
            return _connect_without_wal(path, newest)
        raise
    return connection


def _check_head(path: Path) -> None:
    """Raises Damaged unless a file begins as a store does.

    Before SQLite sees it: at the end of a connection it would copy what is left of a log into the damaged file.
    """
    with path.open("rb") as stream:
        head = stream.read(_APPLICATION_AT + 4)
    if not head:
        raise Damaged("it is empty")
    if not head.startswith(_MAGIC):
        raise Damaged("it is no database")
    if int.from_bytes(head[_APPLICATION_AT:], "big") != APPLICATION_ID:
        raise Damaged("it is no file of this program")


def _prepare(connection: sqlite3.Connection, newest: int) -> None:
    """Sets a connection up; a file that is too short, or without its tables, raises an error that means damage."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA trusted_schema = OFF")
    if pragma(connection, "user_version") <= newest:  # a newer program may have other tables
        for table in TABLES:
            connection.execute(f"SELECT * FROM {table} LIMIT 0")


def _connect_without_wal(path: Path, newest: int) -> sqlite3.Connection:
    """A connection after a change to the old kind of journal, where the file system has no shared memory for WAL."""
    connection = connect(path)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # the one way to read WAL without shared memory
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA locking_mode = NORMAL")
        _prepare(connection, newest)
        _try_to_write(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _try_to_write(connection: sqlite3.Connection) -> None:
    """Raises sqlite3.OperationalError where nothing can be written; better now than after the first game."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):  # which says that it can be written: another program does so
            raise
    connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")


def run_migrations(connection: sqlite3.Connection, migrations: Migrations) -> None:
    """Does the steps in the transaction that is open."""
    for migration in migrations:
        for statement in migration:
            connection.execute(statement)


def beside(path: Path, suffix: str) -> Path:
    """The file whose name is that of a path and a suffix."""
    return path.with_name(path.name + suffix)


def size_of(path: Path) -> int:
    """How long a file is; 0 when there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
