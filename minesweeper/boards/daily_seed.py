"""Makes the daily board: the same for everyone on a day of UTC, because its first cell is already open.

The module ``datetime`` is loaded on first use, because the menu doesn't need it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.boards.deal import BoardSeed, proposed_first
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.text import quote

if TYPE_CHECKING:
    from datetime import date

DAILY = "daily"
"""The name of daily games. They are compared with each other, because all begin at the same cell."""
DAILY_SPEC = BoardSpec(30, 16, 99)
"""The size of daily boards, fixed: a player's own presets must not change the board of the day."""
FIRST_DAY = "2026-01-01"
"""The first day with a board."""


class DayError(ValueError):
    """Reports a text that isn't a day with a board."""


def today() -> date:
    """Returns the day in UTC, so that it changes at the same moment everywhere."""
    from datetime import datetime, timezone

    return datetime.now(timezone.utc).date()


def seconds_left() -> float:
    """Returns the seconds until the next board."""
    from datetime import datetime, timedelta, timezone

    now = datetime.now(timezone.utc)
    return (datetime.combine(now + timedelta(days=1), datetime.min.time(), timezone.utc) - now).total_seconds()


def daily_board(day: date) -> BoardSeed:
    """Returns the seed of a day's board, which needs no guess."""
    return BoardSeed(DAILY_SPEC, proposed_first(DAILY_SPEC), f"{DAILY} {day.isoformat()}")


def day_with_board(text: str) -> date:
    """Reads a day that has a board, not later than today. DayError says what is allowed."""
    from datetime import date

    last = today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    # Newer versions of Python accept more ways to write a day.
    if day is None or str(day) != text or not FIRST_DAY <= text <= str(last):
        allowed = f"Use YEAR-MONTH-DAY, from {FIRST_DAY} to {last}, which is today (UTC)"
        raise DayError(f"{quote(text, 20)} isn't a day with a board. {allowed}")
    return day
