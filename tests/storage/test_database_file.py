"""The file of the game database is created, upgraded, backed up and repaired without losing games."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from minesweeper.assist.loss import GuessRating, Necessity
from minesweeper.core.times import timestamp
from minesweeper.play.guesses import Guess
from minesweeper.storage import database_file
from minesweeper.storage.database import MIGRATIONS, connect
from minesweeper.storage.database_file import KEPT_BACKUPS, back_up_if_due, backups_of
from minesweeper.storage.games_table import get_game, record_game
from minesweeper.storage.store import FILE_NAME, Store, open_store
from tests.storage.storing import Connection, a_game, a_store, names, names_in, put, raw_count, set_aside
from tests.tools.posix import has_posix

NEWER = (
    *MIGRATIONS,
    (
        "CREATE TABLE notes (id TEXT PRIMARY KEY, note TEXT NOT NULL)",
        "ALTER TABLE saves ADD COLUMN extra TEXT",
        "UPDATE saves SET extra = 'x'",
    ),
)
"""The migrations of today and a further one, which adds a table and a column."""


def rows(store: Store, query: str) -> list[tuple[object, ...]]:
    return store.read(lambda connection: connection.execute(query).fetchall(), [])


def files_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_database_uses_a_write_ahead_log_and_full_sync(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        assert (rows(store, "PRAGMA journal_mode"), rows(store, "PRAGMA synchronous")) == ([("wal",)], [(2,)])


@pytest.mark.posix("rights of this kind are POSIX")
def test_database_files_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "minesweeper"
    with a_store(folder) as store:
        store.write(put("a"))
        assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "half": lambda content: content[: len(content) // 8192 * 4096],
    "another program's": lambda content: content[:68] + b"\0\0\0\0" + content[72:],
}


def test_a_damaged_database_is_set_aside_and_reported_once(tmp_path: Path) -> None:
    path, kept = tmp_path / FILE_NAME, list[bytes]()
    for damage in DAMAGES.values():
        with a_store(tmp_path) as store:
            store.write(put("a"))
        kept.append(damage(path.read_bytes()))
        path.write_bytes(kept[-1])
        with a_store(tmp_path) as store:
            (notice,) = store.notices
            assert notice.startswith(f"{FILE_NAME} was damaged (")
            assert any(aside.name in notice for aside in set_aside(tmp_path))
    with a_store(tmp_path) as store:
        assert store.notices == []
    assert sorted(aside.read_bytes() for aside in set_aside(tmp_path)) == sorted(kept)


def test_the_log_of_a_damaged_database_is_set_aside_with_it(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    store.write(put("a"))
    path, log = tmp_path / FILE_NAME, tmp_path / f"{FILE_NAME}-wal"
    damaged, lines = b"\0" * 100 + path.read_bytes()[100:], log.read_bytes()
    store.close()
    path.write_bytes(damaged)
    log.write_bytes(lines)
    with a_store(tmp_path) as store:
        assert store.write(put("b")).saved
        assert names_in(store) == ["b"]
    (aside,) = set_aside(tmp_path)
    assert aside.read_bytes() == damaged
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == lines


def test_rows_before_and_after_a_damaged_page_are_recovered(tmp_path: Path) -> None:
    def fill(connection: Connection) -> None:
        rows = [(f"{count:04}", "x" * 900) for count in range(400)]
        connection.executemany("INSERT INTO saves VALUES (?, '', '', ?)", rows)

    with a_store(tmp_path) as store:
        store.write(fill)
    path = tmp_path / FILE_NAME
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4096] = b"\xff" * 4096
    path.write_bytes(content)
    with a_store(tmp_path) as store:
        assert "0000" in names_in(store)
        assert store.write(lambda connection: connection.execute("DELETE FROM saves WHERE game = ''").rowcount).saved
        assert len(set_aside(tmp_path)) == 1
        words = names_in(store)
        assert 300 < len(words) < 400
        assert "0000" in words
        assert "0399" in words


def test_a_leftover_log_is_not_applied_to_a_new_database(tmp_path: Path) -> None:
    store = a_store(tmp_path)
    store.write(put("a"))
    log = (tmp_path / f"{FILE_NAME}-wal").read_bytes()
    assert log
    store.close()
    (tmp_path / FILE_NAME).unlink()
    (tmp_path / f"{FILE_NAME}-wal").write_bytes(log)
    with a_store(tmp_path) as fresh:
        assert names_in(fresh) == []
        assert fresh.write(put("b")).saved
    (left,) = tmp_path.glob("*.left-*-wal")
    assert left.read_bytes() == log


def a_backup(folder: Path, when: str, content: bytes = b"") -> Path:
    """Writes a file with the name of a backup."""
    path = folder / f"{FILE_NAME}.backup-{when}"
    path.write_bytes(content)
    return path


def backups_in(folder: Path) -> list[Path]:
    return backups_of(folder / FILE_NAME)


def record(store: Store, ended_at: str = "2026-11-16T09:12:33.480Z") -> str:
    """Records a game and returns its id."""
    game = a_game(ended_at=ended_at)
    assert record_game(store, game).saved
    return game.id


def test_a_version_number_changed_while_open_loses_no_game(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        store.write(put("a"))
        with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
            connection.execute("PRAGMA user_version = 4097")
        assert store.write(put("b")).saved
        assert names_in(store) == ["a", "b"]


class TestBackups:
    def test_backups_are_made_once_a_week(self, tmp_path: Path) -> None:
        with a_store(tmp_path) as store:
            record(store, timestamp())
        assert backups_in(tmp_path) == []
        with a_store(tmp_path) as store:
            record(store, "2020-01-01T00:00:00.000Z")
        (backup,) = backups_in(tmp_path)
        assert raw_count(backup) == 2
        with a_store(tmp_path) as store:
            record(store)
        assert backups_in(tmp_path) == [backup]
        backup.rename(backup.with_name(f"{FILE_NAME}.backup-20200102-000000"))
        with a_store(tmp_path) as store:
            assert rows(store, "SELECT count(*) FROM games") == [(3,)]
        assert len(backups_in(tmp_path)) == 1
        with a_store(tmp_path) as store:
            record(store)
        assert [raw_count(backup) for backup in backups_in(tmp_path)] == [4, 2]

    def test_the_largest_and_the_newest_backups_are_kept(self, tmp_path: Path) -> None:
        largest = a_backup(tmp_path, "19990101-000000", b"x" * 1_000_000)
        for year in range(2001, 2009):
            a_backup(tmp_path, f"{year}0101-000000", b"x")
        strange = [a_backup(tmp_path, name) for name in ("of-mine", "20200101-000000.old", "2020")]
        with a_store(tmp_path) as store:
            record(store)
        assert [path.name[-15:-11] for path in backups_in(tmp_path)][1:] == ["2008", "2007", "2006", "1999"]
        assert len(backups_in(tmp_path)) == KEPT_BACKUPS + 1
        assert all(path.exists() for path in (largest, *strange))

    def test_a_damaged_database_is_not_backed_up(self, tmp_path: Path) -> None:
        with a_store(tmp_path) as store:
            for _ in range(30):
                record(store, timestamp())
        path = tmp_path / FILE_NAME
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE games SET ended_at = 0")
        content = bytearray(path.read_bytes())
        content[-4096:] = b"\xff" * 4096
        path.write_bytes(content)
        with pytest.raises(sqlite3.DatabaseError):
            back_up_if_due(path)
        assert backups_in(tmp_path) == []
        assert not list(tmp_path.glob("*.new-*"))

    def test_after_a_repair_a_message_names_the_backup_to_restore(self, tmp_path: Path) -> None:
        with a_store(tmp_path) as store:
            for _ in range(3):
                record(store, "2020-01-01T00:00:00.000Z")
        (backup,) = backups_in(tmp_path)
        (tmp_path / FILE_NAME).write_bytes(b"lost" * 4096)
        with a_store(tmp_path) as store:
            assert store.notices[1:] == [
                f"If games are missing, get them from a backup with: minesweeper history restore {backup.name}"
            ]
        with a_store(tmp_path) as store:
            assert store.notices == []


def test_a_database_of_a_newer_version_is_only_read(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        store.write(put("a"))
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        for statement in ("CREATE TABLE extra (a)", "DROP TABLE replays", "PRAGMA user_version = 99"):
            connection.execute(statement)
    before = (tmp_path / FILE_NAME).read_bytes()
    with open_store(tmp_path) as store:
        assert "newer version" in (store.problem or "")
        assert names_in(store) == ["a"]
        assert store.write(put("b")).problem == store.problem
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_an_older_database_is_copied_before_it_is_upgraded(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        store.write(put("a"))
    with Store(tmp_path / FILE_NAME, NEWER) as store:
        assert (store.problem, store.notices) == (None, [])
        assert rows(store, "SELECT id, extra FROM saves") == [("a", "x")]
    (copy,) = tmp_path.glob(f"{FILE_NAME}.version-{len(MIGRATIONS)}-*")
    with closing(sqlite3.connect(copy)) as connection:
        assert names(connection) == ["a"]


def test_guess_ratings_are_recovered_only_with_their_game(tmp_path: Path) -> None:
    game = replace(a_game(), guesses=(Guess(1, 0.25, True, rating=GuessRating(Necessity.FORCED, 0.1, 0.3, 0.0, 11)),))
    orphan = "INSERT INTO skills VALUES (99, 5, 0.5, 0.5, 1, 0, 0, '[]')"
    with a_store(tmp_path) as store:
        assert record_game(store, game).saved
        assert store.write(lambda connection: connection.execute(orphan).rowcount).value == 1
    spoil(tmp_path / FILE_NAME)
    with a_store(tmp_path) as store:
        assert "was damaged" in store.notices[0]
        assert get_game(store, game.id) == game
        assert rows(store, "SELECT number FROM skills") == [(1,)]


def spoil(path: Path) -> None:
    """Makes a database count as damaged although all its rows can still be read."""
    path.write_bytes(DAMAGES["another program's"](path.read_bytes()))


def test_a_damaged_older_database_is_recovered_and_upgraded(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        store.write(put("a"))
    for extra in ("x", "y"):  # first as a database of the older version, then of the newer one
        spoil(tmp_path / FILE_NAME)
        with Store(tmp_path / FILE_NAME, NEWER) as store:
            assert len(store.notices) == 1
            assert rows(store, "SELECT id, extra FROM saves") == [("a", extra)]
            assert rows(store, "SELECT * FROM notes") == ([] if extra == "x" else [("a", "kept")])
            store.write(lambda connection: connection.execute("INSERT OR IGNORE INTO notes VALUES ('a', 'kept')"))
            store.write(lambda connection: connection.execute("UPDATE saves SET extra = 'y'"))


def test_a_database_with_a_missing_table_counts_as_damaged(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        store.write(put("a"))
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute("DROP TABLE replays")
        connection.execute("DROP INDEX wins_of_kin")
    with a_store(tmp_path) as store:
        assert store.notices[0].startswith(f"{FILE_NAME} was damaged (it lacks 'replays').")
        assert (names_in(store), rows(store, "SELECT * FROM replays")) == (["a"], [])


def test_a_failed_upgrade_leaves_the_old_database_readable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with a_store(tmp_path) as store:
        store.write(put("a"))
    connections: list[sqlite3.Connection] = []

    def connect_and_note(*args: Any, **options: Any) -> sqlite3.Connection:
        connections.append(connect(*args, **options))
        return connections[-1]

    monkeypatch.setattr(database_file, "connect", connect_and_note)
    broken = (*MIGRATIONS, ("DELETE FROM saves", "CREATE TABLE games (a)"))
    with Store(tmp_path / FILE_NAME, broken) as store:
        assert (store.problem or "").startswith(f"{FILE_NAME} can't be written (")
        assert names_in(store) == ["a"]
    assert not list(tmp_path.glob("*.version-*"))
    assert len(connections) > 1
    for connection in connections:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")
    with a_store(tmp_path) as store:
        assert names_in(store) == ["a"]


def test_the_database_works_where_shared_memory_fails(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        store.write(put("a"))
    (tmp_path / f"{FILE_NAME}-shm").mkdir()
    with a_store(tmp_path) as store:
        assert names_in(store) == ["a"]
        assert store.write(put("b")).saved
        assert rows(store, "PRAGMA journal_mode") == [("delete",)]
        with a_store(tmp_path) as other:
            assert names_in(other) == ["a", "b"]
            assert other.write(put("c")).saved
        assert names_in(store) == ["a", "b", "c"]


@pytest.mark.posix("links of this kind are POSIX")
def test_a_link_to_the_database_is_followed_even_if_it_is_damaged(tmp_path: Path) -> None:
    real, home = tmp_path / "real", tmp_path / "home"
    real.mkdir()
    home.mkdir()
    (real / "mine.db").write_bytes(b"damaged")
    (home / FILE_NAME).symlink_to(real / "mine.db")
    with a_store(home) as store:
        assert store.write(put("a")).saved
    assert (home / FILE_NAME).is_symlink()
    (aside,) = real.glob("mine.db.damaged-*")
    assert aside.read_bytes() == b"damaged"
    with a_store(home) as store:
        assert names_in(store) == ["a"]


def test_database_folders_may_have_special_characters(tmp_path: Path) -> None:
    folder = tmp_path / ("ü#%41 &mode=memory" + "?" * has_posix())
    with a_store(folder) as store:
        store.write(put("a"))
    with a_store(folder) as store:
        assert names_in(store) == ["a"]
    assert FILE_NAME in files_in(folder)
