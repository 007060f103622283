"""Moves made for the player, and the end of a game: how it is noticed, recorded and reviewed.

Whoever plays a move (the player, a tip, a solver, the bot, ..), the state after it comes from here.
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
"""At the end of a game keys are ignored for so long, so that no hurried key wipes the result."""


def make_move(
    state: GameState, model: Model, safe: CellSet, mined: CellSet, who: str, why: Any = None, *, cell: int
) -> GameState:
    """The state after a move that is made for the player: cells opened and flagged, from a cell on."""
    wrong = safe & state.game.flags
    if wrong:
        state = state.say(*wrong_flag_words(state.game, wrong), names_cells=True)
    return after_move(state, model, state.session.apply(safe, mined, who, why), cell)


def wrong_flag_words(game: Game, wrong: CellSet) -> tuple[str, str]:
    """What is said about flags that were proved wrong, and the same in short."""
    place, count = place_text(*game.grid.row_col(first_cell(wrong))), wrong.bit_count()
    if count == 1:
        return (
            f"The flag at {place} was wrong: that cell is safe. It was taken away.",
            f"A wrong flag is gone: {place}.",
        )
    return f"{count} flags were wrong, the first at {place}. They were taken away.", f"{count} wrong flags are gone."


def after_move(state: GameState, model: Model, session: Session, cell: int) -> GameState:
    """The state with a moved session: the region opens in rings, an end is told."""
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
        from minesweeper.play.guesses import fatal_move  # it brings the solvers

        ended = ended._replace(fatal=fatal_move(before, state.session) if before.opened else None)
        mine = first_cell(game.exploded)
        state = shock(move_to_cell(state, model, mine), model, mine)
    return state._replace(mode=state.mode.over(game), suspended_mode=IDLE, said=SILENCE, ended=ended)


def with_end(state: GameState, ended: Ended) -> GameState:
    """The state with more known or told about its end."""
    return state._replace(ended=ended)


def give_up(state: GameState, model: Model) -> GameState:
    """The state of a game given up."""
    return state._replace(session=state.session.give_up(), ended=Ended(DEAF_SECONDS)).idle()


def carry_on(state: GameState, session: Session) -> GameState:
    """The state with a move taken back: whatever ended has not."""
    return state._replace(session=session, ended=None).idle()


def to_player(state: GameState) -> GameState:
    """The state of a game that is the player's from now on: it is saved, and recorded at its end."""
    return state if state.session.id else state._replace(session=state.session._replace(id=new_id()))


def tell_end(state: GameState) -> GameState:
    """The state with the end told once more."""
    return state._replace(ended=state.ended._replace(telling="end")) if state.ended else state
