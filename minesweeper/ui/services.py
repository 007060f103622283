"""The service that loads late modules ahead, while the player looks at the first screens.

The first frame only loads what it needs. Without this service, each first use of a screen or an assistant would wait
for its modules. `ui/base/routes.py` lists the screens in the order in which they are loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING

from minesweeper.core.late import LateModule, late_modules_of, load_now
from minesweeper.ui.base import routes
from minesweeper.ui.base.model import Model, Service

if TYPE_CHECKING:
    from minesweeper.ui.game import game_events
else:
    game_events = LateModule("minesweeper.ui.game.game_events")


class Preload(Service):
    """Loads one late module at each call of `watch`, so that keys are handled between two modules."""

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
    """Yields the modules to load: first the game screen, then what the keys of a game need, then the other screens."""
    yield routes.game_screen
    yield game_events
    yield from late_modules_of(load_now(game_events))
    yield from late_modules_of(routes)
