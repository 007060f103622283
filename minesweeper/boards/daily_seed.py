"""The seed of the daily board.

Everyone in the world gets the same board on a day of UTC. This works because its size is fixed and its first cell is
already open, so the board doesn't depend on a player's first click. It needs no guess. The module ``datetime`` is
loaded when it is first used, because the menu doesn't need it. `storage/daily_games.py` knows which days were played.
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
"""The preset name of daily games. They are a group of their own, because all begin at the same cell."""
DAILY_SPEC = BoardSpec(30, 16, 99)
"""The size of daily boards. It is written here, because a player's own presets must not change the board of the day."""
FIRST_DAY = "2026-01-01"
"""The first day that has a board."""


class DayError(ValueError):
    """A text that isn't a day with a board. Its message says which days are allowed."""


def today() -> dt.date:
    """Today's date in UTC, so that the day changes at the same moment everywhere."""
    return dt.datetime.now(dt.timezone.utc).date()


def seconds_left() -> float:
    """The seconds until the next daily board."""
    now = dt.datetime.now(dt.timezone.utc)
    return (
        dt.datetime.combine(now + dt.timedelta(days=1), dt.datetime.min.time(), dt.timezone.utc) - now
    ).total_seconds()


def daily_board(day: dt.date) -> BoardSeed:
    """The seed of a day's board. `noguess.deal_no_guess` makes the board."""
    return BoardSeed(DAILY_SPEC, proposed_first(DAILY_SPEC), f"{DAILY} {day.isoformat()}")


def day_with_board(text: str) -> dt.date:
    """Reads a date such as ``2026-05-31``.

    Raises DayError if it isn't a date, is before the first daily board, or is later than today.
    """
    last = today()
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        day = None
    # Newer versions of Python also read dates in other forms, such as 20260531, so the date must be written back as the
    # same text.
    if day is None or str(day) != text or not FIRST_DAY <= text <= str(last):
        allowed = f"Use YEAR-MONTH-DAY, from {FIRST_DAY} to {last}, which is today (UTC)"
        raise DayError(f"{quote(text, 20)} isn't a day with a board. {allowed}")
    return day
