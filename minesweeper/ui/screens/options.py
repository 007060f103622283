"""The settings screen: each setting with its value and its meaning; a change is in force and saved at once."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.storage.options import Option, Value
from minesweeper.ui.actions import Action, Context
from minesweeper.ui.events import Mouse
from minesweeper.ui.frame import Canvas
from minesweeper.ui.geometry import COMPACT_COLS
from minesweeper.ui.hints import Hint, hint_at
from minesweeper.ui.model import Model, Screen
from minesweeper.ui.screens.help import open_help
from minesweeper.ui.screens.options_draw import SHOWN, OptionsPicture, draw_options, spot_at

_MOVES = {Action.UP: -1, Action.DOWN: 1}
_PAGE = 5


@dataclass(frozen=True)
class OptionsScreen(Screen):
    """The list of settings, and which of them is selected."""

    selected: int = 0
    fresh: bool = True
    """Whether no key was pressed yet."""

    @property
    def context(self) -> Context:
        return Context.SETTINGS

    @property
    def option(self) -> Option:
        """The setting that is selected."""
        return SHOWN[self.selected]

    def act(self, model: Model, action: Action) -> Model:
        last = len(SHOWN) - 1
        if action in _MOVES:
            return model.with_top(self._on((self.selected + _MOVES[action]) % (last + 1)))
        places = {
            Action.ROW_START: 0,
            Action.ROW_END: last,
            Action.PAGE_UP: max(0, self.selected - _PAGE),
            Action.PAGE_DOWN: min(last, self.selected + _PAGE),
        }
        if action in places:
            return model.with_top(self._on(places[action]))
        value = model.settings[self.option.name]
        if action in (Action.LEFT, Action.RIGHT):
            return self._set(model, self.option.step(value, -1 if action is Action.LEFT else 1))
        if action is Action.SELECT:
            return self._set(model, self.option.step(value, 1, around=True))
        if action is Action.RESET:
            # Saved even if nothing changes: the file may hold a value that is not allowed.
            return self._set(model, model.shipped[self.option.name]).save_settings(self.option.name)
        if action is Action.HELP:
            return model.push(open_help(self.context))
        if action is Action.QUIT:
            return model.act_below(action)  # the menu knows whether a game would be lost
        return model.pop() if action is Action.BACK else model

    def _on(self, place: int) -> OptionsScreen:
        return OptionsScreen(place, fresh=False)

    def _set(self, model: Model, value: Value) -> Model:
        model = model.with_top(replace(self, fresh=False))
        return model.with_settings(model.settings.with_value(self.option.name, value), self.option.name)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "wheel":
            place = self.selected + {"up": -1, "down": 1}.get(event.button, 0)
            return model.with_top(self._on(max(0, min(place, len(SHOWN) - 1))))
        if event.kind != "press" or event.button != "left":
            return model
        spot = spot_at(self._picture(), model, event.row, event.col)
        if spot is None:
            hints = options_hints(model.cols)
            action = hint_at(hints, model.keymap, self.context, model.rows - 1, model.cols, (event.row, event.col))
            return self.act(model, action) if action else model
        screen = self._on(spot.index)
        if not spot.by:
            return model.with_top(screen)
        option = screen.option
        return screen._set(model, option.step(model.settings[option.name], spot.by, around=True))

    def _picture(self) -> OptionsPicture:
        return OptionsPicture(self.selected, self.fresh)

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_options(canvas, self._picture(), model, options_hints(model.cols))


def options_hints(cols: int) -> list[Hint]:
    """The keys of the settings, most important first."""
    hints: list[Hint] = [(Action.SELECT, "next"), (Action.BACK, "back")]
    if cols < COMPACT_COLS:
        return hints
    hints += [(Action.LEFT, "less"), (Action.RIGHT, "more"), (Action.RESET, "default"), (Action.HELP, "help")]
    return [*hints, (Action.UP, "up"), (Action.DOWN, "down")]


def open_options() -> OptionsScreen:
    """The settings from the first one on."""
    return OptionsScreen()
