"""The shipped key map, and what every key map must be."""

from __future__ import annotations

from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.keymap import Keymap, make_keymap

STANDARD, _ = make_keymap()


def check(keymap: Keymap) -> None:
    """Every key has one meaning in each context and every action has a key."""
    for context, actions in keymap.bindings.items():
        names = [key for keys in actions.values() for key in keys]
        assert len(names) == len(set(names)), context
        assert all(actions.values()), context
        assert set(actions) == set(STANDARD.bindings[context])
        assert "ctrl+c" in actions[Action.QUIT]
