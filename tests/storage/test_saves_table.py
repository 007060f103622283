"""Saved games are read back unchanged, each program has its own, and none overwrites another's."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings

from minesweeper.core.boardspec import FAIR, BoardSpec
from minesweeper.core.validate import RecordError
from minesweeper.play.session import Session, new_id, new_session
from minesweeper.storage.records import RunningGame
from minesweeper.storage.saves_table import NOBODY, Saves, running_from_data, running_to_data
from minesweeper.storage.store import Store
from tests.storage.storing import a_session, a_store, fill_disk, free_disk, raw_count, refusal_of, store_file
from tests.strategies import sessions


def read_back(session: Session) -> Session:
    """The session after it was saved and read again."""
    return running_from_data(json.loads(json.dumps(running_to_data(RunningGame(session))))).session


@settings(max_examples=50)
@given(sessions())
def test_a_saved_session_keeps_its_undo_steps(session: Session) -> None:
    session = session._replace(id=new_id())
    read = read_back(session)
    assert read._replace(past=()) == session._replace(past=())
    while session.past and session.undo() is not session:
        session, read = session.undo(), read.undo()
        assert read.game == session.game
    assert not read.past or read.undo() is read


@pytest.mark.parametrize(("level", "keys"), [("", ""), ("single", "on"), ("dual", "ask first"), ("intelligent", "off")])
def test_a_saved_game_keeps_its_assist_level_and_permission(level: str, keys: str) -> None:
    again = read_back(a_session()._replace(assist_level=level, assist_permission=keys)).restart_board()
    assert (again.assist_level, again.assist_permission) == (level, keys)


def test_a_saved_game_keeps_allowed_assists_but_a_restart_asks_again() -> None:
    read = read_back(a_session()._replace(allows_assists=True))
    assert read.allows_assists
    assert not read.restart_board().allows_assists


def test_only_saved_fair_games_contain_counts_of_guesses() -> None:
    session = new_session(BoardSpec(9, 9, 10), "beginner", board_type=FAIR).open_cell(40)
    counted = session._replace(forced_guesses=3, undecided_guesses=1)
    again = read_back(counted)
    assert (again.forced_guesses, again.undecided_guesses, again.board_type) == (3, 1, FAIR)
    assert "forced_guesses" not in running_to_data(RunningGame(session))
    data = running_to_data(RunningGame(counted)) | {"forced_guesses": -1}
    with pytest.raises(RecordError, match="forced_guesses"):
        running_from_data(data)


def test_a_new_game_id_is_a_random_uuid() -> None:
    ids = {new_id() for _ in range(50)}
    assert len(ids) == 50
    for text in ids:
        assert str(uuid.UUID(text)) == text
        assert (uuid.UUID(text).version, uuid.UUID(text).variant) == (4, uuid.RFC_4122)


def test_a_large_saved_game_loses_only_its_undo_steps() -> None:
    session = new_session(BoardSpec(1000, 1000, 150_000), "custom", "seed").open_cell(500_500)
    for cell in range(10):
        session = session.mark(cell, question_marks=False)
    assert read_back(session) == session._replace(past=())


@pytest.mark.parametrize("changes", [{"moves": []}, {"first": a_session().game.flags.bit_length() - 1, "moves": []}])
def test_a_saved_game_with_contradictory_moves_only_loses_undo(changes: dict[str, Any]) -> None:
    read = running_from_data({**running_to_data(RunningGame(a_session())), **changes}).session
    assert (read.game, read.past) == (a_session().game, ())


ALL = format((1 << 81) - 1, "x")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"version": 2}, "version 2 is from a newer Minesweeper"),
        ({"id": "x"}, 'id "x" is not allowed. Use a UUID in small letters'),
        ({"board": "9x9/81"}, "board: 81 mines don't fit on 9x9"),
        ({"name": "../../etc"}, 'name "../../etc" is not allowed. Use a short name in small letters'),
        ({"mode": "No Guess!"}, 'mode "No Guess!" is not allowed. Use a short name in small letters'),
        ({"label": "\x1b[2J"}, 'label "\\u001b[2J" is not allowed. Use a short name in small letters'),
        ({"help_level": "best"}, 'help_level "best" is not allowed. Use one of single, dual, intelligent'),
        ({"seed": None}, "seed null is not allowed. Use a text of at most 200,000 characters"),
        ({"mines": "f"}, "mines: found 4, but 9x9/10 has 10"),
        ({"mines": None}, "the game has opened cells but no mines"),
        *(({kind: ALL}, "cells are in two states at once") for kind in ("opened", "flags", "questions", "exploded")),
        ({"opened": "f" * 1_000_000}, 'opened "ffff'),
        ({"proposals": "3" + "0" * 20}, "proposals: cell 81 isn't on a 9x9 board"),
        ({"first": 81}, "first 81 is not allowed. Use a whole number from 0 to 80"),
        ({"elapsed": float("nan")}, "elapsed NaN is not allowed"),
        ({"clicks": [1, 2, 3, 10**12]}, "clicks 1000000000000 is not allowed"),
        ({"helpers": ["\u202e"]}, 'helpers "\\u202e" is not allowed'),
        ({"known": 0}, "known 0 is not allowed. Use true or false"),
        ({"moves": [[0, "open", 99]]}, "move 1: cell 99 is not allowed"),
    ],
)
def test_impossible_saved_games_are_refused(changes: dict[str, Any], sentence: str) -> None:
    refusal = refusal_of(running_from_data, {**running_to_data(RunningGame(a_session())), **changes})
    assert sentence in refusal
    assert refusal.isprintable()


def with_saves(folder: Path) -> tuple[Store, Saves]:
    store = a_store(folder)
    return store, Saves(store)


@pytest.fixture(name="saves")
def saves_of_a_program(tmp_path: Path) -> Iterator[Saves]:
    store, saves = with_saves(tmp_path)
    yield saves
    saves.close()
    store.close()


def test_no_program_is_offered_a_game_that_another_one_plays(tmp_path: Path) -> None:
    stores = [with_saves(tmp_path) for _ in range(3)]
    games = [RunningGame(a_session()) for _ in stores]
    for (_, saves), game in zip(stores, games, strict=True):
        assert saves.newest() is None
        saves.save(game)
    for (_, saves), game in zip(stores, games, strict=True):
        newest = saves.newest()
        assert newest is not None
        assert newest.id == game.id
        assert len(saves.games()) == 3
        other = next(other for other in games if other.id != game.id)
        refused = saves.take(other.id)
        assert refused.value is None
        assert refused.problem == "This saved game can't be continued: another program is playing it."
        saves.drop(other.id)
    assert raw_count(store_file(tmp_path), "saves") == 3
    for store, saves in stores:
        saves.close()
        store.close()


def test_two_programs_never_overwrite_each_others_saved_game(tmp_path: Path) -> None:
    (one, mine), (two, others) = with_saves(tmp_path), with_saves(tmp_path)
    game = RunningGame(a_session())
    mine.save(game)
    # As on a system without locks:
    one.write(lambda connection: connection.execute("UPDATE saves SET owner = ?", (NOBODY,)))
    taken = others.take(game.id).value
    assert taken is not None
    assert others.save(taken._replace(session=taken.session.tick(100))).saved
    assert mine.save(game).problem == "The game is not saved: another program is playing it."
    assert [(saved.id, saved.elapsed) for saved in mine.games()] == [(game.id, 113.5)]
    for saves, store in ((mine, one), (others, two)):
        saves.close()
        store.close()


def test_an_unreadable_saved_game_stays_and_is_reported(tmp_path: Path, saves: Saves) -> None:
    good = RunningGame(a_session())
    saves.save(good)
    strange = {"newer": json.dumps({"version": 9}), "text": "?", "deep": "[" * 100_000, "blob": b"\xff\xfe"}
    insert = "INSERT INTO saves VALUES (?, '9999', '', ?)"
    saves.store.write(lambda connection: connection.executemany(insert, strange.items()).rowcount)
    problems = {saved.id: saved.problem or "" for saved in saves.games()}
    assert set(problems) == {*strange, good.id}
    for name in strange:
        assert problems[name].startswith("This saved game can't be read: ")
        assert (saves.take(name).value, saves.take(name).problem is None) == (None, False)
    newest = saves.newest()
    assert newest is not None
    assert newest.id == good.id
    assert raw_count(store_file(tmp_path), "saves") == 5
    assert saves.take(new_id()).problem == "This saved game can't be continued: it was deleted meanwhile."


def test_one_slow_save_changes_nothing_but_two_lengthen_the_pause(
    tmp_path: Path, saves: Saves, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments: list[float] = []
    monkeypatch.setattr("minesweeper.storage.saves_table.time", SimpleNamespace(monotonic=lambda: moments.pop(0)))

    def pause_after(seconds: float) -> float:
        moments[:] = [100.0, 100.001, 100.0 + seconds]
        saves.save(RunningGame(a_session()))
        return round(saves.pause, 3)

    costs = (0.01, 2.0, 0.01, 0.01, 0.2, 0.3, 9.0, 9.0)
    assert [pause_after(seconds) for seconds in costs] == [1, 1, 1, 1, 1, 4, 6, 10]
    # A failed save has only waited, but the time to write the game as JSON counts all the same.
    fill_disk(tmp_path)
    assert [pause_after(9.0), pause_after(9.0)] == [1, 1]
    free_disk(tmp_path)


def test_the_game_saved_last_comes_first_after_a_clock_change(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [RunningGame(a_session()) for _ in range(3)]
    stamps = iter(f"{year}-01-01T00:00:00.000Z" for year in (2026, 2031, 2019, 2018))
    monkeypatch.setattr("minesweeper.storage.saves_table.timestamp", lambda: next(stamps))
    for game in (*games, games[0]):
        assert saves.save(game).saved
    assert [game.id for game in saves.games()] == [games[0].id, games[2].id, games[1].id]


def test_locks_of_killed_programs_are_removed_by_the_next_save(tmp_path: Path) -> None:
    (store, saves), (other_store, other) = with_saves(tmp_path), with_saves(tmp_path)
    saves.save(RunningGame(a_session()))
    (own,) = tmp_path.glob("running-*.lock")
    for token in ("0123456789abcdef", "fedcba9876543210"):
        (tmp_path / f"running-{token}.lock").touch()
    other.save(RunningGame(a_session()))
    locks = list(tmp_path.glob("running-*"))
    assert own in locks
    assert len(locks) == 2
    for each, file in ((saves, store), (other, other_store)):
        each.close()
        file.close()
    assert not list(tmp_path.glob("running-*"))


def test_a_game_too_long_to_save_is_reported(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minesweeper.storage.saves_table.MAX_LENGTH", 100)
    written = saves.save(RunningGame(a_session()))
    assert (written.saved, written.problem) == (False, "The game is not saved, because it has become too long.")
