"""The manual command: the man page, made from the parser that reads the command line."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from minesweeper.describing import Argument, Described, describe_program
from minesweeper.version import VERSION

EXIT_STATUSES = {
    "0": "All went well, or the game was left.",
    "1": "There is no terminal to play in, or it lacks something needed; or part of the work could not be done.",
    "2": "Bad input: one sentence on the error output quotes it and says what is allowed.",
    "3": "The solve command: no layout fits the position.",
    "128+N": "Ended by signal N; a running game was saved. 130 after Ctrl+C in a command that is not the game.",
}
FILES = {
    "~/.config/minesweeper/settings.json": "Your settings, as far as they differ from the shipped ones.",
    "~/.local/share/minesweeper/games.db": "Finished games with their replays, and saved games.",
}
ENVIRONMENT = {
    "MINESWEEPER_CONFIG": "Your settings file, in place of the usual one.",
    "XDG_CONFIG_HOME, XDG_DATA_HOME": "Where the two files above lie.",
    "NO_COLOR": "If set, no colours are used.",
    "COLORFGBG": "Tells a light background from a dark one.",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds nothing: the command has no arguments of its own."""


def run(arguments: argparse.Namespace) -> int:
    """Prints the man page; the result is the exit status."""
    print(man_page(), end="")
    return 0


def man_page() -> str:
    """The whole page in the language of man."""
    top, *commands = describe_program()
    lines = [
        f'.TH MINESWEEPER 6 "" "minesweeper {VERSION}" "Games"',
        ".SH NAME",
        "minesweeper \\- Minesweeper for the terminal, with solvers that say why",
        ".SH SYNOPSIS",
        *(line for each in (top, *commands) for line in (f".B {_text(each.synopsis)}", ".br")),
        ".SH DESCRIPTION",
        _text(top.description),
        "In the program, H shows the keys.",
        ".SH OPTIONS",
        *(line for option in top.options for line in _argument(option)),
        ".SH COMMANDS",
        *(line for command in commands for line in _command(command)),
    ]
    for title, table in (("EXIT STATUS", EXIT_STATUSES), ("FILES", FILES), ("ENVIRONMENT", ENVIRONMENT)):
        lines += [f".SH {title}", *(line for name, text in table.items() for line in _entry(name, text))]
    return "\n".join([*lines, ""])


def _command(command: Described) -> Iterator[str]:
    yield f".SS minesweeper {command.name}"
    yield _text(command.description)
    for argument in (*command.places, *command.options):
        if argument.names != ("-h", "--help"):
            yield from _argument(argument)
    yield ".PP"
    yield f"Example: {_text(command.example)}"


def _argument(argument: Argument) -> list[str]:
    head = ", ".join(argument.names)
    return _entry(f"{head} {argument.value}".strip(), argument.meaning)


def _entry(name: str, text: str) -> list[str]:
    return [".TP", f".B {_text(name)}", _text(text)]


def _text(text: str) -> str:
    """A text without anything that man takes for a command."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
