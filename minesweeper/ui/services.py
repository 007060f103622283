"""The service that loads later modules while the player looks at the first screens."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from minesweeper.core.late import late_modules_of, load_now
from minesweeper.ui.base import routes
from minesweeper.ui.base.model import Model, Service


class Preload(Service):
    """Loads one module at a time, so that keys are handled in between."""

    def __init__(self) -> None:
        self._modules = _later_modules()
        self._is_done = False

    def watch(self, model: Model, now: float) -> Model:
        module = next(self._modules, None)
        if module is None:
            self._is_done = True
        else:
            load_now(module)
        return model

    def wait(self, model: Model, now: float) -> float | None:
        return None if self._is_done else 0.0


def _later_modules() -> Iterator[ModuleType]:
    """Lists the modules to load, soonest needed first: the game, what its keys do, then the other screens."""
    yield routes.game_screen
    yield from late_modules_of(load_now(routes.game_screen))
    yield from late_modules_of(routes)
