"""Defines the services that work on the model next to the screens. Tested in tests/ui/test_loop.py."""

from __future__ import annotations

from minesweeper.ui.base.jobs import Query
from minesweeper.ui.base.model import Model


class Service:
    """A part next to the screens that works on the model: saves games, makes boards ahead, writes a trace."""

    def begin(self, model: Model) -> Model:
        """Returns the model with everything needed before the first key; called once, after the first frame."""
        return model

    def watch(self, model: Model, now: float) -> Model:
        """Returns the model after handling everything since the last call."""
        return model

    def wait(self, model: Model, now: float) -> float | None:
        """Returns the seconds until there is something to do; None: only after a change of the model."""
        return None

    def answer(self, model: Model, query: Query) -> Model | None:
        """Returns the model after the answer to a query; None if another service must answer it."""
        return None

    def rest(self, model: Model) -> None:
        """Saves whatever must not be lost, because the program may be stopped. Never raises."""

    def close(self) -> None:
        """Ends the service."""
