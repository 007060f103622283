"""Shows tips: one deduction at a time, with the clues that prove it and an explanation.

The player can step through the proof.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from minesweeper.assist.tip import Proof, find_proof, no_proof_text
from minesweeper.core.cells import CellSet, cells_of, contains, first_cell
from minesweeper.core.late import LateModule
from minesweeper.play.session import Move, MoveKind, cells_risked_by
from minesweeper.solvers.tips import NoProof
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Job
from minesweeper.ui.draw.geometry import View
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.cursor import cell_at
from minesweeper.ui.game.game_draw import game_chrome
from minesweeper.ui.game.game_start import advise_start
from minesweeper.ui.game.game_state import GameState, ModeView, SearchMode
from minesweeper.ui.game.moves import make_move
from minesweeper.ui.game.panels import PROOF_SIGNS, signs_legend
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, KeyHint, say
from minesweeper.ui.widgets.header import PanelLine
from minesweeper.ui.widgets.proof_text import proof_message, room_of
from minesweeper.ui.widgets.signs import signs_of

if TYPE_CHECKING:
    from minesweeper.play.judging import Judgement
    from minesweeper.play.lessons import Explanation
    from minesweeper.ui.game import guess_mode
else:
    guess_mode = LateModule("minesweeper.ui.game.guess_mode")


@dataclass(frozen=True)
class TipMode(SearchMode):
    """Searches for a tip, or shows it whole or step by step; the same key plays it."""

    shown: Proof | None = None
    at: int = 0
    """The shown step of the proof, from 1; 0 shows the whole tip."""

    @property
    def is_found(self) -> bool:
        return self.shown is not None

    def key(self, state: GameState, key: str, action: Action | None) -> GameState | None:
        if self.shown and action in STEP_KEYS:
            state = state._replace(message=SILENCE)
            if is_whole(self.shown, action):
                return state.say(*WHOLE_PROOF)
            at = step_after(self.at, action, len(self.shown.steps))
            return look_at_proof(state.replace_mode(self, replace(self, at=at)), self.shown, at)
        if self.shown and action is Action.TIP:
            return take_tip(state, self.shown)
        if action in _OPENING and self._opens_mine(state, _OPENING[action], state.cell):
            return state.say(_STAYS_CLOSED)
        return super().key(state, key, action)

    def click(self, state: GameState, event: Mouse) -> GameState | None:
        """Refuses the press of a button that would open a shown mine, so that its release does nothing either."""
        cell = cell_at(state, event) if event.kind == "press" else None
        if cell is None:
            return None
        is_swapped, is_open = state.looks.click_mode, contains(state.game.opened, cell)
        # The left button opens; in click mode it flags hidden cells, and the right button opens.
        opens = {"middle": True, "left": is_open or not is_swapped, "right": is_swapped}
        if not opens.get(event.button):
            return None
        return state.point_at(cell).say(_STAYS_CLOSED) if self._opens_mine(state, MoveKind.OPEN, cell) else None

    def _opens_mine(self, state: GameState, kind: MoveKind, cell: int) -> bool:
        """Whether a move would open a cell that the tip, or the shown step of its proof, shows as a mine."""
        if self.shown is None or not state.is_running or state.game.typed_position is not None:
            return False
        kind = MoveKind.CHORD if contains(state.game.opened, cell) and kind is MoveKind.OPEN else kind
        mined = proof_marks(self.shown, self.at).danger | self.shown.proved_mines
        return bool(cells_risked_by(state.game, Move(0, kind, cell)) & mined)

    def work(self, state: GameState) -> Job | None:
        if self.shown:
            return None
        game = state.game
        extra = (state.cell, state.aids.analysis, game.proved_mines)
        return Job(find_proof, (game.position, game.flags), _show, extra=extra)

    def view(self, state: GameState) -> ModeView:
        if self.shown is None:
            return ModeView(say("Looking for a tip..."))
        last = last_step(self.shown)
        opens_mine = self._opens_mine(state, MoveKind.OPEN, state.cell)
        return ModeView(
            proof_message(
                self.shown,
                room_of(state.env),
                self.at,
                signs=signs_of(state.env.looks),
                names_cells=state.is_detailed,
            ),
            walk_hints(state, (Action.TIP, "play it"), "step", self.at, last, can_open=not opens_mine),
            proof_marks(self.shown, self.at),
            panel=self._panel(state) if state.geometry.right_panel else None,
            is_walked=last > 0 or bool(self.shown.known_mines),
        )

    def _panel(self, state: GameState) -> list[PanelLine]:
        assert self.shown is not None
        return [("Tip", "title"), ("", ""), *signs_legend(PROOF_SIGNS, proof_marks(self.shown, self.at), state)]


def explain_steps(state: GameState) -> GameState:
    """Says how to get a proof that can be walked through."""
    tip, step = state.key(Action.TIP), state.key(Action.NEXT_STEP)
    return state.say(f"{tip} shows a tip; {step} then walks through its proof.")


def ask_tip(state: GameState) -> GameState:
    """Asks for a tip."""
    if not state.is_running:
        return advise_start(state)
    return state.push_mode(TipMode())


def _show(state: GameState, result: Proof | NoProof) -> GameState:
    """Shows the tip; if nothing is provable, searches for the best guess."""
    session = state.session.with_assistant("tip")
    if isinstance(result, NoProof):
        state = state._replace(session=session)
        unproved = no_proof_text(result.is_complete)
        return state.pop_mode().push_mode(guess_mode.GuessMode(state.env.settings.number("think"), unproved))
    state = state._replace(session=session.with_proved_mines(result.proved_mines))
    return look_at_proof(state.pop_mode().push_mode(TipMode(result)), result)


def take_tip(state: GameState, proof: Proof) -> GameState:
    """Plays the shown tip."""
    cell = first_cell(proof.changes) if proof.changes else state.cell
    state = make_move(state.ready_for_input(), proof.safe, proof.mined, "tip", cell=cell)
    if state.game.typed_position is None or not proof.safe:
        return state
    return state.say(f"Type what the safe {'cell shows' if proof.safe.bit_count() == 1 else 'cells show'}.")


_OPENING = {Action.OPEN: MoveKind.OPEN, Action.COMPLETE: MoveKind.COMPLETE}
"""The keys that open cells. A chord has no key of its own: both keys chord on a number."""
_STAYS_CLOSED = "This would open a cell that the tip shows as a mine, so nothing was opened."


# ------------------------------------------------------------------------------
# Steps of a proof, for tips, lessons and missed safe cells after a loss.
# ------------------------------------------------------------------------------


STEP_KEYS = {Action.NEXT_STEP: 1, Action.PREVIOUS_STEP: -1}
"""The keys that walk through a proof or the candidates of a guess, and their directions."""


WHOLE_PROOF = "You have seen the whole proof: it can't be split into steps.", "No more steps."


def is_whole(proof: Explanation | Judgement, action: Action) -> bool:
    """Whether a key asks for the next step of a proof that has only one, which the whole proof has already told."""
    return action is Action.NEXT_STEP and not last_step(proof)


def last_step(proof: Explanation | Judgement | None) -> int:
    """Returns the number of the last step; 0 if a proof has no more to show than the whole."""
    return len(proof.steps) if proof and len(proof.steps) > 1 else 0


def step_after(at: int, action: Action, last: int) -> int:
    """Returns the number of the step to show next; 0 stands for the whole proof, or for the best guess."""
    return max(0, min(at + STEP_KEYS[action], last))


def step_hints(at: int, last: int, word: str = "step") -> list[KeyHint]:
    """Returns the hints that walk through the steps of a proof; ``word`` names the next one."""
    forward: list[KeyHint] = [(Action.NEXT_STEP, word)] if at < last else []
    back: list[KeyHint] = [(Action.PREVIOUS_STEP, "back")] if at else []
    return [*forward, *back]


def proof_marks(proof: Proof, at: int = 0) -> Marks:
    """Returns the marks of a proof, or of one of its steps.

    Marks the mines that were proved before this proof. The whole proof also marks the mines that its last step rests
    on, because a short sentence doesn't say where they are. Of the clues, those of the last step stand out, because the
    sentence speaks of them and "the 1" mustn't be one of several.
    """
    if not at:
        mines = proof.mined | proof.mines_found_before | proof.known_mines
        last = proof.last_clues
        return Marks(safe=proof.safe, danger=mines, proof=last, earlier=proof.because & ~last)
    step = proof.steps[at - 1]
    return Marks(safe=step.safe, danger=step.mined | proof.known_mines, proof=step.clues)


def walk_hints(
    state: GameState, take: KeyHint, word: str, at: int, last: int, *, can_open: bool = True
) -> list[KeyHint]:
    """Returns the hints while a playable move is shown; ``word`` names the next of its steps.

    Opening isn't offered where the cursor stands on a cell that is shown as a mine.
    """
    play: list[KeyHint] = [*[(Action.OPEN, "open")] * can_open, (Action.FLAG, "flag"), (Action.HELP, "help")]
    if state.game.typed_position is not None:
        play = [(Action.BACK, "hide"), (Action.CLUE_0, "to 8: clue"), (Action.HELP, "help")]
    if not at:
        return [take, *step_hints(at, last, word), *play]
    return [*step_hints(at, last, word), take, play[0], play[-1]]


def look_at_proof(state: GameState, proof: Explanation | Judgement, at: int = 0) -> GameState:
    """Moves the cursor to the proved cell, or to the clue of an earlier step, and scrolls to the marks."""
    cells = proof.safe or proof.changes
    if at:
        step = proof.steps[at - 1]
        cells = step.safe or step.mined
        cells = cells if at == len(proof.steps) else step.clues or cells
    return show_marks(state.move_to_cell(first_cell(cells)) if cells else state)


def show_marks(state: GameState) -> GameState:
    """Scrolls so that all marked cells are visible next to the message; if that fails, the proved ones."""
    shown = state.view()
    marks = shown.marks or Marks()
    proved = marks.safe | marks.danger
    for cells in (proved | marks.proof | marks.earlier, proved):
        view = _view_of(state, cells | 1 << state.cell, shown) if cells else None
        if view is not None:
            return state.with_view(view=view)
    return state


def _view_of(state: GameState, cells: CellSet, shown: ModeView) -> View | None:
    """Returns the nearest view that shows the cells outside the message; None if they don't fit.

    ``shown`` is what the modes show, which is the same in every view. A view that also has room for the hints is
    preferred.
    """
    geometry, now = state.geometry, state.looks.view
    if cells.bit_count() > geometry.view_rows * geometry.view_cols:
        return None
    places = [state.game.grid.row_col(cell) for cell in cells_of(cells)]
    rows, cols = zip(*places, strict=True)
    least = geometry.clamp(View(max(rows) + 1 - geometry.view_rows, max(cols) + 1 - geometry.view_cols))
    most = geometry.clamp(View(min(rows), min(cols)))
    if least.row > most.row or least.col > most.col:
        return None
    col = max(least.col, min(now.col, most.col))
    best = None
    for row in sorted(range(least.row, most.row + 1), key=lambda row: abs(row - now.row)):
        view = View(row, col)
        chrome = game_chrome(state.with_view(view=view), shown)
        if not any(chrome.is_covered(geometry.place(view, *place)[0]) for place in places):
            if chrome.buttons:
                return view
            best = best or view
    return best
