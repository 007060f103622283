"""Figures of the bench: intervals, rates adjusted for luck, and the comparison of two players."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.bench.intervals import Comparison, LuckTally, Rate, ValueTally, wilson_interval


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (1, 2, 0.0945, 0.9055), (0, 0, 0.0, 1.0)],
)
def test_the_interval_of_a_rate_is_that_of_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=1e-4)


def luck_of(wins: list[bool], luck: list[float]) -> LuckTally:
    tally = LuckTally()
    for win, one in zip(wins, luck, strict=True):
        tally.add(win, one)
    return tally


def values_of(values: list[float]) -> ValueTally:
    tally = ValueTally()
    for value in values:
        tally.add(value)
    return tally


def test_a_win_rate_explained_by_luck_is_adjusted_to_average_luck() -> None:
    adjusted = luck_of([True, True, True, False] * 25, [0.5, 0.5, 0.5, -0.5] * 25).rate()
    assert adjusted is not None
    assert adjusted.rate == pytest.approx(0.5)


def test_a_win_rate_without_guesses_is_not_adjusted_for_luck() -> None:
    assert luck_of([True, False, True], [0.0, 0.0, 0.0]).rate() is None


def test_rates_of_few_games_have_no_interval() -> None:
    few = luck_of([True, False] * 12, [0.5, -0.5] * 12).rate()
    unlike = luck_of([True] * 100, [0.5] + [0.0] * 99).rate()
    for rate in (few, unlike, values_of([0.5] * 24).rate()):
        assert rate is not None
        assert (rate.low, rate.high) == (None, None)
    assert values_of([]).rate() is None


@settings(max_examples=50)
@given(
    st.lists(st.tuples(st.booleans(), st.floats(-3, 3), st.floats(0, 1)), min_size=25, max_size=80),
    st.randoms(use_true_random=False),
)
def test_intervals_lie_within_0_and_1_around_their_rate(games: list[tuple[bool, float, float]], random: Random) -> None:
    def rates() -> list[Rate | None]:
        return [
            luck_of([win for win, _, _ in games], [luck for _, luck, _ in games]).rate(),
            values_of([value for _, _, value in games]).rate(),
        ]

    before = rates()
    for rate in before:
        if rate is not None and rate.low is not None and rate.high is not None:
            assert 0 <= rate.low <= rate.rate <= rate.high <= 1
            assert rate.high - rate.low > 0.001
    random.shuffle(games)
    assert rates() == before


def test_the_sign_test_counts_boards_that_only_one_player_wins() -> None:
    compared = Comparison(0, 0, 0, 0)
    for we, they in [(True, False)] * 8 + [(False, True)] * 2 + [(True, True)]:
        compared = compared.add(we, they)
    assert compared == (11, 1, 8, 2)
    assert compared.p_value == pytest.approx(2 * (1 + 10 + 45) / 1024)
    assert Comparison(2, 1, 0, 0).p_value == 1.0
