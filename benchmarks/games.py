"""Plays full games with exact logic: ``python -m benchmarks.games --check`` or ``--huge``.

``--check`` plays all twelve thousand boards and compares with the known truth; ``--huge`` times boards of a million
cells. ``benchmarks.solvers`` times each solver on the fixed boards.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import machine
from minesweeper.boards.deal import BoardSeed
from minesweeper.boards.formats import read_board_lines
from minesweeper.boards.layout import Board
from minesweeper.core.boardspec import BoardSpec
from minesweeper.play.game import Phase, begin_game
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import ExactSolver

BOARDS = Path(__file__).parent / "boards"
FILES = [f"{preset}_{start}" for preset in ("beginner", "intermediate", "expert") for start in ("open", "safe")]


def load_boards(name: str) -> Iterator[Board]:
    """Yields the boards of one of the fixed files, each with its first cell."""
    with (BOARDS / f"{name}.jsonl").open("rb") as lines:
        yield from read_board_lines(lines, name)


def load_truth(name: str) -> list[bool]:
    """Returns for each board of a file whether it can be finished without a guess."""
    lines = (BOARDS / f"{name}.peer.txt").read_text(encoding="ascii").splitlines()
    return [line.split()[1] == "1" for line in lines]


def can_be_finished(board: Board) -> bool:
    """Whether exact logic alone wins the board; a wrong proof raises AssertionError."""
    layout, game = board.layout, begin_game(board)
    exact_solver = ExactSolver()
    while game.phase is Phase.PLAYING:
        safe, mined = run_to_end(exact_solver.certain(game.position))
        assert not safe & layout.mines
        assert not mined & ~layout.mines
        if not safe:
            return False
        game = game.open_cells(safe)
    return True


def check() -> int:
    """Compares all boards with the truth and returns the number of boards that differ."""
    wrong = 0
    for name in FILES:
        answers = [can_be_finished(board) for board in load_boards(name)]
        truth = load_truth(name)
        differ = sum(answer != true for answer, true in zip(answers, truth, strict=True))
        print(f"{name}: {len(truth)} boards, {sum(truth)} need no guess, {differ} differ")
        wrong += differ
    return wrong


def play_huge(seed: str) -> None:
    """Prints the time of exact logic on 1000x1000 with 150,000 mines."""
    game = begin_game(BoardSeed(BoardSpec(1000, 1000, 150_000), 500_500, seed).make())
    exact_solver = ExactSolver()
    began, steps = time.process_time(), []
    while game.phase is Phase.PLAYING:
        start = time.process_time()
        safe, _ = run_to_end(exact_solver.certain(game.position))
        if safe:
            game = game.open_cells(safe)
        steps.append(time.process_time() - start)
        if not safe:
            break
    print(
        f"seed {seed}: {len(steps)} steps, {time.process_time() - began:.1f} s, longest step {max(steps):.2f} s,"
        f" {game.safe_total - game.opened.bit_count()} safe cells left to guess"
    )


def main() -> int:
    """Runs what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    jobs = parser.add_mutually_exclusive_group(required=True)
    jobs.add_argument("--check", action="store_true", help="all boards against the no-guess column")
    jobs.add_argument("--huge", action="store_true", help="exact logic on boards of a million cells")
    args = parser.parse_args()
    print(machine())
    if args.check:
        return min(check(), 1)
    for seed in ("a", "b", "c"):
        play_huge(seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
