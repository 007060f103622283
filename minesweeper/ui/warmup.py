"""Loads, after the first frame, what later screens need: the menu shows at once, and the first game starts at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

MODULES = (
    "minesweeper.solvers.smart",
    "minesweeper.ui.tiles",
    "minesweeper.ui.screens.game_draw",
    "minesweeper.ui.screens.game",
    "minesweeper.ui.screens.custom",
)


@dataclass(frozen=True)
class WarmUp:
    """A task that loads modules one by one."""

    def begin(self) -> Iterator[None]:
        """Yields after each module."""
        for module in MODULES:
            import_module(module)
            yield None
