"""After a loss: whether the last move was a forced guess, with its odds, or which cell was provably safe."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper.play.game import Game
from minesweeper.play.review import (
    FatalMove,
    Review,
    fatal_move,
    review_details,
    review_loss_in_slices,
    review_sentence,
)
from minesweeper.play.session import Session
from minesweeper.ui.screens.game_state import GameState


@dataclass(frozen=True)
class ReviewTask:
    """Find out what could be known before the move that lost the game."""

    fatal: FatalMove

    def begin(self) -> Iterator[Review | None]:
        """Yields None at the end of each slice, then the review."""
        review = yield from review_loss_in_slices(*self.fatal)
        yield review


def plan_review(before: Game, session: Session) -> ReviewTask | None:
    """The review of a lost game; None if it was lost before anything was open."""
    fatal = fatal_move(before, session) if before.opened else None
    return None if fatal is None else ReviewTask(fatal)


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
