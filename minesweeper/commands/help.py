"""Prints the help of the program, of a command, or of a part of a command.

Tested in tests/commands/test_parser.py.
"""

from __future__ import annotations

import argparse

from minesweeper.commands.parser import make_parser, parts_of
from minesweeper.commands.table import COMMANDS
from minesweeper.core.text import did_you_mean, quote


class HelpError(ValueError):
    """Reports an unknown part of a command."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    parser.add_argument("about", metavar="COMMAND", nargs="?", choices=tuple(COMMANDS), help="a command")
    parser.add_argument("part", metavar="PART", nargs="?", help="a part of the command, such as import of history")


def run(arguments: argparse.Namespace) -> int:
    """Prints the help and returns the exit status."""
    about, part = arguments.about, arguments.part
    top = make_parser([about] if about else [])
    parser = top.command_parsers[about] if about else top
    if part is not None:
        parts = parts_of(parser)
        if part not in parts:
            has = f"it has {', '.join(parts)}{did_you_mean(part, parts)}" if parts else "it has no parts"
            raise HelpError(f"{quote(part, typed=True)} isn't a part of {about}: {has}")
        parser = parts[part]
    print(parser.format_help(), end="")
    return 0
