"""The game screen: which key, click or tick leads to which change of the game's state."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from minesweeper.boards.codes import to_code
from minesweeper.boards.layout import Board
from minesweeper.core.cells import CellSet
from minesweeper.play.assist import MEANINGS, next_help_level
from minesweeper.play.game import Phase
from minesweeper.play.session import Session
from minesweeper.play.trail import has_assist
from minesweeper.storage.values import Outcome
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Bell, Copy, Model, Screen
from minesweeper.ui.base.routes import Route
from minesweeper.ui.base.work import Work
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import View
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.game import moves
from minesweeper.ui.game.after import AnalyseTask, watch_game, wish_guesses_kept, with_outcome
from minesweeper.ui.game.bot import BotRun, BotTask
from minesweeper.ui.game.bot_play import act_on_bot, begin_bot, make_bot_move, receive_bot_move, speed_of, stay_here
from minesweeper.ui.game.cursor import fit_view, move_cursor, move_to
from minesweeper.ui.game.deal import DealTask, deal_task, receive_board, stop_dealing
from minesweeper.ui.game.draw import draw_game
from minesweeper.ui.game.end import ReviewTask, receive_review, tell_more
from minesweeper.ui.game.guess import GuessTask, ask_guess, receive_guess, take_guess
from minesweeper.ui.game.mouse import click_on_bot, mouse_move
from minesweeper.ui.game.pause import over_screen, pause_screen
from minesweeper.ui.game.solver import RUNS, run_task
from minesweeper.ui.game.start import again, board_wish, next_game, start_state, supply_board
from minesweeper.ui.game.state import GameState, seconds_to_wait, tick_state
from minesweeper.ui.game.takeover import follow_player, make_shown_move, receive_move, start_solver, stop_solver
from minesweeper.ui.game.tip import TipTask, ask_tip, receive_tip, take_tip
from minesweeper.ui.game.whatif import (
    UnlockTask,
    WhatIfTask,
    ask_unlock,
    propose_at,
    reason_exactly,
    receive_unlocked,
    receive_what_if,
    still_proposed,
    with_proposals,
)
from minesweeper.ui.terminal.events import Mouse

if TYPE_CHECKING:
    from minesweeper.boards.deal import BoardSeed
    from minesweeper.boards.noguess import Dealt
    from minesweeper.storage.saves import RunningGame


@dataclass(frozen=True)
class GameScreen(Screen):
    """A game on the screen."""

    state: GameState

    @property
    def context(self) -> Context:
        return self.state.context

    def session(self) -> Session:
        return self.state.session

    def proposals(self) -> CellSet:
        return self.state.proposals

    def keeps_game(self) -> bool:
        return self.state.is_running and not self.state.is_watched

    def wish(self) -> BoardSeed | None:
        return board_wish(self.state)

    def supply(self, wish: BoardSeed, result: int | Dealt | None) -> GameScreen:
        return GameScreen(supply_board(self.state, result)) if wish == self.wish() else self

    def hear(self, outcome: Outcome) -> GameScreen:
        return GameScreen(with_outcome(self.state, outcome))

    def with_state(self, model: Model, state: GameState) -> Model:
        """The model with this screen changed; the bell rings when a game ends."""
        if state.proposals or state.what_if:
            state = still_proposed(state)
        if state.game.is_over and (state.guessing or state.wants_tip or state.unlocking):
            # A finished board has no move left, and what was asked about it before would find none.
            state = replace(state, guessing=False, wants_tip=False, unlocking=False)
        model = model.with_top(GameScreen(state))
        ended = state.game.is_over and not self.state.game.is_over and state.game.phase is not Phase.GIVEN_UP
        return model.with_effect(Bell()) if ended and model.settings.is_on("bell") else model

    def type_key(self, model: Model, key: str) -> Model | None:
        state = self.state
        if key == "ctrl+c":  # what people press when all else fails
            return model.quit()
        if state.deaf > 0:
            return model
        if state.dealing and model.keymap.action(self.context, key) is Action.QUIT:
            return model.quit()
        if state.dealing:
            stopped = stop_dealing(state, model, key)
            return self.with_state(
                model, stopped if stopped.dealing or stopped.is_running else replace(stopped, bot=None)
            )
        if state.bot and state.bot.follows(state.game):
            return self.with_state(model, stay_here(state))
        if key == "esc" and (state.tip or state.guess or state.guessing):
            return self.with_state(model, replace(state, guessing=False).calm())
        if key == "esc" and state.overlay is not Overlay.OFF and self.context is Context.GAME:
            return self.with_state(model, replace(state.calm(), overlay=Overlay.OFF))
        if state.solver and not state.solver.quiet:
            return self.with_state(model, stop_solver(state))
        if self.context is Context.BOT and model.keymap.action(Context.BOT, key) is None:
            return self.with_state(model, act_on_bot(state, model, Action.BOT_PAUSE) or state)
        if state.asking:
            says_yes = model.keymap.action(self.context, key) is state.asking or key in ("y", "Y", "enter")
            return self._answer(model, state.asking if says_yes else None)
        return None

    def _answer(self, model: Model, action: Action | None) -> Model:
        """The model after the question was answered: by the action that it was about, or by anything else."""
        state = replace(self.state, asking=None)
        if action is not None and action is self.state.asking:
            return GameScreen(state).choose(model, action)
        return self.with_state(model, state.say("The game goes on."))

    def act(self, model: Model, action: Action) -> Model:
        state = replace(self.state.calm(), think=model.settings.number("think"))
        if action is Action.TIP and state.game.is_over:
            return self.with_state(model, tell_more(state))
        if action is Action.TIP:
            return self.with_state(model, take_tip(self.state, model) if self.state.tip else ask_tip(state))
        if action is Action.GUESS:
            shown = self.state.guess
            return self.with_state(model, take_guess(state, model, shown) if shown else ask_guess(state))
        if self.context is Context.BOT:
            if action is Action.BACK:
                if self.state.is_watched:
                    return model.pop()
                action = Action.BOT_STOP
            driven = act_on_bot(self.state, model, action)
            if driven is not None:
                return self.with_state(model, driven).with_settings(speed_of(driven, model.settings), "bot_speed")
        moved = move_cursor(state, model, action)
        if moved is not None:
            return self.with_state(model, moved)
        if action in RUNS:
            return self.with_state(model, start_solver(state, model, *RUNS[action]))
        if action in _AT_CURSOR:
            moved = _AT_CURSOR[action](state, model, state.cell)
            return self.with_state(model, follow_player(moved, model, state.game))
        return self._act_on_game(model, state, action)

    def choose(self, model: Model, action: Action) -> Model:
        if action is Action.NEW_GAME:
            return self.with_state(model, next_game(self.state, model))
        return model.quit() if action is Action.QUIT else self.act(model, action)

    def _act_on_game(self, model: Model, state: GameState, action: Action) -> Model:
        if action is Action.UNDO:
            return self.with_state(model, moves.undo(state))
        if action is Action.REDUCED:
            return self.with_state(model, replace(state, reduced=not state.reduced))
        if action is Action.CLEAR_PROPOSALS:
            return self.with_state(
                model, with_proposals(state, 0).say("All proposals are gone." if state.proposals else "")
            )
        if action is Action.WHAT_IF_EXACT:
            return self.with_state(model, reason_exactly(state))
        if action is Action.LEVEL:
            return self._next_level(model, state)
        if action is Action.UNLOCK:
            return self.with_state(model, ask_unlock(state))
        if action is Action.BOT:
            return self.with_state(model, begin_bot(state, model))
        if action is Action.OVERLAY:
            return self.with_state(model, moves.switch_overlay(state))
        if action is Action.CLICK_MODE:
            text = "Left clicks open, right clicks flag." if state.click_mode else "Left clicks flag, right ones open."
            return self.with_state(model, replace(state, click_mode=not state.click_mode).say(text))
        if action is Action.COUNTERS:
            on = not model.settings.is_on("live_counters")
            settings = model.settings.with_value("live_counters", on)
            return self.with_state(model, state).with_settings(settings, "live_counters")
        if action is Action.NEW_GAME:
            if not state.is_running:
                return self.with_state(model, next_game(state, model))
            text = "Leave this practice?" if state.session.was_lost else "Leave this game? It counts as abandoned."
            return self.with_state(model, ask(state, model, action, text))
        if action is Action.SAME_BOARD:
            return self.with_state(model, again(state, model))
        if action is Action.COPY_CODE:
            return self._copy_code(model, state)
        if action is Action.GIVE_UP:
            return self.with_state(model, moves.give_up(state))
        return self._leave(self.with_state(model, state), action)

    def _next_level(self, model: Model, state: GameState) -> Model:
        """The model with the next assistant level, which is kept in the settings."""
        level = next_help_level(model.settings.text("assist"))
        model = self.with_state(model, state.say(MEANINGS[level]))
        return model.with_settings(model.settings.with_value("assist", level), "assist")

    def _copy_code(self, model: Model, state: GameState) -> Model:
        """The model with the board's code shown and copied; the code holds the mines, so never before the end."""
        if state.game.layout is None or not state.game.is_over:
            return model
        code = to_code(Board(state.game.layout, state.session.first))
        return self.with_state(model, state.say(f"Board code, copied if the terminal allows: {code}")).with_effect(
            Copy(code)
        )

    def _show_trace(self, model: Model) -> Model:
        """The model with the trace of this game on top, if there is one."""
        if not has_assist(self.state.session.trail):
            return self.with_state(model, self.state.say("No assistant has made a move in this game."))
        bot = self.state.bot
        if bot is not None:  # it waits while nobody looks
            model = self.with_state(model, replace(self.state, bot=replace(bot, paused=True)))
        return model.go(Route.TRACE, self.state.session)

    def _leave(self, model: Model, action: Action) -> Model:
        if action is Action.PAUSE:
            return model.push(pause_screen(self.state))
        if action is Action.MORE:
            return model.push(over_screen(self.state))
        if action is Action.TRACE:
            return self._show_trace(model)
        if action is Action.WATCH:
            return watch_game(self.state, model)
        if action is Action.STATISTICS:
            return model.go(Route.STATISTICS)
        if action is Action.MAIN_MENU:
            return model.home()
        if action is Action.QUIT and self.state.is_running and model.shelf.problem:
            text = f"Quit? The game can't be kept. {model.shelf.problem}"
            return self.with_state(model, ask(self.state, model, action, text))
        return model.quit() if action is Action.QUIT else super().act(model, action)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if self.state.deaf > 0 and event.kind != "wheel":
            return model
        if self.state.dealing:
            return model
        if self.state.bot and self.state.bot.follows(self.state.game) and event.kind == "press":
            return self.with_state(model, stay_here(self.state))
        if self.state.solver and not self.state.solver.quiet:
            return self.with_state(model, stop_solver(self.state)) if event.kind == "press" else model
        if self.context is Context.BOT and event.kind != "wheel":
            asked = click_on_bot(self.state, model, event)
            return model if asked is None else self.act(model, asked)
        if self.state.asking and event.kind != "press":
            return model
        done = mouse_move(self.state, model, event)
        if self.state.asking:
            return self._answer(model, done if isinstance(done, Action) else None)
        if isinstance(done, Action):
            return self.act(model, done)
        return self.with_state(model, follow_player(done, model, self.state.game))

    def tick(self, model: Model, seconds: float) -> Model:
        due = (self.state.solver and self.state.solver.shown) or (self.state.bot and self.state.bot.is_waiting)
        if seconds <= 0 or (not due and seconds_to_wait(self.state) is None):
            return model  # the same one says that nothing moves, and the program can sleep
        state = tick_state(self.state, seconds)
        if state.solver and state.solver.shown and state.solver.left <= 0:
            state = make_shown_move(state, model)
        if state.bot and state.bot.is_waiting and state.bot.left <= 0:
            state = make_bot_move(state, model)
        run = self.state.bot
        if run and run.follows(self.state.game) and state.bot and state.bot.left <= 0:
            state = begin_bot(state, model)
        return self.with_state(model, state)

    def wait(self) -> float | None:
        return seconds_to_wait(self.state)

    def work(self, model: Model) -> Work | None:
        task = self.task()
        if task is None:
            return None

        def receive(model: Model, result: Any) -> Model:
            return self.receive(model, task, result)

        return Work(_run, (task,), receive, told=receive)

    def task(self) -> Any:
        state = self.state
        if state.reviewing or state.examining:
            return state.reviewing or state.examining
        if state.solver:
            return run_task(state.solver, state.game, state.cell)
        if state.dealing:
            return deal_task(state)
        if state.unlocking:
            return UnlockTask(state.game, state.cell)
        if state.wants_tip:
            return TipTask(state.game.position, state.game.flags, state.cell, state.analysis)
        if state.guessing:
            return GuessTask(state.game.position, state.analysis, state.think)
        if self.context is Context.BOT and state.bot and state.bot.wants_move:
            return _bot_task(state, state.bot)
        if state.proposals and state.what_if is None and not state.game.is_over:
            return WhatIfTask(state.game.position, state.proposals, state.game.flags, state.exactly)
        if state.overlay is not Overlay.OFF and not state.game.is_over and state.known is None:
            return AnalyseTask(state.game.position, state.analysis)
        return None

    def receive(self, model: Model, task: Any, result: Any) -> Model:
        if isinstance(task, AnalyseTask):
            return self.with_state(model, replace(self.state, analysis=result or self.state.analysis))
        if task is self.state.examining:
            return self._receive_guesses(model, result)
        if isinstance(task, ReviewTask):
            return self.with_state(model, receive_review(self.state, result))
        if isinstance(task, WhatIfTask):
            return self.with_state(model, receive_what_if(self.state, model, task, result))
        if isinstance(task, UnlockTask):
            return self.with_state(model, receive_unlocked(self.state, model, result))
        if isinstance(task, DealTask):
            dealt = receive_board(self.state, model, result)
            return self.with_state(model, follow_player(dealt, model, self.state.game))
        if isinstance(task, TipTask):
            return self.with_state(model, receive_tip(self.state, model, result))
        if isinstance(task, GuessTask):
            return self.with_state(model, receive_guess(self.state, model, result))
        if isinstance(task, BotTask):
            return self.with_state(model, receive_bot_move(self.state, model, result))
        return self.with_state(model, receive_move(self.state, model, result))

    def _receive_guesses(self, model: Model, guesses: Any) -> Model:
        """The model after the guesses of the finished game are found: they are counted, and kept with it."""
        state = replace(self.state, examining=None)
        if guesses is None:
            return self.with_state(model, state)
        return wish_guesses_kept(state, self.with_state(model, replace(state, guesses=len(guesses))), guesses)

    def interrupt(self, model: Model, reason: str) -> Model:
        state = replace(self.state.calm(), asking=None) if self.state.asking else self.state
        model = model.with_top(GameScreen(replace(state, press=None, solver=None)))
        return model.push(pause_screen(self.state, reason)) if self.keeps_game() else model

    def fit(self, model: Model) -> Model:
        return model.with_top(GameScreen(fit_view(self.state, model)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_game(self.state, model, canvas)


def _run(task: Any) -> Generator[Any, None, Any]:
    found = None
    for result in task.begin():
        if result is None or isinstance(result, int):
            yield result
        else:
            found = result
    return found


_AT_CURSOR = {
    Action.OPEN: moves.open_at,
    Action.COMPLETE: moves.complete_at,
    Action.FLAG: moves.flag_at,
    Action.PROPOSE: propose_at,
}


def open_game(model: Model, session: Session, message: str = "") -> Model:
    """The model with a session that is shown for the first time on top."""
    screen = start_game(session, model)
    return model.push(GameScreen(screen.state.say(message)) if message else screen)


def open_continued(model: Model, running: RunningGame) -> Model:
    """The model with a saved game on top."""
    return model.push(continue_game(running, model))


def start_game(session: Session, model: Model) -> GameScreen:
    """The screen of a session that is shown for the first time."""
    state = start_state(session)
    geometry, (row, col) = state.geometry(model), state.cursor
    view = geometry.clamp(View(row - geometry.view_rows // 2, col - geometry.view_cols // 2))
    return GameScreen(replace(state, view=view))


def continue_game(running: RunningGame, model: Model) -> GameScreen:
    """The screen of a saved game: the cursor where the last move was, the proposals as they were."""
    session = running.session
    screen = start_game(session, model)
    state = replace(screen.state, proposals=running.proposals)
    if session.last is not None:
        state = move_to(state, model, *session.game.grid.row_col(session.last))
    return GameScreen(state)


def _bot_task(state: GameState, run: BotRun) -> BotTask:
    return BotTask(state.game.position, state.cell, state.analysis, run.solver, run.depth, state.think)


def ask(state: GameState, model: Model, action: Action, question: str) -> GameState:
    """The state with a question; the same key again says yes."""
    key = state.key(model, action)
    return replace(state.calm(), asking=action).say(f"{question} {key} again: yes, any other key: no.")
