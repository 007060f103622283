"""Defines the tables of the game database, and connects to a file that any program may have written.

A released version of the tables never changes: a change becomes the next entry of ``MIGRATIONS``. A file may come from
anywhere, so ``connect`` sets limits and ``schema_version`` accepts only tables of this program. That way nothing in a
file can run code, freeze the program or fill the memory. A signal interrupts every statement, so work that must be
finished runs inside ``core.signals.delay_stops``. ``database_file`` decides what to do with a damaged or older file.
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
"""The number in the head of the file that marks it as a game database, so that databases of other programs are
refused."""

LOGS = ("-wal", "-journal")
SIDE_FILES = (*LOGS, "-shm")
"""The endings of the files that SQLite keeps next to a database: two kinds of logs, and memory that programs share."""

_VERSION_1: Migration = (
    # ended_at counts milliseconds since 1970, UTC. result is 0 for lost, 1 for won, 2 for abandoned. kin is a number
    # computed from level, mode, standing and board: games with the same kin are compared with each other.
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
    # Replays have a table of their own, so that a scan over the games never reads them.
    "CREATE TABLE replays (number INTEGER PRIMARY KEY, replay BLOB NOT NULL)",
    # These two indexes contain everything that the statistics read, in the right order, so that the table isn't
    # touched.
    "CREATE INDEX games_of_kin ON games (kin, ended_at, result, guess_count, guess_survived, guess_expected)",
    "CREATE INDEX wins_of_kin ON games (kin, time_ms, three_bv, opens, flags, chords, no_flags, result)"
    " WHERE result = 1",
    "CREATE INDEX games_by_date ON games (ended_at)",
    "CREATE INDEX games_to_examine ON games (number) WHERE guesses IS NULL",
    "CREATE TABLE saves (id TEXT PRIMARY KEY, saved_at TEXT NOT NULL, owner TEXT NOT NULL, game TEXT NOT NULL)",
)

_VERSION_2: Migration = (
    # Version 1 counted moves that were bound to lose as guesses, and also some chords that might have lost. Where such
    # a chord was survived, the mistake is visible, and the game is analysed again.
    "UPDATE games SET guesses = NULL, guess_count = NULL, guess_survived = NULL, guess_expected = NULL"
    " WHERE guesses LIKE '%,1.0,true%'",
    "UPDATE games SET guess_count = 1 + (length(guesses) - length(replace(guesses, '],[', ''))) / 3"
    " - (length(guesses) - length(replace(guesses, ',1.0,', ''))) / 5 WHERE guesses LIKE '%,1.0,%'",
    "CREATE VIEW mistakes AS SELECT number FROM games WHERE guesses LIKE '%,1.0,%'",
)

_VERSION_3: Migration = (
    # Every answer to a lesson has a row: the lesson, its topic, and whether the answer was right.
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
    # This table says how well the guesses of a game were chosen, under the number of the game. worths is a JSON list
    # with one rating per guess, and skill is NULL if no guess is rated. It is a separate table, so that this version
    # can still read an older file that it may not change.
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
    # Answers now also have their time in milliseconds, the number of hints that were read, the kind of practice, the
    # marked cells as JSON, and the local day. Older answers have an empty mode.
    "ALTER TABLE answers ADD COLUMN milliseconds INTEGER",
    "ALTER TABLE answers ADD COLUMN hints INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE answers ADD COLUMN mode TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE answers ADD COLUMN marks TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE answers ADD COLUMN day TEXT NOT NULL DEFAULT ''",
    # This table has what the coach found in a game, as JSON under the number of the game: the needless guesses with
    # their missed topics, and the times that the player needed to find a topic.
    "CREATE TABLE coached (number INTEGER PRIMARY KEY, found TEXT NOT NULL)",
)

MIGRATIONS: Migrations = (_VERSION_1, _VERSION_2, _VERSION_3, _VERSION_4, _VERSION_5)
"""The steps from each version of the tables to the next. A new database runs all of them.

Each step changes the schema visibly, because otherwise a damaged version number couldn't be told from a real one.
Further steps must not add a view or a trigger, because older programs take these for damage.
"""

BUSY_SECONDS = 5.0
"""The seconds to wait for another program's lock when the file is created, opened or replaced."""
MAX_VALUE = 33 << 20
"""The limit in bytes for a value and for a row. It is above the size of the longest saved game."""

_STEPS_TO_LOOK = 100
"""The number of SQLite instructions between two checks for a signal. It is small, because one instruction may read a
whole value."""
_OBJECTS = "SELECT CAST(ifnull(name, '') AS TEXT), CAST(sql AS TEXT) FROM sqlite_master WHERE sql IS NOT NULL"
_OF_SQLITE = re.compile(r"CREATE TABLE sqlite_\w+\([\w,]+\)")
"""Matches tables that SQLite itself makes, for example for ANALYZE."""
_PASSIVE = re.compile(r"(?!.*\bAS\b)CREATE (?:UNIQUE )?(?:TABLE|INDEX)\b", re.IGNORECASE | re.DOTALL)
"""Matches the tables and indexes that a newer version may have added, as long as they can't compute anything: views,
triggers and generated columns don't match."""
_MAKES_TABLE = re.compile(r"\s*CREATE TABLE (\w+)")


class CorruptFileError(OSError):
    """The file is damaged or isn't a game database. The message is the reason in a few words."""


def table_names(migrations: Iterable[Migration]) -> list[str]:
    """The names of the tables that some migrations create, in the order of their creation."""
    made = (_MAKES_TABLE.match(statement) for migration in migrations for statement in migration)
    return [match[1] for match in made if match]


def connect(path: Path, mode: str = "rw", *, is_broken: bool = False) -> sqlite3.Connection:
    """Connects to an existing database, with limits against what a hostile file could do.

    ``mode`` is SQLite's, such as ``ro&immutable=1``. With ``is_broken``, SQLite reads as much as it can, even if pages
    are missing at the end or another table is malformed. Raises OSError if the file or its log isn't a regular file,
    because SQLite would wait for a pipe.
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
    # One damaged text must not prevent the rows after it from being read.
    connection.text_factory = lambda content: content.decode("utf-8", "replace")
    connection.set_progress_handler(is_end_asked, _STEPS_TO_LOOK)
    connection.execute("PRAGMA trusted_schema = OFF")
    if sys.version_info >= (3, 11):
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE)
    else:  # Python 3.10 can't limit the length of a value, only the memory of SQLite as a whole.
        connection.execute(f"PRAGMA hard_heap_limit = {8 * MAX_VALUE}")
    if is_broken:
        connection.execute("PRAGMA writable_schema = ON")
    elif sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)


def pragma(connection: sqlite3.Connection, name: str) -> Any:
    """The value of one of SQLite's settings for this database, such as ``user_version``."""
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def run_migrations(connection: sqlite3.Connection, migrations: Iterable[Migration]) -> None:
    for migration in migrations:
        for statement in migration:
            connection.execute(statement)


def schema_version(connection: sqlite3.Connection, migrations: Migrations) -> int:
    """The version of a database whose tables, indexes and views are exactly those of that version.

    Raises CorruptFileError for every other file. The SQL of each table is compared letter by letter, because a
    constraint or a default value could do harm too. A file of a newer version may have more tables and indexes. If it
    doesn't, its version number must be damaged, because no two versions have the same schema.
    """
    entries, number = set(connection.execute(_OBJECTS)), int(pragma(connection, "user_version"))
    is_newer = number > len(migrations)
    made = _made_by(migrations[:number] if number > 0 else migrations)
    extra = [entry for entry in entries - made if not _OF_SQLITE.fullmatch(entry[1])]
    foreign = [name for name, sql in extra if not (is_newer and _PASSIVE.match(sql))]
    missing = [name for name, _ in made - entries]
    if foreign:
        raise CorruptFileError(f"it has {quote(min(foreign), LONGEST_NAME)}, which Minesweeper didn't make")
    if missing and not is_newer:
        raise CorruptFileError(f"it lacks {quote(min(missing))}")
    if number < 1 or (is_newer and not extra and not missing):
        raise CorruptFileError("its version number is wrong")
    return number


@cache
def _made_by(migrations: Migrations) -> frozenset[tuple[str, str]]:
    with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
        run_migrations(fresh, migrations)
        return frozenset(fresh.execute(_OBJECTS))


def columns_of(connection: sqlite3.Connection, table: str) -> set[str]:
    """The names of the columns of a table. Empty if the table doesn't exist.

    Raises CorruptFileError if the table or one of its columns is computed instead of stored, because reading it could
    run code from the file.
    """
    columns = connection.execute(f"PRAGMA table_xinfo({table})").fetchall()
    # Only real tables have a root page. Views and virtual tables have none.
    computed = "SELECT 1 FROM sqlite_master WHERE name = ? COLLATE NOCASE AND ifnull(rootpage, 0) = 0"
    if connection.execute(computed, (table,)).fetchone() or any(column[-1] for column in columns):
        raise CorruptFileError(f"its table {table} wasn't made by Minesweeper")
    return {column[1] for column in columns}
