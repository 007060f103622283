"""Statistics are compared with a simple count over the same games, and groups are kept apart."""

from __future__ import annotations

import statistics as plain
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from itertools import groupby
from pathlib import Path
from sqlite3 import Connection

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from minesweeper.assist.loss import GuessRating, Necessity
from minesweeper.boards.daily_seed import DAILY, daily_board
from minesweeper.core.boardspec import NO_GUESS
from minesweeper.play.guesses import Guess
from minesweeper.play.replay import replay_of
from minesweeper.play.session import Clicks
from minesweeper.storage.daily_games import session_of_day
from minesweeper.storage.games_table import FinishedGame, list_games, record_game
from minesweeper.storage.records import DailyRecord, Group, Record
from minesweeper.storage.statistics import (
    WINDOW,
    Bar,
    all_statistics,
    daily_record,
    daily_records,
    group_record,
    histogram,
    level_records,
    played_groups,
    statistics,
    win_rate_line,
    win_times,
)
from minesweeper.storage.store import Store, open_store
from tests.storage.storing import a_game, a_store

BEGINNER = Group("beginner")


def _execute(statement: tuple[str, tuple[str]], connection: Connection) -> None:
    connection.execute(*statement)


def play(store: Store, results: str, time_ms: int = 60_000) -> None:
    """Records one game a day with the given results: W is won, L lost and A abandoned."""
    words = {"W": "won", "L": "lost", "A": "abandoned"}
    for day, letter in enumerate(results, 1):
        game = a_game(ended_at=f"2026-01-{day:02}T09:00:00.000Z", result=words[letter], time_ms=time_ms)
        assert record_game(store, game).saved


def test_a_game_that_took_no_time_has_no_3bv_rate(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        play(store, "W", time_ms=0)
        assert statistics(store, BEGINNER).best_3bv_per_second is None
        play(store, "WW", time_ms=60_000)
        assert [game.time_ms for game in list_games(store, order="3BV/s")] == [60_000, 60_000, 0]


def test_statistics_separate_presets_board_types_categories_and_sizes(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        for game in (a_game(), a_game(level="expert", board="30x16/99"), a_game(mode="no-guess")):
            record_game(store, game)
        for game in (a_game(helpers=("undo",)), a_game(known=True), a_game(board="8x8/10")):
            record_game(store, game)
        counts = {group: statistics(store, group).games for group in played_groups(store)}
        assert (len(counts), set(counts.values())) == (6, {1})
        assert [statistics(store, Group(level)).games for level in ("beginner", "expert", "intermediate")] == [2, 1, 0]


def test_the_group_of_the_latest_game_is_listed_first(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        play(store, "WLW")
        record_game(store, a_game(level="expert", result="lost", ended_at="2026-12-01T00:00:00.000Z"))
        assert [(group.level, games) for group, games in played_groups(store).items()] == [
            ("expert", 1),
            ("beginner", 3),
        ]


def test_win_times_are_listed_in_the_order_of_the_wins(tmp_path: Path) -> None:
    with a_store(tmp_path) as store:
        for day, (result, time_ms) in enumerate((("won", 9_000), ("lost", 1_000), ("won", 7_000), ("won", 8_000)), 1):
            record_game(store, a_game(ended_at=f"2026-01-{day:02}T09:00:00.000Z", result=result, time_ms=time_ms))
        record_game(store, a_game(ended_at="2025-01-01T09:00:00.000Z", time_ms=10_000))
        record_game(store, a_game(level="expert", board="30x16/99", time_ms=5_000))
        assert win_times(store, Group("beginner", board="9x9/10")) == (10_000, 9_000, 7_000, 8_000)
        assert win_times(store, Group("intermediate")) == ()


def test_a_solvers_win_on_a_known_board_is_not_a_best_time(tmp_path: Path) -> None:
    known = Group("beginner", standing="known", board="9x9/10")
    with a_store(tmp_path) as store:
        solved = a_game(known=True, helpers=("smart",), time_ms=100, three_bv=50)
        record_game(store, solved)
        assert (group_record(store, known).best_ms, statistics(store, known).best_ms) == (None, None)
        mine = a_game(known=True, time_ms=60_000, three_bv=30)
        record_game(store, mine)
        stats = statistics(store, known)
        assert (stats.wins, stats.best_ms) == (2, 60_000)
        assert stats.best_3bv_per_second == pytest.approx(0.5)
        assert [best.game_id for best in stats.best_times] == [mine.id]
        assert group_record(store, known).best_ms == 60_000
        assert win_times(store, known) == (60_000,)
        record_game(store, a_game(helpers=("smart",), time_ms=100))
        assert group_record(store, Group("beginner", standing="assisted", board="9x9/10")).best_ms == 100


@pytest.mark.parametrize(("standing", "known"), [("assisted", False), ("known", True)])
def test_games_of_the_bot_are_counted_separately(tmp_path: Path, standing: str, known: bool) -> None:
    group = Group("beginner", standing=standing, board="9x9/10")
    own = () if known else ("tip",)
    with a_store(tmp_path) as store:
        for day, (result, helpers, time_ms) in enumerate(
            [("won", own, 50_000), ("lost", own, 9_000), ("abandoned", own, 7_000), ("won", ("bot", "undo"), 2_634)], 1
        ):
            moment = f"2026-01-{day:02}T00:00:00.000Z"
            game = a_game(ended_at=moment, result=result, helpers=helpers, time_ms=time_ms, known=known)
            record_game(store, replace(game, guesses=(Guess(1, 0.5, True),)))
        stats = statistics(store, group)
        assert (stats.games, stats.wins, stats.losses, stats.abandoned, stats.bot_games) == (3, 1, 1, 1, 1)
        assert (stats.win_rate, stats.streak, stats.longest_streak, stats.best_ms) == (0.5, 0, 1, 50_000)
        assert (stats.mean_ms, stats.guesses, len(stats.best_times)) == (50_000, 3, 1)
        assert group_record(store, group) == Record(3, 1, 1, 0, 1, 50_000)
        assert list(played_groups(store).values()) == [3]
        assert level_records(store, [group])[group][1] == 50_000


def test_games_with_solver_moves_have_no_efficiency(tmp_path: Path) -> None:
    few = Clicks(1, 0, 0, 1)
    with a_store(tmp_path) as store:
        record_game(store, a_game(helpers=("exact",), clicks=few, three_bv=157))
        record_game(store, a_game(helpers=("exact",), clicks=few, three_bv=157, known=True))
        record_game(store, a_game(clicks=Clicks(30, 30, 0, 60), three_bv=30, known=True))
        by_standing = {result.group.standing: result.efficiency for result in all_statistics(store)}
        assert by_standing == {"assisted": None, "known": 0.5}


def test_unreadable_guess_ratings_are_not_counted_as_estimates(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        record_game(
            store, replace(a_game(), guesses=(Guess(1, 0.25, True, rating=GuessRating(Necessity.FORCED, 0.1, 0.3)),))
        )
        for worths, is_exact in (("[[", True), ('["x", 1, [], {}]', True), ('[["forced",0.1,0.3,0.02,1]]', False)):
            statement = ("UPDATE skills SET worths = ?", (worths,))
            store.write(partial(_execute, statement), "worth")
            assert statistics(store, BEGINNER).skill_exact == is_exact
            assert not store.notices


# Otherwise Hypothesis would fill every field of a named tuple, even with values that no analysis has, such as NaN.
worths = st.builds(
    GuessRating,
    st.sampled_from(Necessity),
    st.none() | st.floats(0, 1),
    st.none(),
    st.sampled_from([0.0, 0.02]),
    st.none(),
)
guessed = st.builds(Guess, st.just(1), st.floats(0, 1), st.booleans(), st.booleans(), st.none() | worths)
played = st.builds(
    lambda day, flags, **facts: replace(
        a_game(ended_at=f"2026-01-{day:02}T00:00:00.000Z", clicks=Clicks(20, flags, 3)), **facts, no_flags=not flags
    ),
    day=st.integers(1, 28),
    flags=st.integers(0, 2),
    result=st.sampled_from(["won", "won", "lost", "abandoned"]),
    board=st.sampled_from(["9x9/10", "8x8/10"]),
    time_ms=st.sampled_from([0, 50, 50_318, 60_000, 200_000]),
    three_bv=st.integers(1, 99),
    guesses=st.none() | st.lists(guessed, max_size=2).map(tuple),
)


@given(games=st.lists(played, max_size=12, unique_by=lambda game: game.ended_at))
@hypothesis_settings(max_examples=25)
def test_statistics_match_a_simple_count_over_all_games(
    tmp_path_factory: pytest.TempPathFactory, games: list[FinishedGame]
) -> None:
    with a_store(tmp_path_factory.mktemp("home")) as store:
        for game in games:
            assert record_game(store, game).saved
        stats, record = statistics(store, BEGINNER, best=3), group_record(store, BEGINNER)
        level = level_records(store, [BEGINNER])[BEGINNER]
    results = [game.result for game in sorted(games, key=lambda game: game.ended_at) if game.result != "abandoned"]
    runs = [(result, len(list(run))) for result, run in groupby(results)]
    won = [game for game in games if game.result == "won"]
    times = [game.time_ms for game in won]
    guesses = [guess for game in games if game.guesses for guess in game.guesses if guess.odds < 1]
    assert (stats.games, stats.wins, stats.losses) == (len(games), results.count("won"), results.count("lost"))
    assert stats.longest_streak == max((length for result, length in runs if result == "won"), default=0)
    assert stats.streak == (runs[-1][1] if runs and runs[-1][0] == "won" else 0)
    assert stats.best_ms == min(times, default=None)
    assert stats.mean_ms == (pytest.approx(plain.mean(times)) if times else None)
    assert stats.median_ms == (plain.median(times) if times else None)
    speeds = [game.three_bv * 1000 / game.time_ms for game in won if game.time_ms]
    assert stats.best_3bv_per_second == (pytest.approx(max(speeds)) if speeds else None)
    efficiency = sum(game.three_bv for game in won) / max(1, sum(game.clicks.total for game in won))
    assert stats.efficiency == (pytest.approx(efficiency) if won else None)
    assert stats.no_flag_wins == sum(game.no_flags for game in won)
    best = sorted(won, key=lambda game: (game.time_ms, game.ended_at))[:3]
    assert [(one.time_ms, one.ended_at, one.game_id) for one in stats.best_times] == [
        (game.time_ms, game.ended_at, game.id) for game in best
    ]
    assert (stats.guesses, stats.guesses_survived) == (len(guesses), sum(guess.survived for guess in guesses))
    assert stats.guesses_expected == pytest.approx(sum(1 - guess.odds for guess in guesses))
    assert sum(bar.count for bar in stats.bars) == len(times)
    assert record == Record(
        *(stats.games, stats.wins, stats.losses, stats.streak, stats.longest_streak, stats.best_ms),
    )
    assert level == (record, stats.mean_ms)


@hypothesis_settings(max_examples=50)
@given(times=st.lists(st.integers(0, 10**10), min_size=1), bars=st.integers(1, 40))
def test_each_time_is_counted_in_its_histogram_bar(times: list[int], bars: int) -> None:
    shown_bars = histogram(sorted(times), bars)
    assert 1 <= len(shown_bars) <= bars
    starts = [bar.from_ms for bar in shown_bars]
    assert starts[0] <= min(times)
    ends: list[float] = [*starts[1:], float("inf")]
    for bar, end in zip(shown_bars, ends, strict=True):
        assert bar.count == sum(bar.from_ms <= time < end for time in times)


def test_a_histogram_has_round_bars_and_one_for_the_slowest_games() -> None:
    times = [45_000 + 1_500 * count for count in range(60)] + [900_000]
    assert [bar.from_ms // 1000 for bar in histogram(times, 8)] == [45, 60, 75, 90, 105, 120, 135, 150][:8]
    assert histogram([50_318], 8) == (Bar(50_318, 1),)
    assert histogram([], 8) == ()


@hypothesis_settings(max_examples=50)
@given(course=st.text("01", max_size=120), points=st.integers(0, 50))
def test_the_win_rate_line_ends_with_the_rate_of_the_latest_games(course: str, points: int) -> None:
    line = win_rate_line(course.encode(), points)
    assert len(line) == min(points, len(course))
    if line:
        last = course[-WINDOW:]
        assert line[-1] == pytest.approx(last.count("1") / len(last))
    if points >= len(course) and course:
        assert line[0] == int(course[0])
    assert all(0 <= rate <= 1 for rate in line)


DAY = date(2026, 11, 16)


def a_try(day: date, result: str = "won", time_ms: int = 60_000, *, known: bool = False) -> FinishedGame:
    """A game on the daily board of a day."""
    game = a_game(level=DAILY, board="30x16/99", mode="no-guess", result=result, time_ms=time_ms, known=known)
    return replace(game, seed=daily_board(day).seed)


def record_after(folder: Path, *games: FinishedGame) -> DailyRecord:
    with a_store(folder) as store:
        for game in games:
            assert record_game(store, game).saved
        return daily_record(store, DAY)


def test_a_daily_record_has_its_first_win_and_all_tries(tmp_path: Path) -> None:
    other = replace(a_game(level="expert", board="30x16/99", mode="no-guess"), seed=daily_board(DAY).seed)
    assert record_after(tmp_path, other, a_try(DAY - timedelta(days=1), "lost")) == DailyRecord(DAY)
    games = [a_try(DAY, "lost"), a_try(DAY, "abandoned", known=True), a_try(DAY, "won", 7_000, known=True)]
    record = record_after(tmp_path, *games, a_try(DAY, "won", 5_000, known=True))
    assert (record.tries, record.won_at, record.won_ms) == (4, 3, 7_000)


def test_a_daily_streak_ends_at_the_first_day_without_a_win(tmp_path: Path) -> None:
    games = [a_try(DAY - timedelta(days=ago)) for ago in (1, 2, 3, 5, 6)]
    lost = a_try(DAY - timedelta(days=4), "lost")
    assert record_after(tmp_path, *games, lost).streak == 3
    assert record_after(tmp_path, a_try(DAY, "lost")).streak == 3
    assert record_after(tmp_path, a_try(DAY, known=True)).streak == 4


def test_a_daily_board_won_on_a_later_day_fills_no_gap_in_a_streak(tmp_path: Path) -> None:
    late = replace(a_try(DAY - timedelta(days=2), known=True), ended_at="2026-11-16T10:00:00.000Z")
    second = replace(a_try(DAY - timedelta(days=1), known=True), ended_at="2026-11-15T10:00:00.000Z")
    assert record_after(tmp_path, late, second, a_try(DAY - timedelta(days=3))).streak == 1
    with a_store(tmp_path) as store:
        won = [record.won_at for record in daily_records(store, [DAY - timedelta(days=ago) for ago in range(5)])]
    assert won == [None, 1, 1, 1, None]


def test_a_daily_session_begins_with_its_first_cell_open() -> None:
    session, daily = session_of_day(DAY, is_known_board=False), daily_board(DAY)
    assert (session.preset, session.seed, session.board_type, session.dealt_type) == (
        DAILY,
        daily.seed,
        NO_GUESS,
        NO_GUESS,
    )
    assert session.game.opened >> daily.first & 1
    assert session.is_running
    assert session.clicks == Clicks()
    assert session.undo() is session
    assert not session.is_known_board
    again = session_of_day(DAY, is_known_board=True)
    assert again == session._replace(is_known_board=True, id=again.id)
    replay = replay_of(session)
    assert replay is not None
    assert (replay.start, replay.moves) == (daily.first, ())
