"""What a player switches in a game: each switch shows what it did, on every screen."""

from __future__ import annotations

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import Clicks, new_session
from tests.ui.driving import DETAILED, message_of, press, rows_of, start, state_of, text_of, trimmed_text


@pytest.mark.parametrize("key", ["i", "f3"])
@pytest.mark.parametrize(("cols", "rows"), [(80, 24), (120, 30), (200, 60)])
def test_details_show_figures_and_numbers_beside_the_board(cols: int, rows: int, key: str) -> None:
    model = press(start(new_session(BoardSpec(30, 16, 99), "expert"), cols, rows), "space")
    assert "Opened" not in text_of(model)
    detailed = press(model, key)
    assert detailed.settings.is_on("details")
    assert "Opened" in text_of(detailed)
    assert "20" in rows_of(detailed)[state_of(detailed).geometry(detailed).frame.top]
    assert text_of(press(detailed, key)) == text_of(model)


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (40, 12)])
def test_a_screen_without_room_for_details_says_them_once(cols: int, rows: int) -> None:
    model = press(start(new_session(BoardSpec(30, 16, 99), "expert", "s"), cols, rows), "space")
    told = press(model, "i")
    assert "Opened 12 of 381, 3%; Flags 0" in " ".join(trimmed_text(told).split())
    assert not told.settings.is_on("details")
    assert text_of(press(told, "left", "right")) == text_of(model)


def test_details_have_cells_of_4x2_at_most() -> None:
    model = start(new_session(BoardSpec(9, 9, 10), "beginner"), 200, 60, DETAILED.with_value("cell_size", "auto"))
    assert state_of(model).geometry(model).cell_width == 4


def test_clicks_and_speed_are_told_in_words_and_go_on_below() -> None:
    session = new_session(BoardSpec(9, 9, 10), "beginner")
    few = press(start(session, settings=DETAILED), "space")
    assert "Clicks    1 left, 0 right\n" in text_of(few)
    assert "             0 chords\n" in text_of(few)
    many = start(session.open_cell(40)._replace(clicks=Clicks(120, 33, 1)), settings=DETAILED)
    for line in ("Clicks    120 left\n", "             33 right\n", "             1 chord\n"):
        assert line in text_of(many)


def test_the_assist_level_is_told_with_what_it_does_and_that_it_stays() -> None:
    model = start(new_session(BoardSpec(9, 9, 10), "beginner"))
    for level in ("what-if", "auto", "off"):
        model = press(model, "f2")
        assert f"level {level}" in message_of(model)
        assert message_of(model).endswith("Later games start this way too.")
