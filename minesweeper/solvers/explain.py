"""A Deduction as a sentence or two that a person understands; where room is short, as a few words.

The reasoning is found anew from the clues that the deduction names, so every solver's deductions can be explained.
"""

from __future__ import annotations

from minesweeper.cells import CellSet
from minesweeper.position import Position
from minesweeper.solvers.case import Case, Explanation
from minesweeper.solvers.deduction import Deduction, Kind
from minesweeper.solvers.explain_clues import explain_by_reason
from minesweeper.solvers.explain_count import explain_by_count, explain_by_total, explain_deeper
from minesweeper.solvers.places import are_mined, are_safe, begin, join, line_count, name_cells

WIDTH = 78
_LINES = 2
_MOST_CLUES = 400
"""Of a deduction with more clues than this only the result is told."""


def explain(position: Position, deduction: Deduction, width: int = WIDTH, flags: CellSet = 0) -> str:
    """What the deduction says and why, in at most two lines of that width if that is possible.

    With the player's flags it says first which of them are wrong.
    """
    reasons = _explanation(position, deduction).sentences
    text = ""
    for most in (3, 2, 1):
        says = begin(_says(position, deduction, flags, most))
        for reason in reasons:
            text = f"{says}. {reason}"
            if line_count(text, width) <= _LINES:
                return text
    return text


def explain_briefly(
    position: Position, deduction: Deduction, safe: str = "+", mine: str = "*", flags: CellSet = 0
) -> str:
    """The same in about 40 characters; the cells are named by the marks that the screen puts on them."""
    words = _explanation(position, deduction).words
    if deduction.safe & flags:
        return f"A flag is wrong{words}."
    if deduction.safe and deduction.mined:
        mines = "mine" if deduction.mined.bit_count() == 1 else "mines"
        return f"{mine} {mines}, {safe} safe{words.replace(': the ', ': ', 1)}."
    return f"{are_safe(deduction.safe, safe) if deduction.safe else are_mined(deduction.mined, mine)}{words}."


def _says(position: Position, deduction: Deduction, flags: CellSet, most: int) -> str:
    """The result of a deduction."""
    wrong, safe, mined = deduction.safe & flags, deduction.safe & ~flags, deduction.mined
    parts = []
    if wrong:
        one = wrong.bit_count() == 1
        parts.append(
            f"the flag{'' if one else 's'} at {name_cells(position.grid, wrong, most)} {'is' if one else 'are'} wrong"
        )
    if mined:
        parts.append(are_mined(mined, name_cells(position.grid, mined, most)))
    if safe:
        parts.append(are_safe(safe, name_cells(position.grid, safe, most)))
    return join(parts)


def _explanation(position: Position, deduction: Deduction) -> Explanation:
    clues = deduction.because.bit_count()
    if clues > _MOST_CLUES or not (clues or deduction.uses_total):
        return Explanation(["The clues show it."], ": the clues show it")
    case = Case(position, deduction)
    if deduction.uses_total:
        return explain_by_total(case)
    if deduction.kind is Kind.EXACT_COUNT:
        return explain_by_count(case)
    return explain_by_reason(case) or explain_deeper(case)
