"""The screen that shows the keys of every action and changes them, with the functions that change a key map.

The screen lists the actions of one `Context` at a time. Every change leaves each key with one meaning in its context
and each action with at least one key; a change that would break this is refused, with the reason as a `KeyRefusal`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from minesweeper.core.text import capitalise
from minesweeper.storage.settings import Keys
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import ALWAYS_QUITS, Keymap, key_label, key_labels, make_keymap
from minesweeper.ui.base.model import Model, SaveSettings, replace
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.screens.help import by_task, meaning
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, column_width, say
from minesweeper.ui.widgets.controls import heading, key_buttons
from minesweeper.ui.widgets.page import (
    BLANK,
    KEPT,
    MENU_WIDTH,
    STATISTICS_WIDTH,
    Page,
    PageScreen,
    PageSpec,
    Row,
    TableCell,
    blank,
    entry,
)

# ------------------------------------------------------------------------------
# Changes of the key map
# ------------------------------------------------------------------------------

_VIM_REPLACED = {Action.HELP: "?", Action.REDUCED: "\\", Action.SIMPLE_STEP: "[", Action.SIMPLE_ALL: "]"}
"""The keys of actions whose usual letter moves the cursor in Vim."""
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
"""The Vim keys that are added before all others of their actions."""
_VIM_TOO = {Action.ROW_START: "0", Action.ROW_END: "$", Action.PAGE_UP: "ctrl+u", Action.PAGE_DOWN: "ctrl+d"}
"""The Vim keys that are added after all others of their actions."""


@dataclass(frozen=True)
class KeyRefusal:
    """The reason why a change of keys is refused.

    ``owner`` is the action that already has the key, if this is the reason.
    """

    text: str
    owner: Action | None = None


def owner_of(keymap: Keymap, context: Context, key: str) -> Action | None:
    """The action that a key has in a context, or None if it has none.

    A capital letter and its small letter are two keys.
    """
    return next((action for action, keys in keymap.bindings[context].items() if key in keys), None)


def add_key(keymap: Keymap, context: Context, action: Action, key: str) -> Keymap | KeyRefusal:
    """The key map with one more key for an action.

    Returns a refusal if the key already means something in this context, if it always quits, or if it is a character
    that players type into a form.
    """
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
    """The key map with one key less for an action.

    Returns a refusal if the action doesn't have the key, if the key always quits, or if the action would have no key
    left.
    """
    keys, label = keymap.keys(context, action), key_label(key)
    if key not in keys:
        return KeyRefusal(f"{label} isn't a key of '{action.title}'.")
    if key == ALWAYS_QUITS and action is Action.QUIT:
        return KeyRefusal(f"{label} always quits. It can't be removed.")
    if len(keys) == 1:
        return KeyRefusal(f"{label} is the only key of '{action.title}'. Add another one first.")
    return _with_keys(keymap, context, {action: tuple(own for own in keys if own != key)})


def given_key(keymap: Keymap, context: Context, action: Action) -> str | None:
    """The key that an action gives away when it swaps keys with another action, or None if it must keep all its keys.

    A key that always quits is never given away.
    """
    return next((key for key in keymap.keys(context, action) if key != ALWAYS_QUITS), None)


def swap_key(keymap: Keymap, context: Context, action: Action, key: str) -> Keymap:
    """The key map in which an action has got a key of another action, which has one of its keys in return.

    Without a key to swap, the key map stays as it is.
    """
    owner, given = owner_of(keymap, context, key), given_key(keymap, context, action)
    if owner is None or owner is action or given is None:
        return keymap
    ours = tuple(key if own == given else own for own in keymap.keys(context, action))
    theirs = tuple(given if own == key else own for own in keymap.keys(context, owner))
    return _with_keys(keymap, context, {action: ours, owner: theirs})


def reset_action(keymap: Keymap, standard: Keymap, context: Context, action: Action) -> Keymap | KeyRefusal:
    """The key map with the default keys of an action. Returns a refusal if another action has one of these keys now."""
    for key in standard.keys(context, action):
        owner = owner_of(keymap, context, key)
        if owner is not None and owner is not action:
            return KeyRefusal(f"{key_label(key)} now means '{owner.title}', so '{action.title}' can't be reset.")
    return _with_keys(keymap, context, {action: standard.keys(context, action)})


def vim_keymap(standard: Keymap) -> Keymap:
    """The default keys with those of Vim: h, j, k and l move the cursor.

    The actions that these letters had get other keys.
    """
    bindings: dict[Context, Mapping[Action, tuple[str, ...]]] = {}
    for context, actions in standard.bindings.items():
        bindings[context] = actions if context is Context.FORM else _vim_actions(actions)
    return Keymap(bindings)


def _vim_actions(actions: Mapping[Action, tuple[str, ...]]) -> dict[Action, tuple[str, ...]]:
    """The actions of a context with the keys of Vim. A key that another action has isn't taken from it."""
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
    """Whether no other action has a key."""
    return not any(key in keys for other, keys in actions.items() if other is not action)


def _with_keys(keymap: Keymap, context: Context, changed: Mapping[Action, tuple[str, ...]]) -> Keymap:
    return Keymap({**keymap.bindings, context: {**keymap.bindings[context], **changed}})


def key_changes(own_keys: Keys, keymap: Keymap, shipped: Keymap) -> dict[str, dict[str, Any]]:
    """What has to change in the settings file so that it describes a key map. For each context and action this is the
    list of keys, or None to remove the entry because the default keys apply.

    An entry that the program refused when it read the file is removed too. Otherwise it could become valid by a later
    change, and a key would mean something that the player never chose.
    """
    changes: dict[str, dict[str, Any]] = {}
    for context, actions in keymap.bindings.items():
        for action, keys in actions.items():
            before = shipped.keys(context, action)
            if keys != own_keys.get(context.value, {}).get(action.id, before):
                changes.setdefault(context.value, {})[action.id] = None if keys == before else list(keys)
    return changes


def to_keys(own_keys: Keys, keymap: Keymap) -> Keys:
    """A key map in the form of the settings.

    Entries of contexts and actions that this version doesn't know are kept.
    """
    own = {
        context.value: {action.id: keys for action, keys in actions.items()}
        for context, actions in keymap.bindings.items()
    }
    return {**own_keys, **{context: {**own_keys.get(context, {}), **actions} for context, actions in own.items()}}


# ------------------------------------------------------------------------------
# The screen
# ------------------------------------------------------------------------------

_NOTHING = "Nothing changed."
_FEWEST_GROUPS = 3
"""Up to this number of groups, keys stand in one column even if the screen has room for two."""
_CONTEXTS = tuple(Context)
_TURNS = {Action.LEFT: -1, Action.RIGHT: 1}
_WAITS = {Action.SELECT: "Press the new key for", Action.REMOVE_KEY: "Press the key to remove from"}
"""What the screen says while it waits for a key to add or to remove."""
_PRESETS = {
    Action.STANDARD_KEYS: ("Reset all keys?", "All keys are reset."),
    Action.VIM_KEYS: ("Set all keys as in Vim?", "All keys are as in Vim."),
}
"""For each action that replaces the player's own keys, the question before it and the message after it."""
_HINTS: list[KeyHint] = [
    (Action.SELECT, "add"),
    (Action.REMOVE_KEY, "remove"),
    (Action.RESET, "reset"),
    (Action.HELP, "help"),
    (Action.BACK, "back"),
]


class BindingsScreen(PageScreen):
    """The list of actions of one context with their keys. A message describes the selected action."""

    standard: Keymap
    """The default keys, without the player's changes."""
    about: Context = Context.GAME
    """The context whose actions are listed."""
    selected: Action = Action.MOVE_UP
    waiting: Action | None = None
    """What the next key that the player presses is for: SELECT adds it and REMOVE_KEY removes it.

    None if it is an ordinary key.
    """
    offer: tuple[Keymap, str] | None = None
    """The key map that applies if the player answers the question with yes, and the message that follows.

    None if the screen asks nothing.
    """
    message: Message = SILENCE

    wraps = True
    targets_per_page = 10
    context = Context.BINDINGS

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(action.id for actions in by_task(self.about, self.standard).values() for action in actions)

    @property
    def focus(self) -> str:
        return self.selected.id

    def focused_on(self, target: Hashable) -> BindingsScreen:
        selected = next(action for action in self.standard.bindings[self.about] if action.id == target)
        return replace(self, selected=selected)

    def page(self, model: Model) -> Page:
        compact = is_compact(model.rows, model.cols)
        air = blank(BLANK if compact else KEPT)
        groups = [
            [*([heading(task)] if task else []), *(self._row(model, action) for action in actions)]
            for task, actions in by_task(self.about, self.standard).items()
        ]
        presets = [(action, self._label(model, action), action.title.lower()) for action in _PRESETS]
        groups.append([Row((key_buttons(presets),))])
        hints: Sequence[KeyHint] = _HINTS
        if self.waiting is not None:
            hints = [(Action.BACK, "cancel")]
        title, own = model.looks.glyphs.turning(self.about.title), "" if model.keymap == self.standard else "own keys"
        if model.keymap == vim_keymap(self.standard):
            own = "Vim keys"
        titles = (f"Keys  {title}  {own}".rstrip(), f"Keys  {title}", title, self.about.title)
        message = self.message or self._words(model)
        reserve = 1 if compact else 2
        spec = PageSpec(titles, _parted(groups, air), hints, message, width=MENU_WIDTH, reserved_rows=reserve)
        if column_width(model, STATISTICS_WIDTH) == STATISTICS_WIDTH and len(groups) > _FEWEST_GROUPS:
            halves = [_parted(half, air) for half in (groups[:2], groups[2:])]
            wide = self.arrange_columns(model, spec._replace(width=STATISTICS_WIDTH), halves)
            if wide is not None:
                return wide
        return self.arrange_page(model, spec)

    def _row(self, model: Model, action: Action) -> Row:
        keys = model.keymap.keys(self.about, action)
        # Two blanks separate the keys, so that W and Up don't look like one key.
        spaced = "  ".join(map(key_label, keys))
        forms = (spaced, *(key_labels(keys[:count]) for count in range(len(keys), 0, -1)), "")
        return entry(action.id, action.title, TableCell(forms, "key"))

    def _label(self, model: Model, action: Action) -> str:
        return model.keymap.label(self.context, action)

    def _words(self, model: Model) -> Message:
        """Describes the selected action, and adds its default keys if the player has changed them.

        On a narrow screen it also lists all keys of the action, because its row may have no room for them.
        """
        if self.waiting:
            return say(f"{_WAITS[self.waiting]} '{self.selected.title}'.")
        keys, before = model.keymap.keys(self.about, self.selected), self.standard.keys(self.about, self.selected)
        what = f"{capitalise(meaning(self.selected, self.about, model.settings))}."
        default = "" if keys == before else f" Default: {key_labels(before)}."
        if model.cols < MENU_WIDTH:
            return say(f"{key_labels(keys)}: {what}{default}")
        add, remove = (self._label(model, action) for action in (Action.SELECT, Action.REMOVE_KEY))
        how = f"{add} adds a key" + (f", {remove} removes one." if len(keys) > 1 else ".")
        return say(f"{what}{default}\n{how}", f"{what}{default}")

    def without_message(self) -> BindingsScreen:
        return replace(self, waiting=None, offer=None, message=SILENCE)

    def type_key(self, model: Model, key: str) -> Model | None:
        if self.waiting is None:
            return super().type_key(model, key)
        if key == "esc":
            return model.with_top(self.without_message().with_message(_NOTHING))
        label, name = key_label(key), self.selected.title
        if self.waiting is Action.REMOVE_KEY:
            result = remove_key(model.keymap, self.about, self.selected, key)
            return self._with_result(model, result, f"{label} no longer means '{name}'.")
        result = add_key(model.keymap, self.about, self.selected, key)
        given = given_key(model.keymap, self.about, self.selected)
        if isinstance(result, KeyRefusal) and result.owner is not None and given is not None:
            text = f"{label} now means '{name}', and {key_label(given)} means '{result.owner.title}'."
            swapped = swap_key(model.keymap, self.about, self.selected, key)
            question = f"{result.text} Swap {label} and {key_label(given)}?"
            return replace(self.without_message(), offer=(swapped, text)).ask(model, Action.SELECT, question)
        # While Caps Lock is on, a letter arrives as its capital, which is another key. The player may not know why.
        asks = " If you didn't press Shift, Caps Lock is on." if len(key) == 1 and key.isupper() else ""
        return self._with_result(model, result, f"{label} now means '{name}'.{asks}")

    def _with_result(self, model: Model, result: Keymap | KeyRefusal, text: str) -> Model:
        """Applies a changed key map and saves it. If the change was refused, it shows the reason."""
        if isinstance(result, KeyRefusal):
            return model.with_top(self.without_message().with_message(result.text, alarm=True))
        model = model.with_top(self.without_message().with_message(text))
        changes = key_changes(model.settings.keys, result, self.standard)
        if changes:
            model = model.with_effect(SaveSettings({"keys": changes}))
        settings = model.settings._replace(keys=to_keys(model.settings.keys, result))
        return model._replace(keymap=result, settings=settings)

    def act_here(self, model: Model, action: Action) -> Model:
        if action in (Action.SELECT, Action.REMOVE_KEY):
            return model.with_top(replace(self, waiting=action))
        if action in _TURNS:
            about = _CONTEXTS[(_CONTEXTS.index(self.about) + _TURNS[action]) % len(_CONTEXTS)]
            return model.with_top(replace(self, about=about, selected=_first_action(self.standard, about)))
        if action is Action.RESET:
            result = reset_action(model.keymap, self.standard, self.about, self.selected)
            return self._with_result(model, result, f"'{self.selected.title}' has its default keys.")
        if action not in _PRESETS:
            return super().act_here(model, action)
        vim, (question, text) = vim_keymap(self.standard), _PRESETS[action]
        result = vim if action is Action.VIM_KEYS else self.standard
        if model.keymap in (vim, self.standard):
            return self._with_result(model, result, text)
        screen = replace(self, offer=(result, text))
        return screen.ask(model, action, f"{question} Your own keys will be lost.", question)

    def press(self, model: Model, target: Hashable) -> Model:
        """Selects an action. A click on the selected action starts adding a key."""
        return self.act(model, Action.SELECT) if target == self.focus else super().press(model, target)

    def answer(self, model: Model, yes: bool) -> Model:
        if not yes or self.offer is None:
            return model.with_top(self.without_message().with_message(_NOTHING))
        return self._with_result(model, *self.offer)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if self.waiting is not None and event.kind == "press" and event.button == "left":
            return model.with_top(self.without_message().with_message(_NOTHING))
        return super().use_mouse(model, event)


def _first_action(keymap: Keymap, context: Context) -> Action:
    """The action that the screen lists first for a context."""
    return next(action for actions in by_task(context, keymap).values() for action in actions)


def _parted(groups: Sequence[Sequence[Row]], air: Row) -> list[Row]:
    """Joins groups of rows to one list, with the row ``air`` between them."""
    return [row for group in groups for row in (air, *group)][1:]


def open_bindings(model: Model) -> Model:
    """Opens the list with the keys of the game."""
    standard = make_keymap(model.shipped.keys)[0]
    return model.push(BindingsScreen(standard, selected=_first_action(standard, Context.GAME)))
