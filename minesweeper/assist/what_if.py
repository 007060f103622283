"""What-if in words: what would follow if some cells were mines.

If the what-if mines lead to a contradiction, the answer names the first clue that breaks and the what-if mine to blame.
Otherwise it counts the cells that would be decided. `solvers/whatif.py` finds the consequences; here they only become
sentences. Tested in tests/solvers/test_whatif.py.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from minesweeper.assist.naming import UNMARKED, Naming, Room, name_cells, name_clue, name_clues
from minesweeper.core.cells import CellSet
from minesweeper.core.position import Position
from minesweeper.core.text import capitalise, plural
from minesweeper.solvers.whatif import Violation, WhatIf, what_if


class WhatIfAnswer(NamedTuple):
    """The answer to a what-if question about a position, as numbers in `result` and as a sentence in `text`."""

    position: Position
    result: WhatIf

    def text(self, room: Room = UNMARKED) -> str:
        """Says which clue breaks and which what-if mine is to blame or, if nothing breaks, how many cells would be
        decided.

        A brief text calls cells by their signs on the screen. A what-if mine is ``room.mine`` or, if it can't be a
        mine, ``room.safe``, and ``room.impossible`` stands before a clue that breaks.
        """
        position, result = self.position, self.result
        if not result.is_broken:
            return _say_implied(result) or self._say_nothing(room)
        if room.is_brief:
            return self._words(room)
        if result.violations:
            clue = name_clue(position, result.violations[0].cell, room.naming)
            broken = f"Then {clue} {_say_violation(result.violations[0])}"
        elif result.breaks_total and not result.conflict:
            broken = f"Then {_say_total(position, result)}"
        else:
            total = f" with {plural(position.mine_total, 'mine')}" if result.breaks_total else ""
            broken = f"Then {name_clues(position, result.conflict, naming=room.naming)} could not hold{total}"
        return f"{broken}: {_say_blame(position, result, room.naming)}."

    def _say_nothing(self, room: Room) -> str:
        """The sentence if nothing breaks and nothing more follows.

        If all what-if mines are proved mines, it says that they are mines anyway.
        """
        result = self.result
        if not result.what_if_mines or result.what_if_mines & ~result.proved:
            return "Nothing more follows." if room.is_brief else "Nothing more follows from that."
        is_one = result.what_if_mines.bit_count() == 1
        names = room.mine if room.is_brief else name_cells(self.position.grid, result.what_if_mines, naming=room.naming)
        return f"{capitalise(names)} {'is a mine' if is_one else 'are mines'} anyway."

    def _words(self, room: Room) -> str:
        """Says in about 40 characters which clue breaks and which cell is safe for this reason."""
        result, mark = self.result, room.mine
        broken = f"The clues with {room.impossible} can't all hold"
        if result.breaks_total and not result.conflict:
            broken = "The mine total breaks"
        if result.violations:
            violation = result.violations[0]
            broken = f"{room.impossible}{violation.clue} {_say_violation(violation)}"
        if result.culprit is not None or result.refuted.bit_count() == 1:
            return f"{broken}: {room.safe} is safe."
        if result.refuted:
            return f"{broken}: {room.safe} are safe."
        return f"{broken}: not all {mark} are mines." if result.what_if_mines.bit_count() > 1 else f"{broken}."


def answer_what_if(
    position: Position, what_if_mines: CellSet, confirmed: CellSet
) -> Generator[None, None, WhatIfAnswer]:
    """Finds in slices what would follow if the what-if mines were mines.

    The `confirmed` cells, which are the player's flags, count as mines too, but they are never blamed.
    """
    return WhatIfAnswer(position, (yield from what_if(position, what_if_mines, confirmed)))


def _say_violation(violation: Violation) -> str:
    """Says how many mines a broken clue would have."""
    if violation.mines > violation.clue:
        return f"would have {plural(violation.mines, 'mine')}"
    possible = violation.mines + violation.room
    if not possible:
        return "would have no mine"
    return f"{'could' if violation.room else 'would'} have only {plural(possible, 'mine')}"


def _say_total(position: Position, result: WhatIf) -> str:
    """Says how the what-if mines break the mine total."""
    total = position.mine_total
    if result.mines_left < 0:
        return f"there would be {plural(total - result.mines_left, 'mine')} instead of {total}"
    return f"there would be no room for {plural(result.mines_left, 'mine')} of {total}"


def _say_blame(position: Position, result: WhatIf, naming: Naming) -> str:
    """Names the what-if mines that can't be mines. If each of them could be one, it says that they can't all be."""
    if result.refuted:
        names = name_cells(position.grid, result.refuted, naming=naming)
        if result.refuted.bit_count() > 1:
            return f"{names} are safe to open"
        more = ", but something else is wrong too" if result.culprit is None else ""
        return f"{names} is safe to open{more}"
    if result.what_if_mines.bit_count() == 1:
        return "that mine or a flag is wrong"
    return "not all of them can be mines"


def _say_implied(result: WhatIf) -> str:
    """Counts the cells that would become mines or safe because of the what-if mines. Empty if none would."""
    mines = (result.implied_mines & result.from_what_if_mines).bit_count()
    safe = (result.implied_safe & result.from_what_if_mines).bit_count()
    parts = []
    if mines:
        parts.append(f"{plural(mines, 'more cell')} would be {'a mine' if mines == 1 else 'mines'}")
    if safe:
        parts.append(f"{plural(safe, 'cell')} would be safe")
    return f"Then {' and '.join(parts)}." if parts else ""
