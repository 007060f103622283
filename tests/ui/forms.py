"""The custom game on the screen, filled in."""

from __future__ import annotations

from hypothesis import strategies as st

from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import MAX_CELLS
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.screens.custom import TEXTS, CustomScreen
from tests.ui.driving import CALM, menu, press


def custom(cols: int = 80, rows: int = 24, looks: Looks | None = None) -> Model:
    """A model that shows the form, opened from the menu after a game of 40x20 with 160 mines."""
    settings = CALM._replace(custom=BoardSpec(40, 20, 160))
    return press(menu(cols, rows, settings, looks), "4")


def screen_of(model: Model) -> CustomScreen:
    """The form, which must be on top."""
    assert isinstance(model.top, CustomScreen)
    return model.top


def fields_of(model: Model) -> tuple[str, str, str, str]:
    """Width, height, mines and seed as they stand in the form."""
    form = screen_of(model).form
    width, height, mines, seed = map(form.text, TEXTS)
    return width, height, mines, seed


numbers = st.one_of(st.integers(0, 40), st.integers(0, 2 * MAX_CELLS)).map(str)
