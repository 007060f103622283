"""A replay as a film: the session at any of its steps, forward and back, and its moves in words."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from minesweeper.cells import CellSet, Grid, contains
from minesweeper.game import Game
from minesweeper.replays import Replay, play_move, start_session
from minesweeper.session import Session
from minesweeper.trail import Move, MoveKind

_MEMORY_CELLS = 20_000_000
"""Cells times kept sessions; above it only some sessions are kept, and those between are played again."""


class Film:
    """The sessions of a replay, made when they are asked for; step 0 is before the first move."""

    def __init__(self, replay: Replay, name: str = "custom", label: str = "normal") -> None:
        self.replay = replay
        self._times = [move.ms for move in replay.moves]
        self._every = max(1, math.ceil((len(replay.moves) + 1) * replay.spec.grid.size / _MEMORY_CELLS))
        start = replace(start_session(replay, name), known=False, mode=label, label=label)
        self._kept: list[Session] = [start]
        """The sessions at steps 0, every, 2 * every and so on, as far as was asked for."""
        self._last = (0, start)

    def __len__(self) -> int:
        """How many moves there are."""
        return len(self.replay.moves)

    @property
    def total_ms(self) -> int:
        """The time of the last move."""
        return self._times[-1] if self._times else 0

    def session_at(self, step: int) -> Session:
        """The session after so many moves."""
        at, session = self._last
        block = min(step // self._every, len(self._kept) - 1)
        if not at <= step < at + self._every or at < block * self._every:
            at, session = block * self._every, self._kept[block]
        while at < step:
            session = play_move(session, self.replay.moves[at], self.replay.dealt)
            at += 1
            if at == len(self._kept) * self._every:
                self._kept.append(session)
        self._last = (at, session)
        return session

    def step_at(self, ms: float) -> int:
        """How many moves were made up to a time."""
        return bisect_right(self._times, ms)

    def time_at(self, step: int) -> int:
        """When the move after so many was made; at the end the time of the last one."""
        return self._times[min(step, len(self) - 1)] if self._times else 0


def opens(game: Game, move: Move) -> CellSet:
    """The hidden cells that a move opens by itself, cascades aside: those for which it takes a risk."""
    free = game.hidden & ~game.flags
    if move.kind is MoveKind.OPEN:
        return free & (1 << move.cell)
    if move.kind is MoveKind.ASSIST:
        return game.hidden & move.safe
    if move.kind in (MoveKind.CHORD, MoveKind.COMPLETE) and contains(game.opened, move.cell):
        around = game.grid.neighbours(move.cell)
        if game.flags_around(move.cell) == game.clue(move.cell):
            return free & around
    return 0


def move_words(move: Move, grid: Grid) -> str:
    """What a move was: its kind and its place; rows and columns count from 1."""
    if move.kind is MoveKind.ASSIST:
        counts = [(move.safe.bit_count(), "opened"), (move.mined.bit_count(), "flagged")]
        done = ", ".join(f"{count} {what}" for count, what in counts if count)
        return f"{move.helper}: {done}" if done else move.helper
    if move.kind in (MoveKind.UNDO, MoveKind.GIVE_UP):
        return str(move.kind.value)
    row, col = grid.row_col(move.cell)
    return f"{move.kind.value} row {row + 1} col {col + 1}"


def distances(replay: Replay) -> Iterator[float]:
    """For each move how far it was from the one before, in cells; 0 where a move has no place."""
    grid, last = replay.spec.grid, None
    for move in replay.moves:
        if move.cell < 0:
            yield 0.0
            continue
        here = grid.row_col(move.cell)
        yield 0.0 if last is None else math.dist(last, here)
        last = here
