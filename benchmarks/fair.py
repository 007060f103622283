"""Measures fair games: the time of a click, how often the mines move, and the forced guesses of a player who reasons.

python -m benchmarks.fair
"""

from __future__ import annotations

import time
from random import Random

from benchmarks.measure import machine, spread
from minesweeper.core.boardspec import FAIR, BoardSpec, read_spec
from minesweeper.core.cells import cells_of
from minesweeper.play.game import Phase
from minesweeper.play.session import new_session
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse

BOARDS = {"9x9/10": 300, "16x16/40": 150, "30x16/99": 100, "30x16/150": 50, "50x30/300": 25, "100x100/2000": 3}
"""The boards, and how many games are played on each."""


def main() -> None:
    """Prints a Markdown table."""
    print(machine())
    print("The player opens a random cell that is proved safe or, if none is, a random one not proved to be a mine.\n")
    columns = (
        "board",
        "games",
        "won",
        "median ms per click",
        "p95 ms",
        "max ms",
        "mines moved",
        "forced guesses (most)",
    )
    print(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for board, games in BOARDS.items():
        _measure(read_spec(board), games)


def _measure(spec: BoardSpec, games: int) -> None:
    times: list[float] = []
    forced: list[int] = []
    won = moved = 0
    random = Random(str(spec))
    for number in range(games):
        first = spec.grid.cell(spec.height // 2, spec.width // 2)
        session, analysis = new_session(spec, "custom", f"fair {number}", board_type=FAIR).open_cell(first), None
        while not session.game.is_over:
            position, layout = session.game.position, session.game.layout
            analysis = run_to_end(analyse(position, analysis))
            cell = random.choice(cells_of(analysis.safe or position.hidden & ~analysis.mined))
            began = time.thread_time()
            session = session.open_cell(cell)
            times.append((time.thread_time() - began) * 1000)
            moved += session.game.layout != layout
        won += session.game.phase is Phase.WON
        forced.append(session.forced_guesses)
    guesses = f"{sum(forced) / games:.2f} ({max(forced)})"
    print(f"| {spec} | {games} | {won} | {spread(times)} | {moved / len(times):.2%} | {guesses} |", flush=True)


if __name__ == "__main__":
    main()
