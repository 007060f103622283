"""What explains itself beside a board: here the steps of the tint under odds, wherever there is a line for them."""

from __future__ import annotations

import pytest

from minesweeper.core.specs import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model, render
from minesweeper.ui.draw.glyphs import Looks
from tests.ui.driving import ASCII, press, rows_of, start, state_of, text_of, work
from tests.ui.watching import place_of_text

STEPS = ("10%", "20%", "35%", "60%", "over")


def with_odds(cols: int, rows: int, looks: Looks | None = None) -> Model:
    """Expert with the odds laid over it."""
    session = new_session(BoardSpec(30, 16, 99), "expert", "s")
    return press(work(press(start(session, cols, rows, looks=looks), "space", "v", "v")), "left")


@pytest.mark.parametrize("size", [(80, 24), (70, 24), (64, 22), (60, 20), (56, 16), (100, 30), (120, 40), (200, 60)])
def test_the_steps_of_the_tint_are_told_each_on_its_ground(size: tuple[int, int]) -> None:
    model = with_odds(*size)
    frame = render(model)
    for step, text in enumerate(STEPS):
        assert frame.style_at(*place_of_text(model, text)) == f"heat.{step}"
    if state_of(model).geometry(model).right_panel is None:
        assert "60%" not in text_of(press(model, "v"))


def test_expert_at_80x24_has_them_below_the_board() -> None:
    assert rows_of(with_odds(80, 24))[20] == (
        " Odds of a mine  to 10%   to 20%   to 35%   to 60%   over  ✓ safe ✱ mine"
    )


def test_without_colours_the_sign_of_tenths_is_told() -> None:
    assert "Odds of a mine %3 a chance in tenths" in text_of(with_odds(80, 24, ASCII))
