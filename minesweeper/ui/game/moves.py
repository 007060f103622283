"""Makes the player's moves: open, chord, complete, flag and undo."""

from __future__ import annotations

from minesweeper.core.cells import contains
from minesweeper.core.text import plural
from minesweeper.play.assist_level import INTELLIGENT, SINGLE, FlagKey, follows, press_flag
from minesweeper.play.game import Game, Phase
from minesweeper.ui import game as late
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.cursor import light_up
from minesweeper.ui.game.end import after_move, carry_on, to_player
from minesweeper.ui.game.game_state import GameState
from minesweeper.ui.game.overlay_state import with_proposals


def open_at(state: GameState, model: Model, cell: int) -> GameState:
    """Opens a cell, or chords on a number."""
    game = state.game
    if contains(game.opened, cell):
        return chord_at(state, model, cell)
    if contains(game.flags, cell):
        return _refuse(state, f"This cell is flagged. {state.key(model, Action.FLAG)} removes the flag.")
    if state.session.boards != "normal" and state.session.deals_with(cell):
        return late.deal_mode.begin_dealing(state, cell)
    return after_move(state, model, state.session.open_cell(cell), cell)


def chord_at(state: GameState, model: Model, cell: int) -> GameState:
    """Chords on a number; if that isn't allowed, its hidden neighbours light up."""
    game = state.game
    if not contains(game.opened, cell):
        return _refuse(state, "A chord needs an opened number.")
    session = state.session.chord(cell)
    if session.game is not game:
        return after_move(state, model, session, cell)
    state = state._replace(session=session)
    clue = game.clue(cell)
    hidden = game.grid.neighbours(cell) & game.hidden & ~game.flags
    if not clue or not hidden:
        return state
    state = light_up(state, model, hidden)
    flags = game.flags_around(cell)
    has = plural(flags, "flag") if flags else "no flag yet"
    return _refuse(state, f"This {clue} has {has}. A chord needs {'one' if clue == 1 else clue}.")


def complete_at(state: GameState, model: Model, cell: int) -> GameState:
    """Completes a number."""
    if not contains(state.game.opened, cell):
        return _refuse(state, "Only an opened number can be finished.")
    session = state.session.complete(cell)
    if session.game is not state.game:
        return after_move(state, model, session, cell)
    return chord_at(state, model, cell)


def _help_level(state: GameState, model: Model) -> str:
    """Returns the assist level in force: off in lessons and in protected games."""
    is_protected = state.help_keys(model) == "off" and not state.session.is_assisted
    return SINGLE if is_protected or state.is_unrecorded else state.help_level(model)


def flag_at(state: GameState, model: Model, cell: int, *, is_sure: bool = False) -> GameState:
    """Handles the flag key on a cell."""
    if contains(state.game.opened, cell):
        return _refuse(state, "An opened cell can't be flagged.")
    if state.game.is_over:
        return state
    level, question_marks = _help_level(state, model), model.settings.is_on("question_marks")
    pressed = press_flag(level, state.session, cell, state.aids.proposals, question_marks)
    if pressed.does is FlagKey.STAY:
        return state.say("This flag is certain: it stays.")
    if pressed.session.is_assisted and not (state.session.is_assisted or is_sure):

        def yes(state: GameState, model: Model) -> GameState:
            return flag_at(state, model, cell, is_sure=True)

        asked = late.confirm.ask_assist(state, model, Action.FLAG, yes, Action.PROPOSE.assists)
        if asked is not None:
            return asked
    state = after_move(state, model, pressed.session, cell)
    return state if pressed.does is FlagKey.MARK else with_proposals(state, pressed.proposals)


def open_here(state: GameState, model: Model) -> GameState:
    """Opens the cell under the cursor."""
    return followed(open_at(state, model, state.cell), model, state.game)


def complete_here(state: GameState, model: Model) -> GameState:
    """Completes the number under the cursor."""
    return followed(complete_at(state, model, state.cell), model, state.game)


def flag_here(state: GameState, model: Model) -> GameState:
    """Handles the flag key on the cell under the cursor."""
    return followed(flag_at(state, model, state.cell), model, state.game)


def followed(state: GameState, model: Model, before: Game) -> GameState:
    """Lets the auto level continue after a move of the player."""
    level = _help_level(state, model)
    if level != INTELLIGENT or state.mode.plays_itself or not follows(level, before, state.session):
        return state
    return late.solver_mode.follow_player(state)


def undo(state: GameState, model: Model) -> GameState:
    """Undoes the last move; after a loss, the game continues for practice."""
    lost = state.game.phase is Phase.LOST
    session = state.session.undo()
    if session is state.session:
        return state.say("There is nothing to undo.")
    text = "Keep playing for practice. The loss still counts." if lost else "Undone."
    return to_player(carry_on(state, session)).say(text)


def _refuse(state: GameState, text: str) -> GameState:
    return state if state.game.is_over else state.say(text)
