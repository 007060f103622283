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
        bindings[context], found = _with_changes(bindings[context], actions.items())
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
        if action is None or action not in result:
            names = ", ".join(action.id for action in result)
            problems.append(f"keys of {quote(name)}: no such action here; there are {names}")
        elif not keys:
            problems.append(f"{name} would have no key: {_listed(result[action])} stays")
        elif action is not Action.QUIT and ALWAYS_QUITS in keys:
            problems.append(f"key {quote(ALWAYS_QUITS)} is not free for {name}: it always quits")
        else:
            is_left_out = action is Action.QUIT and ALWAYS_QUITS in result[action] and ALWAYS_QUITS not in keys
            wanted[action] = (*keys, ALWAYS_QUITS) if is_left_out else keys
    trial = result | wanted
    bound = [key for keys in trial.values() for key in keys]
    if len(bound) == len(set(bound)):
        return trial, problems
    for action, keys in wanted.items():
        for key in keys:
            owner = next((other for other, others in trial.items() if other is not action and key in others), None)
            if owner is not None:
                problems.append(f"key {quote(key)} is not free for {action.id}: it means {owner.id}")
                trial[action] = result[action]
                break
    return trial, problems


def _listed(keys: tuple[str, ...]) -> str:
    return " ".join(key_label(key) for key in keys)
