"""Parts of commands, such as export of history: parsers within the parser of a command.

Tested in tests/commands/test_parser.py.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from minesweeper.commands.parser import EXAMPLE, HelpText


def add_part(parts: argparse._SubParsersAction[Any], name: str, summary: str, example: str) -> argparse.ArgumentParser:
    """Adds a part of a command, such as ``history export``, whose help has an example too."""
    told = f"{summary[0].upper()}{summary[1:]}."
    part: argparse.ArgumentParser = parts.add_parser(
        name, help=summary, description=told, epilog=f"{EXAMPLE}{example}", formatter_class=HelpText
    )
    return part


def parts_of(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """The parsers of the parts of a command by their names; most commands have none."""
    found = [action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return found[0] if found else {}
