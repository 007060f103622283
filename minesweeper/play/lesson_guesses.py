"""Compares all guesses of a position for a lesson, equal ones in one group, with their chances and the reason.

Tested in tests/play/test_lesson_drills.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from minesweeper.assist.best_guess import brief_win, guess_words, loss_words, why_in_short, why_worse
from minesweeper.assist.naming import LISTED, UNMARKED, Naming, Room, line_count, name_cells
from minesweeper.assist.tip import ProofStep
from minesweeper.core.cells import CellSet, to_cell_set
from minesweeper.core.position import Position
from minesweeper.core.text import begin, percent
from minesweeper.solvers.win_chance import GuessValue, GuessValues

_LINES = 2


@dataclass(frozen=True)
class ComparedGuesses:
    """The guesses of a position, the best first. It explains itself like a proof."""

    position: Position
    values: GuessValues

    mined = because = 0

    @cached_property
    def groups(self) -> tuple[tuple[GuessValue, CellSet], ...]:
        """The guesses with equal chances, as one of them and all their cells; the best first."""

        def rank(value: GuessValue) -> tuple[float, float]:
            return value.regret or 0.0, value.odds[0] / value.odds[1]

        ordered = sorted(self.values.ranked, key=rank)
        same = [list(group) for _, group in groupby(ordered, key=rank)]
        return tuple((group[0], to_cell_set(value.cell for value in group)) for group in same)

    @property
    def safe(self) -> CellSet:
        """The best cells to open."""
        return to_cell_set(value.cell for value in self.values.ranked if not value.regret)

    @property
    def changes(self) -> CellSet:
        """The best cells to open."""
        return self.safe

    @cached_property
    def steps(self) -> tuple[ProofStep, ...]:
        """Every group of guesses, with its chances and why it is worse."""
        return self.steps_in(Naming.FULL)

    def steps_in(self, naming: Naming) -> tuple[ProofStep, ...]:
        """Lists the groups with another way to name cells."""
        return tuple(
            ProofStep(self._sentence(value, cells, naming, LISTED), self._words(value), 0, cells)
            for value, cells in self.groups
        )

    def text(self, room: Room = UNMARKED) -> str:
        """Names the best guess with its chances; where nothing is marked, every other one too."""
        if room.width is None:
            return " ".join(self._sentence(value, cells, room.naming, LISTED) for value, cells in self.groups)
        if room.is_brief:
            return f"Best: {self._words(self.groups[0][0])}."
        texts = [self._sentence(*self.groups[0], Naming.FULL, most) for most in (3, 0)]
        return next((text for text in texts if line_count(text, room.width) <= _LINES), texts[-1])

    def _sentence(self, value: GuessValue, cells: CellSet, naming: Naming, most: int) -> str:
        names = name_cells(self.position.grid, cells, most, naming)
        if not value.regret:
            return f"Best: {names}, {guess_words(value)}."
        return f"{begin(names)}: {guess_words(value)}, {loss_words(value)}. {why_worse(self.values, value)}".strip()

    def _words(self, value: GuessValue) -> str:
        why = f", {why_in_short(self.values, value)}" if value.regret else ""
        return f"{percent(*value.odds)} risk, {brief_win(value)}{why}"
