"""Makes the daily board: the same for everyone on a day of UTC, because its first cell is already open.

The module ``datetime`` is loaded on first use, because the menu doesn't need it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.boards.deal import BoardSeed, proposed_first
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.late import LateModule
from minesweeper.core.text import quote

if TYPE_CHECKING:
    import datetime as dt
else:
    dt = LateModule("datetime")

DAILY = "daily"
"""The name of daily games. They are compared with each other, because all begin at the same cell."""
DAILY_SPEC = BoardSpec(30, 16, 99)
"""The size of daily boards, fixed: a player's own presets must not change the board of the day."""
FIRST_DAY = "2026-01-01"
"""The first day with a board."""


class DayError(ValueError):
    """Reports a text that isn't a day with a board."""


def today() -> dt.date:
    """Returns the day in UTC, so that it changes at the same moment everywhere."""
    return dt.datetime.now(dt.timezone.utc).date()


def seconds_left() -> float:
    """Returns the seconds until the next board."""
    now = dt.datetime.now(dt.timezone.utc)
    return (
        dt.datetime.combine(now + dt.timedelta(days=1), dt.datetime.min.time(), dt.timezone.utc) - now
    ).total_seconds()


def daily_board(day: dt.date) -> BoardSeed:
    """Returns the seed of a day's board, which needs no guess."""
    return BoardSeed(DAILY_SPEC, proposed_first(DAILY_SPEC), f"{DAILY} {day.isoformat()}")


def day_with_board(text: str) -> dt.date:
    """Reads a day that has a board, not later than today. DayError says what is allowed."""
    last = today()
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        day = None
    # Newer versions of Python accept more ways to write a day.
    if day is None or str(day) != text or not FIRST_DAY <= text <= str(last):
        allowed = f"Use YEAR-MONTH-DAY, from {FIRST_DAY} to {last}, which is today (UTC)"
        raise DayError(f"{quote(text, 20)} isn't a day with a board. {allowed}")
    return day
