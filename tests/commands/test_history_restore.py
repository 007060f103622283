"""The commands history check and history restore, with damaged databases and backups."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper.cli import main
from minesweeper.play.session import new_id
from minesweeper.storage.database_file import backups_of
from minesweeper.storage.games_table import get_game, list_games
from minesweeper.storage.records import RunningGame
from minesweeper.storage.saves_table import Saves
from minesweeper.storage.store import FILE_NAME, open_store
from tests.storage.storing import a_game, a_played_game, a_session, fill, live_in, live_nowhere, set_aside

OLD = "2020-01-01T00:00:00.000Z"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for games in the home of the test. The current folder is another one."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    return live_in(tmp_path / "data", monkeypatch)


def save(folder: Path, *keys: str) -> None:
    with open_store(folder) as store:
        saves = Saves(store)
        for key in keys:
            assert saves.save(RunningGame(a_session()._replace(id=key))).saved
        saves.close()


def ids_in(folder: Path) -> set[str]:
    with open_store(folder) as store:
        return {game.id for game in list_games(store, limit=1000)}


def saved_in(folder: Path) -> list[str]:
    with open_store(folder) as store:
        return [game.id for game in Saves(store).games()]


def output_lines(capsys: pytest.CaptureFixture[str]) -> tuple[list[str], list[str]]:
    """The lines on standard output and standard error since the last call."""
    output = capsys.readouterr()
    return output.out.splitlines(), output.err.splitlines()


def files(folder: Path) -> dict[str, bytes]:
    """All files except the database itself and its logs."""
    names = (FILE_NAME, f"{FILE_NAME}-wal", f"{FILE_NAME}-shm")
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in names}


def test_history_check_reports_a_whole_database_and_its_backups(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["history", "check"]) == 0
    assert output_lines(capsys) == ([], ["minesweeper: No finished games yet."])
    save(folder, new_id())
    fill(folder, a_game(), replace(a_played_game(), ended_at=OLD))
    (backup,) = backups_of(folder / FILE_NAME)
    assert main(["history", "check"]) == 0
    assert output_lines(capsys) == (
        [f"{FILE_NAME}: whole, 2 games, 1 replay, 1 saved game", f"backup: {backup.name}, 2 games"],
        [],
    )


def test_history_check_repairs_damage_and_names_the_damaged_copy(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(folder, *(a_game() for _ in range(200)))
    path = folder / FILE_NAME
    content = bytearray(path.read_bytes())
    content[-4096:] = b"\xff" * 4096
    path.write_bytes(content)
    assert main(["history", "check"]) == 1
    out, (message, *_) = output_lines(capsys)
    assert out[0].startswith(f"{FILE_NAME}: whole, ")
    (aside,) = set_aside(folder)
    assert message.startswith(
        f"minesweeper: {FILE_NAME} was damaged (its content is malformed). It is kept as {aside.name}"
    )
    assert any(line.startswith(f"kept aside: {aside.name}, ") for line in out)
    assert main(["history", "check"]) == 0
    assert output_lines(capsys)[1] == []


def test_a_restored_backup_is_merged_with_games_played_since(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, kept, fresh = replace(a_played_game(), ended_at=OLD), a_game(), a_game()
    both, waits = new_id(), new_id()
    save(folder, both, waits, old.id)
    fill(folder, kept, old)
    (backup,) = backups_of(folder / FILE_NAME)
    (folder / FILE_NAME).write_bytes(b"all is lost" * 1000)
    fill(folder, fresh, kept)
    save(folder, both)
    assert ids_in(folder) == {fresh.id, kept.id}
    before = files(folder)
    assert main(["history", "restore", backup.name]) == 0
    assert output_lines(capsys) == (["1 game and 1 saved game added, 1 already in the database, 0 can't be read."], [])
    assert ids_in(folder) == {old.id, fresh.id, kept.id}
    with open_store(folder) as store:
        assert get_game(store, old.id) == old
    # Restored saved games come after newer ones.
    assert saved_in(folder) == [both, waits]
    assert files(folder) == before
    assert main(["history", "restore", str(backup)]) == 0
    assert output_lines(capsys)[0] == ["0 games and 0 saved games added, 2 already in the database, 0 can't be read."]


def make_folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: None, "No such file or directory"),
        (lambda path: path.write_text("no games"), "it isn't a game database"),
        (lambda path: path.write_bytes(b""), "it isn't a game database"),
        (make_folder, "it isn't a regular file"),
        pytest.param(
            lambda path: os.mkfifo(path), "it isn't a regular file", marks=pytest.mark.posix("needs pipes with names")
        ),
    ],
)
def test_a_file_that_is_not_a_game_database_cannot_be_restored(
    folder: Path, capsys: pytest.CaptureFixture[str], make: object, reason: str
) -> None:
    fill(folder, a_game())
    before = files(folder)
    assert callable(make)
    make(Path("given"))
    assert main(["history", "restore", "given"]) == 2
    assert output_lines(capsys) == ([], [f"minesweeper: 'given' can't be restored: {reason}."])
    assert files(folder) == before


def test_a_restore_without_a_home_folder_reports_that_nothing_is_kept(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(folder, a_game())
    live_nowhere(monkeypatch)
    assert main(["history", "restore", str(folder / FILE_NAME)]) == 1
    out, err = output_lines(capsys)
    assert out == ["0 games and 0 saved games added, 0 already in the database, 0 can't be read."]
    assert "There is no home folder, so games are not saved." in err[0]


def test_a_restore_of_a_damaged_file_counts_the_lost_games(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(folder, *(replace(a_played_game(), id=new_id()) for _ in range(40)))
    damaged = folder.parent / "damaged.db"
    data = bytearray((folder / FILE_NAME).read_bytes())
    with open_store(folder) as store:
        (root,) = store.read(
            lambda connection: connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone(),
            (0,),
        )
        (size,) = store.read(lambda connection: connection.execute("PRAGMA page_size").fetchone(), (0,))
    data[(root - 1) * size : root * size] = bytes(size)
    damaged.write_bytes(data)
    (folder / FILE_NAME).unlink()
    capsys.readouterr()
    status = main(["history", "restore", str(damaged)])
    (line,), _ = output_lines(capsys)
    lost = 40 - len(ids_in(folder))
    assert lost > 0
    assert line.endswith(f" {lost} can't be read.")
    assert status == 1
