"""What the game does when something happens: a key, a click, pasted text, time, an interruption, another terminal size.

The modes may take each event first, from the top of the stack down; what they leave goes to the game. `ACTIONS` has
the function of every key of the game. Each function takes a state and returns the next one. Loaded after the first
frame.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from minesweeper.core.late import LateModule
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Job, Screen
from minesweeper.ui.game import cursor, moves
from minesweeper.ui.game.cursor import fit_view, mouse_move, move_cursor
from minesweeper.ui.game.game_state import GameState
from minesweeper.ui.game.moves import followed
from minesweeper.ui.terminal.events import Mouse

if TYPE_CHECKING:
    from minesweeper.ui.game import (
        analysis_mode,
        bot_mode,
        end_mode,
        game_start,
        guess_mode,
        overlay_mode,
        panels,
        pause,
        questions,
        solver_mode,
        tip_mode,
    )
else:
    tip_mode = LateModule("minesweeper.ui.game.tip_mode")
    guess_mode = LateModule("minesweeper.ui.game.guess_mode")
    solver_mode = LateModule("minesweeper.ui.game.solver_mode")
    bot_mode = LateModule("minesweeper.ui.game.bot_mode")
    overlay_mode = LateModule("minesweeper.ui.game.overlay_mode")
    questions = LateModule("minesweeper.ui.game.questions")
    panels = LateModule("minesweeper.ui.game.panels")
    game_start = LateModule("minesweeper.ui.game.game_start")
    end_mode = LateModule("minesweeper.ui.game.end_mode")
    pause = LateModule("minesweeper.ui.game.pause")
    analysis_mode = LateModule("minesweeper.ui.game.analysis_mode")


Act = Callable[[GameState], GameState]
ACTIONS: dict[Action, Callable[[], Act]] = {
    Action.OPEN: lambda: moves.open_here,
    Action.FLAG: lambda: moves.flag_here,
    Action.COMPLETE: lambda: moves.finish_number_here,
    Action.UNDO: lambda: moves.undo,
    Action.TIP: lambda: tip_mode.ask_tip,
    Action.NEXT_STEP: lambda: tip_mode.explain_steps,
    Action.PREVIOUS_STEP: lambda: tip_mode.explain_steps,
    Action.GUESS: lambda: guess_mode.ask_guess,
    Action.SIMPLE_STEP: lambda: partial(solver_mode.start_solver, solver="simple"),
    Action.SIMPLE_ALL: lambda: partial(solver_mode.start_solver, solver="simple", all_moves=True),
    Action.SMART_STEP: lambda: partial(solver_mode.start_solver, solver="smart"),
    Action.SMART_ALL: lambda: partial(solver_mode.start_solver, solver="smart", all_moves=True),
    Action.EXACT_STEP: lambda: partial(solver_mode.start_solver, solver="exact"),
    Action.EXACT_ALL: lambda: partial(solver_mode.start_solver, solver="exact", all_moves=True),
    Action.UNLOCK: lambda: solver_mode.ask_unlock,
    Action.BOT: lambda: bot_mode.begin_bot,
    Action.OVERLAY: lambda: overlay_mode.switch_overlay,
    Action.PROPOSE: lambda: overlay_mode.try_mine_here,
    Action.CLEAR_PROPOSALS: lambda: overlay_mode.drop_what_if_mines,
    Action.GO_TO: lambda: questions.ask_place,
    Action.REDUCED: lambda: cursor.switch_reduced,
    Action.CLICK_MODE: lambda: cursor.switch_clicks,
    Action.COUNTERS: lambda: panels.switch_details,
    Action.LEVEL: lambda: solver_mode.next_level,
    Action.NEW_GAME: lambda: game_start.next_game,
    Action.SAME_BOARD: lambda: game_start.again,
    Action.GIVE_UP: lambda: moves.give_up,
    Action.COPY_CODE: lambda: end_mode.show_code,
    Action.WATCH: lambda: end_mode.watch_game,
    Action.NUMBERS: lambda: end_mode.switch_numbers,
    Action.PRACTISE: lambda: end_mode.practise,
    Action.TRACE: lambda: pause.show_moves,
    Action.ANALYSE: lambda: pause.show_analysis,
    Action.STATISTICS: lambda: end_mode.show_statistics,
    Action.PAUSE: lambda: pause.pause,
    Action.MORE: lambda: pause.show_more,
    Action.MAIN_MENU: lambda: pause.main_menu,
    Action.QUIT: lambda: pause.leave_program,
}
"""The function of each action, wrapped in a call because finding it may load its module."""


def take_key(state: GameState, key: str, action: Action | None, *, is_sure: bool = False) -> GameState | None:
    """Handles a key and its action; None leaves them to the front end. A clicked action has no key."""
    if key and state.looks.ignore_keys_s:  # A key only ends the animation.
        return state._replace(looks=state.looks.end_animations())
    for mode in reversed(state.layers):
        done = mode.key(state, key, action)
        if done is not None:
            return done
    return None if action in (None, Action.REDRAW) else _act(state, action, is_sure=is_sure)


def _act(state: GameState, action: Action, *, is_sure: bool) -> GameState:
    """Does what an action means in the game, after a question if it ends the game or makes it assisted."""
    ready, find = state.ready_for_input(action), ACTIONS.get(action)
    if find is None:
        return move_cursor(ready, action) or ready.then(lambda model: Screen.act(model.top, model, action))
    if action in (Action.MORE, Action.TRACE):  # Both lists change nothing, so the modes stay.
        return find()(state)
    ends = ready.is_running and action in (Action.NEW_GAME, Action.GIVE_UP, Action.BOT)
    may_ask = not is_sure and (ends or (action.assists and ready.protects_rank))
    asked = questions.confirm_first(ready, action, find()) if may_ask else None
    return asked or find()(ready)


def take_mouse(state: GameState, event: Mouse) -> GameState | None:
    """Handles a mouse event; None ignores it."""
    if state.looks.ignore_keys_s and event.kind != "wheel":
        return None
    for mode in reversed(state.layers):
        done = mode.click(state, event)
        if done is not None:
            return done
    moved = mouse_move(state, event)
    if isinstance(moved, Action):
        return take_key(state, "", moved)
    return followed(moved, state.game)


def take_paste(state: GameState, text: str) -> GameState | None:
    """Gives pasted text to the mode; None if it takes no text."""
    state = state if state.mode.asks else state.ready_for_input()
    return state.mode.paste(state, text)


def pass_time(state: GameState, seconds: float) -> GameState:
    """Lets time pass for the clock, the animations and the top mode."""
    state = state._replace(session=state.session.tick(seconds), looks=state.looks.tick(seconds))
    return state.mode.tick(state, seconds)


def interrupt_game(state: GameState, reason: str) -> GameState:
    """Ends a question and a solver, because the player went away, and pauses a running game."""
    state = state.with_view(press=None)
    state = state.pop_mode() if state.mode.asks or state.mode.is_interrupted else state
    return pause.pause(state, reason) if state.is_running and not state.is_unrecorded else state


def fit_game(state: GameState) -> GameState:
    """Fits the view to another terminal size, and shows the marks of a proof again."""
    state = fit_view(state)
    return tip_mode.show_marks(state) if state.view().marks else state


def work_of_game(state: GameState) -> Job | None:
    """Returns the job of the top mode or, if it has none, of the next mode that works below others."""
    if state.game.typed_position is not None:
        return analysis_mode.analysis_work(state)
    # A question or a tip over the bot or the auto level must hold their moves back.
    modes = [mode for mode in state.layers if state.game.is_over or mode is state.mode or mode.works_below]
    return next((job for mode in reversed(modes) if (job := mode.work(state)) is not None), None)
