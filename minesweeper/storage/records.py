"""The values in which the storage talks about games, for every front end to show.

A game is running, saved or recorded. Recorded games are compared in groups, and a record has the results of a group.
The first frame loads this module, so it uses no SQLite, solver or file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import date

    from minesweeper.core.cells import CellSet
    from minesweeper.play.session import Session

CATEGORIES = ("unassisted", "assisted", "known")
"""The categories of games. A game is only compared with games of its own category."""

BUSY = "another program is using the game database"
"""The reason of a failed write that usually passes by itself."""


class Group(NamedTuple):
    """Games that are compared with each other. Without a board, those of all boards of the preset.

    The fields have the names of columns of the game database, which keep the words of its first version: ``level`` is
    the preset, ``mode`` the board type and ``standing`` the category. ``FinishedGame`` has them too.
    """

    level: str
    mode: str = "normal"
    standing: str = "unassisted"
    board: str | None = None


def group_of(session: Session) -> Group:
    """Returns the group that a session is compared with, now and when it is recorded."""
    mode = (session.dealt_type or session.board_type).partition(",")[0]
    return Group(session.preset, mode, category_of(session.is_known_board, session.is_assisted), str(session.spec))


def record_group(session: Session) -> Group:
    """Returns the unassisted games of a session's preset and board type, which make the player's record."""
    return group_of(session)._replace(standing="unassisted")


def category_of(known: bool, is_assisted: bool) -> str:
    """The category of a game, one of CATEGORIES. A known board counts before an assistant."""
    return "known" if known else "assisted" if is_assisted else "unassisted"


class Record(NamedTuple):
    """The results of a group so far."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    streak: int = 0
    longest_streak: int = 0
    best_ms: int | None = None

    @property
    def decided(self) -> int:
        """Counts games won or lost. An abandoned game is neither."""
        return self.wins + self.losses

    @property
    def percent(self) -> int | None:
        """Returns the share of wins, rounded down, so that only a clean record says 100."""
        return 100 * self.wins // self.decided if self.decided else None


class RecordingResult(NamedTuple):
    """What recording a game led to: whether it is saved, and how it compares with earlier games."""

    problem: str | None = None
    """Why it isn't saved, or None."""
    before: Record = Record()
    after: Record = Record()
    """The results of its group including the game; ``before`` has them without it. Empty where they aren't shown."""
    rank: int | None = None
    """Its place among the wins, 1 for the best; None for an unranked game."""
    game_id: str = ""
    """Its id in the store: another than the session's if another program has recorded the same game."""

    @property
    def saved(self) -> bool:
        """Says whether the game is safe on disk."""
        return self.problem is None

    @property
    def is_best(self) -> bool:
        """Says whether it is the best time of its group, the first win included."""
        return self.rank == 1


class RunningGame(NamedTuple):
    """A running game: its session, and facts that the session doesn't know."""

    session: Session
    what_if_mines: CellSet = 0
    in_background: bool = False
    """Whether the player has left the game's screen: then the last move is saved without delay."""

    @property
    def id(self) -> str:
        """Returns the id of the game in the store, saved or recorded."""
        return self.session.id


class SavedGame(NamedTuple):
    """A saved game in a list. Another program may be playing it."""

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
    """Why it can't be read, or None. An unreadable game stays in the store."""
    seed: str = ""
    percent: int = 0
    """The share of opened cells in percent, rounded down."""
    clicks: int = 0
    """The number of moves."""

    @property
    def is_barely_begun(self) -> bool:
        """Whether the player has made a single move at most."""
        return self.clicks <= 1

    @property
    def can_continue(self) -> bool:
        """Says whether it can be continued here and now."""
        return self.is_free and self.problem is None


class DailyRecord(NamedTuple):
    """The results on the board of a day, and the streak before it."""

    day: date
    tries: int = 0
    """The number of finished games on it, abandoned ones included."""
    won_at: int | None = None
    """The number of the first try that won, from 1."""
    won_ms: int | None = None
    """The time of that win."""
    earlier: int = 0
    """The number of consecutive won days up to the day before."""

    @property
    def streak(self) -> int:
        """Counts the consecutive won days. A day that isn't won yet doesn't end the streak."""
        return self.earlier + (self.won_at is not None)

    def after(self, is_won: bool, time_ms: int) -> DailyRecord:
        """Returns the record after one more try."""
        tried = self._replace(tries=self.tries + 1)
        return tried._replace(won_at=tried.tries, won_ms=time_ms) if is_won and self.won_at is None else tried
