"""Cells as they are typed: in the words they are told in, in short, or as two numbers whose order is agreed upon."""

from __future__ import annotations

import re
from typing import NamedTuple

COLUMN_FIRST, ROW_FIRST, FROM_0 = "column", "row", "row from 0"
"""Which of two numbers comes first; where row and column are named they always count from 1, as in sentences."""
_MOST_DIGITS = 7
_NAME = r"(?:(row|r|column|col|c) ?)?"
_CELL = re.compile(rf"{_NAME}([0-9]+)(?: |(?=[a-z])){_NAME}([0-9]+)", re.ASCII | re.IGNORECASE)


class TypedCell(NamedTuple):
    """The row and the column that a text names, from 0, whether or not a board has them."""

    row: int
    col: int
    is_named: bool
    """Whether the text says which is which."""


def split_words(text: str) -> list[str]:
    """The words of a line; commas and brackets around numbers don't matter."""
    return text.translate({ord(sign): " " for sign in ",;:()[]"}).split()


def is_number(word: str) -> bool:
    """Whether a word is a whole number."""
    return word.isascii() and word.isdigit()


def read_typed(text: str, order: str) -> TypedCell | None:
    """The cell that a text names: ``row 2 col 3``, ``r2c3``, the same turned around, or two numbers in an order."""
    found = _CELL.fullmatch(" ".join(split_words(text)))
    if found is None:
        return None
    names = [(name or "")[:1].lower() for name in found.group(1, 3)]
    one, other = (int(digits) if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS for digits in found.group(2, 4))
    if set(names) == {"r", "c"}:
        row, col = (one, other) if names[0] == "r" else (other, one)
        return TypedCell(row - 1, col - 1, is_named=True)
    if names != ["", ""]:
        return None
    row, col = (other, one) if order == COLUMN_FIRST else (one, other)
    base = 0 if order == FROM_0 else 1
    return TypedCell(row - base, col - base, is_named=False)


def both_named(order: str) -> str:
    """What two numbers in an order are."""
    return "a column and a row" if order == COLUMN_FIRST else "a row and a column"


def how_to_name(order: str) -> str:
    """How cells are typed, told once before a game: what is heard can be typed, and what two numbers are."""
    other = ROW_FIRST if order == COLUMN_FIRST else COLUMN_FIRST
    numbers = f"Two numbers are {both_named(order)}: {type_cell(2, 4, order)} is the same cell"
    return (
        f"A cell is typed as it is told, row 3 col 5 or r3c5. {numbers}; 'set typed first {other}' turns them around."
    )


def type_cell(row: int, col: int, order: str) -> str:
    """The two numbers that name a cell, which is given from 0."""
    if order == FROM_0:
        return f"{row} {col}"
    return f"{col + 1} {row + 1}" if order == COLUMN_FIRST else f"{row + 1} {col + 1}"
