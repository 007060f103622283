"""The file of games: made, opened, checked, brought up to date, backed up, and replaced where it is damaged.

It raises ``sqlite3.Error`` and ``OSError``, which ``store`` turns into sentences. Only what opens a store may load it:
SQLite takes time to load and may be missing. One program at a time makes or replaces the file, a damaged one is kept
under another name, and nothing here overwrites a file that it did not make itself.
"""

from __future__ import annotations

import contextlib
import glob
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from minesweeper.core.text import plural, system_reason
from minesweeper.core.times import now_ms
from minesweeper.storage.disk import (
    check_regular,
    free_name,
    keep_under,
    make_file,
    make_private,
    sync_file,
    sync_folder,
)
from minesweeper.storage.schema import APPLICATION_ID, Migration, table_names

Migrations: TypeAlias = Sequence[Migration]

BUSY_SECONDS = 5.0
"""So long a file that is made, opened or replaced waits for another program."""
ERRORS = (sqlite3.Error, OSError, UnicodeError, OverflowError)
"""What work with the file may raise; the last two come from values that SQLite has no room for."""
MALFORMED = "its content is malformed"
SIDE_FILES = ("-wal", "-journal", "-shm")
BACKUP, DAMAGED = "backup", "damaged"
KEPT_BACKUPS = 4
"""So many of the newest backups are kept, and the largest one: a file that has lost its games must not push it out."""
BACKUP_SECONDS = 7 * 86_400
"""How old the newest backup may become."""

_MAGIC = b"SQLite format 3\0"
_FORMATS_AT, _APPLICATION_AT = 18, 68
"""Where SQLite keeps the two numbers of its format, and the application's, in a file."""

_OF_GAMES = frozenset(["replays", "skills"])
"""Tables whose rows lie under the number of a game."""
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
        return system_reason(error)
    # The words of SQLite itself may hold bytes of a damaged file.
    return _known_reason(error) or (MALFORMED if is_damage(error) else type(error).__name__)


def _known_reason(error: BaseException) -> str | None:
    text = str(error)
    return next((reason for part, reason in _REASONS if part in text), None)


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
            _make_if_missing(path, migrations)
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
        return _open_unwritable(path, migrations, notices)
    identity = identity_of(path)  # before the connection: a change in between then only means to open again
    try:
        connection = _connect_checked(path, migrations)
        version = _pragma(connection, "user_version")
    except sqlite3.OperationalError as error:
        return _open_unwritable(path, migrations, notices, reason_of(error))
    problem = f"{path.name} is from a newer version of this program: it is only read, new games are not saved."
    try:
        known = version if version == newest else _version_of_tables(connection, migrations)
        if known is not None and known != version:
            notices = (*notices, _mend_version(connection, path, known))
            version = known
        if version < newest:
            _migrate(connection, path, migrations)
            version = newest
    except ERRORS as error:
        problem = f"{path.name} could not be brought up to date ({reason_of(error)}): new games are not saved."
    if version == newest:
        return Opened(connection, identity, None, notices)
    connection.close()
    return Opened(_connect_checked(path, migrations, "ro"), identity, problem, notices)


def _open_unwritable(path: Path, migrations: Migrations, notices: tuple[str, ...], reason: str = "") -> Opened:
    """A store that can only be read: not even the side files of WAL can be made."""
    problem = f"{path.name} can't be written{f' ({reason})' if reason else ''}: new games are not saved"
    if _size_of(_beside(path, "-wal")):
        problem += ", and the newest ones may be missing"
    connection = _connect_checked(path, migrations, "ro&immutable=1")
    if _pragma(connection, "user_version") != len(migrations):
        problem += "; it is from another version of this program"
    return Opened(connection, None, problem + ".", notices)


def _migrate(connection: sqlite3.Connection, path: Path, migrations: Migrations) -> None:
    """Brings an older store up to date in one transaction, after a copy of it was made."""
    connection.execute("BEGIN IMMEDIATE")
    copy = None
    try:
        version = _pragma(connection, "user_version")
        if version < len(migrations):  # else another program has just done it
            copy = free_name(path, f"version-{version}")
            _copy(path, copy)
            _run_migrations(connection, migrations[version:])
            connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if copy is not None:  # the file is as it was, and each attempt would leave one more
            copy.unlink(missing_ok=True)
        raise


def _version_of_tables(connection: sqlite3.Connection, migrations: Migrations) -> int | None:
    """The version whose tables a file has, whatever number damage has put in; None for those of no version known here.

    No two versions have the same tables, indexes and views: they say it more surely than four bytes of the head do.
    """
    versions = range(len(migrations), 0, -1)
    return next((version for version in versions if _has_tables(connection, migrations[:version])), None)


def _mend_version(connection: sqlite3.Connection, path: Path, version: int) -> str:
    """Puts the number of the version right, after a backup; a sentence about that."""
    with _locked(path):
        backup = _back_up(path)
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version = {version}")
    connection.execute("COMMIT")
    return f"The version number of {path.name} was damaged and is right again; {backup.name} is the file as it was."


def _copy(path: Path, target: Path) -> None:
    make_file(target, b"")
    try:
        with (
            contextlib.closing(_connect(path, "ro")) as source,
            contextlib.closing(_connect(target)) as copy,
        ):
            source.backup(copy)
            if _pragma(copy, "quick_check(1)") != "ok":
                raise sqlite3.DatabaseError(MALFORMED)
    except BaseException:
        target.unlink()
        raise


def backups_of(path: Path) -> list[Path]:
    """The backups of a file of games, the newest first."""
    path = Path(os.path.realpath(path))
    found = path.parent.glob(f"{glob.escape(path.name)}.{BACKUP}-*")
    return sorted((backup for backup in found if _made_at(backup) is not None), reverse=True)


def kept_aside(path: Path) -> list[Path]:
    """What was kept of the file of games when it was replaced or brought up to date, without the logs beside it."""
    path = Path(os.path.realpath(path))
    found = (path.parent.glob(f"{glob.escape(path.name)}.{why}-*") for why in (DAMAGED, "version"))
    return sorted(file for files in found for file in files if not file.name.endswith(SIDE_FILES))


def _made_at(backup: Path) -> float | None:
    """When a backup was made, by its name; None for a file that only begins like one."""
    day, _, rest = backup.name.rpartition(f".{BACKUP}-")[2].partition("-")
    try:
        return time.mktime(time.strptime(f"{day} {rest.partition('-')[0]}", "%Y%m%d %H%M%S"))
    except (ValueError, OverflowError):
        return None


def back_up_if_due(path: Path) -> None:
    """Makes a backup if none is young enough."""
    path = Path(os.path.realpath(path))
    if _is_backup_due(path):
        with _locked(path):
            if _is_backup_due(path):  # else another program has just done it
                _back_up(path)


def _back_up(path: Path) -> Path:
    """Makes a dated backup, which gets its name when it is whole, and lets the oldest ones go. Needs the lock.

    A copy in which SQLite finds a fault raises an error: it must push no good one out.
    """
    _remove_half_made(path)
    new = _beside(path, f".new-{os.urandom(4).hex()}")
    _copy(path, new)
    backup = free_name(path, BACKUP)
    new.rename(backup)
    sync_folder(path.parent)
    found = backups_of(path)
    largest = max(found, key=_size_of)
    for old in found[KEPT_BACKUPS:]:
        if old != largest:
            old.unlink(missing_ok=True)
    return backup


def _is_backup_due(path: Path) -> bool:
    """Whether there are games that are a week old and none of the backups is as young; a clock may be set back."""
    moments = [made for backup in backups_of(path) if (made := _made_at(backup)) is not None]
    if not moments:
        with contextlib.closing(_connect(path, "ro")) as connection:
            (first,) = connection.execute("SELECT min(ended_at) FROM games").fetchone()
        moments = [] if first is None else [first / 1000]
    now = now_ms() / 1000
    return bool(moments) and all(abs(now - moment) >= BACKUP_SECONDS for moment in moments)


def games_in(path: Path) -> int | None:
    """How many games a file holds that nobody writes; None if it can't be read."""
    try:
        with contextlib.closing(_connect(path, "ro&immutable=1")) as connection:
            return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])
    except ERRORS:
        return None


def _games_only_in(backup: Path, path: Path) -> int:
    """How many games a backup has that a file of games does not have."""
    try:
        with contextlib.closing(_connect(path, "ro")) as connection:
            connection.execute("ATTACH ? AS backup", (f"{backup.as_uri()}?mode=ro&immutable=1",))
            query = "SELECT count(*) FROM backup.games WHERE id NOT IN (SELECT id FROM games)"
            return int(connection.execute(query).fetchone()[0])
    except ERRORS:
        return 0


def identity_of(path: Path) -> tuple[int, int] | None:
    """What tells the file at a path from another one that takes its place."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    # A store never becomes empty by itself: then it is no longer the file that was opened.
    return (found.st_dev, found.st_ino) if found.st_size else None


def _connect_checked(path: Path, migrations: Migrations, mode: str = "rw") -> sqlite3.Connection:
    """A connection to a file that passed the check, else Damaged or sqlite3.OperationalError."""
    _check_head(path)
    connection = _connect(path, mode)
    try:
        _prepare(connection, migrations)
        if mode == "rw":
            _try_to_write(connection)
    except BaseException as error:
        connection.close()
        if is_damage(error):
            raise Damaged(reason_of(error)) from None
        if mode == "rw" and isinstance(error, sqlite3.OperationalError) and "locked" not in str(error):
            return _connect_without_wal(path, migrations)
        raise
    return connection


def _check_head(path: Path) -> None:
    """Raises Damaged unless a file begins as a store does.

    Before SQLite sees it: at the end of a connection it would copy what is left of a log into the damaged file.
    """
    check_regular(path, path.name)
    with path.open("rb") as stream:
        head = stream.read(_APPLICATION_AT + 4)
    if not head:
        raise Damaged("it is empty")
    if not head.startswith(_MAGIC):
        raise Damaged("it is no database")
    if max(head[_FORMATS_AT : _FORMATS_AT + 2], default=9) > 2:  # SQLite would refuse to write, or to read it at all
        raise Damaged("its head is malformed")
    if int.from_bytes(head[_APPLICATION_AT:], "big") != APPLICATION_ID:
        raise Damaged("it is no file of this program")


def _connect(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """A connection to a file that exists; the mode is one of SQLite's, such as ``ro&immutable=1``."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    # A text that is damaged, or that somebody else wrote, must not stop the rows after it from being read.
    connection.text_factory = _to_text
    return connection


def _to_text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def _prepare(connection: sqlite3.Connection, migrations: Migrations) -> None:
    """Sets a connection up; a file too short, or without the tables of its version, raises an error of damage."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA trusted_schema = OFF")
    version = _pragma(connection, "user_version")
    if version < 1 and _version_of_tables(connection, migrations) is None:
        raise Damaged("its version is malformed")
    if version <= len(migrations):  # a newer program may have other tables
        for table in table_names(_steps_to(version, migrations)):
            connection.execute(f"SELECT * FROM {table} LIMIT 0")


def _steps_to(version: int, migrations: Migrations) -> Migrations:
    """The migrations that have made a file; the first is among them whatever number damage has put in."""
    return migrations[: max(version, 1)]


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


def _connect_without_wal(path: Path, migrations: Migrations) -> sqlite3.Connection:
    """A connection after a change to the old kind of journal, where the file system has no shared memory for WAL."""
    connection = _connect(path)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # the one way to read WAL without shared memory
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA locking_mode = NORMAL")
        _prepare(connection, migrations)
        _try_to_write(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _pragma(connection: sqlite3.Connection, name: str) -> Any:
    """The value of one of SQLite's settings for this file."""
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def _make_if_missing(path: Path, migrations: Migrations) -> None:
    """Makes the file of games unless another program has made it by now."""
    with _locked(path):
        if os.path.lexists(path):
            return
        _set_side_files_aside(path, free_name(path, "left"))
        new, _ = _make_new(path, migrations)
        new.rename(path)
        sync_folder(path.parent)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Only one program at a time makes or replaces the file. The lock goes with the program, however it ends."""
    lock = _beside(path, ".lock")
    os.close(os.open(lock, os.O_RDWR | os.O_CREAT, 0o600))
    with contextlib.closing(_connect(lock)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


def _make_new(path: Path, migrations: Migrations, damaged: Path | None = None) -> tuple[Path, int]:
    """A new store under a name of its own, with the games of a damaged one, and how many those are. Needs the lock.

    It goes to its proper place only when it is whole: a file is never seen there half made.
    """
    _remove_half_made(path)
    new = _beside(path, f".new-{os.urandom(4).hex()}")
    make_file(new, b"")
    try:
        with contextlib.closing(_connect(new)) as connection:
            # Nobody else knows this file yet: it is written to the disk once, at the end.
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("PRAGMA journal_mode = MEMORY")
            connection.execute("BEGIN IMMEDIATE")
            games = 0
            if damaged is None:
                _run_migrations(connection, migrations)
            else:
                games = _read_back(damaged, connection, migrations)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {len(migrations)}")
            connection.execute("COMMIT")
            # Last, so that nothing is in a log yet. A refusal is no harm: the file works without, only slower.
            with contextlib.suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA journal_mode = WAL")
        sync_file(new)
    except BaseException:
        for suffix in ("", *SIDE_FILES):
            _beside(new, suffix).unlink(missing_ok=True)
        raise
    return new, games


def _remove_half_made(path: Path) -> None:
    """Removes what programs that were killed have left half made. Needs the lock."""
    for leftover in path.parent.iterdir():
        if leftover.name.startswith(f"{path.name}.new-"):
            leftover.unlink()


def _run_migrations(connection: sqlite3.Connection, migrations: Migrations) -> None:
    """Does the steps in the transaction that is open."""
    for migration in migrations:
        for statement in migration:
            connection.execute(statement)


def set_aside_if_damaged(path: Path, migrations: Migrations, *, thorough: bool = False) -> list[str]:
    """Puts a new store in the place of a damaged one, which is kept under another name; sentences about that."""
    path = Path(os.path.realpath(path))
    with _locked(path):
        reason = _damage_of(path, migrations, thorough)
        if reason is None:  # another program was faster, or it was a passing fault
            return []
        new, found = _make_new(path, migrations, damaged=path)
        aside = free_name(path, DAMAGED)
        keep_under(path, aside)
        # A log left here would be taken for the new store's own and spoil it.
        _set_side_files_aside(path, aside)
        new.replace(path)
        sync_folder(path.parent)
    games = {0: "no game", 1: "1 game"}.get(found, f"{found:,} games")
    told = [f"{path.name} was damaged ({reason}): it is kept as {aside.name}, and {games} could be read back."]
    missing = {backup: _games_only_in(backup, path) for backup in backups_of(path)}
    best = max(missing, key=lambda backup: missing[backup], default=None)
    if best is not None and missing[best]:
        lost = plural(missing[best], "lost game", ",")
        told.append(f"A backup still has {lost}: 'minesweeper history restore {best.name}' takes them back.")
    return told


def _damage_of(path: Path, migrations: Migrations, thorough: bool) -> str | None:
    if not os.path.lexists(path):
        return None
    try:
        with contextlib.closing(_connect_checked(path, migrations, "ro")) as connection:
            if thorough and not is_whole(connection, migrations):
                return MALFORMED
        # Some damage shows only when something is written. Last, because it may move the log into the file.
        _connect_checked(path, migrations).close()
    except ERRORS as error:
        return reason_of(error) if is_damage(error) else None
    return None


def is_whole(connection: sqlite3.Connection, migrations: Migrations) -> bool:
    """Whether SQLite finds no fault in a file, and its tables are those of its version, unless that is a newer one."""
    version = _pragma(connection, "user_version")
    has_tables = version > len(migrations) or _has_tables(connection, _steps_to(version, migrations))
    return has_tables and _pragma(connection, "integrity_check(1)") == "ok"


def _has_tables(connection: sqlite3.Connection, migrations: Migrations) -> bool:
    """Whether the tables and indexes are what the migrations make."""
    query = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
        _run_migrations(fresh, migrations)
        return set(fresh.execute(query)) == set(connection.execute(query))


def _set_side_files_aside(path: Path, aside: Path) -> None:
    for suffix in SIDE_FILES:
        with contextlib.suppress(FileNotFoundError):
            _beside(path, suffix).rename(_beside(aside, suffix))


def read_into(target: Path, path: Path, migrations: Migrations) -> None:
    """Makes a new store of all that can be read of a file, be it a backup or a damaged one, which stays as it is."""
    _check_kind(path)
    new, _ = _make_new(target, migrations, damaged=path)
    new.rename(target)


def _check_kind(path: Path) -> None:
    """Raises OSError for what can't be read, and Damaged for what never was a file of games."""
    if path.exists() and not path.is_file():  # another kind could keep the reader waiting for ever
        raise Damaged("it is no regular file")
    with path.open("rb") as stream:
        head = stream.read(_APPLICATION_AT + 4)
    if not head.startswith(_MAGIC) and head[_APPLICATION_AT:] != APPLICATION_ID.to_bytes(4, "big"):
        raise Damaged("it is no file of games")


def _read_back(damaged: Path, target: sqlite3.Connection, migrations: Migrations) -> int:
    """Fills a new store with what can still be read of a damaged file; how many games that were.

    The tables are made as the file's own version has them and then brought up to date, as those of a whole file are.
    """
    # With a log beside it only both together are whole; without, nothing is made beside a file that others look after.
    has_log = any(_size_of(_beside(damaged, suffix)) for suffix in ("-wal", "-journal"))
    mode = "ro" if has_log else "ro&immutable=1"
    with contextlib.closing(_connect(damaged, mode)) as source:
        # Without this SQLite refuses to read any page of a file that has lost its end.
        source.execute("PRAGMA writable_schema = ON")
        version = 0
        with contextlib.suppress(sqlite3.Error):
            version = _pragma(source, "user_version")
        steps = migrations[:version] if version > 0 else migrations
        _run_migrations(target, steps)
        for table in table_names(steps):
            _read_table_back(source, target, table)
        for table in _OF_GAMES & set(table_names(steps)):
            target.execute(f"DELETE FROM {table} WHERE number NOT IN (SELECT number FROM games)")
    (games,) = target.execute("SELECT count(*) FROM games").fetchone()
    _run_migrations(target, migrations[len(steps) :])
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


def _beside(path: Path, suffix: str) -> Path:
    """The file whose name is that of a path and a suffix."""
    return path.with_name(path.name + suffix)


def _size_of(path: Path) -> int:
    """How long a file is; 0 when there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0
