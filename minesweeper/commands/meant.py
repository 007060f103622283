"""What was meant by a word that is no command. Tested in tests/commands/test_parser.py."""

from __future__ import annotations

from difflib import get_close_matches

from minesweeper.boards.codes import is_code
from minesweeper.commands.table import COMMANDS
from minesweeper.core.specs import SpecError, read_spec
from minesweeper.core.text import LONGEST_NAME, clean
from minesweeper.storage.settings import PRESETS


def did_you_mean(word: str) -> str:
    """The end of a sentence about a word that is no command: a board to play, or a command that looks alike."""
    if _is_board(word):
        return f"; did you mean: minesweeper play {clean(word, LONGEST_NAME)}"
    alike = get_close_matches(word[:LONGEST_NAME].lower(), COMMANDS, 1)
    return f"; did you mean: minesweeper {alike[0]}" if alike else ""


def _is_board(word: str) -> bool:
    try:
        return is_code(word) or bool(read_spec(word, PRESETS))
    except SpecError:
        return word.lower() in PRESETS
