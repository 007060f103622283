"""Shows tips: one deduction at a time, with the clues that prove it and an explanation.

The player can step through the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from minesweeper.assist.naming import Room
from minesweeper.assist.tip import NoProof, Proof, find_proof
from minesweeper.core.cells import CellSet, cells_of, first_cell
from minesweeper.play.game import Phase
from minesweeper.ui import game as late
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.jobs import Job
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import View
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.game.cursor import move_to_cell, show_part
from minesweeper.ui.game.game_draw import game_chrome
from minesweeper.ui.game.game_start import advise_start
from minesweeper.ui.game.game_state import QUIET, GameState, Mode, ModeView, ShownCells
from minesweeper.ui.game.moves import make_move
from minesweeper.ui.game.panels import signs
from minesweeper.ui.widgets.chrome import SENTENCE, KeyHint, Message, message_width, say
from minesweeper.ui.widgets.header import PanelLine

if TYPE_CHECKING:
    from minesweeper.play.lessons import ComparedGuesses

LOOKING = say("Looking for a tip...")


@dataclass(frozen=True)
class TipMode(Mode):
    """Searches for a tip, or shows it whole or step by step; the same key plays it."""

    shown: Proof | None = None
    at: int | None = None
    """The shown step of the proof; None shows the whole tip."""

    def key(self, state: GameState, model: Model, key: str, action: Action | None) -> GameState | None:
        if key == "esc" or action is Action.BACK:
            return state.calm()
        if not self.shown:
            return None
        if self.shown.steps and action in STEPS:
            at = next_step_of(self.shown.steps, self.at, STEPS[action])
            return look_at_proof(state.swap(self, replace(self, at=at)), model, self.shown, at)
        return take_tip(state, model, self.shown) if action is Action.TIP else None

    def calm(self, action: Action | None) -> Mode | None:
        return self if self.shown is None and action in QUIET else None

    def work(self, state: GameState, model: Model) -> Job | None:
        if self.shown:
            return None
        game = state.game
        return Job(find_proof, (game.position, game.flags), _show, hint=(state.cell, state.aids.analysis))

    def view(self, state: GameState, model: Model) -> ModeView:
        if self.shown is None:
            return ModeView(LOOKING)
        count = len(self.shown.steps)
        return ModeView(
            proof_message(self.shown, room_of(model), self.at),
            walk_hints(state, (Action.TIP, "play it"), "step" if count > 1 else "", self.at, count),
            proof_marks(self.shown, self.at),
            panel=[("Tip", "title"), ("", ""), *proof_legend(model)] if state.geometry(model).right_panel else None,
            is_walked=count > 1,
        )


def proof_legend(model: Model) -> list[PanelLine]:
    """Explains the marks of a proof."""
    looks = model.looks
    return signs([(looks.glyphs.pointer, "numbers that prove it"), looks.safe_sign, looks.mine_sign])


def explain_steps(state: GameState, model: Model) -> GameState:
    """Says how to get a proof that can be walked through."""
    tip, step = state.key(model, Action.TIP), state.key(model, Action.NEXT_STEP)
    return state.say(f"{tip} shows a tip; {step} then walks through its proof.")


def ask_tip(state: GameState, model: Model) -> GameState:
    """Asks for a tip."""
    if state.game.phase is Phase.READY:
        return advise_start(state, "Open any cell: the first one is never a mine and opens a region.")
    return state._replace(session=state.session.helped("tip")).enter(TipMode())


def _show(state: GameState, model: Model, found: Proof | NoProof) -> GameState:
    """Shows the tip; if nothing is provable, searches for the best guess."""
    if isinstance(found, NoProof):
        return state.leave().enter(late.guess_mode.GuessMode(model.settings.number("think"), found.text))
    return look_at_proof(state.leave().enter(TipMode(found)), model, found)


def take_tip(state: GameState, model: Model, proof: Proof) -> GameState:
    """Plays the shown tip."""
    cell = first_cell(proof.changes) if proof.changes else state.cell
    state = make_move(state.calm(), model, proof.safe, proof.mined, "tip", proof.deduction, cell=cell)
    if state.game.sketch is None or not proof.safe:
        return state
    return state.say(f"Type what the safe {'cell shows' if proof.safe.bit_count() == 1 else 'cells show'}.")


# ------------------------------------------------------------------------------
# Steps of a proof, for tips, lessons and missed safe cells after a loss.
# ------------------------------------------------------------------------------


STEPS = {Action.NEXT_STEP: 1, Action.PREVIOUS_STEP: -1}
"""The keys that walk through a proof or the candidates of a guess, and their directions."""


def next_step_of(steps: Sequence[object], at: int | None, by: int) -> int | None:
    """Returns the number of another step; None stands for the whole proof, before the first step.

    Candidates of a guess work the same way: the best guess comes first.
    """
    number = (-1 if at is None else at) + by
    return None if number < 0 or not steps else min(number, len(steps) - 1)


def both_forms(text: Callable[[Room], str], room: Room) -> Message:
    """Makes a message of a sentence and its brief form."""
    return say(text(room), text(room._replace(is_brief=True)), names_cells=True)


def proof_message(proof: Proof | ComparedGuesses, room: Room, at: int | None = None) -> Message:
    """Explains a proof, or one of its steps."""
    if at is None:
        return both_forms(proof.text, room)
    step, number = proof.steps[at], f"{at + 1}/{len(proof.steps)}"
    return say(f"{number}  {step.text}", f"{number} {step.words}.", names_cells=True)


def proof_marks(proof: Proof, at: int | None = None) -> ShownCells:
    """Returns the marks of a proof, or of one of its steps."""
    if at is None:
        return ShownCells(proof.safe, proof.mined, proof.because)
    step = proof.steps[at]
    return ShownCells(step.safe, step.mined, step.clues)


def walk_hints(state: GameState, take: KeyHint, word: str, at: int | None, count: int) -> list[KeyHint]:
    """Returns the hints while a playable move is shown; ``word`` names its ``count`` steps."""
    play: list[KeyHint] = [(Action.OPEN, "open"), (Action.FLAG, "flag"), (Action.HELP, "help")]
    if state.game.sketch is not None:
        play = [(Action.BACK, "hide"), (Action.CLUE_0, "to 8: clue"), (Action.HELP, "help")]
    if at is None:
        return [take, *[(Action.NEXT_STEP, word)] * bool(word), *play]
    return [*[(Action.NEXT_STEP, word)] * (at < count - 1), (Action.PREVIOUS_STEP, "back"), take, play[0], play[-1]]


def room_of(model: Model, less: int = 0) -> Room:
    """Returns the room for a sentence about a proof, and the signs that mark its cells."""
    glyphs = model.looks.glyphs
    width = min(message_width(model.cols), SENTENCE) - less
    return Room(width, safe=glyphs.tile(Tile.SAFE)[1], mine=glyphs.tile(Tile.DANGER)[1])


def look_at_proof(state: GameState, model: Model, proof: Proof | ComparedGuesses, at: int | None = None) -> GameState:
    """Moves the cursor to the proved cell, or to the clue of an earlier step, and scrolls to the marks."""
    cells = proof.safe or proof.changes
    if at is not None:
        step = proof.steps[at]
        cells = step.safe or step.mined
        cells = cells if at == len(proof.steps) - 1 else step.clues or cells
    return show_marks(move_to_cell(state, model, first_cell(cells)) if cells else state, model)


def show_marks(state: GameState, model: Model) -> GameState:
    """Scrolls so that all marked cells are visible next to the message; if that fails, the proved ones."""
    shown = state.view(model).marks or ShownCells()
    proved = shown.safe | shown.mined
    for cells in (proved | shown.proof, proved):
        view = _view_of(state, model, cells | 1 << state.cell) if cells else None
        if view is not None:
            return show_part(state, view)
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
        chrome = game_chrome(show_part(state, view), model)
        if not any(chrome.is_covered(geometry.place(view, *place)[0]) for place in places):
            if chrome.buttons:
                return view
            found = found or view
    return found
