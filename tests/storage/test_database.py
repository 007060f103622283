"""Game databases that somebody else may have changed.

Minesweeper reads only tables that it made itself, runs no code that a file contains, and can be interrupted.
"""

from __future__ import annotations

import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from minesweeper.core.signals import Stopped, delay_stops, signals_as_stops
from minesweeper.storage.database import MAX_VALUE, MIGRATIONS, CorruptFileError, columns_of, connect
from minesweeper.storage.database_file import games_in
from minesweeper.storage.games_table import count_games, list_games, record_game
from minesweeper.storage.records import RunningGame
from minesweeper.storage.saves_table import MAX_LENGTH, Saves
from minesweeper.storage.store import FILE_NAME, open_store
from tests.storage.storing import a_game, a_session, a_store, raw_count, set_aside, store_file

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
TRIGGERS = (
    "CREATE TRIGGER gone AFTER INSERT ON games BEGIN DELETE FROM games; END",
    f"CREATE TRIGGER slow AFTER INSERT ON games BEGIN INSERT INTO saves {ENDLESS} SELECT i, '', '', '' FROM n; END",
)
FOREIGN = {
    "it has 'gone', which Minesweeper didn't make": TRIGGERS[0],
    "it has 'slow', which Minesweeper didn't make": TRIGGERS[1],
    "it has 'mine', which Minesweeper didn't make": f"CREATE VIEW mine AS {ENDLESS} SELECT * FROM n",
    "it has 'boxes', which Minesweeper didn't make": "CREATE VIRTUAL TABLE boxes USING rtree(id, low, high)",
    "it has 'some', which Minesweeper didn't make": "CREATE INDEX some ON games (number) WHERE seed GLOB '*a*a*a*a*a*'",
}


def change(path: Path, *statements: str) -> None:
    """Runs SQL that Minesweeper would never run on its own database."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def with_a_game(folder: Path) -> Path:
    """Makes a game database with one game and returns its path."""
    with a_store(folder) as store:
        assert record_game(store, a_game()).saved
    return store_file(folder)


def replaced(table: str, sql: str) -> tuple[str, ...]:
    """The SQL that replaces a table by another one with the same rows."""
    return f"ALTER TABLE {table} RENAME TO was", sql, f"INSERT INTO {table} SELECT * FROM was", "DROP TABLE was"


@pytest.mark.parametrize("reason", FOREIGN)
def test_a_database_with_foreign_tables_is_set_aside_and_recovered(tmp_path: Path, reason: str) -> None:
    path = with_a_game(tmp_path)
    change(path, FOREIGN[reason])
    with a_store(tmp_path) as store:
        (aside,) = set_aside(tmp_path)
        assert store.notices == [
            f"{FILE_NAME} was damaged ({reason}). It is kept as {aside.name}, and 1 game was recovered."
        ]
        assert record_game(store, a_game()).saved
        assert count_games(store) == 2
    with a_store(tmp_path) as store:
        assert (store.notices, count_games(store)) == ([], 2)


REPLAYS = "CREATE TABLE replays (number INTEGER PRIMARY KEY, replay BLOB NOT NULL"


@pytest.mark.parametrize("sql", [f"{REPLAYS}, CHECK (replay GLOB '*a*a*a*b'))", f"{REPLAYS}) WITHOUT ROWID"])
def test_a_database_table_with_another_definition_is_not_used(tmp_path: Path, sql: str) -> None:
    change(with_a_game(tmp_path), *replaced("replays", sql))
    with a_store(tmp_path) as store:
        assert "(it has 'replays', which Minesweeper didn't make)" in store.notices[0]
        assert count_games(store) == 1


def test_a_database_may_contain_tables_of_sqlite_itself(tmp_path: Path) -> None:
    change(with_a_game(tmp_path), "ANALYZE")
    with a_store(tmp_path) as store:
        assert (store.notices, store.check(), count_games(store)) == ([], True, 1)


@pytest.mark.parametrize("number", [*range(len(MIGRATIONS)), 99])
def test_a_wrong_version_number_is_repaired_without_losing_rows(tmp_path: Path, number: int) -> None:
    columns = "number, id, answered_at, lesson, topic, is_right"
    answer = f"INSERT OR REPLACE INTO answers ({columns}) VALUES (1, 'a', 0, '', '', 1)"
    change(with_a_game(tmp_path), answer, f"PRAGMA user_version = {number}")
    with a_store(tmp_path) as store:
        assert "1 game and 1 lesson answer were recovered." in store.notices[0]
    assert raw_count(store_file(tmp_path), "answers") == 1


VIEW = f"CREATE VIEW games AS {ENDLESS} SELECT was.* FROM n, was"
GENERATED = "CREATE TABLE games (number INTEGER PRIMARY KEY, id AS (hex(zeroblob(400000000))), ended_at, kin, level)"
VIRTUAL = "CREATE VIRTUAL TABLE games USING rtree(number, ended_at, kin)"


@pytest.mark.parametrize(("sql", "number"), [(VIEW, 99), (GENERATED, 99), (VIRTUAL, len(MIGRATIONS))])
def test_views_and_virtual_tables_are_not_read_as_tables(tmp_path: Path, sql: str, number: int) -> None:
    path = with_a_game(tmp_path)
    change(path, "ALTER TABLE games RENAME TO was", sql, f"PRAGMA user_version = {number}")
    assert games_in(path) is None
    with closing(connect(path)) as connection:
        with pytest.raises(CorruptFileError, match=r"its table games wasn't made by Minesweeper"):
            columns_of(connection, "games")
        assert columns_of(connection, "saves") == {"id", "saved_at", "owner", "game"}
        assert columns_of(connection, "notes") == set()
    with a_store(tmp_path) as store:
        assert "which Minesweeper didn't make" in store.notices[0]
        assert "no game was recovered" in store.notices[0]


def test_a_table_named_like_an_error_is_reported_as_damage(tmp_path: Path) -> None:
    path = with_a_game(tmp_path)
    entry = "INSERT INTO sqlite_master VALUES ('table', 'database is locked', 'x', 0, 'CREATE TABLE (')"
    change(path, "PRAGMA writable_schema = ON", entry)
    with a_store(tmp_path) as store:
        assert "was damaged (its content is malformed)" in store.notices[0]
        assert count_games(store) == 1


def test_a_newer_database_may_have_new_tables_but_no_triggers(tmp_path: Path) -> None:
    path = with_a_game(tmp_path)
    change(
        path, "CREATE TABLE notes (a, CHECK (a > 1))", "CREATE UNIQUE INDEX b ON notes (a)", "PRAGMA user_version = 9"
    )
    with open_store(tmp_path) as store:
        assert "newer version" in (store.problem or "")
        assert (store.check(), count_games(store)) == (None, 1)
    change(path, TRIGGERS[0])
    with open_store(tmp_path) as store:
        assert "it has 'gone', which Minesweeper didn't make" in store.notices[0]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="only the memory of SQLite as a whole is limited there")
def test_an_oversized_value_in_a_database_is_reported_as_damage(tmp_path: Path) -> None:
    assert MAX_VALUE > MAX_LENGTH
    path = with_a_game(tmp_path)
    change(path, f"UPDATE games SET seed = CAST(zeroblob({MAX_VALUE + 1}) AS TEXT)")
    with a_store(tmp_path) as store:
        assert list_games(store) == []
        assert "was damaged (a value in it is too long)" in store.notices[0]


@pytest.mark.posix("signals of this kind are POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_interrupts_an_endless_database_query(tmp_path: Path, number: signal.Signals) -> None:
    def ask(connection: sqlite3.Connection) -> None:
        with delay_stops(), pytest.raises(sqlite3.OperationalError, match="interrupted"):
            connection.execute(f"{ENDLESS} SELECT count(*) FROM n").fetchone()

    before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(number))
    with signals_as_stops(), closing(connect(with_a_game(tmp_path))) as connection:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with pytest.raises((KeyboardInterrupt, Stopped)):
            ask(connection)
    signal.signal(signal.SIGALRM, before)


def test_after_damage_a_message_says_which_games_were_recovered(tmp_path: Path) -> None:
    path = with_a_game(tmp_path)
    with a_store(tmp_path) as store:
        assert Saves(store).save(RunningGame(a_session())).saved
    change(path, "DROP TABLE games")
    with a_store(tmp_path) as store:
        assert store.notices[0].endswith(
            "and 1 saved game was recovered, but no finished game."
            " Some games may be lost, because a part of the file can't be read."
        )
        assert len(Saves(store).games()) == 1
