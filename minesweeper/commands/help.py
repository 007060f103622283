"""The help command: what --help says, of the program or of a command. Tested in tests/commands/test_parser.py."""

from __future__ import annotations

import argparse

from minesweeper.commands.parser import make_parser
from minesweeper.commands.table import COMMANDS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    parser.add_argument("about", metavar="COMMAND", nargs="?", choices=tuple(COMMANDS), help="one of the commands")


def run(arguments: argparse.Namespace) -> int:
    """Prints the help; the result is the exit status."""
    parser = make_parser([arguments.about] if arguments.about else [])
    print((parser.command_parsers[arguments.about] if arguments.about else parser).format_help(), end="")
    return 0
