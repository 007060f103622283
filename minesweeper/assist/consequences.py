"""What would follow if some cells were mines, in words: which clue breaks and by which proposal, or what is implied.

Tested in tests/solvers/test_whatif.py.
"""

from __future__ import annotations

from minesweeper.assist.sentences import name_cell, name_cells, name_clue, name_clues
from minesweeper.core.cells import short_place
from minesweeper.core.position import Position
from minesweeper.core.text import plural
from minesweeper.solvers.whatif import Violation, WhatIf


def what_if_sentence(position: Position, found: WhatIf) -> str:
    """What follows, in a sentence: what breaks first and who is to blame, else how many cells are implied."""
    if not found.is_broken:
        return _say_implied(found)
    if found.violations:
        broken = f"Then {name_clue(position, found.violations[0].cell)} {_say_violation(found.violations[0])}"
    elif found.breaks_total and not found.conflict:
        broken = f"Then {_say_total(position, found)}"
    else:
        total = f" with {plural(position.mine_total, 'mine')}" if found.breaks_total else ""
        broken = f"Then {name_clues(position, found.conflict)} could not hold{total}"
    return f"{broken}: {_say_blame(position, found)}."


def what_if_words(position: Position, found: WhatIf, mark: str) -> str:
    """The same in about 40 characters; a proposal is named by the mark that the screen puts on it."""
    if not found.is_broken:
        return _say_implied(found).replace("Nothing more follows from that", "Nothing more follows")
    if found.violations:
        clue = found.violations[0]
        broken = f"The {clue.clue} at {short_place(*position.grid.row_col(clue.cell))} breaks"
    else:
        broken = "The mine total breaks" if found.breaks_total and not found.conflict else "Clues break"
    if found.blamed is not None or found.disproved.bit_count() == 1:
        return f"{broken}: {mark} is safe."
    return f"{broken}: some {mark} are safe." if found.disproved else f"{broken}."


def _say_violation(violation: Violation) -> str:
    if violation.mines > violation.clue:
        return f"would have {plural(violation.mines, 'mine')}"
    possible = violation.mines + violation.room
    if not possible:
        return "would have no mine"
    return f"{'could' if violation.room else 'would'} have only {plural(possible, 'mine')}"


def _say_total(position: Position, found: WhatIf) -> str:
    total = position.mine_total
    if found.mines_left < 0:
        return f"there would be {plural(total - found.mines_left, 'mine')} instead of {total}"
    return f"there would be no room for {plural(found.mines_left, 'mine')} of {total}"


def _say_blame(position: Position, found: WhatIf) -> str:
    grid = position.grid
    if found.blamed is not None:
        return f"{name_cell(grid, found.blamed)} is safe to open"
    if found.disproved.bit_count() == 1:
        return f"{name_cells(grid, found.disproved)} is safe to open, and more is wrong"
    if found.disproved:
        return f"{name_cells(grid, found.disproved)} are safe to open"
    if found.proposals.bit_count() == 1:
        return "the proposal or a flag is wrong"
    return "not all proposals can be right"


def _say_implied(found: WhatIf) -> str:
    mines = (found.implied_mines & found.from_proposals).bit_count()
    safe = (found.implied_safe & found.from_proposals).bit_count()
    parts = []
    if mines:
        parts.append(f"{plural(mines, 'more cell')} would be {'a mine' if mines == 1 else 'mines'}")
    if safe:
        parts.append(f"{plural(safe, 'cell')} would be safe")
    return f"Then {' and '.join(parts)}." if parts else "Nothing more follows from that."
