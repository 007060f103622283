"""Measures the overlay: its update after each move on expert, and the longest slices of work on a million cells.

python -m benchmarks.overlay [games]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Generator, Iterator
from itertools import islice
from random import Random
from typing import TypeVar

from benchmarks.games import load_boards
from benchmarks.measure import machine
from minesweeper.boards.layout import Board, Layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import cells_of, to_cell_set
from minesweeper.core.position import Position
from minesweeper.play.game import begin_game
from minesweeper.play.session import Session, new_session
from minesweeper.solvers import assumptions, simple
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.ui.base.model import Model, handle, render
from minesweeper.ui.game.game_screen import open_game
from minesweeper.ui.loop import Runner, collect_rarely
from minesweeper.ui.terminal.events import Key

GAMES = 20
MILLION = BoardSpec(1000, 1000, 200_000)
OPENED = (1_000, 30_000, 100_000)
"""So many random safe cells are opened on the large board: many small components, and few huge ones."""
Result = TypeVar("Result")


def main() -> None:
    """Prints two Markdown tables."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print(machine())
    updates = [milliseconds for game in islice(load_boards("expert_open"), games) for milliseconds in _updates(game)]
    updates.sort()
    print("\n| expert, CPU time | moves | median ms | p95 ms | max ms |\n|---|---|---|---|---|")
    p95 = updates[len(updates) * 95 // 100]
    print(
        f"| overlay after a move | {len(updates)} | {statistics.median(updates):.2f} | {p95:.2f} | {updates[-1]:.1f} |"
    )
    print("\n| 1000x1000, CPU time | slices | all s | longest ms | over 20 ms |\n|---|---|---|---|---|")
    collect_rarely()  # as the program itself does
    for opened in OPENED:
        position, later = _large_positions(opened)
        first = _slices(f"overlay, {position.opened.bit_count():,} cells open", analyse(position))
        _slices("the same after one more move", analyse(later, first))
        _slices("simple solver, all", simple.sweep(position))
        _slices("smart solver, all", _pulses(assumptions.deductions(position, near=0)), seconds=10.0)
    print("\n| 1000x1000, cells open | keys | slice, key and frame: median ms | p95 | max |\n|---|---|---|---|---|")
    for opened in OPENED:
        _latency(opened)


def _updates(board: Board) -> Iterator[float]:
    """Returns the times to analyse each position of a game, given the analysis of the one before it."""
    random = Random(1)
    layout, game = board.layout, begin_game(board)
    analysis = run_to_end(analyse(game.position))
    while not game.is_over:
        game = game.open_cell(random.choice(cells_of(analysis.safe or game.hidden & layout.safe)))
        if not game.is_over:
            begin = time.process_time()
            analysis = run_to_end(analyse(game.position, analysis))
            yield (time.process_time() - begin) * 1000


def _latency(opened: int) -> None:
    """Prints how long the program takes from one look at the keyboard to the next while the overlay is worked out."""
    random = Random(1)
    session, _ = _large_session(opened, random)
    model = Model(24, 80, ())
    model = handle(handle(open_game(model, session), Key("v")), Key("v"))
    runner, times = Runner(time.process_time), []
    while runner.is_busy(model):
        begin = time.process_time()
        model = handle(runner.run(model), Key("right" if len(times) % 40 < 20 else "left"))
        render(model)
        times.append((time.process_time() - begin) * 1000)
    times.sort()
    cells = f"{session.game.opened.bit_count():,}"
    p95 = times[len(times) * 95 // 100]
    print(f"| {cells} | {len(times)} | {statistics.median(times):.1f} | {p95:.1f} | {times[-1]:.1f} |", flush=True)


def _large_session(opened: int, random: Random) -> tuple[Session, Layout]:
    session = new_session(MILLION, "custom", "overlay").open_cell(500_500)
    layout = session.game.layout
    assert layout is not None
    session = session.apply(to_cell_set(random.sample(cells_of(layout.safe), opened)), 0, "benchmark")
    return session, layout


def _large_positions(opened: int) -> tuple[Position, Position]:
    """Returns a position with random cells opened, and the same position with one more."""
    random = Random(1)
    session, layout = _large_session(opened, random)
    beside = cells_of(session.game.position.frontier & layout.safe)
    return session.game.position, session.apply(1 << random.choice(beside), 0, "benchmark").game.position


def _pulses(found: Iterator[object]) -> Generator[None, None, None]:
    for _ in found:
        yield


def _slices(name: str, work: Generator[None, None, Result], seconds: float = 60.0) -> Result | None:
    """Runs work in slices and prints how long they were. Returns the result if it ends in time."""
    times: list[float] = []
    result = None
    end = time.process_time() + seconds
    while (begin := time.process_time()) < end:
        try:
            next(work)
        except StopIteration as stop:
            result, end = stop.value, 0.0
        times.append(time.process_time() - begin)
    longest, over = max(times) * 1000, sum(slice_time > 0.02 for slice_time in times)
    print(f"| {name} | {len(times):,} | {sum(times):.2f} | {longest:.1f} | {over} |", flush=True)
    return result


if __name__ == "__main__":
    main()
