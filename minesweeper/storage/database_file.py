"""Creates, opens, checks, migrates and backs up the file of the game database, and replaces a damaged one.

Three rules protect the player's games. Only one program at a time creates or replaces the file, a damaged file is kept
under another name, and a file that Minesweeper didn't make is never overwritten. Functions here raise ``sqlite3.Error``
and ``OSError``, which ``store`` turns into sentences. Only ``store`` loads this module, when it opens the database,
because SQLite loads slowly and may be missing. ``database`` defines the tables.
"""

from __future__ import annotations

import contextlib
import glob
import os
import re
import sqlite3
import time
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from minesweeper.core.signals import delay_stops, is_end_asked
from minesweeper.core.text import join, plural, system_reason
from minesweeper.core.times import now_ms
from minesweeper.storage.database import (
    APPLICATION_ID,
    BUSY_SECONDS,
    LOGS,
    SIDE_FILES,
    CorruptFileError,
    Migrations,
    columns_of,
    connect,
    pragma,
    run_migrations,
    schema_version,
    table_names,
)
from minesweeper.storage.file_changes import (
    free_name,
    keep_under,
    make_file,
    make_private,
    remove_leftovers,
    sync_folder,
    take_lock,
    time_stamp,
    unfinished,
)
from minesweeper.storage.paths import open_regular
from minesweeper.storage.records import BUSY

ERRORS = (sqlite3.Error, OSError, UnicodeError, OverflowError, MemoryError)
"""What work with the database may raise if the disk or the file is at fault. OverflowError and MemoryError come from
values that SQLite can't hold."""
MALFORMED = "its content is malformed"
BACKUP, DAMAGED = "backup", "damaged"
KEPT_BACKUPS = 4
"""How many of the newest backups are kept. The largest one is kept too, because otherwise a database that has lost its
games would push out the backups that still have them."""
BACKUP_SECONDS = 7 * 86_400
"""A new backup is made when the newest one is at least this many seconds old."""

_STAMPED = re.compile(rf"\.{BACKUP}-(\d{{8}}-\d{{6}})(?:-\d+)?$", re.ASCII)
"""Matches the end of a backup's file name, with the time at which the backup was made."""

_MAGIC = b"SQLite format 3\0"
_FORMATS_AT, _APPLICATION_AT = 18, 68
"""Offsets in the head of an SQLite file: of its two format numbers, and of the number that marks the application."""

_TRY_SECONDS = 0.02
"""The pause in seconds between two attempts to take a lock that another program holds."""
_NOUNS = {"games": "game", "saves": "saved game", "answers": "lesson answer"}
"""The word for a row of each table in messages to the player. Rows of other tables aren't mentioned."""
_PAGES_TO_LOOK = 4096
"""The number of pages that a backup copies between two checks for a signal."""
_REASONS = (
    ("disk is full", "the disk is full"),
    ("locked", BUSY),
    ("readonly", "the game database can't be written"),
    ("unable to open", "the game database can't be opened"),
    ("I/O", "the disk reports an error"),
    ("interrupted", "it was stopped"),
)


def is_damage(error: BaseException) -> bool:
    """Whether an error may be due to a damaged file.

    Errors with another known cause, such as a full disk, are recognised by their message.
    """
    # The damaged text may be part of the error message, so the message can't be searched for a known reason.
    if isinstance(error, (CorruptFileError, UnicodeDecodeError)):
        return True
    if isinstance(error, (sqlite3.ProgrammingError, sqlite3.InterfaceError)):
        return False
    return isinstance(error, sqlite3.Error) and _known_reason(error) is None


def reason_of(error: BaseException) -> str:
    """Why something failed, in a few words for the player, without a full stop."""
    if isinstance(error, CorruptFileError):
        return str(error)
    if isinstance(error, OSError):
        return system_reason(error)
    if isinstance(error, MemoryError) or "too big" in str(error):
        return "a value in it is too long"
    # SQLite's own message isn't shown, because it may contain bytes of the damaged file.
    return _known_reason(error) or (MALFORMED if is_damage(error) else type(error).__name__)


def _known_reason(error: BaseException) -> str | None:
    text = str(error)
    # The message goes on with a name from the file, which may contain the words of any reason.
    if text.startswith("malformed"):
        return None
    return next((reason for part, reason in _REASONS if part in text), None)


class Opened(NamedTuple):
    """An open connection to the game database.

    ``problem`` is a message about why games can't be written, or None. ``identity`` shows later whether another file
    has taken the place of this one, and ``notices`` are messages for the player.
    """

    connection: sqlite3.Connection
    problem: str | None = None
    identity: tuple[int, int] | None = None
    notices: tuple[str, ...] = ()


@delay_stops()
def open_file(path: Path, migrations: Migrations) -> Opened:
    """Opens the game database at a path, and creates it if it is missing.

    A damaged file is replaced by a new one with all games that can still be read. An older file is migrated, and a
    newer one or one that can't be written is only read. Raises one of ERRORS if the file can't be opened at all.
    """
    # If the path is a link, SQLite keeps its side files next to the real file, so this module does so too.
    path = Path(os.path.realpath(path))
    notices: list[str] = []
    # Several attempts, because another program may create or replace the file between two of these steps.
    for _ in range(3):
        if not os.path.lexists(path):
            make_private(path.parent)
            _make_if_missing(path, migrations)
        try:
            return _open_existing(path, migrations)._replace(notices=tuple(notices))
        except CorruptFileError as damage:
            if not _can_write(path):
                raise CorruptFileError(f"{path.name} is damaged ({damage})") from None
            notices += set_aside_if_damaged(path, migrations)
    raise CorruptFileError(f"{path.name} can't be read")


def _can_write(path: Path) -> bool:
    return os.access(path.parent, os.W_OK | os.X_OK) and os.access(path, os.W_OK)


def _open_existing(path: Path, migrations: Migrations) -> Opened:
    reason = ""
    if _can_write(path):
        try:
            return _open_to_write(path, migrations)
        except CorruptFileError:
            raise
        except ERRORS as error:
            reason = f" ({reason_of(error)})"
    # In a folder that can't be written, SQLite can't create the files that WAL needs. It can read the file only if it
    # takes it for unchangeable.
    connection = _connect_checked(path, migrations, "ro&immutable=1")
    missing = ", and the newest ones may be missing" if _size_of(_beside(path, "-wal")) else ""
    return Opened(connection, f"{path.name} can't be written{reason}, so new games are not saved{missing}.")


def _open_to_write(path: Path, migrations: Migrations) -> Opened:
    """Opens the game database for writing, and migrates an older one first. A newer one can only be read.

    If this raises an error, the connection is closed again.
    """
    # Take the identity before connecting. If the file is replaced in between, the only harm is that it is opened once
    # more.
    identity = identity_of(path)
    connection = _connect_checked(path, migrations)
    try:
        version = schema_version(connection, migrations)
        if version < len(migrations):
            _migrate(connection, path, migrations)
        if version <= len(migrations):
            return Opened(connection, None, identity)
        connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    newer = f"{path.name} is from a newer version of Minesweeper"
    return Opened(connection, f"{newer}, so you can see its games, but new games are not saved.", identity)


def _migrate(connection: sqlite3.Connection, path: Path, migrations: Migrations) -> None:
    """Brings an older database to the current version in one transaction, after making a copy of the file."""
    connection.execute("BEGIN IMMEDIATE")
    copy = None
    try:
        version = pragma(connection, "user_version")
        if version < len(migrations):  # Another program may have migrated the file since it was opened.
            copy = free_name(path, f"version-{version}")
            _copy(path, copy)
            run_migrations(connection, migrations[version:])
            connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        # The database is unchanged, so the copy is useless. Every further attempt would leave another one.
        if copy is not None:
            copy.unlink(missing_ok=True)
        raise


def _copy(path: Path, target: Path) -> None:
    make_file(target, b"")
    try:
        with (
            contextlib.closing(connect(path, "ro")) as source,
            contextlib.closing(connect(target)) as copy,
        ):
            source.backup(copy, pages=_PAGES_TO_LOOK, progress=_stop_if_asked)
            if pragma(copy, "quick_check(1)") != "ok":
                raise sqlite3.DatabaseError(MALFORMED)
    except BaseException:
        target.unlink()
        raise


def _stop_if_asked(status: int, remaining: int, total: int) -> None:
    if is_end_asked():
        raise sqlite3.OperationalError("interrupted")


def backups_of(path: Path) -> list[Path]:
    """The backups of a game database, the newest first."""
    path = Path(os.path.realpath(path))
    paths = path.parent.glob(f"{glob.escape(path.name)}.{BACKUP}-*")
    return sorted((backup for backup in paths if _STAMPED.search(backup.name)), reverse=True)


def kept_aside(path: Path) -> list[Path]:
    """The copies of a game database that were kept when it was damaged or migrated. Their logs are left out."""
    path = Path(os.path.realpath(path))
    groups = (path.parent.glob(f"{glob.escape(path.name)}.{why}-*") for why in (DAMAGED, "version"))
    return sorted(file for files in groups for file in files if not file.name.endswith(SIDE_FILES))


@delay_stops()
def back_up_if_due(path: Path) -> None:
    """Makes a backup of the game database if the newest backup is a week old.

    If the database has no backup yet, the first one is made when its oldest game is a week old.
    """
    path = Path(os.path.realpath(path))
    if _is_backup_due(path):
        with _locked(path):
            if _is_backup_due(path):  # Another program may have made a backup while this one waited for the lock.
                _back_up(path)


def _back_up(path: Path) -> Path:
    """Makes a backup with the date in its name, and deletes backups that are no longer kept. Returns its path.

    The caller must hold the lock. The copy gets its final name only when it is complete and SQLite finds no fault in
    it. Otherwise this raises an error, because a faulty copy must not push out a good one.
    """
    remove_leftovers(path)
    new = unfinished(path)
    _copy(path, new)
    backup = free_name(path, BACKUP)
    new.rename(backup)
    sync_folder(path.parent)
    backups = backups_of(path)
    largest = max(backups, key=_size_of)
    for old in backups[KEPT_BACKUPS:]:
        if old != largest:
            old.unlink(missing_ok=True)
    return backup


def _is_backup_due(path: Path) -> bool:
    """Whether the newest backup is a week old or, if there is no backup, the oldest game.

    Backups with a date in the future don't count, because they were made before the clock was set back.
    """
    now = now_ms() / 1000
    stamps = [stamp[1] for backup in backups_of(path) if (stamp := _STAMPED.search(backup.name))]
    if stamps:
        return not any(time_stamp(now - BACKUP_SECONDS) < stamp <= time_stamp(now) for stamp in stamps)
    with contextlib.closing(connect(path, "ro")) as connection:
        (first,) = connection.execute("SELECT min(ended_at) FROM games").fetchone()
    return first is not None and abs(now - first / 1000) >= BACKUP_SECONDS


@delay_stops()
def games_in(path: Path) -> int | None:
    """The number of games in a database file that no program is writing to, such as a backup.

    None if the file can't be read.
    """
    try:
        with contextlib.closing(connect(path, "ro&immutable=1")) as connection:
            columns_of(connection, "games")
            return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])
    except ERRORS:
        return None


def identity_of(path: Path) -> tuple[int, int] | None:
    """The device and number of the file at a path, by which ``store`` notices that the file was replaced.

    None if there is no file.
    """
    try:
        status = os.stat(path)
    except OSError:
        return None
    # An empty file has no identity, because a database never becomes empty: something else must have overwritten it.
    return (status.st_dev, status.st_ino) if status.st_size else None


def _connect_checked(
    path: Path, migrations: Migrations, mode: str = "rw", *, uses_wal: bool = True
) -> sqlite3.Connection:
    """Connects to a game database and checks its tables. With mode ``rw``, it also checks that the file can be written.

    ``uses_wal`` is False in a second attempt, for file systems without the shared memory that SQLite's write-ahead log
    (WAL) needs. Raises CorruptFileError if the file may be damaged, and SQLite's error otherwise.
    """
    _check_head(path)
    connection = connect(path, mode)
    try:
        if not uses_wal:
            # An exclusive lock is the only way to open a WAL database without shared memory.
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("PRAGMA locking_mode = NORMAL")
        connection.execute("PRAGMA synchronous = FULL")
        schema_version(connection, migrations)
        if mode == "rw":
            _try_to_write(connection)
    except BaseException as error:
        connection.close()
        if is_damage(error):
            raise CorruptFileError(reason_of(error)) from None
        is_refused = isinstance(error, sqlite3.OperationalError) and "locked" not in str(error)
        if mode == "rw" and uses_wal and is_refused:  # The file system may not support shared memory, which WAL needs.
            return _connect_checked(path, migrations, uses_wal=False)
        raise
    return connection


def _check_head(path: Path) -> None:
    """Raises CorruptFileError unless the file begins like a game database.

    This runs before SQLite opens the file, because SQLite would copy an old log into a damaged file when it closes it.
    """
    with open_regular(path, path.name) as stream:
        head = stream.read(_APPLICATION_AT + 4)
    # A format number above 2 means that SQLite can't write the file or can't even read it.
    is_sqlite = head.startswith(_MAGIC) and max(head[_FORMATS_AT : _FORMATS_AT + 2], default=9) <= 2
    if not is_sqlite or int.from_bytes(head[_APPLICATION_AT:], "big") != APPLICATION_ID:
        raise CorruptFileError("it isn't a game database" if head else "it is empty")


def _try_to_write(connection: sqlite3.Connection) -> None:
    """Raises sqlite3.OperationalError if the database can't be written.

    It is better to know that when the program starts than after the first game.
    """
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):  # If another program holds a lock, it is writing, so the file can be written.
            raise
    connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")


def _make_if_missing(path: Path, migrations: Migrations) -> None:
    """Creates an empty game database unless another program has created one in the meantime."""
    with _locked(path):
        if os.path.lexists(path):
            return
        _set_side_files_aside(path, free_name(path, "left"))
        new, _ = _make_new(path, migrations)
        new.rename(path)
        sync_folder(path.parent)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Holds a lock so that only one program at a time creates or replaces the game database.

    Waits up to ``BUSY_SECONDS`` for another program. Raises OSError with the reason if the lock can't be taken.
    """
    file, until = _beside(path, ".lock"), time.monotonic() + BUSY_SECONDS
    while True:
        try:
            lock = take_lock(file)
            break
        except BlockingIOError:
            if time.monotonic() >= until or is_end_asked():
                raise OSError(f"another program holds {file.name}") from None
            time.sleep(_TRY_SECONDS)
        except OSError as error:
            raise OSError(f"{file.name} can't be locked: {system_reason(error)}") from None
    try:
        yield
    finally:
        os.close(lock)


class _ReadBack(NamedTuple):
    """What could be recovered from a damaged database."""

    counts: Mapping[str, int] = MappingProxyType({})
    """The number of recovered rows of each table."""
    incomplete: tuple[str, ...] = ()
    """The tables that couldn't be read to their end, so that some of their rows may be lost."""

    def text(self) -> str:
        """Says how many games, saved games and lesson answers were recovered, and which of them may be lost."""
        counts = {table: self.counts.get(table, 0) for table in _NOUNS}
        parts = [plural(count, _NOUNS[table], ",") for table, count in counts.items() if count]
        text = f"{join(parts or ['no game'])} {'were' if sum(counts.values()) > 1 else 'was'} recovered"
        if parts and not counts["games"]:
            text += ", but no finished game"
        lost = [f"{_NOUNS[table]}s" for table in _NOUNS if table in self.incomplete]
        return f"{text}. Some {join(lost)} may be lost, because a part of the file can't be read" if lost else text


def _make_new(path: Path, migrations: Migrations, damaged: Path | None = None) -> tuple[Path, _ReadBack]:
    """Makes a new database under a temporary name, with everything that can be read from the file ``damaged``.

    Returns the path and what was recovered; without ``damaged``, the database is empty. The caller must hold the lock,
    and moves the file into place.
    """
    remove_leftovers(path)
    new = unfinished(path)
    make_file(new, b"")
    try:
        with contextlib.closing(connect(new)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            # A log in memory is enough, because no other program knows this file yet.
            connection.execute("PRAGMA journal_mode = MEMORY")
            connection.execute("BEGIN IMMEDIATE")
            recovered = _ReadBack()
            if damaged is None:
                run_migrations(connection, migrations)
            else:
                recovered = _read_back(damaged, connection, migrations)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {len(migrations)}")
            connection.execute("COMMIT")
            # Switching to WAL comes last, so that the log is still empty. If SQLite refuses, the file works without
            # WAL, only more slowly.
            with contextlib.suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        for suffix in ("", *SIDE_FILES):
            _beside(new, suffix).unlink(missing_ok=True)
        raise
    return new, recovered


@delay_stops()
def set_aside_if_damaged(path: Path, migrations: Migrations) -> list[str]:
    """Checks the whole game database. If it is damaged, replaces it by a new one with all games that can be read.

    The damaged file is kept under another name. Returns messages for the player, or an empty list if the file isn't
    damaged.
    """
    path = Path(os.path.realpath(path))
    with _locked(path):
        reason = _damage_of(path, migrations)
        if reason is None:  # Another program may have replaced the file already, or the fault was only temporary.
            return []
        new, recovered = _make_new(path, migrations, damaged=path)
        aside = free_name(path, DAMAGED)
        keep_under(path, aside)
        # SQLite would take the old log for the log of the new file, and damage the new file with it.
        _set_side_files_aside(path, aside)
        new.replace(path)
        sync_folder(path.parent)
    message = f"{path.name} was damaged ({reason}). It is kept as {aside.name}, and {recovered.text()}."
    restoring = "If games are missing, get them from a backup with: minesweeper history restore"
    return [message, *(f"{restoring} {backup.name}" for backup in backups_of(path)[:1])]


def _damage_of(path: Path, migrations: Migrations) -> str | None:
    try:
        with contextlib.closing(_connect_checked(path, migrations, "ro")) as connection:
            check_whole(connection, migrations)
    except ERRORS as error:
        return reason_of(error) if is_damage(error) else None
    return None


def check_whole(connection: sqlite3.Connection, migrations: Migrations) -> bool:
    """Reads every row and lets SQLite check the whole file. Raises an error if it is damaged.

    A value longer than any that Minesweeper writes counts as damage too. Returns False without a check if a newer
    version made the file, because the constraints and indexes of its tables could make the check endless.
    """
    version = schema_version(connection, migrations)
    if version > len(migrations):
        return False
    for table in table_names(migrations[:version]):
        deque(connection.execute(f"SELECT * FROM {table}"), maxlen=0)
    if pragma(connection, "integrity_check(1)") != "ok":
        raise CorruptFileError(MALFORMED)
    return True


def _set_side_files_aside(path: Path, aside: Path) -> None:
    for suffix in SIDE_FILES:
        with contextlib.suppress(FileNotFoundError):
            _beside(path, suffix).rename(_beside(aside, suffix))


@delay_stops()
def read_into(target: Path, path: Path, migrations: Migrations) -> None:
    """Makes a new database at ``target`` with everything that can be read from a backup or damaged file.

    The file that is read stays as it is. Raises OSError if it can't be read or never was a game database.
    """
    with open_regular(path) as stream:
        head = stream.read(_APPLICATION_AT + 4)
    if not head.startswith(_MAGIC) and head[_APPLICATION_AT:] != APPLICATION_ID.to_bytes(4, "big"):
        raise CorruptFileError("it isn't a game database")
    new, _ = _make_new(target, migrations, damaged=path)
    new.rename(target)


def _read_back(damaged: Path, target: sqlite3.Connection, migrations: Migrations) -> _ReadBack:
    """Copies everything readable from a damaged database into a new one.

    The version number may be damaged, so the tables that the file has show its version. The new database gets the
    tables of that version, and is migrated after the rows are copied.
    """
    with contextlib.closing(_connect_broken(damaged)) as source:
        present: set[str] = set()
        with _as_far_as_it_goes():
            present = {str(name) for (name,) in source.execute("SELECT name FROM sqlite_master")}
        version = max(
            (n for n, step in enumerate(migrations, 1) if present.intersection(table_names([step]))), default=0
        )
        run_migrations(target, migrations[:version])
        tables, incomplete = table_names(migrations[:version]), []
        for table in tables:
            if not _read_table_back(source, target, table):
                incomplete.append(table)
            if table in ("replays", "skills"):
                target.execute(f"DELETE FROM {table} WHERE number NOT IN (SELECT number FROM games)")
    counts = {table: int(target.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) for table in tables}
    run_migrations(target, migrations[version:])
    return _ReadBack(counts, tuple(incomplete))


def _connect_broken(path: Path) -> sqlite3.Connection:
    # If the file has a log, only both together are complete. Without a log, SQLite must not create files next to a file
    # that may belong to somebody else.
    has_log = any(_size_of(_beside(path, suffix)) for suffix in LOGS)
    return connect(path, "ro" if has_log else "ro&immutable=1", is_broken=True)


def _read_table_back(source: sqlite3.Connection, target: sqlite3.Connection, table: str) -> bool:
    """Copies the readable rows of a table from a damaged database.

    Returns whether the table could be read to its end.
    """
    present: set[str] = set()
    with _as_far_as_it_goes():
        present = columns_of(source, table)
    columns = ", ".join(row[1] for row in target.execute(f"PRAGMA table_info({table})") if row[1] in present)
    if not columns:
        return False
    marks = ", ".join("?" * len(columns.split(", ")))
    # Reads from both ends up to the first page that can't be read. Rows that are read twice are ignored the second
    # time.
    is_whole = False
    for order in ("ASC", "DESC"):
        with _as_far_as_it_goes():
            for row in source.execute(f"SELECT {columns} FROM {table} ORDER BY rowid {order}"):
                # Damage may have put a text where the table needs a number. Such a row is left out.
                with contextlib.suppress(sqlite3.IntegrityError):
                    target.execute(f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})", row)
            is_whole = True
    return is_whole


@contextlib.contextmanager
def _as_far_as_it_goes() -> Iterator[None]:
    """Ends the block without an error at the first fault of a damaged file, so that the caller can try to read the next
    part of the file.

    If a signal has asked the program to end, the error is raised after all.
    """
    try:
        yield
    except ERRORS:
        if is_end_asked():
            raise


def _beside(path: Path, suffix: str) -> Path:
    """The path of a file next to the database, whose name has a suffix such as ``-wal``."""
    return path.with_name(path.name + suffix)


def _size_of(path: Path) -> int:
    """The size of a file in bytes, or 0 if it doesn't exist."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
