"""Serves the full screen besides autosave: makes boards ahead, loads later modules, and writes the assistant log."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from minesweeper.core.text import joined
from minesweeper.ui.base.model import Model, Service
from minesweeper.ui.base.routes import Route

if TYPE_CHECKING:
    from minesweeper.boards.deal import BoardSeed
    from minesweeper.boards.prefetch import NoGuessWorker
    from minesweeper.play.assist_log import TraceFile

POLL_SECONDS = 0.1


def hire(wanted: BoardSeed) -> NoGuessWorker:
    """Starts a worker process for a wanted board."""
    from minesweeper.boards.prefetch import NoGuessWorker  # most games need none

    return NoGuessWorker(wanted.spec, wanted.first, wanted.seed)


class Prefetch(Service):
    """Makes at most one board ahead, and stops when no screen wants it any more."""

    def __init__(self, hire: Callable[[BoardSeed], NoGuessWorker] = hire) -> None:
        self._hire = hire
        self._wanted: BoardSeed | None = None
        self._worker: NoGuessWorker | None = None

    def watch(self, model: Model, now: float) -> Model:
        wanted = wanted_board(model)
        if wanted != self._wanted:
            self.close()
            if wanted is not None:
                self._wanted, self._worker = wanted, self._hire(wanted)
        if wanted is None or self._worker is None:
            return model
        result = self._worker.poll()
        if result is None and self._worker.is_running:
            return model
        self.close()
        return model._replace(screens=tuple(screen.on_board(wanted, result) for screen in model.screens))

    def wait(self, model: Model, now: float) -> float | None:
        if wanted_board(model) != self._wanted:
            return 0.0
        return None if self._worker is None else POLL_SECONDS

    def close(self) -> None:
        if self._worker is not None:
            self._worker.stop()
        self._wanted = self._worker = None


def wanted_board(model: Model) -> BoardSeed | None:
    """Finds the wanted board of the uppermost screen that wants one."""
    return next((wanted for screen in reversed(model.screens) if (wanted := screen.wanted_board()) is not None), None)


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
        self._file.work()
        if not self._file.problem or self._told:
            return model
        self._told = True
        return model._replace(notice=joined(model.notice, self._file.problem))

    def wait(self, model: Model, now: float) -> float | None:
        return 0.0 if self._file.is_busy else None

    def rest(self, model: Model) -> None:
        with contextlib.suppress(Exception):
            self._follow(model)
            self._file.finish()

    def _follow(self, model: Model) -> None:
        for screen in model.screens:
            for session in screen.sessions():
                self._file.follow(session)
