"""Makes moves: opens, chords, completes, flags and undoes, for the player and for assistants; notices the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.core.cells import CellSet, contains, first_cell, place_text
from minesweeper.core.late import LateModule
from minesweeper.core.text import plural
from minesweeper.play.assist_level import INTELLIGENT, SINGLE, FlagKey, follows, press_flag
from minesweeper.play.game import Game, Phase
from minesweeper.play.session import Session, new_id
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.game_state import PACE, GameState, Rings
from minesweeper.ui.game.overlay_state import with_proposals
from minesweeper.ui.widgets.chrome import SILENCE

if TYPE_CHECKING:
    from minesweeper.assist.loss import FatalMove
    from minesweeper.play import guesses
    from minesweeper.ui.game import deal_mode, end_mode, questions, solver_mode
else:
    deal_mode = LateModule("minesweeper.ui.game.deal_mode")
    questions = LateModule("minesweeper.ui.game.questions")
    solver_mode = LateModule("minesweeper.ui.game.solver_mode")
    end_mode = LateModule("minesweeper.ui.game.end_mode")
    guesses = LateModule("minesweeper.play.guesses")  # Loads the solvers, so not at the start.

IGNORE_KEYS_SECONDS = 0.4
STEPS, SHOCK_STEPS = 15, 9
"""The most steps of an animation, and of the wave after a loss."""


def open_at(state: GameState, model: Model, cell: int, helper: str = "") -> GameState:
    """Opens a cell, or chords on a number. ``helper`` names the assistant that does so; empty for the player."""
    game = state.game
    if contains(game.opened, cell):
        return chord_at(state, model, cell)
    if contains(game.flags, cell):
        return state.say(f"This cell is flagged. {state.key(model, Action.FLAG)} removes the flag.")
    if state.session.boards != "normal" and state.session.deals_with(cell):
        return state.enter(deal_mode.DealMode(cell, helper))
    return after_move(state, model, state.session.open_cell(cell, helper), cell)


def chord_at(state: GameState, model: Model, cell: int) -> GameState:
    """Chords on a number, or says why that isn't allowed."""
    game = state.game
    if not contains(game.opened, cell):
        return state.say("A chord needs an opened number.")
    session = state.session.chord(cell)
    if session.game is not game:
        return after_move(state, model, session, cell)
    state = state._replace(session=session)
    clue, flags = game.clue(cell), game.flags_around(cell)
    if not clue or not game.grid.neighbours(cell) & game.hidden & ~game.flags:
        return state
    has = plural(flags, "flag") if flags else "no flag yet"
    return state.say(f"This {clue} has {has}. A chord needs {'one' if clue == 1 else clue}.")


def _help_level(state: GameState, model: Model) -> str:
    """Returns the assist level in force: off in lessons and in protected games."""
    return SINGLE if state.refuses_help(model) or state.is_unrecorded else state.help_level(model)


def flag_at(state: GameState, model: Model, cell: int, *, is_sure: bool = False) -> GameState:
    """Handles the flag key on a cell."""
    if contains(state.game.opened, cell):
        return state.say("An opened cell can't be flagged.")
    if state.game.is_over:
        return state
    level, question_marks = _help_level(state, model), model.settings.is_on("question_marks")
    pressed = press_flag(level, state.session, cell, state.aids.proposals, question_marks)
    if pressed.does is FlagKey.STAY:
        return state.say("This flag is proved, so it stays.")
    if pressed.session.is_assisted and state.protects_rank(model) and not is_sure:

        def yes(state: GameState, model: Model) -> GameState:
            return flag_at(state, model, cell, is_sure=True)

        asked = questions.ask_assist(state, model, Action.FLAG, yes, Action.PROPOSE)
        if asked is not None:
            return asked
    state = after_move(state, model, pressed.session, cell)
    return state if pressed.does is FlagKey.MARK else with_proposals(state, pressed.proposals)


def open_here(state: GameState, model: Model) -> GameState:
    """Opens the cell under the cursor."""
    return followed(open_at(state, model, state.cell), model, state.game)


def complete_here(state: GameState, model: Model) -> GameState:
    """Completes the number under the cursor."""
    cell = state.cell
    if not contains(state.game.opened, cell):
        return state.say("Only an opened number can be finished.")
    session = state.session.complete(cell)
    is_done = session.game is not state.game
    after = after_move(state, model, session, cell) if is_done else chord_at(state, model, cell)
    return followed(after, model, state.game)


def flag_here(state: GameState, model: Model) -> GameState:
    """Handles the flag key on the cell under the cursor."""
    return followed(flag_at(state, model, state.cell), model, state.game)


def followed(state: GameState, model: Model, before: Game) -> GameState:
    """Starts the automatic moves after a move of the player, if the assist level is auto."""
    level = _help_level(state, model)
    if level != INTELLIGENT or state.mode.plays_itself or not follows(level, before, state.session):
        return state
    return state._replace(modes=(solver_mode.AutoMode(),))


def undo(state: GameState, model: Model) -> GameState:
    """Undoes the last move; after a loss, the game continues for practice."""
    lost = state.game.phase is Phase.LOST
    session = state.session.undo()
    if session is state.session:
        return state.say("There is nothing to undo.")
    text = "Keep playing for practice. The loss still counts." if lost else "Undone."
    return to_player(state.idle()._replace(session=session)).say(text)


# ------------------------------------------------------------------------------
# Every move, of the player, a tip, a solver or the bot, gets its next state here.
# ------------------------------------------------------------------------------


def make_move(state: GameState, model: Model, safe: CellSet, mined: CellSet, who: str, *, cell: int) -> GameState:
    """Makes a move for the player: opens and flags cells, animated from a cell."""
    wrong = safe & state.game.flags
    if wrong:
        place, count = place_text(*state.game.grid.row_col(first_cell(wrong))), wrong.bit_count()
        many = f"{count} wrong flags were removed, the first at {place}."
        state = state.say(f"A wrong flag was removed: {place}." if count == 1 else many, names_cells=True)
    return after_move(state, model, state.session.with_proved_mines(mined).apply(safe, mined, who), cell)


def after_move(state: GameState, model: Model, session: Session, cell: int) -> GameState:
    """Applies a move: reveals the opened region in rings and handles the end of the game."""
    before = state.game
    state = state.mode.moved(state, session)
    if state.game is before:
        return state
    opened = state.game.opened & ~before.opened
    state = state.look(rings=_start_rings(state, model, opened, cell) if opened.bit_count() > 1 else None)
    return _end(state, model, before, cell) if state.game.is_over else state


def _start_rings(state: GameState, model: Model, cells: CellSet, centre: int, steps: int = STEPS) -> Rings | None:
    """Starts to show cells in rings around a cell, in at most ``steps`` steps to the edge of the view.

    Returns None if the player wants no motion, or if there is nothing to animate.
    """
    geometry, view = state.geometry(model), state.looks.view
    row, col = state.game.grid.row_col(centre)
    rows = abs(row - view.row), abs(view.row + geometry.view_rows - 1 - row)
    cols = abs(col - view.col), abs(view.col + geometry.view_cols - 1 - col)
    reach = max(*rows, *cols)
    if model.settings.text("motion") != "full" or reach < 2:
        return None
    return Rings(cells, centre, 0, reach, max(1, -(-reach // steps)), PACE)


def _end(state: GameState, model: Model, before: Game, cell: int) -> GameState:
    """Raises the flags of a win in rings, or sends a shock wave from the mine that reveals the others behind it."""
    game, fatal = state.game, None
    wave = _start_rings(state, model, game.flags & ~before.flags, cell) if game.phase is Phase.WON else None
    if game.exploded and game.layout is not None:
        fatal = guesses.fatal_move(before, state.session) if before.opened else None
        mine = first_cell(game.exploded)
        state = state.move_to_cell(model, mine)
        others = game.layout.mines & ~(game.flags | game.exploded)
        wave = _start_rings(state, model, others, mine, SHOCK_STEPS)
    return _show_end(state.look(wave=wave, press=None), fatal)


def _show_end(state: GameState, fatal: FatalMove | None = None) -> GameState:
    """Enters the mode of the end, with the losing move. The bot stays on top of it."""
    stay = [after for mode in state.modes if (after := mode.after_end(state.game)) is not None]
    state = state._replace(modes=(end_mode.EndMode(fatal), *stay), said=SILENCE)
    return state.look(ignore_keys_s=IGNORE_KEYS_SECONDS)


def give_up(state: GameState, model: Model) -> GameState:
    """Gives the game up."""
    return _show_end(state.idle()._replace(session=state.session.give_up()))


def to_player(state: GameState) -> GameState:
    """Gives a bot's game to the player, so that it is saved and recorded."""
    return state if state.session.id else state._replace(session=state.session._replace(id=new_id()))
