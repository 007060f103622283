"""The keys screen: the keys of each action, screen by screen and by task; a new key is bound by pressing it.

A change leaves every key with one meaning and every action with a key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from minesweeper.core.text import begin
from minesweeper.storage.settings import Keys
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import ALWAYS_QUITS, Keymap, key_label, make_keymap
from minesweeper.ui.base.model import Model, SaveSettings
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.screens.help import by_task, meaning
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say
from minesweeper.ui.widgets.layout import Cell, Page, Row, blank, buttons, entry, heading, lay_page
from minesweeper.ui.widgets.list_screen import Listing, ListScreen

# ------------------------------------------------------------------------------
# Changes of the key map that leave every key with one meaning and every action with a key; and whole presets.
# ------------------------------------------------------------------------------


_VIM_REPLACED = {Action.HELP: "?", Action.REDUCED: "\\", Action.SIMPLE_STEP: "[", Action.SIMPLE_ALL: "]"}
_VIM_FIRST = {
    Action.MOVE_LEFT: "h",
    Action.MOVE_DOWN: "j",
    Action.MOVE_UP: "k",
    Action.MOVE_RIGHT: "l",
    Action.LEFT: "h",
    Action.DOWN: "j",
    Action.UP: "k",
    Action.RIGHT: "l",
}
_VIM_TOO = {Action.ROW_START: "0", Action.ROW_END: "$", Action.PAGE_UP: "ctrl+u", Action.PAGE_DOWN: "ctrl+d"}


@dataclass(frozen=True)
class KeyRefusal:
    """Why a change of keys is not made, and the action that has the key, if any."""

    text: str
    owner: Action | None = None


def owner_of(keymap: Keymap, context: Context, key: str) -> Action | None:
    """The action that has exactly this key; a capital is not its small letter."""
    return next((action for action, keys in keymap.bindings[context].items() if key in keys), None)


def add_key(keymap: Keymap, context: Context, action: Action, key: str) -> Keymap | KeyRefusal:
    """Gives the key map with one more key for an action."""
    label = key_label(key)
    if key == ALWAYS_QUITS and action is not Action.QUIT:
        return KeyRefusal(f"{label} always quits. Choose another key.")
    if context is Context.FORM and (len(key) == 1 or key == "space"):
        return KeyRefusal(f"{label} is typed into the fields, so it can't be a key here.")
    owner = owner_of(keymap, context, key)
    if owner is action:
        return KeyRefusal(f"{label} already means '{action.title}'.")
    if owner is not None:
        return KeyRefusal(f"{label} already means '{owner.title}'.", owner)
    return _with_keys(keymap, context, {action: (*keymap.keys(context, action), key)})


def remove_key(keymap: Keymap, context: Context, action: Action, key: str) -> Keymap | KeyRefusal:
    """Gives the key map with a key taken from an action."""
    keys, label = keymap.keys(context, action), key_label(key)
    if key not in keys:
        return KeyRefusal(f"{label} isn't a key of '{action.title}'.")
    if key == ALWAYS_QUITS and action is Action.QUIT:
        return KeyRefusal(f"{label} always quits. It can't be removed.")
    if len(keys) == 1:
        return KeyRefusal(f"{label} is the only key of '{action.title}'. Add another one first.")
    return _with_keys(keymap, context, {action: tuple(own for own in keys if own != key)})


def given_key(keymap: Keymap, context: Context, action: Action) -> str | None:
    """The key that an action gives in a swap: its first one, if it may lose it."""
    return next((key for key in keymap.keys(context, action) if key != ALWAYS_QUITS), None)


def swap_key(keymap: Keymap, context: Context, action: Action, key: str) -> Keymap:
    """The key map in which a key of the action and another action's key have changed places."""
    owner, keys = owner_of(keymap, context, key), keymap.keys(context, action)
    given = given_key(keymap, context, action)
    if owner is None or owner is action or given is None:
        return keymap
    theirs = keymap.keys(context, owner)
    return _with_keys(
        keymap,
        context,
        {
            action: tuple(key if own == given else own for own in keys),
            owner: tuple(given if own == key else own for own in theirs),
        },
    )


def reset_action(keymap: Keymap, standard: Keymap, context: Context, action: Action) -> Keymap | KeyRefusal:
    """Gives the key map with the default keys of one action, unless other actions have them now."""
    for key in standard.keys(context, action):
        owner = owner_of(keymap, context, key)
        if owner is not None and owner is not action:
            return KeyRefusal(f"{key_label(key)} now means '{owner.title}', so '{action.title}' can't be reset.")
    return _with_keys(keymap, context, {action: standard.keys(context, action)})


def vim_keymap(standard: Keymap) -> Keymap:
    """The shipped keys with those of vim: h j k l move; what they meant before has other keys."""
    bindings: dict[Context, Mapping[Action, tuple[str, ...]]] = {}
    for context, actions in standard.bindings.items():
        bindings[context] = actions if context is Context.FORM else _vim_actions(actions)
    return Keymap(bindings)


def _vim_actions(actions: Mapping[Action, tuple[str, ...]]) -> dict[Action, tuple[str, ...]]:
    result = dict(actions)
    for action, key in _VIM_REPLACED.items():
        if action in result and _is_free(result, action, key):
            result[action] = (key,)
    for action, key in (*_VIM_FIRST.items(), *_VIM_TOO.items()):
        if action in result and _is_free(result, action, key):
            others = tuple(own for own in result[action] if own != key)
            result[action] = (key, *others) if action in _VIM_FIRST else (*others, key)
    return result


def _is_free(actions: Mapping[Action, tuple[str, ...]], action: Action, key: str) -> bool:
    return not any(key in keys for other, keys in actions.items() if other is not action)


def _with_keys(keymap: Keymap, context: Context, changed: Mapping[Action, tuple[str, ...]]) -> Keymap:
    return Keymap({**keymap.bindings, context: {**keymap.bindings[context], **changed}})


def key_changes(said: Keys, keymap: Keymap, shipped: Keymap) -> dict[str, dict[str, Any]]:
    """What has to be written so that files that say this give the key map; None takes out what is as by default.

    What the files say may differ from what was in force, where it was refused: then it goes, or a later change could
    bring it to life.
    """
    changes: dict[str, dict[str, Any]] = {}
    for context, actions in keymap.bindings.items():
        for action, keys in actions.items():
            before = shipped.keys(context, action)
            if keys != said.get(context.value, {}).get(action.id, before):
                changes.setdefault(context.value, {})[action.id] = None if keys == before else list(keys)
    return changes


def to_keys(said: Keys, keymap: Keymap) -> Keys:
    """The key map as settings hold it; what the files say of other contexts and actions stays."""
    own = {
        context.value: {action.id: keys for action, keys in actions.items()}
        for context, actions in keymap.bindings.items()
    }
    return {**said, **{context: {**said.get(context, {}), **actions} for context, actions in own.items()}}


# ------------------------------------------------------------------------------
# The screen: the actions of a context by task, each with its keys; the selected one is explained below.
# ------------------------------------------------------------------------------

_WIDTH = 60
_PAGE = 10
_NOTHING = "Nothing changed."
_CONTEXTS = tuple(Context)
_TURNS = {Action.LEFT: -1, Action.RIGHT: 1}
_WAITS = {Action.SELECT: "Press the new key for", Action.REMOVE_KEY: "Press the key to remove from"}
_PRESETS = {
    Action.STANDARD_KEYS: ("Reset all keys?", "All keys are reset."),
    Action.VIM_KEYS: ("Set all keys as in Vim?", "All keys are as in Vim."),
}
"""What is asked before a preset replaces the player's own keys, and what is said when it is in force."""
_HINTS: list[KeyHint] = [
    (Action.SELECT, "add"),
    (Action.REMOVE_KEY, "remove"),
    (Action.RESET, "reset"),
    (Action.HELP, "help"),
    (Action.BACK, "back"),
]


def _labels(keys: tuple[str, ...]) -> str:
    return " ".join(key_label(key) for key in keys)


@dataclass(frozen=True)
class BindingsScreen(ListScreen):
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
    told: Message = SILENCE
    """What the last key did or why it did nothing."""

    wraps = True

    @property
    def context(self) -> Context:
        return Context.BINDINGS

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that are listed, by task."""
        return tuple(action for actions in by_task(self.about, self.standard).values() for action in actions)

    @property
    def action(self) -> Action:
        """The action that is selected."""
        return self.actions[self.selected]

    def layout(self, model: Model) -> Page:
        """Lays out the screen."""
        rows: list[Row] = []
        for task, actions in by_task(self.about, self.standard).items():
            rows += [blank()] * bool(rows) + [heading(task)] * bool(task)
            rows += [self._row(model, action) for action in actions]
        presets = [(action, f"{self._label(model, action)} {action.title.lower()}") for action in _PRESETS]
        rows += [blank(), Row((buttons(presets, "text.dim"),))]
        hints: Sequence[KeyHint] = self.hints_of(_HINTS)
        if self.waiting is not None:
            hints = [(Action.BACK, "cancel")]
        elif self.clash is not None:
            hints = [(Action.SELECT, "swap"), (Action.BACK, "cancel")]
        title, own = f"< {self.about.title} >", "" if model.keymap == self.standard else "own keys"
        if model.keymap == vim_keymap(self.standard):
            own = "Vim keys"
        titles = (f"Keys  {title}  {own}".rstrip(), f"Keys  {title}", title, self.about.title)
        message = self.told or self._words(model)
        layout = lay_page(model, self.context, hints, rows, self.action, message, width=_WIDTH, reserve=2)
        place = f"{self.selected + 1}/{len(self.actions)}" if layout.place else ""
        return layout._replace(chrome=layout.chrome and layout.chrome.titled(titles, place))

    def _row(self, model: Model, action: Action) -> Row:
        keys = model.keymap.keys(self.about, action)
        forms = (*(_labels(keys[:count]) for count in range(len(keys), 0, -1)), "")
        return entry(action, action.title, Cell(forms, "key"))

    def _label(self, model: Model, action: Action) -> str:
        return model.keymap.label(self.context, action)

    def _words(self, model: Model) -> Message:
        """Says what the selected action does, its keys where its row may not show them, and its default ones."""
        if self.waiting:
            return say(f"{_WAITS[self.waiting]} '{self.action.title}'.")
        keys, before = model.keymap.keys(self.about, self.action), self.standard.keys(self.about, self.action)
        what = f"{begin(meaning(self.action, self.about, model.settings))}."
        default = "" if keys == before else f" Default: {_labels(before)}."
        return say(f"{what}{default}" if model.cols >= _WIDTH else f"{_labels(keys)}: {what}{default}")

    def listing(self, model: Model) -> Listing:
        layout = self.layout(model)
        assert layout.chrome is not None
        shown = [(line.row.target, row) for row, line in enumerate(layout.shown, layout.top) if line.row.target]
        rows = {self.actions.index(target): row for target, row in reversed(shown) if isinstance(target, Action)}
        return Listing(layout.chrome, len(self.actions), self.selected, rows, layout.room.left, layout.room.width)

    def draw(self, model: Model, canvas: Canvas) -> None:
        self.layout(model).draw(canvas, model.looks)

    def on(self, number: int) -> BindingsScreen:
        return replace(self, selected=number)

    def page(self, listing: Listing) -> int:
        return _PAGE

    def calm(self) -> BindingsScreen:
        return replace(self, waiting=None, clash=None, asking=None, told=SILENCE)

    def _say(self, text: str, *, alarm: bool = False) -> BindingsScreen:
        return replace(self.calm(), told=say(text, alarm=alarm))

    def type_key(self, model: Model, key: str) -> Model | None:
        if self.waiting is None:
            return super().type_key(model, key)
        if key == "esc":
            return model.with_top(self._say(_NOTHING))
        label, name = key_label(key), self.action.title
        if self.waiting is Action.REMOVE_KEY:
            done = remove_key(model.keymap, self.about, self.action, key)
            return self._done(model, done, f"{label} no longer means '{name}'.")
        done = add_key(model.keymap, self.about, self.action, key)
        given = given_key(model.keymap, self.about, self.action)
        if isinstance(done, KeyRefusal) and done.owner is not None and given is not None:
            enter = self._label(model, Action.SELECT)
            text = f"{done.text} {enter} swaps {label} and {key_label(given)}."
            return model.with_top(replace(self._say(text, alarm=True), clash=key))
        # With Caps Lock a letter comes as its capital, which is another key.
        asks = " If you didn't press Shift, Caps Lock is on." if len(key) == 1 and key.isupper() else ""
        return self._done(model, done, f"{label} now means '{name}'.{asks}")

    def _done(self, model: Model, done: Keymap | KeyRefusal, text: str) -> Model:
        """Gives the model with a change in force and saved, or with the reason why there is none."""
        if isinstance(done, KeyRefusal):
            return model.with_top(self._say(done.text, alarm=True))
        model = model.with_top(self._say(text))
        changes = key_changes(model.settings.keys, done, self.standard)
        if changes:
            model = model.with_effect(SaveSettings({"keys": changes}))
        settings = model.settings._replace(keys=to_keys(model.settings.keys, done))
        return model._replace(keymap=done, settings=settings)

    def act(self, model: Model, action: Action) -> Model:
        if self.clash is not None and action in (Action.SELECT, Action.BACK):
            return self._swap(model, self.clash) if action is Action.SELECT else model.with_top(self.calm())
        return super().act(model, action)

    def pick(self, model: Model) -> Model:
        return model.with_top(replace(self, waiting=Action.SELECT))

    def press(self, model: Model, number: int, col: int) -> Model:
        """Selects an action; a press on the selected one is the wish to add a key."""
        return self.pick(model) if number == self.selected else model.with_top(self.on(number))

    def use(self, model: Model, action: Action) -> Model:
        if action in _TURNS:
            place = (_CONTEXTS.index(self.about) + _TURNS[action]) % len(_CONTEXTS)
            return model.with_top(replace(self, about=_CONTEXTS[place], selected=0))
        if action is Action.REMOVE_KEY:
            return model.with_top(replace(self, waiting=action))
        if action is Action.RESET:
            done = reset_action(model.keymap, self.standard, self.about, self.action)
            return self._done(model, done, f"'{self.action.title}' has its default keys.")
        return self._preset(model, action) if action in _PRESETS else super().use(model, action)

    def _swap(self, model: Model, key: str) -> Model:
        given = given_key(model.keymap, self.about, self.action) or key
        owner = owner_of(model.keymap, self.about, key) or self.action
        done = swap_key(model.keymap, self.about, self.action, key)
        text = f"{key_label(key)} now means '{self.action.title}', and {key_label(given)} means '{owner.title}'."
        return self._done(model, done, text)

    def _preset(self, model: Model, action: Action) -> Model:
        """Gives the model with all keys as in a preset, or with the question whether own keys may go for it."""
        if model.keymap in (vim_keymap(self.standard), self.standard):
            return self._take_preset(model, action)
        question = _PRESETS[action][0]
        said = say(f"{question} Your own keys will be lost.", question, alarm=True)
        return model.with_top(replace(self.calm(), told=said, asking=action))

    def _take_preset(self, model: Model, action: Action) -> Model:
        done = vim_keymap(self.standard) if action is Action.VIM_KEYS else self.standard
        return self._done(model, done, _PRESETS[action][1])

    def answer(self, model: Model, yes: bool) -> Model:
        if yes and self.asking:
            return self._take_preset(model, self.asking)
        return model.with_top(self._say(_NOTHING))

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind != "press" or event.button != "left" or self.asking is not None:
            return super().use_mouse(model, event)
        if self.waiting is not None:
            return model.with_top(self._say(_NOTHING))
        layout = self.layout(model)
        assert layout.chrome is not None
        side = layout.chrome.side_of_title(event.row, event.col)
        if side:
            return self.act(model, Action.RIGHT if side > 0 else Action.LEFT)
        target = layout.target_at(event.row, event.col)
        if (
            isinstance(target, Action)
            and target in _PRESETS
            and layout.shown[event.row - layout.top].row.target is None
        ):
            return self.act(model, target)
        return super().use_mouse(model, event)


def open_bindings(model: Model) -> Model:
    """Gives the model with the keys of the game on top, from the first action on."""
    return model.push(BindingsScreen(make_keymap(model.shipped.keys)[0]))
