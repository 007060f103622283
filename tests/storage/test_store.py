"""The store either writes or reports that it could not, and then tries again later."""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

import pytest

from minesweeper.storage.database import MIGRATIONS
from minesweeper.storage.store import FILE_NAME, Store, open_store
from tests.storage.storing import Connection, a_store, names_in, put
from tests.storage.test_database_file import files_in


def test_a_closed_store_leaves_only_the_database_and_its_lock(tmp_path: Path) -> None:
    with a_store(tmp_path / "share" / "minesweeper") as store:
        assert store.write(put("a")).saved
    assert files_in(tmp_path / "share" / "minesweeper") == {FILE_NAME, f"{FILE_NAME}.lock"}


def test_without_sqlite_games_can_be_played_but_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    monkeypatch.delitem(sys.modules, "minesweeper.storage.database_file", raising=False)
    monkeypatch.delattr("minesweeper.storage.database_file", raising=False)
    with open_store(tmp_path) as store:
        assert store.problem == "This Python has no sqlite3, so games are not saved."
        assert store.write(put("a")).problem == store.problem
        assert names_in(store) == ["not read"]


@pytest.mark.parametrize("fault", [sqlite3.OperationalError("disk is full"), OverflowError(), KeyboardInterrupt()])
def test_failed_database_writes_are_undone_completely(tmp_path: Path, fault: BaseException) -> None:
    def work(connection: Connection) -> None:
        put("a")(connection)
        raise fault

    with a_store(tmp_path) as store:
        if isinstance(fault, KeyboardInterrupt):
            with pytest.raises(KeyboardInterrupt):
                store.write(work)
        else:
            assert (store.write(work).problem or "").startswith("The game is not saved: ")
        assert names_in(store) == []
        assert store.write(put("b")).saved


def test_a_failed_database_write_is_repeated_with_the_next_one(tmp_path: Path) -> None:
    fails, heard = [True], list[None]()

    def work(connection: Connection) -> None:
        if fails.pop() if fails else False:
            raise sqlite3.OperationalError("database or disk is full")
        put("late")(connection)

    with a_store(tmp_path) as store:
        assert store.write(work, later=heard.append).problem == "The game is not saved: the disk is full."
        assert (store.unsaved, heard) == ("The game is not saved: the disk is full.", [])
        assert store.write(put("next")).saved
        assert (store.unsaved, heard) == (None, [None])
        assert names_in(store) == ["late", "next"]
        assert store.notices == ["Saved. Earlier save errors are resolved."]
        fails.append(True)
        store.write(work, later=heard.append)  # the store tries once more when it is closed
    assert heard == [None, None]


def test_a_database_damaged_while_open_is_replaced_and_written(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        store.write(put("a"))
        os.truncate(tmp_path / FILE_NAME, 0)
        assert store.write(put("b")).saved
        assert "b" in names_in(store)
        assert len(store.notices) == 1
    with a_store(tmp_path) as store:
        assert "b" in names_in(store)


@pytest.mark.posix("renames an open file")
def test_a_database_that_was_moved_away_is_noticed(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        store.write(put("old"))
        (tmp_path / FILE_NAME).rename(tmp_path / "elsewhere.db")
        assert store.write(put("new")).saved
        assert names_in(store) == ["new"]
        with a_store(tmp_path) as other:
            assert names_in(other) == ["new"]


def test_a_program_stops_writing_after_a_newer_one_upgrades(tmp_path: Path) -> None:
    newer = (*MIGRATIONS, ("CREATE TABLE extra (a)",))
    with a_store(tmp_path) as store:
        store.write(put("a"))
        Store(tmp_path / FILE_NAME, newer).close()
        written = store.write(put("b"))
        assert not written.saved
        assert written.problem is not None
        assert "newer version" in written.problem
        assert names_in(store) == ["a"]
