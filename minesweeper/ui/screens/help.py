"""Help, made from the key map."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper.ui.frame import Canvas
from minesweeper.ui.keymap import Action, Context
from minesweeper.ui.model import Model, Screen


@dataclass(frozen=True)
class HelpScreen(Screen):
    """The help text."""

    about: Context

    @property
    def context(self) -> Context:
        return Context.READER

    def act(self, model: Model, action: Action) -> Model:
        return model.pop() if action is Action.BACK else model

    def draw(self, model: Model, canvas: Canvas) -> None:
        canvas.write(0, 1, "Help", "title")


def open_help(context: Context) -> HelpScreen:
    """The help that starts with the keys of a context."""
    return HelpScreen(context)
