"""Routes: each leads to a function that puts a screen on top; what an action of the game does is found the same way."""

from __future__ import annotations

import inspect

import pytest

from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.game.game_screen import ACTIONS
from minesweeper.ui.screens.help import HelpScreen
from minesweeper.ui.screens.menu import open_menu


@pytest.mark.parametrize("route", Route)
def test_every_route_leads_to_a_function_that_takes_the_model_and_gives_it_back(route: Route) -> None:
    signature = inspect.signature(route.load())
    assert next(iter(signature.parameters)) == "model"
    assert signature.return_annotation == "Model"


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_of_the_game_leads_to_a_function_of_state_and_model(action: Action) -> None:
    assert list(inspect.signature(ACTIONS[action]()).parameters)[:2] == ["state", "model"]


def test_a_route_puts_its_screen_on_top() -> None:
    model = Model(24, 80, (open_menu(),))
    shown = model.open_screen(Route.HELP, model.top.context)
    assert isinstance(shown.top, HelpScreen)
    assert shown.screens[:-1] == model.screens
