"""The best guess on the game screen: asking for it, showing it, taking it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper.core.cells import contains, place_text
from minesweeper.core.position import Position
from minesweeper.core.text import percent
from minesweeper.play.game import Phase
from minesweeper.solvers.deep import Budget
from minesweeper.solvers.exact import Analysis, analyse_in_slices
from minesweeper.solvers.guess import GuessMove, strongest_move
from minesweeper.solvers.players import choose_guess
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.cursor import move_to
from minesweeper.ui.game.moves import open_at
from minesweeper.ui.game.state import GameState

NOTHING_PROVED = "Nothing can be proved."


@dataclass(frozen=True)
class GuessTask:
    """Find the best move of a position."""

    position: Position
    previous: Analysis | None
    think: int = 0
    """For how many seconds a guess is thought about."""

    def begin(self) -> Iterator[GuessMove | None]:
        """Yields None at the end of each slice, then the move."""
        analysis = yield from analyse_in_slices(self.position, self.previous)
        if analysis.safe:
            yield strongest_move(self.position, analysis)
        else:
            budget = Budget(self.think) if self.think else None
            yield (yield from choose_guess("best", analysis, budget=budget))


def ask_guess(state: GameState) -> GameState:
    """The state with the best guess asked for."""
    if state.game.phase is Phase.READY:
        return state.say("Any first cell is as good as another: it is never a mine.")
    if state.game.is_over:
        return state
    words = "Thinking about the best guess .. Esc stops." if state.think else "Looking for the best guess .."
    return replace(state, guessing=True, session=state.session.helped("guess")).say(words)


def take_guess(state: GameState, model: Model, guess: GuessMove) -> GameState:
    """The state after the shown guess is taken."""
    if contains(state.game.flags, guess.cell):  # the flag was only a claim
        state = replace(state, session=state.session.mark(guess.cell, question_marks=False))
    return open_at(replace(state, guess=None), model, guess.cell)


def receive_guess(state: GameState, model: Model, move: GuessMove | None) -> GameState:
    """The state with the best guess shown."""
    unproved = "Nothing can be proved. " if state.message == NOTHING_PROVED else ""
    state = replace(state, guessing=False)
    if move is None:
        return state
    row, col = state.game.grid.row_col(move.cell)
    key = state.key(model, Action.GUESS)
    if not move.odds[0]:
        text = f"No guess is needed: {place_text(row, col)} is safe. {key} opens it."
    else:
        text = f"{unproved}Best guess: {place_text(row, col)}, {percent(*move.odds)} a mine. {key} takes it."
    return move_to(replace(state, guess=move), model, row, col).say(text)
