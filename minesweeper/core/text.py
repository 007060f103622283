"""Builds parts of sentences: texts from outside made safe, counts with nouns, lists, percentages, lines that fit.

It imports nothing of ours. Printed boards are in ``textboard``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from errno import EBADF
from itertools import islice
from math import ceil
from typing import TYPE_CHECKING

from minesweeper.core.late import LateModule

if TYPE_CHECKING:
    import difflib
    import json
else:
    difflib = LateModule("difflib")  # most words are known
    json = LateModule("json")  # most programs and solvers quote none


LONGEST_QUOTE = 40
LONGEST_NAME = 200
"""The most characters shown of a file name."""
_LONGEST_VALUE = 60


def clean(text: str, longest: int | None = LONGEST_QUOTE) -> str:
    """Makes a text from outside safe to show: control characters become ``?``, and a long text is cut."""
    shown = "".join(character if character.isprintable() else "?" for character in text[: longest and longest + 1])
    return shown if longest is None or len(shown) <= longest else shown[: longest - 2] + ".."


def quote(value: object, longest: int = LONGEST_QUOTE, *, typed: bool = False) -> str:
    """Quotes a text or another Python value from outside, safe to show and cut if it is long.

    Odd characters are escaped, because they may be the fault. In a typed word or name they become a question mark.
    """
    if not isinstance(value, str):
        return clean(repr(value), longest)
    return f"'{clean(value, longest)}'" if typed else repr(value if len(value) <= longest else value[:longest] + "...")


def quote_value(value: object) -> str:
    """Quotes a JSON value, escaped and cut if it is long. It may be nested as deep as can be."""
    # Encodes only what is shown, because the rest may be nested too deeply to be encoded.
    start = value[:_LONGEST_VALUE] if isinstance(value, str) else value
    text = "".join(islice(json.JSONEncoder(default=repr).iterencode(start), _LONGEST_VALUE + 1))
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 3] + "..."


def access_error(action: str, what: str, error: Exception) -> str:
    """Says that a file can't be ``read`` or ``written``, and why, without the full stop."""
    return f"{what} can't be {action}: {system_reason(error)}"


def system_reason(error: Exception) -> str:
    """Returns the system's reason, without a number and without the name of the file."""
    if getattr(error, "errno", None) == EBADF:  # "Bad file descriptor" means nothing to players
        return "it is closed"
    return getattr(error, "strerror", None) or str(error)


def plural(count: int, noun: str, form: str = "") -> str:
    """Writes a count with its noun, such as ``2 mines``. The form ``,`` separates thousands."""
    return f"{count:{form}} {noun_for(count, noun)}"


def noun_for(count: int, noun: str) -> str:
    """Writes a noun without its count, as ``mine`` for 1 and ``mines`` for every other count."""
    return noun if count == 1 else f"{noun}es" if noun.endswith("s") else f"{noun}s"


def join(names: Sequence[str]) -> str:
    """Joins names with commas and ``and``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def capitalise(text: str) -> str:
    """Capitalises the first letter."""
    return text[:1].upper() + text[1:]


_SIGNS, _WORDS = ("<", ">", "~"), ("less than ", "more than ", "about ")
"""The marks of a bound and of an estimate: in a column, and in a sentence, because screen readers skip signs."""


def percent(part: int, whole: int, exact: bool = True) -> str:
    """Writes a chance in percent to one decimal, with ``about`` if it isn't exact. Only certainty reads as 0 or 100."""
    return _tenths(part, whole, _SIGNS) if exact else f"about {rough_percent(part / whole)}"


def with_article(figure: str) -> str:
    """Puts ``a`` or ``an`` before a figure such as ``11.1%``, as it is spoken."""
    whole = figure.rstrip("%").partition(".")[0]
    return f"{'an' if whole.startswith('8') or whole in ('11', '18') else 'a'} {figure}"


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


def closest(word: str, known: Iterable[str]) -> str | None:
    """Returns the most similar known word, or None."""
    # With this share of common letters a word is a slip of another one: easy isn't one of replay.
    return next(iter(difflib.get_close_matches(word[:LONGEST_QUOTE].lower(), known, 1, 0.7)), None)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Returns the end of a sentence about an unknown word: the suggestion, if any."""
    return f"; did you mean: {meant}" if (meant := closest(word, known)) else ""


def allowed_words(word: str, names: Iterable[str], form: str) -> str:
    """Returns the end of a sentence about a word that is neither a known name nor of the given form."""
    known = list(names)
    return f"{', '.join(known)}{' or ' if known else ''}{form}{did_you_mean(word, known)}"


JSON_VERSION = 1
"""The version of the JSON that commands print, see docs/json.md. Fields may be added; none will go or change meaning.
"""


def json_text(data: object, *, pretty: bool = False) -> str:
    """Writes JSON as every command prints it: one compact line, or indented over several lines."""
    return json.dumps(data, indent=2) if pretty else json.dumps(data, separators=(",", ":"))


def wrap(text: str, width: int) -> list[str]:
    """Breaks a text between words into lines that fit. A longer word continues in the next line."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines += [word[start : start + width] for start in range(0, len(word), max(1, width))]
    return lines


def wrap_to(text: str, width: int, most: int) -> list[str]:
    """Breaks a text into at most ``most`` lines. ``..`` stands for the rest."""
    return page_of(wrap(text, width), width, most)[0]


def page_of(lines: Sequence[str], width: int, most: int, first: int = 0) -> tuple[list[str], int]:
    """Returns ``most`` lines from the ``first`` on, and the first line of the next page, 0 for none.

    If there is a next page, ``..`` ends the last line, and the next page begins with that line, uncut.
    """
    shown = list(lines[first : first + most])
    if first + most >= len(lines):
        return shown, 0
    return [*shown[:-1], cut(shown[-1], width)], first + most - 1


def fit(line: str, width: int) -> str:
    """Returns the line, cut if it is longer than the width."""
    return line if len(line) <= width else cut(line, width)


def cut(line: str, width: int) -> str:
    """Ends a line with ``..``, after a whole word if one fits: half a number would be another number."""
    room = width - 2
    whole = line if len(line) <= room else line[: room + 1].rpartition(" ")[0] or line[:room]
    return whole.rstrip(" .,:;") + ".."


def join_sentences(notice: str, *texts: str) -> str:
    """Joins a notice that still waits to be read and further texts, with a full stop between them."""
    *before, last = [text for text in (notice, *texts) if text] or [""]
    return " ".join([*(text if text.endswith(".") else f"{text}." for text in before), last])


def rest_of(notice: str, width: int, rows: int) -> str:
    """Returns the part of a notice that had no room and is shown next."""
    lines = wrap(notice, width)
    rest = page_of(lines, width, rows)[1]
    return " ".join(lines[rest:]) if rest else ""


def start_notice(problems: Sequence[str]) -> str:
    """Summarises the problems found at the start: the first one, and how many there are."""
    if len(problems) < 2:
        return "".join(problems)
    return join_sentences(f"1 of {len(problems)} problems: {problems[0]}", "'minesweeper settings' lists them.")
