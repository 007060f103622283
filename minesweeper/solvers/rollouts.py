"""Finds the strongest guess if there is time to think, by letting the best candidates of ``guess`` race each other.

In a roll-out, a bot plays the rest of the game on a layout that fits the position. All candidates play on the same
layouts, so that they share their luck and differ only by what they are worth. Results of few games are mostly noise,
and the highest of several noisy averages is mostly lucky. So what ``guess`` expected of a candidate counts too, and the
more so the noisier its results are. Layouts are drawn from the position alone, so the true mines play no part, and the
bot sees positions only, never the drawn layout. The solver "deep" plays by this module, and ``win_chance`` uses it for
estimates.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from math import erf, exp, fsum, pi, sqrt
from operator import mul
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.core.cells import CellSet, Grid, Planes, zeros_of
from minesweeper.core.late import LateModule
from minesweeper.core.position import Position, show_position
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import Analysis, ExactSolver
from minesweeper.solvers.guess import Candidate, GuessKind, RecommendedMove, best_guess, rank_guesses
from minesweeper.solvers.sampling import Sampler

if TYPE_CHECKING:
    import statistics
else:
    statistics = LateModule("statistics")  # Proofs need no roll-outs.

ROLLOUT_END_LAYOUTS = 400
"""With at most this many layouts in each island, a roll-out stops playing and takes the exact win chance from a search
of the end game.
"""
SELDOM_SAFE = 0.1
"""If a cell has a lower safety, no layout is drawn in which it is safe, because this may take too many attempts."""
HOPELESS = 1e-6
"""A lower win chance counts as 0. Otherwise roll-outs on dense boards would play hundreds of pointless guesses."""


class _Field:
    """A drawn layout with the clues of its cells."""

    __slots__ = ("given", "grid", "mines", "numbers", "safe", "zeros")

    def __init__(self, grid: Grid, mines: CellSet, given: CellSet) -> None:
        self.grid = grid
        self.mines = mines
        self.given = given
        self.safe = grid.all_cells ^ mines
        self.numbers = grid.count_neighbours(mines)
        self.zeros = zeros_of(self.numbers, self.safe)

    def open(self, opened: CellSet, cells: CellSet) -> CellSet:
        """The opened cells after some safe cells are opened, together with what their zeros open."""
        return opened | self.grid.cascade(cells, self.zeros, self.grid.all_cells ^ opened)

    def position(self, opened: CellSet) -> Position:
        """What a player sees of the layout if these cells are opened."""
        return show_position(self.grid, self.numbers, opened, self.mines.bit_count(), self.given)


def _play_on(analysis: Analysis) -> RecommendedMove:
    return run_to_end(best_guess(analysis, ROLLOUT_END_LAYOUTS))


class Rollouts:
    """Plays roll-outs from one position. It remembers positions, because roll-outs meet again late in a game."""

    def __init__(
        self, analysis: Analysis, random: Random, guess: Callable[[Analysis], RecommendedMove] = _play_on
    ) -> None:
        """Prepares roll-outs from the analysed position.

        ``guess`` says what the bot does when nothing is provable. By default the bot plays like the solver "best", with
        a shorter end game.
        """
        self._start = Sampler(analysis)
        self._random = random
        self._guess = guess
        self._safe: dict[tuple[CellSet, Planes], CellSet] = {}
        """The safe cells of positions that roll-outs met before. Empty if nothing is provable there."""
        self._guesses: dict[tuple[CellSet, Planes], tuple[Sampler, RecommendedMove]] = {}
        """The guesses in positions that have no provable safe cell."""
        self._tails: dict[tuple[CellSet, CellSet], float] = {}
        """The results of play from a set of opened cells on a layout, because candidates on the same layout soon
        meet.
        """

    def draw(self) -> CellSet:
        """Draws the mines of a layout on which all guesses play."""
        return self._start.draw(self._random)

    def layout_for(self, drawn: CellSet, cell: int) -> CellSet:
        """The drawn layout if the cell is safe in it.

        Otherwise a layout in which the cell is safe and that is as similar as possible.
        """
        return self._start.redraw(drawn, cell, self._random) if drawn >> cell & 1 else drawn

    def play_out(self, mines: CellSet, cell: int) -> Generator[None, None, float]:
        """Estimates the win chance after a cell is opened that is safe in the given layout. Runs in slices.

        The estimate is the product of the safeties of all guesses that follow. If a guess hits a mine, play goes on in
        another layout in which it is safe. A guess that is rarely safe is an exception: it loses if it hits a mine,
        because another layout may be hard to draw. The mean over all layouts that fit is the bot's win chance; see
        docs/dev/solver.md for the proof.
        """
        start = self._start.analysis.position
        grid, given = start.grid, start.given
        field = _Field(grid, mines, given)
        opened = field.open(start.opened, 1 << cell)
        exact_solver = ExactSolver(self._start.analysis)
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
                safe = self._safe[key] = run_to_end(exact_solver.certain(position))[0]
            if not safe:
                if key not in self._guesses:
                    analysis = run_to_end(exact_solver.analyse(position))
                    self._guesses[key] = Sampler(analysis), self._guess(analysis)
                now, move = self._guesses[key]
                if move.wins is not None:
                    value *= move.wins[0] / move.wins[1]
                    break
                safe, safety = 1 << move.cell, 1 - move.odds[0] / move.odds[1]
                if safety >= SELDOM_SAFE:
                    value *= safety
                    if value < HOPELESS:
                        # Remembers nothing here, because other ways may lead to this position with a higher chance.
                        return 0.0
                    if safe & field.mines:
                        field = _Field(grid, now.redraw(field.mines, move.cell, self._random), given)
                elif safe & field.mines:
                    value = 0.0
                    break
            opened = field.open(opened, safe)
            yield
        for state, before in passed:
            self._tails[state] = value / before
        return value

    def estimate_win(self, drawn: CellSet, cell: int) -> Generator[None, None, float]:
        """Estimates the win chance of a guess on one drawn layout. Pauses after each move. Use the same layout for all
        guesses that are compared.

        The estimate is the safety of the guess times the result of play on a layout in which it is safe, which is
        another layout if the cell is a mine in the drawn one. A guess that is rarely safe counts as lost instead,
        because such a layout may be hard to draw.
        """
        risk, layouts = self._start.analysis.odds(cell)
        safety = 1 - risk / layouts
        if safety < SELDOM_SAFE:
            return 0.0 if drawn >> cell & 1 else (yield from self.play_out(drawn, cell))
        return safety * (yield from self.play_out(self.layout_for(drawn, cell), cell))


END_LAYOUTS = 10_000
"""The most layouts of an island if the end game is searched to its end. The solver "best" has no time for so many."""
CANDIDATES = 5
NEARLY_AS_GOOD = 0.96
"""A candidate takes part in the race if its score is at least this share of the best score."""
FEWEST_ROUNDS = 10
"""If fewer layouts were played, the race has no result, because noise would decide it."""
ROUNDS_A_LOOK = 25
"""After how many layouts the candidates without hope leave the race."""
SPREAD = 0.018
"""By how much a candidate's true value differs from what its score predicts: a standard deviation, as a share of the
value.
"""
SLOPE = 0.7
"""How much value a candidate loses for each loss of score, both as shares.

``SPREAD`` and ``SLOPE`` were measured with roll-outs.
"""
LEAST_HOPE = 0.001
"""A candidate leaves the race if the gain expected from choosing it instead of the leader is a lower share of the
value.
"""


def racers(ranked: list[Candidate], cell: int) -> list[Candidate]:
    """The candidates that race: that of ``cell``, and a few others whose scores are nearly as good."""
    first = next(one for one in ranked if one.cell == cell)
    others = [one for one in ranked if one.score >= NEARLY_AS_GOOD * first.score and one is not first]
    return [first, *others[: CANDIDATES - 1]]


class Budget(NamedTuple):
    """How long a solver may think about one move."""

    seconds: float = 1.0
    rollouts: int | None = None
    """If given, how often each candidate is played out, and ``seconds`` don't count.

    Then every machine makes the same move.
    """


Clock = Callable[[], float]


def deep_guess(
    analysis: Analysis, budget: Budget, clock: Clock = time.monotonic, end_layouts: int | None = None
) -> Generator[None, None, RecommendedMove]:
    """Finds the strongest guess of a position in which no cell is proved safe. Runs in slices.

    Searches the end game if no island has more than ``end_layouts`` layouts (``END_LAYOUTS`` by default). Otherwise the
    best candidates race until the budget is used up. Until a 0 is open, it skips the race, which wouldn't improve the
    guess.
    """
    began = clock()
    move = yield from best_guess(analysis, END_LAYOUTS if end_layouts is None else end_layouts)
    if move.kind is not GuessKind.LOOK_AHEAD or not zeros_of(analysis.position.clues, analysis.position.opened):
        return move
    yield
    race = _Race(analysis, racers((yield from rank_guesses(analysis)), move.cell))
    while len(race.alive) > 1 and (budget.rollouts is None or race.rounds < budget.rollouts):
        for _ in race.play_round():
            yield
            if budget.rollouts is None and clock() - began >= budget.seconds:
                # Stops in the middle of a round, because a single one may take longer than the budget.
                break
        else:
            continue
        break
    cell = race.choice()
    return move if cell == move.cell else RecommendedMove(cell, analysis.odds(cell), GuessKind.ROLL_OUTS)


class _Race:
    """A race of candidates with the results so far. The first candidate is the choice of the solver "best"."""

    def __init__(self, analysis: Analysis, candidates: list[Candidate]) -> None:
        self._analysis = analysis
        # Uses a fixed seed, so that a position has the same race every time.
        self._rollouts = Rollouts(analysis, Random(analysis.position.opened))
        self.alive: list[tuple[Candidate, list[float], list[float]]] = [(one, [], []) for one in candidates]
        """The candidates that are still in the race.

        Each has its win chance on every layout, and how lucky its clue was on each (``Candidate.clue_luck``).
        """
        self.rounds = 0

    def play_round(self) -> Generator[None, None, None]:
        """Plays one roll-out for each candidate that is still in the race, all on one layout. Runs in slices."""
        drawn = self._rollouts.draw()
        grid, proved = self._analysis.position.grid, self._analysis.settled[2]
        results = []
        for one, _, _ in self.alive:
            mines = self._rollouts.layout_for(drawn, one.cell)
            clue = (mines & ~proved & grid.neighbours(one.cell)).bit_count()
            chance = yield from self._rollouts.play_out(mines, one.cell)
            results.append((one.safety * chance, one.clue_luck[clue] if one.clue_luck else 0.0))
            yield
        for (_, chances, lucks), (chance, luck) in zip(self.alive, results, strict=True):
            chances.append(chance)
            lucks.append(luck)
        self.rounds += 1
        if self.rounds % ROUNDS_A_LOOK == 0:
            self._drop()

    def _drop(self) -> None:
        """Removes candidates that have little hope to win the race, and those that had the same results as another one
        everywhere.
        """
        leads, doubts = self._beliefs()
        best = leads.index(max(leads))
        bar = LEAST_HOPE * statistics.fmean(self.alive[best][1])
        seen: list[list[float]] = []
        alive = []
        for number, one in enumerate(self.alive):
            variance = doubts[best][best] + doubts[number][number] - 2 * doubts[best][number]
            is_hopeful = _expected_gain(leads[number] - leads[best], variance) >= bar
            if number == best or (is_hopeful and one[1] not in seen and one[1] != self.alive[best][1]):
                alive.append(one)
                seen.append(one[1])
        self.alive = alive

    def _beliefs(self) -> tuple[list[float], list[list[float]]]:
        scores, chances, clue_luck = zip(*[(one.score, *values) for one, *values in self.alive], strict=True)
        return weigh_race(scores, chances, clue_luck)

    def choice(self) -> int:
        """The cell with the highest expected value.

        If too few rounds were played, it is the choice of the solver "best".
        """
        if self.rounds < FEWEST_ROUNDS:
            return self.alive[0][0].cell
        leads, _ = self._beliefs()
        return self.alive[leads.index(max(leads))][0].cell


def weigh_race(
    scores: Sequence[float], chances: Sequence[list[float]], clue_luck: Sequence[list[float]]
) -> tuple[list[float], list[list[float]]]:
    """Estimates by how much the value of each candidate is higher than that of the first, and the covariances of these
    leads.

    Two things count for a lead: what the scores predict (``SLOPE``, ``SPREAD``) and the results, both as normal
    distributions. Some of the results is luck with the clues. The mean of this luck is known to be 0, so the part of
    each lead that goes with it is removed. Each lead has its own factor for this, so that candidates with the same
    results everywhere stay equal.
    """
    rounds, level = len(chances[0]), max(statistics.fmean(map(statistics.fmean, chances)), 0.01)
    expected, seen, residuals = [], [], []
    for score, chance, luck in zip(scores[1:], chances[1:], clue_luck[1:], strict=True):
        leads = [one - first for one, first in zip(chance, chances[0], strict=True)]
        lucks = [one - first for one, first in zip(luck, clue_luck[0], strict=True)]
        lead, average = statistics.fmean(leads), statistics.fmean(lucks)
        factor = factor_of(lucks, leads)
        expected.append(SLOPE * level * (score / scores[0] - 1))
        seen.append(lead - factor * average)
        residuals.append([b - lead - factor * (a - average) for a, b in zip(lucks, leads, strict=True)])
    size, spread = len(seen), (SPREAD * level) ** 2
    # All leads share the spread of the first candidate.
    before = [[spread * (1 + (i == j)) for j in range(size)] for i in range(size)]
    noise = [[fsum(map(mul, a, b)) / (rounds - 2) / rounds for b in residuals] for a in residuals]
    both = [list(map(fsum, zip(*rows, strict=True))) for rows in zip(before, noise, strict=True)]
    solved = _solve(both, [[*row, s - e] for row, s, e in zip(before, seen, expected, strict=True)])
    leads = [
        e + fsum(p * row[-1] for p, row in zip(own, solved, strict=True))
        for e, own in zip(expected, before, strict=True)
    ]
    doubts = [
        [before[i][j] - fsum(before[i][k] * solved[k][j] for k in range(size)) for j in range(size)]
        for i in range(size)
    ]
    return [0.0, *leads], [[0.0] * (size + 1), *([0.0, *row] for row in doubts)]


def factor_of(lucks: list[float], leads: list[float]) -> float:
    """How much the leads grow with the luck, by linear regression. It is 0 if the lucks differ only by rounding."""
    average = statistics.fmean(lucks)
    squares = fsum((luck - average) ** 2 for luck in lucks)
    return fsum((a - average) * b for a, b in zip(lucks, leads, strict=True)) / squares if squares > 1e-9 else 0.0


def _solve(matrix: list[list[float]], right: list[list[float]]) -> list[list[float]]:
    """Solves matrix * X = right. The matrix must be positive definite, because rows are never swapped."""
    size = len(matrix)
    rows = [[*row, *more] for row, more in zip(matrix, right, strict=True)]
    for i in range(size):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [value - rows[j][i] * pivot for value, pivot in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


def _expected_gain(lead: float, variance: float) -> float:
    """The gain to expect from a lead that is normally distributed, if a negative lead counts as 0."""
    if variance <= 0:
        return max(lead, 0.0)
    deviation = sqrt(variance)
    z = lead / deviation
    return deviation * exp(-z * z / 2) / sqrt(2 * pi) + lead * (1 + erf(z / sqrt(2))) / 2
