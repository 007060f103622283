"""Builds parts of sentences: texts from outside made safe, counts with nouns, lists, percentages.

It imports nothing of ours. Printed boards are in ``printing``.
"""

from __future__ import annotations

from collections.abc import Sequence
from errno import EBADF
from math import ceil

LONGEST_QUOTE = 40
LONGEST_NAME = 200
"""The most characters shown of a file name."""
_LONGEST_VALUE = 60


def printable(text: str) -> str:
    """Replaces each character that could steer a terminal by a question mark."""
    return "".join(character if character.isprintable() else "?" for character in text)


def clean(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Makes a text from outside safe to show: without control characters, and cut if it is long."""
    shown = printable(text[: longest + 1])
    return shown if len(shown) <= longest else shown[: longest - 2] + ".."


def quote(text: str, longest: int = LONGEST_QUOTE, *, typed: bool = False) -> str:
    """Puts a text from outside in quotation marks, safe to show.

    Odd characters are escaped, because they may be the fault. In a typed word or name they become a question mark.
    """
    if typed:
        return f"'{clean(text, longest)}'"
    return repr(text if len(text) <= longest else text[:longest] + "...")


def quote_object(value: object) -> str:
    """Quotes a Python value as Python writes it, cut if it is long."""
    if isinstance(value, str):
        return quote(value)
    return clean(repr(value), LONGEST_QUOTE)


def quote_value(value: object) -> str:
    """Quotes a JSON value, escaped and cut if it is long."""
    import json  # loaded late: most programs and solvers quote none

    text = json.dumps(value[:_LONGEST_VALUE] if isinstance(value, str) else value, ensure_ascii=True, default=repr)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 3] + "..."


def cannot_be(done: str, what: str, error: Exception) -> str:
    """Says that a file can't be ``read`` or ``written``, and why, without the full stop."""
    return f"{what} can't be {done}: {system_reason(error)}"


def system_reason(error: Exception) -> str:
    """Returns the system's reason, without a number and without the name of the file."""
    if getattr(error, "errno", None) == EBADF:  # "Bad file descriptor" means nothing to players
        return "it is closed"
    return getattr(error, "strerror", None) or str(error)


def plural(count: int, noun: str, form: str = "") -> str:
    """Writes a count with its noun, such as ``2 mines``. The form ``,`` separates thousands."""
    ending = "" if count == 1 else "es" if noun.endswith("s") else "s"
    return f"{count:{form}} {noun}{ending}"


def join(names: Sequence[str]) -> str:
    """Joins names with commas and ``and``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def begin(text: str) -> str:
    """Capitalises the first letter."""
    return text[:1].upper() + text[1:]


def percent(part: int, whole: int, exact: bool = True) -> str:
    """Writes a chance in percent to one decimal, with ``about`` if it isn't exact. Only certainty reads as 0 or 100."""
    if not exact:
        return f"about {rough_percent(part / whole)}"
    tenths = (2000 * part + whole) // (2 * whole)
    if 0 < part < whole and tenths in (0, 1000):
        return "<0.1%" if tenths == 0 else ">99.9%"
    return f"{tenths // 10}.{tenths % 10}%"


def rough_percent(chance: float, exact: bool = True) -> str:
    """Writes a chance in whole percent, with ``~`` if it isn't exact. Only certainty reads as 0 or 100."""
    text = f"{100 * chance:.0f}%"
    text = "<1%" if text == "0%" and chance > 0 else ">99%" if text == "100%" and chance < 1 else text
    return text if exact else f"~{text}"


def percent_within(chance: float, margin: float) -> str:
    """Writes an estimated chance in whole percent with its margin, such as ``about 61% +- 3``."""
    return f"about {rough_percent(chance)} +- {whole_margin(margin)}"


def whole_margin(margin: float) -> int:
    """Rounds a margin up to whole points."""
    return max(1, ceil(100 * margin))


def points(share: float, exact: bool = True) -> str:
    """Writes a difference of two chances in points, to one decimal, or with ``about`` to none. Only zero reads as 0."""
    text = f"{100 * share:.1f}" if exact else f"{100 * share:.0f}"
    if share > 0 and not float(text):
        text = "<0.1" if exact else "<1"
    return text if exact else f"about {text}"
