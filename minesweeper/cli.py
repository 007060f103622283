"""The command line: reads arguments, chooses a front end, and turns every expected error into one sentence."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple, NoReturn

from minesweeper.specs import SPEC_EXAMPLE
from minesweeper.version import VERSION

USAGE_ERROR = 2


class Command(NamedTuple):
    """A command with a module of its own, which has ``add_arguments(parser)`` and ``run(args)``."""

    module: str
    help: str
    description: str
    example: str
    reads_settings: bool = False
    """Whether it takes --config."""


COMMANDS = {
    "bench": Command(
        "minesweeper.bench",
        "let a solver play many boards",
        "Lets a solver play many boards and reports wins and times.",
        "minesweeper bench expert --solver smart -n 200",
    ),
    "generate": Command(
        "minesweeper.generate_command",
        "make boards",
        "Makes boards and prints them, or writes them to files.",
        "minesweeper generate expert --no-guess -n 100 --format json -o boards.jsonl",
    ),
    "show": Command(
        "minesweeper.show_command",
        "show a board with its measures",
        "Shows the boards of a file or a code: picture, 3BV, openings, islands, ZiNi and difficulty.",
        "minesweeper show board.mbf",
    ),
    "solve": Command(
        "minesweeper.solve_command",
        "solve a position",
        "Tells what can be proved about a position and why, the chance of a mine of each cell, and the best move.",
        "minesweeper solve position.txt --mines 99 --json",
    ),
    "plain": Command(
        "minesweeper.plain",
        "play by typed lines",
        "Plays by typed lines, such as '5 3' for column 5, row 3: in any terminal, over a pipe, with a screen reader.",
        "minesweeper plain beginner --spoken",
        reads_settings=True,
    ),
    "replay": Command(
        "minesweeper.ui.watch",
        "watch a replay",
        "Watches a replay: a RAWVF or JSON file, or one of your games by its id.",
        "minesweeper replay game.rawvf",
        reads_settings=True,
    ),
    "stats": Command(
        "minesweeper.stats_command",
        "print your statistics",
        "Prints the statistics of every level, kind of boards and standing: unassisted, assisted, known boards.",
        "minesweeper stats --csv",
    ),
    "settings": Command(
        "minesweeper.settings_command",
        "show where your settings are and what differs",
        "Shows where your settings are kept, what in them differs from the shipped ones, and what is wrong with them.",
        "minesweeper settings --json",
        reads_settings=True,
    ),
}
"""Only the module of the command that is asked for is loaded."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {message}. See '{self.prog} --help'.\n")


def make_parser(command: str | None = None) -> Parser:
    """The parser of all commands, with the arguments of the one that is asked for."""
    parser = Parser(
        prog="minesweeper",
        description="Minesweeper for the terminal. Without a command it shows the menu.",
        epilog="example: minesweeper play expert --seed 42",
    )
    parser.add_argument("--version", action="version", version=f"minesweeper {VERSION}")
    _add_config(parser, None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    play = commands.add_parser(
        "play",
        help="play a board at once",
        description="Plays a board at once, without the menu.",
        epilog="example: minesweeper play 40x20/160 --seed 'my board'",
    )
    board_help = f"beginner, intermediate, expert, or {_escaped(SPEC_EXAMPLE)}"
    play.add_argument("board", metavar="BOARD", nargs="?", help=board_help)
    play.add_argument("--continue", action="store_true", dest="continues", help="go on with the newest saved game")
    play.add_argument("--no-guess", action="store_true", help="a board that can be finished by logic alone")
    play.add_argument("--board", dest="given", metavar="FILE|CODE", help="a board from a file, or by its code")
    play.add_argument("--trace", metavar="FILE", help="add what assistants do, and why, to a file")
    play.add_argument("--seed", metavar="TEXT", help="the same text and first cell give the same board everywhere")
    _add_config(play)
    for name, (module, summary, description, example, reads_settings) in COMMANDS.items():
        own = commands.add_parser(name, help=summary, description=description, epilog=f"example: {example}")
        if reads_settings:
            _add_config(own)
        if name == command:
            import_module(module).add_arguments(own)
    return parser


def _add_config(parser: Parser, default: str | None = argparse.SUPPRESS) -> None:
    """Lets --config stand before or after the command: one that is not given there changes nothing."""
    parser.add_argument("--config", metavar="FILE", default=default, help="your settings, in place of the usual file")


def _escaped(text: str) -> str:
    return text.replace("%", "%%")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; the result is the exit status."""
    try:
        return _run(sys.argv[1:] if argv is None else list(argv))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of a pipe has left; nothing more can be told to it, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except ValueError as error:
        # Bad input raises subclasses of ValueError that say what is allowed; anything else is a fault of ours.
        if type(error) is ValueError or not type(error).__module__.startswith("minesweeper"):
            raise
        print(f"minesweeper: {error}", file=sys.stderr)
        status: int = getattr(error, "exit_status", USAGE_ERROR)
        return status


def _run(argv: list[str]) -> int:
    parser = make_parser(next((word for word in argv if word in COMMANDS), None))
    arguments = parser.parse_args(argv)
    if arguments.command in COMMANDS:
        status: int = import_module(COMMANDS[arguments.command].module).run(arguments)
        return status
    from minesweeper.session import new_session
    from minesweeper.settings import choose_board, load_all
    from minesweeper.ui.app import Start, play_full_screen, start_continuing, start_session

    loaded = load_all(os.environ, arguments.config)
    start: Start | None = None
    if arguments.command == "play" and _count(arguments.board, arguments.continues, arguments.given) != 1:
        parser.error("play needs either a BOARD, such as expert, or --board FILE|CODE, or --continue")
    if arguments.command == "play" and arguments.continues:
        start = start_continuing
    elif arguments.command == "play" and arguments.given:
        from minesweeper.starting import session_on

        start = start_session(session_on(arguments.given, loaded.settings))
    elif arguments.command == "play":
        spec, name = choose_board(arguments.board, loaded.settings)
        mode = "no-guess" if arguments.no_guess else "normal"
        start = start_session(new_session(spec, name, arguments.seed, mode=mode))
    return play_full_screen(loaded, os.environ, start, getattr(arguments, "trace", None))


def _count(*values: object) -> int:
    """How many of the values are given."""
    return sum(bool(value) for value in values)
