"""Makes the file of games, and puts a new one in the place of a damaged one, which is kept under another name.

Only one program at a time does either. Nothing here overwrites a file that it did not make itself.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from minesweeper.files import free_name, keep_under, make_file, sync_file, sync_folder
from minesweeper.schema import APPLICATION_ID, TABLES
from minesweeper.store_file import (
    ERRORS,
    MALFORMED,
    SIDE_FILES,
    Migrations,
    beside,
    connect,
    connect_checked,
    is_damage,
    pragma,
    reason_of,
    run_migrations,
)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Only one program at a time makes or replaces the file. The lock goes with the program, however it ends."""
    lock = beside(path, ".lock")
    os.close(os.open(lock, os.O_RDWR | os.O_CREAT, 0o600))
    with contextlib.closing(connect(lock)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


def make_if_missing(path: Path, migrations: Migrations) -> None:
    """Makes the file of games unless another program has made it by now."""
    with _locked(path):
        if os.path.lexists(path):
            return
        _set_side_files_aside(path, free_name(path, "left"))
        new, _ = _make_new(path, migrations)
        new.rename(path)
        sync_folder(path.parent)


def _make_new(path: Path, migrations: Migrations, damaged: Path | None = None) -> tuple[Path, int]:
    """A new store under a name of its own, with the games of a damaged one, and how many those are. Needs the lock.

    It goes to its proper place only when it is whole: a file is never seen there half made.
    """
    for leftover in path.parent.iterdir():
        if leftover.name.startswith(f"{path.name}.new-"):  # of a program that was killed: we hold the lock
            leftover.unlink()
    new = beside(path, f".new-{os.urandom(4).hex()}")
    make_file(new, b"")
    try:
        with contextlib.closing(connect(new)) as connection:
            # Nobody else knows this file yet: it is written to the disk once, at the end.
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("PRAGMA journal_mode = MEMORY")
            connection.execute("BEGIN IMMEDIATE")
            run_migrations(connection, migrations)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {len(migrations)}")
            games = 0 if damaged is None else _read_back(damaged, connection)
            connection.execute("COMMIT")
            # Last, so that nothing is in a log yet. A refusal is no harm: the file works without, only slower.
            with contextlib.suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA journal_mode = WAL")
        sync_file(new)
    except BaseException:
        for suffix in ("", *SIDE_FILES):
            beside(new, suffix).unlink(missing_ok=True)
        raise
    return new, games


def set_aside_if_damaged(path: Path, migrations: Migrations, *, thorough: bool = False) -> list[str]:
    """Puts a new store in the place of a damaged one, which is kept under another name; sentences about that."""
    path = Path(os.path.realpath(path))
    with _locked(path):
        reason = _damage_of(path, migrations, thorough)
        if reason is None:  # another program was faster, or it was a passing fault
            return []
        new, found = _make_new(path, migrations, damaged=path)
        aside = free_name(path, "damaged")
        keep_under(path, aside)
        # A log left here would be taken for the new store's own and spoil it.
        _set_side_files_aside(path, aside)
        new.replace(path)
        sync_folder(path.parent)
    games = {0: "no game", 1: "1 game"}.get(found, f"{found:,} games")
    return [f"{path.name} was damaged ({reason}): it is kept as {aside.name}, and {games} could be read back."]


def _damage_of(path: Path, migrations: Migrations, thorough: bool) -> str | None:
    if not os.path.lexists(path):
        return None
    try:
        with contextlib.closing(connect_checked(path, len(migrations), "ro")) as connection:
            if thorough and (
                pragma(connection, "integrity_check(1)") != "ok" or not _has_tables(connection, migrations)
            ):
                return MALFORMED
        # Some damage shows only when something is written. Last, because it may move the log into the file.
        connect_checked(path, len(migrations)).close()
    except ERRORS as error:
        return reason_of(error) if is_damage(error) else None
    return None


def _has_tables(connection: sqlite3.Connection, migrations: Migrations) -> bool:
    """Whether the tables and indexes are what the migrations make; a newer program may have others."""
    if pragma(connection, "user_version") > len(migrations):
        return True
    query = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
        run_migrations(fresh, migrations)
        return set(fresh.execute(query)) == set(connection.execute(query))


def _set_side_files_aside(path: Path, aside: Path) -> None:
    for suffix in SIDE_FILES:
        with contextlib.suppress(FileNotFoundError):
            beside(path, suffix).rename(beside(aside, suffix))


def _read_back(damaged: Path, target: sqlite3.Connection) -> int:
    """Copies what can still be read of a damaged file to a new store; how many games that were."""
    with contextlib.closing(connect(damaged, "ro")) as source:
        # Without this SQLite refuses to read any page of a file that has lost its end.
        source.execute("PRAGMA writable_schema = ON")
        for table in TABLES:
            _read_table_back(source, target, table)
    target.execute("DELETE FROM replays WHERE number NOT IN (SELECT number FROM games)")
    (games,) = target.execute("SELECT count(*) FROM games").fetchone()
    return int(games)


def _read_table_back(source: sqlite3.Connection, target: sqlite3.Connection, table: str) -> None:
    wanted = [row[1] for row in target.execute(f"PRAGMA table_info({table})")]
    try:
        present = {row[1] for row in source.execute(f"PRAGMA table_info({table})")}
    except (sqlite3.Error, UnicodeError):
        return
    columns = ", ".join(name for name in wanted if name in present)
    if not columns:
        return
    marks = ", ".join("?" * len(columns.split(", ")))
    # From both ends to the first page that can't be read; what both meet is ignored the second time.
    for order in ("ASC", "DESC"):
        for row in _readable(source, f"SELECT {columns} FROM {table} ORDER BY rowid {order}"):
            with contextlib.suppress(sqlite3.IntegrityError):  # damage may have put a text where a number must be
                target.execute(f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})", row)


def _readable(source: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    with contextlib.suppress(sqlite3.Error, UnicodeError):
        yield from source.execute(query)
