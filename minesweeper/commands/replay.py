"""Shows a replay from a file or from the player's games, prints it, or draws it as an animation.

``storage.replay_files`` reads the files, ``ui.replay`` has the screen and the animation.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from minesweeper.core.commandline import add_json, use_safe_errors, warn
from minesweeper.core.files import STANDARD_INPUT, check_free, new_file
from minesweeper.core.late import LateModule
from minesweeper.core.progress import progress_line, with_seconds
from minesweeper.core.signals import signals_as_stops
from minesweeper.core.text import LONGEST_NAME, json_text, quote
from minesweeper.core.times import moment_text, now_ms, to_milliseconds
from minesweeper.storage.games_table import FinishedGame, get_game
from minesweeper.storage.options import option_of
from minesweeper.storage.replay_files import ReplayError, moves_text, read_replay_file
from minesweeper.storage.settings import load_all
from minesweeper.storage.store import existing_folder, open_store

if TYPE_CHECKING:
    from minesweeper import api
    from minesweeper.solvers import deduction
    from minesweeper.ui import app
    from minesweeper.ui.base import routes
    from minesweeper.ui.base.model import Model
    from minesweeper.ui.replay import svg_image
else:
    api = LateModule("minesweeper.api")  # Late, because a list of moves doesn't need it.
    app = LateModule("minesweeper.ui.app")  # Late, because printing doesn't need the screen.
    deduction = LateModule("minesweeper.solvers.deduction")  # Late, because printing doesn't draw anything.
    svg_image = LateModule("minesweeper.ui.replay.svg_image")
    routes = LateModule("minesweeper.ui.base.routes")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    source = "a RAWVF or JSON file, or the id of one of your games; - reads standard input, with --moves or --json"
    parser.add_argument("replay", metavar="FILE|ID", help=source)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--moves", action="store_true", help="print the list of moves")
    add_json(parser, "print one JSON object; rows and columns count from 0", form)
    form.add_argument("--svg", metavar="FILE", help="write the game as an animation for browsers")
    parser.add_argument("--still", action="store_true", help="with --svg: write a still image of the end")
    themes = option_of("theme").choices
    parser.add_argument("--theme", choices=themes, help="with --svg: use this theme (default: your settings)")
    parser.add_argument(
        "--background", choices=("dark", "light"), help="with --svg: use this background (default: your settings)"
    )
    parser.add_argument("--force", action="store_true", help="with --svg: replace an existing file")


def run(arguments: argparse.Namespace) -> int:
    is_printed = arguments.moves or arguments.json
    given = [name for name in ("still", "theme", "background", "force") if getattr(arguments, name)]
    if given and arguments.svg is None:
        raise ReplayError(f"--{given[0]} changes a picture only. Add --svg FILE, or leave --{given[0]} out")
    if arguments.replay == STANDARD_INPUT and not is_printed and arguments.svg is None:
        raise ReplayError("a replay from standard input can't be watched. Add --moves or --json, or name a file")
    game, is_kept = find_replay(arguments.replay)
    if is_printed:
        _print(game, arguments)
        return 0
    return _watch(game, is_kept, arguments) if arguments.svg is None else _write_image(game, arguments)


def _print(game: FinishedGame, arguments: argparse.Namespace) -> None:
    use_safe_errors(sys.stdout)
    assert game.replay is not None  # A game without a replay would have been refused before.
    if arguments.moves:
        sys.stdout.writelines(moves_text(game, game.replay))
        return
    print(json_text(api.RecordedGame(game, game.replay).to_data(), pretty=arguments.pretty))


def _watch(game: FinishedGame, is_kept: bool, arguments: argparse.Namespace) -> int:
    moment = moment_text(to_milliseconds(game.ended_at), now_ms() / 1000) if is_kept else Path(arguments.replay).name

    def start(model: Model) -> Model:
        return routes.replay_screen.open_replay(model, game, moment, is_kept=is_kept)

    return app.play_full_screen(load_all(os.environ, arguments.config), os.environ, start)


def _write_image(game: FinishedGame, arguments: argparse.Namespace) -> int:
    # The name is checked before the work, so that a taken name costs no time.
    check_free(arguments.svg, force=arguments.force)
    settings = load_all(os.environ, arguments.config).settings
    style = svg_image.style_of(settings, arguments.theme, arguments.background)
    image = deduction.run_to_end(svg_image.make_image(game, style, moving=not arguments.still))
    with new_file(arguments.svg, force=arguments.force) as stream:
        stream.write(image.text)
    print(f"Written to {quote(arguments.svg, LONGEST_NAME)}: {image.size}.")
    return 0


@signals_as_stops()
def find_replay(text: str) -> tuple[FinishedGame, bool]:
    """Finds a game with its replay.

    ``text`` is the name of a file, ``-`` for standard input, or the id of one of the player's games. The second value
    says whether it is one of the player's games. Raises ReplayError if no replay is found.
    """
    quoted = quote(text, 60)
    if text == STANDARD_INPUT or os.path.exists(text):
        with progress_line(with_seconds("Reading the replay...")):
            return read_replay_file(text), False
    game = None
    if folder := existing_folder(os.environ):
        with open_store(folder) as store:
            game = get_game(store, text)
        warn(store.notices)
    if game is None:
        advice = "The id is shown in the replay; its first four characters are enough"
        raise ReplayError(f"{quoted} isn't a replay file or the id of one of your games. {advice}")
    if game.replay is None:
        raise ReplayError(f"the game {quoted} has no replay")
    return game, True
