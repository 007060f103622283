"""The services other than autosave: `Preload` loads late modules early."""

from __future__ import annotations

from minesweeper.ui.base import routes
from minesweeper.ui.base.model import Model
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.services import Preload


def test_preload_loads_late_modules_one_at_a_time_and_then_stops() -> None:
    warming, model = Preload(), Model(24, 80, (open_menu(),))
    steps = 0
    while warming.wait(model, 0.0) is not None:
        assert warming.watch(model, 0.0) is model
        steps += 1
    assert steps > len(routes.__all__)
