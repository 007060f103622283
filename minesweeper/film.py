"""A replay as a film: the session at any of its steps, forward and back, and its moves in words."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from minesweeper.cells import CellSet, Grid, contains, place_text
from minesweeper.game import Game, Phase
from minesweeper.replays import Replay, play_move, start_session
from minesweeper.session import Session
from minesweeper.trail import Move, MoveKind

_MEMORY_CELLS = 100_000_000
"""Cells times kept sessions: about 40 MB on the largest boards."""
_MOST_KEPT, _FEWEST_KEPT = 2000, 32
_MOVE_COST = 5_000
"""What a move costs beside the cells of its board, in cells."""
_SLICE_COST = 5_000_000
"""Moves that cost so much are played in some 10 ms."""


class Film:
    """The sessions of a replay, made when they are asked for; step 0 is before the first move.

    Those near the last one asked for are all kept, those farther away ever more sparsely: a step back plays few moves
    again, however long the game and however large the board.
    """

    def __init__(self, replay: Replay, name: str = "custom", label: str = "normal") -> None:
        self.replay = replay
        self._times = [move.ms for move in replay.moves]
        self._most = max(_FEWEST_KEPT, min(_MEMORY_CELLS // replay.spec.grid.size, _MOST_KEPT))
        start = replace(start_session(replay, name), known=False, mode=label, label=label)
        self._kept: dict[int, Session] = {0: start}
        self._steps = [0]
        """The steps of the kept sessions, in order."""
        self._shown = (0, start)
        """What was asked for last: it stays at hand while a step far away is sought."""

    def __len__(self) -> int:
        """How many moves there are."""
        return len(self.replay.moves)

    @property
    def total_ms(self) -> int:
        """The time of the last move."""
        return self._times[-1] if self._times else 0

    @property
    def slice_moves(self) -> int:
        """How many moves can be played before a slice of work should end."""
        return max(1, _SLICE_COST // (self.replay.spec.grid.size + _MOVE_COST))

    def session_at(self, step: int) -> Session:
        """The session after so many moves."""
        if step != self._shown[0]:
            at = self._before(step)
            while at < step:
                at = self._play(at)
            self._shown = (step, self._kept[step])
        return self._shown[1]

    def seek(self, step: int) -> Iterator[int]:
        """Makes the session at a step in slices; yields how far it has come at the end of each."""
        at = self._before(step)
        while at < step:
            for _ in range(min(self.slice_moves, step - at)):
                at = self._play(at)
            yield at

    def is_near(self, step: int) -> bool:
        """Whether the session at a step takes no longer than a slice of work."""
        return step - self._before(step) <= self.slice_moves

    def opened_session(self) -> Session:
        """The first session in which a cell is open; the last one if none ever is."""
        step = 0
        while step < len(self) and self.session_at(step).game.phase is Phase.READY:
            step += 1
        return self.session_at(step)

    def step_at(self, ms: float) -> int:
        """How many moves were made up to a time."""
        return bisect_right(self._times, ms)

    def time_at(self, step: int) -> int:
        """When the move after so many was made; at the end the time of the last one."""
        return self._times[min(step, len(self) - 1)] if self._times else 0

    def _before(self, step: int) -> int:
        """The last step up to this one whose session is kept."""
        return self._steps[bisect_right(self._steps, step) - 1]

    def _play(self, at: int) -> int:
        """Plays the move after so many; the result is the step then."""
        session = play_move(self._kept[at], self.replay.moves[at], self.replay.dealt)
        self._kept[at + 1] = session
        self._steps.insert(bisect_right(self._steps, at), at + 1)
        if len(self._steps) > self._most:
            self._thin(at + 1)
        return at + 1

    def _thin(self, now: int) -> None:
        """Drops sessions: the gaps between those that stay are a fixed share of their distance from now."""
        dense = self._most // 16
        stay: list[int] = []
        last: int | None = None
        for step in [step for step in reversed(self._steps) if step <= now]:
            if last is None or last - step >= (now - step) // dense or step == 0:
                stay.append(step)
                last = step
        last = now
        for step in [step for step in self._steps if step > now]:
            if step - last >= (step - now) // dense:
                stay.append(step)
                last = step
        self._steps = sorted(stay)
        self._kept = {step: self._kept[step] for step in self._steps}


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
    return f"{move.kind.value} {place_text(*grid.row_col(move.cell))}"


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
