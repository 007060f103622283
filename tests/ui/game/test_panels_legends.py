"""What the signs and tints mean that are laid over a board: told in the details, and beside the analysis board."""

from __future__ import annotations

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model, render
from minesweeper.ui.screens.menu import open_menu
from tests.ui.driving import ASCII, CALM, DETAILED, press, rows_of, start, state_of, text_of, work
from tests.ui.watching import place_of_text

STEPS = ("10%", "20%", "35%", "60%", "over")


def with_odds(cols: int, rows: int, **kwargs: object) -> Model:
    """Beginner with the odds laid over it."""
    session = new_session(BoardSpec(9, 9, 10), "beginner", "s")
    return press(work(press(start(session, cols, rows, **kwargs), "space", "v", "v")), "left")  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_details_tell_the_steps_of_the_tint_each_on_its_ground(size: tuple[int, int]) -> None:
    model = with_odds(*size, settings=DETAILED)
    frame = render(model)
    for step, text in enumerate(STEPS):
        assert frame.style_at(*place_of_text(model, text)) == f"heat.{step}"
    assert "60%" not in text_of(with_odds(*size))


def test_without_colours_the_sign_of_tenths_is_told() -> None:
    assert "a chance in tenths" in text_of(with_odds(80, 24, looks=ASCII, settings=DETAILED))


@pytest.mark.parametrize("spec", ["3x3/2", "9x9/10"])
@pytest.mark.parametrize("clue", ["1", "2"])
def test_the_analysis_board_tells_all_of_it_at_80x24(spec: str, clue: str) -> None:
    model = Model(24, 80, (open_menu(),), CALM)
    model = work(press(model, "e", "m", *spec, "enter", clue))
    frame = render(model)
    for step, text in enumerate(STEPS):
        row, col = next((row, line.index(text)) for row, line in enumerate(rows_of(model)) if text in line)
        assert frame.style_at(row, col) == f"heat.{step}", text_of(model)
    assert state_of(model).geometry(model).right_panel is not None
    assert all(text in text_of(model) for text in ("What follows", "elsewhere"))
