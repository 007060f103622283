"""What the tests of the store share: games to record, sessions to save, and files to damage."""

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
"""What tells the program on any system where the player's files are."""
T = TypeVar("T")
Connection = sqlite3.Connection
SMALL = BoardSpec(9, 9, 10)


def live_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes a folder the home in which the program keeps its own folder, on any system; that one is the result."""
    for name in HOMES:
        monkeypatch.setenv(name, str(folder))
    return folder / "minesweeper"


def live_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes away whatever tells the program of a home."""
    for name in HOMES:
        monkeypatch.delenv(name, raising=False)


def a_session() -> Session:
    """A session in the middle of a game on a small board, always the same: 13.5 seconds, one flag, cell 0 hidden."""
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
    """A finished game with what matters given, and no replay."""
    clicks = Clicks(40, 10, 0, 45) if clicks is None else clicks
    return FinishedGame(new_id(), ended_at, level, board, mode, result, time_ms, three_bv, clicks, helpers, known)


def a_played_game() -> FinishedGame:
    """A finished game with its replay, abandoned half way."""
    return finished(a_session())


def finished(session: Session) -> FinishedGame:
    """The game of a session that can be recorded."""
    game = finish_game(session if session.id else session._replace(id=new_id()))
    assert game is not None
    return game


def write_replay(game: FinishedGame, form: ReplayForm) -> str:
    """The text of a replay file, written at once."""
    return run_to_end(replay_text(game, form))


def put(name: str) -> Callable[[Connection], None]:
    """Job that puts a row of that name into a store."""

    def work(connection: Connection) -> None:
        connection.execute("INSERT OR REPLACE INTO saves VALUES (?, '', '', '')", (name,))

    return work


def names(connection: Connection) -> list[str]:
    return [row[0] for row in connection.execute("SELECT id FROM saves ORDER BY id")]


def names_in(store: Store) -> list[str]:
    """The names of the rows that were put."""
    nothing: list[str] = ["not read"]
    return store.read(names, nothing)


def fill_disk(folder: Path) -> None:
    """Lets every attempt to keep a game in a store fail as on a full disk, in whatever program."""
    with closing(sqlite3.connect(store_file(folder))) as connection:
        for table in ("saves", "games", "answers"):
            refusal = "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
            connection.execute(f"CREATE TRIGGER full_{table} BEFORE INSERT ON {table} {refusal}")


def free_disk(folder: Path) -> None:
    """Gives it room again."""
    with closing(sqlite3.connect(store_file(folder))) as connection:
        for table in ("saves", "games", "answers"):
            connection.execute(f"DROP TRIGGER full_{table}")


def raw_count(path: Path, table: str = "games") -> int:
    """How many rows a file has, seen by a plain connection of its own."""
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def store_file(folder: Path) -> Path:
    """Where the store of a folder is."""
    return folder / FILE_NAME


def set_aside(folder: Path) -> list[Path]:
    """The damaged files that were kept, without their side files."""
    return sorted(path for path in folder.glob(f"{FILE_NAME}.damaged-*") if not path.name.endswith(("-wal", "-shm")))


def a_store(folder: Path) -> Store:
    """An open store that must be all right."""
    store = open_store(folder)
    assert store.problem is None
    return store


def fill(folder: Path, *games: FinishedGame) -> None:
    """Records games in the store of a folder."""
    with a_store(folder) as store:
        for game in games:
            assert record_game(store, game).saved


def games_in(folder: Path, limit: int = 1000) -> list[FinishedGame]:
    """The games in the store of a folder, the newest first."""
    with a_store(folder) as store:
        return list_games(store, limit=limit)


def refusal_of(read: Callable[[T], object], value: T) -> str:
    """Why a value is refused when it is read, or nothing when it is not."""
    try:
        read(value)
    except RecordError as error:
        return str(error)
    return ""
