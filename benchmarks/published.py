"""Compares exact win chances with values that others published, or that another enumeration found.

``python -m benchmarks.published`` prints what was expected and what was found, in about half a minute; its exit status
is 1 if they differ. The quick ones are tests too.
"""

from __future__ import annotations

import sys
import time
from typing import NamedTuple

from benchmarks.endgame import search_end
from minesweeper.core.boardspec import read_spec
from minesweeper.core.position import Position, read_position
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.endgame import EndGameMove
from minesweeper.solvers.exact import analyse


class Value(NamedTuple):
    """Holds a position, and how many of its layouts best play wins."""

    board: str
    wins: int
    layouts: int
    rows: str = ""
    """What is opened; if nothing, the first click may hit a mine."""
    best: tuple[int, int] | None = None
    """The row and column of the best cell from 1, where that was published too."""


QUICK = (
    Value("3x3/2", 24, 36),
    Value("4x4/3", 400, 560),
    Value("4x4/4", 961, 1820),
    Value("6x6/3", 6427, 7140),
    Value("5x4/5", 285, 360, "##### #1### #3### #####", (1, 3)),
)
SLOW = (
    Value("5x5/4", 8236, 12650),
    Value("6x4/4", 7788, 10626),
    Value("4x4/8", 859, 12870),
    Value("5x4/5", 6998, 15504),
)


def find(value: Value) -> EndGameMove:
    """Finds the best move by searching the whole game tree."""
    spec = read_spec(value.board)
    empty = Position(spec.grid, 0, (0, 0, 0, 0), spec.mines)
    position = read_position("\n".join(value.rows.split()), spec.mines) if value.rows else empty
    return search_end(run_to_end(analyse(position)))


def place(value: Value, move: EndGameMove) -> tuple[int, int]:
    """Names the row and column of a move, from 1."""
    row, col = read_spec(value.board).grid.row_col(move.cell)
    return row + 1, col + 1


def main() -> None:
    """Searches all of them and prints."""
    print(f"{'board':7}{'opened':25}{'expected':>16}{'found':>16}{'seconds':>9}")
    differ = 0
    for value in (*QUICK, *SLOW):
        began = time.process_time()
        move = find(value)
        seconds = time.process_time() - began
        is_same = (move.wins, move.layouts) == (value.wins, value.layouts)
        is_same &= value.best is None or value.best == place(value, move)
        expected, answer = f"{value.wins} of {value.layouts}", f"{move.wins} of {move.layouts}"
        end = "" if is_same else f"  differs, best row {place(value, move)[0]} col {place(value, move)[1]}"
        print(f"{value.board:7}{value.rows:25}{expected:>16}{answer:>16}{seconds:>9.1f}{end}", flush=True)
        differ += not is_same
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
