"""Checks every step of every listed deduction on random dense boards by brute force.

``python -m tests.tools.proofs [BOARDS]``

Proofs that use the mine total and several cases appear mostly on small boards full of mines, which players rarely meet
and ordinary tests rarely draw. tests/solvers/test_proof.py checks a sample of the same boards.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from minesweeper.assist.tip import Proof
from minesweeper.boards.layout import Layout
from minesweeper.core.cells import cells_of, make_grid, to_cell_set
from minesweeper.core.position import Position
from minesweeper.play.game import Game
from minesweeper.solvers.deduction import Deduction, run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.tips import every_deduction
from tests.solvers.brute_force import check_steps, count_steps

BOARDS = 20_000
SIZES = tuple((width, height) for width in range(3, 7) for height in range(3, 7) if width * height >= 12)
"""The sizes of the boards, from 4x3 to 6x6."""


class Tally(NamedTuple):
    """How many boards, deductions and steps a run has checked, and which were false."""

    boards: int
    deductions: int
    steps: int
    false: tuple[tuple[Position, Deduction], ...]
    """The deductions with a step that doesn't hold."""


def dense_positions(random: Random) -> Iterator[Position]:
    """Yields positions of random boards, a fifth to two thirds of them mines, with some of the safe cells open."""
    while True:
        grid = make_grid(*random.choice(SIZES))
        mines = to_cell_set(random.sample(range(grid.size), random.randint(grid.size // 5, grid.size * 2 // 3)))
        layout = Layout(grid, mines)
        safe = cells_of(layout.safe)
        opened = random.sample(safe, random.randint(1, len(safe) - 1))
        yield Game(grid, layout.mine_count, layout).open_cells(to_cell_set(opened)).position


def check_dense_boards(boards: int, seed: int) -> Tally:
    """Checks the deductions of this number of random dense boards."""
    deductions = steps = 0
    false = []
    for _, position in zip(range(boards), dense_positions(Random(seed)), strict=False):
        for deduction, _, _ in every_deduction(run_to_end(analyse(position))):
            deductions += 1
            steps += count_steps(deduction.steps)
            try:
                check_steps(position, deduction)
            except AssertionError:
                false.append((position, deduction))
    return Tally(boards, deductions, steps, tuple(false))


def main() -> None:
    """Prints what was checked and each proof with a false step. Exits with status 1 if a step is false."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.proofs", description="Checks proofs by brute force.")
    parser.add_argument("boards", nargs="?", type=int, default=BOARDS, help=f"how many boards (default: {BOARDS})")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the boards (default: 1)")
    args = parser.parse_args()
    tally = check_dense_boards(args.boards, args.seed)
    for position, deduction in tally.false:
        proof = Proof(position, deduction).text()
        print(f"{position.to_picture()}\n{position.mine_total} mines, {deduction.kind.value}: {proof}\n")
    false = len(tally.false)
    print(f"{tally.boards:,} boards, {tally.deductions:,} deductions, {tally.steps:,} steps: {false} proofs are false")
    sys.exit(bool(false))


if __name__ == "__main__":
    main()
