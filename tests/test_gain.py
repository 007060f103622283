"""The gain of one player over another, from the moves in which they differ: as large as playing every layout shows."""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations

import pytest

from benchmarks import gain
from minesweeper.bench_figures import mean_of
from minesweeper.cells import first_cell, make_grid, to_cell_set
from minesweeper.game import Game, Phase
from minesweeper.layout import Layout
from minesweeper.solvers.analysis import Analysis
from minesweeper.solvers.best import Kind, Move
from minesweeper.solvers.deep import Budget
from minesweeper.solvers.exact import Reasoner

GRID = make_grid(4, 3)
MINES = 4


def lowest(analysis: Analysis) -> Move:
    """Guesses the first cell that may be safe."""
    cell = first_cell(analysis.position.hidden & ~analysis.mined)
    return Move(cell, analysis.odds(cell), Kind.SAFEST)


def highest(analysis: Analysis) -> Move:
    """Guesses the last one."""
    cell = (analysis.position.hidden & ~analysis.mined).bit_length() - 1
    return Move(cell, analysis.odds(cell), Kind.SAFEST)


def wins(layout: Layout, guesses_high: bool) -> bool:
    game = Game(GRID, MINES, layout).open_cell(0)
    reasoner = Reasoner()
    while game.phase is Phase.PLAYING:
        safe, _ = reasoner.certain(game.position)
        if not safe:
            analysis = reasoner.analyse(game.position)
            safe = 1 << (highest(analysis) if guesses_high else lowest(analysis)).cell
        game = game.open_cells(safe)
    return game.phase is Phase.WON


def test_the_gain_is_the_difference_of_the_chances_to_win(monkeypatch: pytest.MonkeyPatch) -> None:
    def think(analysis: Analysis, budget: Budget) -> Generator[None, None, Move]:
        yield
        return highest(analysis)

    monkeypatch.setattr(gain, "best_guess", lowest)
    monkeypatch.setattr(gain, "deep_guess_in_slices", think)
    layouts = [Layout(GRID, to_cell_set(mines)) for mines in combinations(range(1, GRID.size), MINES)]
    truth = sum(wins(one, True) - wins(one, False) for one in layouts) / len(layouts)
    assert abs(truth) > 0.02
    estimate = mean_of([gain.gain_of(one, 0, Budget(), judge=4)[0] for one in layouts])
    assert estimate.error < abs(truth)
    assert abs(estimate.rate - truth) < 1.5 * estimate.error
