"""Parts of sentences: texts from outside made safe to show, counts with nouns, lists, chances, and lines that fit a
width.

Everything that comes from outside, such as a file name, is shown by ``clean`` or ``quote``, because control characters
could change the terminal. A chance that isn't certain never reads as 0% or 100%. Many functions come in pairs: one
writes signs such as ``<0.1%`` for a column, the other words for a sentence, because screen readers skip signs. This
module imports nothing of ours but late modules. Text boards are in ``textboard``.
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
    # Loaded late, because most words that players type are known.
    difflib = LateModule("difflib")
    # Loaded late, because hardly any message quotes JSON.
    json = LateModule("json")


LONGEST_QUOTE = 40
LONGEST_NAME = 200
"""The most characters of a file name that are shown."""
_LONGEST_VALUE = 60


def clean(text: str, longest: int | None = LONGEST_QUOTE) -> str:
    """Makes a text from outside safe to show: control characters become ``?``, and a long text is cut.

    If ``longest`` is None, it isn't cut.
    """
    shown = "".join(character if character.isprintable() else "?" for character in text[: longest and longest + 1])
    return shown if longest is None or len(shown) <= longest else shown[: longest - 2] + ".."


def quote(value: object, longest: int = LONGEST_QUOTE, *, typed: bool = False) -> str:
    """Quotes a text or another Python value from outside, safe to show and cut if it is long.

    Control characters are shown as escapes, because they may be what is wrong. With ``typed``, which is for words and
    names that a person typed, they become a question mark.
    """
    if not isinstance(value, str):
        return clean(repr(value), longest)
    return f"'{clean(value, longest)}'" if typed else repr(value if len(value) <= longest else value[:longest] + "...")


def quote_value(value: object) -> str:
    """Quotes a value of JSON, safe to show and cut if it is long. It may be nested to any depth."""
    # Encodes only what is shown, because the rest may be nested too deeply to be encoded.
    start = value[:_LONGEST_VALUE] if isinstance(value, str) else value
    text = "".join(islice(json.JSONEncoder(default=repr).iterencode(start), _LONGEST_VALUE + 1))
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 3] + "..."


def access_error(action: str, what: str, error: Exception) -> str:
    """The message for a file that can't be read or written, with the reason and without a full stop.

    ``action`` is ``read`` or ``written``.
    """
    return f"{what} can't be {action}: {system_reason(error)}"


def system_reason(error: Exception) -> str:
    """Why the system refused something, without the error number and the name of the file.

    The words are those of the system, except for a closed file.
    """
    # The system says "Bad file descriptor", which means nothing to players.
    if getattr(error, "errno", None) == EBADF:
        return "it is closed"
    return getattr(error, "strerror", None) or str(error)


def plural(count: int, noun: str, form: str = "") -> str:
    """A count with its noun, such as ``2 mines``. With the form ``,``, commas separate thousands."""
    return f"{count:{form}} {noun_for(count, noun)}"


def noun_for(count: int, noun: str) -> str:
    """The noun for a count: ``mine`` for 1 and ``mines`` for any other."""
    return noun if count == 1 else f"{noun}es" if noun.endswith("s") else f"{noun}s"


def join(names: Sequence[str]) -> str:
    """Joins names with commas and ``and``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def capitalise(text: str) -> str:
    """Makes the first letter a capital."""
    return text[:1].upper() + text[1:]


_SIGNS, _WORDS = ("<", ">", "~"), ("less than ", "more than ", "about ")
"""The marks of a chance that is below or above a limit, or an estimate.

In columns these are signs, but in sentences they are words, because screen readers skip signs.
"""


def percent(part: int, whole: int, exact: bool = True) -> str:
    """A chance in percent with one decimal, such as ``23.4%``. An estimate is rounded to whole percent, after
    ``about``.

    A chance that isn't certain never rounds to 0% or 100%: 0.9996 becomes ``>99.9%``.
    """
    return _tenths(part, whole, _SIGNS) if exact else f"about {rough_percent(part / whole)}"


def with_article(figure: str) -> str:
    """Puts ``a`` or ``an`` before a number such as ``11.1%``, as it is spoken."""
    whole = figure.rstrip("%").partition(".")[0]
    return f"{'an' if whole.startswith('8') or whole in ('11', '18') else 'a'} {figure}"


def say_percent(part: int, whole: int, exact: bool = True) -> str:
    """Like ``percent``, but with words for a sentence, such as ``less than 0.1%``."""
    return _tenths(part, whole, _WORDS) if exact else say_rough(part / whole, exact=False)


def _tenths(part: int, whole: int, marks: tuple[str, str, str]) -> str:
    tenths = (2000 * part + whole) // (2 * whole)
    if 0 < part < whole and tenths in (0, 1000):
        return f"{marks[0]}0.1%" if tenths == 0 else f"{marks[1]}99.9%"
    return f"{tenths // 10}.{tenths % 10}%"


def rough_percent(chance: float, exact: bool = True) -> str:
    """A chance in whole percent, such as ``61%``, with ``~`` if it is an estimate.

    A chance that isn't certain never rounds to 0% or 100%: 0.996 becomes ``>99%``.
    """
    bound = _bound(chance, _SIGNS)
    return f"{'' if exact else _SIGNS[2]}{bound or f'{100 * chance:.0f}%'}"


def say_rough(chance: float, exact: bool = True) -> str:
    """Like ``rough_percent``, but with words for a sentence, such as ``about 61%`` or ``less than 1%``."""
    return _bound(chance, _WORDS) or f"{'' if exact else _WORDS[2]}{100 * chance:.0f}%"


def _bound(chance: float, marks: tuple[str, str, str]) -> str:
    """A limit for a chance that would round to 0% or 100% without being certain, such as ``<1%``.

    Empty for any other chance.
    """
    if not 0 < chance < 1 or round(100 * chance) not in (0, 100):
        return ""
    return f"{marks[0]}1%" if chance < 0.5 else f"{marks[1]}99%"


def percent_within(chance: float, margin: float) -> str:
    """An estimated chance with its margin, for a sentence, such as ``about 61%, give or take 3``."""
    return f"{say_rough(chance, exact=False)}, give or take {whole_margin(margin)}"


def whole_margin(margin: float) -> int:
    """A margin in whole percentage points, rounded up and at least 1."""
    return max(1, ceil(100 * margin))


def points(share: float, exact: bool = True) -> str:
    """The difference of two chances in percentage points, for a sentence. An exact one has a decimal, and an estimate
    begins with ``about``.

    A difference that isn't 0 never rounds to 0: it becomes ``under 0.1``, or ``under 1`` for an estimate.
    """
    if share > 0 and not round(100 * share, int(exact)):
        return f"under {0.1 if exact else 1}"
    return points_figure(share) if exact else f"{_WORDS[2]}{points_figure(share, exact)}"


def points_figure(share: float, exact: bool = True) -> str:
    """The difference of two chances in percentage points, for a column, such as ``8.2`` or ``<0.1``."""
    if share > 0 and not round(100 * share, int(exact)):
        return f"{_SIGNS[0]}{0.1 if exact else 1}"
    return f"{100 * share:.{int(exact)}f}"


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is most similar to a word, or None if none is similar enough."""
    # Words with so many letters in common are probably a slip. With fewer, "easy" would be taken for "replay".
    return next(iter(difflib.get_close_matches(word[:LONGEST_QUOTE].lower(), known, 1, 0.7)), None)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown word, such as ``; did you mean: replay``.

    Empty if no known word is similar.
    """
    return f"; did you mean: {meant}" if (meant := closest(word, known)) else ""


def allowed_words(word: str, names: Iterable[str], form: str) -> str:
    """The end of a sentence about a word that isn't allowed: the known names, or else the form that it may have, and
    the most similar name.
    """
    known = list(names)
    return f"{', '.join(known)}{' or ' if known else ''}{form}{did_you_mean(word, known)}"


JSON_VERSION = 1
"""The version of the JSON that commands print; see docs/json.md.

Fields may be added, but none will be removed or change its meaning.
"""


def json_text(data: object, *, pretty: bool = False) -> str:
    """JSON as every command prints it: on one line without blanks between values or, if ``pretty``, indented over
    several lines.
    """
    return json.dumps(data, indent=2) if pretty else json.dumps(data, separators=(",", ":"))


def wrap(text: str, width: int) -> list[str]:
    """Breaks a text between words into lines of at most ``width`` characters.

    A word that is longer continues in the next line.
    """
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines += [word[start : start + width] for start in range(0, len(word), max(1, width))]
    return lines


def wrap_to(text: str, width: int, most: int) -> list[str]:
    """Breaks a text into at most ``most`` lines. If it has more, the last one ends with ``..``."""
    return page_of(wrap(text, width), width, most)[0]


def page_of(lines: Sequence[str], width: int, most: int, first: int = 0) -> tuple[list[str], int]:
    """At most ``most`` lines from line ``first`` on, and the number of the first line of the next page, or 0 if this is
    the last one.

    If there is a next page, the last line is cut and ends with ``..``. The next page begins with the same line, uncut.
    """
    shown = list(lines[first : first + most])
    if first + most >= len(lines):
        return shown, 0
    return [*shown[:-1], cut(shown[-1], width)], first + most - 1


def fit(line: str, width: int) -> str:
    """The line, cut if it is longer than ``width``."""
    return line if len(line) <= width else cut(line, width)


def cut(line: str, width: int) -> str:
    """Shortens a line and ends it with ``..``.

    Cuts between words where possible, because half a number reads as a different number.
    """
    room = width - 2
    whole = line if len(line) <= room else line[: room + 1].rpartition(" ")[0] or line[:room]
    return whole.rstrip(" .,:;") + ".."


def join_sentences(notice: str, *texts: str) -> str:
    """Joins a notice that hasn't been read yet with further texts.

    A full stop follows each but the last, and empty ones are left out.
    """
    *before, last = [text for text in (notice, *texts) if text] or [""]
    return " ".join([*(text if text.endswith(".") else f"{text}." for text in before), last])


def rest_of(notice: str, width: int, rows: int) -> str:
    """The part of a notice that had no room in ``rows`` lines and is shown next. Empty if all of it had room."""
    lines = wrap(notice, width)
    rest = page_of(lines, width, rows)[1]
    return " ".join(lines[rest:]) if rest else ""


def start_notice(problems: Sequence[str]) -> str:
    """Sums up the problems found when the program started: the first one and how many there are.

    Empty if there are none.
    """
    if len(problems) < 2:
        return "".join(problems)
    return join_sentences(f"1 of {len(problems)} problems: {problems[0]}", "'minesweeper settings' lists them.")
