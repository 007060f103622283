"""Says how a game ended: its result, how it compares with earlier games, and how well it was played.

A ``GameEnd`` is the one value from which every front end takes these words, so that the same game reads the same
everywhere. It needs no database: ``autosave`` provides the record of the group before and after the game.
"""

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
    # Late, because it is needed only if an assistant made the last move.
    players = LateModule("minesweeper.solvers.players")

NamedFigure = tuple[str, str]


def record_figures(record: Record) -> list[NamedFigure]:
    """Best time, streak and wins of a group, as pairs of name and text.

    The best time is missing before the first win.
    """
    figures = [("Best", milliseconds_text(record.best_ms))] if record.best_ms is not None else []
    return [*figures, ("Streak", streak_text(record)), ("Won", won_text(record))]


def streak_text(record: Record) -> str:
    """The current streak and the longest one, such as ``3, longest 7``."""
    return f"{record.streak}, longest {record.longest_streak}"


def won_text(record: Record) -> str:
    """How many of the decided games were won, such as ``3 of 4, 75%``."""
    share = "" if record.percent is None else f", {record.percent}%"
    return f"{record.wins} of {record.decided}{share}"


class WinGrade(IntEnum):
    """What a win has achieved, from least to most. The screen celebrates a higher grade more."""

    UNRANKED = 0
    RANKED = 1
    STREAK = 2
    """At least the third win in a row."""
    BEST = 3
    """The best time of the group. The first win of a group counts too."""


_NEAR_MS, _NEAR_PART = 1_000, 20
"""A win is close to the best time if it is at most this many milliseconds slower, or at most 1/20 of the best time."""
_NO_MINES = "Given up before the first open, so there are no mines yet."


ORDINARY_IN_THE_END = "Before the end, the mines were fixed, so luck could decide."
"""Part of the result if a game began as a fair one, but its mines were fixed before the end."""


class GameEnd(NamedTuple):
    """The end of a game, with everything that the front ends say about it.

    ``outcome`` is None until the game is recorded. ``review`` is None unless the game was lost and the review is
    finished, and ``guesses`` and ``skill`` are None until they are computed.
    """

    session: Session
    outcome: RecordingResult | None = None
    review: loss.Review | None = None
    """The review of a loss: the move that lost the game, and the proof of a safe cell if one could have been proved."""
    rating: loss.GuessRating | None = None
    """The rating of the guess that lost the game, once it is computed."""
    guesses: int | None = None
    skill: Skill | None = None
    is_judging: bool = False
    """Whether guesses are still being rated, so that some of the figures will follow."""

    @property
    def is_won(self) -> bool:
        return self.session.game.phase is Phase.WON

    @property
    def time(self) -> str:
        return milliseconds_text(self.session.milliseconds)

    @property
    def problem(self) -> str | None:
        """A message about why the game couldn't be recorded. None if it was recorded, or if that isn't known yet."""
        return self.outcome.problem if self.outcome else None

    @property
    def is_bad(self) -> bool:
        """Whether the news is bad, because the game was lost or couldn't be recorded."""
        return self.session.game.phase is Phase.LOST or self.problem is not None

    @property
    def not_ranked(self) -> str:
        """Why the game isn't ranked: *A known board*, *Assisted*, or an empty text if it is ranked."""
        return "A known board" if self.session.is_known_board else "Assisted" if self.session.is_assisted else ""

    @property
    def finisher(self) -> str:
        """The assistant that made the last move, as a noun: *bot*, *solver*, or empty if the player made it."""
        assistant = self.session.moves[-1].assistant if self.session.moves else ""
        if assistant in ("", "bot"):
            return assistant
        return "solver" if assistant == LEVEL_AUTO or assistant in players.SOLVERS else ""

    @property
    def was_avoidable(self) -> bool:
        """Whether reasoning could have prevented the loss: another cell was provably safe, the cell was provably a
        mine, or a chord relied on a wrong flag.
        """
        review = self.review
        return review is not None and bool(review.safe or review.was_mistake or review.move.chord is not None)

    def card(self, is_time_beside: bool = False) -> list[str]:
        """The result in one line, in several lengths with the longest first. The shortest fits into 20 columns.

        With ``is_time_beside``, the screen shows the time of a win and its lead next to the board, so the line leaves
        them out.
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
        """What kind of loss it was, such as *avoidable*, in a form for each length of the result line.

        Empty until the loss is reviewed.
        """
        if self.review is None:
            return ()
        if self.review.was_needless:
            return ("needless guess", "needless guess", "needless")
        # Once the mines of a fair game stay where they are, a guess can lose although the player couldn't know it.
        is_luck = self.session.stopped_judging and not (self.review.mistake or self.review.was_mistake)
        if is_luck and self.review.safe:
            return "a needless guess, bad luck", "needless, bad luck", "needless"
        if self.was_avoidable and not is_luck:
            return ("avoidable",) * 2
        if loss.rival_of(self.review, self.rating).cell is None:
            return ("bad luck",) * 2
        return () if self.is_judging else ("you had a better guess", "you had a better guess", "better guess")

    @property
    def grade(self) -> WinGrade:
        """What a win has achieved. A game that isn't recorded or isn't ranked is UNRANKED."""
        if self.outcome is None or self.outcome.rank is None:
            return WinGrade.UNRANKED
        if self.outcome.is_best:
            return WinGrade.BEST
        return WinGrade.STREAK if self.streak >= 3 else WinGrade.RANKED

    @property
    def is_best(self) -> bool:
        """Whether the game is a win with the best time of its group."""
        return self.is_won and self.grade is WinGrade.BEST

    @property
    def streak(self) -> int:
        """The number of wins in a row, including this game. 0 until the game is recorded."""
        return self.outcome.after.streak if self.outcome else 0

    @property
    def lead(self) -> str:
        """By how much a win beat the best time before it, such as ``0.8 s``.

        Empty if it didn't, and for the first win of a group.
        """
        behind = self._behind_best()
        return _difference_text(-behind) if behind is not None and behind < 0 else ""

    def _behind_best(self) -> int | None:
        """How many milliseconds a ranked win was slower than the best time before it. Negative if it was faster.

        None if the win isn't ranked or is the first of its group.
        """
        best = self.outcome.before.best_ms if self.outcome and self.outcome.rank is not None else None
        return None if best is None else self.session.milliseconds - best

    def _reason_to_play_on(self) -> str:
        """Compares a ranked win with earlier ones, such as ``0.4 s from your best``.

        Of all possible comparisons, it takes the one that makes the player most likely to try again. Empty if nothing
        can be compared.
        """
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
        """A second remark about a finished game, or an empty text if there is nothing to add.

        After a win, it says that the board was random although you asked for no-guess, how many guesses a fair game
        had, or how many guesses were needless. After giving up, it explains why no mines are shown. A loss has its own
        review instead.
        """
        if self.session.game.phase is Phase.GIVEN_UP:
            return "" if self.session.game.layout else _NO_MINES
        if self.is_won and self.session.board_type == "no-guess" and self.session.dealt_type == "normal":
            return "You asked for no-guess, but this board was random."
        if self.is_won and self.session.board_type == FAIR:
            return ORDINARY_IN_THE_END if self.session.stopped_judging else f"Won {self._guess_words}."
        needless = self.skill.needless if self.is_won and self.skill else 0
        if not needless:
            return ""
        return "One guess was needless." if needless == 1 else f"{needless} guesses were needless."

    @property
    def _guess_words(self) -> str:
        """The guesses of a fair game, to go after *Won*: *without a guess*, *with 2 forced guesses*."""
        forced, undecided = self.session.forced_guesses, self.session.undecided_guesses
        words = f"with {plural(forced, 'forced guess')}" if forced else "without a guess"
        if not undecided:
            return words
        lucky = f"{plural(undecided, 'guess')} that luck decided"
        return f"{words} and with {lucky}" if forced else f"with {lucky}"

    def _fair_figures(self) -> list[NamedFigure]:
        """The guesses of a fair game, counted by verdict, as pairs of name and text. Empty if the game had none."""
        session, needless = self.session, self.review is not None and self.review.was_needless
        counts = (session.forced_guesses, "forced"), (session.undecided_guesses, "by luck"), (needless, "needless")
        guesses = ", ".join(f"{count:d} {word}" for count, word in counts if count)
        figures = [("Guesses", guesses)] if guesses else []
        return [*figures, ("Fair", "not to the end")] if session.stopped_judging else figures

    def figures(self) -> str:
        """All figures of the game in one line, for text mode."""
        return "; ".join(f"{name} {value}" for name, value in [*self.score(), *self.rating_figures()])

    def plain(self) -> str:
        """The result in full sentences, for text mode."""
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
        """The review of a loss in text mode. Empty until the loss is reviewed, and for other results."""
        note = f" {ORDINARY_IN_THE_END}" if self.session.stopped_judging else ""
        return f"{self.review.text(SPOKEN)}{note}" if self.review else ""

    def score(self) -> list[NamedFigure]:
        """Figures about how a win was played, as pairs of name and text: 3BV, speed, clicks and efficiency.

        Empty unless the game was won.
        """
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
        """Figures that compare the game with others, as pairs of name and text: guesses and their quality, streak, wins
        and rank.

        A game that isn't ranked only shows the wins of its own category.
        """
        judging = [("Skill", "judging...")] if self.is_judging else []
        counts, skill = (self.skill.counts, self.skill.figures()) if self.skill else ("", judging)
        # Praise for good guesses would read as mockery below the review of a mistake.
        skill = [] if self.was_avoidable else skill
        figures = [] if self.guesses is None else [("Guesses", f"{self.guesses}{counts}"), *skill]
        if self.session.board_type == FAIR:
            figures = self._fair_figures()
        if self.outcome is None:
            return figures
        phase, before, after = self.session.game.phase, self.outcome.before, self.outcome.after
        if self.not_ranked:  # Other categories have results of their own, which must not look like the player's record.
            return [*figures, ("Known" if self.session.is_known_board else "Assisted", f"{won_text(after)} won")]
        if phase is Phase.GIVEN_UP:
            return [*figures, ("Won", won_text(after))] if after.decided else figures
        streak = streak_text(after)
        if phase is Phase.LOST:
            streak = f"{after.streak} (was {before.streak})" if before.streak else str(after.streak)
        figures += [("Streak", streak), ("Won", won_text(after))]
        return [*figures, ("Rank", f"{self.outcome.rank} of {after.wins}")] if self.outcome.rank else figures


def _difference_text(milliseconds: int) -> str:
    """The difference between two times, with as many digits as matter: ``0.043 s``, ``1.2 s`` or ``1:05``."""
    seconds = milliseconds / 1000
    if seconds >= 60:
        return clock_text(seconds)
    return f"{seconds:.1f} s" if seconds >= 0.1 else f"{seconds:.3f} s"
