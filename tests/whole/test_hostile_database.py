"""A backup from somebody else, and signals while a large game database is read."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.storage.storing import set_aside, store_file
from tests.storage.test_database import TRIGGERS, change, with_a_game
from tests.tools.terminal.session import ROOT

pytestmark = pytest.mark.posix("needs limits and signals")
SECONDS = 60
"""What ends at all has ended by then, on any machine."""
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
resource.setrlimit(resource.RLIMIT_FSIZE, (300 << 20, 300 << 20))
from minesweeper.cli import main
sys.exit(main(sys.argv[1:]))
"""


def start(home: Path, *words: str) -> subprocess.Popen[bytes]:
    """The program with a home and a folder for temporary files of its own, in bounded memory."""
    (home / "temporary").mkdir(exist_ok=True)
    changes = {"HOME": str(home), "TMPDIR": str(home / "temporary"), "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    environ = {name: text for name, text in os.environ.items() if not name.startswith("XDG_")} | changes
    command = [sys.executable, "-c", LIMITED, *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environ, cwd=home)


def run(home: Path, *words: str, stdin: bytes = b"") -> tuple[int, str, str]:
    """The status, the output and the errors of a command that ends by itself."""
    with start(home, *words) as program:
        try:
            out, errors = program.communicate(stdin, timeout=SECONDS)
        finally:
            program.kill()
    return program.returncode, out.decode(), errors.decode()


@pytest.fixture(name="folder")
def folder_of_games(tmp_path: Path) -> Path:
    """Where the program keeps the games of that home."""
    return tmp_path / ".local" / "share" / "minesweeper"


def test_what_else_somebody_put_into_a_backup_does_not_keep_its_games_back(tmp_path: Path, folder: Path) -> None:
    path = with_a_game(tmp_path / "other")
    change(path, *TRIGGERS, "CREATE VIEW mine AS SELECT 1")
    assert run(tmp_path, "history", "restore", str(path))[:2] == (
        0,
        "1 game and 0 saved games added, 0 already there, 0 can't be read.\n",
    )


@pytest.fixture(scope="module", name="large")
def large_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of games that takes seconds to be read: an ordinary one, with many rows."""
    path = with_a_game(tmp_path_factory.mktemp("large"))
    rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 400000) SELECT i, '', '', '' FROM n"
    change(path, f"INSERT INTO saves {rows}")
    return path


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_restore_and_no_temporary_file_is_left(
    tmp_path: Path, large: Path, number: signal.Signals
) -> None:
    with start(tmp_path, "history", "restore", str(large)) as program:
        try:
            while not list((tmp_path / "temporary").glob("*/*.new-*")):
                assert program.poll() is None
            program.send_signal(number)
            assert program.wait(SECONDS) == 128 + number
        finally:
            program.kill()
        assert program.stderr is not None
        assert b"Traceback" not in program.stderr.read()
    assert os.listdir(tmp_path / "temporary") == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_a_file_is_set_aside_leaves_it_as_it_was(
    tmp_path: Path, folder: Path, large: Path, number: signal.Signals
) -> None:
    folder.mkdir(parents=True)
    store_file(folder).write_bytes(large.read_bytes())
    change(store_file(folder), TRIGGERS[0])
    before = store_file(folder).read_bytes()
    with start(tmp_path, "stats") as program:
        try:
            while not list(folder.glob("*.new-*")):
                assert program.poll() is None
            program.send_signal(number)
            assert program.wait(SECONDS) == 128 + number
        finally:
            program.kill()
    assert store_file(folder).read_bytes() == before
    assert not [*folder.glob("*.new-*"), *set_aside(folder)]
