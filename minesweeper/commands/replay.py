"""The replay command: a replay from a file or from the player's games, on the full screen or as a picture."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from minesweeper.core.outputs import check_free, new_file
from minesweeper.core.progress import ProgressLine
from minesweeper.core.text import LONGEST_NAME, quote
from minesweeper.core.times import now_ms, to_milliseconds
from minesweeper.solvers.deduction import finish
from minesweeper.storage.disk import data_folder
from minesweeper.storage.finished import FinishedGame, get_game
from minesweeper.storage.replay_files import ReplayError, read_replay_file
from minesweeper.storage.settings import load_all
from minesweeper.storage.store import FILE_NAME, open_store
from minesweeper.ui.app import play_full_screen
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.routes import Route
from minesweeper.ui.draw.theme import THEMES
from minesweeper.ui.draw.words import moment_text
from minesweeper.ui.replay.picture import PictureStyle, picture_in_slices, style_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the command's own arguments."""
    parser.add_argument("replay", metavar="FILE|ID", help="a RAWVF or JSON file, or the id of one of your games")
    parser.add_argument("--svg", metavar="FILE", help="write the game as a moving picture, for any browser")
    parser.add_argument("--still", action="store_true", help="with --svg: only how the game ended")
    parser.add_argument("--theme", choices=THEMES, help="with --svg: its theme, that of the settings without it")
    parser.add_argument("--background", choices=("dark", "light"), help="with --svg: its page")
    parser.add_argument("--force", action="store_true", help="with --svg: replace a file that is there already")


def run(arguments: argparse.Namespace) -> int:
    """Shows the replay; the result is the exit status."""
    settings = load_all(os.environ, arguments.config)
    if arguments.svg is None:
        given = [name for name in ("still", "theme", "background", "force") if getattr(arguments, name)]
        if given:
            raise ReplayError(f"--{given[0]} says how a picture is written: use it with --svg FILE")
    game, is_kept = find_replay(arguments.replay)
    if arguments.svg is not None:
        style = style_of(settings.settings, arguments.theme, arguments.background)
        return _write_picture(game, style, arguments)
    moment = moment_text(to_milliseconds(game.ended_at), now_ms() / 1000) if is_kept else Path(arguments.replay).name

    def start(model: Model) -> Model:
        return model.go(Route.REPLAY, game, moment, is_kept=is_kept)

    return play_full_screen(settings, os.environ, start)


def _write_picture(game: FinishedGame, style: PictureStyle, arguments: argparse.Namespace) -> int:
    check_free(arguments.svg, force=arguments.force)  # before the work
    picture = finish(picture_in_slices(game, style, moving=not arguments.still))
    with new_file(arguments.svg, force=arguments.force) as stream:
        stream.write(picture.text)
    print(f"Written to {quote(arguments.svg, LONGEST_NAME)}: {picture.size}.")
    return 0


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
