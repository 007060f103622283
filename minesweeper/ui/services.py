"""The service that loads later modules while the player looks at the first screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from minesweeper.core.late import LateModule
from minesweeper.ui.base.model import Model, Service
from minesweeper.ui.base.routes import Route

if TYPE_CHECKING:
    from minesweeper.ui.game import game_screen
else:
    game_screen = LateModule("minesweeper.ui.game.game_screen")


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
    yield from game_screen.ACTIONS.values()
    yield from (route.load for route in Route)
