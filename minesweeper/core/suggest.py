"""Suggests the known word that may be meant by an unknown one. Loaded only when needed."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from minesweeper.core.text import LONGEST_QUOTE

_ALIKE = 0.7
"""The share of common letters that makes a word a slip of another one. `easy` isn't one of `replay`."""


def closest(word: str, known: Iterable[str]) -> str | None:
    """Returns the most similar known word, or None."""
    return next(iter(get_close_matches(word[:LONGEST_QUOTE].lower(), known, 1, _ALIKE)), None)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Returns the end of a sentence about an unknown word: the suggestion, if any."""
    meant = closest(word, known)
    return "" if meant is None else f"; did you mean: {meant}"


def allowed_words(word: str, names: Iterable[str], form: str) -> str:
    """Returns the end of a sentence about a word that is neither a known name nor of the given form."""
    known = list(names)
    return f"{', '.join(known)}{' or ' if known else ''}{form}{did_you_mean(word, known)}"
