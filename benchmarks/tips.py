"""Measures tips, explanations, what-if, unlock and reviews on positions of expert games from the fixed boards.

python -m benchmarks.tips [games]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import NamedTuple, TypeVar

from benchmarks.games import load_boards
from benchmarks.measure import machine, spread
from minesweeper.assist.loss import FatalMove, review_loss
from minesweeper.assist.tip import Proof
from minesweeper.core.cells import CellSet, cells_of, to_cell_set
from minesweeper.play.game import Game, begin_game
from minesweeper.play.unlock import unlock
from minesweeper.solvers import exact, simple
from minesweeper.solvers.deduction import Deduction, run_to_end
from minesweeper.solvers.tips import NoProof, tip
from minesweeper.solvers.whatif import what_if

GAMES = 10
Item = TypeVar("Item")


class Case(NamedTuple):
    """Holds a game at some point, with all provable mines flagged."""

    game: Game
    flags: CellSet
    near: int
    is_hard: bool
    """Whether single clues prove no safe cell."""


def main() -> None:
    """Prints a Markdown table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    cases = list(_cases(games))
    hard = [case for case in cases if case.is_hard]
    stuck = [case for case in hard if not run_to_end(exact.ExactSolver().certain(case.game.position))[0]]
    print(machine())
    print(f"{games} expert games: {len(cases)} positions, {len(hard)} where single clues free no cell,")
    print(f"{len(stuck)} of them where nothing does\n")
    print("| job, CPU time | positions | median ms | p95 ms | max ms |\n|---|---|---|---|---|")
    _measure("tip, no flags", cases, lambda case: run_to_end(tip(case.game.position, 0, case.near)))
    _measure("tip, all proved mines flagged", cases, _tip)
    _measure("the same, hard positions", hard, _tip)
    deductions = [(case, result) for case in cases if isinstance(result := _tip(case), Deduction)]
    _measure("explain", deductions, lambda pair: Proof(pair[0].game.position, pair[1]).text())
    _measure("what-if, 2 proposals", cases, _what_if)
    _measure(
        "review of a loss",
        cases,
        lambda case: run_to_end(review_loss(FatalMove(case.game.position, cells_of(case.game.hidden)[0]))),
    )
    _measure("unlock", stuck, lambda case: run_to_end(unlock(case.game, case.near)))


def _cases(games: int) -> Iterator[Case]:
    """Yields every position of games that open a random proved cell, or a safe one by luck if none is proved."""
    random = Random(1)
    for board in islice(load_boards("expert_open"), games):
        game = begin_game(board)
        while not game.is_over:
            analysis = run_to_end(exact.analyse(game.position))
            is_hard = not run_to_end(simple.sweep(game.position))[0]
            yield Case(game, analysis.mined, random.randrange(game.grid.size), is_hard)
            game = game.open_cell(random.choice(cells_of(analysis.safe or game.hidden & board.layout.safe)))


def _tip(case: Case) -> Deduction | NoProof:
    return run_to_end(tip(case.game.position, case.flags, case.near))


def _what_if(case: Case) -> object:
    frontier = cells_of(case.game.position.frontier & ~case.flags)
    what_if_mines = to_cell_set(frontier[:: max(1, len(frontier) - 1)][:2])
    return run_to_end(what_if(case.game.position, what_if_mines, case.flags))


def _measure(name: str, items: list[Item], work: Callable[[Item], object]) -> None:
    times = []
    for item in items:
        start = time.process_time()
        work(item)
        times.append((time.process_time() - start) * 1000)
    if times:
        print(f"| {name} | {len(times)} | {spread(times)} |", flush=True)


if __name__ == "__main__":
    main()
