"""What is said at the end of a game: time, best, rank, streak; after a loss what could have been known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from minesweeper.boards.measures import three_bv
from minesweeper.core.times import clock_text, exact_time, milliseconds_text
from minesweeper.play.game import Game, Phase
from minesweeper.play.review import (
    FatalMove,
    Review,
    fatal_move,
    review_details,
    review_loss_in_slices,
    review_sentence,
)
from minesweeper.play.session import Session
from minesweeper.storage.values import Outcome, Record
from minesweeper.ui.game.state import GameState

# ------------------------------------------------------------------------------
# What earlier games say about this one: the time to beat, streaks, ranks, and the sentence at the end of a game.
# ------------------------------------------------------------------------------

NamedFigure = tuple[str, str]


def to_beat(record: Record, elapsed: float) -> str:
    """How far a running game is from the best time."""
    if record.best_ms is None:
        return ""
    left = record.best_ms / 1000 - elapsed
    text = clock_text(abs(left)) if abs(left) >= 60 else f"{int(abs(left))} s"
    return f"{text} to go" if left > 0 else f"passed {text} ago"


def record_pairs(record: Record) -> list[NamedFigure]:
    """Best time, streak and wins of the games so far."""
    pairs = [("Best", milliseconds_text(record.best_ms))] if record.best_ms is not None else []
    return [*pairs, ("Streak", streak_text(record)), ("Won", won_text(record))]


def streak_text(record: Record) -> str:
    """The streak now and the longest one."""
    return f"{record.streak}, longest {record.longest_streak}"


def won_text(record: Record) -> str:
    """How many of the games that were decided are won."""
    share = "" if record.percent is None else f", {record.percent}%"
    return f"{record.wins} of {record.decided}{share}"


def best_line(outcome: Outcome) -> NamedFigure | None:
    """What is said about a time that is the best one."""
    if not outcome.is_best:
        return None
    before = outcome.before.best_ms
    return ("NEW BEST", "first win" if before is None else f"was {milliseconds_text(before)}")


def outcome_pairs(session: Session, outcome: Outcome) -> list[NamedFigure]:
    """Streak, wins and rank after a game."""
    before, after = outcome.before, outcome.after
    if session.game.phase is Phase.GIVEN_UP:
        return [("Won", won_text(after))] if after.decided else []
    streak = streak_text(after)
    if session.game.phase is Phase.LOST:
        streak = f"{after.streak} (was {before.streak})" if before.streak else str(after.streak)
    pairs = [("Streak", streak), ("Won", won_text(after))]
    return [*pairs, ("Rank", f"{outcome.rank} of {after.wins}")] if outcome.rank else pairs


def won_sentence(session: Session, outcome: Outcome | None) -> str:
    """What is said about a game that was won."""
    time = exact_time(session.elapsed)
    if session.known:
        return f"Won in {time}! A known board, so not ranked."
    if session.is_assisted:
        return f"Won in {time}! Assisted, so not ranked."
    if outcome is None or outcome.rank is None:
        return f"Won in {time}!"
    before = outcome.before.best_ms
    if outcome.is_best and before is None:
        return f"Won in {time}! Your first win here: a time to beat."
    if outcome.is_best and before is not None:
        gain = (before - session.milliseconds) / 1000
        return f"Won! New best time: {time}, {gain:.3f} s better. Game saved."
    streak = f", {outcome.after.streak} in a row" if outcome.after.streak > 1 else ""
    return f"Won in {time}! Rank {outcome.rank} of {outcome.after.wins}{streak}."


def brief_win(session: Session, outcome: Outcome, width: int) -> list[str]:
    """The same in two lines that fit from 20 columns up."""
    best = "  BEST!" if outcome.is_best else f"  #{outcome.rank}" if outcome.rank else ""
    layout = session.game.layout
    speed = "" if layout is None or not session.elapsed else f"{three_bv(layout) / session.elapsed:.2f} 3BV/s"
    standing = f"streak {outcome.after.streak}" if outcome.rank else "not ranked"
    lines = [f"{speed}  {standing}".strip(), speed or standing]
    return [f"Won {exact_time(session.elapsed)}{best}"[:width], next(line for line in lines if len(line) <= width)]


# ------------------------------------------------------------------------------
# After a loss: whether the last move was a forced guess, with its odds, or which cell was provably safe.
# ------------------------------------------------------------------------------


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
