"""Measures ``solve`` on very wide boards and on a high one: the CPU time per cell shouldn't grow with the board.

python -m benchmarks.wide
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from benchmarks.measure import machine
from benchmarks.program import ROOT
from benchmarks.scattered import scatter
from minesweeper.core.cells import make_grid

SIZES = ((100_000, 1), (500_000, 1), (1, 100_000))
MINES = 20
"""The percentage of mines."""
OPENED = {"all hidden": 0, "a third opened": 33}
"""The percentage of safe cells that are opened at random."""


def seconds(board: Path, mines: int) -> float:
    """Returns the CPU time of solving a text board, the start of Python included."""
    command = [sys.executable, "minesweeper.py", "solve", str(board), "--mines", str(mines)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Prints a Markdown table."""
    print(machine(), "\n\n| board | opened | CPU s | µs per cell |\n|---|---|---|---|", sep="")
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder) / "board.txt"
        for opened, percent in OPENED.items():
            for width, height in SIZES:
                position = scatter(make_grid(width, height), MINES, percent, Random(f"{width}x{height}"))
                board.write_text(position.to_picture() + "\n")
                spent = seconds(board, position.mine_total)
                print(
                    f"| {width}x{height} | {opened} | {spent:.2f} | {spent / position.grid.size * 1e6:.1f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
