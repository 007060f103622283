"""Key names to actions, for each context: the shipped keys, and those of the settings on top of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from minesweeper.core.text import quote
from minesweeper.storage.settings import Keys
from minesweeper.ui.base.actions import Action, Context

_BOARD: dict[Action, str] = {
    Action.MOVE_UP: "w up",
    Action.MOVE_DOWN: "s down",
    Action.MOVE_LEFT: "a left",
    Action.MOVE_RIGHT: "d right",
    Action.ROW_START: "home",
    Action.ROW_END: "end",
    Action.PAGE_UP: "pgup",
    Action.PAGE_DOWN: "pgdn",
    Action.SCROLL_UP: "W shift+up",
    Action.SCROLL_DOWN: "S shift+down",
    Action.SCROLL_LEFT: "A shift+left",
    Action.SCROLL_RIGHT: "D shift+right",
}
_EVERYWHERE: dict[Action, str] = {Action.HELP: "h ?", Action.REDRAW: "ctrl+l", Action.QUIT: "q ctrl+c"}
_LIST: dict[Action, str] = {
    Action.UP: "w up shift+tab",
    Action.DOWN: "s down tab",
    Action.SELECT: "enter space",
    Action.PAGE_UP: "pgup",
    Action.PAGE_DOWN: "pgdn",
    Action.ROW_START: "home",
    Action.ROW_END: "end",
}
_TEXT: dict[Action, str] = {
    Action.UP: "w up k",
    Action.DOWN: "s down j",
    Action.PAGE_UP: "pgup b",
    Action.PAGE_DOWN: "pgdn space",
    Action.ROW_START: "home",
    Action.ROW_END: "end",
}
DEFAULT_KEYS: dict[Context, dict[Action, str]] = {
    Context.GAME: {
        **_BOARD,
        Action.NEXT_HIDDEN: "tab",
        Action.PREVIOUS_HIDDEN: "shift+tab",
        Action.OPEN: "r space enter",
        Action.FLAG: "f",
        Action.COMPLETE: "c",
        Action.TIP: "t",
        Action.SIMPLE_STEP: "k",
        Action.SIMPLE_ALL: "j",
        Action.SMART_STEP: "K i",
        Action.SMART_ALL: "J u",
        Action.EXACT_STEP: "e",
        Action.EXACT_ALL: "E",
        Action.GUESS: "g",
        Action.OVERLAY: "v",
        Action.PROPOSE: "p",
        Action.CLEAR_PROPOSALS: "o",
        Action.WHAT_IF_EXACT: "y",
        Action.UNLOCK: "!",
        Action.LEVEL: "f2",
        Action.BOT: "b",
        Action.UNDO: "z",
        Action.REDUCED: "l",
        Action.CLICK_MODE: "m",
        Action.COUNTERS: "f3",
        Action.TRACE: "f4",
        Action.NEW_GAME: "n",
        Action.PAUSE: "x esc",
        **_EVERYWHERE,
    },
    Context.OVER: {
        **{action: keys.removeprefix("a ") for action, keys in _BOARD.items()},
        Action.NEW_GAME: "n",
        Action.SAME_BOARD: "a",
        Action.UNDO: "z",
        Action.TIP: "t",
        Action.COPY_CODE: "y",
        Action.WATCH: "v",
        Action.STATISTICS: "9",
        Action.REDUCED: "l",
        Action.TRACE: "f4",
        Action.BOT: "b",
        Action.MORE: "x esc enter",
        Action.MAIN_MENU: "m",
        **_EVERYWHERE,
    },
    Context.PAUSED: {
        **_LIST,
        Action.RESUME: "r",
        Action.BACK: "esc",
        Action.NEW_GAME: "n",
        Action.GIVE_UP: "b",
        Action.TRACE: "f4 t",
        Action.MAIN_MENU: "m",
        **_EVERYWHERE,
        Action.QUIT: "x q ctrl+c",
    },
    Context.MENU: {
        **_LIST,
        Action.PLAY_BEGINNER: "1",
        Action.PLAY_INTERMEDIATE: "2",
        Action.PLAY_EXPERT: "3",
        Action.CUSTOM_GAME: "4",
        Action.CONTINUE: "5",
        Action.DAILY: "6",
        Action.BOARDS: "right left d a",
        Action.LEVEL: "f2",
        Action.REPLAYS: "7",
        Action.KEYBINDINGS: "8",
        Action.STATISTICS: "9",
        Action.SETTINGS: "0",
        Action.BOT: "b",
        Action.BACK: "esc",
        **_EVERYWHERE,
    },
    Context.FORM: {
        Action.PREVIOUS_FIELD: "up shift+tab",
        Action.NEXT_FIELD: "down tab",
        Action.LEFT: "left",
        Action.RIGHT: "right",
        Action.ERASE: "backspace",
        Action.CLEAR: "delete ctrl+u",
        Action.SELECT: "enter",
        Action.BACK: "esc",
        Action.HELP: "f1",
        Action.REDRAW: "ctrl+l",
        Action.QUIT: "ctrl+c",
    },
    Context.BOT: {
        Action.BOT_PAUSE: "space",
        Action.BOT_STEP: ". right",
        Action.FASTER: "+ = up",
        Action.SLOWER: "- down",
        Action.OVERLAY: "v",
        Action.REDUCED: "l",
        Action.TRACE: "f4",
        Action.BOT_STOP: "g b",
        Action.BACK: "esc x",
        **_EVERYWHERE,
    },
    Context.READER: {
        **_TEXT,
        Action.SEARCH: "/",
        Action.SEARCH_AGAIN: "n",
        Action.BACK: "esc h ? enter x",
        Action.REDRAW: "ctrl+l",
        Action.QUIT: "q ctrl+c",
    },
    Context.SETTINGS: {
        **_LIST,
        Action.LEFT: "left a",
        Action.RIGHT: "right d",
        Action.RESET: "0",
        Action.BACK: "esc x",
        **_EVERYWHERE,
    },
    Context.BINDINGS: {
        **_LIST,
        Action.LEFT: "left a",
        Action.RIGHT: "right d",
        Action.REMOVE_KEY: "delete backspace",
        Action.RESET: "0",
        Action.STANDARD_KEYS: "1",
        Action.VIM_KEYS: "2",
        Action.BACK: "esc x",
        **_EVERYWHERE,
    },
    Context.GAMES: {
        **_LIST,
        Action.LEFT: "left a",
        Action.RIGHT: "right d",
        Action.RESULT: "r",
        Action.EXPORT: "e",
        Action.DELETE: "delete backspace",
        Action.BACK: "esc x",
        **_EVERYWHERE,
    },
    Context.REPLAY: {
        Action.PLAY: "space p",
        Action.STEP_FORWARD: "right",
        Action.STEP_BACK: "left",
        Action.PREVIOUS_GUESS: ",",
        Action.NEXT_GUESS: ".",
        Action.ROW_START: "home",
        Action.ROW_END: "end",
        Action.FASTER: "+ = up",
        Action.SLOWER: "- down",
        Action.OVERLAY: "v",
        Action.MOVES: "m",
        Action.EXPORT: "e",
        Action.PLAY_BOARD: "r",
        Action.SCROLL_UP: "w shift+up",
        Action.SCROLL_DOWN: "s shift+down",
        Action.SCROLL_LEFT: "a shift+left",
        Action.SCROLL_RIGHT: "d shift+right",
        Action.BACK: "esc x",
        **_EVERYWHERE,
    },
    Context.TRACE: {
        **_TEXT,
        Action.BACK: "esc x f4 enter",
        **_EVERYWHERE,
    },
    Context.WATCH: {
        **_LIST,
        Action.LEFT: "left a",
        Action.RIGHT: "right d",
        Action.BACK: "esc x",
        **_EVERYWHERE,
    },
    Context.STATS: {
        Action.LEFT: "left",
        Action.RIGHT: "right d",
        Action.UP: "up w",
        Action.DOWN: "down s",
        Action.PAGE_UP: "pgup",
        Action.PAGE_DOWN: "pgdn space",
        Action.ROW_START: "home",
        Action.ROW_END: "end",
        Action.BOARDS: "m",
        Action.STANDING: "a",
        Action.EXPORT: "e",
        Action.BACK: "esc x",
        **_EVERYWHERE,
    },
}
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
        context: {action: tuple(keys.split()) for action, keys in actions.items()}
        for context, actions in DEFAULT_KEYS.items()
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
        else:
            wanted[action] = keys
    trial = result | wanted
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
