"""The daily board: the same for everyone on a day of UTC, because its first cell is opened for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.boards.deal import BoardSeed, proposed_first
from minesweeper.core.specs import BoardSpec

if TYPE_CHECKING:
    from datetime import date, datetime

DAILY = "daily"
"""The name of its games: they are compared with each other, because all begin at the same cell."""
DAILY_SPEC = BoardSpec(30, 16, 99)
"""Fixed here and not taken from the settings: a player's own presets must not change what all others play."""


def today(now: datetime | None = None) -> date:
    """The day that it is in UTC; a time without a zone is taken as UTC."""
    from datetime import datetime, timezone  # the menu is shown before anyone asks

    if now is None:
        return datetime.now(timezone.utc).date()
    return (now if now.tzinfo is None else now.astimezone(timezone.utc)).date()


def seconds_left(now: datetime | None = None) -> float:
    """How long it takes until the next board."""
    from datetime import datetime, timedelta, timezone

    now = now or datetime.now(timezone.utc)
    midnight = datetime.combine(today(now) + timedelta(days=1), datetime.min.time(), timezone.utc)
    return (midnight - now).total_seconds()


def daily_board(day: date) -> BoardSeed:
    """What makes the board of a day, which is one without guesses."""
    return BoardSeed(DAILY_SPEC, proposed_first(DAILY_SPEC), f"{DAILY} {day.isoformat()}")
