"""Promises 20 to 24: whatever was reported as saved survives kills, full disks, damage and other programs."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from minesweeper.play.session import new_id
from minesweeper.storage.games_table import count_games, list_games, record_game
from minesweeper.storage.import_export import restore_file
from minesweeper.storage.paths import data_folder
from minesweeper.storage.records import RunningGame
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.settings import load_settings
from minesweeper.storage.settings_writing import keep_settings
from minesweeper.storage.statistics import all_statistics
from minesweeper.storage.store import FILE_NAME, open_store
from tests.storage.storing import a_played_game, a_session, a_store, set_aside
from tests.whole.promises.programs import SETTINGS

ROOT = Path(__file__).resolve().parents[3]
KILLS = 150
PROGRAMS = 4
SAVES = 200

pytestmark = pytest.mark.posix("needs fork, kill and limits")


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory if the system has one, which makes these tests faster but changes nothing else."""
    shared = Path("/dev/shm")
    if not os.access(shared, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=shared) as folder:
        yield Path(folder)


def command(name: str, folder: Path, *rest: object) -> list[str]:
    return [sys.executable, "-m", "tests.whole.promises.programs", name, str(folder), *map(str, rest)]


def run(name: str, folder: Path, *rest: object) -> str:
    done = subprocess.run(command(name, folder, *rest), cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def all_ids(folder: Path) -> set[str]:
    with a_store(folder) as store:
        assert store.notices == []
        return {game.id for game in list_games(store, limit=100_000)}


def assert_whole(folder: Path) -> None:
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_promise_20_after_150_kills_all_saved_data_is_there(memory: Path) -> None:
    messages = [line.split() for line in run("kill", memory, KILLS).splitlines()]
    kinds = {kind: [what for name, what in messages if name == kind] for kind in ("game", "saved", "settings")}
    assert all(len(whats) > KILLS // 10 for whats in kinds.values())
    assert set(kinds["game"]) <= all_ids(memory)
    with a_store(memory) as store:
        saves = Saves(store)
        (saved,) = saves.games()
        assert saved.elapsed >= int(kinds["saved"][-1])
        assert saves.take(saved.id).value is not None
        saves.close()
    assert json.loads((memory / SETTINGS).read_text())["step"] >= int(kinds["settings"][-1])
    assert_whole(memory)
    assert set_aside(memory) == []


def check_what_came_of_a_full_disk(folder: Path, result: dict[str, Any]) -> None:
    saved = result["saved_while_full"]
    assert saved[:3] == [False, False, False]
    for was_saved, problem in zip(saved, result["problems"], strict=True):
        assert was_saved or "not saved" in problem
    assert result["readable_while_full"]
    assert result["saved_after"]
    # A failed save isn't forgotten: it is repeated with the next game once the disk has room.
    assert result["games_after"] == result["games_before"] + 4
    assert result["notices"] == ["Saved. Earlier save errors are resolved."]
    settings, problems = load_settings(folder / SETTINGS)
    assert problems == ['settings.json: "note" is no setting'] or problems == []
    assert settings.text("theme") in ("high", "mono")


def test_promise_21_a_limit_of_file_sizes_leaves_old_data_whole(tmp_path: Path) -> None:
    result = json.loads(run("limit", tmp_path))
    assert result["saved_while_full"][4] is False
    check_what_came_of_a_full_disk(tmp_path, result)
    assert len(all_ids(tmp_path)) == 24
    assert_whole(tmp_path)
    assert json.loads((tmp_path / SETTINGS).read_text()) == {"theme": "high"}


def can_mount() -> bool:
    return shutil.which("unshare") is not None and (
        subprocess.run(
            ["unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=64k none /tmp"], capture_output=True, check=False
        ).returncode
        == 0
    )


def test_promise_21_a_full_disk_leaves_old_data_whole(tmp_path: Path) -> None:
    if not can_mount():
        pytest.skip("no small file system can be mounted here")
    copy = tmp_path / "copy"
    script = 'mount -t tmpfs -o size=2m none "$1" && shift && "$@" && cp -r "$OLDPWD" "$COPY"'
    disk = tmp_path / "disk"
    disk.mkdir()
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, "sh", str(disk), *command("full", disk)],
        cwd=ROOT,
        env={**os.environ, "OLDPWD": str(disk), "COPY": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    check_what_came_of_a_full_disk(copy, json.loads(done.stdout))
    assert len(all_ids(copy)) == 24
    assert_whole(copy)


def test_promise_22_a_read_only_home_is_read_and_reported() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        result = json.loads(run("look", home))
        home.chmod(0o700)
    assert result == {
        "problem": "games.db can't be written, so new games are not saved.",
        "saved": False,
        "games": 20,
        "running": False,
        "continued": True,
        "settings": "settings.json can't be written (Permission denied), so the settings are not saved.",
        "new": "settings.json can't be written (Permission denied), so the settings are not saved.",
    }


@pytest.mark.parametrize("environ", [{}, {"HOME": ""}, {"HOME": "no/absolute/path"}, {"HOME": "/dev/null"}])
def test_promise_22_without_a_home_play_goes_on_without_saving(environ: dict[str, str]) -> None:
    folder = data_folder(environ, "linux")
    with open_store(folder) as store:
        recorded = record_game(store, a_played_game())
        assert not recorded.saved
        assert recorded.problem is not None
        assert "not saved" in recorded.problem
        saves = Saves(store)
        assert not saves.save(RunningGame(a_session())).saved
        assert (list_games(store), saves.games(), all_statistics(store)) == ([], [], [])
        saves.close()
    kept = keep_settings(None if folder is None else os.path.join(folder, SETTINGS), {"theme": "high"})
    assert not kept.saved
    assert kept.problem is not None
    assert "not saved" in kept.problem


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The content of a game database with some games, always the same."""
    folder = tmp_path_factory.mktemp("filled")
    chance = random.Random(23)
    with a_store(folder) as store:
        for minute in range(60):
            game_id = str(uuid.UUID(int=chance.getrandbits(128)))
            game = replace(a_played_game(), id=game_id, ended_at=f"2026-11-16T09:{minute:02}:00.000Z")
            assert record_game(store, game).saved
        saves = Saves(store)
        saves.save(RunningGame(a_session()._replace(id=game_id)))
        store.write(lambda connection: connection.execute("UPDATE saves SET saved_at = 'today', owner = ''"))
        saves.close()
    return (folder / FILE_NAME).read_bytes()


def damaged_by(chance: random.Random, content: bytes) -> bytes:
    """The content after one of the kinds of damage that files suffer."""
    kind = chance.choice(["cut", "zeros", "noise", "bits", "longer", "page"])
    start = chance.randrange(len(content))
    length = chance.choice([1, 16, 512, 4096, 20_000])
    if kind == "cut":
        return content[:start]
    if kind == "longer":
        return content + chance.randbytes(length)
    changed = bytearray(content)
    if kind == "page":
        start = start // 4096 * 4096
        length = 4096
    part = changed[start : start + length]
    if kind == "zeros":
        changed[start : start + length] = bytes(len(part))
    elif kind == "bits":
        for _ in range(20):
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    else:
        changed[start : start + length] = chance.randbytes(len(part))
    return bytes(changed)


@pytest.mark.parametrize("seed", range(40))
def test_promise_23_play_goes_on_after_any_damage_to_the_database(memory: Path, filled: bytes, seed: int) -> None:
    path = memory / FILE_NAME
    damaged = damaged_by(random.Random(seed), filled)
    path.write_bytes(damaged)
    new = replace(a_played_game(), id=new_id())
    with open_store(memory) as store:
        list_games(store, limit=1000)
        all_statistics(store)
        saves = Saves(store)
        saves.games()
        assert record_game(store, new).saved
        messages = [notice for notice in store.notices if "is kept as" in notice]
        saves.close()
    # A message appears exactly if a file was set aside, and this file is unchanged.
    asides = set_aside(memory)
    assert len(asides) == len(messages)
    for aside, notice in zip(asides, messages, strict=True):
        assert aside.name in notice
    # Without an index, because damage to an index may be invisible to the check.
    query = "SELECT count(*) FROM games NOT INDEXED WHERE id = ?"
    with open_store(memory) as store:
        result = store.read(lambda connection: connection.execute(query, (new.id,)).fetchone(), None)
    assert result == (1,)
    if messages and "malformed" not in messages[0]:
        assert asides[0].read_bytes() == damaged


def test_promise_23_a_wrong_bit_in_the_database_head_loses_no_game(memory: Path, filled: bytes) -> None:
    backup = f"{FILE_NAME}.backup-20261116-091233"
    for bit in random.Random(23).sample(range(800), 40):
        folder = memory / str(bit)
        folder.mkdir()
        (folder / backup).write_bytes(filled)
        content = bytearray(filled)
        content[bit // 8] ^= 1 << bit % 8
        (folder / FILE_NAME).write_bytes(content)
        for attempt in range(3):
            with open_store(folder) as store:
                assert record_game(store, replace(a_played_game(), id=new_id())).saved, bit
                if attempt == 0 and count_games(store) < 61:
                    assert store.notices[-1].endswith(f"with: minesweeper history restore {backup}"), bit
                    restore_file(store, folder / backup)
        with open_store(folder) as store:
            assert count_games(store) == 63, bit
        # A wrong count of free pages is noticed only when a game needs a new page, which depends on free space.
        assert len(set_aside(folder)) <= 1, bit


def test_promise_23_four_programs_set_a_damaged_database_aside_once(memory: Path) -> None:
    damage = b"SQLite format 3\0"
    (memory / FILE_NAME).write_bytes(damage)
    assert len(saved_together(memory, PROGRAMS, 5)) == PROGRAMS * 5
    (aside,) = set_aside(memory)
    assert aside.read_bytes() == damage


def saved_together(folder: Path, programs: int, count: int) -> set[str]:
    """Runs several programs at once. Returns what they reported as saved, all of which must exist."""
    running = [
        subprocess.Popen(
            command("save", folder, count), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(programs)
    ]
    for program in running:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
    for program in running:
        assert program.stdin is not None
        program.stdin.write("\n")
        program.stdin.flush()
    messages = [line for program in running for line in program.communicate()[0].splitlines()]
    assert all(len(line) == 36 for line in messages), messages
    assert set(messages) == all_ids(folder)
    return set(messages)


def test_promise_24_four_programs_with_200_saves_each_lose_no_game(memory: Path) -> None:
    assert len(saved_together(memory, PROGRAMS, SAVES)) == PROGRAMS * SAVES
    with a_store(memory) as store:
        assert count_games(store) == PROGRAMS * SAVES
        assert count_games(store, with_replay=True) == PROGRAMS * SAVES
    assert_whole(memory)
