"""Times as text: on the clock of a game as people read them, and moments in UTC as files keep them."""

from __future__ import annotations

import re
import time

_MOMENT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"
_LAST_MOMENT = 253_402_300_799_999
"""The last millisecond of the year 9999, the last one that has a date of four digits."""


def clock_text(seconds: float) -> str:
    """A time by the second: ``m:ss``, from an hour ``h:mm:ss``."""
    whole = int(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02}"
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def exact_time(seconds: float) -> str:
    """A time to the millisecond."""
    return milliseconds_text(int(seconds * 1000))


def milliseconds_text(milliseconds: int) -> str:
    """The same for a time that was kept in milliseconds; by way of seconds it could lose one."""
    return f"{clock_text(milliseconds // 1000)}.{milliseconds % 1000:03}"


def now_ms() -> int:
    """The milliseconds since 1970; a clock that is set before that or after 2261 says the first or the last of them."""
    try:
        return max(0, time.time_ns() // 1_000_000)
    except OverflowError:  # Python counts nanoseconds, and 63 bits of them end in 2262
        return (1 << 63) // 1_000_000


def timestamp() -> str:
    """The moment that it is now, as text whose order is the order of time: ``2026-11-16T09:12:33.480Z``."""
    return from_milliseconds(now_ms())


def from_milliseconds(milliseconds: int) -> str:
    """The moment so many milliseconds after 1970; outside of the years up to 9999 the nearest one in them."""
    from datetime import datetime, timedelta  # only here and below: the first frame needs no date

    within = timedelta(milliseconds=min(max(milliseconds, 0), _LAST_MOMENT))
    return (datetime(1970, 1, 1) + within).isoformat(timespec="milliseconds") + "Z"


def to_milliseconds(moment: str) -> int:
    """The milliseconds since 1970 of a moment such as ``2026-11-16T09:12:33.480Z``; ValueError for any other text."""
    from datetime import datetime, timedelta

    if not re.fullmatch(_MOMENT, moment):
        raise ValueError("no time")
    milliseconds = (datetime.fromisoformat(moment[:-1]) - datetime(1970, 1, 1)) // timedelta(milliseconds=1)
    if milliseconds < 0:
        raise ValueError("too early")
    return milliseconds
