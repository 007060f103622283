"""The parser of the command line, whose errors are one sentence."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from typing import Any, NoReturn

from minesweeper.commands.table import COMMANDS, USAGE_ERROR
from minesweeper.core.text import clean, did_you_mean, quote
from minesweeper.version import VERSION

COMMAND = "command"
"""Where the parser keeps the choice of a command."""
EXAMPLE = "example: "
_LONGEST_MESSAGE = 400
"""An argument may be as long as a book, and argparse repeats it."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence, in which no argument can steer the terminal."""

    command_parsers: Mapping[str, argparse.ArgumentParser]
    """The parser of each command; only the one for all commands has them."""
    words: Sequence[str] = ()
    """What it was given to read."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {clean(message, _LONGEST_MESSAGE)}. See '{self.prog} --help'.\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:  # what is allowed must stay in view
            allowed = ", ".join(map(str, action.choices))
            told = f"{quote(str(value), typed=True)} is not one of {allowed}"
            if action.dest == COMMAND:
                told += import_module("minesweeper.commands.meant").line_meant(str(value), self.words)
            else:
                told += did_you_mean(str(value), map(str, action.choices))
            raise argparse.ArgumentError(action, told)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.words = [*map(str, args or ())]
        return super().parse_known_args(args, namespace)

    def _print_message(self, message: str, file: Any = None) -> None:
        if message and file is not None:
            file.write(message)  # argparse itself keeps silent where that fails


class _Help(argparse.HelpFormatter):
    """Help whose example stays one line, so that it can be pasted."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith(EXAMPLE) else super()._fill_text(text, width, indent)


def add_part(parts: argparse._SubParsersAction[Any], name: str, summary: str, example: str) -> argparse.ArgumentParser:
    """Adds a part of a command, such as ``history export``, whose help has an example too."""
    told = f"{summary[0].upper()}{summary[1:]}."
    part: argparse.ArgumentParser = parts.add_parser(
        name, help=summary, description=told, epilog=f"{EXAMPLE}{example}", formatter_class=_Help
    )
    return part


def parts_of(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """The parsers of the parts of a command by their names; most commands have none."""
    found = [action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return found[0] if found else {}


def make_parser(words: Collection[str] = ()) -> Parser:
    """The parser of all commands, with the arguments of those that are among the words.

    Any of the words may be the command: one before it may be the name of a file.
    """
    parser = Parser(
        prog="minesweeper",
        description="Minesweeper for the terminal. Without a command it shows the menu.",
        epilog=f"{EXAMPLE}minesweeper play expert --seed 42",
        formatter_class=_Help,
    )
    parser.add_argument("--version", action="version", version=f"minesweeper {VERSION}")
    _add_config(parser, None)
    commands = parser.add_subparsers(dest=COMMAND, metavar="COMMAND", parser_class=Parser)
    for name, (module, summary, description, example, reads_settings) in COMMANDS.items():
        own = commands.add_parser(
            name, help=summary, description=description, epilog=f"{EXAMPLE}{example}", formatter_class=_Help
        )
        if reads_settings:
            _add_config(own)
        if name in words:
            import_module(module).add_arguments(own)
    parser.command_parsers = commands.choices
    return parser


def _add_config(parser: Parser, default: str | None = argparse.SUPPRESS) -> None:
    """Lets --config stand before or after the command: one that is not given there changes nothing."""
    parser.add_argument("--config", metavar="FILE", default=default, help="your settings, in place of the usual file")
