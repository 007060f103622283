"""The report of a bench as JSON and as a table, in memory that doesn't grow with the number of games."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from minesweeper.bench.games import BoardResult
from minesweeper.bench.intervals import Rate
from minesweeper.bench.tally import BenchTally, rate_text, to_json, to_table, won_rate


def tally_of(*results: BoardResult) -> BenchTally:
    tally = BenchTally()
    for board, result in enumerate(results, start=1):
        tally.add(board, result)
    return tally


def test_bench_times_have_a_mean_a_median_and_a_95th_percentile() -> None:
    assert tally_of(*(BoardResult(False, 0, float(ms)) for ms in range(1, 41))).times() == (20.5, 20.5, 38.0)
    assert tally_of(*(BoardResult(False, 0, float(ms)) for ms in (3, 1, 2))).times() == (2.0, 2.0, 3.0)
    assert tally_of().times() == (None, None, None)


def test_wins_guesses_and_losses_on_certain_moves_are_counted() -> None:
    tally = tally_of(
        BoardResult(True, 1, 1.0), BoardResult(True, 0, 1.0), BoardResult(False, 0, 1.0, lost_on_certain_move=True)
    )
    report = to_json(tally, {"board": "9x9/10"})
    names = ("board", "games", "wins", "no_guess", "losses_on_certain_moves")
    assert [report[name] for name in names] == ["9x9/10", 3, 2, 1, 1]
    assert to_json(tally_of(), {})["win_rate"] is None


def test_figures_of_few_games_have_no_interval() -> None:
    tally = tally_of(BoardResult(True, 1, 1.0, luck=0.5, value=0.5), BoardResult(True, 0, 1.0, value=1.0))
    report = to_json(tally, {})
    assert report["value"] == {"win_rate": 0.75, "error": None, "low": None, "high": None}
    assert report["luck_adjusted"]["low"] is None
    lines = to_table(tally, "a run", 2)
    assert "  value              75.00%, too few games for an interval" in lines


def test_luck_that_is_unknown_in_one_game_is_not_reported() -> None:
    games = [BoardResult(True, 1, 1.0, luck=0.5), BoardResult(False, 1, 1.0, luck=-0.5)] * 20
    assert tally_of(*games).luck_adjusted is not None
    assert tally_of(*games, BoardResult(True, 1, 1.0, luck=None)).luck_adjusted is None


def test_a_tally_of_many_games_takes_no_more_memory_than_of_few() -> None:
    tally = BenchTally()
    for number in range(1, 30_001):
        tally.add(number, BoardResult(number % 2 == 0, 0, 1 + number / 10_000))
    assert tally.each is None
    assert len(tally._times) <= 4_000  # although 30,000 different times were added


@pytest.mark.parametrize(
    ("wins", "games", "text"),
    [
        (2, 3, "66.7%, 95% 20.8% to 93.9%"),
        (9000, 9000, "100.00%, 95% 99.96% to 100.00%"),
        (0, 9000, "0.00%, 95% 0.00% to 0.04%"),
        (24_996, 25_000, "99.98%, 95% 99.96% to 99.99%"),
        (1_000_000_000, 1_000_000_000, "100.0000000%, 95% 99.9999996% to 100.0000000%"),
        (500_000_000, 1_000_000_000, "50.000%, 95% 49.997% to 50.003%"),
        (1, 1_000_000_000, "0.0000001%, 95% 0.0000000% to 0.0000006%"),
    ],
)
def test_rounding_keeps_the_ends_of_an_interval_different(wins: int, games: int, text: str) -> None:
    assert rate_text(won_rate(wins, games), 1) == text


def test_a_rate_without_an_interval_is_never_rounded_to_100_percent() -> None:
    assert rate_text(Rate(0.99999), 2) == "99.999%, too few games for an interval"


@given(st.integers(1, 10**9).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
@example((10**9 - 1, 10**9))
def test_every_interval_is_shown_with_a_width(record: tuple[int, int]) -> None:
    wins, games = record
    rate, interval = rate_text(won_rate(wins, games), 1, " won").split(" won, 95% ")
    low, high = (float(end.rstrip("%")) for end in interval.split(" to "))
    assert low < high
    assert low <= float(rate.rstrip("%")) <= high
    assert (float(rate.rstrip("%")) in (0, 100)) == (wins in (0, games))


def test_missing_boards_are_reported_as_ranges() -> None:
    lines = to_table(tally_of(BoardResult(True, 0, 1.0)), "a run", 20, missing=[(2, 2), (4, 7)])
    assert lines[:2] == ["a run: 1 of 20 boards", "  missing            2 and 4 to 7"]
    rows = [(n, n) for n in range(1, 2000, 2)]
    assert to_table(tally_of(), "a run", 2000, missing=rows)[1].endswith(" 1, 3, 5, 7, 9 and 995 more ranges")
