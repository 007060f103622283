"""Which known word somebody may have meant by another. Loaded only when a word is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from minesweeper.core.text import LONGEST_QUOTE

_ALIKE = 0.7
"""Share of letters that a word and a known one have in common, so that it is a slip: `easy` is none for `replay`."""


def closest(word: str, known: Iterable[str]) -> str | None:
    """The one of some words that somebody may have meant by another; None where none is alike enough."""
    return next(iter(get_close_matches(word[:LONGEST_QUOTE].lower(), known, 1, _ALIKE)), None)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about a word that is not known: which one may have been meant, if any."""
    meant = closest(word, known)
    return "" if meant is None else f"; did you mean: {meant}"


def allowed_words(word: str, names: Iterable[str], form: str) -> str:
    """The end of a sentence about a word that is none of some names and has not the form that would do as well."""
    known = list(names)
    return f"{', '.join(known)}{' or ' if known else ''}{form}{did_you_mean(word, known)}"
