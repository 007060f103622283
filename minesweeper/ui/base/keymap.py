"""Maps key names to actions in each context: the default keys, changed by the settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from minesweeper.core.text import quote
from minesweeper.storage.settings import Keys
from minesweeper.ui.base.actions import BINDINGS, Action, Context

ALWAYS_QUITS = "ctrl+c"
"""The key that always quits: people press it when everything else fails."""
_ACTIONS = {action.id: action for action in Action}
MOVES = {Action.MOVE_UP: "up", Action.MOVE_LEFT: "left", Action.MOVE_DOWN: "down", Action.MOVE_RIGHT: "right"}
"""The actions that move the cursor, in the order in which their keys are named, and their arrow keys."""
_RETIRED = {
    "game": ("what-if-exact",),  # the exact what-if, which happens by itself now
    "trace": None,  # the screen of the assistant log, which the list of moves replaces
}
"""The names in players' files that mean nothing any more: in each context its retired actions, or None for all of it.

They are ignored without a message, because a file that was right once must never bring up a fault.
"""
_NEED_NO_KEY = frozenset(
    {Action.CLICK_MODE, Action.SAME_BOARD, Action.ANALYSE, Action.ASSISTANTS, Action.MORE, Action.NUMBERS}
)
"""Actions that may have no key, because a button or a list offers them too."""


class Keymap(NamedTuple):
    """Maps the keys of each context to actions."""

    bindings: Mapping[Context, Mapping[Action, tuple[str, ...]]]

    def action(self, context: Context, key: str) -> Action | None:
        """Finds the action of a key; an unbound capital letter counts as its small one."""
        for name in (key, key.lower()) if len(key) == 1 else (key,):
            for action, keys in self.bindings[context].items():
                if name in keys:
                    return action
        return None

    def keys(self, context: Context, action: Action) -> tuple[str, ...]:
        """Lists the names of an action's keys."""
        return self.bindings[context].get(action, ())

    def label(self, context: Context, action: Action) -> str:
        """Names an action's first key for a text."""
        keys = self.keys(context, action)
        return key_label(keys[0]) if keys else "-"


def key_label(name: str) -> str:
    """Names a key for a text: ``R``, ``Shift+K``, ``Space``, ``PgUp``."""
    if len(name) == 1:
        return f"Shift+{name}" if name.isupper() else name.upper()
    *modifiers, key = name.split("+") if not name.endswith("+") else [*name[:-1].split("+")[:-1], "+"]
    special = {"pgup": "PgUp", "pgdn": "PgDn"}
    return "+".join([*(part.capitalize() for part in modifiers), special.get(key, key.capitalize())])


def key_labels(names: Iterable[str]) -> str:
    """Names keys for a text, separated by blanks."""
    return " ".join(map(key_label, names))


def group_labels(keys: Sequence[tuple[str, ...]]) -> list[str]:
    """Names the keys of one action, or of a group: those of four directions by fours, such as WASD and arrows."""
    if len(keys) == len(MOVES) and len(set(map(len, keys))) == 1:
        return [_four_label(names) for names in zip(*keys, strict=True)]
    return [key_label(name) for names in keys for name in names]


def _four_label(names: tuple[str, ...]) -> str:
    modifier, letters = names[0].removesuffix("up"), "".join(names)
    if names == tuple(modifier + arrow for arrow in MOVES.values()):
        return f"{modifier.title()}arrows"
    if letters.lower() == "khjl":  # the usual name of these keys
        letters = "hjkl" if letters.islower() else "HJKL"
    if len(letters) == len(names) and letters.isalpha() and (letters.islower() or letters.isupper()):
        return letters.upper() if letters.islower() else f"Shift+{letters}"
    return key_labels(names)


def make_keymap(changes: Keys | None = None) -> tuple[Keymap, list[str]]:
    """Applies a file's changes to the default keys; returns a sentence for each refused change."""
    bindings = {
        context: {action: binding.keys for action, binding in actions.items()} for context, actions in BINDINGS.items()
    }
    problems: list[str] = []
    contexts = {context.value: context for context in Context}
    for context_name, actions in (changes or {}).items():
        context, retired = contexts.get(context_name), _RETIRED.get(context_name, ())
        if retired is None:
            continue
        if context is None:
            problems.append(f"keys of {quote(context_name)}: there are {', '.join(contexts)}")
            continue
        own_changes = [(name, keys) for name, keys in actions.items() if name not in retired]
        bindings[context], refused = _with_changes(bindings[context], own_changes)
        problems += refused
    return Keymap(bindings), problems


def ignored_keys(changes: Keys) -> dict[str, str]:
    """Lists the changes of a file that ``make_keymap`` ignores without a message, such as ``keys.trace.up``.

    Each comes with the reason.
    """
    return {
        f"keys.{context}.{name}": "Minesweeper no longer has this action"
        for context, actions in changes.items()
        for name in actions
        if (retired := _RETIRED.get(context, ())) is None or name in retired
    }


def _with_changes(
    actions: Mapping[Action, tuple[str, ...]], changes: Iterable[tuple[str, tuple[str, ...]]]
) -> tuple[dict[Action, tuple[str, ...]], list[str]]:
    """Applies all changes to a context that leave no key with two actions and no action without a key.

    The changes are checked together, so that two actions can swap their keys.
    """
    result, problems = dict(actions), []
    wanted: dict[Action, tuple[str, ...]] = {}
    for name, keys in changes:
        action = _ACTIONS.get(name)
        if action is None or action not in result:
            names = ", ".join(action.id for action in result)
            problems.append(f"keys of {quote(name)}: no such action here; there are {names}")
        elif not keys and action not in _NEED_NO_KEY:
            problems.append(f"{name} would have no key: {key_labels(result[action])} stays")
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
    """Takes away default keys that the file gave to other actions, but never the last key an action needs."""
    taken = {key for keys in wanted.values() for key in keys}
    rest = {action: tuple(key for key in keys if key not in taken) for action, keys in actions.items()}
    return {
        action: rest[action] if rest[action] or action in _NEED_NO_KEY else keys for action, keys in actions.items()
    }


def _first_clash(
    actions: Mapping[Action, tuple[str, ...]], wanted: Mapping[Action, tuple[str, ...]]
) -> tuple[Action, str, Action] | None:
    """Finds the first change whose key another action has: the action, the key and the other action."""
    for action, keys in wanted.items():
        for key in keys:
            owner = next((other for other, others in actions.items() if other is not action and key in others), None)
            if owner is not None:
                return action, key, owner
    return None
