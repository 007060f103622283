"""A session on a board that is given: by its code, by a file or by the day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from minesweeper.boards.codes import from_code, is_code
from minesweeper.boards.daily import DAILY, daily_board
from minesweeper.boards.layout import Layout
from minesweeper.core.specs import BoardSpec
from minesweeper.core.text import LONGEST_NAME, cannot_be, quote
from minesweeper.play.session import Clicks, Session, new_session
from minesweeper.storage.board_files import BoardFileError, load_boards
from minesweeper.storage.settings import Settings


def session_on(text: str, settings: Settings) -> Session:
    """The session on the board of a code or a file; its first cell, if it has one, is opened for the player."""
    if is_code(text):
        return _begin(*from_code(text), settings)
    try:
        board = next(load_boards(Path(text)), None)
    except OSError as error:
        raise BoardFileError(cannot_be("read", quote(text, LONGEST_NAME), error)) from None
    if board is None:
        raise BoardFileError(f"{quote(text, LONGEST_NAME)} holds no board")
    return _begin(board.layout, board.first, settings)


def _begin(layout: Layout, first: int | None, settings: Settings) -> Session:
    spec = BoardSpec(layout.grid.width, layout.grid.height, layout.mine_count)
    session = new_session(spec, settings.name_of(spec), layout=layout)
    if first is None:
        return session
    return replace(session, first=first, game=session.game.open_cell(first))


def session_of_day(day: date, *, known: bool) -> Session:
    """The session on the board of a day, its first cell opened for the player; a second try of it is known."""
    daily = daily_board(day)
    session = new_session(daily.spec, DAILY, daily.seed, mode=daily.mode).open_cell(daily.first)
    return replace(session, known=known, clicks=Clicks(), trail=None, last=None)  # that open was not the player's move
