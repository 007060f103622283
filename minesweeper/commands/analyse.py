"""Opens the analysis board on the full screen, with a position from a file or code, or empty."""

from __future__ import annotations

import argparse
import os
import sys

from minesweeper.commands.solve import MINE_NUMBER, all_given
from minesweeper.core.commandline import ArgumentsError
from minesweeper.core.files import STANDARD_INPUT
from minesweeper.play.analysis_board import analysis_board
from minesweeper.storage.settings import load_all
from minesweeper.ui.app import play_full_screen
from minesweeper.ui.base import routes
from minesweeper.ui.base.model import Model

INSTEAD = "'minesweeper solve' prints the proofs instead"
"""Added to the message if the terminal can't show the full screen."""


class NoTerminal(ValueError):
    """The position came from standard input, so the keys would have to come from a terminal, but none was found."""

    exit_status = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    source = (
        "a text board, a .mine file or a board (code or JSON line), as solve reads them (default: an empty board);"
        " of several positions, the first is shown; - reads standard input"
    )
    parser.add_argument("position", metavar="FILE|CODE", nargs="?", help=source)
    parser.add_argument("--mines", metavar="N", type=MINE_NUMBER, help="set the mine count, also if the text names one")


def run(arguments: argparse.Namespace) -> int:
    board, notes = None, ""
    if arguments.position is not None:
        given = next(all_given(arguments.position, arguments.mines))
        board, notes = analysis_board(given.position, given.flags), given.told
    elif arguments.mines is not None:
        raise ArgumentsError("--mines needs a text board. Name its file, or - for standard input")
    if arguments.position == STANDARD_INPUT:
        _take_terminal()

    def start(model: Model) -> Model:
        return routes.analysis_mode.open_board(model, board, (0, 0), notes)

    return play_full_screen(load_all(os.environ, arguments.config), os.environ, start, instead=INSTEAD)


def _take_terminal() -> None:
    """After the position was read from a pipe, makes the terminal that shows the screen the standard input too.

    Raises NoTerminal if that isn't possible, because no key could be read.
    """
    if os.isatty(sys.stdin.fileno()) or not os.isatty(sys.stdout.fileno()):
        return  # Standard input is a terminal already, or the full screen will report that the output isn't one.
    if sys.platform != "win32":  # Windows has no names by which a terminal could be opened again.
        try:
            terminal = os.open(os.ttyname(sys.stdout.fileno()), os.O_RDWR)
            os.dup2(terminal, sys.stdin.fileno())
            os.close(terminal)
            return
        except (OSError, AttributeError):
            pass
    raise NoTerminal(f"keys can't be read while standard input holds the position. Name a file; {INSTEAD}")
