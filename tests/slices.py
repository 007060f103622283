"""What the program does in slices between two frames, done at once."""

from __future__ import annotations

from collections.abc import Iterable

from minesweeper.boards.layout import Layout
from minesweeper.boards.rawvf import Recording
from minesweeper.play.mouse import recording_in_slices
from minesweeper.play.replay import Replay
from minesweeper.play.review import Guess, guesses_in_slices
from minesweeper.play.trail import Move
from minesweeper.solvers.deduction import finish
from minesweeper.storage.finished import FinishedGame
from minesweeper.storage.replay_files import Form, write_in_slices


def find_guesses(replay: Replay) -> tuple[Guess, ...]:
    """The guesses of a game."""
    return finish(guesses_in_slices(replay))


def to_recording(layout: Layout, moves: Iterable[Move], extra: Iterable[tuple[str, str]] = ()) -> Recording:
    """A RAWVF replay of the moves on a board."""
    return finish(recording_in_slices(layout, moves, extra))


def write_replay(game: FinishedGame, form: Form) -> str:
    """The text of a replay file."""
    return finish(write_in_slices(game, form))
