"""The screen on which a game is played, and the functions that open one.

`GameScreen` contains the `GameState` and is the only class of this folder that changes the model. It passes each event
to `game_events`, puts the new state into the model, and then carries out the state's wishes, such as opening another
screen. The first frame needs this module, so whatever that frame doesn't show is loaded later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from minesweeper.core.cells import CellSet
from minesweeper.core.late import LateModule
from minesweeper.play.game import Phase
from minesweeper.play.session import Session, new_session
from minesweeper.storage.records import RecordingResult
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Job, MessageView, Model, Request, ScreenWithGames, Then
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.game.game_draw import draw_game, reading_of
from minesweeper.ui.game.game_start import announce, first_state
from minesweeper.ui.game.game_state import GameState
from minesweeper.ui.terminal.events import Mouse

if TYPE_CHECKING:
    from minesweeper.play.guesses import Guess
    from minesweeper.storage.records import RunningGame
    from minesweeper.ui.game import end_mode, game_events
else:
    end_mode = LateModule("minesweeper.ui.game.end_mode")
    game_events = LateModule("minesweeper.ui.game.game_events")


class GameScreen(ScreenWithGames):
    """The screen of one game."""

    state: GameState

    def __eq__(self, other: object) -> bool:
        # The model owns the settings and the terminal. If those change, the screen itself is still the same.
        return isinstance(other, GameScreen) and self.state._replace(env=other.state.env) == other.state

    __hash__ = None  # type: ignore[assignment]

    def now(self, model: Model) -> GameState:
        """The state with the current terminal and settings of the model."""
        return self.state._replace(env=model.env)

    def change(self, model: Model, act: Callable[[GameState], GameState | None]) -> Model:
        """Lets ``act`` change the state and returns the new model.

        If ``act`` returns None, the model stays as it is.
        """
        return self.offer(model, act) or model

    def offer(self, model: Model, act: Callable[[GameState], GameState | None]) -> Model | None:
        """Lets ``act`` change the state, carries out the wishes of the new state, and returns the new model.

        Returns None if ``act`` returns None, because the game then has no use for the key or click. Every change of a
        game on the screen goes through this method, so that ``act`` always sees the current terminal and settings, and
        every mode hears of the change. It also rings the bell when a game ends, if the player wants that.
        """
        before = self.now(model)
        state = act(before)
        if state is None or state is before:
            return None if state is None else model
        for mode in state.layers:
            state = mode.on_change(state, before)
        model = model.with_top(GameScreen(state._replace(wishes=())))
        has_ended = state.game.is_over and not before.game.is_over and state.game.phase is not Phase.GIVEN_UP
        if has_ended and model.settings.is_on("bell"):
            model = model.with_effect(Request.BELL)
        for wish in state.wishes:
            model = wish(model)
        return model

    @property
    def context(self) -> Context:
        return self.state.context

    def session(self) -> Session:
        return self.state.session

    def what_if_mines(self) -> CellSet:
        return self.state.aids.what_if_mines

    def asks(self) -> bool:
        return self.state.mode.asks

    def reading(self, model: Model) -> MessageView:
        return reading_of(self.now(model))

    def has_running_game(self) -> bool:
        return self.state.session.is_kept and not self.state.is_unrecorded

    def on_recorded(self, outcome: RecordingResult) -> GameScreen:
        return GameScreen(end_mode.with_outcome(self.state, outcome))

    def on_guesses(self, key: str, guesses: tuple[Guess, ...]) -> GameScreen:
        return GameScreen(end_mode.with_guesses(self.state, key, guesses))

    def type_key(self, model: Model, key: str) -> Model | None:
        action = model.keymap.action(self.context, key)
        return self.offer(model, lambda state: game_events.take_key(state, key, action))

    def act(self, model: Model, action: Action) -> Model:
        return self.change(model, lambda state: game_events.take_key(state, "", action))

    def choose(self, model: Model, action: Action) -> Model:
        return self.change(model, lambda state: game_events.take_key(state, "", action, is_sure=True))

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        return self.change(model, lambda state: game_events.take_mouse(state, event))

    def paste(self, model: Model, text: str) -> Model:
        return self.change(model, lambda state: game_events.take_paste(state, text))

    def tick(self, model: Model, seconds: float) -> Model:
        if seconds <= 0 or self.wait() is None:
            # An unchanged model lets the program sleep until the next event.
            return model
        return self.change(model, lambda state: game_events.pass_time(state, seconds))

    def wait(self) -> float | None:
        state, looks = self.state, self.state.looks
        waits = [
            1.0 - state.session.elapsed % 1.0 if state.session.is_running else 0.0,
            looks.rings.seconds_left if looks.rings else 0.0,
            looks.wave.seconds_left if looks.wave and not looks.rings else 0.0,
            looks.ignore_keys_s,
            state.mode.wait(state.game),
        ]
        return min((seconds for seconds in waits if seconds > 0), default=None)

    def work(self, model: Model) -> Job | None:
        work = game_events.work_of_game(self.now(model))
        if work is None:
            return None
        on_progress = None if work.on_progress is None else self._then(work.on_progress)
        return Job(work.run, work.about, self._then(work.on_result), extra=work.extra, on_progress=on_progress)

    def _then(self, then: Then) -> Then:
        """Turns a job's callback that takes a state into one that takes a model."""
        return lambda model, result: self.change(model, lambda state: then(state, result))

    def interrupt(self, model: Model, reason: str) -> Model:
        return self.change(model, lambda state: game_events.interrupt_game(state, reason))

    def fit(self, model: Model) -> Model:
        return self.change(model, game_events.fit_game)

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_game(self.now(model), canvas)


def open_game(model: Model, session: Session, *message: str) -> Model:
    """Opens the screen of a session that isn't on the screen yet.

    ``message`` is a first message, its longest form first. Without a message, the screen says if the board is known.
    """
    state = first_state(session, model.env)
    return model.push(GameScreen(state.say(*message) if message else announce(state)))


def open_new(model: Model, name: str) -> Model:
    """Opens a new game of the preset ``name``, with the board type from the settings."""
    settings = model.settings
    return open_game(model, new_session(settings.presets[name], name, board_type=settings.text("boards")))


def open_continued(model: Model, running: RunningGame) -> Model:
    """Opens a saved game. The cursor is on the cell of the last move, and the what-if mines are as they were."""
    state = first_state(running.session, model.env).with_overlay(what_if_mines=running.what_if_mines)
    last = running.session.last
    return model.push(GameScreen(state if last is None else state.move_to_cell(last)))
