"""Routes: each leads to a function that puts a screen on top; what an action of the game does is found the same way."""

from __future__ import annotations

from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.screens.help import HelpScreen
from minesweeper.ui.screens.menu import open_menu


def test_a_route_puts_its_screen_on_top() -> None:
    model = Model(24, 80, (open_menu(),))
    shown = model.open_screen(Route.HELP, model.top.context)
    assert isinstance(shown.top, HelpScreen)
    assert shown.screens[:-1] == model.screens
