"""The play command: a board, a code, a file or a saved game, on the full screen."""

from __future__ import annotations

import argparse
import os
import sys

from minesweeper.boards.codes import is_code
from minesweeper.core.specs import SPEC_EXAMPLE
from minesweeper.play.assist import HELP_LEVELS
from minesweeper.play.session import Session, new_session
from minesweeper.storage.settings import Settings, choose_board, load_all
from minesweeper.ui.app import play_full_screen, start_continuing, start_session


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    board_help = f"beginner, intermediate, expert, {SPEC_EXAMPLE.replace('%', '%%')}, or a board code"
    parser.add_argument("board", metavar="BOARD", nargs="?", help=board_help)
    parser.add_argument("--continue", action="store_true", dest="continues", help="go on with the newest saved game")
    parser.add_argument("--no-guess", action="store_true", help="a board that can be finished by logic alone")
    parser.add_argument("--board", dest="given", metavar="FILE|CODE", help="a board from a file, or by its code")
    parser.add_argument("--trace", metavar="FILE", help="add what assistants do, and why, to a file")
    parser.add_argument("--seed", metavar="TEXT", help="the same text and first cell give the same board everywhere")
    parser.add_argument(
        "--help-level",
        "--assist",
        dest="assist",
        metavar="LEVEL",
        choices=HELP_LEVELS,
        help=f"how much is done for you: {', '.join(HELP_LEVELS)}",
    )
    parser.set_defaults(parser=parser)


def run(arguments: argparse.Namespace) -> int:
    """Plays; the result is the exit status."""
    if sum(bool(given) for given in (arguments.board, arguments.continues, arguments.given)) != 1:
        arguments.parser.error("play needs either a BOARD, such as expert, or --board FILE|CODE, or --continue")
    is_made = arguments.board and not is_code(arguments.board)
    if not is_made and (arguments.seed is not None or arguments.no_guess):
        arguments.parser.error("--seed and --no-guess go with a BOARD that is yet to be made, such as expert")
    loaded = load_all(os.environ, arguments.config)
    if arguments.assist:  # for this run: what is saved are choices made in the program
        settings = loaded.settings.with_value("assist", arguments.assist)
        loaded = loaded._replace(settings=settings)
    start = start_continuing if arguments.continues else start_session(_session(arguments, loaded.settings))
    return play_full_screen(loaded, os.environ, start, arguments.trace)


def _session(arguments: argparse.Namespace, settings: Settings) -> Session:
    """The session that is asked for, before its first move."""
    given = arguments.given or (arguments.board if is_code(arguments.board) else None)
    if given:
        from minesweeper.core.progress import ProgressLine
        from minesweeper.storage.start import session_on

        with ProgressLine(sys.stderr) as progress:
            return session_on(given, settings, progress.show)
    spec, name = choose_board(arguments.board, settings)
    return new_session(spec, name, arguments.seed, boards="no-guess" if arguments.no_guess else "normal")
