"""Pages, lists and scrolling texts: rows shorten by fixed rules, and a click acts on what is drawn in its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board
from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Copy, Model, handle, tick
from minesweeper.ui.draw.canvas import Canvas, Frame
from minesweeper.ui.draw.geometry import Rect
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.screens.code import CodeScreen
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, ChromeSpec, KeyHint, Message, arrange_chrome, say
from minesweeper.ui.widgets.controls import buttons, heading
from minesweeper.ui.widgets.page import (
    AIR,
    ListScreen,
    Page,
    PageScreen,
    PageSpec,
    Row,
    TableCell,
    arrange_rows,
    blank,
    entry,
    note,
    prose,
)
from minesweeper.ui.widgets.text_screen import TextScreen
from tests.ui.driving import ASCII, page_rows, press, rows_of, start, state_of, text_of
from tests.ui.watching import click_text, place_of_text, wheel

LOOKS = TerminalLooks("ascii", "ascii", 0)
BARE = arrange_chrome(Model(24, 80), Context.FORM, ChromeSpec())
FORM = [
    heading("Board"),
    entry("width", "Width", "[  36]", TableCell(("1 to 55,555", ""), "text.dim")),
    entry("mines", ("Mines", "#"), "[ 20%]", TableCell(("= 130 mines", "=130", ""), "text.dim", "%")),
    blank(),
    entry("start", "Start"),
    note("It fits your terminal.", "It fits."),
]


def frame_of(shown: Page, rows: int, cols: int) -> Frame:
    canvas = Canvas(rows, cols)
    shown.draw(canvas, LOOKS)
    return canvas.frame()


def drawn(rows: Sequence[Row], height: int, width: int, focus: str | None = None) -> str:
    return frame_of(arrange_rows(BARE, rows, Rect(0, 0, height, width), focus), height, width).text().rstrip("\n")


def test_rows_of_a_page_shorten_their_cells_from_the_right() -> None:
    assert drawn(FORM[1:3], 2, 19) == "  Width [  36]\n  Mines [ 20%] =130"
    assert drawn(FORM[1:3], 2, 18) == "  Width [  36]\n  Mines [ 20%]"


def test_a_table_cell_that_doesnt_fit_continues_on_the_next_line() -> None:
    rows = [entry(1, "Width", "[  36]", buttons([("-", "-100"), ("+", "+100")]))]
    assert drawn(rows, 2, 18) == "  Width [  36]\n  -100  +100"
    assert (
        drawn([prose("Every word of this is shown somewhere.")], 9, 10) == "Every word\nof this is\nshown\nsomewhere."
    )


@pytest.mark.parametrize(
    ("height", "shown"),
    [(7, "a||b||c||note"), (6, "a|b||c|note"), (5, "a|b||c|note"), (4, "a|b|c|note"), (3, "a|b|c"), (2, "b|c")],
)
def test_a_low_page_drops_blank_rows_and_scrolls_to_the_selected_one(height: int, shown: str) -> None:
    rows = [entry("a", "a"), blank(AIR), entry("b", "b"), blank(), entry("c", "c"), blank(AIR), note("note")]
    text = drawn(rows, height, 20, "c").replace(">", " ")
    assert "|".join(line.strip() for line in text.splitlines()) == shown


def test_table_columns_move_closer_only_without_room_for_wide_gaps() -> None:
    rows = [Row(tuple(TableCell((word * 6,)) for word in "abcdefg"))]
    for width, gap in ((54, 2), (53, 1), (48, 1)):
        assert drawn(rows, 1, width).split("\n")[0] == (" " * gap).join(word * 6 for word in "abcdefg")


def test_a_click_on_a_page_selects_the_part_that_is_drawn_there() -> None:
    shown = arrange_rows(BARE, FORM, Rect(2, 3, 6, 40), "mines")
    lines = frame_of(shown, 9, 50).text().splitlines()
    for word, target in {"Board": None, "Width": "width", "[  36]": "width", "= 130": "%", "Start": "start"}.items():
        row = next(number for number, line in enumerate(lines) if word in line)
        assert shown.target_at(row, lines[row].index(word)) == target
    assert shown.target_at(1, 5) is None
    assert shown.target_at(3, 0) is None


def test_only_the_selected_part_of_a_row_is_highlighted() -> None:
    shown = arrange_rows(BARE, [Row((buttons([(1, "One"), (2, "Two")]),))], Rect(0, 1, 1, 20), 2)
    frame = frame_of(shown, 1, 30)
    assert frame.text() == " One [Two]"
    assert [frame.style_at(0, col) for col in (1, 5, 6)] == ["text", "mark on selected", "selected"]


@dataclass(frozen=True)
class FormScreen(PageScreen):
    """A form with a message."""

    focus: str = "width"
    message: Message = SILENCE

    context = Context.FORM

    def page(self, model: Model) -> Page:
        return self.arrange_page(
            model,
            PageSpec(["Form"], FORM, [(Action.SELECT, "start"), (Action.BACK, "back")], width=40, reserved_rows=1),
        )


def page(rows: int, cols: int, message: Message = SILENCE, focus: str = "width") -> Page:
    return FormScreen(focus, message).page(Model(rows, cols))


@pytest.mark.parametrize(("rows", "cols"), [(24, 80), (12, 40), (7, 20)])
def test_rows_of_a_page_stay_in_place_when_a_message_wraps(rows: int, cols: int) -> None:
    long = say("There is so much to say about this field that it takes more lines than one.")
    calm, wrapped = page(rows, cols), page(rows, cols, long)
    assert len(wrapped.chrome.lines) > 1 or cols == 80
    for line in frame_of(wrapped, rows, cols).text().splitlines():
        assert line in frame_of(calm, rows, cols).text().splitlines() or line.strip() in " ".join(long.texts)


def test_a_row_of_a_page_under_a_message_cannot_be_clicked() -> None:
    long = say("There is so much to say about this field that it takes three.")
    at_start = page(7, 20, long, "start")
    frame = frame_of(at_start, 7, 20)
    assert "> Start" in frame.text()
    covered = page(7, 20, long, "width")
    assert covered._replace(chrome=BARE).target_at(4, 3) == "start"
    assert covered.target_at(4, 3) is None


HINTS: list[KeyHint] = [(Action.SELECT, "take"), (Action.DELETE, "drop"), (Action.BACK, "back")]
WIDE, SMALL = (80, 24), (20, 7)


@dataclass(frozen=True)
class Fruit(ListScreen):
    """A list of fruit. One can be taken or, after a question, dropped."""

    names: tuple[str, ...]
    selected: int = 0
    message: Message = SILENCE

    context = Context.GAMES

    @property
    def total(self) -> int:
        return len(self.names)

    def page(self, model: Model) -> Page:
        return self.arrange_list(model, PageSpec(("Fruit",), [prose("There is none.", style="text.dim")], HINTS))

    def row(self, model: Model, number: int) -> Row:
        return entry(number, self.names[number])

    def pick(self, model: Model) -> Model:
        return model.with_top(self.with_message(f"Took {self.names[self.selected]}."))

    def act_here(self, model: Model, action: Action) -> Model:
        return self.ask(model, action, "Drop it?") if action is Action.DELETE else super().act_here(model, action)

    def answer(self, model: Model, yes: bool) -> Model:
        return model.with_top(self.with_message("Dropped." if yes else "Kept."))


class RoundFruit(Fruit):
    """A list of fruit in which the last entry is followed by the first."""

    wraps = True


def show(count: int = 5, size: tuple[int, int] = WIDE, kind: type[Fruit] = Fruit) -> Model:
    names = tuple(f"fruit {number}" for number in range(1, count + 1))
    return Model(size[1], size[0], (open_menu(), kind(names)))


def fruit(model: Model) -> Fruit:
    assert isinstance(model.top, Fruit)
    return model.top


def test_the_selection_of_a_list_stops_at_its_ends() -> None:
    model = press(show(), "up")
    assert fruit(model).selected == 0
    assert fruit(press(model, "end", "down")).selected == 4
    assert fruit(press(model, "end", "home")).selected == 0


def test_the_selection_of_a_wrapping_list_continues_at_the_other_end() -> None:
    model = press(show(kind=RoundFruit), "up")
    assert fruit(model).selected == 4
    assert fruit(press(model, "down")).selected == 0
    assert fruit(press(model, "pgdn", "pgup", "pgup")).selected == 0


def test_pgdn_in_a_list_moves_by_one_row_less_than_the_view() -> None:
    model = show(60, (80, 24))
    assert fruit(press(model, "pgdn")).selected == 18
    assert fruit(press(model, "pgdn", "pgdn", "pgup")).selected == 18
    assert fruit(press(model, "delete", "n", "pgdn")).selected == 18


def test_a_long_list_says_how_many_entries_are_out_of_view() -> None:
    model = show(60, (80, 24))
    shown = [row for row in rows_of(model) if "fruit" in row]
    assert f"▾ {60 - len(shown)} more" in text_of(model)
    assert "more" not in text_of(show(5, (80, 24)))
    assert f"▴ {60 - len(shown)} more  60/60" in text_of(press(model, "end"))
    assert "▾" not in text_of(press(model, "end"))
    assert "more" not in text_of(show(60, (20, 7))), "a small screen shows the position instead"


def test_the_message_on_a_high_screen_stands_below_the_rows_of_a_list() -> None:
    for size in ((120, 40), (200, 60)):
        model = press(show(6, size), "enter")
        said = next(row for row, text in enumerate(rows_of(model)) if "Took fruit" in text)
        last = max(row for row, text in enumerate(rows_of(model)) if "fruit 6" in text)
        assert said == last + 4, "below the frame and a blank row"
        assert last > size[1] // 2, "the page stands in the middle"


def test_the_wheel_moves_the_selection_but_never_wraps() -> None:
    assert fruit(wheel(show(kind=RoundFruit), "up")).selected == 0
    assert fruit(wheel(show(), "down")).selected == 1
    assert fruit(wheel(show(), "wheel-left")).selected == 0


def test_enter_or_a_click_chooses_an_entry_of_a_list() -> None:
    assert fruit(press(show(), "down", "enter")).message == say("Took fruit 2.")
    assert fruit(click_text(show(), "fruit 3")).message == say("Took fruit 3.")
    assert fruit(click_text(show(), "Enter take")).message == say("Took fruit 1.")


@pytest.mark.parametrize("key", ["delete", "esc", "down", "q", "enter"])
def test_any_key_but_y_declines_a_question_and_does_nothing_else(key: str) -> None:
    model = press(show(), "delete", key)
    assert fruit(model).message == say("Kept.")
    assert fruit(model).selected == 0


def test_a_click_outside_of_yes_declines_a_question() -> None:
    asked = press(show(), "delete")
    assert fruit(click_text(asked, "Y yes")).message == say("Dropped.")
    assert fruit(click_text(asked, "fruit 3")).message == say("Kept.")
    assert fruit(click_text(asked, "fruit 3")).selected == 0
    assert fruit(click_text(asked, "Esc cancel")).message == say("Kept.")


def test_clicks_beside_the_rows_of_a_list_do_nothing() -> None:
    model = show(size=(200, 60))
    row, _ = place_of_text(model, "fruit 1")
    assert fruit(handle(model, Mouse("press", "left", row, 89))).message
    assert not fruit(handle(model, Mouse("press", "left", row, 150))).message
    assert not fruit(handle(model, Mouse("press", "left", row + 9, 89))).message


def test_a_list_that_scrolls_shows_the_number_of_the_selected_entry() -> None:
    assert rows_of(show(5, SMALL))[0] == "Fruit"
    assert rows_of(press(show(12, SMALL), "down"))[0] == "Fruit           2/12"
    assert page_rows(show(0))[2].strip() == "There is none."


def test_the_selected_entry_of_a_scrolling_list_stays_in_the_middle() -> None:
    tops = [rows_of(press(show(10, SMALL), *["down"] * selected))[1].strip("▌ ") for selected in (0, 2, 5, 9)]
    assert tops == ["fruit 1", "fruit 1", "fruit 4", "fruit 6"]


@dataclass(frozen=True)
class Story(TextScreen):
    """A text of several sentences that scrolls."""

    sentences: tuple[str, ...]
    top: int = 0

    context = Context.READER

    def page(self, model: Model) -> Page:
        rows = [prose(sentence) for sentence in self.sentences]
        return self.arrange_page(
            model, PageSpec(("Story",), rows, [(Action.BACK, "back")], first=self.top, reserved_rows=0)
        )


def story(count: int = 30, cols: int = 20, rows: int = 7) -> Model:
    """A text whose sentences take two lines each on a screen of 20 columns and one on a screen of 80."""
    return Model(rows, cols, (open_menu(), Story(tuple(f"Sentence {n} has twenty or more." for n in range(count)))))


def top_of(model: Model) -> int:
    assert isinstance(model.top, Story)
    return model.top.top


def test_arrows_scroll_a_text_by_lines_and_pgdn_by_pages() -> None:
    model = story()
    assert rows_of(model)[1:4] == ["Sentence 0 has", "twenty or more.", "Sentence 1 has"]
    assert top_of(press(model, "up")) == 0
    assert top_of(press(model, "down")) == 1
    assert top_of(press(model, "down", "down", "up")) == 1
    assert top_of(press(model, "pgdn")) == 4
    assert top_of(press(model, "pgdn", "pgup")) == 0


def test_end_and_home_scroll_a_text_to_its_ends() -> None:
    end = press(story(), "end")
    assert rows_of(end)[5] == "twenty or more."
    assert top_of(end) == 55
    assert press(end, "down") == press(end, "pgdn") == end
    assert press(end, "home") == story()


def test_the_wheel_scrolls_a_text_by_three_lines() -> None:
    model = handle(story(), Mouse("wheel", "down", 3, 3))
    assert top_of(model) == 3
    assert top_of(handle(model, Mouse("wheel", "up", 3, 3))) == 0
    assert handle(story(), Mouse("wheel", "wheel-left", 3, 3)) == story()


def given_up(spec: BoardSpec, cols: int, rows: int) -> Model:
    """A game that was given up, so that its mines are shown."""
    model = press(start(new_session(spec, "custom", "a"), cols, rows, looks=ASCII), "space", "x", "delete", "y")
    return tick(model, 0.5)


@pytest.mark.parametrize("size", [(20, 7), (80, 24)])
@pytest.mark.parametrize("spec", [BoardSpec(9, 9, 10), BoardSpec(30, 16, 99)])
def test_a_board_code_can_be_read_in_full_at_every_size(spec: BoardSpec, size: tuple[int, int]) -> None:
    model = press(given_up(spec, *size), "y")
    session = state_of(model).session
    assert session.game.layout is not None
    code = to_code(Board(session.game.layout, session.first))
    assert Copy(code) in model.effects
    assert code in (read_by_lines(model) if isinstance(model.top, CodeScreen) else "".join(text_of(model).split()))


def read_by_lines(model: Model) -> str:
    """Scrolls a board code from its first line to its last and returns all of it."""
    read: list[str] = []
    body = slice(1, -1)
    while True:
        rows = [row.strip() for row in rows_of(model)[body] if row.strip()]
        below = press(model, "down")
        if below.top == model.top:
            return "".join([*read, *rows])
        read.append(rows[0])
        model = below


def test_a_board_code_without_room_on_the_game_has_its_own_screen() -> None:
    model = press(given_up(BoardSpec(60, 30, 400), 20, 7), "y")
    assert isinstance(model.top, CodeScreen)
    assert rows_of(model)[0].startswith("Board code")
    assert rows_of(model)[-1] == "PgDn more  Esc back"
    assert isinstance(click_text(model, "Esc back").top, GameScreen)
    assert rows_of(press(model, "end"))[-1] == "Esc back"
    assert isinstance(press(given_up(BoardSpec(30, 16, 99), 40, 12), "y").top, GameScreen)


def test_the_code_screen_at_20x7_says_that_copying_may_have_failed() -> None:
    model = press(given_up(BoardSpec(30, 16, 99), 20, 7), "y")
    assert isinstance(model.top, CodeScreen)
    assert rows_of(model)[0].strip() == "Copied if allowed"
