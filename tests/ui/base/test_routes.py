"""Routes load a screen when it's needed: calling one puts its screen on top of the model."""

from __future__ import annotations

from minesweeper.ui.base import routes
from minesweeper.ui.base.model import Model
from minesweeper.ui.screens.help import HelpScreen
from minesweeper.ui.screens.menu import open_menu


def test_a_route_puts_its_screen_on_top() -> None:
    model = Model(24, 80, (open_menu(),))
    shown = routes.help_screen.open_help(model, model.top.context)
    assert isinstance(shown.top, HelpScreen)
    assert shown.screens[:-1] == model.screens
