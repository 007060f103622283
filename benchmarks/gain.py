"""How much stronger ``deep`` is than ``best``, with nearly all luck taken out: only where they differ is looked at.

``python -m benchmarks.gain --rollouts 100 --first safe -n 500``. The chance of ``deep`` to win less that of ``best`` is
the sum, over the moves of a game of ``deep``, of what each is worth more than the move of ``best``, if ``best`` plays
on after either. Moves that are the same add 0 exactly. Where they differ, both are judged by roll-outs of ``best`` on
layouts that ``deep`` has not seen. A guess counts by the chance to come so far, and where it hits a mine the layout is
drawn anew, as in minesweeper/bench/games.py.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from benchmarks.measure import machine
from minesweeper.bench.figures import mean_of
from minesweeper.bench.games import made_safe
from minesweeper.boards.deal import BoardSeed
from minesweeper.boards.layout import Board
from minesweeper.play.game import Phase, begin_game
from minesweeper.solvers.deduction import finish
from minesweeper.solvers.deep import Budget, Rollouts, deep_guess_in_slices, draw_with_safe
from minesweeper.solvers.endgame import draw_layout
from minesweeper.solvers.exact import Analysis, Reasoner
from minesweeper.solvers.guess import best_guess
from minesweeper.storage.settings import PRESETS


def worth(analysis: Analysis, cells: list[int], judge: int, random: Random) -> list[float]:
    """The chance that ``best`` wins after each of the guesses, by so many roll-outs on the same layouts."""
    rollouts = Rollouts(analysis, random, best_guess)
    sums = [0.0] * len(cells)
    for _ in range(judge):
        drawn = draw_layout(analysis, random)
        for number, cell in enumerate(cells):
            mines = draw_with_safe(analysis, 1 << cell, random) if drawn >> cell & 1 else drawn
            sums[number] += rollouts.play_out(mines, cell)
    safety = [1 - mined / layouts for mined, layouts in map(analysis.odds, cells)]
    return [share * total / judge for share, total in zip(safety, sums, strict=True)]


def gain_of(board: Board, budget: Budget, judge: int) -> tuple[float, int]:
    """An unbiased estimate of the gain on boards like this one, and how many moves differ."""
    random = Random(board.layout.mines)
    game = begin_game(board)
    reasoner = Reasoner()
    reach, gain, differ = 1.0, 0.0, 0
    while game.phase is Phase.PLAYING:
        safe, _ = reasoner.certain(game.position)
        if not safe:
            analysis = reasoner.analyse(game.position)
            move, plain = finish(deep_guess_in_slices(analysis, budget)), best_guess(analysis)
            if move.wins is not None:
                if plain.wins is None:  # only deep searches the game tree from here on
                    differ += 1
                    gain += reach * (move.wins[0] / move.wins[1] - worth(analysis, [plain.cell], judge, random)[0])
                break
            if move.cell != plain.cell:
                differ += 1
                ours, theirs = worth(analysis, [move.cell, plain.cell], judge, random)
                gain += reach * (ours - theirs)
            reach *= 1 - move.odds[0] / move.odds[1]
            safe = 1 << move.cell
            game = made_safe(game, safe, random, analysis)
        game = game.open_cells(safe)
    return gain, differ


def main() -> None:
    """Plays and prints, as far as it has come."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", choices=("open", "safe"), default="open")
    parser.add_argument("-n", type=int, default=500)
    parser.add_argument("--seed", default="gain")
    parser.add_argument("--rollouts", type=int, default=100, help="roll-outs that deep may spend on a guess")
    parser.add_argument("--judge", type=int, default=60, help="layouts on which a difference is judged")
    args = parser.parse_args()
    print(machine())
    spec, opening = PRESETS["expert"], args.first == "open"
    start = spec.grid.cell(3, 3) if opening else 0
    gains, differ, began = [], 0, time.process_time()
    for number in range(1, args.n + 1):
        board = BoardSeed(spec, start, f"{args.seed}/{number}", opening).make()
        gain, more = gain_of(board, Budget(rollouts=args.rollouts), args.judge)
        gains.append(gain)
        differ += more
        if number % 100 == 0 or number == args.n:
            mean = mean_of(gains)
            seconds = (time.process_time() - began) / number
            print(
                f"{args.first}, {args.rollouts} roll-outs, {number:,} boards: {100 * mean.rate:+.2f}"
                f" ± {100 * mean.error:.2f} points, {differ:,} moves differ, {seconds:.2f} s a board",
                flush=True,
            )


if __name__ == "__main__":
    main()
