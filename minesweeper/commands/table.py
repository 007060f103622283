"""The table of commands. Each has a summary and an example here, and a module that runs it.

``parser`` makes the command line from this table, and the man page and ``docs/commands.md`` come from it too. It
imports no command, so that only the chosen one is loaded. Tested in tests/commands/test_parser.py.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

INCOMPLETE = 1
"""The exit status if a part of the work failed."""
USAGE_ERROR = 2
"""The exit status after bad input."""


class Command(NamedTuple):
    """A command: what its help says, and where its code is.

    The module has two functions. ``add_arguments(parser)`` adds the command's own arguments to its parser, and
    ``run(arguments)`` does the work and returns the exit status. For bad input, ``run`` raises a ValueError with a
    sentence, which ``cli`` prints.
    """

    summary: str
    description: str
    example: str
    reads_settings: bool = False
    """Whether the command takes ``--config``, which names another settings file."""
    module: str = ""
    """The module of the command. Empty if it is in this folder under the name of the command."""


def load_command(name: str) -> Any:
    """Imports the module of a command."""
    return import_module(COMMANDS[name].module or f"minesweeper.commands.{name}")


GROUPS = {
    "Play": {
        "play": Command(
            "Play a board, or continue a saved game",
            "Play a board at once, without the menu.",
            "minesweeper play 40x20/160 --seed 'my board'",
            reads_settings=True,
        ),
        "daily": Command(
            "Play today's board",
            "Play today's board (UTC), the same for everyone: an expert board without guesses, its first cell opened.",
            "minesweeper daily --date 2026-11-01",
            reads_settings=True,
        ),
        "plain": Command(
            "Play in text mode, by typed lines",
            "Play by typed lines, such as 'row 3 column 5': in any terminal, over a pipe, or with a screen reader.",
            "minesweeper plain beginner --spoken",
            reads_settings=True,
            module="minesweeper.plain.console",
        ),
    },
    "Your games": {
        "replay": Command(
            "Watch a replay, print it, or export an animation",
            "Watch or print a replay: a RAWVF or JSON file, or one of your games by its id. --svg makes an animation.",
            "printf 'Board:\\n*00\\nEvents:\\n0.5 lc 3 1\\n0.6 lr 3 1\\n' | minesweeper replay - --moves",
            reads_settings=True,
        ),
        "stats": Command(
            "Print your statistics",
            "Print statistics by preset, board type and category: unassisted, assisted, known boards.",
            "minesweeper stats --csv",
        ),
        "history": Command(
            "Export, import, check or restore your games",
            "Export and import finished games, check the game database, and restore backups.",
            "minesweeper history export > games.jsonl",
        ),
        "settings": Command(
            "Show your settings file and your changes",
            "Show where your settings are, which of them differ from the defaults, and what is wrong with them."
            " --report describes this installation and your terminal, for a report about a fault.",
            "minesweeper settings --json",
            reads_settings=True,
        ),
    },
    "Analyse": {
        "solve": Command(
            "Solve a position and explain why",
            "List what can be proved about positions and why, the odds of each cell, and the best move.",
            "printf '#1.\\n#2.\\n#1.\\n' | minesweeper solve - --mines 2",
        ),
        "analyse": Command(
            "Edit a position on the analysis board",
            "Show a position on the full screen, where you can edit it. Odds, proofs and the best move follow.",
            "minesweeper generate expert | minesweeper analyse -",
            reads_settings=True,
        ),
        "show": Command(
            "Show a board with its measures",
            "Show the boards of files or codes: text board, 3BV, openings, islands, ZiNi and difficulty.",
            "minesweeper generate expert | minesweeper show -",
        ),
        "generate": Command(
            "Make boards",
            "Make boards and print them, or write them to files.",
            "minesweeper generate expert --no-guess -n 3 --format json",
        ),
    },
    "Scripting": {
        "bench": Command(
            "Let a solver play many boards",
            "Let a solver play many boards, and report wins and times.",
            "minesweeper bench expert --solver smart -n 200",
            module="minesweeper.bench.command",
        ),
        "referee": Command(
            "Judge a player by five figures",
            "Judge a player on a frozen suite of 300 boards and 500 positions with exact answers, with little luck.",
            "minesweeper referee --solver exact",
            module="minesweeper.bench.referee",
        ),
        "completion": Command(
            "Print a completion script for your shell",
            "Print a script that lets bash, zsh or fish complete commands, options and files.",
            "source <(minesweeper completion bash)",
        ),
        "manual": Command(
            "Print the man page",
            "Print the man page: the help of every command, exit statuses, files and environment.",
            "minesweeper manual > minesweeper.6 && man ./minesweeper.6",
        ),
        "help": Command(
            "Show help for a command",
            "Show the help of the program, or of one of its commands, as --help does.",
            "minesweeper help solve",
            module="minesweeper.commands.parser",
        ),
    },
}
"""All commands by group and name, in the order of ``--help``."""

COMMANDS = {name: command for commands in GROUPS.values() for name, command in commands.items()}
