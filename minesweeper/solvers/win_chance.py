"""Compares guesses by their win chances: how often the game is won after each of them.

In the end game the chances are exact, because all that is left can be searched: they are the share of layouts that
perfect play wins. Before that, and only with a budget, they are estimates by roll-outs: how often a bot wins after the
guess. The bot plays like the solver "best", but searches a shorter end game. All guesses are played on the same drawn
layouts, so that their differences are more precise than the chances themselves. Without a budget, guesses are only
ranked. ``assist/best_guess.py`` puts the result into words.
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
"""The most guesses to compare, not counting those that the caller asks for."""
FEWEST_ROUNDS = 20
"""The fewest layouts for an estimate, because an average over fewer would say nothing."""
PATIENCE = 3
"""How many times longer than the budget it may take to reach ``FEWEST_ROUNDS``."""
_MOST_PATIENCE = 60
"""The most times that the usual limits of an end game search are multiplied, because a search of minutes would run out
of memory first.
"""
LEAST_MARGIN = 0.01
"""The smallest margin of an estimate.

However many games the bot plays, they can't show how much more often perfect play would win.
"""
_NO_VARIANCE = 1e-12
"""A smaller variance is only a rounding error."""


class GuessValue(NamedTuple):
    """A guess with its win chance, compared with the best guess."""

    cell: int
    odds: Odds
    """The number of layouts in which the cell is a mine, and the number of all layouts."""
    wins: Odds | None = None
    """The number of layouts that perfect play wins after this guess, and the number of all layouts.

    None if it isn't known exactly.
    """
    chance: float | None = None
    """The win chance.

    It is exact if ``wins`` is known, and otherwise says how often a bot wins. None if it isn't known at all.
    """
    margin: float = 0.0
    """Half of the 95% interval of an estimate, at least ``LEAST_MARGIN``. It is 0 if the chance is exact or unknown."""
    gap: float | None = None
    """By how much the chance is lower than that of the best guess.

    It is negative if the estimate is higher, and None if it isn't known.
    """
    gap_margin: float = 0.0
    """Half of the 95% interval of the gap. It is 0 if the gap is exact."""
    clues: int | None = None
    """How many different clues the cell can show, or None if they weren't counted.

    With only one, opening it reveals nothing.
    """
    score: float | None = None
    """The score by which the solver "best" ranks guesses, or None if it didn't look ahead; see ``guess.Candidate``."""
    promise: float = 1.0
    """How safe the next moves will be, if the solver "best" looked ahead; see ``guess.Candidate``. Otherwise 1."""

    @property
    def is_exact(self) -> bool:
        """Whether the chance and the gap are both exact."""
        return self.wins is not None and not self.gap_margin

    @property
    def safety(self) -> float:
        """The chance that the cell is safe."""
        return 1 - self.odds[0] / self.odds[1]

    @property
    def win_if_safe(self) -> float | None:
        """The win chance once the cell has turned out to be safe.

        None if it isn't known, or if the cell is a mine for sure.
        """
        return None if self.chance is None or not self.safety else self.chance / self.safety

    @property
    def regret(self) -> float | None:
        """What the guess gives away compared with the best one.

        It is 0 if the gap may be only noise, and None if it isn't known.
        """
        if self.gap is None:
            return None
        return self.gap if self.gap > self.gap_margin else 0.0


class GuessComparison(NamedTuple):
    """The best move of a position and the guesses that were compared with it."""

    position: Position
    best: RecommendedMove
    """The strongest move. With a budget it is the choice of the solver "deep", otherwise that of "best"."""
    ranked: tuple[GuessValue, ...]
    """The best move, then the other guesses that were compared or asked for, the best of them first."""
    is_exact: bool
    """Whether the win chances of all guesses are exact."""

    @property
    def is_guess(self) -> bool:
        """Whether the best move is a guess, because no cell is proved safe."""
        return self.best.kind is not GuessKind.CERTAIN

    def value_of(self, cell: int) -> GuessValue | None:
        """The value of a cell, or None if it wasn't compared."""
        return next((value for value in self.ranked if value.cell == cell), None)


def compare_guesses(
    analysis: Analysis, budget: Budget | None = None, also: CellSet = 0, clock: Clock = time.monotonic
) -> Generator[None, None, GuessComparison]:
    """Finds the best move and compares it with other guesses, always with the hidden cells of ``also``. Runs in slices.

    The budget is spent twice: once to choose the best guess and once to estimate the chances. Before that, the end game
    is searched if it is small enough, and a larger budget allows a longer search. Without a budget, win chances are
    known only in the end game. Raises ValueError if all hidden cells are proved mines.
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
    """Finds the best guess with its win chance. Runs in slices.

    The chance is exact if the end game can be searched. Otherwise it is estimated within ``seconds``. Returns None if
    this time, by default 0, is too short for an estimate. Also returns None if only one layout is left and ``seconds``
    is 0.
    """
    if seconds:
        best = (yield from compare_guesses(analysis, budget_of(seconds))).ranked[0]
        return None if best.chance is None else best
    islands = end_islands(analysis, guess.END_LAYOUTS)
    if all(island.layouts == 1 for island in islands):
        return None
    # Compares no other moves, because only the best one is needed.
    end = yield from best_end_move(analysis, islands)
    if end is None:
        return None
    return GuessValue(end.cell, end.odds, end.win_odds, end.wins / end.layouts, gap=0.0)


def guess_to_show(
    analysis: Analysis, seconds: float, is_fair: bool = False, near: int | None = None
) -> Generator[None, None, GuessComparison]:
    """Finds the best move and, if it is a guess, compares it with others within ``seconds``. Runs in slices.

    On a fair board all guesses are equally good, so the best one is the cell nearest to ``near`` and isn't compared.
    """
    best = (yield from fair_guess(analysis, near)) if is_fair else None
    if analysis.safe:
        best = yield from strongest_move(analysis)
    # Such a move needs no comparison.
    if best is not None:
        return GuessComparison(analysis.position, best, (GuessValue(best.cell, best.odds),), is_exact=False)
    return (yield from compare_guesses(analysis, budget_of(seconds)))


def budget_of(seconds: float) -> Budget | None:
    """The budget for a comparison that takes ``seconds`` in all: half for the choice and half for its win chance.

    None for 0 seconds.
    """
    return Budget(seconds / 2) if seconds else None


def _patience_for(budget: Budget | None) -> int:
    """How many times longer than usual the end game may be searched, so that the search takes about as long as the
    budget.
    """
    if budget is None or budget.rollouts is not None:
        return 1
    return int(min(max(1, 2 * budget.seconds), _MOST_PATIENCE))


def _choose_cells(best: int, others: Iterable[int], safest: int | None, also: CellSet) -> list[int]:
    """The cells to compare, each once: the best one, the next best, the safest, and those that the caller asks for."""
    first = list(dict.fromkeys([best, *others]))[:MOST_LISTED]
    return list(dict.fromkeys([*first, *([] if safest is None else [safest]), *cells_of(also)]))


def _safest_of(candidates: list[Candidate]) -> int | None:
    safest = max(candidates, key=lambda one: (one.safety, one.score), default=None)
    return None if safest is None else safest.cell


def _search_end(
    analysis: Analysis, most: int, also: CellSet, patience: int
) -> Generator[None, None, GuessComparison | None]:
    """Compares guesses exactly by searching the end game. Returns None if it is too large. Runs in slices."""
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
    """The exact value of a cell, given how many of all layouts perfect play wins. ``move`` is the searched move for the
    cell, or None for a proved cell.

    If an unproved cell has no move, its win chance stays unknown.
    """
    if contains(analysis.mined, cell):
        own, mined, clues = 0, layouts, None
    elif contains(analysis.safe, cell):
        # Counts as the best move, because a safe cell has to be opened anyway and its clue does no harm.
        own, mined, clues = wins, 0, None
    elif move is not None:
        own, mined, clues = move.wins, layouts - move.safe, move.clues
    else:
        return GuessValue(cell, analysis.odds(cell))
    odds, gap = (mined, layouts), (wins - own) / layouts
    return GuessValue(cell, odds, (own, layouts), chance=own / layouts, gap=gap, clues=clues)


def _estimate(
    analysis: Analysis, best: RecommendedMove, candidates: list[Candidate], also: CellSet, budget: Budget, clock: Clock
) -> Generator[None, None, list[GuessValue] | None]:
    """Estimates the win chances of the best guess and of others by roll-outs.

    Returns None if the budget is too small. Runs in slices.
    """
    racing = racers(candidates, best.cell) if candidates else []
    living = also & ~analysis.mined
    cells = _choose_cells(best.cell, [one.cell for one in racing], _safest_of(candidates), living)
    values = yield from _play_rounds(analysis, cells, budget, clock)
    if len(values[0]) < FEWEST_ROUNDS:
        return None
    first, *others = [_about(analysis, cell, own, values[0]) for cell, own in zip(cells, values, strict=True)]
    # Ranks mines last, because they lose everything that the best guess wins.
    for cell in cells_of(also & analysis.mined):
        odds = analysis.odds(cell)
        others.append(GuessValue(cell, odds, (0, 1), chance=0.0, gap=first.chance, gap_margin=first.margin))
    others.sort(key=lambda one: (one.gap, one.odds[0] / one.odds[1], one.cell))
    return [first, *others]


def _play_rounds(
    analysis: Analysis, cells: list[int], budget: Budget, clock: Clock
) -> Generator[None, None, list[list[float]]]:
    """Plays each cell on the same drawn layouts, as many as the budget allows.

    Returns the results by cell. Runs in slices.
    """
    # Draws other layouts than the race in which the best guess was chosen, because its winner was lucky on those.
    rollouts = Rollouts(analysis, Random(2 * analysis.position.opened + 1))
    rounds: list[list[float]] = []
    most, began = budget.rollouts, clock()

    def is_over() -> bool:
        if most is not None:
            return len(rounds) >= most
        return clock() - began >= budget.seconds * (PATIENCE if len(rounds) < FEWEST_ROUNDS else 1)

    while not is_over():
        if len(rounds) == FEWEST_ROUNDS and not any(map(any, rounds)):
            # Stops on a nearly lost board, because more rounds would show nothing new and take long.
            break
        chances: list[float] = []
        for _ in _play_round(rollouts, rollouts.draw(), cells, chances):
            yield
            if most is None and is_over():
                # Stops in the middle of a round, because a single one may take longer than the budget.
                break
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
    """The win chance of a cell, estimated from its results, and its gap to the best cell on the same layouts.

    For the best cell itself, ``own`` and ``best`` are the same list.
    """
    odds = analysis.odds(cell)
    chance, margin = _mean(own)
    margin = max(margin, LEAST_MARGIN)
    if own is best:
        return GuessValue(cell, odds, chance=chance, margin=margin, gap=0.0)
    gap, gap_margin = _mean([one - other for one, other in zip(best, own, strict=True)])
    return GuessValue(cell, odds, chance=chance, margin=margin, gap=gap, gap_margin=gap_margin)


def _mean(values: list[float]) -> tuple[float, float]:
    """The mean of values from -1 to 1, and half of its 95% interval."""
    rounds = len(values)
    mean = fsum(values) / rounds
    variance = fsum((value - mean) ** 2 for value in values) / (rounds - 1)
    if variance < _NO_VARIANCE:
        # Takes the rule of three, an upper limit for the chance of something that was never seen.
        return mean, 3 / rounds
    # The second term makes up for few rounds, as Student's distribution does.
    return mean, (1.96 + 2.4 / (rounds - 1)) * sqrt(variance / rounds)
