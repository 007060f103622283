"""Words of sentences: texts from outside as they may be shown, counts with their nouns, lists, odds in percent.

It lies below everything and knows nothing of ours; boards on paper are in ``printing``.
"""

from __future__ import annotations

from collections.abc import Sequence
from errno import EBADF
from math import ceil

LONGEST_QUOTE = 40
LONGEST_NAME = 200
"""So much is shown of the name of a file."""
_LONGEST_VALUE = 60


def printable(text: str) -> str:
    """The text with a ? for each character that could steer a terminal."""
    return "".join(character if character.isprintable() else "?" for character in text)


def clean(text: str, longest: int = LONGEST_QUOTE) -> str:
    """A text from outside as it may be shown: without control characters, and not too long."""
    shown = printable(text[: longest + 1])
    return shown if len(shown) <= longest else shown[: longest - 2] + ".."


def quote(text: str, longest: int = LONGEST_QUOTE, *, typed: bool = False) -> str:
    """A text from outside in quotation marks, as it may be shown.

    An odd character is escaped, because it may be just what is wrong; in a word or name that somebody typed it is a ?.
    """
    if typed:
        return f"'{clean(text, longest)}'"
    return repr(text if len(text) <= longest else text[:longest] + "...")


def quote_object(value: object) -> str:
    """A value from a program as a sentence quotes it: as Python writes it, cut when it is long."""
    if isinstance(value, str):
        return quote(value)
    return clean(repr(value), LONGEST_QUOTE)


def quote_value(value: object) -> str:
    """A value of a JSON file as a sentence quotes it: escaped, and cut when it is long."""
    import json  # loaded late: most programs and solvers quote none

    text = json.dumps(value[:_LONGEST_VALUE] if isinstance(value, str) else value, ensure_ascii=True, default=repr)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 3] + "..."


def cannot_be(done: str, what: str, error: Exception) -> str:
    """That a file can't be ``read`` or ``written``, and why, without the full stop."""
    return f"{what} can't be {done}: {system_reason(error)}"


def system_reason(error: Exception) -> str:
    """What the system says is wrong, without a number and without the name of the file."""
    if getattr(error, "errno", None) == EBADF:  # "Bad file descriptor" tells nobody anything
        return "it is closed"
    return getattr(error, "strerror", None) or str(error)


def plural(count: int, noun: str, form: str = "") -> str:
    """A count with its noun, such as ``2 mines``; the form ``,`` parts thousands."""
    ending = "" if count == 1 else "es" if noun.endswith("s") else "s"
    return f"{count:{form}} {noun}{ending}"


def join(names: Sequence[str]) -> str:
    """The names with commas and ``and``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def begin(text: str) -> str:
    """The text with a capital letter."""
    return text[:1].upper() + text[1:]


def percent(part: int, whole: int, exact: bool = True) -> str:
    """A chance in percent to one decimal, with ``about`` if not exact; only what is certain reads as 0 or 100."""
    if not exact:
        return f"about {rough_percent(part / whole)}"
    tenths = (2000 * part + whole) // (2 * whole)
    if 0 < part < whole and tenths in (0, 1000):
        return "<0.1%" if tenths == 0 else ">99.9%"
    return f"{tenths // 10}.{tenths % 10}%"


def rough_percent(chance: float, exact: bool = True) -> str:
    """A chance in whole percent, with a ``~`` if not exact; only what is certain reads as 0 or 100."""
    text = f"{100 * chance:.0f}%"
    text = "<1%" if text == "0%" and chance > 0 else ">99%" if text == "100%" and chance < 1 else text
    return text if exact else f"~{text}"


def percent_within(chance: float, margin: float) -> str:
    """An estimated chance in whole percent with its margin, such as ``about 61% +- 3``."""
    return f"about {rough_percent(chance)} +- {whole_margin(margin)}"


def whole_margin(margin: float) -> int:
    """A margin in whole points, never too small."""
    return max(1, ceil(100 * margin))


def points(share: float, exact: bool = True) -> str:
    """A difference of two chances in points, to one decimal; with ``about`` to none. Only none reads as 0."""
    text = f"{100 * share:.1f}" if exact else f"{100 * share:.0f}"
    if share > 0 and not float(text):
        text = "<0.1" if exact else "<1"
    return text if exact else f"about {text}"
