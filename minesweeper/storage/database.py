"""Connects to a game database that any program may have written: nothing in it can act, freeze or fill the memory.

``connect`` sets the limits, ``schema_version`` accepts only the tables of this program, and ``columns_of`` names the
readable columns of a damaged file. Signals end long work: use ``core.signals.held`` around it.
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
from minesweeper.storage.schema import Migration

Migrations: TypeAlias = tuple[Migration, ...]

BUSY_SECONDS = 5.0
"""The seconds to wait for another program when a file is made, opened or replaced."""
MAX_VALUE = 33 << 20
"""The longest value, and the longest row, in bytes: more than the longest saved game."""

_STEPS_TO_LOOK = 100
"""The number of SQLite steps between two checks for a signal. A step may read a whole value."""
_OBJECTS = "SELECT ifnull(name, ''), CAST(sql AS TEXT) FROM sqlite_master WHERE sql IS NOT NULL"
_KIND = re.compile(r"CREATE (?:UNIQUE )?(VIRTUAL TABLE|\w+)", re.IGNORECASE)
_COLUMN = r'["\w]+(?:\s+(?:ASC|DESC))?'
_HARMLESS = re.compile(
    rf'CREATE INDEX ["\w]+\s+ON\s+["\w]+\s*\(\s*{_COLUMN}(?:\s*,\s*{_COLUMN})*\s*\)|CREATE TABLE sqlite_\w+\([\w,]+\)',
    re.IGNORECASE,
)
"""Matches an index of plain columns, and tables of SQLite itself. A unique index could refuse games, an expression be
slow.
"""
_PASSIVE = re.compile(r"(?!.*\bAS\b)CREATE (?:UNIQUE )?(?:TABLE|INDEX)\b", re.IGNORECASE | re.DOTALL)
"""Matches tables and indexes that a newer version may have made, without computation: no view, trigger or generated
column.
"""


class Damaged(OSError):
    """Reports a file that can't be used as a store, with the reason."""


def connect(path: Path, mode: str = "rw", *, is_broken: bool = False) -> sqlite3.Connection:
    """Connects to an existing file. The mode is one of SQLite's, such as ``ro&immutable=1``.

    A broken file is read as far as SQLite can: even pages behind a lost end, and tables next to a malformed one.
    """
    connection = sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    # A damaged or foreign text must not stop the rows after it from being read.
    connection.text_factory = _to_text
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
    return connection


def _to_text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def pragma(connection: sqlite3.Connection, name: str) -> Any:
    """Returns the value of one of SQLite's settings for this file."""
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def run_migrations(connection: sqlite3.Connection, migrations: Iterable[Migration]) -> None:
    """Runs migrations in the open transaction."""
    for migration in migrations:
        for statement in migration:
            connection.execute(statement)


def schema_version(connection: sqlite3.Connection, migrations: Migrations) -> int:
    """Returns the version that a file's tables, indexes and views have, whatever number it bears. Raises Damaged for
    others.

    No two versions have the same schema, which is safer evidence than four bytes of the head. The SQL is compared to
    the
    letter, because a constraint or a default can act as well. A newer version is known by its number alone.
    """
    found = set(connection.execute(_OBJECTS))
    newest, number = len(migrations), int(pragma(connection, "user_version"))
    foreign = {entry for entry in found if not _HARMLESS.fullmatch(entry[1])}
    for version in sorted(range(1, newest + 1), key=lambda version: version != number):  # mostly the number is right
        made = _made_by(migrations[:version])
        if foreign <= made <= found:
            return version
    made = _made_by(migrations[:number] if number > 0 else migrations)
    if number > newest:
        foreign = {entry for entry in foreign if not _PASSIVE.match(entry[1])}
        if foreign <= made:
            return number
    wrong = [f"{_named(entry)} is not Minesweeper's" for entry in foreign - made]
    # A view or a trigger says more than a table, and a table more than its indexes.
    raise Damaged(max(wrong) if wrong else f"{_named(min(made - found))} is missing")


def _named(entry: tuple[str, str]) -> str:
    # The SQL says what an entry is; its type and name are two separate texts.
    kind = _KIND.match(entry[1])
    return f"its {kind[1].lower() if kind else 'entry'} {quote(str(entry[0]), LONGEST_NAME)}"


@cache
def _made_by(migrations: Migrations) -> frozenset[tuple[str, str]]:
    with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
        run_migrations(fresh, migrations)
        return frozenset(fresh.execute(_OBJECTS))


def columns_of(connection: sqlite3.Connection, table: str) -> set[str]:
    """Returns the columns of a table; empty if there is none. Raises Damaged unless each value is simply stored in the
    file.
    """
    columns = connection.execute(f"PRAGMA table_xinfo({table})").fetchall()
    kinds = [row[2] for row in connection.execute(f"PRAGMA table_list({table})")]
    if not kinds:  # before SQLite 3.37
        rows = connection.execute("SELECT type, rootpage FROM sqlite_master WHERE name = ?", (table,))
        kinds = ["table" if kind == "table" and page else "view" for kind, page in rows]
    kind = next(iter(kinds), "table")
    if kind != "table" or any(column[-1] for column in columns):
        raise Damaged(f"its {kind} {table} is not Minesweeper's")
    return {column[1] for column in columns}
