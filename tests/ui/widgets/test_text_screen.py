"""Long texts: scrolled by lines, pages, and wheel, on a text that says only its rows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, handle, resize
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.layout import Page, lay_page, prose
from minesweeper.ui.widgets.text_screen import TextPlace, TextScreen
from tests.ui.driving import press, rows_of


@dataclass(frozen=True)
class Story(TextScreen):
    """Some sentences."""

    sentences: tuple[str, ...]
    top: TextPlace = (0, 0)

    @property
    def context(self) -> Context:
        return Context.TRACE

    def at(self, top: TextPlace) -> Story:
        return replace(self, top=top)

    def lay(self, model: Model, first: int, is_more: bool) -> Page:
        rows = [prose(sentence) for sentence in self.sentences]
        return lay_page(model, self.context, [(Action.BACK, "back")], rows, titles=("Story",), first=first, reserve=0)


def story(count: int = 30, cols: int = 20, rows: int = 7) -> Model:
    """Each sentence has two lines in 20 columns and one in 80."""
    return Model(rows, cols, (open_menu(), Story(tuple(f"Sentence {n} has twenty or more." for n in range(count)))))


def top_of(model: Model) -> TextPlace:
    assert isinstance(model.top, Story)
    return model.top.top


def test_lines_and_pages() -> None:
    model = story()
    assert rows_of(model)[1:4] == ["Sentence 0 has", "twenty or more.", "Sentence 1 has"]
    assert top_of(press(model, "up")) == (0, 0)
    assert top_of(press(model, "down")) == (0, 1)
    assert top_of(press(model, "down", "down", "up")) == (0, 1)
    assert top_of(press(model, "pgdn")) == (2, 0)
    assert top_of(press(model, "pgdn", "pgup")) == (0, 0)


def test_the_ends() -> None:
    end = press(story(), "end")
    assert rows_of(end)[5] == "twenty or more."
    assert top_of(end) == (27, 1)
    assert press(end, "down") == press(end, "pgdn") == end
    assert press(end, "home") == story()


def test_the_wheel_moves_three_lines() -> None:
    model = handle(story(), Mouse("wheel", "down", 3, 3))
    assert top_of(model) == (1, 1)
    assert top_of(handle(model, Mouse("wheel", "up", 3, 3))) == (0, 0)
    assert handle(story(), Mouse("wheel", "wheel-left", 3, 3)) == story()


def test_hints_are_buttons_and_the_rest_is_not() -> None:
    model = story()
    assert len(handle(model, Mouse("press", "left", 6, 1)).screens) == 1
    assert handle(model, Mouse("drag", "left", 6, 1)) == model
    assert handle(model, Mouse("press", "left", 3, 3)) == model


def test_another_size_keeps_the_words_at_the_top() -> None:
    model = resize(press(story(60), *["down"] * 21), 24, 80)
    assert rows_of(model)[2].startswith(" Sentence 10 has twenty or more.")
    assert rows_of(resize(press(story(), "end"), 24, 80))[22].strip() == "Sentence 29 has twenty or more."
