"""The best guess and its candidates: asking for them, comparing them, and playing the best one."""

from __future__ import annotations

import re

import pytest

from minesweeper.ui.base.model import Model
from minesweeper.ui.game.guess_mode import GuessMode
from tests.ui.driving import (
    DETAILED,
    click,
    cursor_to,
    message_of,
    mode_of,
    press,
    rows_of,
    state_of,
    text_of,
    the_mode,
    trimmed_text,
    work,
)
from tests.ui.game_boards import CHOICES, fair_game, game, marks_of


class TestGuess:
    def test_g_shows_the_best_guess_with_its_odds_and_g_again_plays_it(self) -> None:
        model = press(cursor_to(game("..\n11\n*."), 0, 0), "space", "g")
        model = work(model)
        assert state_of(model).session.is_assisted
        mode = the_mode(model, GuessMode)
        assert mode.comparison is not None
        assert "50.0% mine risk; 50.0% win chance." in message_of(model)
        assert "G play it" in text_of(model)
        assert marks_of(model).guess == 1 << mode.comparison.best.cell
        assert mode_of(press(model, "left"), GuessMode) is None
        taken = press(model, "g")
        assert state_of(taken).game.is_over

    @pytest.mark.parametrize("key", ["g", "t", "!"])
    def test_a_search_for_a_tip_or_guess_ends_with_the_game(self, key: str) -> None:
        model = press(cursor_to(game("..\n11\n*."), 0, 0), "space", key)
        assert model.top.work(model) is not None
        model = work(click(click(model, 2, 1), 2, 0))
        assert state_of(model).game.is_over
        assert "Looking" not in text_of(model)


def choices(rows: int = 24, cols: int = 80, **kwargs: object) -> Model:
    """The board `CHOICES` with its best guess shown."""
    return work(press(cursor_to(game(CHOICES, rows=rows, cols=cols, **kwargs), 0, 0), "space", "g"))


def shown_of(model: Model) -> int:
    mode = the_mode(model, GuessMode)
    assert mode.comparison is not None
    return mode.comparison.ranked[mode.number].cell


class TestCandidates:
    def test_dot_shows_the_next_candidate_and_comma_the_previous_one(self) -> None:
        model = choices()
        first = state_of(model).cell
        assert message_of(model) == "▸ is the best guess: 20.8% mine risk; 52.1% win chance."
        assert "G play it  . next" in text_of(model)
        second = press(model, ".")
        assert message_of(second) == "2/7  Row 4, column 4: 20.8% mine risk; 52.1% win chance. Equally good."
        assert state_of(second).cell == shown_of(second) == 21
        assert ". next  , back  G play it" in text_of(second)
        third = press(second, ".")
        assert message_of(third) == (
            "3/7  Row 1, column 5: 20.8% mine risk; 50.9% win chance, 1.1 points less."
            " As safe now, but then 64.3% to win, not 65.7%."
        )
        last = press(third, *"......")
        assert message_of(last).endswith("6.0 points less. Safer now, but then 55.5% to win, not 65.7%.")
        assert shown_of(press(last, *",,,,,,")) == first
        assert message_of(press(second, ",")) == message_of(model)
        assert shown_of(press(second, ",", ",")) == first

    def test_marks_distinguish_the_best_guess_from_the_shown_candidate(self) -> None:
        best = choices()
        assert marks_of(best)[:] == marks_of(best)._replace(guess=1 << 18, worse=0, best=1 << 21), "as good"
        as_good = press(best, ".")
        assert (marks_of(as_good).guess, marks_of(as_good).worse, marks_of(as_good).best) == (1 << 21, 0, 1 << 18)
        worse = press(as_good, ".")
        assert (marks_of(worse).guess, marks_of(worse).worse, marks_of(worse).best) == (0, 1 << 4, 1 << 18 | 1 << 21)

    def test_playing_a_best_guess_with_a_flag_removes_the_flag(self) -> None:
        sentence = "You flagged this cell."
        for rows, cols in ((24, 80), (7, 20)):
            model = press(cursor_to(game(CHOICES, rows=rows, cols=cols), 0, 0), "space")
            model = work(press(press(cursor_to(model, 3, 0), "f"), "g"))
            assert sentence in " ".join(text_of(model).split())
            assert "flag" not in text_of(press(model, ".")).partition("next")[0]
            assert sentence in " ".join(text_of(press(model, ".", ",")).split())
            taken = press(model, "g")
            assert not state_of(taken).game.flags
            assert "removed" in " ".join(text_of(taken).split())
            assert "removed" not in text_of(press(choices(rows, cols), "g"))

    def test_candidates_fit_at_20x7_with_the_keys_that_show_them(self) -> None:
        model = choices(7, 20)
        assert rows_of(model)[-1].strip() == "G play it  . next"
        assert "▸ best: 20.8%\nwins 52.1%" in trimmed_text(model)
        model = press(model, ".")
        assert "2/7 r4c4 20.8% =\nwins 52.1%" in trimmed_text(model)
        assert rows_of(model)[-1].strip() == ". next  , back"
        assert "7/7 r4c2 17.0% -6.0\nwins 46.0%" in trimmed_text(press(model, *"....."))
        model = press(choices(10, 40), *"......")
        assert "46.0% win chance, 6.0 points less" in " ".join(text_of(model).split())

    def test_panel_lists_candidates_with_signs_for_equal_and_worse(self) -> None:
        model = press(choices(60, 200, settings=DETAILED), ".", ".")
        shown = text_of(model)
        for line in ("   = r4c1      20.8%   52.1%", "  ▸- r1c5      20.8%   50.9%", "   - r5c5      24.2%   49.4%"):
            assert line in shown
        panel = state_of(model).view().panel
        assert panel is not None
        styles = [line[1] for line in panel if "%" in line[0]]
        assert styles == ["text", "text", "title", *["text.dim"] * 4]


def test_the_guess_shown_on_a_fair_board_is_the_nearest_that_survives() -> None:
    model = work(press(cursor_to(fair_game(), 1, 1), "g"))
    survives = "survives, like any cell that isn't proved a mine."
    assert message_of(model).startswith("Nothing can be proved, so ")
    assert message_of(model).endswith(f" {survives}")
    assert marks_of(model).guess == 1 << 3
    assert state_of(press(model, "g")).session.forced_guesses == 1
    tip = work(press(fair_game(), "t"))
    assert re.fullmatch(f"Nothing can be proved, so . {survives}", message_of(tip))
    assert "T play it" in text_of(tip)
    assert state_of(press(tip, "t")).session.forced_guesses == 1
    named = work(press(cursor_to(fair_game(settings=DETAILED), 1, 1), "g"))
    assert f"Nothing can be proved, so row 2, column 2 {survives}" in message_of(named)
    tiny = work(press(fair_game(rows=7, cols=20), "g"))
    assert "survives." in text_of(tiny)
