"""A tip: a provable move of a position that explains itself, in the room where it is read.

Where nothing is marked, every clue and every cell has its name, and each step of a proof is told. On a screen, which
marks them, a sentence takes two lines at most; its steps can be walked through one by one.
Tested in tests/assist/test_sentences.py.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from minesweeper.assist.naming import LISTED, UNMARKED, Naming, Room, line_count, name_cells
from minesweeper.assist.proof_steps import ProofStep, walk
from minesweeper.assist.sentences import Explainer, are_mined, are_safe, be
from minesweeper.core.cells import CellSet
from minesweeper.core.position import Position
from minesweeper.core.text import begin
from minesweeper.solvers.deduction import Deduction
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.tips import tip

WIDTH = 78
_LINES = 2


class NoProof(NamedTuple):
    """That no move can be proved, or that none was found."""

    is_complete: bool = True
    """Whether nothing can be proved; otherwise the clues are too many to try all."""

    @property
    def text(self) -> str:
        """Says so, in words that claim no more than is known."""
        if self.is_complete:
            return "Nothing can be proved."
        return "No proof was found, but the clues are too many to try all."


@dataclass(frozen=True)
class Proof:
    """A deduction about a position, which explains itself.

    With the player's flags it says first which of them are wrong, and counts mines as the screen does.
    """

    position: Position
    deduction: Deduction
    flags: CellSet = 0
    was: bool = False
    """Whether it is told after a loss: what was safe then."""

    @property
    def safe(self) -> CellSet:
        """The cells that it proves safe."""
        return self.deduction.safe

    @property
    def mined(self) -> CellSet:
        """The cells that it proves to be mines."""
        return self.deduction.mined

    @property
    def because(self) -> CellSet:
        """The opened cells whose clues prove it."""
        return self.deduction.because

    @property
    def wrong_flags(self) -> CellSet:
        """The flags that it proves wrong."""
        return self.deduction.safe & self.flags

    @property
    def changes(self) -> CellSet:
        """The cells that a player who follows it opens or flags."""
        return self.deduction.safe | self.deduction.mined & ~self.flags

    @cached_property
    def steps(self) -> tuple[ProofStep, ...]:
        """The steps of the proof, in the order in which a person would show them; the last is what it proves."""
        return walk(self._explainer())

    def _explainer(self, naming: Naming = Naming.FULL) -> Explainer:
        return Explainer(self.position, self.deduction, self.flags, self.was, naming)

    def text(self, room: Room = UNMARKED, before: Sequence[str] = ("",)) -> str:
        """Says what it proves and why, in the fullest form that has room.

        What stands before it is given longest first: the reason comes before its length.
        """
        if room.is_brief:
            return self._words(room)
        text = ""
        for text in self._forms(room, before):
            if room.width is None or line_count(text, room.width) <= _LINES:
                return text
        return text

    def why(self, naming: Naming = Naming.FULL) -> str:
        """Says why it holds, in the fullest form."""
        return self._explainer(naming).reasons()[0]

    @property
    def words(self) -> str:
        """Why it holds in a few words, to come after what it proves."""
        return self._explainer().words()

    def _forms(self, room: Room, before: Sequence[str]) -> Iterator[str]:
        if room.width is None:
            yield self._sentence(before[0], self._result(room, LISTED), self.why(room.naming))
            return
        named = [self._explainer().reasons(), self._explainer(Naming.SHORT).reasons()]
        *fuller, _, _ = reasons = [reason for both in zip(*named, strict=True) for reason in both]
        if self.was:
            yield from (self._sentence(start, self._result(room, 3), why) for why in reasons for start in before)
            return
        short = room._replace(naming=Naming.SHORT)
        for some in (fuller, reasons):  # rather fewer names of cells, which are marked, than the barest reason
            for most, place in ((3, room), (3, short), (2, room), (1, room), (0, room)):
                yield from (self._sentence(before[0], self._result(place, most), reason) for reason in some)

    def _sentence(self, start: str, result: str, reason: str) -> str:
        return f"{start} {result}{f': {reason[:1].lower()}{reason[1:]}' if self.was else f'. {reason}'}".lstrip()

    def _result(self, room: Room, most: int) -> str:
        """Says what it proves; a safe cell with a flag is a wrong flag."""
        grid, tense = self.position.grid, "was" if self.was else "is"
        wrong, safe, mined = self.wrong_flags, self.safe & ~self.flags, self.mined * (not self.was)
        parts = []
        if wrong:
            names = name_cells(grid, wrong, most, room.naming)
            parts.append(f"the flag{'s' * (wrong.bit_count() > 1)} at {names} {be(wrong.bit_count(), tense)} wrong")
        if mined:
            parts.append(are_mined(mined, name_cells(grid, mined, most, room.naming)))
        if safe:
            colour = f" ({room.colour})" if room.colour else ""
            parts.append(are_safe(safe, f"{name_cells(grid, safe, most, room.naming)}{colour}", tense))
        return begin(", and ".join(parts))

    def _words(self, room: Room) -> str:
        """Says it in about 40 characters; the cells are named by the marks that the screen puts on them."""
        explainer = self._explainer()
        if self.wrong_flags:
            return f"A flag is wrong{explainer.words()}."
        marked = self.mined & ~self.flags  # a flag stays what the screen shows there
        if self.safe and marked:
            mines = "mine" if marked.bit_count() == 1 else "mines"
            return f"{room.mine} {mines}, {room.safe} safe{explainer.words('')}."
        result = are_safe(self.safe, room.safe) if self.safe else are_mined(self.mined, room.mine)
        return f"{result}{explainer.words()}."


def find_proof(
    position: Position, flags: CellSet = 0, near: int | None = None, previous: Analysis | None = None
) -> Generator[None, None, Proof | NoProof]:
    """Finds the easiest move that can be proved, among equals the one nearest to a cell, with its proof.

    Flags are no evidence: one that is proved wrong is the first tip of all. Raises Contradiction if no layout fits.
    """
    found = yield from tip(position, flags, near, previous)
    return NoProof(found.is_complete) if found.deduction is None else Proof(position, found.deduction, flags)
