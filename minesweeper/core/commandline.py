"""What several commands share: readers for their arguments, the arguments that choose a game, and warnings.

A reader is what argparse calls with the text of an argument. It returns the value or raises an error whose message says
what is allowed, so a wrong argument never causes a traceback. Also here is what a stream can show (``choose_paper``).
The commands themselves are in ``commands/``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import IO, TypeVar

from minesweeper.core.boardspec import FAIR, NO_GUESS, SPEC_EXAMPLE
from minesweeper.core.text import quote
from minesweeper.core.textboard import Paper

Read = TypeVar("Read")


def checked(read: Callable[[str], Read]) -> Callable[[str], Read]:
    """Makes a reader of arguments from a function that raises ValueError.

    The message of the error becomes that of argparse.
    """

    def read_argument(text: str) -> Read:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read_argument


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Makes a reader of whole numbers from ``low`` to ``high``."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= len(str(high)) and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(f"{quote(text, 20)} isn't a whole number from {low} to {high:,}")

    return read


def time_up_to(most: int, *, above_0: bool = False) -> Callable[[str], float]:
    """Makes a reader of times in seconds, at most ``most``. Zero is allowed unless ``above_0``."""

    def read(text: str) -> float:
        try:
            given = float(text)
        except ValueError:
            given = -1.0
        if not 0 <= given <= most or (above_0 and not given):
            allowed = f"{'above 0 and ' if above_0 else ''}up to {most}"
            raise argparse.ArgumentTypeError(f"{quote(text, 20)} isn't a time. Use a number of seconds {allowed}")
        return given

    return read


def row_and_col(text: str) -> tuple[int, int]:
    """Reads a row and a column such as ``3,3``, both counted from 0. The caller checks that they are on its board."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) <= 7 for part in parts):
        raise argparse.ArgumentTypeError(f"{quote(text, 20)} isn't a cell. Use ROW,COL counted from 0, for example 3,3")
    return int(parts[0]), int(parts[1])


LONGEST_THINK = 3600
"""The most seconds that a solver may be asked to think about one move."""


class ArgumentsError(ValueError):
    """Raised if a command can't use its arguments, alone or together."""


def add_json(
    parser: argparse.ArgumentParser, meaning: str, among: argparse._MutuallyExclusiveGroup | None = None
) -> None:
    """Adds ``--json`` and ``--pretty`` to a command.

    ``among`` is a group of other forms of output, if only one may be given.
    """
    (among or parser).add_argument("--json", action="store_true", help=meaning)
    parser.add_argument("--pretty", action="store_true", help="with --json: indent it over several lines")


def warn(sentences: Iterable[str]) -> None:
    """Prints sentences to standard error, each as ``minesweeper: ...``.

    They come after everything that was printed so far.
    """
    sys.stdout.flush()
    for sentence in sentences:
        print(f"minesweeper: {sentence}", file=sys.stderr)


def add_game(parser: argparse.ArgumentParser, more: str, levels: Sequence[str]) -> None:
    """Adds the arguments that choose a game.

    ``more`` ends the help's list of boards, and ``levels`` are the assist levels.
    """
    board = f"beginner, intermediate, expert, {SPEC_EXAMPLE.replace('%', '%%')}, {more}"
    parser.add_argument("board", metavar="BOARD", nargs="?", help=board)
    parser.add_argument("--continue", action="store_true", dest="continues", help="continue the newest saved game")
    parser.add_argument("--board", dest="given", metavar="FILE|CODE", help="play a board from a file, or by its code")
    types = parser.add_mutually_exclusive_group()
    types.add_argument("--no-guess", action="store_true", help="make a board that logic alone can finish")
    fair = "play a fair board: a guess survives where nothing can be proved, and hits a mine where something can"
    types.add_argument("--fair", action="store_true", help=fair)
    seed = "make the board from this text; the same text and first cell give the same board"
    parser.add_argument("--seed", metavar="TEXT", help=seed)
    level = f"choose how much Minesweeper does for you: {', '.join(levels)} (default: your settings)"
    parser.add_argument("--assist-level", metavar="LEVEL", choices=levels, help=level)
    parser.add_argument("--trace", metavar="FILE", help=argparse.SUPPRESS)


def check_game(args: argparse.Namespace, *, is_fixed: bool) -> None:
    """Raises ``ArgumentsError`` if the arguments name more than one game, or choose the mines of a board that is fixed
    already.

    The option ``--trace`` once wrote what assistants did to a file. Now it only prints what replaces it, so that
    scripts which pass it still work.
    """
    chosen = {"BOARD": args.board, "--board": args.given, "--continue": args.continues}
    given = [name for name, value in chosen.items() if value]
    if len(given) > 1:
        raise ArgumentsError(f"{given[0]} and {given[1]} can't be combined. Name one board")
    of_chance = {"--seed": args.seed is not None, "--no-guess": args.no_guess, "--fair": args.fair}
    refused = next((name for name, is_given in of_chance.items() if is_given and is_fixed), None)
    if refused is not None:
        raise ArgumentsError(f"{refused} can't be combined with a fixed board. Leave it out")
    if args.trace is not None:
        instead = "F4 in a game lists who made each move, and 'minesweeper replay ID --moves' prints the list"
        warn([f"--trace no longer writes a file, so leave it out: {instead}."])


def chosen_type(args: argparse.Namespace, usual: str) -> str:
    """The board type that the arguments of ``add_game`` choose. If they choose none, it is ``usual``."""
    return NO_GUESS if args.no_guess else FAIR if args.fair else usual


def choose_paper(stream: IO[str], environ: Mapping[str, str]) -> Paper:
    """Finds out what a stream can show: the width, height and colours of a terminal. Other streams have no limit and no
    colours.

    ``CLICOLOR_FORCE`` and ``FORCE_COLOR`` ask for colours anywhere, and ``NO_COLOR`` forbids them and wins.
    """
    forced = any(environ.get(name, "0") not in ("", "0") for name in ("CLICOLOR_FORCE", "FORCE_COLOR"))
    refused = bool(environ.get("NO_COLOR"))
    anywhere = Paper(colour=forced and not refused)
    try:
        if not stream.isatty():
            return anywhere
        cols, rows = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        return anywhere
    can_colour = (os.name == "posix" or "WT_SESSION" in environ) and environ.get("TERM", "dumb") != "dumb"
    colour = (can_colour or forced) and not refused
    return Paper(rows or None, cols or None, colour)


def use_safe_errors(stream: IO[str]) -> None:
    """Makes a stream print characters that its encoding lacks as escapes such as ``\\u2716``, instead of raising an
    error.
    """
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
