"""Explains the 1-2-1 and 1-2-2-1 patterns as a whole: all their numbers, their mines and their safe cells.

Tested in tests/play/test_lesson_drills.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from minesweeper.assist.naming import LISTED, UNMARKED, Naming, Pattern, Room, Seen, follow_wall, name_cells
from minesweeper.assist.sentences import Explainer
from minesweeper.assist.tip import Proof, ProofStep
from minesweeper.core.cells import CellSet, to_cell_set
from minesweeper.core.position import Position
from minesweeper.core.text import begin
from minesweeper.solvers.deduction import Deduction, Kind, Step

_MINES_FACE = {(1, 2, 1): 1, (1, 2, 2, 1): 2}
"""The numbers of the patterns, and the number in them that the mines face."""


@dataclass(frozen=True)
class PatternProof(Proof):
    """The proof of a pattern, which shows the mine at each end first and the safe cells last."""

    line: tuple[Seen, ...] = ()
    """The numbers of the pattern from one end to the other."""

    @cached_property
    def steps(self) -> tuple[ProofStep, ...]:
        """The steps for a screen, which marks cells instead of naming them."""
        return self._steps(None)

    def steps_in(self, naming: Naming) -> tuple[ProofStep, ...]:
        return self._steps(naming)

    def _steps(self, naming: Naming | None) -> tuple[ProofStep, ...]:
        steps: list[ProofStep] = []
        mined = 0
        for end, beside in (self.line[:2], self.line[:-3:-1]):
            mine, clues = _mine(end, beside), 1 << end.clue | 1 << beside.clue
            step, mined = Step(mined=mine, clues=clues), mined | mine
            pair = self.deduction._replace(safe=0, mined=mine, because=clues, steps=(step,))
            reasons = Explainer(self.position, pair, self.flags, naming=naming or Naming.FULL).step_reasons(step)
            text = reasons[-2] if naming is None else reasons[0]
            start = "From the other end, t" if steps else "T"
            steps.append(ProofStep(f"{start}{text[1:]}", "they can share only one mine", clues, 0, mined))
        text = f"Now each number has its mines, so {self._others(naming)}."
        steps.append(ProofStep(text, "the rest is safe", self.because, self.safe, self.mined))
        return tuple(steps)

    def text(self, room: Room = UNMARKED, before: object = None) -> str:
        """States the pattern; a screen marks its cells instead of naming them."""
        needs = tuple(seen.needs for seen in self.line)
        name, faced = (" " if room.naming is Naming.SPOKEN else "-").join(map(str, needs)), _MINES_FACE[needs]
        if room.is_brief:
            return f"{name}: the mines face the {faced}s."
        naming = room.naming if room.width is None else None
        numbers = "these numbers" if naming is None else f"the numbers at {self._names(self.because, naming)}"
        known = "without the known mines, " * bool(self.deduction.assumes_mined)
        mines = "" if naming is None else f": {self._names(self.mined, naming)}"
        return (
            f"{begin(f'{known}{numbers}')} are {name}. The cells facing the {faced}s are mines{mines}."
            f" {begin(self._others(naming))}."
        )

    def why(self, naming: Naming = Naming.FULL) -> str:
        return self.text(Room(naming=naming))

    def _others(self, naming: Naming | None) -> str:
        """Says that the other cells are safe."""
        unflagged = "unflagged " * bool(self.deduction.assumes_mined)
        names = "" if naming is None else f": {self._names(self.safe, naming)}"
        return f"all other {unflagged}cells beside these numbers are safe{names}"

    def _names(self, cells: CellSet, naming: Naming) -> str:
        return name_cells(self.position.grid, cells, LISTED, naming)


def _mine(end: Seen, beside: Seen) -> CellSet:
    """Returns the cell that only the 2 beside the 1 at an end sees."""
    return beside.cells & ~end.cells


def find_pattern_proof(position: Position, deduction: Deduction, flags: CellSet) -> PatternProof | None:
    """Finds the pattern to which a deduction by two numbers belongs, with flags as known mines."""
    explainer, step = Explainer(position, deduction), deduction.steps[-1]
    if explainer.pattern(step) not in (Pattern.ONE_TWO_ONE, Pattern.ONE_TWO_TWO_ONE):
        return None

    def look(clue: int) -> Seen | None:
        around = position.grid.neighbours(clue) & position.hidden
        needs = position.clue(clue) - (around & flags).bit_count()
        return Seen(clue, needs, around & ~flags) if position.opened >> clue & 1 else None

    (one,), (other,) = explainer.sides(step)
    seen, also = look(one), look(other)
    assert seen is not None
    assert also is not None
    line = follow_wall(position.grid, seen, also, look)
    line = line[: 3 if [seen.needs for seen in line[:3]] == [1, 2, 1] else 4]
    if tuple(seen.needs for seen in line) not in _MINES_FACE:
        return None
    mined = _mine(*line[:2]) | _mine(*line[:-3:-1])
    safe = 0
    for seen in line:
        safe |= seen.cells & ~mined
    because = to_cell_set(seen.clue for seen in line)
    known = flags & position.grid.spread(because)
    found = Deduction(Kind.TWO_CLUES, safe, mined, because, assumes_mined=known)
    return PatternProof(position, found, flags, line=tuple(line))
