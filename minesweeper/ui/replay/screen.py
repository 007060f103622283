"""Shows a finished game move by move or at speed, with the odds of its guesses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from minesweeper.assist.loss import Review, review_loss
from minesweeper.core.cells import SpecError
from minesweeper.core.text import begin
from minesweeper.play.analysis import sketch_of
from minesweeper.play.guesses import Guess, find_guesses, judge_guesses
from minesweeper.play.replay import Film
from minesweeper.storage.games_table import FinishedGame
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Job, Model, Reading, Screen
from minesweeper.ui.base.routes import Route
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import View
from minesweeper.ui.draw.overlay import Overlay, analyse_to_show
from minesweeper.ui.replay.draw import draw_replay, replay_chrome, timeline_place
from minesweeper.ui.replay.export import ask_to_export, replay_plan
from minesweeper.ui.replay.state import (
    ReplayState,
    examinable,
    follow,
    go_to,
    keep_guesses,
    switch_playing,
    tick_replay,
    with_speed,
)
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE

if TYPE_CHECKING:
    from minesweeper.solvers.exact import Analysis

_SCROLLS = {
    Action.SCROLL_UP: (-2, 0),
    Action.SCROLL_DOWN: (2, 0),
    Action.SCROLL_LEFT: (0, -2),
    Action.SCROLL_RIGHT: (0, 2),
}


@dataclass(frozen=True)
class ReplayScreen(Screen):
    """Shows a replay."""

    state: ReplayState

    context = Context.REPLAY

    def go(self, model: Model, step: int) -> Model:
        """Goes to a step; this screen must be on top."""
        return self.with_state(model, go_to(self.state, model, step))

    def with_state(self, model: Model, state: ReplayState) -> Model:
        """Replaces the state of this screen, which must be on top."""
        return model.with_top(replace(self, state=state))

    def with_message(self, *texts: str, alarm: bool = False) -> ReplayScreen:
        return replace(self, state=self.state.say(*texts, alarm=alarm))

    def act(self, model: Model, action: Action) -> Model:
        state = replace(self.state, message=SILENCE, seeking=None)
        if self.state.seeking is not None and action is Action.BACK:
            return self.with_state(model, state.say("Stopped."))
        steps = {
            Action.STEP_BACK: state.step - 1,
            Action.STEP_FORWARD: state.step + 1,
            Action.ROW_START: 0,
            Action.ROW_END: len(state.film),
        }
        if action in steps:
            return self.with_state(model, go_to(state, model, steps[action]))
        if action in (Action.PREVIOUS_GUESS, Action.NEXT_GUESS):
            return self.with_state(model, self._to_guess(state, model, action is Action.NEXT_GUESS))
        if action is Action.PLAY:
            return self.with_state(model, switch_playing(state, model))
        if action in (Action.FASTER, Action.SLOWER):
            return self.with_state(model, with_speed(state, model, 1 if action is Action.FASTER else -1))
        if action is Action.OVERLAY:
            return self.with_state(model, replace(state, overlay=state.overlay.next()))
        if action in _SCROLLS:
            geometry, (rows, cols) = state.geometry(model), _SCROLLS[action]
            view = geometry.clamp(View(state.view.row + rows, state.view.col + cols))
            return self.with_state(model, replace(state, view=view))
        return self._leave(self.with_state(model, replace(state, playing=False)), replace(state, playing=False), action)

    def _to_guess(self, state: ReplayState, model: Model, forward: bool) -> ReplayState:
        steps = [guess.move for guess in state.guesses]
        later, earlier = [step for step in steps if step > state.step], [step for step in steps if step < state.step]
        if later if forward else earlier:
            return go_to(state, model, later[0] if forward else earlier[-1])
        if state.game.guesses is None:
            return state.say("Still looking for guesses." if state.examining else "The guesses are unknown.")
        where = "later" if forward else "earlier"
        return state.say(f"There is no {where} guess." if state.guesses else "There is no guess in this game.")

    def _leave(self, model: Model, state: ReplayState, action: Action) -> Model:
        if action is Action.EXPORT:
            return ask_to_export(model, replay_plan(state.game, model.settings))
        if action is Action.PLAY_BOARD:
            return model.pop().open_screen(Route.GAME, state.film.opened_session().again())
        if action is Action.MOVES:
            return model.open_screen(Route.MOVES, state)
        if action is Action.ANALYSE:
            return self._analyse(model, state)
        return super().act(model, action)

    def _analyse(self, model: Model, state: ReplayState) -> Model:
        """Opens the current position on the analysis board."""
        game = state.session.game
        try:
            sketch = sketch_of(game.position, game.flags)
        except SpecError as error:
            return self.with_state(model, state.say(f"{begin(str(error))}."))
        return model.open_screen(Route.ANALYSIS, sketch, state.cursor or (0, 0))

    def tick(self, model: Model, seconds: float) -> Model:
        return self.with_state(model, tick_replay(self.state, model, seconds)) if self.state.playing else model

    def wait(self) -> float | None:
        return self.state.wait()

    def work(self, model: Model) -> Job | None:
        state = self.state
        if state.seeking is not None:
            return Job(state.film.seek, (state.seeking,), self._arrive, told=self._come_closer)
        game = state.film.session_at(state.step).game
        is_shown = state.overlay is not Overlay.OFF and not game.is_over
        if is_shown and (state.known is None or not state.known.is_final):
            receive = self._analysed
            return Job(analyse_to_show, (game.position,), receive, hint=(state.analysis,), told=receive)
        if not state.playing and state.review is None and (move := state.judged_move) is not None:
            return Job(review_loss, move, self._judge, hint=(state.analysis if state.known else None,))
        if state.examining:
            return Job(find_guesses, (state.examining,), self._examined)
        return Job(judge_guesses, state.judging, self._examined) if state.judging else None

    def _come_closer(self, model: Model, played: int) -> Model:
        text = f"Going to step {self.state.seeking:,}: {played:,} played. Any key stops."
        return self.with_state(model, self.state.say(text))

    def _arrive(self, model: Model, _: None) -> Model:
        return self.go(model, self.state.seeking or 0)

    def _analysed(self, model: Model, analysis: Analysis) -> Model:
        return self.with_state(model, replace(self.state, analysis=analysis))

    def _judge(self, model: Model, review: Review) -> Model:
        return self.with_state(model, replace(self.state, review=review))

    def _examined(self, model: Model, guesses: tuple[Guess, ...]) -> Model:
        key = self.state.game.id
        model = model._replace(screens=tuple(screen.on_guesses(key, guesses) for screen in model.screens))
        return model.query(keep_guesses, key, guesses) if self.state.is_kept else model

    def on_guesses(self, key: str, guesses: tuple[Guess, ...]) -> ReplayScreen:
        if key != self.state.game.id:
            return self
        return replace(self, state=replace(self.state, game=replace(self.state.game, guesses=guesses), examining=None))

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "wheel":
            step = {"up": Action.STEP_BACK, "down": Action.STEP_FORWARD}.get(event.button)
            return self.act(model, step) if step else model
        if event.button != "left" or event.kind not in ("press", "drag"):
            return model
        place = timeline_place(self.state, model)
        if place.holds(event.row, event.col):
            ms = self.state.film.total_ms * (event.col - place.left) / max(1, place.width - 1)
            return self.with_state(model, go_to(self.state, model, self.state.film.step_at(ms)))
        action = replay_chrome(self.state, model).action_at(event.row, event.col) if event.kind == "press" else None
        return self.act(model, action) if action else model

    def reading(self, model: Model) -> Reading:
        return Reading() if self.state.playing else replay_chrome(self.state, model).reading

    def interrupt(self, model: Model, reason: str) -> Model:
        return self.with_state(model, replace(self.state, playing=False))

    def fit(self, model: Model) -> Model:
        return self.with_state(model, follow(self.state, model))

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_replay(self.state, model, canvas)


def open_replay(model: Model, game: FinishedGame, moment: str, *, is_kept: bool) -> Model:
    """Opens the replay of a game at its beginning; the moment says in words when the game was played."""
    assert game.replay is not None
    film = Film(game.replay, game.level, game.mode)
    examining = examinable(game.replay) if game.guesses is None else None
    state = ReplayState(game, film, moment, is_kept, examining=examining)
    return model.push(ReplayScreen(go_to(state, model, 0)))
