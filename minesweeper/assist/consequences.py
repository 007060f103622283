"""Explains what would follow if some cells were mines: which clue breaks because of which proposal, or what is implied.

Tested in tests/solvers/test_whatif.py.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from minesweeper.assist.naming import UNMARKED, Naming, Room, name_cells, name_clue, name_clues
from minesweeper.core.cells import CellSet
from minesweeper.core.position import Position
from minesweeper.core.text import capitalise, plural
from minesweeper.solvers.whatif import Violation, WhatIf, what_if


class Consequences(NamedTuple):
    """The consequences of proposed mines in a position, with their explanation."""

    position: Position
    found: WhatIf

    def text(self, room: Room = UNMARKED) -> str:
        """Names the first clue that breaks and the proposal to blame; otherwise counts the implied cells.

        A brief text calls a proposal by its mark on the screen, ``room.mine``.
        """
        position, found = self.position, self.found
        if not found.is_broken:
            return _say_implied(found) or self._say_nothing(room)
        if room.is_brief:
            return self._words(room.mine)
        if found.violations:
            clue = name_clue(position, found.violations[0].cell, room.naming)
            broken = f"Then {clue} {_say_violation(found.violations[0])}"
        elif found.breaks_total and not found.conflict:
            broken = f"Then {_say_total(position, found)}"
        else:
            total = f" with {plural(position.mine_total, 'mine')}" if found.breaks_total else ""
            broken = f"Then {name_clues(position, found.conflict, naming=room.naming)} could not hold{total}"
        return f"{broken}: {_say_blame(position, found, room.naming)}."

    def _say_nothing(self, room: Room) -> str:
        """Says why nothing is implied, if the proposals are proved."""
        found = self.found
        if not found.proposals or found.proposals & ~found.proved:
            return "Nothing more follows." if room.is_brief else "Nothing more follows from that."
        is_one = found.proposals.bit_count() == 1
        names = room.mine if room.is_brief else name_cells(self.position.grid, found.proposals, naming=room.naming)
        return f"{capitalise(names)} {'is a mine' if is_one else 'are mines'} anyway."

    def _words(self, mark: str) -> str:
        """Says in about 40 characters which clue breaks."""
        found = self.found
        broken = "The mine total breaks" if found.breaks_total and not found.conflict else "Clues break"
        if found.violations:
            broken = f"{name_clue(self.position, found.violations[0].cell, Naming.SHORT).capitalize()} breaks"
        if found.culprit is not None or found.refuted.bit_count() == 1:
            return f"{broken}: {mark} is safe."
        if found.refuted:
            return f"{broken}: some {mark} are safe."
        return f"{broken}: not all {mark} are mines." if found.proposals.bit_count() > 1 else f"{broken}."


def find_consequences(
    position: Position, proposals: CellSet, confirmed: CellSet
) -> Generator[None, None, Consequences]:
    """Finds the consequences if the proposed and confirmed cells are mines."""
    return Consequences(position, (yield from what_if(position, proposals, confirmed)))


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


def _say_blame(position: Position, found: WhatIf, naming: Naming) -> str:
    if found.refuted:
        names = name_cells(position.grid, found.refuted, naming=naming)
        if found.refuted.bit_count() > 1:
            return f"{names} are safe to open"
        return f"{names} is safe to open{', but something else is wrong too' * (found.culprit is None)}"
    if found.proposals.bit_count() == 1:
        return "the proposal or a flag is wrong"
    return "not all of them can be mines"


def _say_implied(found: WhatIf) -> str:
    mines = (found.implied_mines & found.from_proposals).bit_count()
    safe = (found.implied_safe & found.from_proposals).bit_count()
    parts = []
    if mines:
        parts.append(f"{plural(mines, 'more cell')} would be {'a mine' if mines == 1 else 'mines'}")
    if safe:
        parts.append(f"{plural(safe, 'cell')} would be safe")
    return f"Then {' and '.join(parts)}." if parts else ""
