"""The bot on the game screen: it takes the game over, shows each move, makes it, and goes on to the next game."""

from __future__ import annotations

from dataclasses import replace

from minesweeper.core.cells import contains, place_text
from minesweeper.core.text import plural
from minesweeper.play.game import Phase
from minesweeper.play.session import Session, new_id, new_session
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.bot import NEXT_GAME_SECONDS, BotMove, bot_sentence, first_move, start_bot
from minesweeper.ui.game.cursor import move_to
from minesweeper.ui.game.moves import after_move, open_at
from minesweeper.ui.game.state import GameState


def begin_bot(state: GameState, model: Model) -> GameState:
    """The state with the bot at work, on a new board if this game is over."""
    old = state.bot
    if state.game.is_over:
        state = GameState(_next_board(state.session, old is not None and old.watched), state.cursor, state.view)
    run = start_bot(model.settings) if old is None else old.anew()
    state = replace(state.calm(), bot=run, solver=None, session=state.session.helped("bot"))
    return _open_first(state, model) if state.game.phase is Phase.READY else state


def _next_board(session: Session, watched: bool) -> Session:
    new = new_session(session.spec, session.name, boards=session.boards)
    return new._replace(id="") if watched else new


def _open_first(state: GameState, model: Model) -> GameState:
    first = first_move(state.game)
    state = move_to(state, model, *state.game.grid.row_col(first))
    if contains(state.game.flags, first):
        state = replace(state, session=state.session.mark(first, question_marks=False))
    return open_at(state, model, first)


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
        # From here on it is a game like any other: it is saved, and recorded at its end.
        session = state.session if state.session.id else state.session._replace(id=new_id())
        return replace(state, bot=None, session=session).say(
            f"You play on after {plural(run.moves, 'move')} of the bot."
        )
    return None


def speed_of(state: GameState, settings: Settings) -> Settings:
    """The settings with the bot's speed remembered."""
    return settings if state.bot is None else settings.with_value("bot_speed", state.bot.speed)


def receive_bot_move(state: GameState, model: Model, move: BotMove | None) -> GameState:
    """The state with the bot's next move shown."""
    run = state.bot
    if run is None or move is None:
        return replace(state, bot=None)
    row, col = state.game.grid.row_col(move.cell)
    stepping = run.stepping
    state = replace(state, bot=run.show(move, place_text(row, col)), analysis=move.analysis or state.analysis)
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
    if not state.game.is_over:
        return state
    run = replace(run, tally=run.tally.counted(state.game.phase is Phase.WON))
    text = bot_sentence(run, state.game)
    if run.watched and not run.paused:
        run, text = replace(run, left=NEXT_GAME_SECONDS), f"{text} The next game follows; any key stops that."
    return replace(state, bot=run, message=text)


def stay_here(state: GameState) -> GameState:
    """The state after a key at the end of a watched game: no other game follows by itself."""
    run = state.bot
    if run is None or not run.follows(state.game):
        return state
    return replace(state, bot=replace(run, left=0.0, paused=True), message=bot_sentence(run, state.game))
