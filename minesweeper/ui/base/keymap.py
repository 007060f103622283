"""Key names to actions, for each context: the shipped keys, and those of the settings on top of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from minesweeper.core.text import quote
from minesweeper.storage.settings import Keys
from minesweeper.ui.base.actions import BINDINGS, Action, Context

ALWAYS_QUITS = "ctrl+c"
"""This key is never taken from quit: it is what people press when all else fails."""
_ACTIONS = {action.id: action for action in Action}
_GONE = frozenset({"what-if-exact"})
"""Actions of earlier versions, which files may still name: what they did comes by itself now."""
_EARLIER = frozenset({("menu", "boards", ("right", "left", "d", "a"))})
"""Keys that were shipped earlier and have moved: a file that repeats them, as copies of settings.json do, is silent."""
_NEED_NO_KEY = frozenset({Action.CLICK_MODE, Action.SAME_BOARD, Action.ANALYSE})
"""What a button or a list has too: it may be left without a key."""


class Keymap(NamedTuple):
    """Which action each key stands for in each context."""

    bindings: Mapping[Context, Mapping[Action, tuple[str, ...]]]

    def action(self, context: Context, key: str) -> Action | None:
        """The action of a key; a capital letter that is not bound stands for its small one."""
        for name in (key, key.lower()) if len(key) == 1 else (key,):
            for action, keys in self.bindings[context].items():
                if name in keys:
                    return action
        return None

    def keys(self, context: Context, action: Action) -> tuple[str, ...]:
        """The names of an action's keys."""
        return self.bindings[context].get(action, ())

    def confirms(self, context: Context, action: Action, key: str) -> bool:
        """Whether a key says yes to the question about an action: its own key again, or Y; no other does."""
        return self.action(context, key) is action or key in ("y", "Y")

    def label(self, context: Context, action: Action) -> str:
        """How a text names an action's first key."""
        keys = self.keys(context, action)
        return key_label(keys[0]) if keys else "-"


def key_label(name: str) -> str:
    """How a text names a key: ``R``, ``Shift+K``, ``Space``, ``PgUp``."""
    if len(name) == 1:
        return f"Shift+{name}" if name.isupper() else name.upper()
    *modifiers, key = name.split("+") if not name.endswith("+") else [*name[:-1].split("+")[:-1], "+"]
    special = {"pgup": "PgUp", "pgdn": "PgDn"}
    return "+".join([*(part.capitalize() for part in modifiers), special.get(key, key.capitalize())])


def make_keymap(changes: Keys | None = None) -> tuple[Keymap, list[str]]:
    """The shipped keys with a file's changes, and a sentence for each change that was refused."""
    bindings = {
        context: {action: binding.keys for action, binding in actions.items()} for context, actions in BINDINGS.items()
    }
    problems: list[str] = []
    contexts = {context.value: context for context in Context}
    for context_name, actions in (changes or {}).items():
        context = contexts.get(context_name)
        if context is None:
            problems.append(f"keys of {quote(context_name)}: there are {', '.join(contexts)}")
            continue
        said = [(name, keys) for name, keys in actions.items() if (context_name, name, keys) not in _EARLIER]
        bindings[context], found = _with_changes(bindings[context], said)
        problems += found
    return Keymap(bindings), problems


def _with_changes(
    actions: Mapping[Action, tuple[str, ...]], changes: Iterable[tuple[str, tuple[str, ...]]]
) -> tuple[dict[Action, tuple[str, ...]], list[str]]:
    """The actions of one context with all changes that leave no key with two meanings and no action without a key.

    The changes are judged together, so that two actions can swap their keys.
    """
    result, problems = dict(actions), []
    wanted: dict[Action, tuple[str, ...]] = {}
    for name, keys in changes:
        action = _ACTIONS.get(name)
        if name in _GONE:
            continue
        if action is None or action not in result:
            names = ", ".join(action.id for action in result)
            problems.append(f"keys of {quote(name)}: no such action here; there are {names}")
        elif not keys and action not in _NEED_NO_KEY:
            problems.append(f"{name} would have no key: {_listed(result[action])} stays")
        elif action is not Action.QUIT and ALWAYS_QUITS in keys:
            problems.append(f"key {quote(ALWAYS_QUITS)} is not free for {name}: it always quits")
        elif keys != result[action]:
            is_left_out = action is Action.QUIT and ALWAYS_QUITS in result[action] and ALWAYS_QUITS not in keys
            wanted[action] = (*keys, ALWAYS_QUITS) if is_left_out else keys
    while True:
        trial = _making_room(result, wanted) | wanted
        clash = _first_clash(trial, wanted)
        if clash is None:
            return trial, problems
        action, key, owner = clash
        problems.append(f"key {quote(key)} is not free for {action.id}: it means {owner.id}")
        del wanted[action]


def _making_room(
    actions: Mapping[Action, tuple[str, ...]], wanted: Mapping[Action, tuple[str, ...]]
) -> dict[Action, tuple[str, ...]]:
    """The shipped actions without the keys that the file gave to others, as long as each keeps one if it needs any."""
    taken = {key for keys in wanted.values() for key in keys}
    rest = {action: tuple(key for key in keys if key not in taken) for action, keys in actions.items()}
    return {
        action: rest[action] if rest[action] or action in _NEED_NO_KEY else keys for action, keys in actions.items()
    }


def _first_clash(
    actions: Mapping[Action, tuple[str, ...]], wanted: Mapping[Action, tuple[str, ...]]
) -> tuple[Action, str, Action] | None:
    """The first change whose key another action has too: the action, the key, and who else has it."""
    for action, keys in wanted.items():
        for key in keys:
            owner = next((other for other, others in actions.items() if other is not action and key in others), None)
            if owner is not None:
                return action, key, owner
    return None


class GivenWay(NamedTuple):
    """An action that has not all its shipped keys, because the player's settings gave one to something else."""

    context: Context
    action: Action
    keys: tuple[str, ...]
    """Those that it has."""
    text: str
    """What the player is told."""


def left_out(said: Keys, keymap: Keymap) -> list[GivenWay]:
    """Where shipped keys have given way to what a file says, which does not speak of the actions that lost them."""
    found = []
    for context, actions in keymap.bindings.items():
        for action, keys in actions.items():
            shipped = BINDINGS[context][action].keys
            if keys == shipped or said.get(context.value, {}).get(action.id, shipped) != shipped:
                continue
            key = next(key for key in shipped if key not in keys)
            owner = next(other for other, others in actions.items() if key in others)
            has = f"{action.id} has {_listed(keys)}" if keys else f"{action.id} has no key"
            text = f"{key_label(key)} stays your key of {owner.id} ({context.title.lower()}): {has}"
            found.append(GivenWay(context, action, keys, text))
    return found


def _listed(keys: tuple[str, ...]) -> str:
    return " ".join(key_label(key) for key in keys)
