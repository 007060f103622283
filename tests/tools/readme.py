"""Writes what repeats the tables of keys and options: the page of keys and the shipped settings.json.

``python -m tests.tools.readme``
"""

from __future__ import annotations

import json
from itertools import zip_longest
from pathlib import Path

from minesweeper.storage.options import OPTIONS
from minesweeper.storage.settings import DEFAULT_CUSTOM, PRESETS
from minesweeper.ui.base.actions import BINDINGS, Action, Context
from minesweeper.ui.base.keymap import key_label

README = Path(__file__).resolve().parents[2] / "README.md"
SETTINGS = README.with_name("settings.json")
KEYS = README.parent / "docs" / "keys.md"
START, END = "<!-- keys -->\n", "<!-- /keys -->"


_WHOLE = (Context.GAME, Context.PAUSED)


def key_table() -> str:
    """The table, two actions a row: each action once, with its keys in the first place where it has any.

    Of the game and its pause all keys are listed, with what they do there: who plays looks them up.
    """
    lines = ["| keys | | keys | |", "|---|---|---|---|"]
    shown: set[Action] = set()
    for context, actions in BINDINGS.items():
        cells = [
            f"{' '.join(f'`{key_label(key)}`' for key in binding.keys)} | "
            f"{binding.meaning if context in _WHOLE else action.description}"
            for action, binding in actions.items()
            if action not in shown or context in _WHOLE
        ]
        shown.update(actions)
        if cells:
            lines.append(f"| **{context.table_title}** | | | |")
        for left, right in zip_longest(cells[::2], cells[1::2], fillvalue=" | "):
            lines.append(f"| {left} | {right} |")
    return "\n".join(lines) + "\n"


def with_table(text: str) -> str:
    """The page with the table as it should be."""
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    return before + START + key_table() + END + after


def shipped_settings() -> str:
    """The shipped settings.json: every setting with its default, and all keys, an action a line."""
    settings = {
        "presets": {name: str(spec) for name, spec in PRESETS.items()},
        "custom": str(DEFAULT_CUSTOM),
        **{option.name: option.default for option in OPTIONS},
        "keys": {
            context.value: {action.id: binding.keys for action, binding in actions.items()}
            for context, actions in BINDINGS.items()
        },
    }
    return _json(settings) + "\n"


def _json(value: object, indent: str = "") -> str:
    """A value as JSON, an entry of an object a line."""
    if not isinstance(value, dict):
        return json.dumps(value)
    inner = indent + "  "
    entries = ",\n".join(f"{inner}{json.dumps(name)}: {_json(entry, inner)}" for name, entry in value.items())
    return f"{{\n{entries}\n{indent}}}"


if __name__ == "__main__":
    KEYS.write_text(with_table(KEYS.read_text(encoding="utf-8")), encoding="utf-8")
    SETTINGS.write_text(shipped_settings(), encoding="utf-8")
