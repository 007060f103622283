"""Finds the best guess of a position and guesses to compare with it, and explains them.

Tested in tests/ui/game/test_guess_mode.py.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from minesweeper.assist.guess_words import (
    brief_loss,
    brief_win,
    guess_words,
    loss_words,
    safety_of,
    why_in_short,
    why_worse,
)
from minesweeper.assist.naming import Naming, name_cell
from minesweeper.core.position import Position
from minesweeper.core.text import begin, percent
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.win_chance import GuessValue, GuessValues, guess_to_show


class BestGuess(NamedTuple):
    """The best move of a position (a guess, unless a cell is safe) and guesses to compare with it."""

    position: Position
    found: GuessValues

    def sentence(self, number: int = 0) -> str:
        """Rates a candidate in a sentence, and explains why it ranks below the best guess, number 0."""
        shown = self.found.ranked[number]
        place, told = name_cell(self.position.grid, shown.cell), guess_words(shown, self.found.best.is_exact)
        if number:
            loss = f", {loss_words(shown)}" if shown.regret else ""
            return f"{begin(place)}: {told}{loss}. {why_worse(self.found, shown)}"
        return f"Best guess: {place}, {told}." if shown.odds[0] else f"No guess is needed: {place} is safe."

    def forms(self, number: int = 0) -> list[str]:
        """Rates a candidate in forms for a screen, longest first; the last forms fit the smallest screens."""
        shown = self.found.ranked[number]
        short = name_cell(self.position.grid, shown.cell, Naming.SHORT)
        odds, told = percent(*shown.odds, self.found.best.is_exact), guess_words(shown, self.found.best.is_exact)
        if number:
            return self._forms_of_other(number, short, odds, told)
        if not shown.odds[0]:
            return [self.sentence(), f"{short} is safe."]
        if shown.chance is None:
            return [self.sentence(), f"Best guess: {short}, {odds}."]
        return [self.sentence(), f"Best: {short}, {told}.", f"Best {short}: {odds}\n{brief_win(shown)}"]

    def _forms_of_other(self, number: int, short: str, odds: str, told: str) -> list[str]:
        shown = self.found.ranked[number]
        count = f"{number + 1}/{len(self.found.ranked)}"
        loss = f", {loss_words(shown)}" if shown.regret is not None else ""
        why = f"; {why_in_short(self.found, shown)}" if shown.regret != 0 else ""
        brief = f"{count} {short}: {told}{loss}"
        small = self._in_two_lines(shown, f"{count} {short}", odds)
        return [f"{count}  {self.sentence(number)}", f"{brief}{why}.", f"{brief}.", *small]

    def _in_two_lines(self, shown: GuessValue, name: str, odds: str) -> list[str]:
        """Rates a candidate in two lines for the smallest screens, which show its cell between them."""
        loss, win = brief_loss(shown), brief_win(shown)
        first = f"{name} {odds} {loss}".rstrip()
        safety = "as good" if shown.regret == 0 else safety_of(self.found, shown).value
        if not win:
            return [f"{first}\n{why_in_short(self.found, shown)}", f"{first}\n{safety}"]
        return [
            f"{first}\n{win}, {safety}",
            f"{first}\n{win}",
            f"{name}: {odds}\n{win} {loss}".rstrip(),
            f"{name}: {odds}\n{win}",
        ]


def find_guess(position: Position, think: float, previous: Analysis | None = None) -> Generator[None, None, BestGuess]:
    """Finds the best move within ``think`` seconds, and the guesses to compare with it."""
    analysis = yield from analyse(position, previous)
    return BestGuess(position, (yield from guess_to_show(analysis, think)))
