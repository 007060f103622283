"""Defines the tables of games.db, and connects to a file that any program may have written.

A released version of the tables never changes; the next one is added to ``MIGRATIONS``. Nothing in a file can act,
freeze the program or fill the memory: ``connect`` sets limits, and ``schema_version`` accepts only these tables.
Signals end long work: use ``core.signals.delay_stops`` around it.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from minesweeper.core.signals import is_end_asked
from minesweeper.core.text import LONGEST_NAME, quote
from minesweeper.storage.paths import check_regular

Migration: TypeAlias = tuple[str, ...]
Migrations: TypeAlias = tuple[Migration, ...]

APPLICATION_ID = 0x4D537770
"""Marks the file as a game database, so that another program's database is never taken for one."""

LOGS = ("-wal", "-journal")
SIDE_FILES = (*LOGS, "-shm")
"""The ends of the names of the files that SQLite keeps next to a database: its logs, and memory that programs share."""

_VERSION_1: Migration = (
    # ended_at counts milliseconds since 1970, UTC. result is 0 lost, 1 won, 2 abandoned. kin is a number that stands
    # for level, mode, standing and board together: games with the same kin are compared with each other.
    """
    CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        ended_at INTEGER NOT NULL,
        kin INTEGER NOT NULL,
        level TEXT NOT NULL,
        board TEXT NOT NULL,
        mode TEXT NOT NULL,
        standing TEXT NOT NULL,
        result INTEGER NOT NULL,
        time_ms INTEGER NOT NULL,
        three_bv INTEGER NOT NULL,
        opens INTEGER NOT NULL,
        flags INTEGER NOT NULL,
        chords INTEGER NOT NULL,
        effective INTEGER NOT NULL,
        no_flags INTEGER NOT NULL,
        guess_count INTEGER,
        guess_survived INTEGER,
        guess_expected REAL,
        helpers TEXT NOT NULL,
        known INTEGER NOT NULL,
        guesses TEXT,
        code TEXT NOT NULL,
        seed TEXT NOT NULL,
        program TEXT NOT NULL,
        CHECK (typeof(ended_at) = 'integer' AND typeof(kin) = 'integer' AND result IN (0, 1, 2)),
        CHECK (typeof(time_ms) = 'integer' AND typeof(three_bv) = 'integer' AND typeof(opens) = 'integer'),
        CHECK (typeof(flags) = 'integer' AND typeof(chords) = 'integer' AND typeof(no_flags) = 'integer')
    )
    """,
    # Replays are stored separately, so that a scan over the games never reads them.
    "CREATE TABLE replays (number INTEGER PRIMARY KEY, replay BLOB NOT NULL)",
    # These two indexes hold everything that the statistics read, in their order; the table isn't touched.
    "CREATE INDEX games_of_kin ON games (kin, ended_at, result, guess_count, guess_survived, guess_expected)",
    "CREATE INDEX wins_of_kin ON games (kin, time_ms, three_bv, opens, flags, chords, no_flags, result)"
    " WHERE result = 1",
    "CREATE INDEX games_by_date ON games (ended_at)",
    "CREATE INDEX games_to_examine ON games (number) WHERE guesses IS NULL",
    "CREATE TABLE saves (id TEXT PRIMARY KEY, saved_at TEXT NOT NULL, owner TEXT NOT NULL, game TEXT NOT NULL)",
)

_VERSION_2: Migration = (
    # Moves that were bound to lose were counted as guesses, and so were some chords that might have lost, which shows
    # where they were survived: such games are analysed again.
    "UPDATE games SET guesses = NULL, guess_count = NULL, guess_survived = NULL, guess_expected = NULL"
    " WHERE guesses LIKE '%,1.0,true%'",
    "UPDATE games SET guess_count = 1 + (length(guesses) - length(replace(guesses, '],[', ''))) / 3"
    " - (length(guesses) - length(replace(guesses, ',1.0,', ''))) / 5 WHERE guesses LIKE '%,1.0,%'",
    "CREATE VIEW mistakes AS SELECT number FROM games WHERE guesses LIKE '%,1.0,%'",
)

_VERSION_3: Migration = (
    # Every answer to a lesson: the lesson, its topic, and whether the answer was right.
    """
    CREATE TABLE answers (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        answered_at INTEGER NOT NULL,
        lesson TEXT NOT NULL,
        topic TEXT NOT NULL,
        is_right INTEGER NOT NULL,
        CHECK (typeof(answered_at) = 'integer' AND is_right IN (0, 1))
    )
    """,
)

_VERSION_4: Migration = (
    # How well the guesses of a game were chosen, under its number. worths is JSON with one entry per guess; skill is
    # NULL where none is judged. It is a separate table, so that older files that can't be written are still readable.
    """
    CREATE TABLE skills (
        number INTEGER PRIMARY KEY,
        kin INTEGER NOT NULL,
        skill REAL,
        given_away REAL NOT NULL,
        forced INTEGER NOT NULL,
        needless INTEGER NOT NULL,
        good INTEGER NOT NULL,
        worths TEXT NOT NULL,
        CHECK (typeof(kin) = 'integer' AND typeof(skill) IN ('real', 'null') AND typeof(given_away) = 'real'),
        CHECK (typeof(forced) = 'integer' AND typeof(needless) = 'integer' AND typeof(good) = 'integer')
    )
    """,
    "CREATE INDEX skills_of_kin ON skills (kin, skill, given_away, forced, needless, good)",
    "CREATE INDEX games_to_judge ON games (number) WHERE guess_count > 0",
)

_VERSION_5: Migration = (
    # How an answer was given: its time, the hints that were read, the kind of practice, the marked cells as JSON, and
    # the local day. Older answers have no mode.
    "ALTER TABLE answers ADD COLUMN milliseconds INTEGER",
    "ALTER TABLE answers ADD COLUMN hints INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE answers ADD COLUMN mode TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE answers ADD COLUMN marks TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE answers ADD COLUMN day TEXT NOT NULL DEFAULT ''",
    # What the coach found in a game, under its number, as JSON: the needless guesses with their missing topics, and the
    # times it took to find a topic.
    "CREATE TABLE coached (number INTEGER PRIMARY KEY, found TEXT NOT NULL)",
)

MIGRATIONS: Migrations = (_VERSION_1, _VERSION_2, _VERSION_3, _VERSION_4, _VERSION_5)
"""Step n migrates version n to n + 1; a new store takes all steps.

Each step leaves a mark in the schema, so that a damaged version number isn't taken for a newer version. A view or
trigger of a newer version would be taken for damage.
"""

BUSY_SECONDS = 5.0
"""The seconds to wait for another program when a file is made, opened or replaced."""
MAX_VALUE = 33 << 20
"""The longest value, and the longest row, in bytes: more than the longest saved game."""

_STEPS_TO_LOOK = 100
"""The number of SQLite steps between two checks for a signal. A step may read a whole value."""
_OBJECTS = "SELECT CAST(ifnull(name, '') AS TEXT), CAST(sql AS TEXT) FROM sqlite_master WHERE sql IS NOT NULL"
_OF_SQLITE = re.compile(r"CREATE TABLE sqlite_\w+\([\w,]+\)")
"""Matches SQLite's own tables, such as ANALYZE makes."""
_PASSIVE = re.compile(r"(?!.*\bAS\b)CREATE (?:UNIQUE )?(?:TABLE|INDEX)\b", re.IGNORECASE | re.DOTALL)
"""Matches tables and indexes of a newer version, without anything that computes: view, trigger, generated column."""
_MAKES_TABLE = re.compile(r"\s*CREATE TABLE (\w+)")


class CorruptFileError(OSError):
    """Reports a file that can't be used as a store, with the reason."""


def table_names(migrations: Iterable[Migration]) -> list[str]:
    """Lists the tables that some versions make, in the order of making."""
    made = (_MAKES_TABLE.match(statement) for migration in migrations for statement in migration)
    return [match[1] for match in made if match]


def connect(path: Path, mode: str = "rw", *, is_broken: bool = False) -> sqlite3.Connection:
    """Connects to an existing file. The mode is one of SQLite's, such as ``ro&immutable=1``.

    A broken file is read as far as SQLite can: even pages behind a lost end, and tables next to a malformed one. Raises
    OSError if the file or its log isn't a regular file, because SQLite would wait for a pipe.
    """
    for suffix in ("", *LOGS):
        with contextlib.suppress(FileNotFoundError):
            check_regular(f"{path}{suffix}", f"{path.name}{suffix}")
    connection = sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        _set_limits(connection, is_broken=is_broken)
    except BaseException:
        connection.close()
        raise
    return connection


def _set_limits(connection: sqlite3.Connection, *, is_broken: bool) -> None:
    # A damaged or foreign text must not stop the rows after it from being read.
    connection.text_factory = lambda content: content.decode("utf-8", "replace")
    connection.set_progress_handler(is_end_asked, _STEPS_TO_LOOK)
    connection.execute("PRAGMA trusted_schema = OFF")
    if sys.version_info >= (3, 11):
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE)
    else:  # only the memory of SQLite as a whole can be limited there
        connection.execute(f"PRAGMA hard_heap_limit = {8 * MAX_VALUE}")
    if is_broken:
        connection.execute("PRAGMA writable_schema = ON")
    elif sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)


def pragma(connection: sqlite3.Connection, name: str) -> Any:
    """Returns the value of one of SQLite's settings for this file."""
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def run_migrations(connection: sqlite3.Connection, migrations: Iterable[Migration]) -> None:
    for migration in migrations:
        for statement in migration:
            connection.execute(statement)


def schema_version(connection: sqlite3.Connection, migrations: Migrations) -> int:
    """Returns the version of a file that has exactly the tables, indexes and views of its version.

    Raises CorruptFileError for any other file. The SQL is compared exactly, because a constraint or a default can act
    as well. A newer version may have other tables and indexes. No two versions have the same schema, so that a newer
    number on the schema of this program is damage.
    """
    entries, number = set(connection.execute(_OBJECTS)), int(pragma(connection, "user_version"))
    is_newer = number > len(migrations)
    made = _made_by(migrations[:number] if number > 0 else migrations)
    extra = [entry for entry in entries - made if not _OF_SQLITE.fullmatch(entry[1])]
    foreign = [name for name, sql in extra if not (is_newer and _PASSIVE.match(sql))]
    missing = [name for name, _ in made - entries]
    if foreign:
        raise CorruptFileError(f"{quote(min(foreign), LONGEST_NAME)} in it wasn't made by Minesweeper")
    if missing and not is_newer:
        raise CorruptFileError(f"{quote(min(missing))} in it is missing")
    if number < 1 or (is_newer and not extra and not missing):
        raise CorruptFileError("its version number is wrong")
    return number


@cache
def _made_by(migrations: Migrations) -> frozenset[tuple[str, str]]:
    with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
        run_migrations(fresh, migrations)
        return frozenset(fresh.execute(_OBJECTS))


def columns_of(connection: sqlite3.Connection, table: str) -> set[str]:
    """Returns the columns of a table, if there is one. Raises CorruptFileError if a value is computed, not stored."""
    columns = connection.execute(f"PRAGMA table_xinfo({table})").fetchall()
    # A view and a virtual table have no page of their own.
    computed = "SELECT 1 FROM sqlite_master WHERE name = ? COLLATE NOCASE AND ifnull(rootpage, 0) = 0"
    if connection.execute(computed, (table,)).fetchone() or any(column[-1] for column in columns):
        raise CorruptFileError(f"its table {table} wasn't made by Minesweeper")
    return {column[1] for column in columns}
