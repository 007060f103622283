"""Lock files: their content doesn't matter, links are never followed, and errors name the file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from minesweeper.storage.database_file import backups_of
from minesweeper.storage.file_changes import take_lock
from minesweeper.storage.games_table import record_game
from minesweeper.storage.store import FILE_NAME, open_store
from tests.storage.storing import a_game, a_store, store_file

LOCK = f"{FILE_NAME}.lock"


def record_old(folder: Path) -> list[str]:
    """Records a game of long ago, so that a backup is due. Returns the messages at the end."""
    with a_store(folder) as store:
        assert record_game(store, a_game(ended_at="2020-01-01T00:00:00.000Z")).saved
    return store.notices


def test_backups_and_repairs_work_with_any_text_in_the_lock_file(tmp_path: Path) -> None:
    text = b"SQLite format 3\0"
    (tmp_path / LOCK).write_bytes(text)
    assert record_old(tmp_path) == []
    assert len(backups_of(store_file(tmp_path))) == 1
    store_file(tmp_path).write_bytes(b"damaged")
    with a_store(tmp_path) as store:
        assert "was damaged" in store.notices[0]
    assert (tmp_path / LOCK).read_bytes() == text


def test_a_lock_file_is_locked_until_its_descriptor_is_closed(tmp_path: Path) -> None:
    lock = take_lock(tmp_path / "a.lock")
    with pytest.raises(BlockingIOError):
        take_lock(tmp_path / "a.lock")
    os.close(lock)
    os.close(take_lock(tmp_path / "a.lock"))


@pytest.mark.posix("links of this kind are POSIX")
def test_a_symbolic_link_as_lock_file_is_reported_not_followed(tmp_path: Path) -> None:
    folder, other = tmp_path / "games", tmp_path / "precious"
    a_store(folder).close()
    (folder / LOCK).unlink()
    (folder / LOCK).symlink_to(other)
    reason = f"{LOCK} can't be locked: it is a symbolic link."
    assert record_old(folder) == [f"The weekly backup failed: {reason}"]
    store_file(folder).write_bytes(b"damaged")
    with open_store(folder) as store:
        assert store.problem == f"Games are not saved: {reason}"
    assert store_file(folder).read_bytes() == b"damaged"
    assert not other.exists()
