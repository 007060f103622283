"""Times as text: on the clock of a game, as a local day in lists, and in UTC for files.

A moment is a number of milliseconds since 1970 or, in files, a text such as ``2026-11-16T09:12:33.480Z``, which sorts
by time. The system's clock may be wrong, so writing a moment never fails: an impossible one becomes the nearest that
can be written.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from minesweeper.core.late import LateModule
from minesweeper.core.text import plural

if TYPE_CHECKING:
    import datetime as dt
else:
    # Loaded late, because the first frame needs no date.
    dt = LateModule("datetime")


_MOMENT = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"
MONTHS = "January February March April May June July August September October November December".split()
_LAST_MOMENT = 253_402_300_799_999
"""The last millisecond of the year 9999, the last year of four digits."""


def clock_text(seconds: float) -> str:
    """A time in whole seconds, such as ``1:02``, or ``1:02:03`` from an hour on. The rest of a second is dropped."""
    whole = int(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02}"
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def milliseconds_text(milliseconds: int) -> str:
    """A time with milliseconds, such as ``1:02.345``."""
    return f"{clock_text(milliseconds // 1000)}.{milliseconds % 1000:03}"


def time_in_words(milliseconds: int) -> str:
    """A time in words, such as ``1 minute 12.345 seconds``."""
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    seconds = f"{rest / 1000:g}"
    parts = [plural(count, noun) for count, noun in ((hours, "hour"), (minutes, "minute")) if count]
    return " ".join([*parts, f"{seconds} second{'' if seconds == '1' else 's'}"])


def now_ms() -> int:
    """The present moment, in milliseconds since 1970.

    If the clock says an earlier year or one after 2261, the result is the nearest moment in between.
    """
    try:
        return max(0, time.time_ns() // 1_000_000)
    except OverflowError:
        # Python counts nanoseconds, and 63 bits of them end in 2262.
        return (1 << 63) // 1_000_000


def timestamp() -> str:
    """The present moment as text that sorts by time, such as ``2026-11-16T09:12:33.480Z``."""
    return from_milliseconds(now_ms())


def from_milliseconds(milliseconds: int) -> str:
    """A moment as text that sorts by time. Moments before 1970 or after 9999 become the nearest one in between."""
    within = dt.timedelta(milliseconds=min(max(milliseconds, 0), _LAST_MOMENT))
    return (dt.datetime(1970, 1, 1) + within).isoformat(timespec="milliseconds") + "Z"


def to_milliseconds(moment: str) -> int:
    """Reads a moment such as ``2026-11-16T09:12:33.480Z`` as milliseconds since 1970.

    Raises ValueError for any other text.
    """
    if not re.fullmatch(_MOMENT, moment):
        raise ValueError("expected a time such as 2026-11-16T09:12:33.480Z")
    milliseconds = (dt.datetime.fromisoformat(moment[:-1]) - dt.datetime(1970, 1, 1)) // dt.timedelta(milliseconds=1)
    if milliseconds < 0:
        raise ValueError("the time is before 1970")
    return milliseconds


def date_text(milliseconds: int, now: float) -> str:
    """The local day of a moment: ``16 Nov``, or ``Nov 2025`` if that isn't in the year of ``now``.

    ``milliseconds`` counts from 1970, and ``now`` is the present moment in seconds since then.
    """
    then, today = _local(milliseconds / 1000), time.localtime(now)
    month = MONTHS[then.tm_mon - 1][:3]
    return f"{then.tm_mday:2} {month}" if then.tm_year == today.tm_year else f"{month} {then.tm_year}"


def moment_text(milliseconds: int, now: float) -> str:
    """The local day and time of a moment, such as ``16 Nov 21:07``, or only ``16 Nov 2025`` if that isn't in the year
    of ``now``.

    ``milliseconds`` counts from 1970, and ``now`` is the present moment in seconds since then.
    """
    then, today = _local(milliseconds / 1000), time.localtime(now)
    if then.tm_year != today.tm_year:
        return f"{then.tm_mday:2} {MONTHS[then.tm_mon - 1][:3]} {then.tm_year}"
    return f"{date_text(milliseconds, now)} {then.tm_hour:02}:{then.tm_min:02}"


def _local(seconds: float) -> time.struct_time:
    try:
        return time.localtime(seconds)
    except (OverflowError, OSError, ValueError):
        # The moment is beyond this system's calendar.
        return time.gmtime(0)
