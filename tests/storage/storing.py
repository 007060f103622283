"""Helpers for tests of the storage: finished games, sessions, databases, full disks and damaged files."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import contains
from minesweeper.core.validate import RecordError
from minesweeper.play.session import Clicks, Session, new_id, new_session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.games_table import FinishedGame, finish_game, list_games, record_game
from minesweeper.storage.replay_files import ReplayForm, replay_text
from minesweeper.storage.store import FILE_NAME, Store, open_store

HOMES = ("HOME", "USERPROFILE", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA")
"""The variables that name a home, on all systems."""
T = TypeVar("T")
Connection = sqlite3.Connection
SMALL = BoardSpec(9, 9, 10)


def live_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sets all variables that name a home to a folder.

    Returns the folder in which Minesweeper then stores its games.
    """
    for name in HOMES:
        monkeypatch.setenv(name, str(folder))
    return folder / "minesweeper"


def live_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes all variables that name a home."""
    for name in HOMES:
        monkeypatch.delenv(name, raising=False)


def a_session() -> Session:
    """A session in the middle of a game on a small board, after 13.5 seconds and with one flag. Cell 0 is hidden."""
    session = new_session(SMALL, "beginner", "a seed")._replace(is_known_board=False).open_cell(40).tick(12.5)
    assert session.game.layout is not None
    assert contains(session.game.hidden, 0)
    mine = session.game.layout.mines.bit_length() - 1
    return session.mark(mine, question_marks=False).tick(1.0)


def a_game(
    *,
    ended_at: str = "2026-11-16T09:12:33.480Z",
    result: str = "won",
    time_ms: int = 60_000,
    level: str = "beginner",
    board: str = "9x9/10",
    mode: str = "normal",
    helpers: tuple[str, ...] = (),
    known: bool = False,
    clicks: Clicks | None = None,
    three_bv: int = 30,
) -> FinishedGame:
    """A finished game without a replay. Arguments replace its usual values."""
    clicks = Clicks(40, 10, 0, 45) if clicks is None else clicks
    return FinishedGame(new_id(), ended_at, level, board, mode, result, time_ms, three_bv, clicks, helpers, known)


def a_played_game() -> FinishedGame:
    """A finished game with its replay. The player left it half way."""
    return finished(a_session())


def finished(session: Session) -> FinishedGame:
    """The finished game of a session, which must be one that can be recorded."""
    game = finish_game(session if session.id else session._replace(id=new_id()))
    assert game is not None
    return game


def write_replay(game: FinishedGame, form: ReplayForm) -> str:
    """Writes a replay file and returns its text."""
    return run_to_end(replay_text(game, form))


def put(name: str) -> Callable[[Connection], None]:
    """Some work for the database: adds a saved game with this id."""

    def work(connection: Connection) -> None:
        connection.execute("INSERT OR REPLACE INTO saves VALUES (?, '', '', '')", (name,))

    return work


def names(connection: Connection) -> list[str]:
    return [row[0] for row in connection.execute("SELECT id FROM saves ORDER BY id")]


def names_in(store: Store) -> list[str]:
    """The ids of the saved games that ``put`` added."""
    nothing: list[str] = ["not read"]
    return store.read(names, nothing)


def fill_disk(folder: Path) -> None:
    """Makes every later write to the database fail as on a full disk, even in other programs."""
    with closing(sqlite3.connect(store_file(folder))) as connection:
        for table in ("saves", "games", "answers"):
            refusal = "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
            connection.execute(f"CREATE TRIGGER full_{table} BEFORE INSERT ON {table} {refusal}")


def free_disk(folder: Path) -> None:
    """Undoes ``fill_disk``, so that writes succeed again."""
    with closing(sqlite3.connect(store_file(folder))) as connection:
        for table in ("saves", "games", "answers"):
            connection.execute(f"DROP TRIGGER full_{table}")


def raw_count(path: Path, table: str = "games") -> int:
    """Counts the rows of a table by a connection of its own, without the help of a ``Store``."""
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def store_file(folder: Path) -> Path:
    """The path of the game database in a folder."""
    return folder / FILE_NAME


def set_aside(folder: Path) -> list[Path]:
    """The damaged files that a repair kept, without their logs."""
    return sorted(path for path in folder.glob(f"{FILE_NAME}.damaged-*") if not path.name.endswith(("-wal", "-shm")))


def a_store(folder: Path) -> Store:
    """Opens the game database of a folder and checks that it can be written."""
    store = open_store(folder)
    assert store.problem is None
    return store


def fill(folder: Path, *games: FinishedGame) -> None:
    """Records games in the game database of a folder."""
    with a_store(folder) as store:
        for game in games:
            assert record_game(store, game).saved


def games_in(folder: Path, limit: int = 1000) -> list[FinishedGame]:
    """The games in the database of a folder, newest first."""
    with a_store(folder) as store:
        return list_games(store, limit=limit)


def refusal_of(read: Callable[[T], object], value: T) -> str:
    """The message with which a value is refused when it is read. Empty if the value is accepted."""
    try:
        read(value)
    except RecordError as error:
        return str(error)
    return ""
