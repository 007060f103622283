"""Shows tips: one deduction at a time, with the clues that prove it and an explanation.

The player can step through the proof.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.assist.tip import NoProof, Proof, find_proof
from minesweeper.core.cells import first_cell
from minesweeper.play.game import Game, Phase
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.jobs import Job
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.cursor import move_to_cell
from minesweeper.ui.game.end import make_move
from minesweeper.ui.game.end_view import next_proof, walk_proof
from minesweeper.ui.game.game_start import advise_start
from minesweeper.ui.game.game_state import QUIET, GameState, Mode, ShownCells
from minesweeper.ui.game.guess_mode import GuessMode
from minesweeper.ui.game.legends import signs
from minesweeper.ui.game.proof_view import (
    look_at_step,
    next_step_of,
    room_of,
    show_marks,
    step_marks,
    step_message,
    walk_hints,
)
from minesweeper.ui.widgets.chrome import KeyHint, Message, say
from minesweeper.ui.widgets.header import PanelLine

LOOKING = say("Looking for a tip...")


@dataclass(frozen=True)
class TipMode(Mode):
    """Searches for a tip, or shows it whole or step by step; the same key plays it."""

    shown: Proof | None = None
    said: Message = LOOKING
    at: int | None = None
    """The shown step of the proof; None shows the whole tip."""

    @property
    def is_walked(self) -> bool:  # type: ignore[override]
        return self.shown is not None and len(self.shown.steps) > 1

    def key(self, state: GameState, model: Model, key: str) -> GameState | None:
        return state.calm() if key == "esc" else None

    def act(self, state: GameState, model: Model, action: Action) -> GameState | None:
        if not self.shown:
            return None
        if self.shown.steps and action in (Action.NEXT_STEP, Action.PREVIOUS_STEP):
            return self._walk(state, model, 1 if action is Action.NEXT_STEP else -1)
        return take_tip(state, model, self.shown) if action is Action.TIP else None

    def _walk(self, state: GameState, model: Model, by: int) -> GameState:
        """Shows another step; the whole tip comes before the first one."""
        assert self.shown is not None
        steps = self.shown.steps
        at = next_step_of(steps, self.at, by)
        if at is None:
            return _with_tip(state, model, self.shown)
        mode = replace(self, at=at, said=step_message(steps, at))
        return look_at_step(state._replace(mode=mode), model, steps, at)

    def goes_on(self, action: Action | None) -> bool:
        return self.shown is None and action in QUIET

    def work(self, state: GameState, model: Model) -> Job | None:
        if self.shown:
            return None
        game = state.game
        return Job(find_proof, (game.position, game.flags), _show, hint=(state.cell, state.aids.analysis))

    def marks(self, game: Game) -> ShownCells:
        shown = self.shown
        if shown and self.at is not None:
            return step_marks(shown.steps[self.at])
        return ShownCells(shown.safe, shown.mined, shown.because) if shown else ShownCells()

    def words(self, state: GameState) -> Message:
        return self.said

    def brief(self, state: GameState, model: Model) -> Message:
        return self.said._replace(texts=self.said.texts[1:] or self.said.texts)

    def hints(self, state: GameState) -> list[KeyHint] | None:
        if self.shown is None:
            return None
        return walk_hints((Action.TIP, "play it"), "step" if self.is_walked else "", self.at, len(self.shown.steps))

    def panel(self, state: GameState, model: Model) -> list[PanelLine] | None:
        if self.shown is None:
            return None
        lines: list[PanelLine] = [("Tip", "title"), ("", "")]
        lines += signs(
            [(model.looks.glyphs.pointer, "clues that prove it"), model.looks.safe_sign, model.looks.mine_sign]
        )
        lines += [("", ""), (f"{state.key(model, Action.TIP):5} makes the move", "text")]
        if self.is_walked:
            lines.append((f"{state.key(model, Action.NEXT_STEP):5} next step", "text"))
        return [*lines, ("Esc   hides it", "text")]


def next_step(state: GameState, model: Model, by: int = 1) -> GameState:
    """Shows the next step of a proof after a loss; otherwise says how to get one."""
    if state.game.is_over:
        return walk_proof(state, model, by)
    tip, guess = state.key(model, Action.TIP), state.key(model, Action.GUESS)
    step = state.key(model, Action.NEXT_STEP)
    return state.say(
        f"{tip} shows a tip; {step} then walks through its proof, and after {guess} through other guesses.",
        f"{tip}: a tip first.",
    )


def previous_step(state: GameState, model: Model) -> GameState:
    """Shows the previous step of a proof after a loss; otherwise says how to get one."""
    return next_step(state, model, by=-1)


def ask_tip(state: GameState, model: Model) -> GameState:
    """Asks for a tip; after a loss, explains why a cell was safe."""
    if state.game.is_over:
        return next_proof(state, model)
    if state.game.phase is Phase.READY:
        return advise_start(state, "Open any cell: the first one is never a mine and opens a region.")
    return state._replace(session=state.session.helped("tip")).enter(TipMode())


def _show(state: GameState, model: Model, found: Proof | NoProof) -> GameState:
    """Shows the tip; if nothing is provable, searches for the best guess."""
    if isinstance(found, NoProof):
        return state.enter(GuessMode(model.settings.number("think"), found.text))
    return _with_tip(state, model, found)


def _with_tip(state: GameState, model: Model, proof: Proof) -> GameState:
    """Shows the whole tip."""
    room = room_of(model)
    said = say(proof.text(room), proof.text(room._replace(is_brief=True)), names_cells=True)
    state = move_to_cell(state.enter(TipMode(proof, said)), model, first_cell(proof.changes))
    return show_marks(state, model)


def take_tip(state: GameState, model: Model, proof: Proof) -> GameState:
    """Plays the shown tip."""
    cell = first_cell(proof.changes) if proof.changes else state.cell
    state = make_move(state.calm(), model, proof.safe, proof.mined, "tip", proof.deduction, cell=cell)
    if state.game.sketch is None or not proof.safe:
        return state
    return state.say(f"Type what the safe {'cell shows' if proof.safe.bit_count() == 1 else 'cells show'}.")
