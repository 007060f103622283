"""Runs the guided game on the game screen: five steps that the player does by key or mouse.

Its session has no id, so it is never saved or recorded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.assist.tip import Proof
from minesweeper.core.cells import contains
from minesweeper.play.game import Game
from minesweeper.play.guided_game import CHORD_STEP, GuidedGame, MoveWords, begin_step
from minesweeper.play.session import Session
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.game_draw import room_of
from minesweeper.ui.game.game_screen import GameScreen
from minesweeper.ui.game.game_start import first_state, with_session
from minesweeper.ui.game.game_state import GameState, Mode, ModeView, ShownCells
from minesweeper.ui.game.moves import open_here
from minesweeper.ui.game.tip_mode import proof_message, show_marks
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, Message, say

OFFER = "learn_row"
"""The setting that keeps the row of the menu until the guided game was done or dismissed."""


@dataclass(frozen=True)
class GuidedMode(Mode):
    """Shows a step of the guided game, and explains the moves."""

    guided: GuidedGame
    keys: MoveWords
    said: Message = SILENCE
    """The message about the last move; empty shows the task."""
    tip: Proof | None = None
    is_read: bool = False
    """Whether the player went on after reading the task, so that a small screen shows the board instead."""

    is_like_game = True

    def context(self, game: Game) -> Context:
        return Context.LESSON

    def key(self, state: GameState, model: Model, key: str, action: Action | None) -> GameState | Model | None:
        if action in (Action.BACK, Action.PAUSE):
            return _leave(model, is_taken=self.guided.number == 0)
        if self.guided.is_done and action in (Action.SELECT, Action.OPEN, Action.NEW_GAME):
            return self._next(state, model)
        if action is Action.TIP:
            return self._show_tip(state, model)
        opens = action in (Action.SELECT, Action.OPEN)
        if opens and self.guided.number < CHORD_STEP and contains(state.game.opened, state.cell):
            texts = "This cell is open already. The arrows move to a hidden one.", "Open already: arrows move."
            return state.calm(action).say(*texts)
        return open_here(state.calm(action), model) if action is Action.SELECT else None

    def calm(self, action: Action | None) -> Mode:
        return self if self.guided.is_done else replace(self, said=SILENCE, tip=None, is_read=True)

    def _next(self, state: GameState, model: Model) -> GameState | Model:
        """Begins the next step; the last one leads back."""
        if self.guided.is_last:
            return _leave(model, is_taken=True)
        after = self.guided.next()
        return _begun(with_session(state, model, after.session), model, after)

    def _show_tip(self, state: GameState, model: Model) -> GameState:
        proof = self.guided.tip()
        if proof is None or self.guided.is_done:
            return state
        said = proof_message(proof, room_of(model))
        return show_marks(state._replace(said=SILENCE).swap(self, replace(self, said=said, tip=proof)), model)

    def moved(self, state: GameState, session: Session) -> GameState:
        if self.guided.is_done or session.game is state.game:
            return state
        after, *texts = self.guided.play(session, self.keys)
        state = state.swap(self, replace(self, guided=after, said=say(*texts), tip=None))
        return state._replace(session=after.session) if after is not self.guided else state

    def after_end(self, game: Game) -> Mode:
        return self

    def view(self, state: GameState, model: Model) -> ModeView:
        task, brief = (self.guided.say(text, self.keys) for text in (self.guided.step.task, self.guided.step.brief))
        is_hidden = self.is_read and state.geometry(model).is_compact
        message = self.said or (SILENCE if is_hidden else say(task, brief))
        return ModeView(message, self._hints(), self._marks(state.game))

    def _marks(self, game: Game) -> ShownCells:
        if self.tip is not None:
            return ShownCells(self.tip.safe & ~game.opened, self.tip.mined & ~game.flags, self.tip.because)
        hidden, numbers = self.guided.marked
        return ShownCells(safe=hidden, proof=numbers)

    def _hints(self) -> list[KeyHint]:
        if self.guided.is_done:
            return [(Action.SELECT, "done" if self.guided.is_last else "next"), (Action.BACK, "back")]
        hints: list[KeyHint] = [(Action.OPEN, "open"), (Action.FLAG, "flag")]
        # Small screens have room for two hints: the key of the step comes first.
        first, second = reversed(hints) if self.guided.step.flags else hints
        return [first, (Action.BACK, "back"), second, (Action.TIP, "tip")]


def _begun(state: GameState, model: Model, guided: GuidedGame) -> GameState:
    flag, opens, tip = (model.keymap.label(Context.LESSON, key) for key in (Action.FLAG, Action.OPEN, Action.TIP))
    keys = MoveWords(
        f"press {opens}, or click it",
        f"go to each and press {flag}, or right-click it",
        f"press {opens} on it, or click it",
        f"press {tip}",
        opens,
        flag,
    )
    return state._replace(modes=(GuidedMode(guided, keys),)).move_to_cell(model, guided.step.look)


def _leave(model: Model, is_taken: bool) -> Model:
    """Leaves the guided game. The menu offers it again, unless it was done or dismissed at its first step."""
    model = model.pop()
    return model.with_settings(model.settings.with_value(OFFER, False), OFFER) if is_taken else model


def open_guided(model: Model) -> Model:
    """Opens the guided game."""
    guided = begin_step()
    return model.push(GameScreen(_begun(first_state(guided.session, model), model, guided)))
