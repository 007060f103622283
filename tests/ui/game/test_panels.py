"""The panel beside the board: details, assist level, odds, and the legend of signs."""

from __future__ import annotations

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model, render, tick
from tests.ui.driving import DETAILED, message_of, press, rows_of, start, state_of, text_of, trimmed_text, work
from tests.ui.watching import place_of_text


@pytest.mark.parametrize(("key", "cols", "rows"), [("i", 80, 24), ("f3", 200, 60)])
def test_details_show_figures_of_the_game_and_column_numbers(key: str, cols: int, rows: int) -> None:
    model = press(start(new_session(BoardSpec(30, 16, 99), "expert"), cols, rows), "space")
    assert "Opened" not in text_of(model)
    detailed = press(model, key)
    assert detailed.settings.is_on("details")
    assert "Opened" in text_of(detailed)
    assert "20" in rows_of(detailed)[state_of(detailed).geometry.frame.top]
    assert text_of(press(detailed, key)) == text_of(model)


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (40, 12)])
def test_without_room_beside_the_board_details_are_a_single_message(cols: int, rows: int) -> None:
    model = press(start(new_session(BoardSpec(30, 16, 99), "expert", "s"), cols, rows), "space")
    details = press(model, "i")
    assert "Opened 12 of 381, 3%; Flags 0" in " ".join(trimmed_text(details).split())
    assert not details.settings.is_on("details")
    assert text_of(press(details, "left", "right")) == text_of(model)


def test_changing_the_assist_level_says_that_later_games_keep_it() -> None:
    model = start(new_session(BoardSpec(9, 9, 10), "beginner"))
    for level in ("what-if", "auto", "off"):
        model = press(model, "f2")
        assert f"level {level}" in message_of(model)
        assert message_of(model).endswith("Later games start this way too.")


STEPS = ("10%", "20%", "35%", "60%", "over")


def with_odds(**kwargs: object) -> Model:
    """A Beginner game with odds laid over the board."""
    session = new_session(BoardSpec(9, 9, 10), "beginner", "s")
    return press(work(press(start(session, **kwargs), "space", "v", "v")), "left")  # type: ignore[arg-type]


def test_details_explain_the_colours_of_the_odds() -> None:
    model = with_odds(settings=DETAILED)
    frame = render(model)
    for step, text in enumerate(STEPS):
        assert frame.style_at(*place_of_text(model, text)) == f"heat.{step}"
    assert "60%" not in text_of(with_odds())


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("l", "mines still to find"),
        ("t", "this number proves it"),
        ("v", "What can be proved"),
        ("p", "the mine that you try"),
    ],
)
def test_details_explain_the_signs_that_a_key_puts_on_the_board(keys: str, words: str) -> None:
    session = new_session(BoardSpec(9, 9, 10), "beginner", "s").with_assistant("tip")
    model = press(start(session, settings=DETAILED), "space", "home", "up", "up", "up", "up")
    assert words in text_of(work(press(model, keys)))
    assert words not in text_of(model)


def test_details_show_the_speed_of_a_running_game() -> None:
    model = press(start(new_session(BoardSpec(9, 9, 10), "beginner", "s"), settings=DETAILED), "space")
    assert "3BV/s" not in text_of(model)
    assert "~0.50 3BV/s" in text_of(tick(model, 2.0))


def test_the_legend_of_a_tip_shows_its_clue_as_the_board_does() -> None:
    session = new_session(BoardSpec(9, 9, 10), "beginner", "looks").open_cell(40)
    for size, sign in (("4x2", "1   this"), ("2x1", "▸1  this")):
        tip = work(press(start(session, 100, 30, DETAILED.with_value("cell_size", size)), "t"))
        row, col = place_of_text(tip, sign)
        assert render(tip).style_at(row, col) == "n1 on proof"
        assert ("▸" in text_of(tip).replace("▸3  this", "")) == (size == "2x1"), "larger cells have a bar"
