"""The gain of one player over another, computed from the moves in which they differ, agrees with brute force."""

from __future__ import annotations

from collections.abc import Callable, Generator
from itertools import combinations

import pytest

from benchmarks import gain
from benchmarks.measure import Estimate, mean_of
from minesweeper.boards.layout import Board, Layout
from minesweeper.core.cells import first_cell, make_grid, to_cell_set
from minesweeper.play.game import Game, Phase
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import Analysis, ExactSolver
from minesweeper.solvers.guess import GuessKind, RecommendedMove
from minesweeper.solvers.rollouts import Budget

GRID = make_grid(4, 3)
Guesser = Callable[[Analysis], RecommendedMove]


def lowest(analysis: Analysis) -> RecommendedMove:
    """Guesses the first cell that may be safe."""
    cell = first_cell(analysis.position.hidden & ~analysis.mined)
    return RecommendedMove(cell, analysis.odds(cell), GuessKind.SAFEST)


def highest(analysis: Analysis) -> RecommendedMove:
    """Guesses the last cell that may be safe."""
    cell = (analysis.position.hidden & ~analysis.mined).bit_length() - 1
    return RecommendedMove(cell, analysis.odds(cell), GuessKind.SAFEST)


def wins(layout: Layout, guess: Guesser) -> bool:
    game = Game(GRID, layout.mine_count, layout).open_cell(0)
    exact_solver = ExactSolver()
    while game.phase is Phase.PLAYING:
        safe, _ = run_to_end(exact_solver.certain(game.position))
        if not safe:
            safe = 1 << guess(run_to_end(exact_solver.analyse(game.position))).cell
        game = game.open_cells(safe)
    return game.phase is Phase.WON


def compare(monkeypatch: pytest.MonkeyPatch, guess: Guesser, mines: int) -> tuple[float, Estimate]:
    """How much more often the player wins than ``lowest`` over all layouts, and the gain that is computed for it."""

    def in_slices(guess: Guesser) -> Callable[..., Generator[None, None, RecommendedMove]]:
        def think(analysis: Analysis, budget: Budget | None = None) -> Generator[None, None, RecommendedMove]:
            yield
            return guess(analysis)

        return think

    monkeypatch.setattr(gain, "best_guess", in_slices(lowest))
    monkeypatch.setattr(gain, "deep_guess", in_slices(guess))
    layouts = [Layout(GRID, to_cell_set(chosen)) for chosen in combinations(range(1, GRID.size), mines)]
    truth = sum(wins(one, guess) - wins(one, lowest) for one in layouts) / len(layouts)
    return truth, mean_of([gain.gain_of(Board(one, 0), Budget(), judge=4)[0] for one in layouts])


def test_the_gain_is_the_difference_of_the_win_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    truth, estimate = compare(monkeypatch, highest, mines=3)
    assert abs(truth) > 0.02
    assert estimate.error < abs(truth)
    assert abs(estimate.rate - truth) < 1.5 * estimate.error


def test_positions_that_are_rarely_reached_count_for_little(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(analysis: Analysis) -> RecommendedMove:
        """Guesses as the other player at first, and otherwise once three cells are open."""
        return highest(analysis) if GRID.size - analysis.position.hidden.bit_count() >= 3 else lowest(analysis)

    truth, estimate = compare(monkeypatch, late, mines=5)
    assert abs(estimate.rate - truth) < 0.01  # without the weights, the gain would be wrong by 0.03
