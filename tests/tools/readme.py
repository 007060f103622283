"""Writes the key table of the README from the key map: ``python -m tests.tools.readme``."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import DEFAULT_KEYS, key_label

README = Path(__file__).resolve().parents[2] / "README.md"
START, END = "<!-- keys -->\n", "<!-- /keys -->"
TITLES = {
    Context.GAME: "In a game",
    Context.OVER: "After a game",
    Context.PAUSED: "Paused",
    Context.MENU: "In lists",
    Context.FORM: "In forms",
    Context.BOT: "Bot game",
    Context.READER: "Reading",
    Context.SETTINGS: "Settings",
    Context.BINDINGS: "Keybindings",
    Context.GAMES: "Lists of games",
    Context.STATS: "Statistics",
    Context.REPLAY: "Replay",
}


def key_table() -> str:
    """The table, two actions a row: each action once, with its keys in the first place where it has any."""
    lines = ["| keys | | keys | |", "|---|---|---|---|"]
    shown: set[Action] = set()
    for context, actions in DEFAULT_KEYS.items():
        cells = [
            f"{' '.join(f'`{key_label(key)}`' for key in keys.split())} | {action.description}"
            for action, keys in actions.items()
            if action not in shown
        ]
        shown.update(actions)
        if cells:
            lines.append(f"| **{TITLES[context]}** | | | |")
        for left, right in zip_longest(cells[::2], cells[1::2], fillvalue=" | "):
            lines.append(f"| {left} | {right} |")
    return "\n".join(lines) + "\n"


def with_table(text: str) -> str:
    """The README with the table as it should be."""
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    return before + START + key_table() + END + after


if __name__ == "__main__":
    README.write_text(with_table(README.read_text(encoding="utf-8")), encoding="utf-8")
