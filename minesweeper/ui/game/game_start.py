"""Starts games on the screen: the cursor, and the choices kept from the previous game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.boards.daily_seed import DAILY
from minesweeper.core.late import LateModule
from minesweeper.play.session import Session, new_session
from minesweeper.ui.base.model import Env
from minesweeper.ui.draw.geometry import View
from minesweeper.ui.game.game_state import BoardView, GameState

if TYPE_CHECKING:
    from minesweeper.play import replay
    from minesweeper.ui.game import end_mode
else:
    replay = LateModule("minesweeper.play.replay")  # the next game of the same seed needs it
    end_mode = LateModule("minesweeper.ui.game.end_mode")


KNOWN_BOARD = "You may know this board, so this game isn't ranked.", "A known board: not ranked."


def first_state(session: Session, env: Env) -> GameState:
    """Returns the first state of a session, with the cursor in the middle of the view."""
    state = start_state(session, env)
    geometry, (row, col) = state.geometry, state.cursor
    return state.with_view(view=geometry.clamp(View(row - geometry.view_rows // 2, col - geometry.view_cols // 2)))


def start_state(session: Session, env: Env) -> GameState:
    """Returns the state of a new session: the cursor in the middle, or on the first cell."""
    grid = session.game.grid
    cursor = (grid.height // 2, grid.width // 2) if session.first is None else grid.row_col(session.first)
    modes = (end_mode.EndMode(),) if session.game.is_over else ()  # The first cell may win.
    return GameState(session, BoardView(cursor), env, modes)


def advise_start(state: GameState) -> GameState:
    """Says how to begin a game; a finished game stays as it is."""
    text = "Open any cell: the first one is never a mine and opens a region."
    return state if state.game.is_over else state.say(text)


def next_game(state: GameState) -> GameState:
    """Starts a new game of the same kind; after a daily board, a random one of that size."""
    session = state.session
    preset = session.preset if session.preset != DAILY else state.env.settings.name_of(session.spec)
    return with_session(
        state, new_session(session.spec, preset, board_type=session.board_type).with_assists_of(session)
    )


def again(state: GameState) -> GameState:
    """Starts the same board again."""
    started = announce(with_session(state, state.session.restart_board()))
    text = replay.same_board_text(started.session)
    return started.say(f"{text} {KNOWN_BOARD[0]}", text) if text else started


def announce(state: GameState) -> GameState:
    """Says once, at the start of a game on a known board, that it isn't ranked."""
    is_game = state.session.is_known_board and not (state.game.is_over or state.is_unrecorded)
    return state.say(*KNOWN_BOARD) if is_game else state


def with_session(old: GameState, session: Session) -> GameState:
    """Starts another session and keeps the player's view; the cursor moves only to a given cell."""
    new = start_state(session, old.env)
    cursor = old.cursor if session.first is None else new.cursor
    before = old.looks
    new = new.with_view(view=before.view, reduced=before.reduced, click_mode=before.click_mode)
    return new.move_to(*cursor)
