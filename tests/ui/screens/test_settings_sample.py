"""What one chooses is shown: a theme on a small board, and which boards have cells of the size asked for."""

from __future__ import annotations

import pytest

from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import Model, render
from minesweeper.ui.draw.glyphs import Looks
from tests.ui.driving import menu, rows_of, text_of
from tests.ui.screens.test_settings import select
from tests.ui.watching import style_of


def on(name: str, cols: int = 80, rows: int = 24, looks: Looks | None = None, **values: str) -> Model:
    """The settings with one of them selected."""
    return select(menu(cols, rows, Settings(values), looks), name)


BOARD = """
╭──────────────────╮
│    1 ⋅ 1         │
│    1 ⚑ 1 1 1 1   │
│  1 2 2 2 2 ⚑ 1   │
│  ⋅ ⋅▐2▌⚑ 3 ⋅ 1   │
│  ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ 1 1 │
│  ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ ⋅ │
╰──────────────────╯
"""


@pytest.mark.parametrize("name", ["theme", "background", "glyphs", "frame"])
def test_what_is_chosen_is_shown_on_a_small_board(name: str) -> None:
    rows = rows_of(on(name))
    first = next(number for number, row in enumerate(rows) if "╭" in row)
    assert [row[59:79] for row in rows[first : first + 8]] == BOARD.split("\n")[1:-1]


def test_the_small_board_has_every_kind_of_tile_in_its_style() -> None:
    styles = {style for line in render(on("theme")).lines for _, _, style in line}
    wanted = "opened,hidden,hidden.odd,flag on hidden,n1 on opened,n1.done on opened,n3 on opened,cursor on hidden"
    assert set(wanted.split(",")) <= styles
    assert style_of(on("theme"), "╭") == "border"


def test_choices_make_room_for_the_board() -> None:
    assert "╭" not in text_of(on("motion"))
    assert "Auto, 2x1, 3x1" in text_of(on("motion"))
    assert "Auto, 2x1, 3x1" not in text_of(on("theme"))


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (40, 12), (59, 20)])
def test_where_there_is_no_room_there_is_no_board(cols: int, rows: int) -> None:
    assert "╭" not in text_of(on("theme", cols, rows))


@pytest.mark.parametrize(
    ("wish", "cols", "rows", "text"),
    [
        ("auto", 80, 24, "Here: Beginner 4x2, Intermediate 3x1, Expert 2x1."),
        ("4x2", 80, 24, "4x2 doesn't fit here: Intermediate is 3x1, Expert is 2x1."),
        ("4x2", 200, 60, "Columns and rows of a cell."),
        ("3x1", 80, 24, "3x1 doesn't fit here: Expert is 2x1."),
        ("4x2", 20, 7, "4x2 doesn't fit here, so it is 2x1."),
    ],
)
def test_a_size_that_does_not_fit_says_so(wish: str, cols: int, rows: int, text: str) -> None:
    model = on("cell_size", cols, rows, cell_size=wish)
    assert text in " ".join(text_of(model).split())
    if "doesn't fit" in text:
        assert style_of(model, "doesn't fit") == "bad"
