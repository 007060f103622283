"""A backup that somebody else has changed, and signals while a large game database is read."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from minesweeper.storage.games_table import count_games
from minesweeper.storage.import_export import restore_file
from tests.storage.storing import a_store, set_aside, store_file
from tests.storage.test_database import TRIGGERS, change, with_a_game
from tests.tools.terminal.session import ROOT

pytestmark = pytest.mark.posix("needs signals")
SECONDS = 60
"""A limit that no working program reaches on any machine."""


def start(home: Path, *words: str) -> subprocess.Popen[bytes]:
    """Starts the program with a home and a folder for temporary files of its own."""
    (home / "temporary").mkdir(exist_ok=True)
    changes = {"HOME": str(home), "TMPDIR": str(home / "temporary"), "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    environ = {name: text for name, text in os.environ.items() if not name.startswith("XDG_")} | changes
    command = [sys.executable, "-m", "minesweeper", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ, cwd=home)


def test_foreign_objects_in_a_backup_do_not_prevent_its_restore(tmp_path: Path) -> None:
    path = with_a_game(tmp_path / "other")
    change(path, *TRIGGERS, "CREATE VIEW mine AS SELECT 1")
    with a_store(tmp_path / "own") as store:
        restore_file(store, path)
        assert count_games(store) == 1


@pytest.fixture(scope="module", name="large")
def large_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An ordinary game database with so many rows that reading it takes seconds."""
    path = with_a_game(tmp_path_factory.mktemp("large"))
    rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 400000) SELECT i, '', '', '' FROM n"
    change(path, f"INSERT INTO saves {rows}")
    return path


def test_a_signal_ends_a_restore_and_leaves_no_temporary_file(tmp_path: Path, large: Path) -> None:
    with start(tmp_path, "history", "restore", str(large)) as program:
        try:
            while not list((tmp_path / "temporary").glob("*/*.new-*")):
                assert program.poll() is None
            program.send_signal(signal.SIGTERM)
            assert program.wait(SECONDS) == 128 + signal.SIGTERM
        finally:
            program.kill()
        assert program.stderr is not None
        assert b"Traceback" not in program.stderr.read()
    assert os.listdir(tmp_path / "temporary") == []


def test_a_signal_during_a_repair_leaves_the_database_as_it_was(tmp_path: Path, large: Path) -> None:
    folder = tmp_path / ".local" / "share" / "minesweeper"
    folder.mkdir(parents=True)
    store_file(folder).write_bytes(large.read_bytes())
    change(store_file(folder), TRIGGERS[0])
    before = store_file(folder).read_bytes()
    with start(tmp_path, "stats") as program:
        try:
            while not list(folder.glob("*.new-*")):
                assert program.poll() is None
            program.send_signal(signal.SIGINT)
            assert program.wait(SECONDS) == 128 + signal.SIGINT
        finally:
            program.kill()
    assert store_file(folder).read_bytes() == before
    assert not [*folder.glob("*.new-*"), *set_aside(folder)]
