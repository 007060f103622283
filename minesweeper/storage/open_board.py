"""Opens a session on a given board: by its code, a file or the day, and finds what the store knows of a day."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.boards.codes import from_code, is_code
from minesweeper.boards.daily import DAILY, daily_board, today
from minesweeper.boards.layout import Board
from minesweeper.core.boardspec import NO_GUESS
from minesweeper.core.inputs import Told, input_name, read_input, tell_nobody
from minesweeper.play.session import Clicks, Session, new_session
from minesweeper.storage.board_files import MAX_BYTES, BoardFileError, read_boards
from minesweeper.storage.settings import Settings

if TYPE_CHECKING:
    from minesweeper.storage.saves_table import Archive, RunningGame


class FoundDay(NamedTuple):
    """A day, and what the store knows of its board."""

    day: date
    game: RunningGame | None
    """A saved game on that board, to continue."""
    was_tried: bool = False
    is_past: bool = False


def session_on(text: str, settings: Settings, told: Told = tell_nobody) -> Session:
    """Starts a session on the board of a code or a file. Its first cell, if any, is already open."""
    if is_code(text):
        return _begin(from_code(text), settings)
    board = next(read_boards(read_input(Path(text), MAX_BYTES), text, told), None)
    if board is None:
        raise BoardFileError(f"{input_name(Path(text))} holds no board")
    return _begin(board, settings)


def _begin(board: Board, settings: Settings) -> Session:
    spec = board.layout.spec
    session = new_session(spec, settings.name_of(spec), layout=board.layout)
    if board.first is None:
        return session
    return session._replace(first=board.first, game=session.game.open_cell(board.first))


def session_of_day(day: date, *, known: bool) -> Session:
    """Starts a session on the board of a day with its first cell already open. A second try is a known board."""
    daily = daily_board(day)
    session = new_session(daily.spec, DAILY, daily.seed, boards=NO_GUESS).open_cell(daily.first)
    return session._replace(known=known, clicks=Clicks(), trail=None, last=None)  # the player didn't make that move


def find_day(archive: Archive, here: tuple[str, ...], wanted: date | None = None) -> FoundDay:
    """Finds a day's saved game and record, by default today's. Leaves out games that are open in this program."""
    from minesweeper.storage.statistics import daily_record

    now = today()
    day = wanted or now
    seed = daily_board(day).seed
    saved = [game for game in archive.saves.games() if game.seed == seed and game.id not in here]
    for game in saved:
        taken = archive.saves.take(game.id).value if game.is_free else None
        if taken is not None:
            return FoundDay(day, taken)
    was_tried = bool(saved) or daily_record(archive.store, day).tries > 0
    return FoundDay(day, None, was_tried, is_past=day < now)
