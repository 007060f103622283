"""What screens show of the games that are kept: records, games to continue, what came of the last one. Plain values.

The keeper renews them from the store; nothing here knows of a disk.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.core.specs import BoardSpec
from minesweeper.play.session import Session

if TYPE_CHECKING:
    from minesweeper.storage.finished import DailyRecord


class Kin(NamedTuple):
    """Which games are compared with each other."""

    level: str
    mode: str = "normal"
    standing: str = "unassisted"
    board: str = ""


@dataclass(frozen=True)
class Record:
    """What came of the games of one kin so far."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    streak: int = 0
    longest: int = 0
    best_ms: int | None = None

    @property
    def decided(self) -> int:
        """How many games were won or lost; an abandoned one is neither."""
        return self.wins + self.losses

    @property
    def percent(self) -> int | None:
        """The share of wins, rounded down, so that only a clean record says 100."""
        return 100 * self.wins // self.decided if self.decided else None


@dataclass(frozen=True)
class Waiting:
    """A game that waits to be continued, or one that another program is playing."""

    id: str
    name: str = ""
    board: str = ""
    mode: str = "normal"
    elapsed: float = 0.0
    mines_left: int = 0
    saved_at: str = ""
    is_free: bool = True
    """Whether it can be continued here: no other running program has it."""
    problem: str | None = None
    """Why it can't be read; it is kept all the same."""
    seed: str = ""

    @property
    def can_continue(self) -> bool:
        """Whether it can be continued here and now."""
        return self.is_free and self.problem is None


@dataclass(frozen=True)
class Outcome:
    """What came of recording a game: whether it is saved, and how it compares with those before it."""

    id: str
    """Under which it is recorded."""
    problem: str | None
    """Why it is not saved, or None."""
    before: Record = field(default_factory=Record)
    after: Record = field(default_factory=Record)
    rank: int | None = None
    """Its place among the wins, 1 for the best; None for a game that is not ranked."""

    @property
    def is_best(self) -> bool:
        """Whether it is the best time of its kin, the first win included."""
        return self.rank == 1


@dataclass(frozen=True)
class Shelf:
    """All of it; empty until the store was read."""

    records: Mapping[Kin, Record] = field(default_factory=dict)
    waiting: tuple[Waiting, ...] = ()
    """The saved games, the newest first."""
    replays: int | None = None
    """How many games can be watched; None until they were counted."""
    problem: str | None = None
    """Why nothing can be saved, or None when all is well."""
    daily: DailyRecord | None = None
    """What came of today's board; None until the store was read."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was ever played, as far as can be known: then a few words about the keys are welcome."""
        return self.replays == 0 and not self.waiting and not any(record.games for record in self.records.values())

    def record(self, kin: Kin) -> Record | None:
        """The record of a kin in which a game was decided, or None."""
        found = self.records.get(kin)
        return found if found is not None and found.games else None

    def with_record(self, kin: Kin, record: Record) -> Shelf:
        """The shelf with one record renewed."""
        return replace(self, records={**self.records, kin: record})


def kin_of(session: Session) -> Kin:
    """With which games a session is compared, as the history will see it."""
    mode = (session.label or session.mode).partition(",")[0]
    standing = "known" if session.known else "assisted" if session.is_assisted else "unassisted"
    return Kin(session.name, mode, standing, str(session.spec))


def kin_of_level(name: str, spec: BoardSpec, mode: str) -> Kin:
    """The kin of the ranked games of a level."""
    return Kin(name, mode, "unassisted", str(spec))


def waiting_of(session: Session, saved_at: str = "") -> Waiting:
    """What a list says about a running game."""
    game = session.game
    return Waiting(
        session.id,
        session.name,
        str(session.spec),
        session.label or session.mode,
        session.elapsed,
        game.mines_left,
        saved_at,
        seed=session.seed,
    )
