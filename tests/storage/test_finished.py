"""A finished game as a value: what is recorded of it, and its line of JSON read back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board, read_layout
from minesweeper.core.specs import BoardSpec
from minesweeper.play.replay import replay_of
from minesweeper.play.session import Clicks, Session, new_session
from minesweeper.storage.finished import FinishedGame, finish_game, game_from_data, game_to_data
from minesweeper.storage.saves import RunningGame
from tests.storage.storing import a_game
from tests.strategies import sessions


def on_board(picture: str) -> Session:
    layout = read_layout(picture)
    spec = BoardSpec(layout.grid.width, layout.grid.height, layout.mine_count)
    return new_session(spec, "custom", layout=layout)


def finished(session: Session) -> FinishedGame:
    game = finish_game(RunningGame(session), ended_at="2026-11-16T09:12:33.480Z")
    assert game is not None
    return game


def test_a_won_game_is_recorded_with_all_that_belongs_to_it() -> None:
    picture = "*1..\n11.."
    session = on_board(picture).open_cell(3).tick(7.25).mark(0, question_marks=False).open_cell(4)
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


def test_a_first_cell_that_damage_has_put_on_a_mine_is_left_out_of_the_code() -> None:
    session = on_board("*1..\n11..").open_cell(3)._replace(first=0)
    assert finished(session).code == to_code(Board(read_layout("*1..\n11..")))


def test_the_mode_is_that_of_the_board_which_was_dealt() -> None:
    session = on_board("*2*\n...").open_cell(1)
    for mode, label, recorded in (
        ("normal", "normal", "normal"),
        ("no-guess", "no-guess", "no-guess"),
        ("no-guess", "no-guess, adjusted", "no-guess"),
        ("no-guess", "normal", "normal"),
        ("no-guess", "", "no-guess"),
    ):
        assert finished(session._replace(boards=mode, label=label)).mode == recorded


def test_a_game_won_without_a_flag_is_told_apart() -> None:
    won = on_board("*1..\n11..").open_cell(3).open_cell(4)
    assert finished(won).no_flags
    completed = on_board("*11*1").open_cell(1).open_cell(2).complete(2).open_cell(4)
    assisted = on_board("*11*1").open_cell(1).apply(0b10100, 0b1001, "simple")
    flagged = on_board("*11*1").open_cell(1).mark(0, question_marks=False).open_cell(2).open_cell(4)
    for session in (completed, assisted, flagged):
        assert finished(session).result == "won"
        assert not finished(session).no_flags


def test_an_opened_game_that_is_left_is_abandoned_not_lost() -> None:
    running = on_board("*2*\n...").open_cell(1)
    assert finished(running).result == "abandoned"
    assert finished(running.give_up()).result == "abandoned"
    assert finished(running.open_cell(0)).result == "lost"


def test_there_is_nothing_to_record_before_the_first_open_and_after_a_loss_that_is_carried_on() -> None:
    ready = on_board("*2*\n...").mark(0, question_marks=False)
    assert finish_game(RunningGame(ready)) is None
    assert finish_game(RunningGame(ready.give_up())) is None
    carried_on = on_board("*2*\n...").open_cell(1).open_cell(0).undo()
    assert finish_game(RunningGame(carried_on)) is None


def test_a_board_that_its_first_cell_wins_at_once_is_no_win_without_a_move_when_it_is_played_again() -> None:
    won = new_session(BoardSpec(1, 2, 1), "custom").open_cell(0)
    assert finished(won).result == "won"
    assert finish_game(RunningGame(won.again())) is None


@pytest.mark.parametrize(
    ("known", "helpers", "standing", "ranked"),
    [
        (False, (), "unassisted", True),
        (False, ("undo",), "assisted", False),
        (True, (), "known", False),
        (True, ("exact",), "known", False),
    ],
)
def test_assisted_and_known_games_are_never_ranked(
    known: bool, helpers: tuple[str, ...], standing: str, ranked: bool
) -> None:
    game = a_game(known=known, helpers=helpers)
    assert game.standing == standing
    assert game.is_ranked is ranked


@given(sessions())
def test_any_finished_game_is_read_back_from_its_line(session: Session) -> None:
    game = finish_game(RunningGame(session))
    if game is not None:
        assert game_from_data(json.loads(json.dumps(game_to_data(game)))) == game
