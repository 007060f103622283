"""When something was, as lists of games say it: in local time, short, the year only where it is another one."""

from __future__ import annotations

import time

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def date_text(milliseconds: int, now: float) -> str:
    """A day, such as ``16 Nov``, or ``Nov 2025`` of another year; the time is in milliseconds since 1970."""
    then, today = _local(milliseconds / 1000), time.localtime(now)
    month = MONTHS[then.tm_mon - 1]
    return f"{then.tm_mday:2} {month}" if then.tm_year == today.tm_year else f"{month} {then.tm_year}"


def moment_text(milliseconds: int, now: float) -> str:
    """A day and a time of day, such as ``16 Nov 21:07``; of another year the day alone."""
    then, today = _local(milliseconds / 1000), time.localtime(now)
    if then.tm_year != today.tm_year:
        return f"{then.tm_mday:2} {MONTHS[then.tm_mon - 1]} {then.tm_year}"
    return f"{date_text(milliseconds, now)} {then.tm_hour:02}:{then.tm_min:02}"


def _local(seconds: float) -> time.struct_time:
    try:
        return time.localtime(seconds)
    except (OverflowError, OSError, ValueError):  # a time that this system's calendar does not reach
        return time.gmtime(0)
