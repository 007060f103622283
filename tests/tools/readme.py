"""Writes the pages of keys, settings and commands, and the shipped settings.json, from the program's own tables.

``python -m tests.tools.readme``
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from minesweeper.commands.manual import ENVIRONMENT, EXIT_STATUSES
from minesweeper.commands.parser import make_parser, parts_of
from minesweeper.commands.table import COMMANDS
from minesweeper.storage.options import GROUPS, OPTIONS, Option
from minesweeper.storage.settings import DEFAULT_CUSTOM, PRESETS, Settings
from minesweeper.ui.base.actions import BINDINGS, Action, Context
from minesweeper.ui.base.keymap import make_keymap
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.screens.help import GAME_TOPICS, Entry, HelpPart, help_entries

README = Path(__file__).resolve().parents[2] / "README.md"
SETTINGS = README.with_name("settings.json")
KEYS = README.parent / "docs" / "keys.md"
COMMAND_PAGE = KEYS.with_name("commands.md")
SETTINGS_PAGE = KEYS.with_name("settings.md")
START, END = "<!-- generated -->\n", "<!-- /generated -->"
_SEE = {
    "plain": "[Playing with a screen reader](screen-readers.md), [JSON of text mode](json.md#text-mode)",
    "replay": "[Formats](formats.md), [JSON](json.md)",
    "stats": "[JSON](json.md)",
    "history": "[Your data](data.md)",
    "settings": "[Your data](data.md)",
    "solve": "[Analysing positions](analysis.md), [text boards](formats.md), [JSON](json.md)",
    "analyse": "[Analysing positions](analysis.md)",
    "show": "[Figures](playing.md#figures), [formats](formats.md), [JSON](json.md)",
    "generate": "[Formats](formats.md), [JSON](json.md)",
    "bench": "[Bots](players.md), [clusters](dev/cluster.md), [JSON](json.md)",
    "referee": "[Build a player](players.md), [JSON](json.md)",
}
"""The pages that say more about a command."""
_SHARED = {
    *(Action.UP, Action.DOWN, Action.PAGE_UP, Action.PAGE_DOWN, Action.ROW_START, Action.ROW_END),
    *(Action.SCROLL_UP, Action.BACK, Action.HELP, Action.QUIT),
}
"""Actions of most screens: the head of the page of keys explains them."""
_FIRST = (
    *(
        Action.MOVE_UP,
        Action.OPEN,
        Action.FLAG,
        Action.COMPLETE,
        Action.TIP,
        Action.OVERLAY,
        Action.GUESS,
        Action.PROPOSE,
    ),
    *(Action.UNDO, Action.NEW_GAME, Action.PAUSE, Action.HELP, Action.QUIT),
)
"""The keys that most games need, in the order of the page of keys."""
_OF_TEXT_MODE = ("spoken", "verbosity", "typed_first")
_KEY_HEAD = "| keys | what they do |\n|---|---|\n"
_LEFT_OUT = {
    context.heading for context in (Context.READER, Context.SETTINGS, Context.BINDINGS, Context.WATCH, Context.DAILY)
}
"""Screens whose few keys stand in their last row."""


def key_table() -> str:
    """Lists the keys that most games need, then those of the main screens as the help does.

    Keys that do the same on most screens are left out of the later tables.
    """
    keymap, _ = make_keymap()
    entries = help_entries(Context.GAME, keymap, Settings(), TerminalLooks(), HelpPart.KEYS)
    first = (next(entry for entry in entries if action in entry.actions) for action in _FIRST)
    needed = f"## The keys you need\n\n{_KEY_HEAD}{''.join(map(_key_row, first))}"
    parts, shown = list[str](), set[str]()
    for entry in entries:
        if entry.is_heading:
            parts.append(f"\n## {entry.text}\n\n{_KEY_HEAD}")
        row = _key_row(entry)
        if entry.sign and row not in shown and (len(parts) <= len(GAME_TOPICS) or not {*entry.actions} & _SHARED):
            shown.add(row)
            parts[-1] += row
    return needed + "".join(part for part in parts if part.split("\n")[1].removeprefix("## ") not in _LEFT_OUT)


def _key_row(entry: Entry) -> str:
    return f"| {' '.join(f'`{key}`' for key in entry.sign.split())} | {entry.text} |\n"


def settings_table() -> str:
    """Describes the settings in the groups of the settings screen, then those of text mode."""
    head = "| setting | what it changes | values, first the default | in the file |\n|---|---|---|---|\n"
    groups = {group: [option for option in OPTIONS if option.group == group] for group in GROUPS}
    groups["Text mode"] = [option for option in OPTIONS if not option.group and option.name in _OF_TEXT_MODE]
    parts = [f"## {group}\n\n{head}{''.join(map(_setting_row, options))}" for group, options in groups.items()]
    return "\n".join(parts)


def _setting_row(option: Option) -> str:
    if isinstance(option.default, bool):
        values = ", ".join(option.word(value) for value in (option.default, not option.default))
        stored = "`true`, `false`"
    elif option.stops:
        low, high = option.stops[0], option.stops[-1]
        lowest = f"Off, or {option.stops[1]}" if low == 0 else option.word(low)
        values = f"{option.word(option.default)}; {lowest} to {option.word(high)}"
        stored = f"a whole number from {low} to {high}"
    else:
        choices = sorted(option.choices, key=lambda choice: choice != option.default)
        values = ", ".join(map(option.word, choices))
        stored = ", ".join(f'`"{choice}"`' for choice in choices)
    return f"| **{option.title}** | {option.meaning} | {values} | `{option.name}`: {stored} |\n"


def command_list() -> str:
    """Describes every command with its arguments and an example, then exit statuses and variables."""
    parsers = make_parser(COMMANDS).command_parsers
    parts = []
    for name, command in COMMANDS.items():
        more = f" See {_SEE[name]}." if name in _SEE else ""
        parts.append(f"## {name}\n\n{command.description}{more}\n\n```sh\n{command.example}\n```\n")
        parts += map(_arguments, parts_of(parsers[name]).values() or [parsers[name]])
    statuses = "\n".join(f"| {status} | {text} |" for status, text in EXIT_STATUSES.items())
    variables = "\n".join(f"| `{name.replace(', ', '`, `')}` | {text} |" for name, text in ENVIRONMENT.items())
    parts.append(f"## Exit status\n\n| status | meaning |\n|---|---|\n{statuses}\n")
    parts.append(f"## Environment\n\n| variable | meaning |\n|---|---|\n{variables}\n")
    return "\n".join(parts)


def _arguments(parser: argparse.ArgumentParser) -> str:
    """The table of a command or of one of its subcommands: the synopsis, then arguments and options."""
    words, rows = [], []
    for action in parser._actions:
        if {"--help", "--config", "--pretty"} & {*action.option_strings}:  # the head of the page explains them
            continue
        if action.help == argparse.SUPPRESS:
            continue
        shown = "|".join(map(str, action.choices or ())) if action.metavar is None else str(action.metavar)
        if action.option_strings:
            value = "" if action.nargs == 0 else f" {shown or action.dest.upper()}"
            shown = f"{', '.join(action.option_strings)}{value}"
        else:
            words.append(f"[{shown}]" if action.nargs in ("?", "*") else shown)
        text = (action.help or "").replace("%%", "%")
        rows.append("| `" + shown.replace("|", "\\|") + f"` | {text} |")
    options = ["[OPTIONS]"] if len(rows) > len(words) else []
    synopsis = " ".join([parser.prog, *options, *words]).replace("|", "\\|")
    return "\n".join([f"| `{synopsis}` | |", "|---|---|", *rows, ""]) if rows else f"`{synopsis}` has no options.\n"


def with_table(text: str, table: str) -> str:
    """The page with its generated part replaced by this table."""
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    return before + START + table + END + after


def shipped_settings() -> str:
    """The text of settings.json: every setting with its default, and all keys, one action on each line."""
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
    """A value as JSON, with one entry of an object on each line."""
    if not isinstance(value, dict):
        return json.dumps(value)
    inner = indent + "  "
    entries = ",\n".join(f"{inner}{json.dumps(name)}: {_json(entry, inner)}" for name, entry in value.items())
    return f"{{\n{entries}\n{indent}}}"


if __name__ == "__main__":
    for page, table in ((KEYS, key_table()), (COMMAND_PAGE, command_list()), (SETTINGS_PAGE, settings_table())):
        page.write_text(with_table(page.read_text(encoding="utf-8"), table), encoding="utf-8")
    SETTINGS.write_text(shipped_settings(), encoding="utf-8")
