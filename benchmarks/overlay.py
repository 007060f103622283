"""Measures the overlay: the analysis after each move of expert games, given the one before it.

python -m benchmarks.overlay [games]

``benchmarks.big`` measures the overlay on a million cells.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import islice
from random import Random

from benchmarks.games import load_boards
from benchmarks.measure import machine, spread
from minesweeper.boards.layout import Board
from minesweeper.core.cells import cells_of
from minesweeper.play.game import begin_game
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse

GAMES = 20


def main() -> None:
    """Prints a Markdown table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print(machine())
    updates = [milliseconds for game in islice(load_boards("expert_open"), games) for milliseconds in _updates(game)]
    print("\n| expert, CPU time | moves | median ms | p95 ms | max ms |\n|---|---|---|---|---|")
    print(f"| overlay after a move | {len(updates)} | {spread(updates)} |")


def _updates(board: Board) -> Iterator[float]:
    """Yields the times to analyse each position of a game, given the analysis of the one before it."""
    random = Random(1)
    layout, game = board.layout, begin_game(board)
    analysis = run_to_end(analyse(game.position))
    while not game.is_over:
        game = game.open_cell(random.choice(cells_of(analysis.safe or game.hidden & layout.safe)))
        if not game.is_over:
            begin = time.process_time()
            analysis = run_to_end(analyse(game.position, analysis))
            yield (time.process_time() - begin) * 1000


if __name__ == "__main__":
    main()
