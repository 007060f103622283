"""Long texts scroll by lines, pages and wheel; a board code can be read whole at every size."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board
from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Copy, Model, handle, resize, tick
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.screens.trace import CodeScreen
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.layout import Page, TextPlace, TextScreen, prose
from tests.ui.driving import ASCII, press, rows_of, start, state_of, text_of
from tests.ui.watching import click_text


@dataclass(frozen=True)
class Story(TextScreen):
    """Some sentences."""

    sentences: tuple[str, ...]
    top: TextPlace = (0, 0)

    context = Context.TRACE

    def lay_text(self, model: Model, first: int, is_more: bool) -> Page:
        rows = [prose(sentence) for sentence in self.sentences]
        return self.lay(model, [(Action.BACK, "back")], rows, ("Story",), first=first, reserve=0)


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


def test_another_size_keeps_the_words_at_the_top() -> None:
    model = resize(press(story(60), *["down"] * 21), 24, 80)
    assert rows_of(model)[2].startswith(" Sentence 10 has twenty or more.")
    assert rows_of(resize(press(story(), "end"), 24, 80))[22].strip() == "Sentence 29 has twenty or more."


def given_up(spec: BoardSpec, cols: int, rows: int) -> Model:
    """A game of which the mines are shown."""
    model = press(start(new_session(spec, "custom", "a"), cols, rows, looks=ASCII), "space", "x", "delete", "y")
    return tick(model, 0.5)


@pytest.mark.parametrize("size", [(20, 7), (80, 24)])
@pytest.mark.parametrize("spec", [BoardSpec(9, 9, 10), BoardSpec(30, 16, 99)])
def test_the_whole_code_can_be_read(spec: BoardSpec, size: tuple[int, int]) -> None:
    model = press(given_up(spec, *size), "y")
    session = state_of(model).session
    assert session.game.layout is not None
    code = to_code(Board(session.game.layout, session.first))
    assert Copy(code) in model.effects
    assert code in (read_by_lines(model) if isinstance(model.top, CodeScreen) else "".join(text_of(model).split()))


def read_by_lines(model: Model) -> str:
    """All that a screen with a code shows, from its first line to its last."""
    read: list[str] = []
    body = slice(1, -1)
    while True:
        rows = [row.strip() for row in rows_of(model)[body] if row.strip()]
        below = press(model, "down")
        if below.top == model.top:
            return "".join([*read, *rows])
        read.append(rows[0])
        model = below


def test_a_code_that_has_no_room_beside_the_board_has_a_screen_with_a_way_back() -> None:
    model = press(given_up(BoardSpec(60, 30, 400), 20, 7), "y")
    assert isinstance(model.top, CodeScreen)
    assert rows_of(model)[0].startswith("Board code")
    assert rows_of(model)[-1] == "PgDn more  Esc back"
    assert isinstance(click_text(model, "Esc back").top, GameScreen)
    assert rows_of(press(model, "end"))[-1] == "H help  Esc back"
    assert isinstance(press(given_up(BoardSpec(30, 16, 99), 40, 12), "y").top, GameScreen)


def test_that_it_may_not_have_been_copied_is_said_on_the_smallest_screen_too() -> None:
    model = press(given_up(BoardSpec(30, 16, 99), 20, 7), "y")
    assert isinstance(model.top, CodeScreen)
    assert rows_of(model)[0].strip() == "Copied if allowed"
