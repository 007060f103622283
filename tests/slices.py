"""What the program does in slices between two frames, done at once."""

from __future__ import annotations

from collections.abc import Iterable

from minesweeper.finished import FinishedGame, Guess
from minesweeper.guessing import guesses_in_slices
from minesweeper.layout import Layout
from minesweeper.rawvf import Recording
from minesweeper.rawvf_moves import recording_in_slices
from minesweeper.replay_files import Form, write_in_slices
from minesweeper.replays import Replay
from minesweeper.solvers.slices import finish
from minesweeper.trail import Move


def find_guesses(replay: Replay) -> tuple[Guess, ...]:
    """The guesses of a game."""
    return finish(guesses_in_slices(replay))


def to_recording(layout: Layout, moves: Iterable[Move], extra: Iterable[tuple[str, str]] = ()) -> Recording:
    """A RAWVF replay of the moves on a board."""
    return finish(recording_in_slices(layout, moves, extra))


def write_replay(game: FinishedGame, form: Form) -> str:
    """The text of a replay file."""
    return finish(write_in_slices(game, form))
