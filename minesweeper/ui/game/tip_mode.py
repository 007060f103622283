"""Tips on the game screen, and the keys that step through a proof.

A tip is the easiest provable move, shown with the clues that prove it and an explanation. The tip key pressed again
makes the move. If nothing can be proved, the best guess takes the place of the tip (`guess_mode`). Lessons, the review
of a loss and the analysis board use the functions of this module too, because they also show proofs step by step.
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
    """A search for a tip.

    When the search has ended, the mode shows the tip, either as a whole or one step at a time.
    """

    shown: Proof | None = None
    """The tip with its explanation, or None during the search."""
    at: int = 0
    """The step of the proof that is shown, counted from 1. 0 shows the whole tip."""

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
        """Refuses to open a cell that the tip shows as a mine.

        It refuses when the button goes down, so that releasing the button does nothing either.
        """
        cell = cell_at(state, event) if event.kind == "press" else None
        if cell is None:
            return None
        is_swapped, is_open = state.looks.click_mode, contains(state.game.opened, cell)
        # The left button opens. With swapped buttons it flags hidden cells, and the right button opens.
        opens = {"middle": True, "left": is_open or not is_swapped, "right": is_swapped}
        if not opens.get(event.button):
            return None
        return state.point_at(cell).say(_STAYS_CLOSED) if self._opens_mine(state, MoveKind.OPEN, cell) else None

    def _opens_mine(self, state: GameState, kind: MoveKind, cell: int) -> bool:
        """Whether a move at a cell would open a mine that the player can see in the tip.

        It may be a chord, which opens other cells. Always False on an analysis board, where cells aren't opened but
        typed.
        """
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
        """The lines beside the board, which explain the signs of the tip."""
        assert self.shown is not None
        return [("Tip", "title"), ("", ""), *signs_legend(PROOF_SIGNS, proof_marks(self.shown, self.at), state)]


def explain_steps(state: GameState) -> GameState:
    """Called for the step keys while no proof is shown. Says that a tip must come first."""
    tip, step = state.key(Action.TIP), state.key(Action.NEXT_STEP)
    return state.say(f"{tip} shows a tip; {step} then walks through its proof.")


def ask_tip(state: GameState) -> GameState:
    """Starts the search for a tip. Before the first cell is opened, a message says how to begin instead."""
    if not state.is_running:
        return advise_start(state)
    return state.push_mode(TipMode())


def _show(state: GameState, result: Proof | NoProof) -> GameState:
    """Called with the result of the search.

    Shows the tip and counts it as an assist. If nothing can be proved, it goes on to search for the best guess.
    """
    session = state.session.with_assistant("tip")
    if isinstance(result, NoProof):
        state = state._replace(session=session)
        unproved = no_proof_text(result.is_complete)
        return state.pop_mode().push_mode(guess_mode.GuessMode(state.env.settings.number("think"), unproved))
    state = state._replace(session=session.with_proved_mines(result.proved_mines))
    return look_at_proof(state.pop_mode().push_mode(TipMode(result)), result)


def take_tip(state: GameState, proof: Proof) -> GameState:
    """Makes the move of the tip.

    On an analysis board, nothing is known about opened cells, so a message asks the player to type the clues.
    """
    cell = first_cell(proof.changes) if proof.changes else state.cell
    state = make_move(state.ready_for_input(), proof.safe, proof.mined, "tip", cell=cell)
    if state.game.typed_position is None or not proof.safe:
        return state
    return state.say(f"Type what the safe {'cell shows' if proof.safe.bit_count() == 1 else 'cells show'}.")


_OPENING = {Action.OPEN: MoveKind.OPEN, Action.COMPLETE: MoveKind.COMPLETE}
"""The actions that open cells, with the kind of move that they make on a hidden cell.

On an opened number, both of them chord.
"""
_STAYS_CLOSED = "This would open a cell that the tip shows as a mine, so nothing was opened."
"""The message when a cell isn't opened because the tip shows a mine there."""


# ------------------------------------------------------------------------------
# Steps of a proof
# ------------------------------------------------------------------------------


STEP_KEYS = {Action.NEXT_STEP: 1, Action.PREVIOUS_STEP: -1}
"""The actions that step through a proof or through the candidates of a guess. 1 is forward and -1 is back."""


WHOLE_PROOF = "You have seen the whole proof: it can't be split into steps.", "No more steps."
"""The message if the player asks for the next step of a proof that has no separate steps, the longer form first."""


def is_whole(proof: Explanation | Judgement, action: Action) -> bool:
    """Whether the action asks for the next step of a proof that has no separate steps, so that the screen already shows
    everything.
    """
    return action is Action.NEXT_STEP and not last_step(proof)


def last_step(proof: Explanation | Judgement | None) -> int:
    """The number of the last step.

    It's 0 without a proof, and for a proof with a single step, because this step would repeat the whole proof.
    """
    return len(proof.steps) if proof and len(proof.steps) > 1 else 0


def step_after(at: int, action: Action, last: int) -> int:
    """The number of the step that the action leads to, from 0 to ``last``.

    0 is the whole proof or, among guesses, the best guess.
    """
    return max(0, min(at + STEP_KEYS[action], last))


def step_hints(at: int, last: int, word: str = "step") -> list[KeyHint]:
    """The key hints for the next and the previous step, as far as these exist.

    ``word`` is the text of the hint for the next step.
    """
    forward: list[KeyHint] = [(Action.NEXT_STEP, word)] if at < last else []
    back: list[KeyHint] = [(Action.PREVIOUS_STEP, "back")] if at else []
    return [*forward, *back]


def proof_marks(proof: Proof, at: int = 0) -> Marks:
    """The marks of step ``at`` of a proof, or of the whole proof if ``at`` is 0.

    Both include mines that were known before. The whole proof also marks the mines that earlier steps found, because
    its short sentence doesn't say where they are. Only the clues of the last step stand out, because the sentence is
    about them and *the 1* must not be one of several.
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
    """The key hints while a tip or a guess is shown.

    ``take`` is the hint that makes the move, and ``word`` the text of the hint for the next step. With ``can_open``
    False, opening isn't offered, because the cursor is on a cell that is shown as a mine.
    """
    play: list[KeyHint] = [*[(Action.OPEN, "open")] * can_open, (Action.FLAG, "flag"), (Action.HELP, "help")]
    if state.game.typed_position is not None:
        play = [(Action.BACK, "hide"), (Action.CLUE_0, "to 8: clue"), (Action.HELP, "help")]
    if not at:
        return [take, *step_hints(at, last, word), *play]
    return [*step_hints(at, last, word), take, play[0], play[-1]]


def look_at_proof(state: GameState, proof: Explanation | Judgement, at: int = 0) -> GameState:
    """Moves the cursor to a proved cell or, for an earlier step, to a clue of this step.

    The view scrolls so that the marks are visible.
    """
    cells = proof.safe or proof.changes
    if at:
        step = proof.steps[at - 1]
        cells = step.safe or step.mined
        cells = cells if at == len(proof.steps) else step.clues or cells
    return show_marks(state.move_to_cell(first_cell(cells)) if cells else state)


def show_marks(state: GameState) -> GameState:
    """Scrolls so that no marked cell is hidden by the message or by the edge of the view.

    If that isn't possible for all of them, it tries the proved cells alone; if that fails too, the view stays.
    """
    shown = state.view()
    marks = shown.marks or Marks()
    proved = marks.safe | marks.danger
    for cells in (proved | marks.proof | marks.earlier, proved):
        view = _view_of(state, cells | 1 << state.cell, shown) if cells else None
        if view is not None:
            return state.with_view(view=view)
    return state


def _view_of(state: GameState, cells: CellSet, shown: ModeView) -> View | None:
    """The view nearest to the current one in which all these cells are visible and not covered by the message. Returns
    None if there is no such view. Where possible, the key hints are visible too.

    ``shown`` is what the modes show, which doesn't depend on the view.
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
