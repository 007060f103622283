"""Makes, opens, checks, migrates and backs up the game database, and replaces a damaged one.

It raises ``sqlite3.Error`` and ``OSError``, which ``store`` turns into sentences. It is loaded only to open a store:
SQLite takes time to load and may be missing. One program at a time makes or replaces the file, a damaged one is kept
under another name, and nothing here overwrites a file that it didn't make itself.
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
from minesweeper.storage.paths import (
    free_name,
    keep_under,
    make_file,
    make_private,
    open_regular,
    remove_leftovers,
    sync_folder,
    take_lock,
    time_stamp,
    unfinished,
)
from minesweeper.storage.records import BUSY

ERRORS = (sqlite3.Error, OSError, UnicodeError, OverflowError, MemoryError)
"""The errors of working with the file. The last two come from values that SQLite can't hold."""
MALFORMED = "its content is malformed"
BACKUP, DAMAGED = "backup", "damaged"
KEPT_BACKUPS = 4
"""The number of newest backups to keep. The largest is kept too: a file that lost its games must not push it out."""
BACKUP_SECONDS = 7 * 86_400
"""The age in seconds at which the newest backup is too old."""

_STAMPED = re.compile(rf"\.{BACKUP}-(\d{{8}}-\d{{6}})(?:-\d+)?$", re.ASCII)
"""Matches the end of a backup's name, with the time when it was made."""

_MAGIC = b"SQLite format 3\0"
_FORMATS_AT, _APPLICATION_AT = 18, 68
"""The offsets in a file of SQLite's two format numbers, and of the application's number."""

_TRY_SECONDS = 0.02
"""The seconds between two attempts to take a lock that another program has."""
_NOUNS = {"games": "game", "saves": "saved game", "answers": "lesson answer"}
"""What a row of each table is to a player."""
_PAGES_TO_LOOK = 4096
"""The number of pages copied between two checks for a signal."""
_REASONS = (
    ("disk is full", "the disk is full"),
    ("locked", BUSY),
    ("readonly", "the game database can't be written"),
    ("unable to open", "the game database can't be opened"),
    ("I/O", "the disk reports an error"),
    ("interrupted", "it was stopped"),
)


def is_damage(error: BaseException) -> bool:
    """Says whether an error may come from a damaged file. Errors with other causes are known by name."""
    if isinstance(error, (CorruptFileError, UnicodeDecodeError)):  # damage can get into the text of the error itself
        return True
    if isinstance(error, (sqlite3.ProgrammingError, sqlite3.InterfaceError)):
        return False
    return isinstance(error, sqlite3.Error) and _known_reason(error) is None


def reason_of(error: BaseException) -> str:
    """Says in a few words for the player why something failed."""
    if isinstance(error, CorruptFileError):
        return str(error)
    if isinstance(error, OSError):
        return system_reason(error)
    if isinstance(error, MemoryError) or "too big" in str(error):
        return "a value in it is too long"
    # SQLite's own words may hold bytes of a damaged file.
    return _known_reason(error) or (MALFORMED if is_damage(error) else type(error).__name__)


def _known_reason(error: BaseException) -> str | None:
    text = str(error)
    if text.startswith("malformed"):  # followed by a name from the file itself
        return None
    return next((reason for part, reason in _REASONS if part in text), None)


class Opened(NamedTuple):
    """An open store: why it can't be written, the identity of its file, and messages for the player."""

    connection: sqlite3.Connection
    problem: str | None = None
    identity: tuple[int, int] | None = None
    notices: tuple[str, ...] = ()


@delay_stops()
def open_file(path: Path, migrations: Migrations) -> Opened:
    """Opens the store at a path, created if missing. Replaces a damaged one, with the games that can still be read."""
    path = Path(os.path.realpath(path))  # SQLite keeps its side files next to the real file too
    notices: list[str] = []
    for _ in range(3):  # another program may make or replace the file at the same moment
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
    # Not even the side files of WAL can be made.
    connection = _connect_checked(path, migrations, "ro&immutable=1")
    missing = ", and the newest ones may be missing" if _size_of(_beside(path, "-wal")) else ""
    return Opened(connection, f"{path.name} can't be written{reason}: new games are not saved{missing}.")


def _open_to_write(path: Path, migrations: Migrations) -> Opened:
    """Opens a store for reading and writing, after migrating an older one. A newer one is only read.

    Raises the errors of the file, and then no connection to it stays open.
    """
    identity = identity_of(path)  # before the connection: a change in between then only means to open again
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
    return Opened(connection, f"{newer}: you can see its games, but new games are not saved.", identity)


def _migrate(connection: sqlite3.Connection, path: Path, migrations: Migrations) -> None:
    """Migrates an older store in one transaction, after copying it."""
    connection.execute("BEGIN IMMEDIATE")
    copy = None
    try:
        version = pragma(connection, "user_version")
        if version < len(migrations):  # otherwise another program has just done it
            copy = free_name(path, f"version-{version}")
            _copy(path, copy)
            run_migrations(connection, migrations[version:])
            connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if copy is not None:  # the file is unchanged, and each attempt would leave another copy
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
    """Lists the backups of a game database, the newest first."""
    path = Path(os.path.realpath(path))
    paths = path.parent.glob(f"{glob.escape(path.name)}.{BACKUP}-*")
    return sorted((backup for backup in paths if _STAMPED.search(backup.name)), reverse=True)


def kept_aside(path: Path) -> list[Path]:
    """Lists older copies of the game database that were kept when it was replaced or migrated, without their logs."""
    path = Path(os.path.realpath(path))
    groups = (path.parent.glob(f"{glob.escape(path.name)}.{why}-*") for why in (DAMAGED, "version"))
    return sorted(file for files in groups for file in files if not file.name.endswith(SIDE_FILES))


@delay_stops()
def back_up_if_due(path: Path) -> None:
    """Makes a backup if the newest is too old."""
    path = Path(os.path.realpath(path))
    if _is_backup_due(path):
        with _locked(path):
            if _is_backup_due(path):  # otherwise another program has just done it
                _back_up(path)


def _back_up(path: Path) -> Path:
    """Makes a dated backup, which gets its name when it is complete, and deletes the oldest. Needs the lock.

    Raises an error for a copy in which SQLite finds a fault: it must not push out a good one.
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
    """Says whether there are games a week old and no backup as new; a clock may have been set back."""
    now = now_ms() / 1000
    stamps = [stamp[1] for backup in backups_of(path) if (stamp := _STAMPED.search(backup.name))]
    if stamps:
        return not any(time_stamp(now - BACKUP_SECONDS) < stamp <= time_stamp(now) for stamp in stamps)
    with contextlib.closing(connect(path, "ro")) as connection:
        (first,) = connection.execute("SELECT min(ended_at) FROM games").fetchone()
    return first is not None and abs(now - first / 1000) >= BACKUP_SECONDS


@delay_stops()
def games_in(path: Path) -> int | None:
    """Counts the games in a file that no program writes; None if it can't be read."""
    try:
        with contextlib.closing(connect(path, "ro&immutable=1")) as connection:
            columns_of(connection, "games")
            return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])
    except ERRORS:
        return None


def identity_of(path: Path) -> tuple[int, int] | None:
    """Identifies the file at a path, so that a replacement is noticed."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    # A store never becomes empty by itself: then it is no longer the file that was opened.
    return (status.st_dev, status.st_ino) if status.st_size else None


def _connect_checked(
    path: Path, migrations: Migrations, mode: str = "rw", *, uses_wal: bool = True
) -> sqlite3.Connection:
    """Connects to a file and checks its tables. Raises CorruptFileError or sqlite3.OperationalError."""
    _check_head(path)
    connection = connect(path, mode)
    try:
        if not uses_wal:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # the only way to read WAL without shared memory
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
        if mode == "rw" and uses_wal and is_refused:  # some file systems have no shared memory, which WAL needs
            return _connect_checked(path, migrations, uses_wal=False)
        raise
    return connection


def _check_head(path: Path) -> None:
    """Raises CorruptFileError unless a file begins like a store.

    It is called before SQLite opens the file, which would copy the rest of a log into a damaged one when it closes.
    """
    with open_regular(path, path.name) as stream:
        head = stream.read(_APPLICATION_AT + 4)
    # SQLite would refuse to write other formats, or to read them at all.
    is_sqlite = head.startswith(_MAGIC) and max(head[_FORMATS_AT : _FORMATS_AT + 2], default=9) <= 2
    if not is_sqlite or int.from_bytes(head[_APPLICATION_AT:], "big") != APPLICATION_ID:
        raise CorruptFileError("it isn't a game database" if head else "it is empty")


def _try_to_write(connection: sqlite3.Connection) -> None:
    """Raises sqlite3.OperationalError if nothing can be written; better now than after the first game."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):  # a lock shows that it can be written: another program does so
            raise
    connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")


def _make_if_missing(path: Path, migrations: Migrations) -> None:
    """Makes the game database unless another program has made it by now."""
    with _locked(path):
        if os.path.lexists(path):
            return
        _set_side_files_aside(path, free_name(path, "left"))
        new, _ = _make_new(path, migrations)
        new.rename(path)
        sync_folder(path.parent)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Lets only one program at a time make or replace the file. OSError says why that can't be."""
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
    """What was read back from a damaged file."""

    counts: Mapping[str, int] = MappingProxyType({})
    """The number of rows of each table."""
    incomplete: tuple[str, ...] = ()
    """The tables that couldn't be read to their end, so that some or all of their rows are lost."""

    def text(self) -> str:
        """Says what was recovered and, if anything may be lost, what."""
        counts = {table: self.counts.get(table, 0) for table in _NOUNS}
        parts = [plural(count, _NOUNS[table], ",") for table, count in counts.items() if count]
        text = f"{join(parts or ['no game'])} {'were' if sum(counts.values()) > 1 else 'was'} recovered"
        if parts and not counts["games"]:
            text += ", but no finished game"
        lost = [f"{_NOUNS[table]}s" for table in _NOUNS if table in self.incomplete]
        return f"{text}. Some {join(lost)} may be lost, because a part of the file can't be read" if lost else text


def _make_new(path: Path, migrations: Migrations, damaged: Path | None = None) -> tuple[Path, _ReadBack]:
    """Makes a new store under a name of its own with the games of a damaged one. Returns its path and what was read.

    Needs the lock. The file is moved into place only when it is complete.
    """
    remove_leftovers(path)
    new = unfinished(path)
    make_file(new, b"")
    try:
        with contextlib.closing(connect(new)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA journal_mode = MEMORY")  # no other program knows this file yet
            connection.execute("BEGIN IMMEDIATE")
            recovered = _ReadBack()
            if damaged is None:
                run_migrations(connection, migrations)
            else:
                recovered = _read_back(damaged, connection, migrations)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {len(migrations)}")
            connection.execute("COMMIT")
            # Last, so that nothing is in a log yet. A refusal does no harm: the file works without it, only slower.
            with contextlib.suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        for suffix in ("", *SIDE_FILES):
            _beside(new, suffix).unlink(missing_ok=True)
        raise
    return new, recovered


@delay_stops()
def set_aside_if_damaged(path: Path, migrations: Migrations) -> list[str]:
    """Replaces a damaged store with a new one and keeps it under another name. Returns sentences about that."""
    path = Path(os.path.realpath(path))
    with _locked(path):
        reason = _damage_of(path, migrations)
        if reason is None:  # another program was faster, or the fault has passed
            return []
        new, recovered = _make_new(path, migrations, damaged=path)
        aside = free_name(path, DAMAGED)
        keep_under(path, aside)
        # A log left here would be taken for the new store's own and spoil it.
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
    """Reads the whole file, and raises an error if it is damaged, or has a value longer than any of this program.

    Returns False for a newer version, whose own checks may take for ever.
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
    """Makes a new store of everything readable in a backup or damaged file, which isn't changed.

    Raises OSError for an unreadable file, or one that never was a game database.
    """
    with open_regular(path) as stream:
        head = stream.read(_APPLICATION_AT + 4)
    if not head.startswith(_MAGIC) and head[_APPLICATION_AT:] != APPLICATION_ID.to_bytes(4, "big"):
        raise CorruptFileError("it isn't a game database")
    new, _ = _make_new(target, migrations, damaged=path)
    new.rename(target)


def _read_back(damaged: Path, target: sqlite3.Connection, migrations: Migrations) -> _ReadBack:
    """Fills a new store with the readable content of a damaged file.

    The tables are made in the file's own version, as its tables show it, and then migrated.
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
    # With a log next to it, only both together are complete; without one, nothing is created next to a foreign file.
    has_log = any(_size_of(_beside(path, suffix)) for suffix in LOGS)
    return connect(path, "ro" if has_log else "ro&immutable=1", is_broken=True)


def _read_table_back(source: sqlite3.Connection, target: sqlite3.Connection, table: str) -> bool:
    """Copies the readable rows of a table. Returns whether it could be read to its end."""
    present: set[str] = set()
    with _as_far_as_it_goes():
        present = columns_of(source, table)
    columns = ", ".join(row[1] for row in target.execute(f"PRAGMA table_info({table})") if row[1] in present)
    if not columns:
        return False
    marks = ", ".join("?" * len(columns.split(", ")))
    # Reads from both ends to the first unreadable page; rows read twice are ignored the second time.
    is_whole = False
    for order in ("ASC", "DESC"):
        with _as_far_as_it_goes():
            for row in source.execute(f"SELECT {columns} FROM {table} ORDER BY rowid {order}"):
                with contextlib.suppress(sqlite3.IntegrityError):  # damage may have put a text in place of a number
                    target.execute(f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})", row)
            is_whole = True
    return is_whole


@contextlib.contextmanager
def _as_far_as_it_goes() -> Iterator[None]:
    """Lets the rest of a damaged file be read after a fault in it. Signals still end the program."""
    try:
        yield
    except ERRORS:
        if is_end_asked():
            raise


def _beside(path: Path, suffix: str) -> Path:
    """Returns the path with a suffix added to its name."""
    return path.with_name(path.name + suffix)


def _size_of(path: Path) -> int:
    """Returns the size of a file; 0 if there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
