"""Finished games are recorded once, compared within their group and listed."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from minesweeper.storage.games_table import (
    FinishedGame,
    game_to_data,
    get_game,
    list_games,
    record_game,
)
from minesweeper.storage.import_export import LeftOut, export_csv, export_lines
from minesweeper.storage.records import Group
from minesweeper.storage.statistics import all_statistics, played_groups, statistics
from minesweeper.storage.store import Store
from tests.storage.storing import a_game, a_played_game, a_store, raw_count, store_file


def test_a_game_ended_differently_by_two_programs_is_recorded_twice(tmp_path: Path) -> None:
    first = a_played_game()
    second = replace(first, ended_at="2026-11-16T09:12:34.000Z", result="lost")
    with a_store(tmp_path) as store:
        ids = [record_game(store, game).game_id for game in (first, second, first)]
        assert ids[0] == ids[2] == first.id
        assert {game.id: game.result for game in list_games(store)} == {first.id: "abandoned", ids[1]: "lost"}
        assert get_game(store, first.id) == first
    assert raw_count(store_file(tmp_path), "replays") == 2


def test_a_best_time_is_announced_within_its_group(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        first = record_game(store, a_game(time_ms=60_000))
        assert (first.is_best, first.rank) == (True, 1)
        better = record_game(store, a_game(time_ms=50_318))
        assert better.is_best
        same = record_game(store, a_game(time_ms=50_318))
        assert (same.is_best, same.rank) == (False, 2)
        for other in (
            a_game(time_ms=1, result="lost"),
            a_game(time_ms=1, helpers=("undo",)),
            a_game(time_ms=1, known=True),
        ):
            assert record_game(store, other).rank is None
        assert record_game(store, a_game(time_ms=40_000, mode="no-guess")).is_best
        assert record_game(store, a_game(time_ms=40_000, level="expert")).is_best
        assert record_game(store, a_game(time_ms=40_000, board="8x8/10")).is_best
        assert record_game(store, a_game(time_ms=55_000)).rank == 3


def test_a_game_is_found_by_the_beginning_of_its_id(tmp_path: Path) -> None:
    first = replace(a_game(), id="aaaa1111-0000-4000-8000-000000000000")
    second = replace(a_game(), id="aaaa2222-0000-4000-8000-000000000000")
    with a_store(tmp_path) as store:
        record_game(store, first)
        record_game(store, second)
        assert get_game(store, "aaaa1") == first
        assert get_game(store, " AAAA2222 ") == second
        for none in ("aaaa", "bbbb", "aa", "", "%", "aaaa1111-0000-4000-8000-0000000000000", "' OR 1 --"):
            assert get_game(store, none) is None


def test_a_seed_with_invalid_characters_is_recorded(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        assert record_game(store, replace(a_game(), seed="\udcff\0\x1b[31m")).saved
        assert [result.seed for result in list_games(store)] == ["?\0\x1b[31m"]


def spoil(store: Store, game: FinishedGame, change: str) -> None:
    def work(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(f"UPDATE games SET {change} WHERE id = ?", (game.id,))

    assert store.write(work).saved


@pytest.mark.parametrize("change", ["result = 7", "ended_at = 'soon'", "helpers = '{'", "level = x'ff'"])
def test_damaged_games_are_left_out_of_lists_and_exports(tmp_path: Path, change: str) -> None:
    good, bad = a_game(), a_game()
    with a_store(tmp_path) as store:
        for game in (good, bad):
            record_game(store, game)
        spoil(store, bad, change)
        assert list_games(store) == [good]
        assert list(export_lines(store)) == [json.dumps(game_to_data(good), separators=(",", ":"))]
        left = LeftOut()
        assert len(list(export_csv(store, left))) == 2
        assert left.sentences() == ["1 game can't be read and is left out."]
        assert get_game(store, bad.id) is None
        statistics(store, Group("beginner"))


def test_a_game_with_a_damaged_replay_is_shown_without_it(tmp_path: Path) -> None:
    game = a_played_game()
    with a_store(tmp_path) as store:
        record_game(store, game)
        store.write(lambda connection: connection.execute("UPDATE replays SET replay = x'0102'"))
        assert get_game(store, game.id) == replace(game, replay=None)
        record_game(store, a_game())  # this game never had a replay
        left = LeftOut()
        assert [json.loads(line)["replay"] for line in export_lines(store, left)] == [None, None]
        assert left.sentences() == ["1 replay can't be read and is left out."]


@pytest.mark.parametrize("moment", [-(2**63), 2**63 - 1])
def test_an_impossible_date_spoils_no_list_of_games(tmp_path: Path, moment: int) -> None:
    good, bad = a_game(), a_game()
    with a_store(tmp_path) as store:
        for game in (good, bad):
            record_game(store, game)
        spoil(store, bad, f"ended_at = {moment}")
        date = "1970-01-01T00:00:00.000Z" if moment < 0 else "9999-12-31T23:59:59.999Z"
        assert {game.id: game.ended_at for game in list_games(store)} == {good.id: good.ended_at, bad.id: date}
        assert len(list(export_lines(store))) == 2
        assert [result.games for result in all_statistics(store)] == [2]
        assert list(played_groups(store).values()) == [2]
        assert store.notices == []
