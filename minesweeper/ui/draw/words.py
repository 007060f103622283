"""Words and figures as screens show them: counters, dates, notices, lines that fit.

Tested in tests/ui/screens/test_stats.py.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from minesweeper.core.boardspec import BoardSpec

# ------------------------------------------------------------------------------
# When something was, as lists of games say it: in local time, short, the year only where it is another one.
# ------------------------------------------------------------------------------

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


# ------------------------------------------------------------------------------
# Words and figures that several screens show: counters, places, names of boards, lines that fit.
# ------------------------------------------------------------------------------


def speed_text(three_bv_per_second: float | None) -> str:
    """Five columns of 3BV per second; a dash where a game took so little time that the figure says nothing."""
    return "-" if three_bv_per_second is None or three_bv_per_second >= 1000 else f"{three_bv_per_second:.2f}"[:5]


def board_name(name: str, spec: BoardSpec) -> str:
    """What a header calls a board: the preset's name, or its size."""
    return f"{spec.width}x{spec.height}" if name == "custom" else name.capitalize()


def board_name_of(name: str, board: str) -> str:
    """The same from a board as text, such as ``30x16/99``."""
    return board.partition("/")[0] if name == "custom" else name.capitalize()


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most that width, broken between words; a longer word goes on in the next line."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines += [word[start : start + width] for start in range(0, len(word), max(1, width))]
    return lines


def wrap_to(text: str, width: int, most: int) -> list[str]:
    """The text in at most so many lines; ``..`` stands for what has no room."""
    return page_of(wrap(text, width), width, most)[0]


def page_of(lines: Sequence[str], width: int, most: int, first: int = 0) -> tuple[list[str], int]:
    """So many of the lines from one on, and the line from which the next page goes on; 0: there is none.

    Where there is, ``..`` stands for the rest, and what is cut off the last line is shown next: so the whole line is.
    """
    shown = list(lines[first : first + most])
    if first + most >= len(lines):
        return shown, 0
    return [*shown[:-1], cut(shown[-1], width)], first + most - 1


def fit(line: str, width: int) -> str:
    """A line in so many columns: as it is, or cut."""
    return line if len(line) <= width else cut(line, width)


def cut(line: str, width: int) -> str:
    """A line with ``..`` at its end, after a whole word if one fits: half a number would be another number."""
    room = width - 2
    whole = line if len(line) <= room else line[: room + 1].rpartition(" ")[0] or line[:room]
    return whole.rstrip(" .,:;") + ".."


# ------------------------------------------------------------------------------
# What the outside has to tell, such as what could not be saved or read: how it is joined, cut and read to its end.
# ------------------------------------------------------------------------------


def start_notice(problems: Sequence[str]) -> str:
    """What is told of the problems that were found at the start: the first one, and how many there are."""
    if len(problems) < 2:
        return "".join(problems)
    return joined(f"1 of {len(problems)} problems: {problems[0]}", "'minesweeper settings' lists them.")


def joined(notice: str, *texts: str) -> str:
    """A notice that nobody has read yet with what came since."""
    *before, last = [text for text in (notice, *texts) if text] or [""]
    return " ".join([*(text if text.endswith(".") else f"{text}." for text in before), last])


def rest_of(notice: str, width: int, rows: int) -> str:
    """What of a notice had no room, and is shown next."""
    lines = wrap(notice, width)
    rest = page_of(lines, width, rows)[1]
    return " ".join(lines[rest:]) if rest else ""
