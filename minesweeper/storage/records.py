"""What the front ends show about stored games: saved games, records of groups, results of daily boards.

A game is running, saved or finished. Finished games are compared only within a ``Group``, and a ``Record`` sums one
group up. These are plain values: the menu shows them in the first frame, so this module must not load SQLite or a
solver. ``games_table``, ``saves_table`` and ``statistics`` make them from the game database.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import date

    from minesweeper.core.cells import CellSet
    from minesweeper.play.session import Session

CATEGORIES = ("unassisted", "assisted", "known")
"""The categories, which never mix in a comparison: without assistants, with assistants, and on a known board."""

BUSY = "another program is using the game database"
"""The reason for a write that failed because another program was writing. Such a failure usually passes, so autosave
reports it only if the next attempt fails too."""


class Group(NamedTuple):
    """Games that are compared with each other: the same preset, board type, category and size.

    The fields have the names of the database columns, which kept the words of its first version: ``level`` is the
    preset, ``mode`` the board type, ``standing`` the category, and ``board`` a size with its mine count, such as
    ``30x16/99``. If ``board`` is None, the group contains all sizes of its preset, which makes a difference for custom
    games only. ``FinishedGame`` uses the same names.
    """

    level: str
    mode: str = "normal"
    standing: str = "unassisted"
    board: str | None = None


def group_of(session: Session) -> Group:
    """The group that a game belongs to at this moment.

    A running game changes its group when the player first uses an assistant, because its category changes.
    """
    mode = (session.dealt_type or session.board_type).partition(",")[0]
    return Group(session.preset, mode, category_of(session.is_known_board, session.is_assisted), str(session.spec))


def record_group(session: Session) -> Group:
    """The group whose record counts as the player's own: unassisted games of this preset and board type.

    The panel next to the board shows the record of this group, even while an assisted game is played.
    """
    return group_of(session)._replace(standing="unassisted")


def category_of(known: bool, is_assisted: bool) -> str:
    """The category of a game, one of CATEGORIES. A known board stays ``known`` even if an assistant was used on it."""
    return "known" if known else "assisted" if is_assisted else "unassisted"


class Record(NamedTuple):
    """Wins, losses, streaks and best time of a group of games.

    ``games`` also counts abandoned games, and a streak is a number of wins in a row. ``best_ms`` is None before the
    first win.
    """

    games: int = 0
    wins: int = 0
    losses: int = 0
    streak: int = 0
    longest_streak: int = 0
    best_ms: int | None = None

    @property
    def decided(self) -> int:
        """The number of games that were won or lost. Abandoned games are neither."""
        return self.wins + self.losses

    @property
    def percent(self) -> int | None:
        """The share of wins among the decided games, in percent, or None if no game was decided.

        It is rounded down, so that 100 means that every game was won.
        """
        return 100 * self.wins // self.decided if self.decided else None


class RecordingResult(NamedTuple):
    """What came of recording a finished game: whether it is on disk, and how it compares with earlier games."""

    problem: str | None = None
    """A message about why the game couldn't be recorded, or None if it was."""
    before: Record = Record()
    after: Record = Record()
    """The record of the game's group including this game; ``before`` is the record without it.

    Autosave fills in both. Elsewhere they are empty, because nobody shows them.
    """
    rank: int | None = None
    """The place of a win by its time in its group, counted from 1. None for losses and for games that aren't ranked."""
    game_id: str = ""
    """The id of the game in the database. It differs from the id of the session if another program has recorded the
    same saved game before."""

    @property
    def saved(self) -> bool:
        """Whether the game is safely on disk."""
        return self.problem is None

    @property
    def is_best(self) -> bool:
        """Whether the game has the best time of its group. The first win of a group counts too."""
        return self.rank == 1


class RunningGame(NamedTuple):
    """A game in play: its session, and what autosave must know that isn't part of the session."""

    session: Session
    what_if_mines: CellSet = 0
    in_background: bool = False
    """Whether the player has left the screen of the game. Autosave then saves its last move at once, although it
    otherwise pauses between saves."""

    @property
    def id(self) -> str:
        """The id of the session, under which the game is saved and recorded."""
        return self.session.id


class SavedGame(NamedTuple):
    """A saved game as lists show it.

    If the saved data can't be read, only ``id``, ``saved_at``, ``is_free`` and ``problem`` say something.
    """

    id: str
    saved_at: str = ""
    is_free: bool = True
    """Whether no other running program is playing the game."""
    name: str = ""
    board: str = ""
    mode: str = ""
    elapsed: float = 0.0
    mines_left: int = 0
    problem: str | None = None
    """A message about why the saved game can't be read, or None if it can. An unreadable game stays in the database,
    because a later version may be able to read it."""
    seed: str = ""
    percent: int = 0
    """The share of safe cells that are open, in percent, rounded down."""
    clicks: int = 0
    """The number of moves so far."""

    @property
    def is_barely_begun(self) -> bool:
        """Whether the game has one move at most. The menu lists such games last."""
        return self.clicks <= 1

    @property
    def can_continue(self) -> bool:
        """Whether the player can continue the game in this program now."""
        return self.is_free and self.problem is None


class DailyRecord(NamedTuple):
    """The player's results on the board of one day, and the streak that leads up to it."""

    day: date
    tries: int = 0
    """The number of finished games on the board, including abandoned ones."""
    won_at: int | None = None
    """Which try was the first win, counted from 1, or None if the board isn't won yet."""
    won_ms: int | None = None
    """The time of that first win in milliseconds."""
    earlier: int = 0
    """The number of days in a row that were won, up to the day before this one."""

    @property
    def streak(self) -> int:
        """The number of days in a row that were won, up to this day.

        If this day isn't won yet, the streak of the days before still stands, because the player may still win today.
        """
        return self.earlier + (self.won_at is not None)

    def after(self, is_won: bool, time_ms: int) -> DailyRecord:
        """The record with one more finished game on the board. Only the first win sets ``won_at`` and ``won_ms``."""
        tried = self._replace(tries=self.tries + 1)
        return tried._replace(won_at=tried.tries, won_ms=time_ms) if is_won and self.won_at is None else tried
