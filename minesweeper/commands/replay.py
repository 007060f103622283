"""The replay command: a replay from a file or from the player's games, on the full screen."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from minesweeper.core.progress import ProgressLine
from minesweeper.core.text import quote
from minesweeper.core.times import now_ms, to_milliseconds
from minesweeper.storage.disk import data_folder
from minesweeper.storage.finished import FinishedGame, get_game
from minesweeper.storage.replay_files import ReplayError, read_replay_file
from minesweeper.storage.settings import load_all
from minesweeper.storage.store import FILE_NAME, open_store
from minesweeper.ui.app import play_full_screen
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.draw.words import moment_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    parser.add_argument("replay", metavar="FILE|ID", help="a RAWVF or JSON file, or the id of one of your games")


def run(arguments: argparse.Namespace) -> int:
    """Shows the replay; the result is the exit status."""
    game, is_kept = find_replay(arguments.replay)
    moment = moment_text(to_milliseconds(game.ended_at), now_ms() / 1000) if is_kept else Path(arguments.replay).name

    def start(model: Model) -> Model:
        return model.go(Route.REPLAY, game, moment, is_kept=is_kept)

    return play_full_screen(load_all(os.environ, arguments.config), os.environ, start)


def _is_file(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def find_replay(text: str) -> tuple[FinishedGame, bool]:
    """The game of a file or of an id, and whether it is one of the player's own; ReplayError when there is none."""
    quoted = quote(text, 60)
    if _is_file(text):
        with ProgressLine(sys.stderr) as progress:
            return read_replay_file(Path(text), progress.show), False
    folder = data_folder(os.environ)
    game = None
    if folder is not None and os.path.lexists(os.path.join(folder, FILE_NAME)):
        with open_store(folder) as store:
            game = get_game(store, text)
    if game is None:
        told = "four digits of an id are enough, and its replay shows it"
        raise ReplayError(f"{quoted} is neither a file nor the id of one of your games: {told}")
    if game.replay is None:
        raise ReplayError(f"the game {quoted} has no replay")
    return game, True
