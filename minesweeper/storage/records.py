"""What the store says of games and every front end shows: groups, records, saved games, outcomes, days.

Plain values. The first frame loads them, so nothing here knows of SQLite, of a solver or of a disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import date

    from minesweeper.play.session import Session

STANDINGS = ("unassisted", "assisted", "known")
"""What keeps games apart that must not be compared; a known board counts before an assistant."""


class Group(NamedTuple):
    """Which games are compared with each other; without a board, those of all boards of the preset."""

    level: str
    mode: str = "normal"
    standing: str = "unassisted"
    board: str | None = None


def group_of(session: Session) -> Group:
    """With which games a session is compared, now and when it is recorded."""
    mode = (session.label or session.boards).partition(",")[0]
    return Group(session.name, mode, standing_of(session.known, session.is_assisted), str(session.spec))


def record_group(session: Session) -> Group:
    """The unassisted games that are like a session, whose record is the player's own."""
    return group_of(session)._replace(standing="unassisted")


def standing_of(known: bool, is_assisted: bool) -> str:
    """Which of STANDINGS a game has."""
    return "known" if known else "assisted" if is_assisted else "unassisted"


class Record(NamedTuple):
    """What came of the games of one group so far."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    streak: int = 0
    longest_streak: int = 0
    best_ms: int | None = None

    @property
    def decided(self) -> int:
        """How many games were won or lost; an abandoned one is neither."""
        return self.wins + self.losses

    @property
    def percent(self) -> int | None:
        """The share of wins, rounded down, so that only a clean record says 100."""
        return 100 * self.wins // self.decided if self.decided else None


class Outcome(NamedTuple):
    """What came of recording a game: whether it is saved, and how it compares with those before it."""

    id: str
    """Under which it is recorded."""
    problem: str | None = None
    """Why it is not saved, or None."""
    before: Record = Record()
    after: Record = Record()
    """What came of its group until then and with it, where that is shown."""
    rank: int | None = None
    """Its place among the wins, 1 for the best; None for a game that is not ranked."""

    @property
    def saved(self) -> bool:
        """Whether it is safe on the disk."""
        return self.problem is None

    @property
    def is_best(self) -> bool:
        """Whether it is the best time of its group, the first win included."""
        return self.rank == 1


class SavedGame(NamedTuple):
    """What a list says about a game that waits to be continued, or that another program is playing."""

    id: str
    saved_at: str = ""
    is_free: bool = True
    """Whether it can be continued here: no other running program has it."""
    name: str = ""
    board: str = ""
    mode: str = ""
    elapsed: float = 0.0
    mines_left: int = 0
    problem: str | None = None
    """Why it can't be read, or None; it is kept all the same."""
    seed: str = ""
    percent: int = 0
    """How much of it is open, rounded down."""
    clicks: int = 0
    """How many moves were made in it."""

    @property
    def can_continue(self) -> bool:
        """Whether it can be continued here and now."""
        return self.is_free and self.problem is None


class DailyRecord(NamedTuple):
    """What came of the board of a day, and of those before it."""

    day: date
    tries: int = 0
    """How many games on it have ended, abandoned ones too."""
    won_at: int | None = None
    """The number of the first try that won, from 1."""
    won_ms: int | None = None
    """How long that one took."""
    earlier: int = 0
    """How many days in a row were won up to the day before."""

    @property
    def streak(self) -> int:
        """How many days in a row were won; a day that is not won yet does not end them."""
        return self.earlier + (self.won_at is not None)

    def after(self, is_won: bool, time_ms: int) -> DailyRecord:
        """The record after one more try."""
        tried = self._replace(tries=self.tries + 1)
        return tried._replace(won_at=tried.tries, won_ms=time_ms) if is_won and self.won_at is None else tried
