"""How cells are typed in text mode: ``row 3 column 5``, ``r3c5``, or two numbers in the order of the settings.

Named rows and columns always count from 1, as in sentences. Only two bare numbers depend on the settings.
"""

from __future__ import annotations

import re
from typing import NamedTuple

COLUMN_FIRST, ROW_FIRST, FROM_0 = "column", "row", "row from 0"
"""The ways to read two bare numbers: the column first, the row first or, for programs, the row first and both counted
from 0.
"""
_MOST_DIGITS = 7
"""More digits than any row or column has. A longer number counts as off the board."""
_NAME = r"(?:(row|r|column|col|c) ?)?"
_MEANT = re.compile(
    r"r(ows?)? ?[^a-z].*\bc(ols?|olumns?)?(?![a-z])|r\d+ ?c|c(ols?|olumns?)? ?\d", re.ASCII | re.IGNORECASE
)
_CELL = re.compile(rf"{_NAME}([0-9]+)(?: |(?=[a-z])){_NAME}([0-9]+)", re.ASCII | re.IGNORECASE)


class TypedCell(NamedTuple):
    """The row and the column that a text names, counted from 0. They may lie off the board."""

    row: int
    col: int
    is_named: bool
    """Whether the text says which number is the row."""


_UNITS = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = {"twenty": 20, "thirty": 30}
_NUMBERS = {word: number for number, word in enumerate([*_UNITS, *_TEENS], 1)} | _TENS


def split_words(text: str) -> list[str]:
    """Splits a line into words.

    Number words become digits, and commas, quotes, brackets and full stops are left out, because dictated lines have
    them.
    """
    text = re.sub(r"\.(?=\s|$)", " ", text)
    parts = text.translate({ord(sign): " " for sign in ",;:()[]'\""}).split()
    words: list[str] = []
    was_tens = False
    for word in parts:
        number = _NUMBERS.get(word.lower())
        if was_tens and word.lower() in _UNITS:
            words[-1] = str(int(words[-1]) + _NUMBERS[word.lower()])
        else:
            words.append(word if number is None else str(number))
        was_tens = word.lower() in _TENS
    return words


def is_number(word: str) -> bool:
    """Whether a word is a whole number in digits."""
    return word.isascii() and word.isdigit()


def read_typed(text: str, order: str) -> TypedCell | None:
    """Reads a cell in any of the ways that players type it.

    `order` says how to read two bare numbers. Returns None if the text isn't a cell.
    """
    match = _CELL.fullmatch(" ".join(split_words(text)))
    if match is None:
        return None
    names = [(name or "")[:1].lower() for name in match.group(1, 3)]
    one, other = (int(digits) if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS for digits in match.group(2, 4))
    if set(names) == {"r", "c"}:
        row, col = (one, other) if names[0] == "r" else (other, one)
        return TypedCell(row - 1, col - 1, is_named=True)
    if names != ["", ""]:
        return None
    row, col = (other, one) if order == COLUMN_FIRST else (one, other)
    base = 0 if order == FROM_0 else 1
    return TypedCell(row - base, col - base, is_named=False)


def split_cells(text: str) -> list[str]:
    """Splits a text that names several cells, such as ``2 3, 2 4`` or ``row 2, column 3 and row 2, column 4``.

    The last entry is what remains of the text without these cells, so that the caller can refuse a text that isn't
    understood as a whole.
    """
    words = " ".join(word for word in split_words(text) if word.lower() != "and")
    cells = [match[0] for match in _CELL.finditer(words)]
    rest = _CELL.sub("", words).strip()
    return [*cells, *[rest] * bool(rest)]


def means_cell(text: str) -> bool:
    """Whether a line was meant to name a cell: it begins with a column, or names a row and a column.

    It may still be wrong.
    """
    return _MEANT.match(" ".join(split_words(text))) is not None


def how_to_name(order: str) -> str:
    """Says how to type a cell, and which of two bare numbers comes first."""
    numbers = {COLUMN_FIRST: "column, then row", ROW_FIRST: "row, then column", FROM_0: "row, then column, from 0"}
    return f"Type a cell as 'row 3 column 5' or r3c5. (Two bare numbers are {numbers[order]}.)"
