"""Serves the full screen besides autosave: loads later modules, and writes the assistant log."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from minesweeper.core.text import joined
from minesweeper.ui.base.model import Model, Service
from minesweeper.ui.base.routes import Route

if TYPE_CHECKING:
    from minesweeper.play.assist_log import TraceFile


class Preload(Service):
    """Loads one module at a time, so that keys are handled in between."""

    def __init__(self) -> None:
        self._ways = _ways()
        self._is_done = False

    def watch(self, model: Model, now: float) -> Model:
        way = next(self._ways, None)
        if way is None:
            self._is_done = True
        else:
            way()
        return model

    def wait(self, model: Model, now: float) -> float | None:
        return None if self._is_done else 0.0


def _ways() -> Iterator[Callable[[], Any]]:
    """Lists the functions to load, soonest needed first: the game, its keys, then the other screens."""
    yield Route.GAME.load
    from minesweeper.ui.game.game_screen import ACTIONS

    yield from ACTIONS.values()
    yield from (route.load for route in Route)


class TraceWriter(Service):
    """Writes the assistant log of all games to a file, for a moment at a time, so that keys never wait."""

    def __init__(self, file: TraceFile) -> None:
        self._file = file
        self._told = False

    def watch(self, model: Model, now: float) -> Model:
        self._follow(model)
        self._file.work(seconds=0.01)
        if not self._file.problem or self._told:
            return model
        self._told = True
        return model._replace(notice=joined(model.notice, self._file.problem))

    def wait(self, model: Model, now: float) -> float | None:
        return 0.0 if self._file.is_busy else None

    def rest(self, model: Model) -> None:
        with contextlib.suppress(Exception):
            self._follow(model)
            self._file.work()

    def _follow(self, model: Model) -> None:
        for screen in model.screens:
            for session in screen.sessions():
                self._file.follow(session)
