"""Plays a board on the full screen: a preset, a size, a board code, a file or a saved game."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from minesweeper.core.boardspec import NORMAL
from minesweeper.core.commandline import ArgumentsError, add_game, check_game, chosen_type
from minesweeper.core.late import LateModule
from minesweeper.play.assist_level import LEVEL_NAMES, stored_level
from minesweeper.play.session import Session, new_session
from minesweeper.storage.settings import PRESETS, Settings, choose_board, load_all
from minesweeper.ui.app import play_full_screen, start_session
from minesweeper.ui.screens.menu import take_saved

if TYPE_CHECKING:
    from minesweeper.boards import codes
    from minesweeper.core import progress
    from minesweeper.storage import board_files
else:
    board_files = LateModule("minesweeper.storage.board_files")
    codes = LateModule("minesweeper.boards.codes")
    progress = LateModule("minesweeper.core.progress")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser, "or a board code", tuple(LEVEL_NAMES.values()))


def run(arguments: argparse.Namespace) -> int:
    if not (arguments.board or arguments.given or arguments.continues):
        raise ArgumentsError("name a board to play, for example: minesweeper play expert")
    check_game(arguments, is_fixed=not arguments.board or _is_code(arguments.board))
    loaded = load_all(os.environ, arguments.config)
    # The assist level holds for this run only. The settings file keeps what the player chooses in the program.
    if arguments.assist_level:
        settings = loaded.settings.with_value("assist", stored_level(arguments.assist_level))
        loaded = loaded._replace(settings=settings)
    start = take_saved if arguments.continues else start_session(_session(arguments, loaded.settings))
    return play_full_screen(loaded, os.environ, start)


def _is_code(board: str) -> bool:
    """Whether a text is a board code. The name of a preset isn't one, so for presets the codes aren't loaded."""
    return board.lower() not in PRESETS and codes.is_code(board)


def _session(arguments: argparse.Namespace, settings: Settings) -> Session:
    """A new session on the board that the arguments choose."""
    given = arguments.given or (arguments.board if _is_code(arguments.board) else None)
    if given:
        with progress.progress_line(progress.with_seconds("Reading the board...")):
            return board_files.session_on(given, settings)
    spec, name = choose_board(arguments.board, settings)
    return new_session(spec, name, arguments.seed, board_type=chosen_type(arguments, NORMAL))
