"""The keys that are in force: the default keys, with the changes from the player's settings.

A `Keymap` finds the action of a pressed key and names the keys of an action for texts. `make_keymap` checks the
player's changes: no key may have two actions in one context, and no action may lose its last key, unless a list or a
button offers the action too. A change that would break these rules is refused with a sentence, and the others still
apply.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from minesweeper.core.text import quote
from minesweeper.storage.settings import Keys
from minesweeper.ui.base.actions import BINDINGS, Action, Context

ALWAYS_QUITS = "ctrl+c"
"""The key that always quits and can't be given to another action, because people press it when all else fails."""
_ACTIONS = {action.id: action for action in Action}
MOVES = {Action.MOVE_UP: "up", Action.MOVE_LEFT: "left", Action.MOVE_DOWN: "down", Action.MOVE_RIGHT: "right"}
"""The actions that move the cursor, with their arrow keys. The order is that of names such as WASD."""
_RETIRED = {
    "game": ("what-if-exact",),  # the exact what-if, which happens by itself now
    "trace": None,  # the screen of the assistant log, which the list of moves replaces
}
"""Names in players' settings that no longer mean anything: for each context the retired actions, or None if the whole
context is retired.

They are ignored without a message, because a settings file that was once correct must never cause a complaint.
"""
_NEED_NO_KEY = frozenset(
    {Action.CLICK_MODE, Action.SAME_BOARD, Action.ANALYSE, Action.ASSISTANTS, Action.MORE, Action.NUMBERS}
)
"""Actions that players may leave without a key, because a button or a list offers them too."""


class Keymap(NamedTuple):
    """The keys that are in force."""

    bindings: Mapping[Context, Mapping[Action, tuple[str, ...]]]
    """For each context, the names of each action's keys."""

    def action(self, context: Context, key: str) -> Action | None:
        """Finds the action that a key has in a context. Returns None if it has none.

        A capital letter without an action of its own counts as its small letter.
        """
        for name in (key, key.lower()) if len(key) == 1 else (key,):
            for action, keys in self.bindings[context].items():
                if name in keys:
                    return action
        return None

    def keys(self, context: Context, action: Action) -> tuple[str, ...]:
        """The names of the keys that an action has in a context. Empty if it has none there."""
        return self.bindings[context].get(action, ())

    def label(self, context: Context, action: Action) -> str:
        """The first key of an action as texts show it, such as ``Space``, or ``-`` if it has no key."""
        keys = self.keys(context, action)
        return key_label(keys[0]) if keys else "-"


def key_label(name: str) -> str:
    """A key as texts show it, in the words of the keycap: ``R``, ``Shift+K``, ``Space``, ``PgUp``."""
    if len(name) == 1:
        return f"Shift+{name}" if name.isupper() else name.upper()
    *modifiers, key = name.split("+") if not name.endswith("+") else [*name[:-1].split("+")[:-1], "+"]
    special = {"pgup": "PgUp", "pgdn": "PgDn"}
    return "+".join([*(part.capitalize() for part in modifiers), special.get(key, key.capitalize())])


def key_labels(names: Iterable[str]) -> str:
    """Several keys as texts show them, separated by blanks."""
    return " ".join(map(key_label, names))


def group_labels(keys: Sequence[tuple[str, ...]]) -> list[str]:
    """The keys of several actions as texts show them.

    If the actions are the four directions, matching keys get one label, such as ``WASD`` or ``arrows``.
    """
    if len(keys) == len(MOVES) and len(set(map(len, keys))) == 1:
        return [_four_label(names) for names in zip(*keys, strict=True)]
    return [key_label(name) for names in keys for name in names]


def _four_label(names: tuple[str, ...]) -> str:
    modifier, letters = names[0].removesuffix("up"), "".join(names)
    if names == tuple(modifier + arrow for arrow in MOVES.values()):
        return f"{modifier.title()}arrows"
    if letters.lower() == "khjl":  # people know these keys as hjkl, which is not the order of our directions
        letters = "hjkl" if letters.islower() else "HJKL"
    if len(letters) == len(names) and letters.isalpha() and (letters.islower() or letters.isupper()):
        return letters.upper() if letters.islower() else f"Shift+{letters}"
    return key_labels(names)


def make_keymap(changes: Keys | None = None) -> tuple[Keymap, list[str]]:
    """Applies the player's changes to the default keys.

    Returns the keymap and one sentence for each change that was refused.
    """
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
    """The changes that ``make_keymap`` ignores without a message, such as ``keys.trace.up``, each with the reason."""
    return {
        f"keys.{context}.{name}": "Minesweeper no longer has this action"
        for context, actions in changes.items()
        for name in actions
        if (retired := _RETIRED.get(context, ())) is None or name in retired
    }


def _with_changes(
    actions: Mapping[Action, tuple[str, ...]], changes: Iterable[tuple[str, tuple[str, ...]]]
) -> tuple[dict[Action, tuple[str, ...]], list[str]]:
    """Applies changes to the keys of one context. Returns the new keys and a sentence for each refused change.

    A change is refused if it would give a key two actions or leave an action without a key that it needs. The changes
    are checked together, so that two actions can swap their keys.
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
    """Removes the keys that the player gave to other actions from the actions that had them by default.

    An action that needs a key keeps its keys if it would lose all of them. Then the player's change is refused.
    """
    taken = {key for keys in wanted.values() for key in keys}
    rest = {action: tuple(key for key in keys if key not in taken) for action, keys in actions.items()}
    return {
        action: rest[action] if rest[action] or action in _NEED_NO_KEY else keys for action, keys in actions.items()
    }


def _first_clash(
    actions: Mapping[Action, tuple[str, ...]], wanted: Mapping[Action, tuple[str, ...]]
) -> tuple[Action, str, Action] | None:
    """Finds the first change that gives an action a key which another action has too.

    Returns the action, the key and the other action, or None if every key has one action.
    """
    for action, keys in wanted.items():
        for key in keys:
            owner = next((other for other, others in actions.items() if other is not action and key in others), None)
            if owner is not None:
                return action, key, owner
    return None
