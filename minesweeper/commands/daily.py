"""The daily command: today's board on the full screen. Tested in tests/ui/screens/test_daily.py."""

from __future__ import annotations

import argparse
import os

from minesweeper.storage.settings import load_all
from minesweeper.ui.app import play_full_screen
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command has no arguments of its own."""


def run(arguments: argparse.Namespace) -> int:
    """Plays today's board; the result is the exit status."""
    return play_full_screen(load_all(os.environ, arguments.config), os.environ, start_daily)


def start_daily(model: Model) -> Model:
    """Goes on with a saved game on today's board, or begins one."""
    return model.go(Route.DAILY)
