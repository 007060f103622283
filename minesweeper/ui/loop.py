"""The only owner of time: read an event, act, work a slice, render, paint. Blocks while nothing moves."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from minesweeper.ui.events import Closed, Signal
from minesweeper.ui.jobs import Runner
from minesweeper.ui.model import Bell, Model, Quit, Redraw, Stop, handle, render, resize, tick, wait
from minesweeper.ui.screen import Screen

HUNG_UP = 129
"""The exit status when the terminal is gone: as after the signal that usually tells so."""


def run(model: Model, screen: Screen, clock: Callable[[], float] = time.monotonic) -> int:
    """Runs the program until it ends; the result is the exit status."""
    runner = Runner(clock)
    last = clock()
    while model.exit_status is None:
        model = resize(model, *screen.size())
        screen.paint(render(model))
        event = screen.read(0 if runner.is_busy(model) else wait(model))
        now = clock()
        model, last = tick(model, now - last), now
        while event is not None and model.exit_status is None:  # what has piled up is handled before the next paint
            if isinstance(event, Closed):
                return HUNG_UP
            if isinstance(event, Signal):
                return 128 + event.number
            model = _serve(handle(resize(model, *screen.size()), event), screen)
            event = screen.read(0)
        if runner.is_busy(model):
            model = runner.run(model)
        model = _serve(model, screen)
    return model.exit_status


def _serve(model: Model, screen: Screen) -> Model:
    """The model with its wishes to the terminal done; only the wish to quit stays."""
    if not model.effects:
        return model
    for effect in model.effects:
        if isinstance(effect, Bell):
            screen.bell()
        elif isinstance(effect, Redraw):
            screen.redraw()
        elif isinstance(effect, Stop):
            screen.suspend()
    return replace(model, effects=tuple(effect for effect in model.effects if isinstance(effect, Quit)))
