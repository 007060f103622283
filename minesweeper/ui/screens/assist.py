"""The best guess and the bot on the game screen: asking for a move, showing it, taking it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper.cells import contains
from minesweeper.game import Phase
from minesweeper.position import Position
from minesweeper.session import new_session
from minesweeper.solvers.analysis import Analysis
from minesweeper.solvers.best import Move, best_move
from minesweeper.solvers.exact import analyse_in_slices
from minesweeper.ui.keymap import Action
from minesweeper.ui.model import Model
from minesweeper.ui.screens.bot import BotMove, Tally, bot_sentence, first_move, start_bot
from minesweeper.ui.screens.game_state import GameState
from minesweeper.ui.screens.moves import after_move, open_at
from minesweeper.ui.screens.moving import move_to
from minesweeper.ui.screens.overlay import percent
from minesweeper.ui.texts import place_text

NOTHING_PROVED = "Nothing can be proved."


@dataclass(frozen=True)
class GuessTask:
    """Find the best move of a position."""

    position: Position
    previous: Analysis | None

    def begin(self) -> Iterator[Move | None]:
        """Yields None at the end of each slice, then the move."""
        analysis = yield from analyse_in_slices(self.position, self.previous)
        yield best_move(self.position, analysis)


def ask_guess(state: GameState) -> GameState:
    """The state with the best guess asked for."""
    if state.game.phase is Phase.READY:
        return state.say("Any first cell is as good as another: it is never a mine.")
    if state.game.is_over:
        return state
    return replace(state, guessing=True, session=state.session.helped("guess")).say("Looking for the best guess ..")


def take_guess(state: GameState, model: Model, guess: Move) -> GameState:
    """The state after the shown guess is taken."""
    if contains(state.game.flags, guess.cell):  # the flag was only a claim
        state = replace(state, session=state.session.mark(guess.cell, question_marks=False))
    return open_at(replace(state, guess=None), model, guess.cell)


def receive_guess(state: GameState, model: Model, move: Move | None) -> GameState:
    """The state with the best guess shown."""
    unproved = "Nothing can be proved. " if state.message == NOTHING_PROVED else ""
    state = replace(state, guessing=False)
    if move is None:
        return state
    row, col = state.game.grid.row_col(move.cell)
    key = state.key(model, Action.GUESS)
    if not move.odds[0]:
        text = f"No guess is needed: {place_text(row, col)} is safe. {key} opens it."
    else:
        text = f"{unproved}Best guess: {place_text(row, col)}, {percent(*move.odds)} a mine. {key} takes it."
    return move_to(replace(state, guess=move), model, row, col).say(text)


def begin_bot(state: GameState, model: Model) -> GameState:
    """The state with the bot at work, on a new board if this game is over."""
    tally = state.bot.tally if state.bot else Tally()
    if state.game.is_over:
        state = GameState(
            new_session(state.session.spec, state.session.name, mode=state.session.mode), state.cursor, state.view
        )
    state = replace(state.calm(), bot=start_bot(model.settings.number("bot_speed"), tally), solver=None)
    state = replace(state, session=state.session.helped("bot"))
    if state.game.phase is Phase.READY:
        first = first_move(state.game)
        state = move_to(state, model, *state.game.grid.row_col(first))
        session = state.session
        if contains(state.game.flags, first):
            session = session.mark(first, question_marks=False)
        return after_move(state, model, session.open_cell(first), first)
    return state


def act_on_bot(state: GameState, model: Model, action: Action) -> GameState | None:
    """The state after a key for the bot; None for any other action."""
    run = state.bot
    if run is None:
        return None
    if action is Action.BOT_PAUSE:
        return replace(state, bot=replace(run, paused=not run.paused))
    if action is Action.BOT_STEP:
        stepped = replace(state, bot=replace(run, paused=True, stepping=run.shown is None))
        return make_bot_move(stepped, model)
    if action in (Action.FASTER, Action.SLOWER):
        return replace(state, bot=run.with_speed(1 if action is Action.FASTER else -1))
    if action is Action.BOT_STOP:
        return replace(state, bot=None).say(f"You play on after {run.moves} moves of the bot.")
    return None


def receive_bot_move(state: GameState, model: Model, move: BotMove | None) -> GameState:
    """The state with the bot's next move shown."""
    run = state.bot
    if run is None or move is None:
        return replace(state, bot=None)
    row, col = state.game.grid.row_col(move.cell)
    stepping = run.stepping
    state = replace(state, bot=run.show(move, place_text(row, col)), analysis=move.analysis)
    state = move_to(state, model, row, col)
    return make_bot_move(state, model) if stepping else state


def make_bot_move(state: GameState, model: Model) -> GameState:
    """The state after the move that the bot shows."""
    run = state.bot
    if run is None or run.shown is None:
        return state
    move = run.shown
    session = state.session.apply(1 << move.cell, move.mined, "bot", move.odds if move.is_guess else None)
    run = run.made(move)
    state = after_move(replace(state, bot=run), model, session, move.cell)
    if state.game.is_over:
        run = replace(run, tally=run.tally.counted(state.game.phase is Phase.WON))
        state = replace(state, bot=run)
        return replace(state, message=bot_sentence(run, state.game))
    return state
