"""The end of a game as one value, from which every front end tells it; and what earlier games say about this one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from minesweeper.boards.measures import three_bv
from minesweeper.core.cells import first_cell, place_text
from minesweeper.core.times import clock_text, exact_time, milliseconds_text
from minesweeper.play.game import Phase
from minesweeper.play.session import Cause, Session
from minesweeper.storage.values import Outcome, Record

if TYPE_CHECKING:
    from minesweeper.play.review import Review
    from minesweeper.play.skill import Skill

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
    """How a game ended, as far as it is known: what came of recording it, its review after a loss, how one guessed."""

    session: Session
    outcome: Outcome | None = None
    review: Review | None = None
    """The move that lost it, with the proof of the safe cell that was there, if one was."""
    guesses: int | None = None
    skill: Skill | None = None
    is_judging: bool = False
    """Whether the skill is being found out."""

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

    def band(self) -> list[str]:
        """The result in one line, the longest form first; the shortest ones fit into 20 columns."""
        short = clock_text(self.session.elapsed)
        if not self.is_won:
            given_up = self.session.game.phase is Phase.GIVEN_UP
            end = "GIVEN UP" if given_up else "LOST"
            opened = f"{self.session.progress}% open"
            skill = [f"skill {self.skill.percent}"] if self.skill and self.skill.judged else []
            parts = [f"{end} at {short}", opened, *([] if given_up else self._standing_lost()), *skill]
            forms = ["   ".join(parts[:count]) for count in range(len(parts), 1, -1)]
            return [*forms, *self._brief_skill(end, short), f"{end} {short}  {opened}", f"{end} {short}"]
        won, first = f"WON {self.time}", self.outcome and self.outcome.before.best_ms is None
        if self.not_ranked:
            forms = [f"{won}   {self.not_ranked.lower()}, so not ranked", f"{won}   not ranked"]
            return [*forms, *self._brief_skill("WON", short), won]
        outcome = self.outcome
        if outcome is None or outcome.rank is None:
            return [won]
        rank = f"rank {outcome.rank} of {outcome.after.wins}"
        best = self.best()
        if best is None:
            return [f"{won}   {rank}", *self._brief_skill("WON", short), f"{won}  #{outcome.rank}", won]
        long = "FIRST WIN, a time to beat" if first else f"{best[0]}, {best[1]}"
        brief = "FIRST!" if first else "BEST!"
        return [f"{won}   {long}   {rank}", f"{won}   {long}", f"{won} {brief}", won]

    def _brief_skill(self, result: str, time: str) -> list[str]:
        """A result with the skill in few columns, once there is one; the shorter form fits into 20 whatever it is."""
        if not (self.skill and self.skill.judged):
            return []
        return [f"{result} {time} skill {self.skill.percent}", f"{result} skill {self.skill.percent}"]

    def _standing_lost(self) -> list[str]:
        """What a loss did to the streak, and how many games are won."""
        if self.outcome is None:
            return []
        before, after = self.outcome.before, self.outcome.after
        streak = [f"streak {after.streak} (was {before.streak})"] if before.streak else []
        return [*streak, *([f"won {after.wins} of {after.decided}"] if after.decided else [])]

    def figures(self) -> list[str]:
        """How well a won game was played and what it is worth, in one line, the longest form first."""
        told = dict([*self.score(), *self.standing()])
        parts = [f"3BV/s {told['3BV/s']}"] if "3BV/s" in told else []
        parts += [f"efficiency {told['Efficiency']}"] if "Efficiency" in told else []
        parts += [] if self.guesses is None else [f"guesses {self.guesses}"]
        if self.outcome is not None and self.outcome.after.decided:
            parts += [f"streak {self.outcome.after.streak}", f"won {self.outcome.after.percent}%"]
        return ["   ".join(parts[:count]) for count in range(len(parts), 0, -1)]

    def sentence(self) -> str:
        """What ended a game that is not won, as long as its last move is not reviewed; what else is to say of a win."""
        if not self.is_won:
            return self._lost()
        is_other = self.session.boards == "no-guess" and self.session.label == "normal"
        return "This was a normal board." if is_other else ""

    def _lost(self) -> str:
        session, game = self.session, self.session.game
        if game.phase is Phase.GIVEN_UP:
            return "Here are the mines." if game.layout else _NO_MINES
        mine = place_text(*game.grid.row_col(first_cell(game.exploded)))
        if session.cause is Cause.CHORDED and session.last is not None:
            place = place_text(*game.grid.row_col(session.last))
            return f"The chord at {place} trusted a wrong flag: {mine} was a mine."
        return f"{mine.capitalize()} was a mine."

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
        figures.append(("Clicks", clicks.text))
        if clicks.total and not session.is_assisted:
            figures.append(("Efficiency", f"{100 * value // clicks.total}%"))
        return figures

    def standing(self) -> list[NamedFigure]:
        """Guesses and how good they were, streak, wins and rank."""
        judging = [("Skill", "judging ..")] if self.is_judging else []
        counts, skill = (self.skill.counts, self.skill.figures()) if self.skill else ("", judging)
        figures = [] if self.guesses is None else [("Guesses", f"{self.guesses}{counts}"), *skill]
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
