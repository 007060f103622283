"""Shows tips: one deduction at a time, with the clues that prove it and an explanation.

The player can step through the proof.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from minesweeper.assist.tip import Proof, find_proof, no_proof_text
from minesweeper.core.cells import CellSet, cells_of, contains, first_cell
from minesweeper.play.replay import cells_risked_by
from minesweeper.play.session import Move, MoveKind
from minesweeper.solvers.tips import NoProof
from minesweeper.ui import game as late
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Job, Model
from minesweeper.ui.draw.geometry import View
from minesweeper.ui.game.cursor import cell_at
from minesweeper.ui.game.game_draw import game_chrome
from minesweeper.ui.game.game_start import advise_start
from minesweeper.ui.game.game_state import GameState, ModeView, SearchMode, ShownCells
from minesweeper.ui.game.moves import make_move
from minesweeper.ui.game.panels import PROOF_SIGNS, legend
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, say
from minesweeper.ui.widgets.proof_text import proof_message, room_of

if TYPE_CHECKING:
    from minesweeper.play.lessons import ComparedGuesses


@dataclass(frozen=True)
class TipMode(SearchMode):
    """Searches for a tip, or shows it whole or step by step; the same key plays it."""

    shown: Proof | None = None
    at: int = 0
    """The shown step of the proof, from 1; 0 shows the whole tip."""

    @property
    def is_found(self) -> bool:
        return self.shown is not None

    def key(self, state: GameState, model: Model, key: str, action: Action | None) -> GameState | Model | None:
        if self.shown and action in STEPS:
            state = state._replace(said=SILENCE)
            if is_whole(self.shown, action):
                return state.say(*WHOLE_PROOF)
            at = step_after(self.at, action, len(self.shown.steps))
            return look_at_proof(state.swap(self, replace(self, at=at)), model, self.shown, at)
        if self.shown and action is Action.TIP:
            return take_tip(state, model, self.shown)
        if action in _OPENING and self._opens_mine(state, _OPENING[action], state.cell):
            return state.say(_STAYS_CLOSED)
        return super().key(state, model, key, action)

    def click(self, state: GameState, model: Model, event: Mouse) -> GameState | None:
        """Refuses the press of a button that would open a shown mine, so that its release does nothing either."""
        cell = cell_at(state, model, event) if event.kind == "press" else None
        if cell is None:
            return None
        is_swapped = state.looks.click_mode and not contains(state.game.opened, cell)
        if event.button not in ("middle", "right" if is_swapped else "left"):
            return None
        return state.point_at(cell).say(_STAYS_CLOSED) if self._opens_mine(state, MoveKind.OPEN, cell) else None

    def _opens_mine(self, state: GameState, kind: MoveKind, cell: int) -> bool:
        """Whether a move would open a cell that the tip, or the shown step of its proof, shows as a mine."""
        if self.shown is None or not state.is_running or state.game.sketch is not None:
            return False
        kind = MoveKind.CHORD if contains(state.game.opened, cell) and kind is MoveKind.OPEN else kind
        return bool(cells_risked_by(state.game, Move(0, kind, cell)) & proof_marks(self.shown, self.at).mined)

    def work(self, state: GameState, model: Model) -> Job | None:
        if self.shown:
            return None
        game = state.game
        hint = (state.cell, state.aids.analysis, game.proved_mines)
        return Job(find_proof, (game.position, game.flags), _show, hint=hint)

    def view(self, state: GameState, model: Model) -> ModeView:
        if self.shown is None:
            return ModeView(say("Looking for a tip..."))
        last = last_step(self.shown)
        opens_mine = self._opens_mine(state, MoveKind.OPEN, state.cell)
        return ModeView(
            proof_message(self.shown, room_of(model), self.at),
            walk_hints(state, (Action.TIP, "play it"), "step", self.at, last, can_open=not opens_mine),
            proof_marks(self.shown, self.at),
            panel=legend("Tip", PROOF_SIGNS, model) if state.geometry(model).right_panel else None,
            is_walked=last > 0 or bool(self.shown.known_mines),
        )


def explain_steps(state: GameState, model: Model) -> GameState:
    """Says how to get a proof that can be walked through."""
    tip, step = state.key(model, Action.TIP), state.key(model, Action.NEXT_STEP)
    return state.say(f"{tip} shows a tip; {step} then walks through its proof.")


def ask_tip(state: GameState, model: Model) -> GameState:
    """Asks for a tip."""
    if not state.is_running:
        return advise_start(state)
    return state.enter(TipMode())


def _show(state: GameState, model: Model, found: Proof | NoProof) -> GameState:
    """Shows the tip; if nothing is provable, searches for the best guess."""
    session = state.session.helped("tip")
    if isinstance(found, NoProof):
        state = state._replace(session=session)
        unproved = no_proof_text(found.is_complete)
        return state.leave().enter(late.guess_mode.GuessMode(model.settings.number("think"), unproved))
    state = state._replace(session=session.with_proved_mines(found.proved_mines))
    return look_at_proof(state.leave().enter(TipMode(found)), model, found)


def take_tip(state: GameState, model: Model, proof: Proof) -> GameState:
    """Plays the shown tip."""
    cell = first_cell(proof.changes) if proof.changes else state.cell
    state = make_move(state.calm(), model, proof.safe, proof.mined, "tip", cell=cell)
    if state.game.sketch is None or not proof.safe:
        return state
    return state.say(f"Type what the safe {'cell shows' if proof.safe.bit_count() == 1 else 'cells show'}.")


_OPENING = {Action.OPEN: MoveKind.OPEN, Action.COMPLETE: MoveKind.COMPLETE}
"""The keys that open cells. A chord has no key of its own: both keys chord on a number."""
_STAYS_CLOSED = "This would open a cell that the tip shows as a mine, so nothing was opened."


# ------------------------------------------------------------------------------
# Steps of a proof, for tips, lessons and missed safe cells after a loss.
# ------------------------------------------------------------------------------


STEPS = {Action.NEXT_STEP: 1, Action.PREVIOUS_STEP: -1}
"""The keys that walk through a proof or the candidates of a guess, and their directions."""


WHOLE_PROOF = "You have seen the whole proof: it can't be split into steps.", "No more steps."


def is_whole(proof: Proof | ComparedGuesses, action: Action) -> bool:
    """Whether a key asks for the next step of a proof that has only one, which the whole proof has already told."""
    return action is Action.NEXT_STEP and not last_step(proof)


def last_step(proof: Proof | ComparedGuesses | None) -> int:
    """Returns the number of the last step; 0 if a proof has no more to show than the whole."""
    return len(proof.steps) if proof and len(proof.steps) > 1 else 0


def step_after(at: int, action: Action, last: int) -> int:
    """Returns the number of the step to show next; 0 stands for the whole proof, or for the best guess."""
    return max(0, min(at + STEPS[action], last))


def step_hints(at: int, last: int, word: str = "step") -> list[KeyHint]:
    """Returns the hints that walk through the steps of a proof; ``word`` names the next one."""
    forward: list[KeyHint] = [(Action.NEXT_STEP, word)] * (at < last)
    return [*forward, *[(Action.PREVIOUS_STEP, "back")] * bool(at)]


def proof_marks(proof: Proof, at: int = 0) -> ShownCells:
    """Returns the marks of a proof, or of one of its steps.

    Marks the mines that were proved before this proof. The whole proof also marks the mines that its last step rests
    on, because a short sentence doesn't say where they are.
    """
    if not at:
        return ShownCells(proof.safe, proof.mined | proof.mines_found_before | proof.known_mines, proof.because)
    step = proof.steps[at - 1]
    return ShownCells(step.safe, step.mined | proof.known_mines, step.clues)


def walk_hints(
    state: GameState, take: KeyHint, word: str, at: int, last: int, *, can_open: bool = True
) -> list[KeyHint]:
    """Returns the hints while a playable move is shown; ``word`` names the next of its steps.

    Opening isn't offered where the cursor stands on a cell that is shown as a mine.
    """
    play: list[KeyHint] = [*[(Action.OPEN, "open")] * can_open, (Action.FLAG, "flag"), (Action.HELP, "help")]
    if state.game.sketch is not None:
        play = [(Action.BACK, "hide"), (Action.CLUE_0, "to 8: clue"), (Action.HELP, "help")]
    if not at:
        return [take, *step_hints(at, last, word), *play]
    return [*step_hints(at, last, word), take, play[0], play[-1]]


def look_at_proof(state: GameState, model: Model, proof: Proof | ComparedGuesses, at: int = 0) -> GameState:
    """Moves the cursor to the proved cell, or to the clue of an earlier step, and scrolls to the marks."""
    cells = proof.safe or proof.changes
    if at:
        step = proof.steps[at - 1]
        cells = step.safe or step.mined
        cells = cells if at == len(proof.steps) else step.clues or cells
    return show_marks(state.move_to_cell(model, first_cell(cells)) if cells else state, model)


def show_marks(state: GameState, model: Model) -> GameState:
    """Scrolls so that all marked cells are visible next to the message; if that fails, the proved ones."""
    shown = state.view(model).marks or ShownCells()
    proved = shown.safe | shown.mined
    for cells in (proved | shown.proof, proved):
        view = _view_of(state, model, cells | 1 << state.cell) if cells else None
        if view is not None:
            return state.look(view=view)
    return state


def _view_of(state: GameState, model: Model, cells: CellSet) -> View | None:
    """Returns the nearest view that shows the cells outside the message; None if they don't fit.

    A view that also has room for the hints is preferred.
    """
    geometry, now = state.geometry(model), state.looks.view
    if cells.bit_count() > geometry.view_rows * geometry.view_cols:
        return None
    places = [state.game.grid.row_col(cell) for cell in cells_of(cells)]
    rows, cols = zip(*places, strict=True)
    least = geometry.clamp(View(max(rows) + 1 - geometry.view_rows, max(cols) + 1 - geometry.view_cols))
    most = geometry.clamp(View(min(rows), min(cols)))
    if least.row > most.row or least.col > most.col:
        return None
    col = max(least.col, min(now.col, most.col))
    found = None
    for row in sorted(range(least.row, most.row + 1), key=lambda row: abs(row - now.row)):
        view = View(row, col)
        chrome = game_chrome(state.look(view=view), model)
        if not any(chrome.is_covered(geometry.place(view, *place)[0]) for place in places):
            if chrome.buttons:
                return view
            found = found or view
    return found
