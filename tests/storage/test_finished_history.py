"""Finished games: recorded once each, compared with those of their kind, listed, and exchanged without doubles."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from minesweeper.play.review import Guess
from minesweeper.play.session import Session
from minesweeper.storage.exchange import MAX_LINE, MAX_REFUSALS, bounded_lines, export_csv, export_lines, import_lines
from minesweeper.storage.finished import (
    count_games,
    delete_replay,
    finish_game,
    game_from_data,
    game_to_data,
    get_game,
    list_games,
    record_game,
    set_guesses,
    to_examine,
)
from minesweeper.storage.saves import RunningGame, Saves
from minesweeper.storage.statistics import group_summaries, statistics
from minesweeper.storage.store import open_store
from minesweeper.storage.values import Group
from tests.session_strategies import sessions
from tests.storage.storing import a_game, a_played_game, a_session, a_store, raw_count, refusal_of, store_file


def test_a_game_is_recorded_once_however_often_it_is_asked(tmp_path: Path) -> None:
    game = a_played_game()
    with a_store(tmp_path) as store:
        for _ in range(3):
            assert record_game(store, game).saved
        assert get_game(store, game.id) == game
    assert raw_count(store_file(tmp_path)) == 1
    assert raw_count(store_file(tmp_path), "replays") == 1


def test_recording_takes_the_saved_form_away_in_the_same_step(tmp_path: Path) -> None:
    running = RunningGame(a_session())
    with a_store(tmp_path) as store:
        saves = Saves(store)
        saves.save(running)
        game = finish_game(running)
        assert game is not None
        record_game(store, game)
        assert saves.games() == []
        saves.close()


def test_the_best_time_of_its_kind_is_announced(tmp_path: Path) -> None:
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


def test_lists_go_from_the_newest_and_pass_filters(tmp_path: Path) -> None:
    games = [
        a_game(ended_at="2026-11-14T09:00:00.000Z", level="expert"),
        a_game(ended_at="2026-11-16T09:00:00.000Z", result="lost", mode="no-guess"),
        a_game(ended_at="2026-11-15T09:00:00.000Z"),
    ]
    with a_store(tmp_path) as store:
        for game in games:
            record_game(store, game)
        assert list_games(store) == [games[1], games[2], games[0]]
        assert list_games(store, limit=1, offset=1) == [games[2]]
        assert list_games(store, level="expert") == [games[0]]
        assert list_games(store, result="won") == [games[2], games[0]]
        assert list_games(store, mode="no-guess") == [games[1]]
        assert list_games(store, with_replay=True) == []
        assert count_games(store) == 3
        assert count_games(store, result="won", level="beginner") == 1
        assert count_games(store, with_replay=True) == 0


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


def test_a_deleted_replay_leaves_the_game(tmp_path: Path) -> None:
    game = a_played_game()
    with a_store(tmp_path) as store:
        record_game(store, game)
        assert list_games(store, with_replay=True) == [replace(game, replay=None)]
        assert delete_replay(store, game.id).saved
        assert get_game(store, game.id) == replace(game, replay=None)
        assert count_games(store, with_replay=True) == 0


def test_guesses_are_added_after_the_game_was_recorded(tmp_path: Path) -> None:
    game = a_played_game()
    guesses = (Guess(3, 0.25, True), Guess(9, 0.5, False))
    with a_store(tmp_path) as store:
        record_game(store, game)
        record_game(store, a_game())
        ((number, key, board),) = to_examine(store, limit=5)
        assert (key, board) == (game.id, game.board)
        assert to_examine(store, number, limit=5) == []
        assert set_guesses(store, game.id, guesses).saved
        assert to_examine(store, limit=5) == []
        assert get_game(store, game.id) == replace(game, guesses=guesses)


def test_a_seed_that_is_no_text_is_recorded_all_the_same(tmp_path: Path) -> None:
    game = replace(a_game(), seed="\udcff\0\x1b[31m")
    with a_store(tmp_path) as store:
        assert record_game(store, game).saved
        assert [found.seed for found in list_games(store)] == ["?\0\x1b[31m"]


@pytest.mark.parametrize(
    "change", ["result = 7", "ended_at = -1", "board = 'x'", "helpers = '{'", "time_ms = 'long'", "level = x'ff'"]
)
def test_a_row_that_nobody_could_have_written_is_left_out(tmp_path: Path, change: str) -> None:
    good, bad = a_game(), a_game()
    with a_store(tmp_path) as store:
        for game in (good, bad):
            record_game(store, game)

        def spoil(connection: sqlite3.Connection) -> None:
            connection.execute("PRAGMA ignore_check_constraints = ON")
            connection.execute(f"UPDATE games SET {change} WHERE id = ?", (bad.id,))

        assert store.write(spoil).saved
        assert list_games(store) == [good]
        assert list(export_lines(store)) == [json.dumps(game_to_data(good), separators=(",", ":"))]
        assert get_game(store, bad.id) is None
        assert statistics(store, Group("beginner")).games in (0, 1, 2)
        assert len(group_summaries(store)) in (0, 1)


def test_a_damaged_replay_is_left_out_and_the_game_shown(tmp_path: Path) -> None:
    game = a_played_game()
    with a_store(tmp_path) as store:
        record_game(store, game)
        store.write(lambda connection: connection.execute("UPDATE replays SET replay = x'0102'"))
        assert get_game(store, game.id) == replace(game, replay=None)


def test_without_a_store_nothing_is_recorded_and_nothing_is_raised() -> None:
    with open_store(None) as store:
        recorded = record_game(store, a_played_game())
        assert not recorded.saved
        assert recorded.problem == "There is no home folder: games are not saved."
        assert list_games(store) == []
        assert get_game(store, "aaaa") is None
        assert count_games(store) == 0
        assert list(export_lines(store)) == []
        assert import_lines(store, [json.dumps(game_to_data(a_game()))]).problem == recorded.problem


@given(session=sessions(), odds=st.lists(st.floats(0, 1), max_size=3))
@hypothesis_settings(max_examples=30)
def test_any_finished_game_is_read_back_from_the_store(
    tmp_path_factory: pytest.TempPathFactory, session: Session, odds: list[float]
) -> None:
    game = finish_game(RunningGame(session))
    if game is None:
        return
    game = replace(game, guesses=tuple(Guess(move, chance, True) for move, chance in enumerate(odds)))
    with a_store(tmp_path_factory.mktemp("home")) as store:
        assert record_game(store, game).saved
        seed = game.seed.encode("utf-8", "replace").decode()
        assert get_game(store, game.id) == replace(game, seed=seed)


def test_history_goes_out_and_in_without_doubles(tmp_path: Path) -> None:
    games = [a_game(ended_at=f"2026-11-{day:02}T09:00:00.000Z") for day in range(1, 29)] + [a_played_game()]
    with a_store(tmp_path / "one") as store, a_store(tmp_path / "two") as other:
        for game in games:
            record_game(store, game)
        record_game(other, games[3])
        lines = list(export_lines(store))
        first = import_lines(other, lines)
        assert (first.added, first.doubles, first.refused, first.problem) == (28, 1, 0, None)
        again = import_lines(other, [line.encode() + b"\n" for line in lines])
        assert (again.added, again.doubles) == (0, 29)
        assert list_games(other) == list_games(store)
        assert get_game(other, games[-1].id) == games[-1]


def test_more_games_than_a_batch_go_out_and_in(tmp_path: Path) -> None:
    games = [a_game() for _ in range(450)]
    with a_store(tmp_path / "one") as store, a_store(tmp_path / "two") as other:
        lines = [json.dumps(game_to_data(game)) for game in games]
        assert import_lines(store, lines).added == 450
        assert import_lines(other, export_lines(store)).added == 450
        assert {game.id for game in list_games(other, limit=1000)} == {game.id for game in games}


def entry(**changes: Any) -> dict[str, Any]:
    return {**game_to_data(a_game()), **changes}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "line 2: not JSON: Expecting property name enclosed in double quotes"),
        ("[" * 100_000, "line 2: not JSON: nested too deeply"),
        ("[]", "line 2: a list of 0 is not an object"),
        ("{}", "line 2: version is missing: a whole number from 1 to"),
        (entry(version=9), "line 2: version 9 is from a newer program: this one reads up to 1"),
        (entry(id="../../x"), 'line 2: id "../../x" is not allowed: a UUID in small letters'),
        (entry(ended_at="yesterday"), 'line 2: ended_at "yesterday" is not allowed: a time such as'),
        (entry(ended_at="2026-02-31T09:00:00.000Z"), 'line 2: ended_at "2026-02-31T09:00:00.000Z" is not allowed'),
        (entry(level="\x1b]0;owned\x07"), 'line 2: level "\\u001b]0;owned\\u0007" is not allowed: a short name'),
        (entry(board="1000000x1000000/5"), "line 2: board: 1000000x1000000 has 1,000,000,000,000 cells"),
        (entry(result="drawn"), 'line 2: result "drawn" is not allowed: one of lost, won, abandoned'),
        (entry(time_ms=-5), "line 2: time_ms -5 is not allowed: a whole number from 0 to"),
        (entry(time_ms=float("nan")), "line 2: time_ms NaN is not allowed: a whole number from 0 to"),
        (entry(clicks=[1, 2, 3]), "line 2: clicks a list of 3 is not allowed: opens, flags, chords, effective"),
        (entry(clicks=[1, 0, 0, 2]), "line 2: clicks: 2 of 1 can't have been effective"),
        (entry(helpers=["x"] * 33), "line 2: helpers a list of 33 is not allowed: a list of at most 32 names"),
        (entry(guesses=[[1, 1.5, True]]), "line 2: odds 1.5 is not allowed: a number from 0 to 1"),
        (entry(guesses=[[1]]), "line 2: guesses: a list of 1 is not move, odds, survived"),
        (entry(replay=[]), "line 2: replay a list of 0 is not allowed: an object"),
        (entry(seed="x" * 300_000), 'line 2: seed "xxx'),
    ],
)
def test_a_line_that_is_no_game_is_refused_with_its_number(tmp_path: Path, line: Any, sentence: str) -> None:
    text = line if isinstance(line, str) else json.dumps(line)
    good = json.dumps(game_to_data(a_game()))
    with a_store(tmp_path) as store:
        result = import_lines(store, [good, text, "", good])
        assert (result.added, result.refused, result.doubles) == (1, 1, 1)
        assert len(result.refusals) == 1
        assert result.refusals[0].startswith(sentence)
        assert result.refusals[0].isprintable()


def test_a_replay_of_another_board_is_refused() -> None:
    data = {**game_to_data(a_played_game()), "board": "9x9/11"}
    assert refusal_of(game_from_data, data) == "replay: its board 9x9/10 is not 9x9/11"


def test_only_the_first_refusals_are_kept(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        result = import_lines(store, ["?"] * 1000)
        assert result.refused == 1000
        assert len(result.refusals) == MAX_REFUSALS


def test_a_line_without_end_is_refused_and_the_next_one_read() -> None:
    stream = io.BytesIO(b"x" * (2 * MAX_LINE + 5) + b"\nnext\n")
    first, second = bounded_lines(stream)
    assert len(first) == MAX_LINE + 1
    assert second == b"next\n"


def test_games_go_out_as_a_table_that_no_spreadsheet_takes_for_a_formula(tmp_path: Path) -> None:
    game = replace(
        a_game(time_ms=50_318, helpers=("exact", "undo")), seed='=cmd|"/c calc"', guesses=(Guess(1, 0.5, True),)
    )
    with a_store(tmp_path) as store:
        record_game(store, game)
        (row,) = csv.DictReader(export_csv(store))
    assert row["seconds"] == "50.318"
    assert row["helpers"] == "exact undo"
    assert row["guesses"] == "0.5"
    assert row["seed"] == '\'=cmd|"/c calc"'
    assert (row["id"], row["level"], row["result"], row["3bv"]) == (game.id, "beginner", "won", "30")
