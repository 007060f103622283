"""The daily command: the board of today, or of a day before, on the full screen.

Tested in tests/ui/screens/test_daily.py.
"""

from __future__ import annotations

import argparse
import os
from datetime import date

from minesweeper.boards.daily import today
from minesweeper.core.text import quote
from minesweeper.storage.settings import load_all
from minesweeper.ui.app import play_full_screen
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.screens.daily import FIRST_DAY


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what the command takes."""
    parser.add_argument(
        "--date",
        type=read_day,
        metavar="DAY",
        help="the board of an earlier day, such as 2026-11-01: a known board, so never ranked",
    )


def read_day(text: str) -> date:
    """A day that has a board: none that is yet to come."""
    last = today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    # Newer versions of Python know more ways to write a day.
    if day is None or str(day) != text or not FIRST_DAY <= day <= last:
        allowed = f"use YEAR-MONTH-DAY, from {FIRST_DAY} to {last}, which is today (UTC)"
        raise argparse.ArgumentTypeError(f"{quote(text, 20)} is no day with a board: {allowed}")
    return day


def run(arguments: argparse.Namespace) -> int:
    """Plays the board of a day; the result is the exit status."""
    settings = load_all(os.environ, arguments.config)
    return play_full_screen(settings, os.environ, lambda model: start_daily(model, arguments.date))


def start_daily(model: Model, day: date | None = None) -> Model:
    """Goes on with a saved game on the board of a day, or begins one; without a day on today's."""
    return model.go(Route.DAILY, day)
