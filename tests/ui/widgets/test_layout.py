"""The layout kit: columns by content, rows that shrink by rule, places that are drawn and clicked alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.canvas import Canvas, Frame
from minesweeper.ui.draw.geometry import Rect
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.widgets.chrome import SILENCE, Message, lay_chrome, say
from minesweeper.ui.widgets.layout import (
    AIR,
    Cell,
    Fragment,
    LaidScreen,
    Page,
    Row,
    blank,
    buttons,
    entry,
    heading,
    lay_rows,
    note,
    prose,
    spaced,
)

LOOKS = Looks("ascii", "ascii", 0)
BARE = lay_chrome(Model(24, 80), Context.FORM)
FORM = [
    heading("Board"),
    entry("width", "Width", "[  36]", Cell(("1 to 55,555", ""), "text.dim")),
    entry("mines", ("Mines", "#"), "[ 20%]", Cell(("= 130 mines", "=130", ""), "text.dim", "%")),
    blank(),
    entry("start", "Start"),
    note("It fits your terminal.", "It fits."),
]


def frame_of(layout: Page, rows: int, cols: int) -> Frame:
    canvas = Canvas(rows, cols)
    layout.draw(canvas, LOOKS)
    return canvas.frame()


def drawn(rows: Sequence[Row], height: int, width: int, focus: str | None = None) -> str:
    return frame_of(lay_rows(BARE, rows, Rect(0, 0, height, width), focus), height, width).text().rstrip("\n")


def test_columns_are_as_wide_as_their_content() -> None:
    assert drawn(FORM, 6, 40, "mines") == (
        "  Board\n  Width  [  36]  1 to 55,555\n> Mines  [ 20%]  = 130 mines\n\n  Start\n  It fits your terminal."
    )


def test_forms_get_shorter_from_the_right_and_an_empty_one_disappears() -> None:
    assert drawn(FORM[1:3], 2, 19) == "  Width [  36]\n  Mines [ 20%] =130"
    assert drawn(FORM[1:3], 2, 18) == "  Width [  36]\n  Mines [ 20%]"


def test_the_column_on_the_right_is_shortened_first() -> None:
    row = entry(1, ("Assist level", "Level"), ("< What-if >", "<What-if>"), "x")
    assert drawn([row], 1, 27) == "  Assist level <What-if> x"
    assert drawn([row], 1, 24) == "  Level <What-if> x"


def test_a_cell_that_fits_in_no_form_goes_on_in_the_next_line_and_nothing_is_cut() -> None:
    rows = [entry(1, "Width", "[  36]", buttons([("-", "-100"), ("+", "+100")]))]
    assert drawn(rows, 2, 18) == "  Width [  36]\n  -100  +100"
    assert (
        drawn([prose("Every word of this is shown somewhere.")], 9, 10) == "Every word\nof this is\nshown\nsomewhere."
    )


def test_the_last_cell_of_a_row_reaches_over_the_columns_that_its_row_does_not_have() -> None:
    rows = [entry(1, "Go on", "a game of Expert, 0:10 played"), entry(2, "Beginner", "9x9", "10 mines")]
    assert drawn(rows, 2, 50) == "  Go on     a game of Expert, 0:10 played\n  Beginner  9x9  10 mines"


def test_numbers_end_where_their_column_ends() -> None:
    rows = [entry(1, "a", Cell(("7",), is_right=True), "x"), entry(2, "b", Cell(("1,234",), is_right=True), "y")]
    assert drawn(rows, 2, 40) == "  a      7  x\n  b  1,234  y"


@pytest.mark.parametrize(
    ("height", "shown"),
    [(7, "a||b||c||note"), (6, "a|b||c|note"), (5, "a|b||c|note"), (4, "a|b|c|note"), (3, "a|b|c"), (2, "b|c")],
)
def test_rows_are_dropped_by_rank_and_what_is_left_scrolls_to_the_focus(height: int, shown: str) -> None:
    rows = [entry("a", "a"), blank(AIR), entry("b", "b"), blank(), entry("c", "c"), blank(AIR), note("note")]
    text = drawn(rows, height, 20, "c").replace(">", " ")
    assert "|".join(line.strip() for line in text.splitlines()) == shown


def test_air_stands_between_rows_that_have_nothing_between_them() -> None:
    rows = spaced([entry(1, "a"), entry(2, "b"), blank(), entry(3, "c")])
    assert [row.rank for row in rows if not row.cells] == [AIR, blank().rank]


def test_a_click_means_what_is_drawn_there() -> None:
    layout = lay_rows(BARE, FORM, Rect(2, 3, 6, 40), "mines")
    lines = frame_of(layout, 9, 50).text().splitlines()
    for word, target in {"Board": None, "Width": "width", "[  36]": "width", "= 130": "%", "Start": "start"}.items():
        row = next(number for number, line in enumerate(lines) if word in line)
        assert layout.target_at(row, lines[row].index(word)) == target
    assert layout.target_at(1, 5) is None
    assert layout.target_at(3, 0) is None


def test_a_part_with_the_focus_is_marked_alone() -> None:
    layout = lay_rows(BARE, [Row((buttons([(1, "One"), (2, "Two")]),))], Rect(0, 1, 1, 20), 2)
    frame = frame_of(layout, 1, 30)
    assert frame.text() == " One [Two]"
    assert [frame.style_at(0, col) for col in (1, 5, 6)] == ["text", "mark on selected", "selected"]


def test_the_player_types_where_the_caret_is() -> None:
    field = Cell(((Fragment("[  36]", caret=4),),))
    frame = frame_of(lay_rows(BARE, [entry("width", "Width", field)], Rect(0, 0, 1, 30), "width"), 1, 30)
    assert (frame.cursor, frame.cursor_visible) == ((0, 12), True)


@dataclass(frozen=True)
class FormScreen(LaidScreen):
    """A form with a message."""

    focus: str = "width"
    message: Message = SILENCE

    context = Context.FORM

    def layout(self, model: Model) -> Page:
        return self.lay(model, [(Action.SELECT, "start"), (Action.BACK, "back")], FORM, ["Form"], width=40, reserve=1)


def page(rows: int, cols: int, message: Message = SILENCE, focus: str = "width") -> Page:
    return FormScreen(focus, message).layout(Model(rows, cols))


@pytest.mark.parametrize(("rows", "cols"), [(24, 80), (12, 40), (7, 20)])
def test_nothing_moves_when_a_message_wraps(rows: int, cols: int) -> None:
    long = say("There is so much to say about this field that it takes more lines than one.")
    calm, told = page(rows, cols), page(rows, cols, long)
    assert len(told.chrome.lines) > 1 or cols == 80
    for line in frame_of(told, rows, cols).text().splitlines():
        assert line in frame_of(calm, rows, cols).text().splitlines() or line.strip() in " ".join(long.texts)


def test_a_row_under_a_message_can_not_be_clicked_and_the_focus_stays_above_it() -> None:
    long = say("There is so much to say about this field that it takes three.")
    told = page(7, 20, long, "start")
    frame = frame_of(told, 7, 20)
    assert "> Start" in frame.text()
    covered = page(7, 20, long, "width")
    assert covered._replace(chrome=BARE).target_at(4, 3) == "start"
    assert covered.target_at(4, 3) is None
