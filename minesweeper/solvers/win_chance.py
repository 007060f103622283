"""Compares the win chances of several guesses in one position.

In the end game, the chances are exact: the layouts that perfect play wins. Before that, and only with a budget, they
are estimates from roll-outs: how often ``deep`` wins with ``best`` as its player and a shorter end game. All guesses
play on the same drawn layouts, so their differences are more precise than the chances themselves.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable
from math import fsum, sqrt
from random import Random
from typing import NamedTuple

from minesweeper.core.cells import CellSet, cells_of, contains, first_cell
from minesweeper.core.position import Position
from minesweeper.solvers import guess, rollouts
from minesweeper.solvers.endgame import EndGameMove, best_end_move, rank_end_moves
from minesweeper.solvers.exact import Analysis
from minesweeper.solvers.guess import (
    Candidate,
    GuessKind,
    RecommendedMove,
    can_look_ahead,
    end_islands,
    fair_guess,
    need_a_move,
    rank_guesses,
    safest_guesses,
    strongest_move,
)
from minesweeper.solvers.mine_total import Odds
from minesweeper.solvers.rollouts import Budget, Clock, Rollouts, deep_guess, racers

MOST_LISTED = 6
"""The most guesses to compare, not counting those that the caller adds."""
FEWEST_ROUNDS = 20
"""The fewest layouts for an estimate: with fewer, it says nothing."""
PATIENCE = 3
"""How many times the budget may be exceeded to reach FEWEST_ROUNDS."""
_MOST_PATIENCE = 60
"""Limits the patience: a search of minutes runs out of memory first."""
LEAST_MARGIN = 0.01
"""The smallest margin of an estimate: a sample can't show how much more perfect play wins than the bot."""
_NO_VARIANCE = 1e-12
"""A smaller variance is only rounding."""


class GuessValue(NamedTuple):
    """A guess and its win chance, compared with those of the best guess."""

    cell: int
    odds: Odds
    """The layouts in which the cell is a mine, and all layouts."""
    wins: Odds | None = None
    """The layouts that perfect play wins after this guess, and all layouts; None if not known exactly."""
    chance: float | None = None
    """The win chance: exact if ``wins`` is known, otherwise how often a bot wins. None if unknown."""
    margin: float = 0.0
    """Half the 95% interval of an estimate, at least LEAST_MARGIN; 0.0 if the chance is exact."""
    gap: float | None = None
    """How far the chance is below that of the best guess; negative if an estimate came out higher."""
    gap_margin: float = 0.0
    """Half the 95% interval of the gap; 0.0 if it is exact."""
    clues: int | None = None
    """How many different clues the cell can show, if counted; with only one, opening it reveals nothing."""
    score: float | None = None
    """The score by which ``best`` ranks guesses, if it looked ahead; see ``guess.Candidate``."""
    promise: float = 1.0
    """How safe the next moves are, if ``best`` looked ahead."""

    @property
    def is_exact(self) -> bool:
        """Whether the chance and the gap are exact."""
        return self.wins is not None and not self.gap_margin

    @property
    def safety(self) -> float:
        """The chance that the cell is safe."""
        return 1 - self.odds[0] / self.odds[1]

    @property
    def win_if_safe(self) -> float | None:
        """The win chance once the guess has proved safe; None if unknown."""
        return None if self.chance is None or not self.safety else self.chance / self.safety

    @property
    def regret(self) -> float | None:
        """The gap to the best guess, or 0.0 if the gap is within its margin; None if unknown."""
        if self.gap is None:
            return None
        return self.gap if self.gap > self.gap_margin else 0.0


class GuessComparison(NamedTuple):
    """The best move of a position, and the guesses that were compared with it."""

    position: Position
    best: RecommendedMove
    """The strongest move: the choice of ``best``, or of ``deep`` if there is a budget."""
    ranked: tuple[GuessValue, ...]
    """The best move, then the other guesses that were compared or asked for, best first."""
    is_exact: bool
    """Whether all chances are exact."""

    @property
    def is_guess(self) -> bool:
        """Whether the best move is a guess, because no cell is proved safe."""
        return self.best.kind is not GuessKind.CERTAIN

    def value_of(self, cell: int) -> GuessValue | None:
        """Returns the value of a cell; None if it was not compared."""
        return next((value for value in self.ranked if value.cell == cell), None)


def compare_guesses(
    analysis: Analysis, budget: Budget | None = None, also: CellSet = 0, clock: Clock = time.monotonic
) -> Generator[None, None, GuessComparison]:
    """Finds the best move and compares it with other guesses, in slices. Lists the hidden cells of ``also`` too.

    A budget is spent twice: on the best guess, and on the chances. A longer budget allows a longer search of the end
    game first.
    """
    need_a_move(analysis)
    also &= analysis.position.hidden
    end_layouts = rollouts.END_LAYOUTS if budget else guess.END_LAYOUTS
    end_values = yield from _search_end(analysis, end_layouts, also, _patience_for(budget))
    if end_values is not None:
        return end_values
    if budget is not None and not analysis.safe:
        best = yield from deep_guess(analysis, budget, clock, end_layouts=0)
    else:
        best = yield from strongest_move(analysis, end_layouts=0)
    yield
    candidates: list[Candidate] = []
    if best.kind in (GuessKind.LOOK_AHEAD, GuessKind.ROLL_OUTS):
        candidates = yield from rank_guesses(analysis)
    if budget is not None and can_look_ahead(analysis) and best.kind is not GuessKind.SAFEST:
        estimated = yield from _estimate(analysis, best, candidates, also, budget, clock)
        if estimated is not None:
            return GuessComparison(analysis.position, best, tuple(estimated), is_exact=False)
    others = [one.cell for one in candidates]
    if best.kind is GuessKind.SAFEST:
        others = safest_guesses(analysis, MOST_LISTED)
    cells = _choose_cells(best.cell, others, _safest_of(candidates), also)
    values = {cell: GuessValue(cell, analysis.odds(cell)) for cell in cells}
    for one in candidates:
        if one.cell in values:
            values[one.cell] = values[one.cell]._replace(score=one.score, promise=one.promise)
    return GuessComparison(analysis.position, best, tuple(values.values()), is_exact=False)


def best_chance(analysis: Analysis, seconds: float = 0.0) -> Generator[None, None, GuessValue | None]:
    """Finds the best guess and its win chance, with pauses; exact if the end game can be searched.

    Otherwise estimates the chance within ``seconds``. Returns None if there is no time or too little.
    """
    if seconds:
        best = (yield from compare_guesses(analysis, budget_of(seconds))).ranked[0]
        return None if best.chance is None else best
    islands = end_islands(analysis, guess.END_LAYOUTS)
    if all(island.layouts == 1 for island in islands):
        return None
    end = yield from best_end_move(analysis, islands)  # no other move is compared
    if end is None:
        return None
    return GuessValue(end.cell, end.odds, end.win_odds, end.wins / end.layouts, gap=0.0)


def guess_to_show(
    analysis: Analysis, seconds: float, is_fair: bool = False, near: int | None = None
) -> Generator[None, None, GuessComparison]:
    """Finds the best move within ``seconds``, and compares it with other guesses if it is a guess; with pauses.

    On a fair board all guesses are equally good, and the best one is the nearest to the cell ``near``.
    """
    best = (yield from fair_guess(analysis, near)) if is_fair else None
    if analysis.safe:
        best = yield from strongest_move(analysis)
    if best is not None:  # nothing needs comparing
        return GuessComparison(analysis.position, best, (GuessValue(best.cell, best.odds),), is_exact=False)
    return (yield from compare_guesses(analysis, budget_of(seconds)))


def budget_of(seconds: float) -> Budget | None:
    """Returns the budget for ``seconds`` in all, half for the choice and half for its chance; None for 0."""
    return Budget(seconds / 2) if seconds else None


def _patience_for(budget: Budget | None) -> int:
    """Returns how many times longer than usual the end game may be searched: about as long as the budget."""
    if budget is None or budget.rollouts is not None:
        return 1
    return int(min(max(1, 2 * budget.seconds), _MOST_PATIENCE))


def _choose_cells(best: int, others: Iterable[int], safest: int | None, also: CellSet) -> list[int]:
    """Returns the cells to compare, each once: the best, the next ones, the safest one and those asked for."""
    first = list(dict.fromkeys([best, *others]))[:MOST_LISTED]
    return list(dict.fromkeys([*first, *([] if safest is None else [safest]), *cells_of(also)]))


def _safest_of(candidates: list[Candidate]) -> int | None:
    safest = max(candidates, key=lambda one: (one.safety, one.score), default=None)
    return None if safest is None else safest.cell


def _search_end(
    analysis: Analysis, most: int, also: CellSet, patience: int
) -> Generator[None, None, GuessComparison | None]:
    """Compares guesses exactly; None if the end game is too large to search to its end."""
    islands = end_islands(analysis, most)
    if not islands and analysis.layouts != 1:
        return None
    listed = 0 if analysis.safe else MOST_LISTED
    moves = yield from rank_end_moves(analysis, islands, listed, also, patience)
    if moves is None:
        return None
    wins, layouts = (moves[0].wins, moves[0].layouts) if moves else (1, 1)
    if analysis.safe:
        cell = first_cell(analysis.safe)
        best = RecommendedMove(cell, (0, layouts), GuessKind.CERTAIN, (wins, layouts))
        cells = _choose_cells(cell, others=(), safest=None, also=also)
    else:
        best = RecommendedMove(moves[0].cell, moves[0].odds, GuessKind.END_GAME, moves[0].win_odds)
        safest = max(moves, key=lambda move: (move.safe, move.wins)).cell
        cells = _choose_cells(best.cell, [move.cell for move in moves], safest, also)
    valued = {move.cell: move for move in moves}
    first, *others = [_exactly(analysis, cell, valued.get(cell), wins, layouts) for cell in cells]
    others.sort(key=lambda one: (-one.wins[0] if one.wins else 1, one.odds[0], one.cell))
    return GuessComparison(
        analysis.position, best, (first, *others), all(one.wins is not None for one in (first, *others))
    )


def _exactly(analysis: Analysis, cell: int, move: EndGameMove | None, wins: int, layouts: int) -> GuessValue:
    """Returns the exact value of a cell if perfect play wins ``wins`` layouts; ``move`` is for unproved cells."""
    if contains(analysis.mined, cell):
        own, mined, clues = 0, layouts, None
    elif contains(analysis.safe, cell):
        own, mined, clues = wins, 0, None  # a safe cell has to be opened anyway, and its clue does no harm
    elif move is not None:
        own, mined, clues = move.wins, layouts - move.safe, move.clues
    else:
        return GuessValue(cell, analysis.odds(cell))
    odds, gap = (mined, layouts), (wins - own) / layouts
    return GuessValue(cell, odds, (own, layouts), chance=own / layouts, gap=gap, clues=clues)


def _estimate(
    analysis: Analysis, best: RecommendedMove, candidates: list[Candidate], also: CellSet, budget: Budget, clock: Clock
) -> Generator[None, None, list[GuessValue] | None]:
    """Estimates the best guess and others by roll-outs; None if the budget is too small."""
    racing = racers(candidates, best.cell) if candidates else []
    living = also & ~analysis.mined
    cells = _choose_cells(best.cell, [one.cell for one in racing], _safest_of(candidates), living)
    values = yield from _play_rounds(analysis, cells, budget, clock)
    if len(values[0]) < FEWEST_ROUNDS:
        return None
    first, *others = [_about(analysis, cell, own, values[0]) for cell, own in zip(cells, values, strict=True)]
    for cell in cells_of(also & analysis.mined):  # a mine loses everything that the best guess wins
        odds = analysis.odds(cell)
        others.append(GuessValue(cell, odds, (0, 1), chance=0.0, gap=first.chance, gap_margin=first.margin))
    others.sort(key=lambda one: (one.gap, one.odds[0] / one.odds[1], one.cell))
    return [first, *others]


def _play_rounds(
    analysis: Analysis, cells: list[int], budget: Budget, clock: Clock
) -> Generator[None, None, list[list[float]]]:
    """Returns the values of each cell on drawn layouts, as many as the budget allows, the same ones for all cells."""
    # Draws other layouts than the race: its winner was lucky on those.
    rollouts = Rollouts(analysis, Random(2 * analysis.position.opened + 1))
    rounds: list[list[float]] = []
    most, began = budget.rollouts, clock()

    def is_over() -> bool:
        if most is not None:
            return len(rounds) >= most
        return clock() - began >= budget.seconds * (PATIENCE if len(rounds) < FEWEST_ROUNDS else 1)

    while not is_over():
        if len(rounds) == FEWEST_ROUNDS and not any(map(any, rounds)):
            break  # on a nearly lost board more rounds show nothing new and take long
        chances: list[float] = []
        for _ in _play_round(rollouts, rollouts.draw(), cells, chances):
            yield
            if most is None and is_over():
                break  # a single round may take longer than the budget
        else:
            rounds.append(chances)
    return list(map(list, zip(*rounds, strict=True))) or [[] for _ in cells]


def _play_round(
    rollouts: Rollouts, drawn: CellSet, cells: list[int], chances: list[float]
) -> Generator[None, None, None]:
    for cell in cells:
        chances.append((yield from rollouts.estimate_win(drawn, cell)))
        yield


def _about(analysis: Analysis, cell: int, own: list[float], best: list[float]) -> GuessValue:
    """Returns the value of a cell from its roll-outs, and its gap to the best cell on the same layouts."""
    odds = analysis.odds(cell)
    chance, margin = _mean(own)
    margin = max(margin, LEAST_MARGIN)
    if own is best:
        return GuessValue(cell, odds, chance=chance, margin=margin, gap=0.0)
    gap, gap_margin = _mean([one - other for one, other in zip(best, own, strict=True)])
    return GuessValue(cell, odds, chance=chance, margin=margin, gap=gap, gap_margin=gap_margin)


def _mean(values: list[float]) -> tuple[float, float]:
    """Returns the mean of values from -1 to 1, and half of its 95% interval."""
    rounds = len(values)
    mean = fsum(values) / rounds
    variance = fsum((value - mean) ** 2 for value in values) / (rounds - 1)
    if variance < _NO_VARIANCE:
        return mean, 3 / rounds  # rule of three: an upper bound for events never seen
    # The second term corrects for few rounds, as Student's distribution does.
    return mean, (1.96 + 2.4 / (rounds - 1)) * sqrt(variance / rounds)
