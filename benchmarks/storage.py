"""Measures the game database with 100,000 games: opening, saving, statistics, lists.

python -m benchmarks.storage
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from sqlite3 import Connection

from benchmarks.measure import HEAD, machine, row
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.times import from_milliseconds, to_milliseconds
from minesweeper.play.guesses import Guess
from minesweeper.play.replay import pack_replay
from minesweeper.play.session import Clicks, Session, new_id, new_session
from minesweeper.storage.games_table import (
    FinishedGame,
    count_games,
    finish_game,
    get_game,
    insert_game,
    list_games,
    record_game,
)
from minesweeper.storage.records import Group
from minesweeper.storage.statistics import group_record, played_groups, statistics
from minesweeper.storage.store import Store, open_store

GAMES = 100_000
BATCH = 5_000
EXPERT = BoardSpec(30, 16, 99)
GROUP = Group("expert", board=str(EXPERT))


def main() -> None:
    """Prints a Markdown table."""
    print(machine())
    print()
    print(HEAD)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        print(row("make an empty store", _waits(lambda: open_store(home).close(), 1), "the first start"))
        game = _play()
        with open_store(home) as store:
            _fill(store, game)
        print(row("open", _waits(lambda: open_store(home).close(), 15), f"{GAMES:,} games"))
        with open_store(home) as store:
            _measure(store, game)


def _measure(store: Store, game: FinishedGame) -> None:
    print(row("save one game", _waits(lambda: record_game(store, replace(game, id=new_id())), 30), "on the disk"))
    for name, work in (
        ("all statistics of a level", lambda: statistics(store, GROUP)),
        ("its record", lambda: group_record(store, GROUP)),
        ("groups", lambda: played_groups(store)),
        ("a page of the newest", lambda: list_games(store, limit=30)),
        ("a page of wins with replays", lambda: list_games(store, limit=30, result="won", with_replay=True)),
        ("one with its replay", lambda: get_game(store, game.id)),
        ("count", lambda: count_games(store)),
    ):
        print(row(name, _waits(work, 7), f"{GAMES:,} games in one group"))


def _waits(work: Callable[[], object], repeats: int) -> list[float]:
    """Returns the milliseconds that a player would wait, disk included."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return times


def _moved(session: Session) -> Session:
    chance = random.Random(1)
    session = session.open_cell(100)
    for _ in range(150):
        session = session.tick(0.3).mark(chance.randrange(480), question_marks=False)
    return session


def _play() -> FinishedGame:
    game = finish_game(_moved(new_session(EXPERT, "expert")))
    assert game is not None
    return game


def _fill(store: Store, game: FinishedGame) -> None:
    chance = random.Random(1)
    packed = None if game.replay is None else pack_replay(game.replay)
    start = to_milliseconds("2016-01-01T00:00:00.000Z")

    def fill(connection: Connection, first: int) -> None:
        for count in range(first, first + BATCH):
            played = replace(
                game,
                id=game.id if not count else new_id(),
                ended_at=from_milliseconds(start + count * 2_400_000),
                result=chance.choices(("won", "lost", "abandoned"), (40, 50, 10))[0],
                time_ms=chance.randrange(60_000, 400_000),
                three_bv=chance.randrange(120, 220),
                clicks=Clicks(chance.randrange(100, 200), chance.randrange(100), 20, 100),
                guesses=tuple(Guess(3, 0.3, True) for _ in range(chance.randrange(3))),
            )
            insert_game(connection, played, packed)

    for first in range(0, GAMES, BATCH):
        store.write(lambda connection, first=first: fill(connection, first))  # type: ignore[misc]


if __name__ == "__main__":
    main()
