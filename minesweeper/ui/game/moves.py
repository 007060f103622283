"""What the player's moves do on the game screen: open, chord, complete, flag, undo; and what is said about them."""

from __future__ import annotations

from dataclasses import replace

from minesweeper.core.cells import contains, first_cell, place_text
from minesweeper.core.text import plural
from minesweeper.core.times import exact_time
from minesweeper.play.assist import SINGLE, FlagKey, flag_key
from minesweeper.play.game import Game, Phase
from minesweeper.play.session import Cause, Session, new_id
from minesweeper.storage.values import Outcome
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.game.cursor import move_to
from minesweeper.ui.game.end import plan_review, won_sentence
from minesweeper.ui.game.state import Dealing, GameState, Rings, start_rings

DEAF_SECONDS = 0.4
"""At the end of a game keys are ignored for so long, so that no hurried key wipes the result."""
FLASH_SECONDS = 0.15
CHEER_PACE = 0.04


def open_at(state: GameState, model: Model, cell: int) -> GameState:
    """The state after opening a cell, or after a chord on a number."""
    game = state.game
    if contains(game.opened, cell):
        return chord_at(state, model, cell)
    if contains(game.flags, cell):
        return _refuse(state, f"There is a flag: {state.key(model, Action.FLAG)} takes it away.")
    if state.session.boards != "normal" and state.session.deals_with(cell):
        if cell != state.proposed:  # what is made for another cell is of no use any more
            state = replace(state, proposed=None, stocked=None)
        return replace(state, dealing=Dealing(cell)).say("Making a no-guess board .. Esc stops.")
    return after_move(state, model, state.session.open_cell(cell), cell)


def chord_at(state: GameState, model: Model, cell: int) -> GameState:
    """The state after a chord on a number; where it may not act, its hidden neighbours light up."""
    game = state.game
    if not contains(game.opened, cell):
        return _refuse(state, "A chord needs an opened number.")
    session = state.session.chord(cell)
    if session.game is not game:
        return after_move(state, model, session, cell)
    state = replace(state, session=session)
    clue = game.clue(cell)
    hidden = game.grid.neighbours(cell) & game.hidden & ~game.flags
    if not clue or not hidden:
        return state
    if model.settings.text("motion") != "none":
        state = replace(state, near=hidden, flash=FLASH_SECONDS)
    return _refuse(state, f"This {clue} has {game.flags_around(cell)} of its {plural(clue, 'flag')}: {_needs(clue)}")


def _needs(clue: int) -> str:
    return f"a chord needs exactly {clue}."


def complete_at(state: GameState, model: Model, cell: int) -> GameState:
    """The state after completing a number."""
    if not contains(state.game.opened, cell):
        return _refuse(state, "Only an opened number can be completed.")
    session = state.session.complete(cell)
    if session.game is not state.game:
        return after_move(state, model, session, cell)
    return chord_at(state, model, cell)


def flag_at(state: GameState, model: Model, cell: int) -> GameState:
    """The state after the flag key on a cell."""
    if contains(state.game.opened, cell):
        return _refuse(state, "An opened cell can't be flagged.")
    level = SINGLE if state.game.is_over else model.settings.text("assist")
    # At Single the key sets a flag on a proposed cell too.
    does = flag_key(level, state.session, cell, 0 if level == SINGLE else state.proposals)
    if does is FlagKey.STAY:
        return state.say("This flag is certain: it stays.")
    if does in (FlagKey.MARK, FlagKey.TURN):
        question_marks = level == SINGLE and model.settings.is_on("question_marks")
        state = after_move(state, model, state.session.mark(cell, question_marks), cell)
    return state if does is FlagKey.MARK else _with_proposal(state, cell)


def _with_proposal(state: GameState, cell: int) -> GameState:
    session = state.session.helped("what-if")
    return replace(state, proposals=state.proposals ^ (1 << cell), what_if=None, exactly=False, session=session)


def undo(state: GameState) -> GameState:
    """The state with the last move taken back; after a loss the game is carried on."""
    lost = state.game.phase is Phase.LOST
    session = state.session.undo()
    if session is state.session:
        return state.say("There is nothing to undo.")
    text = "Carrying on, for practice: the loss stays." if lost else "Undone. The game now counts as assisted."
    session = session if session.id else session._replace(id=new_id())  # what was the bot's is now the player's
    state = replace(state, session=session, bot=None, review=None, reviewing=None, outcome=None)
    return replace(state, examining=None, guesses=None).say(text)


def _refuse(state: GameState, text: str) -> GameState:
    return state if state.game.is_over else state.say(text)


def after_move(state: GameState, model: Model, session: Session, cell: int) -> GameState:
    """The state with a moved session: the region opens in rings, an end is told."""
    before, after = state.game, session.game
    state = replace(state, session=session)
    if after is before:
        return state
    state = replace(state, rings=_rings(state, model, before, cell))
    if not after.is_over:
        return state
    won = after.phase is Phase.WON
    cheer = None
    if won and model.settings.text("motion") == "full":
        cheer = start_rings(after.flags, cell, _reach(state, model, cell), CHEER_PACE)
    state = replace(
        state, deaf=DEAF_SECONDS, cheer=cheer, press=None, solver=None, message=end_sentence(session), alarm=not won
    )
    if after.exploded:
        state = replace(state, reviewing=plan_review(before, session))
        state = move_to(state, model, *after.grid.row_col(first_cell(after.exploded)))
    return state


def _rings(state: GameState, model: Model, before: Game, cell: int) -> Rings | None:
    opened = state.game.opened & ~before.opened
    if model.settings.text("motion") != "full" or opened.bit_count() < 2:
        return None
    return start_rings(opened, cell, _reach(state, model, cell), model.settings.number("cascade_ms") / 1000)


def _reach(state: GameState, model: Model, cell: int) -> int:
    """How far the farthest cell in view is from a cell."""
    geometry, view = state.geometry(model), state.view
    row, col = state.game.grid.row_col(cell)
    rows = abs(row - view.row), abs(view.row + geometry.view_rows - 1 - row)
    cols = abs(col - view.col), abs(view.col + geometry.view_cols - 1 - col)
    return max(*rows, *cols)


def end_sentence(session: Session, outcome: Outcome | None = None) -> str:
    """What happened, for the end of a game, and what came of recording it."""
    text = _end_words(session, outcome)
    if session.boards == "no-guess" and session.label == "normal":
        text += " This was a normal board."
    return text if outcome is None or outcome.problem is None else f"{text} {outcome.problem}"


def _end_words(session: Session, outcome: Outcome | None) -> str:
    game = session.game
    time = exact_time(session.elapsed)
    if game.phase is Phase.WON:
        return won_sentence(session, outcome)
    if game.phase is Phase.GIVEN_UP:
        return f"Given up after {time}: here are the mines."
    mine = place_text(*game.grid.row_col(first_cell(game.exploded)))
    if session.cause is Cause.CHORDED and session.last is not None:
        place = place_text(*game.grid.row_col(session.last))
        return f"Boom at {mine}: the chord at {place} trusted a wrong flag. Lost after {time}."
    return f"Boom: {mine} was a mine. Lost after {time}."


def switch_overlay(state: GameState) -> GameState:
    """The state with the next overlay; a game that was looked at this way is assisted."""
    overlay = state.overlay.next()
    if overlay is Overlay.OFF or state.game.is_over:
        return replace(state, overlay=overlay)
    return replace(state, overlay=overlay, session=state.session.helped("overlay"))


def give_up(state: GameState) -> GameState:
    """The state of a game given up."""
    session = state.session.give_up()
    return replace(state, session=session, deaf=DEAF_SECONDS).say(end_sentence(session))
