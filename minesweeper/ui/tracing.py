"""Writes the trace of all games of the full screen to a file, beside whoever keeps the games."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from minesweeper.play.trace import TraceFile
from minesweeper.ui.base.model import Model, Question
from minesweeper.ui.draw.words import joined
from minesweeper.ui.keeper import Keeper


class TracingKeeper:
    """A keeper that also writes a trace; all else is done by another one."""

    def __init__(self, keeper: Keeper, file: TraceFile) -> None:
        self._keeper, self._file = keeper, file
        self._told = False

    def watch(self, model: Model, now: float) -> Model:
        """The model after what has happened was noted, and written for a moment."""
        self._follow(model)
        self._file.work()
        model = self._keeper.watch(model, now)
        if self._file.problem and not self._told:
            self._told = True
            model = replace(model, notice=joined(model.notice, self._file.problem))
        return model

    def wait(self, now: float) -> float | None:
        """Seconds until there is something to do; None: only a change of the model."""
        return 0.0 if self._file.is_busy else self._keeper.wait(now)

    def answer(self, model: Model, question: Question) -> Model:
        """The model after the top screen got the answer to a question."""
        return self._keeper.answer(model, question)

    def keep(self, model: Model) -> None:
        """Saves all running games, and writes what the trace still misses; never raises."""
        self._keeper.keep(model)
        with contextlib.suppress(Exception):
            self._follow(model)
            self._file.finish()

    def _follow(self, model: Model) -> None:
        for screen in model.screens:
            for session in screen.sessions():
                self._file.follow(session)
