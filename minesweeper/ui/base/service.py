"""Whoever serves the model beside the screens, and what the loop asks of them. Tested in tests/ui/test_loop.py."""

from __future__ import annotations

from minesweeper.ui.base.jobs import Query
from minesweeper.ui.base.model import Model


class Service:
    """Somebody beside the screens who serves the model: keeps games, makes boards ahead, writes a trace."""

    def begin(self, model: Model) -> Model:
        """The model with what must be known before the first key is taken; asked once, after the first frame."""
        return model

    def watch(self, model: Model, now: float) -> Model:
        """The model after what has happened since the last time was served."""
        return model

    def wait(self, model: Model, now: float) -> float | None:
        """Seconds until there is something to do; None: only a change of the model."""
        return None

    def answer(self, model: Model, query: Query) -> Model | None:
        """The model after the answer to a question; None: somebody else has to answer it."""
        return None

    def rest(self, model: Model) -> None:
        """The program is about to be stopped, or to end: what must not be lost is written. Never raises."""

    def close(self) -> None:
        """The program ends."""
