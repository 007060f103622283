"""The report: what is counted, told as an object and as lines, in memory that does not grow with the games."""

from __future__ import annotations

from minesweeper.bench.games import Result
from minesweeper.bench.report import BenchTally, to_json, to_table


def tally_of(*results: Result) -> BenchTally:
    tally = BenchTally()
    for board, result in enumerate(results, start=1):
        tally.add(board, result)
    return tally


def test_times_are_mean_median_and_nearest_rank_of_95_percent() -> None:
    assert tally_of(*(Result(False, 0, float(ms)) for ms in range(1, 41))).times() == (20.5, 20.5, 38.0)
    assert tally_of(*(Result(False, 0, float(ms)) for ms in (3, 1, 2))).times() == (2.0, 2.0, 3.0)
    assert tally_of().times() == (None, None, None)


def test_figures_that_few_games_inform_have_no_interval() -> None:
    tally = tally_of(Result(True, 1, 1.0, luck=0.5, value=0.5), Result(True, 0, 1.0, value=1.0))
    report = to_json(tally, {})
    assert report["value"] == {"win_rate": 0.75, "error": None, "low": None, "high": None}
    assert report["luck_adjusted"]["low"] is None
    lines = to_table(tally, "a run", 2)
    assert "  value              75.00%, too few games for an interval" in lines


def test_luck_that_is_unknown_in_one_game_is_not_told() -> None:
    games = [Result(True, 1, 1.0, luck=0.5), Result(False, 1, 1.0, luck=-0.5)] * 20
    assert tally_of(*games).luck_adjusted is not None
    assert tally_of(*games, Result(True, 1, 1.0, luck=None)).luck_adjusted is None


def test_a_report_of_many_games_takes_no_more_room_than_one_of_few() -> None:
    tally = BenchTally()
    for number in range(1, 30_001):
        tally.add(number, Result(number % 2 == 0, 0, 1 + number / 10_000))
    assert tally.each is None
    assert len(tally._times) <= 4_000  # of 30,000 times, all of them different
