"""Writes the trace of all games of the full screen to a file. Tested in tests/play/test_assist_log.py."""

from __future__ import annotations

import contextlib

from minesweeper.core.text import joined
from minesweeper.play.assist_log import TraceFile
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.service import Service


class TraceWriter(Service):
    """Follows the assistants of all games, and writes for a moment at a time."""

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
