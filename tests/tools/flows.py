"""Lists the files that a key, a command or a finished game passes through: ``python -m tests.tools.flows``.

A newcomer who follows a key through the code opens these files. Each flow runs once before it is recorded, so that
loading modules isn't counted, only calls.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from textwrap import fill
from types import FrameType

import minesweeper
from minesweeper.cli import main as main_command
from minesweeper.play.replay import Film
from minesweeper.storage.games_table import get_game, record_game
from minesweeper.storage.store import open_store
from minesweeper.ui.base.model import Model, handle, render
from minesweeper.ui.terminal.decoder import Decoder
from tests.storage.storing import finished
from tests.ui.driving import board, cursor_to, finish_work, press, start, state_of, text_of, work

PACKAGE = str(Path(minesweeper.__file__).parent)
SCREENS = str(Path(PACKAGE, "ui"))
BOARD = ".*...*.\n.......\n...*...\n.......\n*..*...\n.......\n......."
POSITION = "#1##\n122#\n####\nmines: 3"


def begun() -> Model:
    """A game on the board after its first open."""
    return press(cursor_to(start(board(BOARD)), 6, 0), "space")


def press_j(model: Model) -> None:
    """Presses J, from its byte to the frame after the solver's first move."""
    before = state_of(model).game
    for event in Decoder().feed(b"j"):
        model = handle(model, event)
    while state_of(model).game is before:
        model = finish_work(model)
    render(model)


def keep_and_replay(folder: str) -> None:
    """Records a finished game, reads it back and replays it to its end."""
    with open_store(Path(folder)) as store:
        game = finished(board(BOARD).open_cell(48).open_cell(1))
        record_game(store, game)
        kept = get_game(store, game.id)
        assert kept is not None
        assert kept.replay is not None
        film = Film(kept.replay)
        film.session_at(len(film))


def report(name: str, do: Callable[[], object]) -> None:
    """Runs a flow twice and prints the files of the package that the second run passed through, in order."""
    files: dict[str, None] = {}
    switches = between_screens = 0

    def look(frame: FrameType, event: str, argument: object) -> None:
        nonlocal switches, between_screens
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(PACKAGE):
            files.setdefault(file[len(PACKAGE) + 1 :])
            caller = frame.f_back.f_code.co_filename if frame.f_back else file
            if caller != file and caller.startswith(PACKAGE):
                switches += 1
                between_screens += caller.startswith(SCREENS) and file.startswith(SCREENS)

    with redirect_stdout(StringIO()):
        do()
        sys.setprofile(look)
        do()
        sys.setprofile(None)
    lines = sum(Path(PACKAGE, file).read_text("utf-8").count("\n") for file in files)
    print(
        f"{name}: {len(files)} files of {lines:,} lines, {switches:,} calls from one file to another,"
        f" {between_screens:,} of them inside ui/"
    )
    print(fill(", ".join(files), 120, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False))


def main() -> None:
    """Reports on every flow."""
    model, ending = begun(), press(start(board("*..")), "right", "right")
    report("T: to the sentence", lambda: work(press(model, "t")))
    report("T: to the frame", lambda: text_of(work(press(model, "t"))))
    report("J: from the byte to the frame after its first move", lambda: press_j(model))
    report("a finished game: from the key to the frame", lambda: text_of(work(press(ending, "space"))))
    with tempfile.TemporaryDirectory() as folder:
        report("a finished game: recorded and replayed", lambda: keep_and_replay(folder))
        Path(folder, "board.txt").write_text(POSITION, "utf-8")
        report("solve --json", lambda: main_command(["solve", str(Path(folder, "board.txt")), "--json"]))
    report("bench: one game", lambda: main_command(["bench", "beginner", "-n", "1", "--solver", "best", "--seed", "1"]))


if __name__ == "__main__":
    main()
