"""Laws for the chrome of every screen at every size: it can be left by mouse, and no text is cut without a mark."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from minesweeper.core.boardspec import BoardSpec
from minesweeper.ui.base.model import Model, handle, render, tick
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.pause import ChoicesScreen
from minesweeper.ui.screens.menu import MenuScreen
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.page import ListScreen, PageScreen
from tests.ui.driving import CALM, board, cursor_to, menu, press, rows_of, start, text_of, work
from tests.ui.every_screen import every_screen

SIZES = [(20, 7), (40, 12), (80, 24), (200, 60)]


class WholeCanvas(Canvas):
    """A canvas that fails if a text is written beyond its edges."""

    def write(self, row: int, col: int, text: str, style: str = "") -> int:
        lost = text[: max(0, -col)] + text[max(0, self.cols - col) :]
        assert not lost.strip(), f"{lost!r} of {text!r} is cut off"
        assert 0 <= row < self.rows or not text.strip(), f"{text!r} is above or below the screen"
        return super().write(row, col, text, style)

    def write_pieces(self, row: int, col: int, pieces: Iterable[tuple[str, str]]) -> int:
        for text, style in pieces:
            col = self.write(row, col, text, style)
        return col


@pytest.mark.parametrize("size", SIZES)
def test_no_screen_writes_text_beyond_its_edges(size: tuple[int, int]) -> None:
    for name, model in every_screen(*size):
        try:
            model.top.draw(model, WholeCanvas(model.rows, model.cols))
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}\n{text_of(model)}") from error


def clicked(model: Model, row: int, col: int) -> Model:
    """Returns the model after a click on a place. A long message is read to its end first."""
    while model.top.reading(model).line:
        model = handle(model, Mouse("press", "left", 0, 0))
    return handle(handle(model, Mouse("press", "left", row, col)), Mouse("release", "left", row, col))


def is_left(before: Model, after: Model) -> bool:
    """Whether a screen was left: it is gone, or its question is answered, or its running game is paused."""
    if after.exit_status is not None or len(after.screens) < len(before.screens):
        return True
    return (before.top.asks() and not after.top.asks()) or isinstance(after.top, ChoicesScreen)


def can_be_left(model: Model, clicks: int = 1) -> bool:
    """Whether this number of clicks can leave a screen: on the key bar, the game header or an entry of a list."""
    rows = [model.rows - 1]
    if isinstance(model.top, GameScreen):
        rows = [model.top.state.geometry.strip.top, model.rows - 1]
    elif isinstance(model.top, ChoicesScreen):
        rows = list(range(model.rows))
    picture = rows_of(model)
    words = [(row, word.start()) for row in reversed(rows) for word in re.finditer(r"\S+", picture[row])]
    if any(is_left(model, clicked(model, *place)) for place in words):
        return True
    after = (clicked(model, *place) for place in words) if clicks > 1 else ()
    return any(can_be_left(one, clicks - 1) for one in after if one != model)


@pytest.mark.parametrize("size", [(20, 7), (80, 24)])
def test_every_screen_can_be_left_with_the_mouse(size: tuple[int, int]) -> None:
    for name, model in every_screen(*size):
        if not isinstance(model.top, MenuScreen):
            # Where a screen waits for a key or a text, offers a swap, lets the bot play or shows a tip on the analysis
            # board, the first click only ends that.
            clicks = 2 if name.startswith(("keys, ", "bot", "help, searching", "analysis, tip")) else 1
            assert can_be_left(model, clicks), f"{name}:\n{text_of(model)}"


_NOUNS = "mines|flags|games|wins|moves|guesses|cells|chords|rows|days"
ONE = re.compile(rf"(?<![\d.,:/x])1 (?:wrong |right |other )?(?:{_NOUNS})\b")


@pytest.mark.parametrize("size", [(20, 7), (80, 24)])
def test_screens_use_the_singular_after_1(size: tuple[int, int]) -> None:
    """Checks games with one mine and one wrong flag, and all other screens."""
    one = start(board("*...\n....\n...."), *size)
    one = press(press(cursor_to(one, 2, 3), "f"), "f3")
    lost = tick(work(press(cursor_to(one, 0, 0), "r")), 0.5)
    custom = CALM._replace(custom=BoardSpec(4, 3, 1))
    watch = menu(*size, custom)
    models = [one, lost, press(lost, "x"), press(one, "x"), press(one, "n"), watch, press(watch, "b", "down", "left")]
    for model in [*models, *(model for _, model in every_screen(*size))]:
        assert ONE.search(text_of(model)) is None, text_of(model)
    assert ONE.search("1 wrong flags")


@pytest.mark.parametrize(("cols", "rows"), [(80, 24), (120, 40), (200, 60)])
def test_title_rows_message_and_key_bar_share_a_centred_column(cols: int, rows: int) -> None:
    for name, model in every_screen(cols, rows):
        if not isinstance(model.top, PageScreen) or isinstance(model.top, ChoicesScreen | MenuScreen):
            continue
        page, lines = model.top.page(model), rows_of(model)
        left, width, chrome = page.room.left, page.chrome.width, page.chrome
        assert width <= min(84 if cols < 200 else 120, cols - 8), name
        assert left == chrome.left == (cols - width) // 2, name
        assert lines[chrome.top].index(chrome.title) == left, name
        for line in lines[page.top : page.top + len(page.shown)]:
            assert line[:left].strip() in ("", "|"), f"{name}: {line!r} begins before column {left}"
            assert line[left + width :].strip() in ("", "|"), f"{name}: {line!r} goes on after column {left + width}"
        centred = [(text.col, text.col + len(text.text)) for text in chrome.message]
        centred.append((chrome.buttons[0].col, chrome.buttons[-1].col + chrome.buttons[-1].width))
        for first, end in centred:
            assert abs(first - (cols - end)) <= 1, f"{name}: {first} columns at the left, {cols - end} at the right"
        assert all(end - first <= width for first, end in centred[:-1]), name


@pytest.mark.parametrize("size", [(20, 7), (80, 24)])
def test_the_terminal_cursor_stands_on_the_selected_row_of_every_list(size: tuple[int, int]) -> None:
    seen = []
    for name, model in every_screen(*size):
        if isinstance(model.top, ListScreen) and model.top.targets:
            row, col = render(model).cursor or (0, 0)
            assert model.top.page(model).target_at(row, col) == model.top.focus, f"{name}\n{text_of(model)}"
            seen.append(name)
    assert {"menu", "pause", "what next", "moves", "saved"} <= set(seen)
