"""Changes of the key map that leave every key with one meaning and every action with a key; and whole presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from minesweeper.storage.settings import Keys
from minesweeper.ui.actions import Action, Context
from minesweeper.ui.keymap import Keymap, key_label

ALWAYS_QUITS = "ctrl+c"
"""This key is never taken from quit: it is what people press when all else fails."""

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
    """Why a change of keys is not made, as a sentence and in a few words; and the action that has the key, if any."""

    text: str
    short: str
    owner: Action | None = None


def action_name(action: Action) -> str:
    """What lists and sentences call an action: a few words."""
    words = action.id.replace("-", " ")
    return words[0].upper() + words[1:]


def owner_of(keymap: Keymap, context: Context, key: str) -> Action | None:
    """The action that has exactly this key; a capital is not its small letter."""
    return next((action for action, keys in keymap.bindings[context].items() if key in keys), None)


def add_key(keymap: Keymap, context: Context, action: Action, key: str) -> Keymap | KeyRefusal:
    """The key map with one more key for an action."""
    label = key_label(key)
    if key == ALWAYS_QUITS and action is not Action.QUIT:
        return KeyRefusal(f"{label} always quits. Nothing was changed.", f"{label} always quits")
    if context is Context.FORM and (len(key) == 1 or key == "space"):
        return KeyRefusal(f"{label} is typed into the fields, so it can't be a key here.", f"{label} is typed here")
    owner = owner_of(keymap, context, key)
    if owner is action:
        return KeyRefusal(f"{label} is a key of '{action_name(action)}' already.", f"{label} is there already")
    if owner is not None:
        name = action_name(owner)
        return KeyRefusal(
            f"{label} is not free here: it means '{name}'. Nothing was changed.", f"{label} is '{name}'", owner
        )
    return _with_keys(keymap, context, {action: (*keymap.keys(context, action), key)})


def remove_key(keymap: Keymap, context: Context, action: Action, key: str) -> Keymap | KeyRefusal:
    """The key map with a key taken from an action."""
    keys, name, label = keymap.keys(context, action), action_name(action), key_label(key)
    if key not in keys:
        return KeyRefusal(f"{label} is no key of '{name}'. Nothing was changed.", f"{label} is no key of it")
    if key == ALWAYS_QUITS and action is Action.QUIT:
        return KeyRefusal(f"{label} always quits. Nothing was changed.", f"{label} always quits")
    if len(keys) == 1:
        return KeyRefusal(f"{label} is the only key of '{name}'. Add another one first.", "It needs a key")
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
    """The key map with the keys of one action as shipped, unless other actions have them now."""
    for key in standard.keys(context, action):
        owner = owner_of(keymap, context, key)
        if owner not in (None, action):
            assert owner is not None
            name, label = action_name(owner), key_label(key)
            text = f"{label} belongs to '{name}' now, so '{action_name(action)}' can't be as shipped."
            return KeyRefusal(text, f"{label} is '{name}'")
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
    """What has to be written so that files that say this give the key map; None takes out what is as shipped.

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
