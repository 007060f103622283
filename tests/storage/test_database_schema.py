"""The tables of the game database. Each version still creates the tables that it had when it was released."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from minesweeper.play.guesses import Guess
from minesweeper.storage.database import MIGRATIONS, _made_by
from minesweeper.storage.games_table import UNJUDGED, get_game, list_games, record_game, to_analyse
from minesweeper.storage.statistics import statistics
from minesweeper.storage.store import FILE_NAME, Store
from tests.storage.golden_store import STORE
from tests.storage.storing import a_game, a_played_game


def schema_of(path: Path) -> tuple[int, int, list[str]]:
    """The id of the program, the version and the SQL of all tables and indexes in a database file."""
    with closing(sqlite3.connect(path)) as connection:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
        return application, version, [sql for (sql,) in rows]


def test_the_first_migration_makes_the_schema_of_version_1(tmp_path: Path) -> None:
    with Store(tmp_path / FILE_NAME, MIGRATIONS[:1]) as store:
        assert store.problem is None
    shutil.copyfile(STORE, tmp_path / "golden.db")
    assert schema_of(tmp_path / FILE_NAME) == schema_of(tmp_path / "golden.db")


def test_version_2_of_the_database_counts_mistakes_not_as_guesses(tmp_path: Path) -> None:
    guesses = (Guess(2, 0.25, True), Guess(5, 1.0, False))
    with Store(tmp_path / FILE_NAME, MIGRATIONS[:1]) as store:
        for survived in (False, True):
            record_game(store, replace(a_game(), guesses=(*guesses[:1], guesses[1]._replace(survived=survived))))
        assert store.write(lambda connection: connection.execute("UPDATE games SET guess_count = 2")).saved
    with Store(tmp_path / FILE_NAME) as store:
        counts = "SELECT guess_count FROM games ORDER BY number"
        assert store.read(lambda connection: connection.execute(counts).fetchall(), []) == [(1,), (None,)]
        assert sorted(map(str, (game.guesses for game in list_games(store)))) == sorted(map(str, (guesses, None)))


def test_version_4_of_the_database_leaves_older_guesses_to_rate(tmp_path: Path) -> None:
    game = replace(a_played_game(), guesses=(Guess(1, 0.25, True),))
    with Store(tmp_path / FILE_NAME, MIGRATIONS[:3]) as store:
        record_game(store, game)
        before = statistics(store, game.group)  # a database that can't be written is read without an upgrade
        assert (before.guesses, before.judged, before.skill, before.given_away) == (1, 0, None, None)
        assert get_game(store, game.id) == game
        assert (store.problem, store.notices) == (None, [])
    with Store(tmp_path / FILE_NAME) as store:
        assert (store.problem, store.notices) == (None, [])
        assert get_game(store, game.id) == game
        assert [key for _, key in to_analyse(store, UNJUDGED, 9)] == [game.id]
    assert len(list(tmp_path.glob(f"{FILE_NAME}.version-3-*"))) == 1


def test_no_two_database_versions_have_the_same_schema() -> None:
    """So a damaged version number can be corrected by the tables.

    A database of a newer version is never mistaken for one with a damaged number either.
    """
    assert len({_made_by(MIGRATIONS[:number]) for number in range(len(MIGRATIONS) + 1)}) == len(MIGRATIONS) + 1
