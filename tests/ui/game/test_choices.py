"""What a player switches in a game: each switch shows what it did, on every screen."""

from __future__ import annotations

import pytest

from minesweeper.core.specs import BoardSpec
from minesweeper.play.session import Clicks, new_session
from tests.ui.driving import CALM, click, message_of, press, start, text_of


@pytest.mark.parametrize(
    ("cols", "rows", "said"),
    [
        (80, 24, "Live counters: clicks, and 3BV/s while the clock runs."),
        (120, 30, "Live counters: clicks"),
        (20, 7, "Counters: no room."),
    ],
)
def test_live_counters_are_seen_at_once_before_a_first_win_too_or_it_is_said_why_not(
    cols: int, rows: int, said: str
) -> None:
    model = press(start(new_session(BoardSpec(30, 16, 99), "expert"), cols, rows), "space")
    assert "Clicks 1 left, 0 right, 0 chords" not in " ".join(text_of(model).split())
    switched = press(model, "f3")
    assert said in text_of(switched)
    assert ("Clicks 1 left, 0 right, 0 chords" in " ".join(text_of(switched).split())) == (cols > 20)
    assert "off" in text_of(press(switched, "f3"))


def test_a_help_level_that_is_not_in_force_says_so() -> None:
    session = new_session(BoardSpec(9, 9, 10), "beginner")
    model = press(start(session, settings=CALM.with_value("help_keys", "off")), "space", "f2")
    assert "which shows what would\n follow. But help keys are off." in text_of(model)
    assert "But" not in text_of(press(model, "f2", "f2"))
    assert "But" not in text_of(press(start(session), "space", "f2"))


def test_clicks_are_told_in_words_while_one_plays() -> None:
    session = new_session(BoardSpec(30, 16, 99), "expert").open_cell(40)
    for clicks, words in (
        (Clicks(10, 3, 2), "Clicks 10 left, 3 right, 2 chords"),
        (Clicks(1, 0, 1), "Clicks 1 left, 0 right, 1 chord"),
    ):
        assert words in text_of(press(start(session._replace(clicks=clicks)), "f3"))


def test_each_button_is_counted_as_what_it_did() -> None:
    model = press(start(new_session(BoardSpec(30, 16, 99), "expert")), "space", "f3")
    model = click(click(model, 0, 0, "right"), 0, 29, "right")
    assert "Clicks 1 left, 2 right, 0 chords" in text_of(press(model, "f2"))


def test_live_counters_are_not_cut_in_a_panel_but_go_on_below() -> None:
    session = new_session(BoardSpec(9, 9, 10), "beginner")
    few = press(start(session), "space", "f3")
    assert "Clicks    1 left, 0 right\n" in text_of(few)
    assert "             0 chords\n" in text_of(few)
    many = start(session.open_cell(40)._replace(clicks=Clicks(120, 33, 1)))
    text = text_of(press(many, "f3"))
    for line in ("Clicks    120 left\n", "             33 right\n", "             1 chord\n"):
        assert line in text


def test_the_help_level_is_told_with_what_it_does_and_that_it_stays() -> None:
    model = start(new_session(BoardSpec(9, 9, 10), "beginner"))
    for said in ("the flag key goes on to a proposal", "the program plays all that is certain", "sets flags"):
        model = press(model, "f2")
        assert said in message_of(model)
        assert message_of(model).endswith("It stays so in later games.")
