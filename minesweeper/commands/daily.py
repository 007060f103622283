"""Plays the daily board of today or of an earlier day on the full screen.

Tested in tests/ui/screens/test_daily_screens.py.
"""

from __future__ import annotations

import argparse
import os

from minesweeper.boards.daily_seed import day_with_board
from minesweeper.core.commandline import checked
from minesweeper.storage.settings import load_all
from minesweeper.ui.app import play_full_screen
from minesweeper.ui.base import routes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--date",
        type=checked(day_with_board),
        metavar="DAY",
        help="play the board of an earlier day, such as 2026-11-01 (a known board, so it isn't ranked)",
    )


def run(arguments: argparse.Namespace) -> int:
    settings = load_all(os.environ, arguments.config)
    return play_full_screen(settings, os.environ, lambda model: routes.daily_screens.open_daily(model, arguments.date))
