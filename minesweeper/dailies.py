"""What the store knows of the daily boards: which days were tried, and which were won."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from minesweeper.daily import DAILY, DAILY_SPEC, daily_board
from minesweeper.finished import RESULTS, STANDINGS
from minesweeper.history import kin_of
from minesweeper.store import Store

if TYPE_CHECKING:
    from sqlite3 import Connection

_WON = RESULTS.index("won")


@dataclass(frozen=True, slots=True)
class DailyRecord:
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
        tried = replace(self, tries=self.tries + 1)
        return replace(tried, won_at=tried.tries, won_ms=time_ms) if is_won and self.won_at is None else tried


def daily_record(store: Store, day: date) -> DailyRecord:
    """What came of the board of a day; without a store that can be read, nothing."""
    games = _daily_games(store)
    won = {seed for seed, is_won, _ in games if is_won}
    earlier = 0
    while daily_board(day - timedelta(days=earlier + 1)).seed in won:
        earlier += 1
    record, seed = DailyRecord(day, earlier=earlier), daily_board(day).seed
    for found, is_won, time_ms in games:
        if found == seed:
            record = record.after(is_won, time_ms)
    return record


def _daily_games(store: Store) -> list[tuple[str, bool, int]]:
    """The seed, the result and the time of all games on daily boards, in the order in which they ended."""
    kins = [kin_of(DAILY, "no-guess", standing, str(DAILY_SPEC)) for standing in STANDINGS]

    def work(connection: Connection) -> list[tuple[str, bool, int]]:
        marks = ", ".join("?" * len(kins))
        rows = connection.execute(
            f"SELECT seed, result, time_ms FROM games WHERE kin IN ({marks}) ORDER BY number", kins
        )
        return [(str(seed), result == _WON, int(time_ms)) for seed, result, time_ms in rows]

    return store.read(work, [])
