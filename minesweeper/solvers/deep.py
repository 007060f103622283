"""The strongest guess if there is time to think: the best candidates of ``best`` race each other in roll-outs.

All candidates play on the same drawn layouts, so that luck which they share cancels out. The choice of ``best`` is left
only for one that is better by more than the noise: the plain maximum of noisy means would mostly pick noise.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from math import sqrt
from random import Random
from typing import NamedTuple

from minesweeper.cells import first_cell
from minesweeper.position import Position
from minesweeper.solvers.analysis import Analysis
from minesweeper.solvers.best import Candidate, Kind, Move, best_guess, rank_guesses
from minesweeper.solvers.layouts import draw_layout
from minesweeper.solvers.rollouts import draw_with_safe, play_out

CANDIDATES = 4
NEARLY_AS_GOOD = 0.95
"""Candidates race if their score is at least this share of the best."""
LEAVE_AT = 1.0
"""The choice of ``best`` is left for one that is better by so many standard errors."""
DROP_AT = 2.0
"""A candidate is out once it is worse than another by so many standard errors."""
FEWEST_ROUNDS = 12
"""No candidate is out, and no choice is left, on fewer layouts."""


class Budget(NamedTuple):
    """How long to think about a move."""

    seconds: float = 1.0
    rollouts: int | None = None
    """Counts instead of seconds if given: then the same position has the same move, on any machine."""


Clock = Callable[[], float]


def deep_move_in_slices(
    position: Position, analysis: Analysis, budget: Budget, clock: Clock = time.monotonic
) -> Generator[None, None, Move]:
    """A certain move if there is one, else the strongest guess; with a pause every few milliseconds."""
    if analysis.safe:
        cell = first_cell(analysis.safe)
        return Move(cell, analysis.odds(cell), Kind.CERTAIN)
    return (yield from deep_guess_in_slices(analysis, budget, clock))


def deep_guess_in_slices(
    analysis: Analysis, budget: Budget, clock: Clock = time.monotonic
) -> Generator[None, None, Move]:
    """The strongest guess of a position in which no cell is certainly safe."""
    began = clock()
    move = best_guess(analysis)
    if move.kind is not Kind.LOOK_AHEAD:
        return move
    yield
    ranked = rank_guesses(analysis)
    racing = [one for one in ranked if one.score >= NEARLY_AS_GOOD * ranked[0].score and one.cell != move.cell]
    first = next(one for one in ranked if one.cell == move.cell)
    race = _Race(analysis, [first, *racing[: CANDIDATES - 1]])
    while len(race.alive) > 1:
        if race.played >= budget.rollouts if budget.rollouts is not None else clock() - began >= budget.seconds:
            break
        yield from race.play_round()
    cell = race.choice()
    return move if cell == move.cell else Move(cell, analysis.odds(cell), Kind.ROLL_OUTS)


class _Race:
    def __init__(self, analysis: Analysis, candidates: list[Candidate]) -> None:
        self._analysis = analysis
        self._candidates = candidates
        self._random = Random(analysis.position.opened)  # the same position is thought about in the same way
        self._values: list[list[float]] = [[] for _ in candidates]
        self.alive = list(range(len(candidates)))
        self.played = 0

    def play_round(self) -> Generator[None, None, None]:
        """One roll-out for each candidate still in the race, all on one layout."""
        drawn = draw_layout(self._analysis, self._random)
        for number in self.alive:
            candidate = self._candidates[number]
            mines = drawn
            if mines >> candidate.cell & 1:
                # The value of a guess is its safety times the mean over the layouts in which it is safe.
                mines = draw_with_safe(self._analysis, candidate.cell, self._random)
            value = play_out(self._analysis, mines, candidate.cell, self._random)
            self._values[number].append(candidate.safety * value)
            self.played += 1
            yield
        if len(self._values[self.alive[0]]) >= FEWEST_ROUNDS:
            self._drop()

    def _drop(self) -> None:
        leader = max(self.alive, key=lambda number: sum(self._values[number]))
        self.alive = [n for n in self.alive if n == leader or self._lead(leader, n) < DROP_AT]

    def _lead(self, one: int, other: int) -> float:
        """By how many standard errors one candidate is better than another, on the layouts that both played."""
        pairs = zip(self._values[one], self._values[other], strict=False)
        leads = [value - less for value, less in pairs]
        rounds = len(leads)
        mean = sum(leads) / rounds
        spread = sum(lead * lead for lead in leads) / rounds - mean * mean
        if spread <= 1e-12:
            return 0.0 if abs(mean) < 1e-6 else (DROP_AT if mean > 0 else -DROP_AT)
        return mean / sqrt(spread / (rounds - 1))

    def choice(self) -> int:
        """The cell to open: that of ``best``, the first, unless another has shown to be better."""
        if len(self._values[0]) < FEWEST_ROUNDS:
            return self._candidates[0].cell
        leader = max(self.alive, key=lambda number: sum(self._values[number]))
        return self._candidates[leader if leader and self._lead(leader, 0) > LEAVE_AT else 0].cell
