"""What is said about the end of a game: time, best, rank and streak; and what earlier games say about a running one.

Tested in tests/ui/game/test_end.py, on the screens that say it.
"""

from __future__ import annotations

from minesweeper.boards.measures import three_bv
from minesweeper.core.cells import first_cell, place_text
from minesweeper.core.times import clock_text, exact_time, milliseconds_text
from minesweeper.play.game import Phase
from minesweeper.play.session import Cause, Session
from minesweeper.storage.values import Outcome, Record

NamedFigure = tuple[str, str]


def to_beat(record: Record, elapsed: float) -> str:
    """How far a running game is from the best time."""
    if record.best_ms is None:
        return ""
    left = record.best_ms / 1000 - elapsed
    text = clock_text(abs(left)) if abs(left) >= 60 else f"{int(abs(left))} s"
    return f"{text} to go" if left > 0 else f"passed {text} ago"


def record_figures(record: Record) -> list[NamedFigure]:
    """Best time, streak and wins of the games so far."""
    figures = [("Best", milliseconds_text(record.best_ms))] if record.best_ms is not None else []
    return [*figures, ("Streak", streak_text(record)), ("Won", won_text(record))]


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


def outcome_figures(session: Session, outcome: Outcome) -> list[NamedFigure]:
    """Streak, wins and rank after a game."""
    before, after = outcome.before, outcome.after
    if session.game.phase is Phase.GIVEN_UP:
        return [("Won", won_text(after))] if after.decided else []
    streak = streak_text(after)
    if session.game.phase is Phase.LOST:
        streak = f"{after.streak} (was {before.streak})" if before.streak else str(after.streak)
    figures = [("Streak", streak), ("Won", won_text(after))]
    return [*figures, ("Rank", f"{outcome.rank} of {after.wins}")] if outcome.rank else figures


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


def end_sentence(session: Session, outcome: Outcome | None = None) -> str:
    """What happened, for the end of a game, and what came of recording it."""
    text = _end_words(session, outcome)
    if session.boards == "no-guess" and session.label == "normal":
        text += " This was a normal board."
    return text if outcome is None or outcome.problem is None else f"{text} {outcome.problem}"


def _end_words(session: Session, outcome: Outcome | None) -> str:
    game = session.game
    time = exact_time(session.elapsed)
    if game.phase is Phase.WON:
        return won_sentence(session, outcome)
    if game.phase is Phase.GIVEN_UP:
        return f"Given up after {time}: here are the mines."
    mine = place_text(*game.grid.row_col(first_cell(game.exploded)))
    if session.cause is Cause.CHORDED and session.last is not None:
        place = place_text(*game.grid.row_col(session.last))
        return f"Boom at {mine}: the chord at {place} trusted a wrong flag. Lost after {time}."
    return f"Boom: {mine} was a mine. Lost after {time}."
