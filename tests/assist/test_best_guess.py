"""Sentences that compare guesses: each form, and that no sentence claims what wasn't computed."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings

from minesweeper.assist.best_guess import (
    brief_loss,
    brief_win,
    guess_words,
    loss_words,
    safety_of,
    why_worse,
    win_words,
)
from minesweeper.core.position import Position, read_position
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.guess import GuessKind, RecommendedMove
from minesweeper.solvers.win_chance import GuessComparison, GuessValue, compare_guesses
from tests.solvers.brute_force import wins_by_brute_force
from tests.solvers.test_endgame import stuck, stuck_positions


def exactly(cell: int, mined: int, wins: int, best: int, clues: int = 2) -> GuessValue:
    """A guess in a position with 100 layouts, with the number that it wins and the number that the best guess wins."""
    return GuessValue(cell, (mined, 100), (wins, 100), wins / 100, 0.0, (best - wins) / 100, 0.0, clues)


def about(cell: int, mined: int, chance: float, behind: float) -> GuessValue:
    return GuessValue(cell, (mined, 100), None, chance, 0.021, behind, 0.01)


POSITION = read_position("########", 2)


def beside(*ranked: GuessValue) -> GuessComparison:
    return GuessComparison(
        POSITION, RecommendedMove(ranked[0].cell, ranked[0].odds, GuessKind.END_GAME), ranked, is_exact=False
    )


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (exactly(1, 10, 50, 60), "Safer now, but then 55.6% to win, not 75.0%."),
        (exactly(1, 20, 50, 60), "As safe now, but then 62.5% to win, not 75.0%."),
        (exactly(1, 10, 50, 60, clues=1), "Safer now, but its clue reveals nothing."),
        (exactly(1, 30, 50, 60), "Riskier now, and then 71.4% to win, not 75.0%."),
        (exactly(1, 40, 45, 60), "Riskier now, and then no better."),
        (exactly(1, 40, 50, 60), "Riskier now, which costs more than it gains: then 83.3% to win, not 75.0%."),
        (exactly(1, 20, 60, 60), "Equally good."),
        (exactly(1, 10, 60, 60), "Equally good: safer now, worse chances later."),
        (exactly(1, 40, 60, 60), "Equally good: riskier now, better chances later."),
        (exactly(1, 100, 0, 60), "It is a mine."),
        (exactly(0, 20, 60, 60), ""),
    ],
)
def test_exact_win_chances_are_compared_in_words(other: GuessValue, message: str) -> None:
    assert why_worse(beside(exactly(0, 20, 60, 60), other), other) == message


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (about(1, 10, 0.5, 0.1), "Safer now, but then about 56% to win, not about 75%."),
        (about(1, 30, 0.5, 0.1), "Riskier, with no benefit later."),
        (about(1, 30, 0.595, 0.005), "Riskier now; equally good, as far as the estimate shows."),
        (about(1, 20, 0.61, -0.01), "As safe now; its estimate came out higher, by less than its margin."),
    ],
)
def test_estimated_win_chances_are_compared_as_estimates(other: GuessValue, message: str) -> None:
    assert why_worse(beside(about(0, 20, 0.6, 0.0), other), other) == message


@pytest.mark.parametrize(
    ("mined", "score", "promise", "message"),
    [
        (10, 0.5, 0.5, "Safer now, but less promising for the next moves."),
        (30, 0.5, 0.6, "Riskier now, and less promising for the next moves."),
        (30, 0.6, 0.85, "Riskier now, and the next moves don't make up for that."),
        (20, 0.6, 0.8, "As safe now, but the best guess may become a 50/50 anyway."),
        (20, 0.7, 0.8, "As safe now, and equally promising."),
        (30, None, 1.0, "Riskier now."),
        (10, 0.8, 0.8, "Safer now."),
    ],
)
def test_guesses_without_win_chances_are_compared_by_risk(
    mined: int, score: float | None, promise: float, message: str
) -> None:
    best = GuessValue(0, (20, 100), score=0.7, promise=0.8)
    other = GuessValue(1, (mined, 100), score=score, promise=promise)
    assert why_worse(beside(best, other), other) == message
    assert (win_words(other), loss_words(other)) == ("", "")


EDGE = "....1#1.\n1222211.\n#2##1...\n23222121\n#2112#3#\n########\n########\n########"
CORNER = "....1#1..\n..112#21.\n..2#33#31\n113######\n##2######\n#222#####\n1#1######"
BROAD = ".1#11####\n12211#3##\n1#1.112##\n12222#3##\n.1#3#####\n.113#####\n...12####"


@pytest.mark.parametrize(
    ("picture", "cells", "message"),
    [
        (BROAD, (34, 60), "Riskier now, and the next moves don't make up for that."),
        (EDGE, (44, 55), "Safer now, but less promising for the next moves."),
        (CORNER, (42, 31), "Safer now, but the best guess may become a 50/50 anyway."),
    ],
)
def test_each_comparison_of_guesses_names_the_decisive_reason(
    picture: str, cells: tuple[int, int], message: str
) -> None:
    values, (best, other) = run_to_end(compare_guesses(run_to_end(analyse(read_position(picture, 14))))), cells
    shown = values.value_of(other)
    assert shown is not None
    assert (values.best.cell, why_worse(values, shown)) == (best, message)


def test_win_chances_and_losses_of_guesses_are_put_into_words() -> None:
    exact, rough = exactly(1, 12, 52, 60), about(1, 12, 0.52, 0.08)
    assert guess_words(exact) == "12.0% mine risk; 52.0% win chance"
    assert loss_words(exact) == "8.0 points less"
    assert win_words(rough) == "a bot wins about 52%, give or take 3"
    assert loss_words(rough) == "about 8 points less"
    assert loss_words(exactly(1, 0, 60, 60)) == "as good"
    tiny = exactly(1, 0, 60, 60)._replace(gap=1e-5)
    assert loss_words(tiny) == "under 0.1 points less"
    assert (brief_win(exact), brief_loss(exact)) == ("wins 52.0%", "-8.0")
    assert (brief_win(rough), brief_loss(rough)) == ("bot wins ~52% +-3", "-8")


@settings(max_examples=40)
@given(stuck_positions(max_side=4, mines_in_ten=5, most_layouts=60))
def test_every_comparison_of_guesses_is_true_by_brute_force(position: Position) -> None:
    """Brute force counts how safe both guesses are now and how often each of them wins."""
    analysis = stuck(position)
    values = run_to_end(compare_guesses(analysis))
    layouts = analysis.layouts or 1
    best = values.ranked[0].cell
    for value in values.ranked[1:]:
        text = why_worse(values, value)
        wins, most = wins_by_brute_force(position, value.cell), wins_by_brute_force(position, best)
        assert text.startswith("Equally good") == (wins == most) == (loss_words(value) == "as good")
        safe, best_safe = (1 - Fraction(*analysis.odds(cell)) for cell in (value.cell, best))
        assert safety_of(values, value).value == (
            "safer" if safe > best_safe else "as safe" if safe == best_safe else "riskier"
        )
        then = [Fraction(wins, layouts) / safe, Fraction(most, layouts) / best_safe]
        names = re.findall(r"(\d+\.\d)%", text)
        assert not names or [float(figure) for figure in names] == [
            pytest.approx(float(100 * chance), abs=0.0501) for chance in then
        ]
        if "costs more" in text:
            assert then[0] > then[1]


def test_a_guess_whose_clue_is_certain_is_said_to_reveal_nothing() -> None:
    """The cell's only hidden neighbour is the other half of the pair, so its clue is the same in all layouts."""
    position = read_position("1##\n1##", 2)
    values = run_to_end(compare_guesses(run_to_end(analyse(position))))
    for value in values.ranked[1:]:
        assert ("reveals nothing" in why_worse(values, value)) == (value.clues == 1 and bool(value.regret))
