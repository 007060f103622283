"""Has boards made ahead of need by another process, as the screens wish, and never leaves one behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from minesweeper.ui.base.model import Model
from minesweeper.ui.base.service import Service

if TYPE_CHECKING:
    from minesweeper.boards.deal import BoardSeed
    from minesweeper.boards.noguess import Dealt

POLL_SECONDS = 0.1


class Worker(Protocol):
    """Somebody who makes a board."""

    attempts: int

    @property
    def is_running(self) -> bool:
        """Whether a result may still come."""

    def poll(self) -> Dealt | None:
        """The result if it is there; it never waits."""

    def stop(self) -> None:
        """Ends the work at once."""


def hire(wish: BoardSeed) -> Worker:
    """A worker process for a wish."""
    from minesweeper.boards.prefetch import NoGuessWorker  # most games need none

    return NoGuessWorker(wish.spec, wish.first, wish.seed)


class Stock(Service):
    """The board that is being made, at most one; it is dropped as soon as no screen wishes for it."""

    def __init__(self, hire: Callable[[BoardSeed], Worker] = hire) -> None:
        self._hire = hire
        self._wish: BoardSeed | None = None
        self._worker: Worker | None = None
        self._told = 0

    def watch(self, model: Model, now: float) -> Model:
        wish = wish_of(model)
        if wish != self._wish:
            self.close()
            if wish is not None:
                self._wish, self._worker, self._told = wish, self._hire(wish), 0
        if wish is None or self._worker is None:
            return model
        result = self._worker.poll()
        if result is None and self._worker.is_running:
            if self._worker.attempts == self._told:
                return model
            self._told = self._worker.attempts
            return _supplied(model, wish, self._told)
        self.close()
        return _supplied(model, wish, result)

    def wait(self, model: Model, now: float) -> float | None:
        if wish_of(model) != self._wish:
            return 0.0
        return None if self._worker is None else POLL_SECONDS

    def close(self) -> None:
        if self._worker is not None:
            self._worker.stop()
        self._wish = self._worker = None


def wish_of(model: Model) -> BoardSeed | None:
    """The board that the uppermost screen with a wish wants made."""
    return next((wish for screen in reversed(model.screens) if (wish := screen.wish()) is not None), None)


def _supplied(model: Model, wish: BoardSeed, result: int | Dealt | None) -> Model:
    return model._replace(screens=tuple(screen.supply(wish, result) for screen in model.screens))
