"""How many files some everyday things pass through: ``python -m tests.tools.flows``.

A newcomer who follows a key or an answer through the code opens these files, and goes from one to another so often.
Modules are loaded beforehand: only calls are counted.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from types import FrameType

import minesweeper
from minesweeper.cli import main as main_command
from minesweeper.core.position import read_position
from minesweeper.play.replay import Film
from minesweeper.play.session import Session
from minesweeper.storage.games_table import finish_game, get_game, record_game
from minesweeper.storage.store import open_store
from minesweeper.ui.base.model import handle, render
from minesweeper.ui.terminal.decoder import Decoder
from tests.ui.driving import board, cursor_to, finish_work, press, start, state_of, text_of, work

PACKAGE = str(Path(minesweeper.__file__).parent)
SCREENS = str(Path(PACKAGE, "ui"))
BOARD = ".*...*.\n.......\n...*...\n.......\n*..*...\n.......\n......."
POSITION = "#1##\n122#\n####"


class Trip:
    """The files of the package that were passed, and how often one called into another."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.switches = 0
        self.between_screens = 0
        """Of these, the ones inside ``ui/``."""


@contextmanager
def watched() -> Iterator[Trip]:
    """Counts the calls made inside."""
    trip = Trip()

    def look(frame: FrameType, event: str, argument: object) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(PACKAGE):
            trip.files.add(name[len(PACKAGE) + 1 :])
            caller = frame.f_back.f_code.co_filename if frame.f_back else name
            if caller != name and caller.startswith(PACKAGE):
                trip.switches += 1
                trip.between_screens += caller.startswith(SCREENS) and name.startswith(SCREENS)

    sys.setprofile(look)
    try:
        yield trip
    finally:
        sys.setprofile(None)


def show_tip() -> None:
    """T on the game screen: found, explained, drawn."""
    model = press(start(board(BOARD)), "home")
    model = press(cursor_to(model, 6, 0), "space")
    with recorded("T: to the sentence"):
        work(press(model, "t"))
    with recorded("T: to the frame"):
        text_of(work(press(model, "t")))


def press_j() -> None:
    """J from its byte to the frame after the first move: decoded, found, shown, made, drawn."""
    model = press(start(board(BOARD)), "home")
    model = press(cursor_to(model, 6, 0), "space")
    before = state_of(model).game
    with recorded("J: from the byte to the frame after its first move"):
        for event in Decoder().feed(b"j"):
            model = handle(model, event)
        while state_of(model).game is before:
            model = finish_work(model)
        render(model)


def ask_odds() -> None:
    """The odds of a position, as a program asks for them."""
    position = read_position(POSITION, 3)
    with recorded("odds(position)"):
        minesweeper.odds(position)


def keep_and_replay() -> None:
    """A finished game: recorded, read back, played again to its end."""
    session: Session = board(BOARD).open_cell(48)
    for cell in range(49):
        if session.is_running and not session.game.layout.mines >> cell & 1:  # type: ignore[union-attr]
            session = session.open_cell(cell)
    with tempfile.TemporaryDirectory() as folder, recorded("a finished game: recorded and replayed"):
        store = open_store(Path(folder))
        game = finish_game(session)
        assert game is not None
        record_game(store, game)
        kept = get_game(store, game.id)
        assert kept is not None
        assert kept.replay is not None
        film = Film(kept.replay)
        film.session_at(len(film))
        store.close()


def end_game() -> None:
    """The last open of a game: won, told and drawn."""
    model = press(start(board("*..")), "right", "right")
    with recorded("a finished game: from the key to the frame"):
        text_of(work(press(model, "space")))


def solve_json() -> None:
    """``minesweeper solve --json`` of one position."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "board.txt")
        path.write_text(f"{POSITION}\n", "utf-8")
        with recorded("solve --json"), redirect_stdout(StringIO()):
            main_command(["solve", str(path), "--mines", "3", "--json"])


def bench_game() -> None:
    """One game of the bench."""
    with recorded("bench: one game"), redirect_stdout(StringIO()):
        main_command(["bench", "beginner", "-n", "1", "--solver", "best", "--seed", "1"])


@contextmanager
def recorded(name: str) -> Iterator[None]:
    """Prints what was passed inside."""
    with watched() as trip:
        yield
    lines = sum(Path(PACKAGE, file).read_text("utf-8").count("\n") for file in trip.files)
    folders = sorted({file.rpartition("/")[0] or "top" for file in trip.files})
    print(
        f"{name}: {len(trip.files)} files of {lines:,} lines, {trip.switches:,} calls from one file to another,"
        f" {trip.between_screens:,} of them inside ui/"
    )
    print(f"    {', '.join(folders)}")


def main() -> None:
    """Each thing once to load what it needs, then watched."""
    things: list[Callable[[], None]] = [show_tip, press_j, end_game, keep_and_replay, ask_odds, solve_json, bench_game]
    for thing in things:
        with redirect_stdout(StringIO()):
            thing()
        thing()


if __name__ == "__main__":
    main()
