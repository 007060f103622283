"""A session on a board that is given: by its code or by a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from minesweeper.boardfiles import BoardFileError, load_boards
from minesweeper.codes import from_code, is_code
from minesweeper.layout import Layout
from minesweeper.session import Session, new_session
from minesweeper.settings import Settings
from minesweeper.specs import BoardSpec


def session_on(text: str, settings: Settings) -> Session:
    """The session on the board of a code or a file; its first cell, if it has one, is opened for the player."""
    if is_code(text):
        return _begin(*from_code(text), settings)
    try:
        board = next(load_boards(Path(text)), None)
    except OSError as error:
        raise BoardFileError(f"{text!r} can't be read: {error.strerror}") from None
    if board is None:
        raise BoardFileError(f"{text!r} holds no board")
    return _begin(board.layout, board.first, settings)


def _begin(layout: Layout, first: int | None, settings: Settings) -> Session:
    spec = BoardSpec(layout.grid.width, layout.grid.height, layout.mine_count)
    name = next((name for name, preset in settings.presets.items() if preset == spec), "custom")
    session = new_session(spec, name, layout=layout)
    if first is None:
        return session
    return replace(session, first=first, game=session.game.open_cell(first))
