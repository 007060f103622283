"""Mine totals in the words of a text: ``10 mines``, ``mines: 10``, ``7 of 10 mines left``; and what is none."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NUMBER = r"(?<![\d.,/])(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(?![.,/]?\d)"
_MINES = "(?:mines?|bombs?)"
_LEFT_OVER = r"(?: *(?:are|is))? *(?:left|remain|to go|known|more|flagged|found)"
_PLACE = (
    r" *(?:at|near|around|next|beside|among|between|touching|on|here|there"
    r"|in(?! (?:all|total))(?! (?:the|this|a|my|whole)(?: whole)? (?:board|game|field|grid|puzzle|picture|position)))\b"
)
_OF_SOME = r"(?:\b(least|most|than|last|remaining|other|these|those|next|first|more) )?"

_SURE = [
    rf"\bof {_NUMBER} {_MINES}\b",
    r"\b\d{1,7}x\d{1,7}/(\d{1,7})\b",
    rf"{_NUMBER}(?: {_MINES})?,? (?:in total|in all|total|altogether)\b",
    rf"\btotal(?: of)?[:=]? ?{_NUMBER}(?: {_MINES})?\b(?!{_LEFT_OVER})",
    rf"\b(?:total|all) {_MINES} ?[:=]? ?{_NUMBER}\b",
    rf"\b{_MINES} (?:in all|in total|total) ?[:=]? ?{_NUMBER}\b",
]
"""What says that it is the total: it counts more than what only may be."""
_PLAIN = [
    rf"{_OF_SOME}{_NUMBER} {_MINES}\b(?!{_LEFT_OVER}|{_PLACE})",
    rf"(?<!\d )\b(?:mines|bombs) ?[:=]? ?{_NUMBER}\b(?!{_LEFT_OVER}| *{_MINES})",
]
_SURE_PATTERNS, _PLAIN_PATTERNS = ([re.compile(each, re.IGNORECASE) for each in some] for some in (_SURE, _PLAIN))
_REMAINING = re.compile(
    rf"{_NUMBER} {_MINES}{_LEFT_OVER}\w*|\b{_MINES}(?: left| remaining)? ?[:=]? ?{_NUMBER}(?:{_LEFT_OVER}\w*)?",
    re.IGNORECASE,
)


def mines_in(text: str) -> int | None:
    """The mine total that a text tells in a plain way, such as ``10 mines``; None if it tells none, or several."""
    totals = totals_in(text)
    return totals.pop() if len(totals) == 1 else None


def totals_in(text: str) -> set[int]:
    """All numbers that a text may mean as the mine total; of those that it calls the total no others."""
    return set(_numbers(text, _SURE_PATTERNS)) or set(_numbers(text, _PLAIN_PATTERNS))


def _numbers(text: str, patterns: list[re.Pattern[str]]) -> Iterator[int]:
    for pattern in patterns:
        for found in pattern.finditer(text):
            *of_some, number = found.groups()
            if not any(of_some):
                yield int(number.replace(",", ""))


def mines_left_in(text: str) -> str:
    """The words of a text that tell how many mines are left, which is no total: flags may count in it; else empty."""
    found = _REMAINING.search(text)
    return found[0] if found else ""
