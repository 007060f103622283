"""Estimates how much stronger ``deep`` is than ``best``. Looks only at moves that differ, so hardly any luck is left.

``python -m benchmarks.gain --first safe -n 500 --save FILE``. The chance of ``deep`` to win minus that of ``best`` is
the sum, over the moves of a game of ``deep``, of what each is worth more than the move of ``best``, if ``best`` plays
on after either. Moves that are the same add 0 exactly. Where they differ, both are judged by roll-outs of ``best`` on
layouts that ``deep`` has not seen; most of them where the difference is noisiest. Roll-outs are counted, so that any
machine gets the same result. Boards that are saved are not played again: a run can be stopped, continued and extended.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any

from benchmarks.measure import machine, mean_of
from minesweeper.boards.deal import BoardSeed
from minesweeper.boards.layout import Board
from minesweeper.core.pool import work_all
from minesweeper.play.game import Phase, begin_game
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import Analysis, ExactSolver
from minesweeper.solvers.guess import Lookahead, RecommendedMove, best_guess
from minesweeper.solvers.rollouts import Budget, Rollouts, deep_guess, factor_of
from minesweeper.storage.settings import PRESETS

USUAL_NOISE = 0.12
"""The standard deviation of a difference on one layout, for which ``--judge`` layouts are used."""
MOST_NOISE = 3
"""At most so many times the layouts are used where there is more noise."""


def lead_of(analysis: Analysis, move: RecommendedMove, plain: RecommendedMove, judge: int, random: Random) -> float:
    """Estimates without bias how much more a move is worth than that of ``best``, if ``best`` continues.

    The first layouts say how noisy the rest is, and how much of it goes with the luck of what the clues promise, whose
    mean is 0. The two sets are weighed in a fixed way, and each has the factor of the other: chance in one that
    decides about the other leaves both unbiased.
    """
    rollouts = Rollouts(analysis, random, lambda result: run_to_end(best_guess(result)))
    known = move.wins[0] / move.wins[1] if move.wins is not None else None
    cells = [plain.cell] if known is not None else [plain.cell, move.cell]
    ahead = Lookahead(analysis)
    clue_luck = [ahead.evaluate(cell)[1] for cell in cells]
    safety = [1 - mined / layouts for mined, layouts in map(analysis.odds, cells)]
    grid, proved = analysis.position.grid, analysis.settled[2]

    def play(layouts: int) -> tuple[list[float], list[float]]:
        lucks, leads = [], []
        for _ in range(layouts):
            drawn = rollouts.draw()
            chances, promised = [], []
            for number, cell in enumerate(cells):
                mines = rollouts.layout_for(drawn, cell)
                chances.append(safety[number] * run_to_end(rollouts.play_out(mines, cell)))
                promised.append(clue_luck[number][(mines & ~proved & grid.neighbours(cell)).bit_count()])
            leads.append((chances[1] if known is None else known) - chances[0])
            lucks.append((promised[1] if known is None else 0.0) - promised[0])
        return lucks, leads

    few = play(max(judge // 4, 2))
    many = play(max(judge // 4, round(judge * min(pstdev(few[1]) / USUAL_NOISE, MOST_NOISE))))
    return 0.2 * _mean(*few, factor_of(*many)) + 0.8 * _mean(*many, factor_of(*few))


def _mean(lucks: list[float], leads: list[float], factor: float) -> float:
    return fmean(leads) - factor * fmean(lucks)


def gain_of(board: Board, budget: Budget, judge: int) -> tuple[float, int]:
    """Estimates without bias the gain on boards like this one, and counts the moves that differ."""
    random = Random(board.layout.mines)
    game = begin_game(board)
    exact_solver = ExactSolver()
    gain, differ = 0.0, 0
    while game.phase is Phase.PLAYING:
        safe, _ = run_to_end(exact_solver.certain(game.position))
        if not safe:
            analysis = run_to_end(exact_solver.analyse(game.position))
            move, plain = run_to_end(deep_guess(analysis, budget)), run_to_end(best_guess(analysis))
            if move.cell != plain.cell or (move.wins is not None and plain.wins is None):
                differ += 1
                gain += lead_of(analysis, move, plain, judge, random)
            if move.wins is not None:
                break  # what follows is counted, or the same for both
            safe = 1 << move.cell
        game = game.open_cells(safe)
    return gain, differ


def play_board(number: int, first: str, seed: str, rollouts: int, judge: int) -> dict[str, Any]:
    """Plays one board and returns its line of the file."""
    spec, opening = PRESETS["expert"], first == "open"
    began = time.process_time()
    board = BoardSeed(spec, spec.grid.cell(3, 3) if opening else 0, f"{seed}/{number}", opening).make()
    gain, differ = gain_of(board, Budget(rollouts=rollouts), judge)
    seconds = round(time.process_time() - began, 3)
    return {"board": number, "gain": gain, "differ": differ, "seconds": seconds}


def play_rest(settings: dict[str, Any], boards: int, jobs: int, save: Path | None) -> Iterator[dict[str, Any]]:
    """Yields the results of earlier runs, then plays the other boards and saves each at once."""
    lines = save.read_text(encoding="ascii").splitlines() if save is not None and save.exists() else []
    if lines and json.loads(lines[0]) != settings:
        raise SystemExit(f"{save} is of another run: {lines[0]}")
    yield from map(json.loads, lines[1:])
    if save is not None and not lines:
        save.write_text(json.dumps(settings) + "\n", encoding="ascii")
    numbers = range(max(len(lines), 1), boards + 1)
    for line in work_all(partial(play_board, **settings), numbers, jobs):
        if save is not None:
            with save.open("a", encoding="ascii") as stream:
                stream.write(json.dumps(line) + "\n")
        yield line


def main() -> None:
    """Plays and prints, as far as it has come."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", choices=("open", "safe"), default="open")
    parser.add_argument("-n", type=int, default=500)
    parser.add_argument("--seed", default="gain")
    parser.add_argument(
        "--rollouts", type=int, default=200, help="layouts that the candidates of deep race on, at most"
    )
    parser.add_argument("--judge", type=int, default=240, help="layouts on which a usual difference is judged")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a file for the results, to go on from later")
    args = parser.parse_args()
    print(machine())
    settings = {"first": args.first, "seed": args.seed, "rollouts": args.rollouts, "judge": args.judge}
    done: list[dict[str, Any]] = []
    for line in play_rest(settings, args.n, args.jobs, args.save):
        done.append(line)
        if len(done) % 25 == 0 or len(done) == args.n:
            mean = mean_of([one["gain"] for one in done])
            differ, seconds = sum(one["differ"] for one in done), fmean(one["seconds"] for one in done)
            print(
                f"{args.first}, {args.rollouts} roll-outs, {len(done):,} boards: {100 * mean.rate:+.3f}"
                f" ± {100 * mean.error:.3f} points, {differ:,} moves differ, {seconds:.2f} s a board",
                flush=True,
            )


if __name__ == "__main__":
    main()
