"""What explains itself beside a board: here the steps of the tint under odds, wherever there is a line for them."""

from __future__ import annotations

import pytest

from minesweeper.core.specs import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model, render
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.screens.menu import open_menu
from tests.ui.driving import ASCII, CALM, press, rows_of, start, state_of, text_of, work
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


@pytest.mark.parametrize("spec", ["3x3/2", "5x5/5", "9x9/10", "16x16/40", "30x16/99", "40x30/200"])
@pytest.mark.parametrize("clue", ["1", "2"])
def test_the_analysis_board_tells_all_of_it_at_80x24_whatever_its_size(spec: str, clue: str) -> None:
    model = Model(24, 80, (open_menu(),), CALM)
    model = work(press(model, "e", "m", *spec, "enter", clue))
    frame = render(model)
    for step, text in enumerate(STEPS):
        row, col = next((row, line.index(text)) for row, line in enumerate(rows_of(model)) if text in line)
        assert frame.style_at(row, col) == f"heat.{step}", text_of(model)
    if state_of(model).geometry(model).right_panel is not None:
        assert all(text in text_of(model) for text in ("What follows", "elsewhere", "V   shows no more"))
