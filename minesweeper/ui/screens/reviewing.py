"""After a loss: whether the last move was a forced guess, with its odds, or which cell was provably safe."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper.core.cells import CellSet, first_cell
from minesweeper.core.position import Position
from minesweeper.play.game import Game
from minesweeper.play.review import Review, review_details, review_loss_in_slices, review_sentence
from minesweeper.play.session import Cause, Session
from minesweeper.ui.screens.game_state import GameState


@dataclass(frozen=True)
class ReviewTask:
    """Find out what could be known before the move that lost the game."""

    position: Position
    cell: int
    chord: int | None
    wrong_flags: CellSet

    def begin(self) -> Iterator[Review | None]:
        """Yields None at the end of each slice, then the review."""
        review = yield from review_loss_in_slices(self.position, self.cell, self.chord, self.wrong_flags)
        yield review


def plan_review(before: Game, session: Session) -> ReviewTask | None:
    """The review of a lost game; None if it was lost before anything was open."""
    game = session.game
    if not game.exploded or not before.opened or game.layout is None:
        return None
    chord = session.last if session.cause is Cause.CHORDED else None
    wrong = game.flags & ~game.layout.mines & game.grid.neighbours(chord) if chord is not None else 0
    return ReviewTask(before.position, first_cell(game.exploded), chord, wrong)


def receive_review(state: GameState, review: Review | None) -> GameState:
    """The state with the review's sentence as its message."""
    state = replace(state, reviewing=None)
    if review is None:
        return state
    text = review_sentence(review)
    if state.outcome and state.outcome.problem:
        text = f"{text} {state.outcome.problem}"
    if state.bot:  # what is told is the bot's own summary; the review is there when it is asked for
        return replace(state, review=review)
    return replace(state, review=review, message=text, alarm=True)


def tell_more(state: GameState) -> GameState:
    """The state with all there is to say about the move that lost the game."""
    if state.review is None:
        return state
    return replace(state, message=" ".join(review_details(state.review)), alarm=False)
