"""The search for the guesses of a finished game, in slices, and keeping them with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from minesweeper.play.replay import Replay
from minesweeper.play.review import MAX_CELLS, Guess, guesses_in_slices

if TYPE_CHECKING:
    from minesweeper.storage.saves import Archive


@dataclass(frozen=True, eq=False)
class ExamineTask:
    """Find the guesses of a game."""

    replay: Replay

    def begin(self) -> Iterator[tuple[Guess, ...] | None]:
        """Yields None at the end of each slice, then the guesses."""
        guesses = yield from guesses_in_slices(self.replay)
        yield guesses


@dataclass(frozen=True)
class KeepGuesses:
    """Keep the guesses of a game with it."""

    id: str
    guesses: tuple[Guess, ...]

    def put(self, archive: Archive) -> None:
        """Nothing: a game whose guesses are not kept is examined again another time."""
        from minesweeper.storage.finished import set_guesses

        set_guesses(archive.store, self.id, self.guesses)


def plan_examination(replay: Replay | None) -> ExamineTask | None:
    """The search for a game's guesses; None for a board that is too large, or without a replay."""
    return None if replay is None or replay.spec.grid.size > MAX_CELLS else ExamineTask(replay)
