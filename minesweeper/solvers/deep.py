"""The strongest guess if there is time to think: the best candidates of ``guess`` race each other in roll-outs.

All candidates play on the same drawn layouts, so that luck which they share cancels out. What a race shows is weighed
by its noise against what was to be expected before it: the plain maximum of noisy means would mostly pick noise.

Layouts are drawn from what the position shows; the truth is never seen, and whoever plays a roll-out on sees positions
only, never the layout drawn.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from math import sqrt
from random import Random
from typing import NamedTuple

from minesweeper.core.cells import CellSet, Grid, Planes, zeros_of
from minesweeper.core.position import Position, show_position
from minesweeper.solvers.deduction import finish
from minesweeper.solvers.endgame import best_end_move, draw_layout
from minesweeper.solvers.exact import Analysis, Reasoner
from minesweeper.solvers.guess import (
    Candidate,
    GuessKind,
    GuessMove,
    best_guess_in_slices,
    interior_guesses,
    rank_guesses,
)

QUICK_END_LAYOUTS = 200
"""With at most so many layouts the fast player searches the game tree."""
NEARLY_AS_SAFE = 0.97
"""The fast player looks at cells whose safety is at least this share of the best."""
ZERO_WORTH = 0.1
"""How much more a cell counts for it that shows a 0 for sure."""
_MOST_DRAWS = 10_000
SELDOM_SAFE = 0.1
"""Below this safety a layout in which a cell is safe is not drawn for it."""
HOPELESS = 1e-6
"""A smaller chance to win counts as none: on dense boards hundreds of guesses would be played that change nothing."""


class _Field:
    """A drawn layout, with what opening its cells shows."""

    __slots__ = ("given", "grid", "mines", "numbers", "safe", "zeros")

    def __init__(self, grid: Grid, mines: CellSet, given: CellSet) -> None:
        self.grid = grid
        self.mines = mines
        self.given = given
        self.safe = grid.all_cells ^ mines
        self.numbers = grid.count_neighbours(mines)
        self.zeros = zeros_of(self.numbers, self.safe)

    def open(self, opened: CellSet, cells: CellSet) -> CellSet:
        """What is opened after these safe cells are."""
        return opened | self.grid.cascade(cells, self.zeros, self.grid.all_cells ^ opened)

    def position(self, opened: CellSet) -> Position:
        """What a player sees."""
        return show_position(self.grid, self.numbers, opened, self.mines.bit_count(), self.given)


class DrawError(ValueError):
    """Cells that are mines in every layout drawn."""


def draw_with_safe(analysis: Analysis, cells: CellSet, random: Random) -> CellSet:
    """See ``draw_with_safe_in_slices``."""
    return finish(draw_with_safe_in_slices(analysis, cells, random))


def draw_with_safe_in_slices(analysis: Analysis, cells: CellSet, random: Random) -> Generator[None, None, CellSet]:
    """The mines of a layout that fits and has none in the cells, each such layout equally likely."""
    for _ in range(_MOST_DRAWS):
        mines = draw_layout(analysis, random)
        if not mines & cells:
            return mines
        yield
    raise DrawError(f"no layout with these cells safe was found among {_MOST_DRAWS:,}: they are mines")


def quick_guess(analysis: Analysis) -> GuessMove:
    """A good guess in little time: a point weaker than ``best`` on expert boards."""
    if analysis.layouts is not None and analysis.layouts <= QUICK_END_LAYOUTS:
        end = best_end_move(analysis)
        return GuessMove(end.cell, (end.layouts - end.safe, end.layouts), GuessKind.END_GAME, (end.wins, end.layouts))
    options = [(1 - risk / layouts, cells) for cells, risk, layouts in analysis.group_odds() if risk < layouts]
    if analysis.interior:
        risk, layouts = analysis.totals.inside
        options.append((1 - risk / layouts, tuple(interior_guesses(analysis)[:1])))
    grid = analysis.position.grid
    unknown = grid.all_cells & ~(analysis.position.opened | analysis.memory.settled[1] | analysis.memory.settled[2])
    free = 1 - analysis.mines_unknown / unknown.bit_count()
    bar = NEARLY_AS_SAFE * max(options)[0]
    best, choice = 0.0, max(options)[1][0]
    for safety, cells in options:
        if safety < bar:
            continue
        for cell in cells:
            beside = grid.neighbours(cell)
            hidden = (beside & unknown).bit_count()
            if hidden:  # else it would tell nothing
                zero = 0.0 if beside & analysis.mined else free**hidden
                if safety * (1 + ZERO_WORTH * zero) > best:
                    best, choice = safety * (1 + ZERO_WORTH * zero), cell
    return GuessMove(choice, analysis.odds(choice), GuessKind.SAFEST)


class Rollouts:
    """Roll-outs from one position. What was found in one is remembered for the next: late in a game they meet again."""

    def __init__(
        self, analysis: Analysis, random: Random, guess: Callable[[Analysis], GuessMove] | None = None
    ) -> None:
        """Whoever plays on guesses by ``guess``; if not told, the fast player does."""
        self._start = analysis
        self._random = random
        self._guess = guess or quick_guess
        self._safe: dict[tuple[CellSet, Planes], CellSet] = {}
        """For positions met before the cells that are certainly safe; 0 if there is none."""
        self._guesses: dict[tuple[CellSet, Planes], tuple[Analysis, GuessMove]] = {}
        """For those without a safe cell the guess."""
        self._tails: dict[tuple[CellSet, CellSet], float] = {}
        """What followed from cells opened on a layout: candidates played on the same layout soon meet."""

    def play_out(self, mines: CellSet, cell: int) -> float:
        """See ``play_out_in_slices``."""
        return finish(self.play_out_in_slices(mines, cell))

    def play_out_in_slices(self, mines: CellSet, cell: int) -> Generator[None, None, float]:
        """An estimate of the chance to win once the cell is opened: it is safe in the layout given.

        It is the product of the chances of all guesses that follow; where one hits a mine the layout is drawn anew.
        One that is seldom safe is played as it comes: such a layout may be hard to draw.
        The mean over layouts that fit is the chance that the player wins; see docs/solver.md for the proof.
        """
        start = self._start.position
        grid, given = start.grid, start.given
        field = _Field(grid, mines, given)
        opened = field.open(start.opened, 1 << cell)
        reasoner = Reasoner(self._start.memory)
        value = 1.0
        passed: list[tuple[tuple[CellSet, CellSet], float]] = []
        while opened != field.safe:
            state = opened, field.mines
            if state in self._tails:
                value *= self._tails[state]
                break
            passed.append((state, value))
            position = field.position(opened)
            key = opened, position.clues
            safe = self._safe.get(key)
            if safe is None:
                safe = self._safe[key] = reasoner.certain(position)[0]
            if not safe:
                if key not in self._guesses:
                    analysis = reasoner.analyse(position)
                    self._guesses[key] = analysis, self._guess(analysis)
                now, move = self._guesses[key]
                if move.wins is not None:
                    value *= move.wins[0] / move.wins[1]
                    break
                safe, safety = 1 << move.cell, 1 - move.odds[0] / move.odds[1]
                if safety >= SELDOM_SAFE:
                    value *= safety
                    if value < HOPELESS:
                        return 0.0  # no tail is known: what leads here may be met with more left to lose
                    if safe & field.mines:
                        mines = yield from draw_with_safe_in_slices(now, safe, self._random)
                        field = _Field(grid, mines, given)
                elif safe & field.mines:
                    value = 0.0
                    break
            opened = field.open(opened, safe)
            yield
        for state, before in passed:
            self._tails[state] = value / before
        return value

    def worth_in_slices(self, drawn: CellSet, cell: int) -> Generator[None, None, float]:
        """An estimate of the chance to win by a guess, with a pause after each move; all use the same drawn layout.

        It is the guess's safety times the worth of a layout in which it is safe: another one where it is mined in that
        drawn. Such a layout may be hard to draw: a guess that is seldom safe is worth nothing where it is mined.
        """
        risk, layouts = self._start.odds(cell)
        safety = 1 - risk / layouts
        if safety < SELDOM_SAFE:
            return 0.0 if drawn >> cell & 1 else (yield from self.play_out_in_slices(drawn, cell))
        mines = drawn
        if drawn >> cell & 1:
            mines = yield from draw_with_safe_in_slices(self._start, 1 << cell, self._random)
        return safety * (yield from self.play_out_in_slices(mines, cell))


END_LAYOUTS = 10_000
"""With at most so many layouts the game tree is searched to its end: there is time for more than ``best`` takes."""
CANDIDATES = 4
NEARLY_AS_GOOD = 0.95
"""Candidates race if their score is at least this share of the best."""
FEWEST_ROUNDS = 20
"""On fewer layouts nothing can be seen, so that no race is begun that would end before."""
SPREAD = 0.022
"""How much the worth of candidates differs: the standard deviation, as a share of the worth; found by roll-outs."""
LATE_SPREAD = 0.045
"""The same late in a game, when fewer than LATE safe cells are left to open."""
LATE = 100
SLOPE = 0.7
"""By how much one is worth less whose score is less by 1, as shares; found by roll-outs."""
MARGIN = 0.002
"""The choice of ``best`` is left only for so much more, as a share."""
DROP_AT = 1.5
"""A candidate is out once it would have to be worth so many standard deviations more to be the best."""
CELLS_A_ROLLOUT = 100
"""A roll-out counts once more for so many safe cells that are left to open."""


def racers(ranked: list[Candidate], cell: int) -> list[Candidate]:
    """The candidate of that cell, and the few that promise nearly as much."""
    first = next(one for one in ranked if one.cell == cell)
    others = [one for one in ranked if one.score >= NEARLY_AS_GOOD * first.score and one is not first]
    return [first, *others[: CANDIDATES - 1]]


class Budget(NamedTuple):
    """How long to think about a move."""

    seconds: float = 1.0
    rollouts: int | None = None
    """Counts instead of seconds if given: then the same position has the same move, on any machine."""


Clock = Callable[[], float]


def deep_guess_in_slices(
    analysis: Analysis, budget: Budget, clock: Clock = time.monotonic, end_layouts: int | None = None
) -> Generator[None, None, GuessMove]:
    """The strongest guess of a position in which no cell is certainly safe; see ``best_guess_in_slices``."""
    began = clock()
    move = yield from best_guess_in_slices(analysis, END_LAYOUTS if end_layouts is None else end_layouts)
    if move.kind is not GuessKind.LOOK_AHEAD:
        return move
    yield
    race = _Race(analysis, racers(rank_guesses(analysis), move.cell))
    most_rounds = race.rounds_for(budget.rollouts) if budget.rollouts is not None else None
    if most_rounds is not None and most_rounds < FEWEST_ROUNDS:
        return move
    while len(race.alive) > 1:
        if race.cost >= budget.rollouts if budget.rollouts is not None else clock() - began >= budget.seconds:
            break
        for _ in race.play_round():
            yield
            if budget.rollouts is None and clock() - began >= budget.seconds:
                break  # one round may take longer than there is time
    cell = race.choice()
    return move if cell == move.cell else GuessMove(cell, analysis.odds(cell), GuessKind.ROLL_OUTS)


def price_of_rollout(analysis: Analysis) -> int:
    """For how many a roll-out from here counts."""
    return 1 + _cells_to_open(analysis) // CELLS_A_ROLLOUT


def _cells_to_open(analysis: Analysis) -> int:
    return analysis.position.hidden.bit_count() - analysis.position.mine_total


class _Race:
    """Candidates and what their roll-outs were worth; the first is the choice of ``best``.

    What is known of a candidate before the race (SLOPE, SPREAD) counts with what the race shows, each by its precision.
    So a short race changes little, and noise is not taken for a lead.
    """

    def __init__(self, analysis: Analysis, candidates: list[Candidate]) -> None:
        self._analysis = analysis
        self._candidates = candidates
        self._random = Random(analysis.position.opened)  # the same position is thought about in the same way
        self._rollouts = Rollouts(analysis, self._random)
        self._values: list[list[float]] = [[] for _ in candidates]
        self._price = price_of_rollout(analysis)
        self._spread = SPREAD if _cells_to_open(analysis) >= LATE else LATE_SPREAD
        self.alive = list(range(len(candidates)))
        self.cost = 0
        """The roll-outs so far, long ones counted several times."""

    def rounds_for(self, rollouts: int) -> int:
        """How many layouts all candidates can play for so many roll-outs."""
        return rollouts // (self._price * len(self._candidates))

    def play_round(self) -> Generator[None, None, None]:
        """One roll-out for each candidate still in the race, all on one layout."""
        drawn = draw_layout(self._analysis, self._random)
        for number in self.alive:
            worth = yield from self._rollouts.worth_in_slices(drawn, self._candidates[number].cell)
            self._values[number].append(worth)
            self.cost += self._price
            yield
        if len(self._values[self.alive[0]]) >= FEWEST_ROUNDS:
            self._drop()

    def _drop(self) -> None:
        """Takes out who is most likely not the best; the first may be out too, if another is clearly better."""
        beliefs = {number: self._belief(number) for number in self.alive}
        best = max(belief.lead for belief in beliefs.values())
        alive = [n for n, belief in beliefs.items() if belief.lead + DROP_AT * belief.doubt >= best]
        self.alive = alive if len(alive) == 1 or not alive[0] else [0, *alive]  # the others are measured by the first

    def _belief(self, number: int) -> _Belief:
        """What is to be thought of a candidate's worth, less that of the first; only the difference matters."""
        if not number:
            return _Belief(0.0, 0.0)
        pairs = list(zip(self._values[number], self._values[0], strict=False))
        rounds = len(pairs)
        worth = max(sum(one + first for one, first in pairs) / (2 * rounds), 0.01)
        before = SLOPE * worth * (self._candidates[number].score / self._candidates[0].score - 1)
        mean = sum(one - first for one, first in pairs) / rounds
        noise = sum((one - first - mean) ** 2 for one, first in pairs) / (rounds - 1) / rounds
        spread = (self._spread * worth) ** 2
        share = spread / (spread + noise)
        return _Belief(share * mean + (1 - share) * before, sqrt(spread * (1 - share)))

    def choice(self) -> int:
        """The cell to open: that of ``best``, the first, unless another has shown to be better."""
        if len(self._values[0]) < FEWEST_ROUNDS:
            return self._candidates[0].cell
        worth = sum(self._values[0]) / len(self._values[0])
        lead, best = max((self._belief(number).lead, -number) for number in self.alive)
        return self._candidates[-best if lead > MARGIN * worth else 0].cell


class _Belief(NamedTuple):
    lead: float
    """By how much a candidate is expected to be worth more than the first."""
    doubt: float
    """The standard deviation of that."""
