"""Small programs for the tests of the storage promises, which kill them, race them and fill their disk.

Each runs in a process of its own: ``python -m tests.whole.promises.programs NAME FOLDER ...``. It prints whatever was
reported as saved, so that the tests can look for all of it afterwards.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import select
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from minesweeper.play.session import new_id
from minesweeper.storage.games_table import count_games, finish_game, list_games, record_game
from minesweeper.storage.records import RunningGame
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.settings_writing import keep_settings
from minesweeper.storage.store import Store, open_store
from tests.storage.storing import a_played_game, a_session

SETTINGS = "settings.json"
NOBODY = 65534
STEPS = 10_000


def save_games(folder: Path, count: int) -> None:
    """Records this many games. Prints the id of each saved one, and each problem."""
    game = a_played_game()
    with open_store(folder) as store:
        print("ready", flush=True)
        sys.stdin.readline()  # so that all programs begin at the same time
        for _ in range(count):
            game = replace(game, id=new_id())
            recorded = record_game(store, game)
            print(game.id if recorded.saved else recorded.problem)


def save_everything(folder: Path, channel: int, first: int) -> None:
    """Records games, saves a running one and writes settings without end. Prints each of them once it is saved."""
    with open_store(folder) as store:
        saves, game = Saves(store), RunningGame(a_session()._replace(id="00000000-0000-4000-8000-000000000000"))
        for step in range(first, first + STEPS):
            finished = finish_game(game.session._replace(id=new_id()))
            if finished is not None and record_game(store, finished).saved:
                os.write(channel, f"game {finished.id}\n".encode())
            if saves.save(game._replace(session=game.session._replace(elapsed=float(step)))).saved:
                os.write(channel, f"saved {step}\n".encode())
            if keep_settings(folder / SETTINGS, {"step": step}).saved:
                os.write(channel, f"settings {step}\n".encode())


def kill_savers(folder: Path, times: int) -> None:
    """Starts a program that saves everything and kills it after a while, again and again. Prints what it printed."""
    import minesweeper.storage.database_file  # noqa: F401 - once, and not in each of the programs

    chance = random.Random(20)
    for turn in range(times):
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            os.close(reader)
            with contextlib.suppress(BaseException):
                save_everything(folder, writer, turn * STEPS)
            os._exit(1)
        os.close(writer)
        output = b""
        for _ in range(chance.choice((0, 1, 1, 2, 3, 5))):
            output += os.read(reader, 4096)
        # Some time later, during any of the next steps.
        select.select([], [], [], chance.random() * 0.01)
        os.kill(child, signal.SIGKILL)
        while rest := os.read(reader, 4096):
            output += rest
        os.close(reader)
        os.waitpid(child, 0)
        print(output.decode(), end="")


def fill_up(folder: Path, ways: Callable[[], contextlib.AbstractContextManager[None]]) -> dict[str, object]:
    """Plays on while the disk is full and after it is free again. Prints what was saved and what was reported."""
    with open_store(folder) as store:
        before = [game.id for game in list_games(store)]
        saves = Saves(store)
        with ways():
            lost = [record_game(store, replace(a_played_game(), id=new_id())) for _ in range(3)]
            running = saves.save(RunningGame(a_session()))
            settings = keep_settings(folder / SETTINGS, {"theme": "mono", "note": "x" * 30_000})
            readable = [game.id for game in list_games(store)]
        after = record_game(store, replace(a_played_game(), id=new_id()))
        result: dict[str, object] = {
            "saved_while_full": [recorded.saved for recorded in lost] + [running.saved, settings.saved],
            "problems": [recorded.problem for recorded in lost] + [running.problem, settings.problem],
            "readable_while_full": readable == before,
            "saved_after": after.saved,
            "games_before": len(before),
            "games_after": count_games(store),
            "notices": store.notices,
        }
        saves.close()
        return result


@contextlib.contextmanager
def limited_files(folder: Path) -> Iterator[None]:
    """No file can grow beyond the size of the largest one."""
    import resource

    largest = max(path.stat().st_size for path in folder.iterdir() if path.suffix != ".lock")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (min(largest, 20_000), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextlib.contextmanager
def filled_disk(folder: Path) -> Iterator[None]:
    """The file system of the folder has no room left."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as stream, contextlib.suppress(OSError):
        while True:
            stream.write(b"x" * 512)
    try:
        yield
    finally:
        ballast.unlink()


def look_only(folder: Path) -> dict[str, object]:
    """Reads and tries to write in a read-only folder. Prints the results."""
    with open_store(folder) as store:
        recorded = record_game(store, a_played_game())
        saves = Saves(store)
        newest = saves.newest()
        taken = None if newest is None else saves.take(newest.id).value
        return {
            "problem": store.problem,
            "saved": recorded.saved,
            "games": count_games(store),
            "running": saves.save(RunningGame(a_session())).saved,
            "continued": taken is not None,
            "settings": keep_settings(folder / SETTINGS, {"theme": "mono"}).problem,
            "new": keep_settings(folder / "new" / SETTINGS, {"theme": "mono"}).problem,
        }


def become_nobody(folder: Path) -> None:
    """Gives up the rights of root, which a read-only folder could not stop."""
    if os.geteuid() == 0:
        import sqlite3  # noqa: F401 - afterwards this interpreter may be out of reach

        import minesweeper.storage.database_file  # noqa: F401

        for path in (folder, *folder.iterdir()):
            os.chown(path, NOBODY, NOBODY)
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def make_read_only(folder: Path) -> None:
    """Makes a folder and all its files read-only."""
    for path in folder.iterdir():
        path.chmod(0o400)
    folder.chmod(0o500)


def prepare(folder: Path, games: int = 20) -> None:
    """Makes a game database with some games and a saved one, and settings."""
    with open_store(folder) as store:
        fill(store, games)
        saves = Saves(store)
        saves.save(RunningGame(a_session()))
        saves.close()
    keep_settings(folder / SETTINGS, {"theme": "high"})


def fill(store: Store, games: int) -> None:
    """Records this many games."""
    for _ in range(games):
        assert record_game(store, replace(a_played_game(), id=new_id())).saved


def main(name: str, folder: Path, *counts: str) -> None:
    """Runs the program that the command line names."""
    if name == "save":
        save_games(folder, int(counts[0]))
    elif name == "kill":
        kill_savers(folder, int(counts[0]))
    elif name == "limit":
        prepare(folder)
        print(json.dumps(fill_up(folder, lambda: limited_files(folder))))
    elif name == "full":
        prepare(folder)
        print(json.dumps(fill_up(folder, lambda: filled_disk(folder))))
    elif name == "look":
        prepare(folder)
        become_nobody(folder)
        make_read_only(folder)
        print(json.dumps(look_only(folder)))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
