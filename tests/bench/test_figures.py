"""Figures of the bench: intervals, rates with the luck taken out, and the comparison of two players."""

from __future__ import annotations

from random import Random

import pytest

from minesweeper.bench.figures import adjust_for_luck, compare, mean_of, wilson_interval


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (1, 2, 0.0945, 0.9055), (0, 0, 0.0, 1.0)],
)
def test_the_interval_is_that_of_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_luck_that_explains_every_win_leaves_the_rate_at_average_luck() -> None:
    adjusted = adjust_for_luck([True, True, True, False], [0.5, 0.5, 0.5, -0.5])
    assert adjusted is not None
    assert adjusted.rate == pytest.approx(0.5)
    assert adjusted.error == pytest.approx(0, abs=1e-9)


def test_without_guesses_there_is_no_luck_to_adjust_for() -> None:
    assert adjust_for_luck([True, False, True], [0.0, 0.0, 0.0]) is None


def test_the_adjusted_rate_of_a_coin_is_nearer_to_its_chance() -> None:
    random = Random(3)
    wins = [random.random() < 0.7 for _ in range(200)]
    luck = [win - 0.7 + random.uniform(-0.05, 0.05) for win in wins]
    adjusted = adjust_for_luck(wins, luck)
    assert adjusted is not None
    assert abs(adjusted.rate - 0.7) < 0.02
    assert adjusted.error < 0.02 < mean_of([float(win) for win in wins]).error


def test_the_sign_test_counts_the_boards_that_one_alone_wins() -> None:
    compared = compare([True] * 8 + [False] * 2 + [True], [False] * 8 + [True] * 2 + [True])
    assert compared == (11, 1, 8, 2)
    assert compared.p_value == pytest.approx(2 * (1 + 10 + 45) / 1024)
    assert compare([True, False], [True, False]).p_value == 1.0
