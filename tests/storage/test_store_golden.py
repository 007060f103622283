"""A game database of version 1, in which every later version must find the same games."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zlib
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from minesweeper.cli import main
from minesweeper.storage.games_table import (
    UNEXAMINED,
    count_games,
    count_replays,
    delete_replay,
    game_to_data,
    get_game,
    group_hash,
    list_games,
    record_game,
    to_analyse,
)
from minesweeper.storage.records import DailyRecord, Group
from minesweeper.storage.statistics import daily_record
from tests.storage.golden_store import ENDS, GOLDEN, OUTPUTS, STORE, all_games, ends_of
from tests.storage.storing import a_game, a_store, live_in, store_file
from tests.storage.test_database_schema import schema_of

EXPORT = GOLDEN / "games-v1-export.jsonl"
KINS = [
    (("beginner", "normal", "unassisted", "9x9/10"), -7_012_609_293_861_604_426),
    (("beginner", "no-guess", "unassisted", "9x9/10"), -9_214_790_094_958_413_436),
    (("expert", "normal", "assisted", "30x16/99"), 4_594_600_465_028_309_789),
    (("custom", "normal", "unassisted", "12x8/15"), 5_980_016_259_290_118_154),
    (("custom", "no-guess", "known", "40x20/160"), -2_971_664_261_560_705_230),
    (("daily", "no-guess", "unassisted", "30x16/99"), -2_444_463_041_325_212_991),
]


@pytest.fixture(name="folder")
def folder_of_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of games with a copy of the database of version 1, in the home of the test."""
    folder = live_in(tmp_path / "data", monkeypatch)
    folder.mkdir(parents=True)
    shutil.copyfile(STORE, store_file(folder))
    return folder


def exported() -> list[dict[str, Any]]:
    return [json.loads(line) for line in EXPORT.read_text(encoding="utf-8").splitlines()]


def rounded(text: str) -> str:
    # The last digits of a sum of fractions differ between versions of SQLite and of Python.
    return json.dumps(json.loads(text, parse_float=lambda number: round(float(number), 9) + 0.0), indent=2)


def rows_of(path: Path) -> tuple[list[tuple[object, ...]], dict[int, bytes]]:
    """The games and unpacked replays in a database file, as stored."""
    with closing(sqlite3.connect(path)) as connection:
        games = connection.execute("SELECT * FROM games ORDER BY number").fetchall()
        replays = connection.execute("SELECT number, replay FROM replays").fetchall()
    values = [tuple(round(value, 9) if isinstance(value, float) else value for value in row) for row in games]
    return values, {number: zlib.decompress(replay) for number, replay in replays}


@pytest.mark.parametrize(("names", "number"), KINS)
def test_the_stored_number_of_a_group_never_changes(names: tuple[str, str, str, str], number: int) -> None:
    assert group_hash(Group(*names)) == number


def test_a_version_1_database_is_upgraded_without_a_message(folder: Path, tmp_path: Path) -> None:
    with a_store(folder) as store, a_store(tmp_path / "new"):
        assert store.can_write
        assert store.notices == []
    assert schema_of(store_file(folder)) == schema_of(store_file(tmp_path / "new"))


def test_games_of_a_version_1_database_are_listed_newest_first(folder: Path) -> None:
    expected = sorted(exported(), key=lambda game: str(game["ended_at"]), reverse=True)
    with a_store(folder) as store:
        listed = [game_to_data(game) for game in list_games(store, limit=1000)]
        assert listed == [{**game, "replay": None} for game in expected]
        for name in ("level", "mode", "result"):
            for value in {game[name] for game in expected}:
                wanted = [game["id"] for game in expected if game[name] == value]
                assert [game.id for game in list_games(store, limit=1000, **{name: value})] == wanted
                assert count_games(store, **{name: value}) == len(wanted)
        assert count_games(store, with_replay=True) == count_replays(store) == 33
        unexamined = [game["id"] for game in exported() if game["guesses"] is None and game["replay"] is not None]
        assert [game_id for _, game_id in to_analyse(store, UNEXAMINED, 99)] == unexamined[::-1]


def test_replays_of_a_version_1_database_end_as_recorded(folder: Path) -> None:
    with a_store(folder) as store:
        games = all_games(store)
        assert ends_of(games) == ENDS.read_text(encoding="utf-8")
        for game in games:
            assert get_game(store, game.id) == game
            if game.replay is not None:
                assert game.replay.moves[-1].ms <= game.time_ms


@pytest.mark.usefixtures("folder")
def test_statistics_of_a_version_1_database_stay_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    golden = GOLDEN / "games-v1-stats.json"
    expected = json.loads(golden.read_text(encoding="utf-8"))
    for number in (6, 9):  # version 1 counted moves that were bound to lose as guesses
        expected[number]["guesses"] -= 1
    expected[6]["luck"] = None
    # Later versions count games of the bot separately (here one), and moves of solvers no longer count as few clicks.
    none = {"games": 0, "losses": 0, "examined": 0, "guesses": 0, "guesses_survived": 0, "guesses_expected": 0.0}
    expected[4].update(none, line=[], win_rate=None, luck=None, bot_games=1)
    # Later versions also rate guesses, and those of this database aren't rated yet.
    unknown: dict[str, Any] = {"skill": None, "skill_exact": True, "given_away": None}
    unknown |= dict.fromkeys(("judged", "forced", "needless", "good"), 0)
    for group in expected:
        group.update(unknown, version=1, bot_games=group.get("bot_games", 0), missed=[])
        if group["standing"] == "assisted":
            group["efficiency"] = None
    assert main(OUTPUTS[golden]) == 0
    assert json.loads(rounded(capsys.readouterr().out)) == json.loads(rounded(json.dumps(expected)))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["games-v1-export.jsonl", "games-v1-export.csv"])
def test_the_export_of_a_version_1_database_stays_the_same(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(OUTPUTS[GOLDEN / name]) == 0
    output = capsys.readouterr()
    assert output.out == (GOLDEN / name).read_text(encoding="utf-8")
    assert output.err == ""


def test_an_export_of_version_1_is_imported_unchanged(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = live_in(tmp_path / "other", monkeypatch)
    assert main(["history", "import", str(EXPORT)]) == 0
    assert main(["history", "import", str(EXPORT)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "37 games added, 0 already in the database, 0 refused.",
        "0 games added, 37 already in the database, 0 refused.",
    ]
    with a_store(folder):  # opening it adds the tables of a new database
        assert rows_of(store_file(other)) == rows_of(store_file(folder))


def test_daily_boards_of_a_version_1_database_are_found(folder: Path) -> None:
    with a_store(folder) as store:
        first, second = (daily_record(store, date(2026, 10, day)) for day in (1, 2))
    assert first == DailyRecord(date(2026, 10, 1), tries=1, won_at=1, won_ms=92_859)
    assert second == DailyRecord(date(2026, 10, 2), tries=2, earlier=1)


def test_a_new_game_is_ranked_among_those_of_version_1(folder: Path) -> None:
    with a_store(folder) as store:
        assert [record_game(store, a_game(time_ms=time_ms)).rank for time_ms in (6_045, 6_046, 99_999)] == [1, 3, 9]
        assert delete_replay(store, exported()[0]["id"]).saved
        assert count_games(store) == 40
        assert count_replays(store) == 32
        (first, *_) = all_games(store)
        assert game_to_data(replace(first, replay=None)) == {**exported()[0], "replay": None}
