"""Makes moves for the player, and notices the end of a game.

Every move (of the player, a tip, a solver or the bot) gets its next state here.
"""

from __future__ import annotations

from typing import Any

from minesweeper.core.cells import CellSet, first_cell, place_text
from minesweeper.play.game import Game, Phase
from minesweeper.play.session import Session, new_id
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.cursor import cheer, move_to_cell, shock, unfold, with_press
from minesweeper.ui.game.game_state import IDLE, Ended, GameState
from minesweeper.ui.widgets.chrome import SILENCE

DEAF_SECONDS = 0.4
"""The seconds for which keys are ignored after the end, so that a hurried key doesn't wipe the result."""


def make_move(
    state: GameState, model: Model, safe: CellSet, mined: CellSet, who: str, why: Any = None, *, cell: int
) -> GameState:
    """Makes a move for the player: opens and flags cells, animated from a cell."""
    wrong = safe & state.game.flags
    if wrong:
        state = state.say(*wrong_flag_words(state.game, wrong), names_cells=True)
    return after_move(state, model, state.session.apply(safe, mined, who, why), cell)


def wrong_flag_words(game: Game, wrong: CellSet) -> tuple[str, str]:
    """Says that flags were proved wrong: the full message and a short one."""
    place, count = place_text(*game.grid.row_col(first_cell(wrong))), wrong.bit_count()
    if count == 1:
        return (
            f"The flag at {place} was wrong: that cell is safe. It was taken away.",
            f"A wrong flag is gone: {place}.",
        )
    return f"{count} flags were wrong, the first at {place}. They were taken away.", f"{count} wrong flags are gone."


def after_move(state: GameState, model: Model, session: Session, cell: int) -> GameState:
    """Applies a move: reveals the opened region in rings and handles the end of the game."""
    before = state.game
    state = state.mode.moved(state, session)
    if state.game is before:
        return state
    state = unfold(state, model, before, cell)
    return _end(state, model, before, cell) if state.game.is_over else state


def _end(state: GameState, model: Model, before: Game, cell: int) -> GameState:
    game = state.game
    state = cheer(state, model, before, cell) if game.phase is Phase.WON else with_press(state, None)
    ended = Ended(DEAF_SECONDS)
    if game.exploded:
        from minesweeper.play.guesses import fatal_move  # Loads the solvers, so not at the start.

        ended = ended._replace(fatal=fatal_move(before, state.session) if before.opened else None)
        mine = first_cell(game.exploded)
        state = shock(move_to_cell(state, model, mine), model, mine)
    return state._replace(mode=state.mode.over(game), suspended_mode=IDLE, said=SILENCE, ended=ended)


def with_end(state: GameState, ended: Ended) -> GameState:
    """Replaces the facts about the end of the game."""
    return state._replace(ended=ended)


def give_up(state: GameState, model: Model) -> GameState:
    """Gives the game up."""
    return state._replace(session=state.session.give_up(), ended=Ended(DEAF_SECONDS)).idle()


def carry_on(state: GameState, session: Session) -> GameState:
    """Resumes a game after undo; it is no longer over."""
    return state._replace(session=session, ended=None).idle()


def to_player(state: GameState) -> GameState:
    """Gives a bot's game to the player, so that it is saved and recorded."""
    return state if state.session.id else state._replace(session=state.session._replace(id=new_id()))


def tell_end(state: GameState) -> GameState:
    """Shows the message about the end again."""
    return state._replace(ended=state.ended._replace(telling="end")) if state.ended else state
