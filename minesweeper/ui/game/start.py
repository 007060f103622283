"""How a game begins on the screen: where the cursor is, what is taken over from the game before, where to start."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from minesweeper.boards.daily import DAILY
from minesweeper.boards.deal import BoardSeed, proposed_first
from minesweeper.boards.noguess import takes_long
from minesweeper.core.cells import place_text
from minesweeper.play.game import Phase
from minesweeper.play.session import Session, new_session
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.cursor import move_to
from minesweeper.ui.game.deal import progress_text
from minesweeper.ui.game.state import GameState

if TYPE_CHECKING:
    from minesweeper.boards.noguess import Dealt


def start_state(session: Session) -> GameState:
    """The state of a session that is shown for the first time: the cursor in the middle, or on the first cell."""
    grid = session.game.grid
    cursor = (grid.height // 2, grid.width // 2) if session.first is None else grid.row_col(session.first)
    return _propose_start(GameState(session, cursor))


def _propose_start(state: GameState) -> GameState:
    """The state with a place to start, where the board would take long if it were made only then."""
    session = state.session
    if session.boards != "no-guess" or session.game.phase is not Phase.READY or session.game.layout is not None:
        return state
    if not takes_long(session.spec):
        return state
    state = replace(state, proposed=proposed_first(session.spec))
    return state.say(_proposal(state))


def _proposal(state: GameState) -> str:
    return f"Start at the mark: its board is being made already ({_place(state)})."


def _place(state: GameState) -> str:
    return "" if state.proposed is None else place_text(*state.game.grid.row_col(state.proposed))


def board_wish(state: GameState) -> BoardSeed | None:
    """The board that another process should make for the place to start."""
    if state.proposed is None or state.stocked is not None or state.game.phase is not Phase.READY:
        return None
    return BoardSeed(state.session.spec, state.proposed, state.session.seed)


def supply_board(state: GameState, result: int | Dealt | None) -> GameState:
    """The state after the board for the place to start has come so far, is there, or can't be made elsewhere."""
    if isinstance(result, int):
        waits = state.dealing is not None
        return state.say(progress_text(result)) if waits else state
    was_said = state.message == _proposal(state)
    if result is None:
        state = replace(state, proposed=None)
        return state.say("") if was_said else state
    ready = f"Start at the mark: its board is ready ({_place(state)})."
    state = replace(state, stocked=result)
    return state.say(ready) if was_said and result.board is not None else state


def next_game(state: GameState, model: Model) -> GameState:
    """The state with a new game of the same kind; after a daily board, of which there is one, any of its size."""
    session = state.session
    name = session.name if session.name != DAILY else model.settings.name_of(session.spec)
    return _keep_choices(start_state(new_session(session.spec, name, boards=session.boards)), state, model)


def again(state: GameState, model: Model) -> GameState:
    """The state with the same board once more."""
    return _keep_choices(start_state(state.session.again()), state, model)


def _keep_choices(new: GameState, old: GameState, model: Model) -> GameState:
    """A new game's state with what the player had chosen, and the cursor left where it is unless a cell is given."""
    cursor = old.cursor if new.session.first is None and new.proposed is None else new.cursor
    kept = replace(new, view=old.view, reduced=old.reduced, click_mode=old.click_mode, think=old.think)
    return move_to(kept, model, *cursor)
