"""Opens the file of games: made if there is none, brought up to date, or only read where it can't be written.

It raises ``sqlite3.Error`` and ``OSError``; ``store.py``, which loads it only when a store is opened, turns them into
sentences.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from minesweeper.files import free_name, make_file
from minesweeper.folders import make_private
from minesweeper.store_file import (
    ERRORS,
    Damaged,
    Migrations,
    beside,
    connect,
    connect_checked,
    identity_of,
    is_damage,
    pragma,
    reason_of,
    run_migrations,
    size_of,
)
from minesweeper.store_repair import make_if_missing, set_aside_if_damaged

__all__ = ["ERRORS", "Opened", "identity_of", "is_damage", "open_file", "reason_of", "set_aside_if_damaged"]


@dataclass(frozen=True)
class Opened:
    """An open store: why it can't be written, if so; what the player must know; and which file it is."""

    connection: sqlite3.Connection
    identity: tuple[int, int] | None
    problem: str | None = None
    notices: tuple[str, ...] = ()


def open_file(path: Path, migrations: Migrations) -> Opened:
    """The store at a path, made if there is none; a damaged one is set aside first, and what it holds is read back."""
    path = Path(os.path.realpath(path))  # SQLite keeps its side files beside the real file too
    notices: list[str] = []
    for _ in range(3):  # another program may make or replace the file at the same moment
        if not os.path.lexists(path):
            make_private(path.parent)
            make_if_missing(path, migrations)
        try:
            return _open_existing(path, migrations, tuple(notices))
        except Damaged as damage:
            if not _can_write(path):
                raise Damaged(f"{path.name} is damaged ({damage})") from None
            notices += set_aside_if_damaged(path, migrations)
    raise Damaged(f"{path.name} can't be read")


def _can_write(path: Path) -> bool:
    return os.access(path.parent, os.W_OK | os.X_OK) and os.access(path, os.W_OK)


def _open_existing(path: Path, migrations: Migrations, notices: tuple[str, ...]) -> Opened:
    newest = len(migrations)
    if not _can_write(path):
        return _open_unwritable(path, newest, notices)
    identity = identity_of(path)  # before the connection: a change in between then only means to open again
    try:
        connection = connect_checked(path, newest)
        version = pragma(connection, "user_version")
    except sqlite3.OperationalError as error:
        return _open_unwritable(path, newest, notices, reason_of(error))
    if version == newest:
        return Opened(connection, identity, None, notices)
    problem = f"{path.name} is from a newer version of this program: it is only read, new games are not saved."
    if version < newest:
        try:
            _migrate(connection, path, migrations)
        except ERRORS as error:
            problem = f"{path.name} could not be brought up to date ({reason_of(error)}): new games are not saved."
        else:
            return Opened(connection, identity, None, notices)
    connection.close()
    return Opened(connect_checked(path, newest, "ro"), identity, problem, notices)


def _open_unwritable(path: Path, newest: int, notices: tuple[str, ...], reason: str = "") -> Opened:
    """A store that can only be read: not even the side files of WAL can be made."""
    problem = f"{path.name} can't be written{f' ({reason})' if reason else ''}: new games are not saved"
    if size_of(beside(path, "-wal")):
        problem += ", and the newest ones may be missing"
    connection = connect_checked(path, newest, "ro&immutable=1")
    if pragma(connection, "user_version") != newest:
        problem += "; it is from another version of this program"
    return Opened(connection, None, problem + ".", notices)


def _migrate(connection: sqlite3.Connection, path: Path, migrations: Migrations) -> None:
    """Brings an older store up to date in one transaction, after a copy of it was made."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = pragma(connection, "user_version")
        if version < len(migrations):  # else another program has just done it
            _copy(path, free_name(path, f"version-{version}"))
            run_migrations(connection, migrations[version:])
            connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _copy(path: Path, target: Path) -> None:
    make_file(target, b"")
    try:
        with (
            contextlib.closing(connect(path, "ro")) as source,
            contextlib.closing(connect(target)) as copy,
        ):
            source.backup(copy)
    except BaseException:
        target.unlink()
        raise
