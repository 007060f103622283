"""Sums up the end of a game as one value that every front end shows, and compares it with earlier games."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.assist.naming import SPOKEN
from minesweeper.boards.measures import three_bv
from minesweeper.core.boardspec import FAIR
from minesweeper.core.cells import first_cell, place_text
from minesweeper.core.late import LateModule
from minesweeper.core.text import capitalise, plural
from minesweeper.core.times import clock_text, milliseconds_text, time_in_words
from minesweeper.play.assist_level import LEVEL_AUTO
from minesweeper.play.game import Phase
from minesweeper.play.session import Session
from minesweeper.storage.records import Record, RecordingResult

if TYPE_CHECKING:
    from minesweeper.assist import loss
    from minesweeper.play.guesses import Skill
    from minesweeper.solvers import players
else:
    loss = LateModule("minesweeper.assist.loss")
    players = LateModule("minesweeper.solvers.players")  # most games end by the player's move

NamedFigure = tuple[str, str]


def record_figures(record: Record) -> list[NamedFigure]:
    """Returns best time, streak and wins of the games so far."""
    figures = [("Best", milliseconds_text(record.best_ms))] if record.best_ms is not None else []
    return [*figures, ("Streak", streak_text(record)), ("Won", won_text(record))]


def streak_text(record: Record) -> str:
    """Writes the current and the longest streak."""
    return f"{record.streak}, longest {record.longest_streak}"


def won_text(record: Record) -> str:
    """Writes how many of the decided games were won."""
    share = "" if record.percent is None else f", {record.percent}%"
    return f"{record.wins} of {record.decided}{share}"


class WinGrade(IntEnum):
    """How much a win has achieved. The screen shows more for a higher grade."""

    UNRANKED = 0
    RANKED = 1
    STREAK = 2
    """The third win in a row, or a later one."""
    BEST = 3
    """The best time of its group, which a first win has too."""


_NEAR_MS, _NEAR_PART = 1_000, 20
"""A win is close to the best time within this many milliseconds, or within one part in so many of that time."""
_NO_MINES = "Given up before the first open, so there are no mines yet."


ORDINARY_IN_THE_END = "The board was no longer fair, so luck could decide."
"""What the result of a fair game says if its mines were fixed before the end."""


class GameEnd(NamedTuple):
    """The end of a game: the outcome of recording it, the review of a loss, and its guesses."""

    session: Session
    outcome: RecordingResult | None = None
    review: loss.Review | None = None
    """The losing move, with the proof of a safe cell if there was one."""
    rating: loss.GuessRating | None = None
    """The value of the losing guess, once it is judged."""
    guesses: int | None = None
    skill: Skill | None = None
    is_judging: bool = False
    """Whether the guesses are still being judged."""

    @property
    def is_won(self) -> bool:
        return self.session.game.phase is Phase.WON

    @property
    def time(self) -> str:
        return milliseconds_text(self.session.milliseconds)

    @property
    def problem(self) -> str | None:
        """Says why the game isn't saved; None if it is."""
        return self.outcome.problem if self.outcome else None

    @property
    def is_bad(self) -> bool:
        """Says whether the news is bad: the game was lost, or it isn't saved."""
        return self.session.game.phase is Phase.LOST or self.problem is not None

    @property
    def not_ranked(self) -> str:
        """Says in a few words why the game isn't ranked."""
        return "A known board" if self.session.is_known_board else "Assisted" if self.session.is_assisted else ""

    @property
    def finisher(self) -> str:
        """Names the assistant that made the last move, if it was a solver or the bot."""
        assistant = self.session.moves[-1].assistant if self.session.moves else ""
        if assistant in ("", "bot"):
            return assistant
        return "solver" if assistant == LEVEL_AUTO or assistant in players.SOLVERS else ""

    @property
    def was_avoidable(self) -> bool:
        """Says whether a loss was avoidable: a safe cell or the mine was provable, or a chord trusted a wrong flag."""
        review = self.review
        return review is not None and bool(review.safe or review.was_mistake or review.move.chord is not None)

    def card(self, is_time_beside: bool = False) -> list[str]:
        """Returns the result in one line, the longest form first. The shortest forms fit into 20 columns.

        If the time and the lead of a ranked win stand beside the board, the line doesn't repeat them.
        """
        if self.session.game.phase is Phase.GIVEN_UP:
            return [f"Given up after {clock_text(self.session.elapsed)}", "Given up"]
        if not self.is_won:
            verdict = self._verdict()
            lost = [f"Lost after {clock_text(self.session.elapsed)}", "Lost"]
            return [f"{text}   {word}" for text, word in zip((*lost, "Lost"), verdict, strict=False)] or lost[:1]
        why = "practice" if self.session.was_lost else self.not_ranked.lower().removeprefix("a ")
        note = f"{why}, not ranked" if why else ""
        if self.finisher:
            text = f"The {self.finisher} finished it in {clock_text(self.session.elapsed)}"
            return [f"{text}   {note}", text, f"The {self.finisher} won"]
        if is_time_beside:
            reason = self._reason_to_play_on()
            return ["Won"] if self.is_best or not reason else [f"Won   {reason}", "Won"]
        won, short = f"Won in {self.time}", f"Won {self.time}"
        if self.outcome is not None and self.outcome.is_best and self.outcome.before.best_ms is None:
            return [f"First win! {self.time} is the time to beat.", f"{won}   first win", short]
        note = note or self._reason_to_play_on()
        return [f"{won}   {note}", won, short] if note else [won, short]

    def _verdict(self) -> tuple[str, ...]:
        """Describes a loss in full, without the time, and in short. Empty until the loss is reviewed."""
        if self.review is None:
            return ()
        if self.review.was_needless:
            return ("needless guess", "needless guess", "needless")
        if self.was_avoidable:
            return ("avoidable",) * 2
        if loss.rival_of(self.review, self.rating).cell is None:
            return ("bad luck",) * 2
        return () if self.is_judging else ("you had a better guess", "you had a better guess", "better guess")

    @property
    def grade(self) -> WinGrade:
        """How much a won game has achieved, once it is recorded."""
        if self.outcome is None or self.outcome.rank is None:
            return WinGrade.UNRANKED
        if self.outcome.is_best:
            return WinGrade.BEST
        return WinGrade.STREAK if self.streak >= 3 else WinGrade.RANKED

    @property
    def is_best(self) -> bool:
        """Whether a won game has the best time of its group."""
        return self.is_won and self.grade is WinGrade.BEST

    @property
    def streak(self) -> int:
        """The number of wins in a row up to this game."""
        return self.outcome.after.streak if self.outcome else 0

    @property
    def lead(self) -> str:
        """Writes by how much a new best time beats the one before; empty if it doesn't, or if it is the first."""
        behind = self._behind_best()
        return _difference_text(-behind) if behind is not None and behind < 0 else ""

    def _behind_best(self) -> int | None:
        """The milliseconds between a ranked win and the best time before it; None if there is nothing to compare."""
        best = self.outcome.before.best_ms if self.outcome and self.outcome.rank is not None else None
        return None if best is None else self.session.milliseconds - best

    def _reason_to_play_on(self) -> str:
        """Compares a ranked win with those before it: the one comparison that most invites to another game."""
        behind = self._behind_best()
        if behind is None or self.outcome is None or self.outcome.before.best_ms is None:
            return ""
        if behind <= 0:
            return f"new best by {self.lead}" if behind else "as fast as your best"
        is_near = behind <= max(_NEAR_MS, self.outcome.before.best_ms // _NEAR_PART)
        if not is_near and self.streak >= 3:
            return f"{self.streak} in a row"
        if not is_near and self.outcome.rank in (2, 3):
            return f"your {'second' if self.outcome.rank == 2 else 'third'} best"
        return f"{_difference_text(behind)} from your best"

    def sentence(self) -> str:
        """Returns further news, other than the review of a loss."""
        if self.session.game.phase is Phase.GIVEN_UP:
            return "" if self.session.game.layout else _NO_MINES
        if self.is_won and self.session.board_type == "no-guess" and self.session.dealt_type == "normal":
            return "This was a random board."
        if self.is_won and self.session.board_type == FAIR:
            return ORDINARY_IN_THE_END if self.session.stopped_judging else f"Won {self._guess_words}."
        needless = self.skill.needless if self.is_won and self.skill else 0
        if not needless:
            return ""
        return "One guess was needless." if needless == 1 else f"{needless} guesses were needless."

    @property
    def _guess_words(self) -> str:
        """Counts the guesses of a fair game, to follow ``Won``."""
        forced, undecided = self.session.forced_guesses, self.session.undecided_guesses
        words = f"with {plural(forced, 'forced guess')}" if forced else "without a guess"
        if not undecided:
            return words
        lucky = f"{plural(undecided, 'guess')} that luck decided"
        return f"{words} and with {lucky}" if forced else f"with {lucky}"

    def _fair_figures(self) -> list[NamedFigure]:
        """Counts the guesses of a fair game by the verdicts about them; empty if there were none."""
        session, needless = self.session, self.review is not None and self.review.was_needless
        counts = (session.forced_guesses, "forced"), (session.undecided_guesses, "by luck"), (needless, "needless")
        guesses = ", ".join(f"{count:d} {word}" for count, word in counts if count)
        figures = [("Guesses", guesses)] if guesses else []
        return [*figures, ("Fair", "not to the end")] if session.stopped_judging else figures

    def figures(self) -> str:
        """Describes how well a won game was played."""
        return "; ".join(f"{name} {value}" for name, value in [*self.score(), *self.rating_figures()])

    def plain(self) -> str:
        """Describes the end in text mode."""
        game, time = self.session.game, time_in_words(self.session.milliseconds)
        if self.is_won:
            won = f"The {self.finisher} finished it in {time}." if self.finisher else f"Won in {time}!"
            if self.session.stopped_judging:
                won = f"{won} {ORDINARY_IN_THE_END}"
            elif self.session.board_type == FAIR:
                won = f"{won.rstrip('.!')}, {self._guess_words}."
            return f"{won} {self.not_ranked}, so not ranked." if self.not_ranked else won
        if game.phase is Phase.GIVEN_UP:
            return f"Given up after {time}. These are the mines." if game.layout else _NO_MINES
        where = capitalise(place_text(*game.grid.row_col(first_cell(game.exploded))))
        return f"Boom! {where} was a mine. Lost after {time}."

    def why(self) -> str:
        """Explains in text mode the move that lost the game."""
        note = f" {ORDINARY_IN_THE_END}" if self.session.stopped_judging else ""
        return f"{self.review.text(SPOKEN)}{note}" if self.review else ""

    def score(self) -> list[NamedFigure]:
        """Returns figures about how well a won game was played."""
        session, clicks = self.session, self.session.clicks
        if session.game.layout is None or not self.is_won:
            return []
        value = three_bv(session.game.layout)
        figures = [("3BV", str(value))]
        if session.elapsed > 0:
            figures.append(("3BV/s", f"{value / session.elapsed:.2f}"))
        figures.append(("Clicks", clicks.text))
        if clicks.total and not session.is_assisted:
            figures.append(("Efficiency", f"{100 * value // clicks.total}%"))
        return figures

    def rating_figures(self) -> list[NamedFigure]:
        """Figures that compare the game with others: guesses and their quality, streak, wins and rank."""
        judging = [("Skill", "judging...")] if self.is_judging else []
        counts, skill = (self.skill.counts, self.skill.figures()) if self.skill else ("", judging)
        skill = [] if self.was_avoidable else skill  # praise below a mistake reads as mockery
        figures = [] if self.guesses is None else [("Guesses", f"{self.guesses}{counts}"), *skill]
        if self.session.board_type == FAIR:
            figures = self._fair_figures()
        if self.outcome is None:
            return figures
        phase, before, after = self.session.game.phase, self.outcome.before, self.outcome.after
        if self.not_ranked:  # other categories are counted separately, and must not look like the player's record
            return [*figures, ("Known" if self.session.is_known_board else "Assisted", f"{won_text(after)} won")]
        if phase is Phase.GIVEN_UP:
            return [*figures, ("Won", won_text(after))] if after.decided else figures
        streak = streak_text(after)
        if phase is Phase.LOST:
            streak = f"{after.streak} (was {before.streak})" if before.streak else str(after.streak)
        figures += [("Streak", streak), ("Won", won_text(after))]
        return [*figures, ("Rank", f"{self.outcome.rank} of {after.wins}")] if self.outcome.rank else figures


def _difference_text(milliseconds: int) -> str:
    """Writes the difference of two times, as exactly as it matters."""
    seconds = milliseconds / 1000
    if seconds >= 60:
        return clock_text(seconds)
    return f"{seconds:.1f} s" if seconds >= 0.1 else f"{seconds:.3f} s"
