"""Runs the game screen: keys, clicks and ticks go to the mode first, then to the function of their action."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from minesweeper.core.cells import CellSet
from minesweeper.play.game import Phase
from minesweeper.play.session import Session, new_session
from minesweeper.storage.records import Outcome
from minesweeper.ui import game as late
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Job, MessageView, Model, Request, Screen, Then
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.overlay import Overlay
from minesweeper.ui.game.cursor import fit_view, mouse_move, move_cursor
from minesweeper.ui.game.game_draw import draw_game, game_chrome, said_now
from minesweeper.ui.game.game_start import first_state
from minesweeper.ui.game.game_state import GameState
from minesweeper.ui.game.moves import followed
from minesweeper.ui.game.overlay_state import aids_work, drop_decided
from minesweeper.ui.terminal.events import Mouse

if TYPE_CHECKING:
    from minesweeper.play.guesses import Guess
    from minesweeper.storage.records import RunningGame

Act = Callable[[GameState, Model], GameState | Model]
ACTIONS: dict[Action, Callable[[], Act]] = {
    Action.OPEN: lambda: late.moves.open_here,
    Action.FLAG: lambda: late.moves.flag_here,
    Action.COMPLETE: lambda: late.moves.complete_here,
    Action.UNDO: lambda: late.moves.undo,
    Action.TIP: lambda: late.tip_mode.ask_tip,
    Action.NEXT_STEP: lambda: late.tip_mode.explain_steps,
    Action.PREVIOUS_STEP: lambda: late.tip_mode.explain_steps,
    Action.GUESS: lambda: late.guess_mode.ask_guess,
    Action.SIMPLE_STEP: lambda: partial(late.solver_mode.start_solver, solver="simple"),
    Action.SIMPLE_ALL: lambda: partial(late.solver_mode.start_solver, solver="simple", all_moves=True),
    Action.SMART_STEP: lambda: partial(late.solver_mode.start_solver, solver="smart"),
    Action.SMART_ALL: lambda: partial(late.solver_mode.start_solver, solver="smart", all_moves=True),
    Action.EXACT_STEP: lambda: partial(late.solver_mode.start_solver, solver="exact"),
    Action.EXACT_ALL: lambda: partial(late.solver_mode.start_solver, solver="exact", all_moves=True),
    Action.UNLOCK: lambda: late.solver_mode.ask_unlock,
    Action.BOT: lambda: late.bot_mode.begin_bot,
    Action.OVERLAY: lambda: late.overlay_state.switch_overlay,
    Action.PROPOSE: lambda: late.overlay_state.propose_here,
    Action.CLEAR_PROPOSALS: lambda: late.overlay_state.drop_proposals,
    Action.GO_TO: lambda: late.questions.ask_place,
    Action.REDUCED: lambda: late.cursor.switch_reduced,
    Action.CLICK_MODE: lambda: late.cursor.switch_clicks,
    Action.COUNTERS: lambda: late.panels.switch_details,
    Action.LEVEL: lambda: late.solver_mode.next_level,
    Action.NEW_GAME: lambda: late.game_start.next_game,
    Action.SAME_BOARD: lambda: late.game_start.again,
    Action.GIVE_UP: lambda: late.moves.give_up,
    Action.COPY_CODE: lambda: late.end_mode.show_code,
    Action.WATCH: lambda: late.end_mode.watch_game,
    Action.NUMBERS: lambda: late.end_mode.switch_numbers,
    Action.PRACTISE: lambda: late.end_mode.practise,
    Action.TRACE: lambda: late.pause.show_moves,
    Action.ANALYSE: lambda: late.pause.show_analysis,
    Action.STATISTICS: lambda: late.end_mode.show_statistics,
    Action.PAUSE: lambda: late.pause.pause,
    Action.MORE: lambda: late.pause.show_more,
    Action.MAIN_MENU: lambda: late.pause.main_menu,
    Action.QUIT: lambda: late.pause.leave_program,
}
"""The function of each action, wrapped in a call because finding it may load its module."""


class GameScreen(Screen):
    """Shows a game and plays it. The module of dataclasses would delay the first frame."""

    def __init__(self, state: GameState) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameScreen) and self.state == other.state

    __hash__ = None  # type: ignore[assignment]

    @property
    def context(self) -> Context:
        return self.state.context

    def session(self) -> Session:
        return self.state.session

    def proposals(self) -> CellSet:
        return self.state.aids.proposals

    def asks(self) -> bool:
        return self.state.mode.asks

    def reading(self, model: Model) -> MessageView:
        state = self.state
        # A key must stop automatic moves at once, and a message that has just appeared can't have been read.
        if state.mode.plays_itself or state.looks.ignore_keys_s:
            return MessageView()
        view = state.view(model)
        return game_chrome(state, model, view).reading if said_now(state, view) else MessageView()

    def has_running_game(self) -> bool:
        return self.state.session.is_kept and not self.state.is_unrecorded

    def on_recorded(self, outcome: Outcome) -> GameScreen:
        return GameScreen(late.end_mode.with_outcome(self.state, outcome))

    def on_guesses(self, key: str, guesses: tuple[Guess, ...]) -> GameScreen:
        return GameScreen(late.end_mode.with_guesses(self.state, key, guesses))

    def with_state(self, model: Model, state: GameState) -> Model:
        """Returns the model with this screen in another state; rings the bell when a game ends."""
        if state is self.state:
            return model
        before, game = self.state.game, state.game
        is_new = game.is_over or (game.position, game.flags) != (before.position, before.flags)
        if state.aids.proposals and is_new:
            state = drop_decided(state, tells=state.aids.proposals != self.state.aids.proposals)
        if state.aids.overlay is not Overlay.OFF and state.is_running and not state.is_unrecorded:
            state = state._replace(session=state.session.helped("overlay"))  # Before the first open it shows nothing.
        model = model.with_top(GameScreen(state))
        ended = game.is_over and not before.is_over and game.phase is not Phase.GIVEN_UP
        return model.with_effect(Request.BELL) if ended and model.settings.is_on("bell") else model

    def _done(self, model: Model, done: GameState | Model) -> Model:
        return self.with_state(model, done) if isinstance(done, GameState) else done

    def type_key(self, model: Model, key: str) -> Model | None:
        return self._take(model, key, model.keymap.action(self.context, key))

    def act(self, model: Model, action: Action) -> Model:
        return self._take(model, "", action) or model

    def choose(self, model: Model, action: Action) -> Model:
        return self._take(model, "", action, is_sure=True) or model

    def _take(self, model: Model, key: str, action: Action | None, *, is_sure: bool = False) -> Model | None:
        """Handles a key and its action. The modes may take it first, from the top of the stack down."""
        state = self.state
        if key and state.looks.ignore_keys_s:  # A key only ends the animation.
            return self.with_state(model, state._replace(looks=state.looks.calm()))
        for mode in reversed(state.modes):
            done = mode.key(state, model, key, action)
            if done is not None:
                return self._done(model, done)
        if key == "esc" and state.aids.overlay is not Overlay.OFF and self.context is Context.GAME:
            return self.with_state(model, state.calm(Action.OVERLAY).aid(overlay=Overlay.OFF))
        return None if action in (None, Action.REDRAW) else self._act(model, action, is_sure=is_sure)

    def _act(self, model: Model, action: Action, *, is_sure: bool) -> Model:
        state, find = self.state.calm(action), ACTIONS.get(action)
        calm = model.with_top(GameScreen(state))
        if find is None:
            return self._done(model, move_cursor(state, calm, action) or super().act(calm, action))
        if action in (Action.MORE, Action.TRACE):  # Both lists change nothing, so the modes stay.
            return self._done(model, find()(self.state, model))
        ends = state.is_running and action in (Action.NEW_GAME, Action.GIVE_UP, Action.BOT)
        may_ask = not is_sure and (ends or (action.assists and state.protects_rank(calm)))
        asked = late.questions.ask_first(state, calm, action, find()) if may_ask else None
        return self._done(model, asked or find()(state, calm))

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        state = self.state
        if state.looks.ignore_keys_s and event.kind != "wheel":
            return model
        for mode in reversed(state.modes):
            done = mode.click(state, model, event)
            if done is not None:
                return self._done(model, done)
        moved = mouse_move(state, model, event)
        if isinstance(moved, Action):
            return self.act(model, moved)
        return self.with_state(model, followed(moved, model, state.game))

    def paste(self, model: Model, text: str) -> Model:
        state = self.state if self.state.mode.asks else self.state.calm()
        done = state.mode.paste(state, model, text)
        return model if done is None else self.with_state(model, done)

    def tick(self, model: Model, seconds: float) -> Model:
        state = self.state
        if seconds <= 0 or self.wait() is None:
            return model  # An unchanged model lets the program sleep.
        state = state._replace(session=state.session.tick(seconds), looks=state.looks.tick(seconds))
        return self.with_state(model, state.mode.tick(state, model, seconds))

    def wait(self) -> float | None:
        state, looks = self.state, self.state.looks
        waits = [
            1.0 - state.session.elapsed % 1.0 if state.session.is_running else 0.0,
            looks.rings.left if looks.rings else 0.0,
            looks.wave.left if looks.wave and not looks.rings else 0.0,
            looks.ignore_keys_s,
            state.mode.wait(state.game),
        ]
        return min((seconds for seconds in waits if seconds > 0), default=None)

    def work(self, model: Model) -> Job | None:
        state = self.state
        if state.game.sketch is not None:
            work = late.analysis_mode.sketch_work(state, model)
        else:
            # A question or a tip over the bot or the auto level must hold their moves back.
            modes = reversed(state.modes) if state.game.is_over else state.modes[-1:]
            work = next((job for mode in modes if (job := mode.work(state, model)) is not None), None)
            work = aids_work(state, model) if work is None and state.aids.is_used else work
        if work is None:
            return None
        told = None if work.told is None else self._then(work.told)
        return Job(work.run, work.about, self._then(work.done), hint=work.hint, told=told)

    def _then(self, then: Then) -> Then:
        """Wraps a callback that takes a state into one that takes a model."""

        def after(model: Model, found: Any) -> Model:
            return self._done(model, then(self.state, model, found))

        return after

    def interrupt(self, model: Model, reason: str) -> Model:
        state = self.state.look(press=None)
        model = self.with_state(model, state.leave() if state.mode.asks or state.mode.is_interrupted else state)
        if not state.is_running or state.is_unrecorded:
            return model
        return late.pause.pause(state, model, reason)

    def fit(self, model: Model) -> Model:
        state = fit_view(self.state, model)
        if state.view(model).marks:
            state = late.tip_mode.show_marks(state, model)
        return model.with_top(GameScreen(state))

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_game(self.state, model, canvas)


def open_game(model: Model, session: Session, *said: str) -> Model:
    """Opens a session that is shown for the first time, with a message (longest form first)."""
    state = first_state(session, model)
    return model.push(GameScreen(state.say(*said) if said else state))


def open_new(model: Model, name: str) -> Model:
    """Opens a new game of a preset with the board type of the settings."""
    settings = model.settings
    return open_game(model, new_session(settings.presets[name], name, boards=settings.text("boards")))


def open_continued(model: Model, running: RunningGame) -> Model:
    """Opens a saved game: the cursor at the last move, the what-if mines as they were."""
    state = first_state(running.session, model).aid(proposals=running.proposals)
    last = running.session.last
    return model.push(GameScreen(state if last is None else state.move_to_cell(model, last)))
