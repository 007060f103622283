"""The moves of the game screen: open, chord, finish a number, flag, undo and give up.

Every move gets its next state here, whether it's made by the player, a tip, a solver or the bot. `after_move` shows the
new session, starts the animation and opens the result when the game ends. The rules themselves are in
`minesweeper.play`; this module adds what the screen says and shows. Functions whose names end in *here*
act on the cell under the cursor, those with *at* on any cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.core.boardspec import NO_GUESS
from minesweeper.core.cells import CellSet, contains, first_cell, place_text
from minesweeper.core.late import LateModule
from minesweeper.core.text import plural
from minesweeper.play.assist_level import (
    LEVEL_AUTO,
    LEVEL_OFF,
    PROVED_FLAG_STAYS,
    FlagKey,
    continues_automatically,
    press_flag,
)
from minesweeper.play.game import Game, Phase
from minesweeper.play.replay import FORCED_GUESS, guess_news
from minesweeper.play.session import Session, new_id
from minesweeper.ui.base.actions import Action
from minesweeper.ui.game.game_state import PACE, GameState, Rings
from minesweeper.ui.game.overlay_mode import with_what_if_mines
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
    # Loads the solvers, so it must not be loaded at the start.
    guesses = LateModule("minesweeper.play.guesses")

IGNORE_KEYS_SECONDS = 0.4
"""How long keys are ignored after the end of a game, so that a hurried key doesn't close the result."""
RING_STEPS, SHOCK_STEPS = 15, 9
"""How many steps an animation takes at most.

The first number is for opened cells and for the flags of a win, the second for the shock wave after a loss.
"""


def open_at(state: GameState, cell: int, assistant: str = "") -> GameState:
    """Opens a cell, or chords if it's an opened number. A flagged cell stays closed, and a message says why.

    On a no-guess board whose mines aren't dealt yet, a mode deals them first. ``assistant`` names the assistant that
    makes the move; it's empty for the player.
    """
    game = state.game
    if contains(game.opened, cell):
        return chord_at(state, cell)
    if contains(game.flags, cell):
        return state.say(f"This cell is flagged. {state.key(Action.FLAG)} removes the flag.")
    if state.session.board_type == NO_GUESS and state.session.would_deal(cell):
        return state.push_mode(deal_mode.DealMode(cell, assistant))
    return after_move(state, state.session.open_cell(cell, assistant), cell)


def chord_at(state: GameState, cell: int) -> GameState:
    """Chords on a number. If that isn't possible, a message says what is missing."""
    game = state.game
    if not contains(game.opened, cell):
        return state.say("A chord needs an opened number.")
    session = state.session.chord(cell)
    if session.game is not game:
        return after_move(state, session, cell)
    state = state._replace(session=session)
    clue, flags = game.clue(cell), game.flags_around(cell)
    if not clue or not game.grid.neighbours(cell) & game.hidden & ~game.flags:
        return state
    has = plural(flags, "flag") if flags else "no flag yet"
    return state.say(f"This {clue} has {has}. A chord needs {'one' if clue == 1 else clue}.")


def _level_in_force(state: GameState) -> str:
    """The assist level that applies to this game: off where assists are blocked, in lessons and on other boards that
    aren't recorded, otherwise the chosen level.
    """
    return LEVEL_OFF if state.blocks_assists or state.is_unrecorded else state.assist_level


def flag_at(state: GameState, cell: int, *, is_sure: bool = False) -> GameState:
    """Does what the flag key means for a cell. Depending on the assist level, this flags the cell, tries a mine, or
    goes on to the next mark. A flag that is proved stays.

    If this would make a protected game assisted, the player is asked first, unless ``is_sure``.
    """
    if contains(state.game.opened, cell):
        return state.say("An opened cell can't be flagged.")
    if state.game.is_over:
        return state
    level, question_marks = _level_in_force(state), state.env.settings.is_on("question_marks")
    pressed = press_flag(level, state.session, cell, state.aids.what_if_mines, question_marks)
    if pressed.does is FlagKey.STAY:
        return state.say(PROVED_FLAG_STAYS)
    if pressed.session.is_assisted and state.protects_rank and not is_sure:

        def yes(state: GameState) -> GameState:
            return flag_at(state, cell, is_sure=True)

        asked = questions.ask_assist(state, Action.FLAG, yes, Action.PROPOSE)
        if asked is not None:
            return asked
    state = after_move(state, pressed.session, cell)
    return state if pressed.does is FlagKey.MARK else with_what_if_mines(state, pressed.what_if_mines)


def open_here(state: GameState) -> GameState:
    """Opens the cell under the cursor. With the assist level auto, every move that can then be proved follows."""
    return followed(open_at(state, state.cell), state.game)


def finish_number_here(state: GameState) -> GameState:
    """Finishes the number under the cursor.

    If nothing can be finished there, a message says what a chord would need.
    """
    cell = state.cell
    if not contains(state.game.opened, cell):
        return state.say("Only an opened number can be finished.")
    session = state.session.finish_number(cell)
    is_done = session.game is not state.game
    after = after_move(state, session, cell) if is_done else chord_at(state, cell)
    return followed(after, state.game)


def flag_here(state: GameState) -> GameState:
    """Does what the flag key means for the cell under the cursor."""
    return followed(flag_at(state, state.cell), state.game)


def followed(state: GameState, before: Game) -> GameState:
    """Called after a move of the player.

    With the assist level auto, it starts the mode that makes the moves that are now proved. ``before`` is the game
    before the player's move.
    """
    level = _level_in_force(state)
    if level != LEVEL_AUTO or state.mode.plays_itself or not continues_automatically(level, before, state.session):
        return state
    return state._replace(modes=(solver_mode.AutoMode(),))


def undo(state: GameState) -> GameState:
    """Takes the last move back, or says that no move can be undone.

    After a loss, the player may go on for practice, but the loss stays recorded. A game of the bot becomes a game of
    the player.
    """
    lost = state.game.phase is Phase.LOST
    session = state.session.undo()
    if session is state.session:
        return state.say("You haven't made a move that can be undone.")
    text = "Keep playing for practice. The loss still counts." if lost else "Undone."
    text = f"{text} {guess_news(state.session, session)}".rstrip()
    return hand_game_to_player(state.close_modes()._replace(session=session)).say(text)


# ------------------------------------------------------------------------------
# Every move
# ------------------------------------------------------------------------------


def make_move(state: GameState, safe: CellSet, mined: CellSet, who: str, *, cell: int) -> GameState:
    """Opens the ``safe`` cells and flags the ``mined`` ones as the assistant ``who``.

    Flags of the player on safe cells are removed, and a message says so. The animation starts at ``cell``.
    """
    wrong = safe & state.game.flags
    if wrong:
        place, count = place_text(*state.game.grid.row_col(first_cell(wrong))), wrong.bit_count()
        many = f"{count} wrong flags were removed, the first at {place}."
        state = state.say(f"A wrong flag was removed: {place}." if count == 1 else many, names_cells=True)
    return after_move(state, state.session.with_proved_mines(mined).apply_assist(safe, mined, who), cell)


def after_move(state: GameState, session: Session, cell: int) -> GameState:
    """Shows a session in which a move was made.

    Opened cells appear in rings around ``cell``, and if the game is over, the result follows. If the move changed
    nothing on the board, only the session is replaced, because its counts may differ.
    """
    before, news = state.game, "" if state.mode.plays_itself else guess_news(state.session, session)
    state = state.mode.on_move(state, session)
    if state.game is before:
        return state
    state = state.say(*(FORCED_GUESS if news in FORCED_GUESS[:1] else (news,))) if news else state
    opened = state.game.opened & ~before.opened
    state = state.with_view(rings=_start_rings(state, opened, cell) if opened.bit_count() > 1 else None)
    return _end(state, before, cell) if state.game.is_over else state


def _start_rings(state: GameState, cells: CellSet, centre: int, steps: int = RING_STEPS) -> Rings | None:
    """Starts to reveal cells in rings around ``centre``, in at most ``steps`` steps to the edge of the view.

    Returns None if the player doesn't want full motion, or if the view is too small for an animation.
    """
    geometry, view = state.geometry, state.looks.view
    row, col = state.game.grid.row_col(centre)
    rows = abs(row - view.row), abs(view.row + geometry.view_rows - 1 - row)
    cols = abs(col - view.col), abs(view.col + geometry.view_cols - 1 - col)
    reach = max(*rows, *cols)
    if state.env.settings.text("motion") != "full" or reach < 2:
        return None
    return Rings(cells, centre, 0, reach, max(1, -(-reach // steps)), PACE)


def _end(state: GameState, before: Game, cell: int) -> GameState:
    """Ends a game.

    After a win, the missing flags appear in rings. After a loss, the cursor moves to the mine that exploded, and a
    shock wave from there reveals the other mines.
    """
    game, fatal = state.game, None
    wave = _start_rings(state, game.flags & ~before.flags, cell) if game.phase is Phase.WON else None
    if game.exploded and game.layout is not None:
        fatal = guesses.fatal_move(before, state.session) if before.opened else None
        mine = first_cell(game.exploded)
        state = state.move_to_cell(mine)
        others = game.layout.mines & ~(game.flags | game.exploded)
        wave = _start_rings(state, others, mine, SHOCK_STEPS)
    return _show_end(state.with_view(wave=wave, press=None), fatal)


def _show_end(state: GameState, fatal: FatalMove | None = None) -> GameState:
    """Opens the mode that shows the result.

    ``fatal`` is the move that lost the game. Modes that stay open after a game, such as the bot, stay above it.
    """
    stay = [after for mode in state.modes if (after := mode.on_game_end(state.game)) is not None]
    state = state._replace(modes=(end_mode.EndMode(fatal), *stay), message=SILENCE)
    return state.with_view(ignore_keys_s=IGNORE_KEYS_SECONDS)


def give_up(state: GameState) -> GameState:
    """Gives the game up and shows the result."""
    return _show_end(state.close_modes()._replace(session=state.session.give_up()))


def hand_game_to_player(state: GameState) -> GameState:
    """Turns a game that the bot started from the menu into a game of the player, which is saved and recorded.

    Other games don't change.
    """
    return state if state.session.id else state._replace(session=state.session._replace(id=new_id()))
