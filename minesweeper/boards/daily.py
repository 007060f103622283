"""The daily board: the same for everyone on a day of UTC, because its first cell is opened for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.boards.deal import BoardSeed, proposed_first
from minesweeper.core.specs import BoardSpec
from minesweeper.core.text import quote

if TYPE_CHECKING:
    from datetime import date, datetime

DAILY = "daily"
"""The name of its games: they are compared with each other, because all begin at the same cell."""
DAILY_SPEC = BoardSpec(30, 16, 99)
"""Fixed here and not taken from the settings: a player's own presets must not change what all others play."""
FIRST_DAY = "2026-01-01"
"""Days before it have no board. A text, because dates take time to load, and the menu is shown before one is needed."""


class DayError(ValueError):
    """A text that names no day with a board, with what is allowed."""


def read_day(text: str) -> date:
    """The day with a board that a text names; DayError says what is allowed."""
    from datetime import date

    last = today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    # Newer versions of Python know more ways to write a day.
    if day is None or str(day) != text or not FIRST_DAY <= text <= str(last):
        allowed = f"use YEAR-MONTH-DAY, from {FIRST_DAY} to {last}, which is today (UTC)"
        raise DayError(f"{quote(text, 20)} is no day with a board: {allowed}")
    return day


def today(now: datetime | None = None) -> date:
    """The day that it is in UTC; a time without a zone is taken as UTC."""
    from datetime import datetime, timezone  # the menu is shown before anyone asks

    if now is None:
        return datetime.now(timezone.utc).date()
    return (now if now.tzinfo is None else now.astimezone(timezone.utc)).date()


def daily_board(day: date) -> BoardSeed:
    """What makes the board of a day, which is one without guesses."""
    return BoardSeed(DAILY_SPEC, proposed_first(DAILY_SPEC), f"{DAILY} {day.isoformat()}")
