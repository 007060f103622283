"""A player who has only a mouse: every question can be answered, and no screen is a trap, not even at 20x7."""

from __future__ import annotations

import pytest

from minesweeper.play.game import Phase
from minesweeper.ui.base.model import Model, StoreCache, handle, tick
from minesweeper.ui.game.game_state import GameState
from minesweeper.ui.game.pause import ChoicesScreen
from minesweeper.ui.screens.help import HelpScreen
from minesweeper.ui.screens.menu import MenuScreen, open_menu
from minesweeper.ui.terminal.events import Mouse
from tests.ui.driving import (
    ASCII,
    CALM,
    board,
    click,
    press,
    rows_of,
    said,
    start,
    state_of,
    text_of,
    trimmed_text,
    work,
)
from tests.ui.game_boards import BEGINNER, SMALL
from tests.ui.watching import click_text


def running(cols: int = 80, rows: int = 24) -> Model:
    """A game of which one cell is open."""
    return click(start(board(SMALL), cols, rows, looks=ASCII), 0, 1)


def lost(cols: int = 80, rows: int = 24) -> Model:
    """A game that a click lost, after the time in which keys are ignored."""
    return tick(work(click(running(cols, rows), 0, 0)), 0.5)


def click_place(model: Model, row: int, col: int) -> Model:
    """The model after a click on a place of the screen."""
    return handle(handle(model, Mouse("press", "left", row, col)), Mouse("release", "left", row, col))


@pytest.mark.parametrize(("cols", "rows"), [(20, 7), (40, 10), (80, 24)])
class TestNoScreenIsATrap:
    def test_after_a_loss_a_click_starts_a_new_game_or_lists_more(self, cols: int, rows: int) -> None:
        assert state_of(click_text(lost(cols, rows), "N new")).game.phase is Phase.READY
        assert "T why" in text_of(lost(cols, rows)) or cols >= 80
        listed = click_text(lost(cols, rows), "Esc more")
        assert isinstance(listed.top, ChoicesScreen)

    def test_a_running_game_can_be_paused_left_and_explained(self, cols: int, rows: int) -> None:
        model = running(cols, rows)
        asked = click_place(model, 0, 2) if rows < 24 else click_text(model, "Esc pause")
        assert isinstance(asked.top, ChoicesScreen)
        assert state_of(click_text(asked, "resume")).game.phase is Phase.PLAYING
        assert isinstance(click_text(model, "H help").top, HelpScreen)

    def test_from_the_menu_to_a_game_and_back(self, cols: int, rows: int) -> None:
        model = Model(rows, cols, (open_menu(),), CALM, looks=ASCII)
        model = click_text(click_text(model, "Beginner"), "H help")
        assert isinstance(model.top, HelpScreen)
        model = click_text(model, "Esc back")
        model = click_text(model, "0:00")
        assert isinstance(click_text(model, "main menu").top, MenuScreen)


def test_a_click_on_a_message_opens_nothing_under_it() -> None:
    model = press(click(start(board(BEGINNER), 20, 7, looks=ASCII), 4, 0), "f5", "f5")
    assert trimmed_text(model).endswith("Left click opens,\nright click flags.")
    before: GameState = state_of(model)
    after = state_of(click_place(model, 5, 15))
    assert after.game.opened == before.game.opened
    assert said(after) == ""


def test_the_first_game_on_the_smallest_screen_shows_the_keys_that_matter() -> None:
    model = start(board(BEGINNER), 20, 7, looks=ASCII)
    new = Model(7, 20, model.screens, CALM, looks=ASCII, cache=StoreCache(replays=0))
    assert rows_of(new)[6] == " Space open  H help"
    assert isinstance(click_text(new, "H help").top, HelpScreen)
    assert "H help" in rows_of(click(new, 4, 0))[6]
    assert "Space open" not in text_of(click(new, 4, 0))


@pytest.mark.parametrize("size", [(20, 7), (30, 9)])
@pytest.mark.parametrize("key", ["0", "8"])
def test_what_a_small_list_says_leaves_its_way_out_in_view(key: str, size: tuple[int, int]) -> None:
    menu = Model(size[1], size[0], (open_menu(),), CALM, looks=ASCII)
    listed = click_place(press(menu, key), 3, 1)
    assert click_text(listed, "Esc back").screens == press(menu, key, "esc").screens


@pytest.mark.parametrize("key", ["7", "b"])
def test_every_list_shows_its_way_back_on_the_smallest_screen(key: str) -> None:
    menu = Model(7, 20, (open_menu(),), CALM, looks=ASCII)
    assert isinstance(click_text(press(menu, key), "Esc back").top, MenuScreen)
