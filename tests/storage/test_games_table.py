"""What is recorded of a finished game, and how it is exported as a line of JSON and read back."""

from __future__ import annotations

import json
from dataclasses import replace
from operator import methodcaller
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.assist.loss import GuessRating, Necessity
from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board, read_layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.validate import RecordError
from minesweeper.play.guesses import Guess
from minesweeper.play.replay import replay_of
from minesweeper.play.session import Clicks, Session, new_id, new_session
from minesweeper.storage.games_table import (
    UNJUDGED,
    FinishedGame,
    finish_game,
    game_from_data,
    game_to_data,
    get_game,
    record_game,
    set_guesses,
    to_analyse,
)
from minesweeper.storage.import_export import export_lines, import_lines
from tests.storage.storing import a_played_game, a_store, refusal_of
from tests.strategies import sessions
from tests.ui.driving import board


def finished(session: Session) -> FinishedGame:
    game = finish_game(session, ended_at="2026-11-16T09:12:33.480Z")
    assert game is not None
    return game


def test_a_won_game_is_recorded_with_board_time_and_clicks() -> None:
    picture = "*1..\n11.."
    session = board(picture).open_cell(3).tick(7.25).mark(0, question_marks=False).open_cell(4)
    game = finished(session)
    assert game.result == "won"
    assert (game.level, game.board, game.mode, game.code) == (
        "custom",
        "4x2/1",
        "normal",
        to_code(Board(read_layout(picture))),
    )
    assert (game.time_ms, game.three_bv) == (7250, 2)
    assert game.clicks == Clicks(2, 1, 0, 3)
    assert game.known
    assert not game.no_flags
    assert game.replay == replay_of(session)
    assert game.ended_at == "2026-11-16T09:12:33.480Z"
    assert finished(session._replace(first=0)).code == game.code  # as after damage: the first cell is a mine


def test_a_win_without_any_flag_is_recorded_as_such() -> None:
    won = board("*1..\n11..").open_cell(3).open_cell(4)
    assert finished(won).no_flags
    completed = board("*11*1").open_cell(1).open_cell(2).finish_number(2).open_cell(4)
    assisted = board("*11*1").open_cell(1).apply_assist(0b10100, 0b1001, "simple")
    flagged = board("*11*1").open_cell(1).mark(0, question_marks=False).open_cell(2).open_cell(4)
    for session in (completed, assisted, flagged):
        assert finished(session).result == "won"
        assert not finished(session).no_flags


def test_leaving_an_opened_game_records_it_as_abandoned() -> None:
    ready = board("*2*\n...").mark(0, question_marks=False)
    running = board("*2*\n...").open_cell(1)
    results = {running: "abandoned", running.give_up(): "abandoned", running.open_cell(0): "lost"}
    assert {session: finished(session).result for session in results} == results
    # The last one, a continued loss, was recorded before.
    for nothing in (ready, ready.give_up(), running.open_cell(0).undo()):
        assert finish_game(nothing) is None


def test_a_restarted_board_won_by_its_first_cell_is_not_recorded() -> None:
    won = new_session(BoardSpec(1, 2, 1), "custom").open_cell(0)
    assert finished(won).result == "won"
    assert finish_game(won.restart_board()) is None


@given(session=sessions(), odds=st.lists(st.floats(0, 1), max_size=3))
@settings(max_examples=20)
def test_finished_games_survive_storage_and_export_unchanged(
    tmp_path_factory: pytest.TempPathFactory, session: Session, odds: list[float]
) -> None:
    game = finish_game(session._replace(id=new_id()))
    if game is None:
        return
    game = replace(game, guesses=tuple(Guess(move, chance, chance < 1) for move, chance in enumerate(odds)))
    assert game_from_data(json.loads(json.dumps(game_to_data(game)))) == game
    with a_store(tmp_path_factory.mktemp("home")) as store:
        assert record_game(store, game).saved
        seed = game.seed.encode("utf-8", "replace").decode()
        assert get_game(store, game.id) == replace(game, seed=seed)


def test_a_replay_of_another_board_than_the_game_is_refused() -> None:
    data = {**game_to_data(a_played_game()), "board": "9x9/11"}
    assert refusal_of(game_from_data, data) == "replay: the board is 9x9/10, but the game says 9x9/11"


WORTHS = (
    GuessRating(Necessity.FORCED, 0.1, 0.3, 0.0, 11),
    GuessRating(Necessity.NEEDLESS, 0.02, 0.5, 0.01, 3),
    GuessRating(Necessity.FORCED, 0.0),
    GuessRating(Necessity.UNCLEAR),
    GuessRating(Necessity.HELPED),
)
JUDGED = tuple(Guess(number, 0.25, True, number != 1, worth) for number, worth in enumerate(WORTHS))


def with_guesses(guesses: tuple[Guess, ...] | None) -> FinishedGame:
    return replace(a_played_game(), guesses=guesses)


class TestWorths:
    def test_guess_ratings_survive_export_and_import(self, tmp_path: Path) -> None:
        game = with_guesses(JUDGED)
        with a_store(tmp_path) as store:
            assert record_game(store, game).saved
            (line,) = export_lines(store)
        with a_store(tmp_path / "other") as store:
            assert import_lines(store, [line]).added == 1
            assert get_game(store, game.id) == game

    def test_exported_guesses_stay_readable_for_older_versions(self) -> None:
        data = game_to_data(with_guesses(JUDGED))
        assert data["guesses"][:2] == [[0, 0.25, True], [1, 0.25, True, False]]
        for guesses in (None, (), (Guess(0, 0.25, True),), (*JUDGED, Guess(9, 0.25, True))):
            assert not game_to_data(with_guesses(guesses)).get("worths")

    @pytest.mark.parametrize(
        "worths",
        [
            *("much", [], [["forced", 0.1, 0.3, 0.0]], [["often", 0.1, 0.3, 0.0, 1]], [["forced", -0.1, 0.3, 0.0, 1]]),
            *([["forced", 2, 0.3, 0.0, 1]], [["forced", 0.1, "x", 0.0, 1]], [["forced", 0.1, 0.3, 0.0, 81]]),
        ],
    )
    def test_invalid_guess_ratings_are_refused(self, worths: object) -> None:
        data = {**game_to_data(with_guesses((Guess(0, 0.25, True),))), "worths": worths}
        with pytest.raises(RecordError):
            game_from_data(data)

    def test_damaged_guess_ratings_are_ignored_but_the_game_stays(self, tmp_path: Path) -> None:
        game = with_guesses(JUDGED)
        with a_store(tmp_path) as store:
            record_game(store, game)
            for spoiled in ("x", "[]", "5"):
                store.write(methodcaller("execute", f"UPDATE skills SET worths = '{spoiled}'"))
                stored = get_game(store, game.id)
                assert stored is not None
                assert stored.guesses == tuple(guess._replace(rating=None) for guess in JUDGED)

    def test_guesses_of_a_game_are_rated_once_if_it_has_a_replay(self, tmp_path: Path) -> None:
        plain = tuple(guess._replace(rating=None) for guess in JUDGED)
        games = [with_guesses(guesses) for guesses in (plain, (), None, JUDGED, (Guess(0, 1.0, False),))]
        with a_store(tmp_path) as store:
            for game in (*games, replace(with_guesses(plain), replay=None)):
                record_game(store, game)
            assert [key for _, key in to_analyse(store, UNJUDGED, 9)] == [games[0].id]
            assert set_guesses(store, {games[0].id: JUDGED}).saved
            assert to_analyse(store, UNJUDGED, 9) == []
            assert get_game(store, games[0].id) == replace(games[0], guesses=JUDGED)
