"""Starts games on the screen: the cursor, the choices kept from the previous game, and the suggested first cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.boards.daily import DAILY
from minesweeper.boards.deal import BoardSeed, proposed_first
from minesweeper.play.game import Phase
from minesweeper.play.session import Session, new_session
from minesweeper.ui import game as late
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import View
from minesweeper.ui.game.cursor import looked, move_to, show_part
from minesweeper.ui.game.game_state import BoardLooks, GameStart, GameState
from minesweeper.ui.widgets.chrome import SILENCE, Message, say

if TYPE_CHECKING:
    from minesweeper.boards.noguess import Dealt


def first_state(session: Session, model: Model) -> GameState:
    """Returns the first state of a session, with the cursor in the middle of the view."""
    state = start_state(session)
    geometry, (row, col) = state.geometry(model), state.cursor
    return show_part(state, geometry.clamp(View(row - geometry.view_rows // 2, col - geometry.view_cols // 2)))


def start_state(session: Session) -> GameState:
    """Returns the state of a new session: the cursor in the middle, or on the first cell."""
    grid = session.game.grid
    cursor = (grid.height // 2, grid.width // 2) if session.first is None else grid.row_col(session.first)
    modes = (late.end_mode.EndMode(),) if session.game.is_over else ()  # The first cell may win.
    return GameState(session, BoardLooks(cursor), modes, start=_proposal(session))


def _proposal(session: Session) -> GameStart:
    """Suggests a first cell if making the board would take long."""
    if session.boards != "no-guess" or session.game.phase is not Phase.READY or session.game.layout is not None:
        return GameStart()
    from minesweeper.boards.noguess import takes_long  # Loads the solvers, so not at the start.

    return GameStart(proposed_first(session.spec), telling=True) if takes_long(session.spec) else GameStart()


def start_words(state: GameState) -> Message:
    """Returns the message about the suggested first cell."""
    start = state.start
    if not start.telling or start.proposed is None or state.game.phase is not Phase.READY:
        return SILENCE
    is_ready = start.stocked is not None and start.stocked.board is not None
    return say(f"Start at the mark: its board is {'ready' if is_ready else 'being made already'}.")


def advise_start(state: GameState, otherwise: str) -> GameState:
    """Points to the suggested first cell; without one, shows the given sentence."""
    if state.start.proposed is None:
        return state.say(otherwise)
    return state._replace(start=state.start._replace(telling=True))


IDLE_SECONDS = 30.0
"""The seconds without input after which a message offers a tip to a newcomer."""


def offer_tip(state: GameState, model: Model) -> GameState:
    """Offers a tip to an idle newcomer, once per game, unless the player has asked for one."""
    if state.idle_seconds is None or state.idle_seconds < IDLE_SECONDS or not state.is_running or state.modes:
        return state
    state = state._replace(idle_seconds=None)
    if "tip" in state.session.helpers or not model.cache.is_new(state.session.id):
        return state
    key = state.key(model, Action.TIP)
    return state.say(f"Stuck? {key} shows a safe move and why.")


def forget_start(state: GameState) -> GameState:
    """Drops the suggested first cell."""
    return state._replace(start=GameStart())


def board_wish(state: GameState) -> BoardSeed | None:
    """Returns the board that another process should prepare for the suggested cell."""
    start = state.start
    if start.proposed is None or start.stocked is not None or state.game.phase is not Phase.READY:
        return None
    return BoardSeed(state.session.spec, start.proposed, state.session.seed)


def supply_board(state: GameState, result: int | Dealt | None) -> GameState:
    """Takes progress on the suggested cell's board, the board itself, or None if it can't be prepared."""
    if isinstance(result, int):
        dealing = state.find(late.deal_mode.DealMode)
        return state.swap(dealing, dealing.counted(result)) if dealing else state
    if result is None:
        return forget_start(state)
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
    looks = new.looks._replace(view=before.view, reduced=before.reduced, click_mode=before.click_mode)
    return move_to(looked(new, looks), model, *cursor)
