"""How a game starts on the screen: where the cursor is, and what stays from the previous game.

`first_state` makes the state of a game that is opened from elsewhere. `next_game` and `again` replace a game by the
next one and keep the player's view of the board, so that the screen doesn't jump. `game_screen` has the functions that
put the state on the screen.
"""

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
    # Only the next game on the same seed needs it.
    replay = LateModule("minesweeper.play.replay")
    end_mode = LateModule("minesweeper.ui.game.end_mode")


KNOWN_BOARD = "You may know this board, so this game isn't ranked.", "A known board: not ranked."
"""The message at the start of a game on a known board, the longer form first."""


def first_state(session: Session, env: Env) -> GameState:
    """The state of a session that is opened from another screen, with the cursor in the middle of the view."""
    state = start_state(session, env)
    geometry, (row, col) = state.geometry, state.cursor
    return state.with_view(view=geometry.clamp(View(row - geometry.view_rows // 2, col - geometry.view_cols // 2)))


def start_state(session: Session, env: Env) -> GameState:
    """The state of a session, with the cursor on its first cell or, if it has none yet, in the middle of the board."""
    grid = session.game.grid
    cursor = (grid.height // 2, grid.width // 2) if session.first is None else grid.row_col(session.first)
    # Opening the first cell may already win.
    modes = (end_mode.EndMode(),) if session.game.is_over else ()
    return GameState(session, BoardView(cursor), env, modes)


def advise_start(state: GameState) -> GameState:
    """Adds the advice on how to begin, unless the game is already over."""
    text = "Open any cell: the first one is never a mine and opens a region."
    return state if state.game.is_over else state.say(text)


def next_game(state: GameState) -> GameState:
    """Starts a new game of the same size, board type and assist settings.

    A daily board is followed by a random board of its size, because a day has only one board.
    """
    session = state.session
    preset = session.preset if session.preset != DAILY else state.env.settings.name_of(session.spec)
    return with_session(
        state, new_session(session.spec, preset, board_type=session.board_type).with_assists_of(session)
    )


def again(state: GameState) -> GameState:
    """Starts the same board again. The message says that the board is known and therefore not ranked."""
    started = announce(with_session(state, state.session.restart_board()))
    text = replay.same_board_text(started.session)
    return started.say(f"{text} {KNOWN_BOARD[0]}", text) if text else started


def announce(state: GameState) -> GameState:
    """Says at the start of a game on a known board that it isn't ranked.

    The message is left out for games that are over and boards that are never recorded.
    """
    is_game = state.session.is_known_board and not (state.game.is_over or state.is_unrecorded)
    return state.say(*KNOWN_BOARD) if is_game else state


def with_session(old: GameState, session: Session) -> GameState:
    """Replaces the session and keeps the player's view: scroll position, reduced view and mouse buttons.

    The cursor stays where it is, unless the session has a first cell.
    """
    new = start_state(session, old.env)
    cursor = old.cursor if session.first is None else new.cursor
    before = old.looks
    new = new.with_view(view=before.view, reduced=before.reduced, click_mode=before.click_mode)
    return new.move_to(*cursor)
