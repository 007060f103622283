"""Plays many boards with one solver, in this process or in several, and yields the results in the order of the boards.

Whether a move was right is decided by the game; the solver only says whether it was certain.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from minesweeper.bench_value import estimate_value
from minesweeper.cells import CellSet, Planes, make_grid
from minesweeper.game import Game, Phase
from minesweeper.generate import deal
from minesweeper.layout import Layout
from minesweeper.players import PLAYERS, Choice, Player, find_player
from minesweeper.pool import GivenExecutor, Workers, work_all
from minesweeper.position import Position
from minesweeper.solvers.deep import Budget
from minesweeper.specs import BoardSpec


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
    began = time.thread_time()
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
    ms = (time.thread_time() - began) * 1000
    return Result(game.phase is Phase.WON, guesses, ms, game.phase is Phase.LOST and certain, luck)


def play_all(
    boards: Sequence[BoardSource],
    solver: str,
    jobs: int | Executor | Workers,
    *,
    value: bool = False,
    budget: Budget | None = None,
) -> Iterator[Result]:
    """The results of all boards, in their order, as they come in; the same ones whoever plays them.

    ``jobs`` is a number of processes, any executor, or workers that can be had again when they are lost. A budget is
    for ``deep``; if it is in seconds, its results depend on the machine.
    """
    if isinstance(jobs, Executor):
        jobs = GivenExecutor(jobs, os.cpu_count() or 1)
    return work_all(partial(_play_board, solver=solver, value=value, budget=budget), boards, jobs)


def _play_board(board: BoardSource, solver: str, value: bool, budget: Budget | None) -> Result:
    layout, start = board.make()
    make_player = find_player(solver, budget)
    player = make_player()
    if not value:
        return play(layout, start, player)
    if solver in PLAYERS:
        player = _remember(player)  # up to the first mine that is hit both games are the same
    result = play(layout, start, player)
    return replace(result, value=estimate_value(layout, start, player if solver in PLAYERS else make_player()))


def _remember(player: Player) -> Player:
    """A player that is asked once about each position."""
    choices: dict[tuple[CellSet, Planes], Choice | None] = {}

    def choose(position: Position) -> Choice | None:
        key = position.opened, position.clues
        if key not in choices:
            choices[key] = player(position)
        return choices[key]

    return choose
