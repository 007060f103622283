"""Runs the long work of a screen in slices of time, so that keys are answered and frames drawn meanwhile."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import Any

from minesweeper.ui.model import Model, Task

SLICE = 0.01
"""Seconds that work may take before the loop looks for events again."""


def collect_rarely() -> None:
    """Lets Python look for garbage in cycles less often: with a large board analysed a look takes a tenth of a second.

    Next to nothing here is garbage of that kind; all else is freed at once in any case.
    """
    gc.set_threshold(10_000, 5, 500)


class Runner:
    """The task of the top screen and how far it has come; another task drops the earlier one."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._task: Task | None = None
        self._work: Iterator[Any] | None = None

    def is_busy(self, model: Model) -> bool:
        """Whether the model has work to do."""
        return model.top.task() is not None

    def run(self, model: Model) -> Model:
        """The model after one slice of work."""
        end = self._clock() + SLICE
        while True:
            task = model.top.task()
            if task is None:
                self._task = self._work = None
                return model
            if self._work is None or task != self._task:
                self._task, self._work = task, task.begin()
            result = self._next_result(self._work, end)
            if result is _END:
                self._task = self._work = None
                model = model.top.receive(model, task, None)
            elif result is not None:
                model = model.top.receive(model, task, result)
            if self._clock() >= end:  # looked at last: some work is done even if the clock leaps
                return model

    def _next_result(self, work: Iterator[Any], end: float) -> Any:
        """The next result, or None when the time is up; while there is none, the model and its task stay the same."""
        result = next(work, _END)
        while result is None and self._clock() < end:
            result = next(work, _END)
        return result


_END = object()
