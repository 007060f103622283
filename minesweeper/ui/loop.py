"""The only owner of time: read an event, act, work a slice, render, paint. Blocks while nothing moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from minesweeper.ui.events import Closed, Signal
from minesweeper.ui.jobs import Runner
from minesweeper.ui.keeper import Keeper, NoKeeper
from minesweeper.ui.model import (
    Ask,
    Bell,
    Copy,
    Effect,
    Model,
    Quit,
    Redraw,
    Restyle,
    SaveSettings,
    Stop,
    handle,
    render,
    resize,
    tick,
    wait,
)
from minesweeper.ui.notices import joined
from minesweeper.ui.outside import Outside
from minesweeper.ui.screen import Screen

if TYPE_CHECKING:
    from minesweeper.ui.stocking import Stock

HUNG_UP = 129
"""The exit status when the terminal is gone: as after the signal that usually tells so."""


def run(
    model: Model,
    screen: Screen,
    clock: Callable[[], float] = time.monotonic,
    outside: Outside | None = None,
    keeper: Keeper | None = None,
    stock: Stock | None = None,
) -> int:
    """Runs the program until it ends; the result is the exit status.

    However it ends, a running game is kept, and no process that makes a board is left behind.
    """
    outside, keeper = outside or Outside(), keeper or NoKeeper()
    runner = Runner(clock)
    last = clock()
    try:
        while model.exit_status is None:
            model = resize(model, *screen.size())
            screen.paint(render(model))
            event = screen.read(_timeout(model, runner, keeper, stock, last))
            now = clock()
            model, last = tick(model, now - last), now
            was_busy = event is not None and runner.is_busy(model)
            while event is not None and model.exit_status is None:  # what piles up is handled before the next paint
                if isinstance(event, (Closed, Signal)):
                    _save(model, outside)
                    return HUNG_UP if isinstance(event, Closed) else 128 + event.number
                model = _serve(handle(resize(model, *screen.size()), event), screen, outside, keeper)
                model = keeper.watch(model, now)
                event = screen.read(0)
            if runner.is_busy(model) and not was_busy:  # what a key does to work that goes on is painted first
                model = runner.run(model)
            model = keeper.watch(_save(_serve(model, screen, outside, keeper), outside), clock())
            stock = stock or _stock_for(model)
            model = stock.watch(model) if stock else model
    finally:
        if stock:
            stock.close()
        keeper.keep(model)
    return model.exit_status


def _has_wish(model: Model) -> bool:
    return any(screen.wish() is not None for screen in model.screens)


def _stock_for(model: Model) -> Stock | None:
    """What makes boards ahead of need, once one is needed."""
    if not _has_wish(model):
        return None
    from minesweeper.ui.stocking import Stock  # few games need it

    return Stock()


def _timeout(model: Model, runner: Runner, keeper: Keeper, stock: Stock | None, now: float) -> float | None:
    """Seconds until the loop has something to do without an event; None: never."""
    if runner.is_busy(model):
        return 0.0
    stocking = stock.wait(model) if stock else 0.0 if _has_wish(model) else None
    waits = (wait(model), keeper.wait(now), stocking)
    return min((seconds for seconds in waits if seconds is not None), default=None)


def _serve(model: Model, screen: Screen, outside: Outside, keeper: Keeper) -> Model:
    """The model with its wishes to the terminal done; the wishes to save and to quit stay."""
    waiting: list[Effect] = []
    while model.effects:  # an answer may lead to other wishes
        if any(isinstance(effect, Stop) for effect in model.effects):
            model = _save(model, outside)
        model, effects = replace(model, effects=()), model.effects
        for effect in effects:
            model = _serve_one(model, effect, screen, outside, keeper)
            if isinstance(effect, (Quit, SaveSettings)):
                waiting.append(effect)
    return replace(model, effects=tuple(waiting)) if waiting else model


def _serve_one(model: Model, effect: Effect, screen: Screen, outside: Outside, keeper: Keeper) -> Model:
    """The model with one wish done, unless it is one that stays."""
    if isinstance(effect, Bell):
        screen.bell()
    elif isinstance(effect, Copy):
        screen.copy_to_clipboard(effect.text)
    elif isinstance(effect, Redraw):
        screen.redraw()
    elif isinstance(effect, Stop):
        keeper.keep(model)
        screen.suspend()
    elif isinstance(effect, Restyle):
        looks, palette = outside.style(model.settings)
        screen.set_palette(palette)
        return replace(model, looks=looks)
    elif isinstance(effect, Ask):
        return keeper.answer(model, effect.question)
    return model


def _save(model: Model, outside: Outside) -> Model:
    """The model with its settings saved: once for all keys that had piled up, and before anything is painted."""
    wishes = [effect.changes for effect in model.effects if isinstance(effect, SaveSettings)]
    if not wishes:
        return model
    changes: Mapping[str, Any] = {}
    for wish in wishes:
        changes = _merged(changes, wish)
    problem = outside.keep_settings(changes)
    rest = tuple(effect for effect in model.effects if not isinstance(effect, SaveSettings))
    return replace(model, effects=rest, notice=joined(model.notice, problem or ""))


def _merged(earlier: Mapping[str, Any], later: Mapping[str, Any]) -> Mapping[str, Any]:
    """Both changes in one; of two about the same entry the later one holds."""
    merged = dict(earlier)
    for name, change in later.items():
        before = merged.get(name)
        if isinstance(before, Mapping) and isinstance(change, Mapping):
            change = _merged(before, change)
        merged[name] = change
    return merged
