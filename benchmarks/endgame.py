"""Times perfect end games: positions of expert games with a number of layouts in which a guess is forced.

``python -m benchmarks.endgame --fewest 1000 --most 3000 -n 3000``. Games are played by ``best`` until few enough
layouts are left; a guess that hits a mine ends the game. CPU time of the search alone.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator

from benchmarks.measure import machine
from minesweeper.boards.deal import BoardSeed
from minesweeper.boards.layout import Board
from minesweeper.play.game import Phase, begin_game
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.endgame import EndGameMove, find_islands, rank_end_moves
from minesweeper.solvers.exact import Analysis, ExactSolver
from minesweeper.solvers.guess import best_guess
from minesweeper.storage.settings import PRESETS


def first_end(board: Board, fewest: int, most: int) -> Iterator[Analysis]:
    """Returns the first position of a game that needs a guess and has a number of layouts in the range."""
    game = begin_game(board)
    exact_solver = ExactSolver()
    while game.phase is Phase.PLAYING:
        safe, _ = run_to_end(exact_solver.certain(game.position))
        if not safe:
            analysis = run_to_end(exact_solver.analyse(game.position))
            if analysis.layouts is not None and analysis.layouts <= most:
                if analysis.layouts >= fewest:
                    yield analysis
                return
            safe = 1 << run_to_end(best_guess(analysis)).cell
        game = game.open_cells(safe)


def search_end(analysis: Analysis) -> EndGameMove:
    """Finds the move that wins in most layouts, however long that takes."""
    moves = run_to_end(rank_end_moves(analysis, find_islands(analysis), 0, patience=sys.maxsize))
    assert moves
    return moves[0]


def main() -> None:
    """Plays, searches and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=3000, help="games to look for positions in")
    parser.add_argument("--fewest", type=int, default=1000, help="layouts at least")
    parser.add_argument("--most", type=int, default=3000, help="layouts at most")
    parser.add_argument("--seed", default="end")
    args = parser.parse_args()
    print(machine())
    spec = PRESETS["expert"]
    times, wins = [], 0.0
    for number in range(1, args.n + 1):
        board = BoardSeed(spec, spec.grid.cell(3, 3), f"{args.seed}/{number}").make()
        for analysis in first_end(board, args.fewest, args.most):
            began = time.process_time()
            move = search_end(analysis)
            times.append(1000 * (time.process_time() - began))
            wins += move.wins / move.layouts
    if not times:
        print("no such position in these games")
        return
    print(
        f"{len(times)} positions with {args.fewest:,} to {args.most:,} layouts,"
        f" perfect play wins {wins / len(times):.2%}:"
        f" mean {statistics.fmean(times):.0f} ms, median {statistics.median(times):.0f}, longest {max(times):.0f}"
    )


if __name__ == "__main__":
    main()
