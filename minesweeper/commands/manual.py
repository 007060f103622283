"""Prints the man page: the help of every command, exit statuses, files and environment."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from minesweeper.commands.parser import make_parser, parts_of
from minesweeper.commands.table import COMMANDS
from minesweeper.version import VERSION

EXIT_STATUSES = {
    "0": "All went well, or you left the game.",
    "1": "There is no terminal to play in, it lacks something that the game needs, or part of the work failed.",
    "2": "Bad input. One sentence on the error output quotes it and says what was expected.",
    "3": "The solve command: no layout fits the position.",
    "128+N": "Ended by signal N; a running game was saved. 129 if the terminal is gone, 130 after Ctrl+C"
    " in a command other than the game.",
}
FILES = {
    "~/.config/minesweeper/settings.json": "Your settings, where they differ from the defaults.",
    "~/.local/share/minesweeper/games.db": "Finished games with their replays, and saved games.",
}
ENVIRONMENT = {
    "MINESWEEPER_CONFIG": "The settings file to use instead of the default one.",
    "XDG_CONFIG_HOME, XDG_DATA_HOME": "The folders of settings.json and games.db.",
    "NO_COLOR": "If set, no colours are used.",
    "COLORTERM": "If it is truecolor or 24bit, the exact colours of a theme are used, unless a setting says otherwise.",
    "CLICOLOR_FORCE, FORCE_COLOR": "If set, but not to 0, commands colour boards in pipes and files too.",
    "COLORFGBG": "Says whether the background is light or dark.",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Does nothing, because this command has no arguments of its own."""


def run(arguments: argparse.Namespace) -> int:
    print(man_page(), end="")
    return 0


def parsers() -> Iterator[argparse.ArgumentParser]:
    """Yields the parser of the program, of every command, and of every part of a command."""
    top = make_parser(COMMANDS)
    yield top
    for command in top.command_parsers.values():
        yield command
        yield from parts_of(command).values()


def man_page() -> str:
    """The man page in roff, the language that ``man`` reads."""
    lines = [
        f'.TH MINESWEEPER 6 "" "minesweeper {VERSION}" "Games"',
        ".SH NAME",
        "minesweeper \\- Minesweeper for the terminal, with solvers that say why",
        ".SH DESCRIPTION",
        "In the program, H shows the keys.",
    ]
    for parser in parsers():
        lines += [f".SH {_text(parser.prog.upper())}", ".nf", *map(_text, parser.format_help().splitlines()), ".fi"]
    for title, table in (("EXIT STATUS", EXIT_STATUSES), ("FILES", FILES), ("ENVIRONMENT", ENVIRONMENT)):
        lines.append(f".SH {title}")
        for name, text in table.items():
            lines += [".TP", f".B {_text(name)}", _text(text)]
    return "\n".join([*lines, ""])


def _text(text: str) -> str:
    """Escapes a line, so that roff doesn't take any of it for an instruction."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
