"""What the store knows of the daily boards: tries, wins, days in a row, and only of the daily ones."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from minesweeper.boards.daily import DAILY, daily_board
from minesweeper.core.boardspec import NO_GUESS
from minesweeper.play.replay import replay_of
from minesweeper.play.session import Clicks
from minesweeper.storage.daily import session_of_day
from minesweeper.storage.games_table import FinishedGame, finish_game, record_game
from minesweeper.storage.records import DailyRecord
from minesweeper.storage.saves_table import RunningGame
from minesweeper.storage.statistics import daily_record, daily_records
from minesweeper.storage.store import open_store
from tests.storage.storing import a_game, a_store

DAY = date(2026, 11, 16)


def a_try(day: date, result: str = "won", time_ms: int = 60_000, *, known: bool = False) -> FinishedGame:
    """A game on the board of a day."""
    game = a_game(level=DAILY, board="30x16/99", mode="no-guess", result=result, time_ms=time_ms, known=known)
    return replace(game, seed=daily_board(day).seed)


def record_after(folder: Path, *games: FinishedGame) -> DailyRecord:
    with a_store(folder) as store:
        for game in games:
            assert record_game(store, game).saved
        return daily_record(store, DAY)


def test_a_day_that_was_not_played(tmp_path: Path) -> None:
    assert record_after(tmp_path) == DailyRecord(DAY)


def test_the_first_win_counts_and_every_try(tmp_path: Path) -> None:
    games = [a_try(DAY, "lost"), a_try(DAY, "abandoned", known=True), a_try(DAY, "won", 7_000, known=True)]
    record = record_after(tmp_path, *games, a_try(DAY, "won", 5_000, known=True))
    assert (record.tries, record.won_at, record.won_ms) == (4, 3, 7_000)


def test_games_on_other_boards_are_no_tries(tmp_path: Path) -> None:
    other = replace(a_game(level="expert", board="30x16/99", mode="no-guess"), seed=daily_board(DAY).seed)
    assert record_after(tmp_path, other, a_try(DAY - timedelta(days=1), "lost")) == DailyRecord(DAY)


def test_days_in_a_row_end_at_the_first_that_was_not_won(tmp_path: Path) -> None:
    games = [a_try(DAY - timedelta(days=ago)) for ago in (1, 2, 3, 5, 6)]
    lost = a_try(DAY - timedelta(days=4), "lost")
    assert record_after(tmp_path, *games, lost).streak == 3
    assert record_after(tmp_path, a_try(DAY, "lost")).streak == 3
    assert record_after(tmp_path, a_try(DAY, known=True)).streak == 4


def test_a_board_that_was_won_on_a_later_day_fills_no_gap_in_the_row(tmp_path: Path) -> None:
    late = replace(a_try(DAY - timedelta(days=2), known=True), ended_at="2026-11-16T10:00:00.000Z")
    second = replace(a_try(DAY - timedelta(days=1), known=True), ended_at="2026-11-15T10:00:00.000Z")
    assert record_after(tmp_path, late, second, a_try(DAY - timedelta(days=3))).streak == 1
    with a_store(tmp_path) as store:
        won = [record.won_at for record in daily_records(store, [DAY - timedelta(days=ago) for ago in range(5)])]
    assert won == [None, 1, 1, 1, None]


def test_without_a_store_nothing_is_known() -> None:
    with open_store(None) as store:
        assert daily_record(store, DAY) == DailyRecord(DAY)


def test_the_session_of_a_day_begins_with_its_first_cell_open() -> None:
    session, daily = session_of_day(DAY, known=False), daily_board(DAY)
    assert (session.name, session.seed, session.boards, session.label) == (DAILY, daily.seed, NO_GUESS, NO_GUESS)
    assert session.first == daily.first
    assert session.game.opened >> daily.first & 1
    assert session.is_running
    assert session.clicks == Clicks()
    assert session.undo() is session
    assert not session.known
    assert session_of_day(DAY, known=True).known
    assert session_of_day(DAY, known=True).game == session.game
    replay = replay_of(session)
    assert replay is not None
    assert (replay.start, replay.moves) == (daily.first, ())


def test_a_game_of_a_day_is_recorded_with_its_date(tmp_path: Path) -> None:
    finished = finish_game(RunningGame(session_of_day(DAY, known=False)))
    assert finished is not None
    assert finished.seed == "daily 2026-11-16"
    assert record_after(tmp_path, finished).tries == 1
