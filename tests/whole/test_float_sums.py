"""Results have the same digits on every Python, because floats are added by ``math.fsum`` and never by ``sum``.

From Python 3.12 on, ``sum`` rounds sums of floats differently, so guesses and estimates would depend on the version.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

import pytest

from minesweeper.assist.loss import GuessRating, Necessity
from minesweeper.core.position import Position, read_position
from minesweeper.play.guesses import Guess, skill_of
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.guess import best_guess
from minesweeper.solvers.rollouts import Budget
from minesweeper.solvers.win_chance import compare_guesses
from tests.solvers.test_count_roughly import every_component_is_cut

OPENING = read_position("\n".join(["#" * 9] * 9), 10)
MIDDLE = read_position(".1####\n13####\n######\n######\n######", 8)
WIDE = read_position("#1.1" + "#" * 20 + "\n#1.1" + "#" * 20, 28)


def sum_without_floats(values: Iterable[object], start: object = 0) -> object:
    total: object = start
    for value in values:
        assert not isinstance(value, float), "add floats with math.fsum"
        total = total + value  # type: ignore[operator]
    return total


@pytest.fixture(autouse=True)
def no_float_is_added_by_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("minesweeper."):
            monkeypatch.setitem(vars(module), "sum", sum_without_floats)


@pytest.mark.parametrize("position", [OPENING, MIDDLE, WIDE])
def test_guesses_and_win_chances_use_fsum(position: Position) -> None:
    analysis = run_to_end(analyse(position))
    run_to_end(best_guess(analysis))
    run_to_end(compare_guesses(analysis, Budget(rollouts=20)))


def test_approximate_counts_use_fsum() -> None:
    with every_component_is_cut(1):
        assert not run_to_end(analyse(MIDDLE)).is_exact


def test_ratings_of_guesses_use_fsum() -> None:
    assert skill_of([Guess(2, 0.5, False, rating=GuessRating(Necessity.FORCED, 0.1, 0.5))]) is not None
