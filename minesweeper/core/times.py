"""Times on the clock of a game as people read them."""

from __future__ import annotations


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
