"""Tips on the game screen: one deduction at a time, with the clues that prove it and a sentence that explains it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper.core.cells import CellSet, first_cell, place_text
from minesweeper.core.position import Position
from minesweeper.play.game import Phase
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.explain import explain, explain_briefly
from minesweeper.solvers.tips import Tip, tip_in_slices
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.draw.glyphs import Tile
from minesweeper.ui.draw.words import wrap
from minesweeper.ui.game.cursor import move_to
from minesweeper.ui.game.guess import NOTHING_PROVED
from minesweeper.ui.game.moves import after_move
from minesweeper.ui.game.state import GameState


@dataclass(frozen=True)
class TipTask:
    """Find the easiest deduction of a position; flags only tell which deductions are news."""

    position: Position
    flags: CellSet
    near: int
    previous: Analysis | None

    def begin(self) -> Iterator[Tip | None]:
        """Yields None at the end of each slice, then the tip."""
        tip = yield from tip_in_slices(self.position, self.flags, self.near, self.previous)
        yield tip


def ask_tip(state: GameState) -> GameState:
    """The state with a tip asked for."""
    if state.game.phase is Phase.READY:
        return state.say("Open any cell: the first one is never a mine and opens a region.")
    if state.game.is_over:
        return state
    return replace(state, wants_tip=True, session=state.session.helped("tip")).say("Looking for a tip ..")


def receive_tip(state: GameState, model: Model, tip: Tip | None) -> GameState:
    """The state with the tip shown; if nothing can be proved, the best guess is looked for instead."""
    state = replace(state, wants_tip=False)
    if tip is None:
        return state
    if tip.deduction is None:
        return replace(state, guessing=True).say(NOTHING_PROVED)
    deduction, position = tip.deduction, state.game.position
    if is_compact(model.rows, model.cols):
        glyphs = model.looks.glyphs
        safe, mine = glyphs.tile(Tile.SAFE)[1], glyphs.tile(Tile.DANGER)[1]
        text = explain_briefly(position, deduction, safe, mine, state.game.flags)
        told = f"{text} {state.key(model, Action.TIP)}: do it."
        text = told if len(wrap(told, model.cols)) <= max(2, len(wrap(text, model.cols))) else text
    else:
        text = explain(position, deduction, min(model.cols - 2, 90), state.game.flags)
    cells = deduction.safe | (deduction.mined & ~state.game.flags)
    state = move_to(replace(state, tip=deduction), model, *state.game.grid.row_col(first_cell(cells)))
    return state.say(text)


def take_tip(state: GameState, model: Model) -> GameState:
    """The state after the move that the shown tip proves."""
    deduction = state.tip
    if deduction is None:
        return state
    state = replace(state.calm(), tip=None)
    session = state.session.apply(deduction.safe, deduction.mined, "tip", deduction)
    wrong = deduction.safe & state.game.flags
    cells = deduction.safe | (deduction.mined & ~state.game.flags)
    if wrong:
        place = place_text(*state.game.grid.row_col(first_cell(wrong)))
        state = state.say(f"The wrong flag at {place} was taken away.")
    return after_move(state, model, session, first_cell(cells) if cells else state.cell)
