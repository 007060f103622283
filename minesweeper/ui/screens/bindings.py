"""The keybindings screen: the keys of each action, screen by screen; a new key is bound by pressing it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.ui.actions import Action, Context
from minesweeper.ui.events import Mouse
from minesweeper.ui.frame import Canvas
from minesweeper.ui.geometry import COMPACT_COLS
from minesweeper.ui.hints import Hint, hint_at
from minesweeper.ui.keymap import Keymap, key_label, make_keymap
from minesweeper.ui.model import Model, SaveSettings, Screen
from minesweeper.ui.rebinding import (
    ALWAYS_QUITS,
    KeyRefusal,
    action_name,
    add_key,
    given_key,
    key_changes,
    remove_key,
    reset_action,
    swap_key,
    to_keys,
    vim_keymap,
)
from minesweeper.ui.screens.bindings_draw import BindingsPicture, Told, draw_bindings, spot_at
from minesweeper.ui.screens.help import open_help

_TURNS = {Action.LEFT: -1, Action.RIGHT: 1}
_PAGE = 10
_CONTEXTS = tuple(Context)
_WAITS = {Action.SELECT: "press a key ..", Action.REMOVE_KEY: "press its key .."}


@dataclass(frozen=True)
class BindingsScreen(Screen):
    """The actions of one context, and what is being done to one of them."""

    standard: Keymap
    about: Context = Context.GAME
    selected: int = 0
    waiting: Action | None = None
    """Whether the next key is to be added (SELECT) or removed (REMOVE_KEY)."""
    clash: str | None = None
    """The key that another action has and that can be swapped."""
    asking: Action | None = None
    """The preset that was asked for and would replace the player's own keys."""
    told: Told | None = None
    """What the last key did or why it did nothing."""
    fresh: bool = True

    @property
    def context(self) -> Context:
        return Context.BINDINGS

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that are listed."""
        return tuple(self.standard.bindings[self.about])

    @property
    def action(self) -> Action:
        """The action that is selected."""
        return self.actions[self.selected]

    def _calm(self) -> BindingsScreen:
        return replace(self, waiting=None, clash=None, asking=None, told=None, fresh=False)

    def _say(self, text: str, short: str, alarm: bool = False) -> BindingsScreen:
        return replace(self._calm(), told=Told(text, short, alarm))

    def type_key(self, model: Model, key: str) -> Model | None:
        if self.waiting is None or key == ALWAYS_QUITS:
            return None
        if key == "esc":
            return model.with_top(self._say("Nothing was changed.", "Nothing changed"))
        label, name = key_label(key), action_name(self.action)
        if self.waiting is Action.REMOVE_KEY:
            done = remove_key(model.keymap, self.about, self.action, key)
            return self._done(model, done, f"{label} is no key of '{name}' any more.", f"{label} removed")
        done = add_key(model.keymap, self.about, self.action, key)
        given = given_key(model.keymap, self.about, self.action)
        if isinstance(done, KeyRefusal) and done.owner is not None and given is not None:
            return model.with_top(self._offer_swap(model, done, key, given))
        return self._done(model, done, f"{label} means '{name}' now.", f"{label} is bound")

    def _offer_swap(self, model: Model, refusal: KeyRefusal, key: str, given: str) -> BindingsScreen:
        enter = model.keymap.label(self.context, Action.SELECT)
        text = f"{refusal.text} {enter} swaps {key_label(key)} and {key_label(given)}."
        return replace(self._say(text, f"{refusal.short}. {enter}: swap", True), clash=key)

    def _done(self, model: Model, done: Keymap | KeyRefusal, text: str, short: str) -> Model:
        """The model with a change in force and saved, or with the reason why there is none."""
        if isinstance(done, KeyRefusal):
            return model.with_top(self._say(done.text, done.short, alarm=True))
        model = model.with_top(self._say(text, short))
        changes = key_changes(model.settings.keys, done, self.standard)
        if changes:
            model = model.with_effect(SaveSettings({"keys": changes}))
        settings = replace(model.settings, keys=to_keys(model.settings.keys, done))
        return replace(model, keymap=done, settings=settings)

    def act(self, model: Model, action: Action) -> Model:
        screen = self._calm()
        last = len(self.actions) - 1
        places = {
            Action.UP: (self.selected - 1) % (last + 1),
            Action.DOWN: (self.selected + 1) % (last + 1),
            Action.ROW_START: 0,
            Action.ROW_END: last,
            Action.PAGE_UP: max(0, self.selected - _PAGE),
            Action.PAGE_DOWN: min(last, self.selected + _PAGE),
        }
        if action in places:
            return model.with_top(replace(screen, selected=places[action]))
        if action in _TURNS:
            place = (_CONTEXTS.index(self.about) + _TURNS[action]) % len(_CONTEXTS)
            return model.with_top(screen._turned(_CONTEXTS[place]))
        if action is Action.SELECT and self.clash is not None:
            return self._swap(model, self.clash)
        if action in _WAITS:
            return model.with_top(replace(screen, waiting=action))
        if action is Action.RESET:
            done = reset_action(model.keymap, self.standard, self.about, self.action)
            return self._done(model, done, f"'{action_name(self.action)}' is as shipped.", "As shipped")
        if action in (Action.STANDARD_KEYS, Action.VIM_KEYS):
            return self._preset(model, action)
        return self._leave(model, action)

    def _leave(self, model: Model, action: Action) -> Model:
        if action is Action.HELP:
            return model.push(open_help(self.context))
        if action is Action.QUIT:
            return model.act_below(action)  # the menu knows whether a game would be lost
        if action is not Action.BACK:
            return model
        return model.with_top(self._calm()) if self.clash or self.asking else model.pop()

    def _turned(self, about: Context) -> BindingsScreen:
        return replace(self, about=about, selected=0)

    def _swap(self, model: Model, key: str) -> Model:
        given = given_key(model.keymap, self.about, self.action) or key
        taken, lost = key_label(key), key_label(given)
        done = swap_key(model.keymap, self.about, self.action, key)
        text = f"{taken} means '{action_name(self.action)}' now, and {lost} what {taken} meant."
        return self._done(model, done, text, f"{taken}, {lost} swapped")

    def _preset(self, model: Model, action: Action) -> Model:
        vim = vim_keymap(self.standard)
        done, name = (vim, "as in vim") if action is Action.VIM_KEYS else (self.standard, "as shipped")
        if self.asking is not action and model.keymap not in (vim, self.standard):
            key = model.keymap.label(self.context, action)
            text = f"All keys {name}, in place of your own? {key} again: yes, other keys: no."
            return model.with_top(replace(self._say(text, f"{key} again: all {name}", True), asking=action))
        return self._done(model, done, f"All keys are {name}.", f"All {name}")

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "wheel":
            place = self.selected + {"up": -1, "down": 1}.get(event.button, 0)
            return model.with_top(replace(self._calm(), selected=max(0, min(place, len(self.actions) - 1))))
        if event.kind != "press" or event.button != "left":
            return model
        if self.waiting is not None:
            return model.with_top(self._say("Nothing was changed.", "Nothing changed"))
        spot = spot_at(self._picture(), model, event.row, event.col)
        if isinstance(spot, Context):
            return model.with_top(self._calm()._turned(spot))
        if spot is None:
            hints = bindings_hints(self, model.cols)
            action = hint_at(hints, model.keymap, self.context, model.rows - 1, model.cols, (event.row, event.col))
            return self.act(model, action) if action else model
        screen = replace(self._calm(), selected=spot.index)
        return screen.act(model, Action.SELECT) if spot.on_keys else model.with_top(screen)

    def _picture(self) -> BindingsPicture:
        waits = _WAITS[self.waiting] if self.waiting else ""
        return BindingsPicture(self.standard, self.about, self.selected, waits, self.told, self.fresh)

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_bindings(canvas, self._picture(), model, bindings_hints(self, model.cols))


def bindings_hints(screen: BindingsScreen, cols: int) -> list[Hint]:
    """The keys of the keybindings, most important first; none while a key is waited for, because any may be meant."""
    if screen.waiting is not None:
        return [(Action.BACK, "leave it")]
    hints: list[Hint] = [(Action.SELECT, "swap" if screen.clash else "add"), (Action.BACK, "back")]
    if cols < COMPACT_COLS:
        return hints
    hints += [(Action.REMOVE_KEY, "remove"), (Action.RESET, "as shipped"), (Action.STANDARD_KEYS, "standard")]
    return [*hints, (Action.VIM_KEYS, "vim"), (Action.HELP, "help"), (Action.RIGHT, "next screen")]


def open_bindings(model: Model) -> BindingsScreen:
    """The keys of the game, from the first action on."""
    return BindingsScreen(make_keymap(model.shipped.keys)[0])
