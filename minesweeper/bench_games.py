"""Plays many boards with one solver, in this process or in several, and yields the results in the order of the boards.

Whether a move was right is decided by the game; the solver only says whether it was certain.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Protocol

from minesweeper.bench_value import estimate_value
from minesweeper.cells import CellSet, make_grid
from minesweeper.game import Game, Phase
from minesweeper.generate import deal
from minesweeper.layout import Layout
from minesweeper.players import Player, find_player
from minesweeper.specs import BoardSpec

_LONGEST_CHUNK = 16
"""At most so many boards are given to a worker at once: few enough for a progress line that moves."""


class WorkerError(ValueError):
    """A worker process that ended before its work."""


class BoardSource(Protocol):
    """Something that a worker makes a board from; it must be small, because it is sent to another process."""

    def make(self) -> tuple[Layout, int]:
        """The layout and the first cell."""


@dataclass(frozen=True, slots=True)
class FixedBoard:
    """A board from a file."""

    width: int
    height: int
    mines: CellSet
    start: int

    def make(self) -> tuple[Layout, int]:
        """The layout and the first cell."""
        return Layout(make_grid(self.width, self.height), self.mines), self.start


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """A board from a seed."""

    spec: BoardSpec
    start: int
    seed: str
    opening: bool

    def make(self) -> tuple[Layout, int]:
        """The layout and the first cell."""
        return deal(self.spec, self.start, self.seed, opening=self.opening), self.start


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one board."""

    win: bool
    guesses: int
    ms: float
    """The CPU time of the game, solver and rules together, in milliseconds."""
    lost_on_certain_move: bool = False
    luck: float | None = 0.0
    """The sum over all guesses of (1 if it was safe, else 0) - its chance to be safe; None if a chance is not known."""
    value: float | None = None
    """An estimate of the chance to win, see ``bench_value``."""


def play(layout: Layout, start: int, player: Player) -> Result:
    """Plays one board to its end, or to where the player gives up."""
    began = time.process_time()
    game = Game(layout.grid, layout.mine_count, layout).open_cell(start)
    guesses, certain = 0, False
    luck: float | None = 0.0
    while not game.is_over:
        choice = player(game.position)
        if choice is None:
            break
        certain = choice.certain
        after = game.open_cells(choice.cells)
        if after is game:
            break  # a player that opens nothing would go on for ever
        game = after
        if not certain:
            guesses += 1
            luck = None if luck is None or choice.safety is None else luck + (not game.exploded) - choice.safety
    ms = (time.process_time() - began) * 1000
    return Result(game.phase is Phase.WON, guesses, ms, game.phase is Phase.LOST and certain, luck)


def play_all(boards: Sequence[BoardSource], solver: str, jobs: int, *, value: bool = False) -> Iterator[Result]:
    """The results of all boards, in their order, as they come in; the same ones for any number of jobs."""
    if jobs == 1 or len(boards) == 1:
        return (_play_board(board, solver, value) for board in boards)
    return _play_in_workers(boards, solver, jobs, value)


def _play_board(board: BoardSource, solver: str, value: bool) -> Result:
    layout, start = board.make()
    result = play(layout, start, find_player(solver)())
    if value:
        result = replace(result, value=estimate_value(layout, start, find_player(solver)()))
    return result


def _play_in_workers(boards: Sequence[BoardSource], solver: str, jobs: int, value: bool) -> Iterator[Result]:
    length = max(1, min(_LONGEST_CHUNK, len(boards) // (4 * jobs)))
    chunks = [boards[first : first + length] for first in range(0, len(boards), length)]
    executor = ProcessPoolExecutor(
        min(jobs, len(chunks)),
        mp_context=multiprocessing.get_context("spawn"),  # the one way that all systems have; a fork may lock up
        initializer=_leave_interrupts_to_the_parent,
    )
    try:
        with _interrupts_ignored():
            batches = executor.map(_play_chunk, chunks, repeat(solver), repeat(value))
        for results in batches:
            yield from results
    except BrokenProcessPool:
        raise WorkerError(
            "a worker process ended before its work: perhaps the memory is full, try fewer --jobs"
        ) from None
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()  # a chunk of large boards may take minutes
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _play_chunk(boards: Sequence[BoardSource], solver: str, value: bool) -> list[Result]:
    return [_play_board(board, solver, value) for board in boards]


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes that are started meanwhile ignore Ctrl-C from their first moment on, where systems pass that on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
