"""Starts games on the screen: the cursor, the choices kept from the previous game, and the suggested first cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.boards.daily import DAILY
from minesweeper.boards.deal import BoardSeed, proposed_first
from minesweeper.play.game import Phase
from minesweeper.play.session import Session, new_session
from minesweeper.ui import game as late
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import View
from minesweeper.ui.game.game_state import BoardLooks, GameStart, GameState
from minesweeper.ui.widgets.chrome import SILENCE

if TYPE_CHECKING:
    from minesweeper.boards.noguess import Dealt

_AT_THE_MARK = "Start at the mark: its board is made in advance."


def first_state(session: Session, model: Model) -> GameState:
    """Returns the first state of a session, with the cursor in the middle of the view."""
    state = start_state(session)
    geometry, (row, col) = state.geometry(model), state.cursor
    return state.look(view=geometry.clamp(View(row - geometry.view_rows // 2, col - geometry.view_cols // 2)))


def start_state(session: Session) -> GameState:
    """Returns the state of a new session: the cursor in the middle, or on the first cell."""
    grid = session.game.grid
    cursor = (grid.height // 2, grid.width // 2) if session.first is None else grid.row_col(session.first)
    modes = (late.end_mode.EndMode(),) if session.game.is_over else ()  # The first cell may win.
    state = GameState(session, BoardLooks(cursor), modes, start=GameStart(_proposal(session)))
    return state if state.start.proposed is None else state.say(_AT_THE_MARK)


def _proposal(session: Session) -> int | None:
    """Suggests a first cell if making the board would take long."""
    if session.boards != "no-guess" or session.game.phase is not Phase.READY or session.game.layout is not None:
        return None
    from minesweeper.boards.noguess import takes_long  # Loads the solvers, so not at the start.

    return proposed_first(session.spec) if takes_long(session.spec) else None


def advise_start(state: GameState) -> GameState:
    """Says how to begin a game, or points to the suggested first cell; a finished game stays as it is."""
    if state.game.is_over:
        return state
    anywhere = "Open any cell: the first one is never a mine and opens a region."
    return state.say(anywhere if state.start.proposed is None else _AT_THE_MARK)


def forget_start(state: GameState) -> GameState:
    """Drops the suggested first cell."""
    return state._replace(start=GameStart())


def board_wish(state: GameState) -> BoardSeed | None:
    """Returns the board that another process should prepare for the suggested cell."""
    start = state.start
    if start.proposed is None or start.stocked is not None or state.game.phase is not Phase.READY:
        return None
    return BoardSeed(state.session.spec, start.proposed, state.session.seed)


def supply_board(state: GameState, result: Dealt | None) -> GameState:
    """Takes the board of the suggested cell, or None if it can't be prepared."""
    if result is None:
        return forget_start(state)._replace(said=SILENCE)
    return state._replace(start=state.start._replace(stocked=result))


def next_game(state: GameState, model: Model) -> GameState:
    """Starts a new game of the same kind; after a daily board, a random one of that size."""
    session = state.session
    name = session.name if session.name != DAILY else model.settings.name_of(session.spec)
    return with_session(state, model, new_session(session.spec, name, boards=session.boards).with_help_of(session))


def again(state: GameState, model: Model) -> GameState:
    """Starts the same board again."""
    return with_session(state, model, state.session.again())


def with_session(old: GameState, model: Model, session: Session) -> GameState:
    """Starts another session and keeps the player's view; the cursor moves only to a given cell."""
    new = start_state(session)
    cursor = old.cursor if new.session.first is None and new.start.proposed is None else new.cursor
    before = old.looks
    new = new.look(view=before.view, reduced=before.reduced, click_mode=before.click_mode)
    return new.move_to(model, *cursor)
