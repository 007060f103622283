"""Long texts: scrolled by lines, pages, wheel and bar, on a text that says only its lines."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, handle, resize
from minesweeper.ui.draw.geometry import Rect
from minesweeper.ui.draw.words import wrap
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import Chrome, lay_chrome
from minesweeper.ui.widgets.text_screen import Page, Pieces, TextPlace, TextScreen
from tests.ui.driving import press, rows_of


@dataclass(frozen=True)
class Story(TextScreen):
    """Some sentences."""

    sentences: tuple[str, ...]
    top: TextPlace = (0, 0)

    has_bar = True

    @property
    def context(self) -> Context:
        return Context.TRACE

    def at(self, top: TextPlace) -> Story:
        return replace(self, top=top)

    def page(self, model: Model) -> Page:
        body = lay_chrome(model, self.context).body

        def lines(number: int) -> list[Pieces]:
            return [[(line, "text")] for line in wrap(self.sentences[number], body.width - 2)]

        return Page(len(self.sentences), lines, body._replace(width=body.width - 2))

    def chrome(self, model: Model, page: Page) -> Chrome:
        return lay_chrome(model, self.context, [(Action.BACK, "back")], titles=("Story",))


def story(count: int = 30, cols: int = 20, rows: int = 7) -> Model:
    """Each sentence has two lines in 20 columns and one in 80."""
    return Model(rows, cols, (open_menu(), Story(tuple(f"Sentence {n} has twenty or more." for n in range(count)))))


def top_of(model: Model) -> TextPlace:
    assert isinstance(model.top, Story)
    return model.top.top


def test_lines_and_pages() -> None:
    model = story()
    assert rows_of(model)[1:4] == ["Sentence 0 has     ▰", "twenty or more.    │", "Sentence 1 has     │"]
    assert top_of(press(model, "up")) == (0, 0)
    assert top_of(press(model, "down")) == (0, 1)
    assert top_of(press(model, "down", "down", "up")) == (0, 1)
    assert top_of(press(model, "pgdn")) == (2, 0)
    assert top_of(press(model, "pgdn", "pgup")) == (0, 0)


def test_the_ends() -> None:
    end = press(story(), "end")
    assert rows_of(end)[5] == "twenty or more.    ▰"
    assert top_of(end) == (27, 1)
    assert press(end, "down") == press(end, "pgdn") == end
    assert press(end, "home") == story()


def test_the_wheel_moves_three_lines() -> None:
    model = handle(story(), Mouse("wheel", "down", 3, 3))
    assert top_of(model) == (1, 1)
    assert top_of(handle(model, Mouse("wheel", "up", 3, 3))) == (0, 0)
    assert handle(story(), Mouse("wheel", "wheel-left", 3, 3)) == story()


def test_the_bar_is_pressed_and_dragged() -> None:
    end = handle(story(), Mouse("press", "left", 5, 19))
    assert end == press(story(), "end")
    assert top_of(handle(end, Mouse("drag", "left", 1, 19))) == (0, 0)
    assert handle(end, Mouse("press", "right", 1, 19)) == end


def test_a_text_that_is_all_in_view_has_no_bar() -> None:
    model = story(2)
    assert rows_of(model)[1] == "Sentence 0 has"
    assert handle(model, Mouse("press", "left", 5, 19)) == model
    assert press(story(0), "down", "end", "pgup") == story(0)


def test_hints_are_buttons_and_the_rest_is_not() -> None:
    model = story()
    assert len(handle(model, Mouse("press", "left", 6, 1)).screens) == 1
    assert handle(model, Mouse("drag", "left", 6, 1)) == model
    assert handle(model, Mouse("press", "left", 3, 3)) == model


def test_another_size_keeps_the_words_at_the_top() -> None:
    model = resize(press(story(), *["down"] * 21), 24, 80)
    assert rows_of(model)[2].startswith(" Sentence 10 has twenty or more.")
    assert top_of(resize(press(story(), "end"), 24, 80)) == (10, 0)


@pytest.mark.parametrize("columns", [1, 2])
@given(st.lists(st.integers(1, 4), max_size=20), st.integers(1, 9), st.integers(-50, 50), st.integers(-50, 50))
def test_scrolling_counts_lines_whatever_they_belong_to(
    columns: int, counts: list[int], height: int, first: int, second: int
) -> None:
    def lines(number: int) -> list[Pieces]:
        return [[(f"{number}.{line}", "text")] for line in range(counts[number])]

    page = Page(len(counts), lines, Rect(0, 0, height, 10), columns)
    place, expected, last = (0, 0), 0, max(0, sum(counts) - columns * height)
    for by in (first, second):
        place, expected = page.moved(place, by), max(0, min(expected + by, last))
        assert page.number(*place) == expected
    every = [(number, pieces) for number in range(len(counts)) for pieces in lines(number)]
    assert list(page.from_top(place)) == every[expected : expected + columns * height]
    assert page.total == len(every)
