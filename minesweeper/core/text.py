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


_SIGNS, _WORDS = ("<", ">", "~"), ("less than ", "more than ", "about ")
"""The marks of a bound and of an estimate: in a column, and in a sentence, because screen readers skip signs."""


def percent(part: int, whole: int, exact: bool = True) -> str:
    """Writes a chance in percent to one decimal, with ``about`` if it isn't exact. Only certainty reads as 0 or 100."""
    return _tenths(part, whole, _SIGNS) if exact else f"about {rough_percent(part / whole)}"


def say_percent(part: int, whole: int, exact: bool = True) -> str:
    """Writes a chance as ``percent`` does, for a sentence: ``less than 0.1%``."""
    return _tenths(part, whole, _WORDS) if exact else say_rough(part / whole, exact=False)


def _tenths(part: int, whole: int, marks: tuple[str, str, str]) -> str:
    tenths = (2000 * part + whole) // (2 * whole)
    if 0 < part < whole and tenths in (0, 1000):
        return f"{marks[0]}0.1%" if tenths == 0 else f"{marks[1]}99.9%"
    return f"{tenths // 10}.{tenths % 10}%"


def rough_percent(chance: float, exact: bool = True) -> str:
    """Writes a chance in whole percent, with ``~`` if it isn't exact. Only certainty reads as 0 or 100."""
    bound = _bound(chance, _SIGNS)
    return f"{'' if exact else _SIGNS[2]}{bound or f'{100 * chance:.0f}%'}"


def say_rough(chance: float, exact: bool = True) -> str:
    """Writes a chance as ``rough_percent`` does, for a sentence: ``about 61%`` or ``less than 1%``."""
    return _bound(chance, _WORDS) or f"{'' if exact else _WORDS[2]}{100 * chance:.0f}%"


def _bound(chance: float, marks: tuple[str, str, str]) -> str:
    """Writes a chance that would be rounded to certainty as a bound; empty for any other."""
    if not 0 < chance < 1 or round(100 * chance) not in (0, 100):
        return ""
    return f"{marks[0]}1%" if chance < 0.5 else f"{marks[1]}99%"


def percent_within(chance: float, margin: float) -> str:
    """Writes an estimated chance with its margin for a sentence, such as ``about 61%, give or take 3``."""
    return f"{say_rough(chance, exact=False)}, give or take {whole_margin(margin)}"


def whole_margin(margin: float) -> int:
    """Rounds a margin up to whole points."""
    return max(1, ceil(100 * margin))


def points(share: float, exact: bool = True) -> str:
    """Writes a difference of two chances in points, to one decimal, or with ``about`` to none. Only zero reads as 0."""
    if share > 0 and not round(100 * share, int(exact)):
        return f"under {0.1 if exact else 1}"
    return points_figure(share) if exact else f"{_WORDS[2]}{points_figure(share, exact)}"


def points_figure(share: float, exact: bool = True) -> str:
    """Writes a difference of two chances in points for a column, such as ``8.2`` or ``<0.1``."""
    if share > 0 and not round(100 * share, int(exact)):
        return f"{_SIGNS[0]}{0.1 if exact else 1}"
    return f"{100 * share:.{int(exact)}f}"
