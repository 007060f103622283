"""The parser of the command line, whose errors are one sentence."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping
from importlib import import_module
from typing import Any, NoReturn

from minesweeper.commands.table import COMMANDS, USAGE_ERROR
from minesweeper.core.text import clean, quote
from minesweeper.version import VERSION

EXAMPLE = "example: "
_LONGEST_MESSAGE = 400
"""An argument may be as long as a book, and argparse repeats it."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence, in which no argument can steer the terminal."""

    command_parsers: Mapping[str, argparse.ArgumentParser]
    """The parser of each command; only the one for all commands has them."""
    words: Collection[str] = ()
    """All that it is to read; the same holds for them."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {clean(message, _LONGEST_MESSAGE)}. See '{self.prog} --help'.\n")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """What was typed; what nobody can read is told by the command whose it would be, with what may be meant."""
        found, rest = self.parse_known_args(args, namespace)
        if rest:
            own = self.command_parsers.get(found.command) or self
            own.error(import_module("minesweeper.commands.meant").not_read(rest, own._option_string_actions))
        return found

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:  # what is allowed must stay in view
            allowed = ", ".join(map(str, action.choices))
            told = f"{quote(str(value), typed=True)} is not one of {allowed}"
            told += import_module("minesweeper.commands.meant").meant_by(str(value), action, self.words)
            raise argparse.ArgumentError(action, told)

    def _print_message(self, message: str, file: Any = None) -> None:
        if message and file is not None:
            file.write(message)  # argparse itself keeps silent where that fails


class HelpText(argparse.HelpFormatter):
    """Help whose example stays one line, so that it can be pasted."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith(EXAMPLE) else super()._fill_text(text, width, indent)


def make_parser(words: Collection[str] = ()) -> Parser:
    """The parser of all commands, with the arguments of those that are among the words.

    Any of the words may be the command: one before it may be the name of a file.
    """
    parser = Parser(
        prog="minesweeper",
        description="Minesweeper for the terminal. Without a command it shows the menu.",
        epilog=f"{EXAMPLE}minesweeper play expert --seed 42",
        formatter_class=HelpText,
    )
    parser.add_argument("--version", action="version", version=f"minesweeper {VERSION}")
    _add_config(parser, None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, (module, summary, description, example, reads_settings) in COMMANDS.items():
        own = commands.add_parser(
            name, help=summary, description=description, epilog=f"{EXAMPLE}{example}", formatter_class=HelpText
        )
        if reads_settings:
            _add_config(own)
        if name in words:
            import_module(module).add_arguments(own)
    parser.command_parsers, parser.words = commands.choices, words
    return parser


def _add_config(parser: Parser, default: str | None = argparse.SUPPRESS) -> None:
    """Lets --config stand before or after the command: one that is not given there changes nothing."""
    parser.add_argument("--config", metavar="FILE", default=default, help="your settings, in place of the usual file")
