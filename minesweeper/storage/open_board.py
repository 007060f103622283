"""A session on a board that is given: by its code, by a file or by the day, and what there is of the day's board."""

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
    """A saved game on it, to go on with."""
    was_tried: bool = False
    is_past: bool = False


def session_on(text: str, settings: Settings, told: Told = tell_nobody) -> Session:
    """The session on the board of a code or a file; its first cell, if it has one, is opened for the player."""
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
    """The session on the board of a day, its first cell opened for the player; a second try of it is known."""
    daily = daily_board(day)
    session = new_session(daily.spec, DAILY, daily.seed, boards=NO_GUESS).open_cell(daily.first)
    return session._replace(known=known, clicks=Clicks(), trail=None, last=None)  # that open was not the player's move


def find_day(archive: Archive, here: tuple[str, ...], wanted: date | None = None) -> FoundDay:
    """What there is of the board of a day, today's without one; games that wait in this program are not taken."""
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
