"""What was meant by a word of the command line that is none of its choices. Tested in tests/commands/test_parser.py."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable

from minesweeper.boards.codes import is_code
from minesweeper.commands.table import COMMANDS
from minesweeper.core.meant import closest, did_you_mean
from minesweeper.core.specs import SpecError, read_spec
from minesweeper.core.text import LONGEST_NAME, clean
from minesweeper.storage.settings import PRESETS

_LONGEST_LINE = 120
"""What is longer is told without what follows the command: it can be seen where it was typed."""


_SLIP = 2
"""By so many letters at most is an option longer or shorter than what was typed in its place."""


def not_read(words: list[str], options: Iterable[str]) -> str:
    """A sentence about words that a command can't read, with the option that may be meant."""
    name = next((word.partition("=")[0] for word in words if word.startswith("-")), "")
    known = [option for option in options if abs(len(option) - len(name)) <= _SLIP]
    return f"unrecognized arguments: {clean(' '.join(words), _LONGEST_LINE)}{did_you_mean(name, known)}"


def meant_by(word: str, action: argparse.Action, typed: Iterable[str]) -> str:
    """The end of a sentence about a word that is none of the choices of an argument; a command is one of them too."""
    return _line_meant(word, typed) if action.dest == "command" else did_you_mean(word, map(str, action.choices or ()))


def _line_meant(word: str, typed: Iterable[str]) -> str:
    """The end of a sentence about a word that is no command: the line with a board to play, or a command that is alike.

    What was typed is the whole command line.
    """
    words = list(typed)
    meant = ["play", word] if _is_board(word) else [command for command in [closest(word, COMMANDS)] if command]
    if not meant:
        return ""
    at = words.index(word) if word in words else len(words)
    line = shlex.join(["minesweeper", *words[:at], *meant, *words[at + 1 :]])
    if len(line) > _LONGEST_LINE or not line.isprintable():
        line = shlex.join(["minesweeper", *meant])
    return f"; did you mean: {clean(line, LONGEST_NAME)}"


def _is_board(word: str) -> bool:
    """Whether it is one, or looks like the name of one."""
    try:
        return is_code(word) or bool(read_spec(word, PRESETS))
    except SpecError:
        return word.lower() in PRESETS
