"""Times odds maps: ``python -m benchmarks.odds``. Fresh analyses of expert positions, from nothing but the position.

Two kinds of positions are taken from the fixed expert boards: the middle of each game (half of its safe cells are
opened), and every position in which the exact solver had to guess.
"""

from __future__ import annotations

import argparse
import statistics
import time
from itertools import islice

from benchmarks.games import load_boards
from benchmarks.measure import machine, spread
from minesweeper.assist.answers import odds_grid
from minesweeper.core.cells import cells_of
from minesweeper.core.position import Position
from minesweeper.play.game import Phase, begin_game
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import ExactSolver, analyse
from minesweeper.solvers.guess import best_guess


def collect(name: str, count: int) -> tuple[list[Position], list[Position]]:
    """Returns the middle position of each game, and the positions where a guess was needed."""
    middle, guesses = [], []
    for board in islice(load_boards(name), count):
        layout, game = board.layout, begin_game(board)
        exact_solver = ExactSolver()
        is_past = False
        while game.phase is Phase.PLAYING:
            position = game.position
            cells, _ = run_to_end(exact_solver.certain(position))
            if not cells:
                analysis = run_to_end(exact_solver.analyse(position))
                if (analysis.layouts or 0) > 1:
                    guesses.append(position)
                cells = 1 << run_to_end(best_guess(analysis)).cell
                if cells & layout.mines:  # the game goes on where the player was lucky
                    cells = 1 << cells_of(layout.safe & ~game.opened)[0]
            game = game.open_cells(cells)
            if not is_past and 2 * game.opened.bit_count() >= game.safe_total:
                is_past = True
                middle.append(game.position)
    return middle, guesses


def time_each(positions: list[Position], repeats: int) -> list[float]:
    """Returns the CPU milliseconds of one analysis of each position, the best of several runs."""
    best = [float("inf")] * len(positions)
    for _ in range(repeats):
        for number, position in enumerate(positions):
            start = time.process_time()
            odds_grid(run_to_end(analyse(position)))
            best[number] = min(best[number], (time.process_time() - start) * 1000)
    return best


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=300, help="games of each file")
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    print(machine())
    print("| positions | number | mean ms | median | p95 | worst |\n|---|---|---|---|---|---|")
    for name in ("expert_open", "expert_safe"):
        for kind, positions in zip(("middle", "guess"), collect(name, args.n), strict=True):
            times = time_each(positions, args.repeats)
            print(f"| {name}, {kind} | {len(times)} | {statistics.mean(times):.2f} | {spread(times)} |")


if __name__ == "__main__":
    main()
