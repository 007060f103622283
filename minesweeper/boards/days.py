"""The days that have a daily board, as they are typed."""

from __future__ import annotations

from datetime import date

from minesweeper.boards.daily import today
from minesweeper.core.text import quote

FIRST_DAY = date(2026, 1, 1)
"""Days before it have no board."""


class DayError(ValueError):
    """A text that names no day with a board, with what is allowed."""


def day_with_board(text: str) -> date:
    """The day with a board that a text names, none that is yet to come; DayError says what is allowed."""
    last = today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    # Newer versions of Python know more ways to write a day.
    if day is None or str(day) != text or not FIRST_DAY <= day <= last:
        allowed = f"use YEAR-MONTH-DAY, from {FIRST_DAY} to {last}, which is today (UTC)"
        raise DayError(f"{quote(text, 20)} is no day with a board: {allowed}")
    return day
