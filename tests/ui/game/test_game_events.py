"""How events reach a game: a mode gets a state with the current settings, and asks for changes of the model."""

from __future__ import annotations

import ast
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import pytest

from minesweeper.ui import game as folder
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Copy, Job, Model, Request, handle, resize, tick
from minesweeper.ui.draw.geometry import COMPACT_COLS
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.game_state import GameState, Mode
from minesweeper.ui.terminal.events import Focus, Key, Mouse, Paste
from tests.ui.driving import CALM, board, finish_work, press, show_state, start, state_of
from tests.ui.game_boards import BEGINNER


def nothing() -> Generator[None, None, None]:
    """A job that ends at once."""
    yield


@dataclass(frozen=True)
class Witness(Mode):
    """A mode that handles every event by saying which theme the settings have at that moment."""

    def _say(self, state: GameState) -> GameState:
        return state.say(state.env.settings.text("theme"))

    def key(self, state: GameState, key: str, action: Action | None) -> GameState:
        return self._say(state)

    def click(self, state: GameState, event: Mouse) -> GameState:
        return self._say(state)

    def paste(self, state: GameState, text: str) -> GameState:
        return self._say(state)

    def tick(self, state: GameState, seconds: float) -> GameState:
        return self._say(state)

    def work(self, state: GameState) -> Job:
        return Job(nothing, (), lambda state, _: self._say(state))


def with_mode(mode: Mode) -> Model:
    """A running game with a mode on top."""
    model = press(start(board(BEGINNER)), "space")
    return show_state(model, state_of(model).push_mode(mode))


EVENTS = {
    "key": lambda model: press(model, "space"),
    "action": lambda model: model.top.act(model, Action.TIP),
    "click": lambda model: handle(model, Mouse("press", "left", 5, 5)),
    "paste": lambda model: handle(model, Paste("1")),
    "time": lambda model: tick(model, 1.0),
    "job": finish_work,
}


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_of_a_mode_sees_the_current_settings(name: str) -> None:
    model = with_mode(Witness())._replace(settings=CALM.with_value("theme", "mono"))
    after = EVENTS[name](model)
    assert isinstance(after.top, GameScreen)
    assert after.top.state.message.texts == ("mono",)


def test_resizing_the_terminal_fits_the_view_of_a_game_to_it() -> None:
    model = resize(start(board(BEGINNER), 80, 24), 12, 30)
    assert isinstance(model.top, GameScreen)
    assert model.top.state.env.cols == 30 < COMPACT_COLS
    assert model.top.state.geometry.is_compact


def test_game_screens_that_differ_only_in_terminal_size_are_equal() -> None:
    """Otherwise a resized terminal would look like a change of the game."""
    model = start(board(BEGINNER))
    assert isinstance(model.top, GameScreen)
    other = GameScreen(model.top.now(model._replace(rows=50)))
    assert other == model.top
    assert other != GameScreen(other.state.say("changed"))


class Deaf(Mode):
    """A mode that accepts every key and changes nothing."""

    def key(self, state: GameState, key: str, action: Action | None) -> GameState:
        return state


def test_an_event_without_an_effect_leaves_the_model_unchanged() -> None:
    model = with_mode(Deaf())._replace(rows=50)
    assert handle(model, Key("space")) is model
    assert handle(model, Focus(gained=True)) is model


class Wisher(Mode):
    """A mode that asks for two changes of the model at every key."""

    def key(self, state: GameState, key: str, action: Action | None) -> GameState:
        return state.then(Model.with_effect, Copy("a")).say("done").then(Model.with_effect, Request.BELL)


def test_model_changes_that_a_mode_asks_for_happen_once_and_in_order() -> None:
    model = press(with_mode(Wisher()), "space")
    assert model.effects == (Copy("a"), Request.BELL)
    assert isinstance(model.top, GameScreen)
    assert model.top.state.wishes == ()
    assert model.top.state.message.texts == ("done",)


def test_settings_that_the_game_changes_take_effect_at_once() -> None:
    state = state_of(start(board(BEGINNER)))
    changed = state.with_settings(state.env.settings.with_value("details", True), "details")
    assert (state.is_detailed, changed.is_detailed) == (False, True)


def test_game_functions_never_take_both_a_state_and_a_model() -> None:
    """The state already has everything that the game reads of the model. With two sources, one would be out of date."""
    assert folder.__file__
    functions = []
    for path in sorted(Path(folder.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                types = {ast.unparse(given.annotation) for given in node.args.args if given.annotation}
                both = {"GameState", "Model"}
                if both <= types or (node.returns and both <= set(ast.unparse(node.returns).split(" | "))):
                    functions.append(f"{path.name}: {node.name}")
    assert functions == []
