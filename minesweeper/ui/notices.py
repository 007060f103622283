"""What the outside has to tell, such as what could not be saved or read: how it is joined, cut and read to its end."""

from __future__ import annotations

from collections.abc import Sequence

from minesweeper.ui.texts import wrap


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
    """What of a notice had no room, and is shown next: from the line on that was cut."""
    lines = wrap(notice, width)
    return " ".join(lines[rows - 1 :]) if len(lines) > rows else ""
