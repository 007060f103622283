"""What the game does when something happens: a key, a click, pasted text, the passing of time, an interruption, or
another terminal size.

An event is offered to the modes first, from the top of the stack down, and what they leave goes to the game. `ACTIONS`
has the function for every action of the game. These functions take a state and return the next one; only `GameScreen`
changes the model. This module is loaded after the first frame, so that the program starts faster.
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
"""For each action, a call that returns its function.

The extra call is needed because looking up the function may load its module.
"""


def take_key(state: GameState, key: str, action: Action | None, *, is_sure: bool = False) -> GameState | None:
    """Handles a key and the action that it means in the current context.

    If the player clicked on a key hint, ``key`` is empty. With ``is_sure``, the game doesn't ask before it ends or
    becomes assisted. Returns None if neither a mode nor the game uses the key, so that the front end may.
    """
    # After the end of a game, an early key only ends the animation.
    if key and state.looks.ignore_keys_s:
        return state._replace(looks=state.looks.end_animations())
    for mode in reversed(state.layers):
        done = mode.key(state, key, action)
        if done is not None:
            return done
    return None if action in (None, Action.REDRAW) else _act(state, action, is_sure=is_sure)


def _act(state: GameState, action: Action, *, is_sure: bool) -> GameState:
    """Carries out an action that no mode has handled.

    It asks first if the action would end a running game or make a protected game assisted, unless ``is_sure``.
    """
    ready, find = state.ready_for_input(action), ACTIONS.get(action)
    if find is None:
        return move_cursor(ready, action) or ready.then(lambda model: Screen.act(model.top, model, action))
    # The lists of actions and of assistant moves change nothing, so the modes stay open below them.
    if action in (Action.MORE, Action.TRACE):
        return find()(state)
    ends = ready.is_running and action in (Action.NEW_GAME, Action.GIVE_UP, Action.BOT)
    may_ask = not is_sure and (ends or (action.assists and ready.protects_rank))
    asked = questions.confirm_first(ready, action, find()) if may_ask else None
    return asked or find()(ready)


def take_mouse(state: GameState, event: Mouse) -> GameState | None:
    """Handles a mouse event. Returns None if the event has no effect, because the game has just ended."""
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
    """Hands pasted text to the top mode. Returns None if that mode doesn't take text."""
    state = state if state.mode.asks else state.ready_for_input()
    return state.mode.paste(state, text)


def pass_time(state: GameState, seconds: float) -> GameState:
    """Moves the clock of the game, the animations and the top mode forward by this many seconds."""
    state = state._replace(session=state.session.tick(seconds), looks=state.looks.tick(seconds))
    return state.mode.tick(state, seconds)


def interrupt_game(state: GameState, reason: str) -> GameState:
    """Called when the player goes away, for example to another window.

    It closes a question, stops a solver and pauses a running game. ``reason`` is shown on the pause screen.
    """
    state = state.with_view(press=None)
    state = state.pop_mode() if state.mode.asks or state.mode.is_interrupted else state
    return pause.pause(state, reason) if state.is_running and not state.is_unrecorded else state


def fit_game(state: GameState) -> GameState:
    """Called when the terminal has another size.

    Adapts the view, and scrolls to the marks of a proof so that they stay in view.
    """
    state = fit_view(state)
    return tip_mode.show_marks(state) if state.view().marks else state


def work_of_game(state: GameState) -> Job | None:
    """The job that the game needs done now, or None.

    It's the job of the top mode or, if that has none, of the highest mode below it that may work there.
    """
    if state.game.typed_position is not None:
        return analysis_mode.analysis_work(state)
    # A question or a tip above the bot, or above the automatic moves, must hold their moves back. So only modes with
    # ``works_below`` work under another mode.
    modes = [mode for mode in state.layers if state.game.is_over or mode is state.mode or mode.works_below]
    return next((job for mode in reversed(modes) if (job := mode.work(state)) is not None), None)
