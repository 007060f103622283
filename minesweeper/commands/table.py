"""The table of commands: what each is for, and the module that does it. Loads none of them."""

from __future__ import annotations

from typing import NamedTuple

USAGE_ERROR = 2
"""The exit status after bad input."""


class Command(NamedTuple):
    """A command with a module of its own, which has ``add_arguments(parser)`` and ``run(args)``."""

    module: str
    help: str
    description: str
    example: str
    reads_settings: bool = False
    """Whether it takes --config."""


COMMANDS = {
    "play": Command(
        "minesweeper.commands.play",
        "play a board at once",
        "Plays a board at once, without the menu.",
        "minesweeper play 40x20/160 --seed 'my board'",
        reads_settings=True,
    ),
    "bench": Command(
        "minesweeper.bench.command",
        "let a solver play many boards",
        "Lets a solver play many boards and reports wins and times.",
        "minesweeper bench expert --solver smart -n 200",
    ),
    "generate": Command(
        "minesweeper.commands.generate",
        "make boards",
        "Makes boards and prints them, or writes them to files.",
        "minesweeper generate expert --no-guess -n 3 --format json",
    ),
    "show": Command(
        "minesweeper.commands.show",
        "show a board with its measures",
        "Shows the boards of files or codes: picture, 3BV, openings, islands, ZiNi and difficulty.",
        "minesweeper generate expert | minesweeper show -",
    ),
    "solve": Command(
        "minesweeper.commands.solve",
        "solve a position",
        "Tells what can be proved about positions and why, the chance of a mine of each cell, and the best move.",
        "printf '#1.\\n#2.\\n#1.\\n' | minesweeper solve - --mines 2",
    ),
    "analyse": Command(
        "minesweeper.commands.analyse",
        "put a position together, with odds and proofs",
        "Shows a position on the full screen, where it can be changed: odds, proofs and the best move follow it.",
        "minesweeper generate expert | minesweeper analyse -",
        reads_settings=True,
    ),
    "plain": Command(
        "minesweeper.plain.command",
        "play by typed lines",
        "Plays by typed lines, such as '5 3' or 'row 3 col 5': in any terminal, over a pipe, with a screen reader.",
        "minesweeper plain beginner --spoken",
        reads_settings=True,
    ),
    "daily": Command(
        "minesweeper.commands.daily",
        "play today's board",
        "Plays today's board (UTC), an expert board without guesses: the same for everyone, its first cell opened.",
        "minesweeper daily --date 2026-11-01",
        reads_settings=True,
    ),
    "replay": Command(
        "minesweeper.commands.replay",
        "watch a replay, or print it",
        "Watches or prints a replay: a RAWVF or JSON file, or one of your games by its id. --svg makes it a picture.",
        "printf 'Board:\\n*00\\nEvents:\\n0.5 lc 3 1\\n0.6 lr 3 1\\n' | minesweeper replay - --moves",
        reads_settings=True,
    ),
    "stats": Command(
        "minesweeper.commands.stats",
        "print your statistics",
        "Prints the statistics of every preset, kind of boards and standing: unassisted, assisted, known boards.",
        "minesweeper stats --csv",
    ),
    "history": Command(
        "minesweeper.commands.history",
        "write all finished games to a file, read them back, check them, restore a backup",
        "Writes all finished games as JSON lines or a table, reads JSON lines and replays, checks, restores backups.",
        "minesweeper history export > games.jsonl",
    ),
    "settings": Command(
        "minesweeper.commands.settings",
        "show where your settings are and what differs",
        "Shows where your settings are kept, what in them differs from the shipped ones, and what is wrong with them.",
        "minesweeper settings --json",
        reads_settings=True,
    ),
    "completion": Command(
        "minesweeper.commands.completion",
        "print a completion script for your shell",
        "Prints a script that lets bash, zsh or fish complete commands, options and files.",
        "source <(minesweeper completion bash)",
    ),
    "manual": Command(
        "minesweeper.commands.manual",
        "print the man page",
        "Prints the manual as a man page: every command with its options, exit statuses, files and environment.",
        "minesweeper manual > minesweeper.6 && man ./minesweeper.6",
    ),
    "help": Command(
        "minesweeper.commands.help",
        "print what a command takes",
        "Prints what the program takes, or one of its commands, as --help does.",
        "minesweeper help solve",
    ),
}
"""Only the module of the command that is asked for is loaded."""
