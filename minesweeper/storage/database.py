"""Connections to a game database that anybody may have written: nothing in it acts, freezes or fills the memory.

``connect`` sets the limits, ``schema_version`` lets only the tables of this program in, and ``columns_of`` names what
may be read of a file that is damaged. Signals end long work: use ``core.stops.held`` around it.
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
"""So long a file that is made, opened or replaced waits for another program."""
MAX_VALUE = 33 << 20
"""The longest value, and the longest row, in bytes: more than the longest saved game."""

_STEPS_TO_LOOK = 100
"""After so many steps of SQLite it looks whether a signal came. A step may read a whole value."""
_OBJECTS = "SELECT ifnull(name, ''), CAST(sql AS TEXT) FROM sqlite_master WHERE sql IS NOT NULL"
_KIND = re.compile(r"CREATE (?:UNIQUE )?(VIRTUAL TABLE|\w+)", re.IGNORECASE)
_COLUMN = r'["\w]+(?:\s+(?:ASC|DESC))?'
_HARMLESS = re.compile(
    rf'CREATE INDEX ["\w]+\s+ON\s+["\w]+\s*\(\s*{_COLUMN}(?:\s*,\s*{_COLUMN})*\s*\)|CREATE TABLE sqlite_\w+\([\w,]+\)',
    re.IGNORECASE,
)
"""An index of plain columns, and tables of SQLite itself. A unique index could refuse games, an expression be slow."""
_PASSIVE = re.compile(r"(?!.*\bAS\b)CREATE (?:UNIQUE )?(?:TABLE|INDEX)\b", re.IGNORECASE | re.DOTALL)
"""What a newer version may have made and nothing computes when it is read: no view, no trigger, no generated column."""


class Damaged(OSError):
    """A file that can't be used as a store, with the reason."""


def connect(path: Path, mode: str = "rw", *, is_broken: bool = False) -> sqlite3.Connection:
    """A connection to a file that exists; the mode is one of SQLite's, such as ``ro&immutable=1``.

    A broken file is read as far as SQLite can: even pages behind a lost end, and tables beside a malformed one.
    """
    connection = sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    # A text that is damaged, or that somebody else wrote, must not stop the rows after it from being read.
    connection.text_factory = _to_text
    connection.set_progress_handler(is_end_asked, _STEPS_TO_LOOK)
    connection.execute("PRAGMA trusted_schema = OFF")
    if sys.version_info >= (3, 11):
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE)
    else:  # the memory of SQLite as a whole is all that can be limited there
        connection.execute(f"PRAGMA hard_heap_limit = {8 * MAX_VALUE}")
    if is_broken:
        connection.execute("PRAGMA writable_schema = ON")
    elif sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
    return connection


def _to_text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def pragma(connection: sqlite3.Connection, name: str) -> Any:
    """The value of one of SQLite's settings for this file."""
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


def run_migrations(connection: sqlite3.Connection, migrations: Iterable[Migration]) -> None:
    """Does the steps in the transaction that is open."""
    for migration in migrations:
        for statement in migration:
            connection.execute(statement)


def schema_version(connection: sqlite3.Connection, migrations: Migrations) -> int:
    """The version whose tables, indexes and views a file has, whatever number it bears; Damaged says what is not ours.

    No two versions have the same: they say it more surely than four bytes of the head do. Their SQL is compared to the
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
    # A view or a trigger says more than a table, and that more than its indexes.
    raise Damaged(max(wrong) if wrong else f"{_named(min(made - found))} is missing")


def _named(entry: tuple[str, str]) -> str:
    # What an entry is, its SQL says: its type and name are two texts beside that.
    kind = _KIND.match(entry[1])
    return f"its {kind[1].lower() if kind else 'entry'} {quote(str(entry[0]), LONGEST_NAME)}"


@cache
def _made_by(migrations: Migrations) -> frozenset[tuple[str, str]]:
    with contextlib.closing(sqlite3.connect(":memory:")) as fresh:
        run_migrations(fresh, migrations)
        return frozenset(fresh.execute(_OBJECTS))


def columns_of(connection: sqlite3.Connection, table: str) -> set[str]:
    """The columns of a table, empty if there is none; Damaged unless each of its values simply lies in the file."""
    columns = connection.execute(f"PRAGMA table_xinfo({table})").fetchall()
    kinds = [row[2] for row in connection.execute(f"PRAGMA table_list({table})")]
    if not kinds:  # before SQLite 3.37
        rows = connection.execute("SELECT type, rootpage FROM sqlite_master WHERE name = ?", (table,))
        kinds = ["table" if kind == "table" and page else "view" for kind, page in rows]
    kind = next(iter(kinds), "table")
    if kind != "table" or any(column[-1] for column in columns):
        raise Damaged(f"its {kind} {table} is not Minesweeper's")
    return {column[1] for column in columns}
