"""The end of a game as one value, from which every front end tells it; and what earlier games say about this one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from minesweeper.boards.measures import three_bv
from minesweeper.core.cells import first_cell, place_text, short_place
from minesweeper.core.times import clock_text, exact_time, milliseconds_text
from minesweeper.play.game import Phase
from minesweeper.play.session import Cause, Session
from minesweeper.storage.values import Outcome, Record

if TYPE_CHECKING:
    from minesweeper.play.review import Review

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


_NO_MINES = "Given up before the first open: no mine was laid yet."


class GameEnd(NamedTuple):
    """How a game ended, as far as it is known: what came of recording it, its review after a loss, its guesses."""

    session: Session
    outcome: Outcome | None = None
    review: Review | None = None
    """The move that lost it, with the proof of the safe cell that was there, if one was."""
    guesses: int | None = None

    @property
    def is_won(self) -> bool:
        """Whether it was won."""
        return self.session.game.phase is Phase.WON

    @property
    def time(self) -> str:
        """How long it took."""
        return exact_time(self.session.elapsed)

    @property
    def problem(self) -> str | None:
        """Why it is not saved, if so."""
        return self.outcome.problem if self.outcome else None

    @property
    def is_bad(self) -> bool:
        """Whether there is something to be sorry about: it was lost, or it is not saved."""
        return self.session.game.phase is Phase.LOST or self.problem is not None

    @property
    def not_ranked(self) -> str:
        """Why it is not ranked, in a few words."""
        return "A known board" if self.session.known else "Assisted" if self.session.is_assisted else ""

    def sentence(self) -> str:
        """What happened, what could have been known, and what came of recording it."""
        if self.review:
            from minesweeper.play.review import review_sentence  # it brings the solvers

            text = review_sentence(self.review)
        else:
            text = self._won() if self.is_won else self._lost()
            if self.session.boards == "no-guess" and self.session.label == "normal":
                text += " This was a normal board."
        return f"{text} {self.problem}" if self.problem else text

    def words(self) -> str:
        """A loss in a few words, with what decides it; nothing about any other end."""
        session, game = self.session, self.session.game
        if self.review:
            from minesweeper.play.review import review_words

            text = review_words(self.review)
        elif session.cause is Cause.CHORDED and game.exploded:
            text = f"Boom at {short_place(*game.grid.row_col(first_cell(game.exploded)))}: a wrong flag."
        else:
            return ""
        return f"{text} {self.problem}" if self.problem else text

    def _won(self) -> str:
        outcome = self.outcome
        if self.not_ranked:
            return f"Won in {self.time}! {self.not_ranked}, so not ranked."
        if outcome is None or outcome.rank is None:
            return f"Won in {self.time}!"
        before = outcome.before.best_ms
        if outcome.is_best and before is None:
            return f"Won in {self.time}! Your first win here: a time to beat."
        if outcome.is_best and before is not None:
            gain = (before - self.session.milliseconds) / 1000
            return f"Won! New best time: {self.time}, {gain:.3f} s better. Game saved."
        streak = f", {outcome.after.streak} in a row" if outcome.after.streak > 1 else ""
        return f"Won in {self.time}! Rank {outcome.rank} of {outcome.after.wins}{streak}."

    def _lost(self) -> str:
        session, game = self.session, self.session.game
        if game.phase is Phase.GIVEN_UP:
            return f"Given up after {self.time}: here are the mines." if game.layout else _NO_MINES
        mine = place_text(*game.grid.row_col(first_cell(game.exploded)))
        if session.cause is Cause.CHORDED and session.last is not None:
            place = place_text(*game.grid.row_col(session.last))
            return f"Boom at {mine}: the chord at {place} trusted a wrong flag. Lost after {self.time}."
        return f"Boom: {mine} was a mine. Lost after {self.time}."

    def plain(self) -> str:
        """What happened, as line commands say it."""
        game, time = self.session.game, milliseconds_text(self.session.milliseconds)
        if self.is_won:
            return f"Won in {time}!" + (f" {self.not_ranked}, so not ranked." if self.not_ranked else "")
        if game.phase is Phase.GIVEN_UP:
            return f"Given up after {time}: these are the mines." if game.layout else _NO_MINES
        return f"Boom: {place_text(*game.grid.row_col(first_cell(game.exploded)))} was a mine. {time}."

    def why(self) -> str:
        """All there is to say about the move that lost the game."""
        from minesweeper.play.review import review_details

        return " ".join(review_details(self.review)) if self.review else ""

    def brief(self, width: int) -> list[str]:
        """A win that is recorded, in two lines that fit from 20 columns up; nothing about any other end."""
        outcome, session = self.outcome, self.session
        if not self.is_won or outcome is None or self.problem:
            return []
        best = "  BEST!" if outcome.is_best else f"  #{outcome.rank}" if outcome.rank else ""
        layout = session.game.layout
        speed = "" if layout is None or not session.elapsed else f"{three_bv(layout) / session.elapsed:.2f} 3BV/s"
        standing = f"streak {outcome.after.streak}" if outcome.rank else "not ranked"
        lines = [f"{speed}  {standing}".strip(), speed or standing]
        first = f"Won {self.time}{best}"
        return [
            first if len(first) <= width else f"Won {self.time}",
            next(line for line in lines if len(line) <= width),
        ]

    def heading(self) -> NamedFigure:
        """What it was and how long it took."""
        names = {Phase.WON: "Won in", Phase.LOST: "Lost at", Phase.GIVEN_UP: "Given up"}
        return names[self.session.game.phase], self.time

    def best(self) -> NamedFigure | None:
        """What is said about a time that is the best one."""
        if self.outcome is None or not self.outcome.is_best:
            return None
        before = self.outcome.before.best_ms
        return ("NEW BEST", "first win" if before is None else f"was {milliseconds_text(before)}")

    def score(self) -> list[NamedFigure]:
        """How well a won game was played."""
        session, clicks = self.session, self.session.clicks
        if session.game.layout is None or not self.is_won:
            return []
        value = three_bv(session.game.layout)
        figures = [("3BV", str(value))]
        if session.elapsed > 0:
            figures.append(("3BV/s", f"{value / session.elapsed:.2f}"))
        figures.append(("Clicks", f"{clicks.opens} L {clicks.flags} R {clicks.chords} C"))
        if clicks.total and not session.is_assisted:
            figures.append(("Efficiency", f"{100 * value // clicks.total}%"))
        return figures

    def standing(self) -> list[NamedFigure]:
        """Guesses, streak, wins and rank."""
        figures = [] if self.guesses is None else [("Guesses", str(self.guesses))]
        if self.outcome is None:
            return figures
        phase, before, after = self.session.game.phase, self.outcome.before, self.outcome.after
        if phase is Phase.GIVEN_UP:
            return [*figures, ("Won", won_text(after))] if after.decided else figures
        streak = streak_text(after)
        if phase is Phase.LOST:
            streak = f"{after.streak} (was {before.streak})" if before.streak else str(after.streak)
        figures += [("Streak", streak), ("Won", won_text(after))]
        return [*figures, ("Rank", f"{self.outcome.rank} of {after.wins}")] if self.outcome.rank else figures
