"""Reads the day of a daily board as players type it."""

from __future__ import annotations

from datetime import date

from minesweeper.boards.daily import today
from minesweeper.core.text import quote

FIRST_DAY = date(2026, 1, 1)
"""The first day with a board."""


class DayError(ValueError):
    """Reports a text that isn't a day with a board."""


def day_with_board(text: str) -> date:
    """Reads a day that has a board, not later than today. DayError says what is allowed."""
    last = today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    # Newer versions of Python accept more ways to write a day.
    if day is None or str(day) != text or not FIRST_DAY <= day <= last:
        allowed = f"use YEAR-MONTH-DAY, from {FIRST_DAY} to {last}, which is today (UTC)"
        raise DayError(f"{quote(text, 20)} is no day with a board: {allowed}")
    return day
