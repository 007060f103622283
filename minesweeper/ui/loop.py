"""The only owner of time: read an event, act, work a slice, render, paint. Blocks while nothing moves.

Long work of a screen runs here in slices; what a screen wishes from outside the model is served here.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import (
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
    Task,
    handle,
    render,
    resize,
    tick,
    wait,
)
from minesweeper.ui.draw.glyphs import Looks, automatic_glyphs
from minesweeper.ui.draw.theme import Look, background_from, colours_from, palette
from minesweeper.ui.draw.words import joined
from minesweeper.ui.keeper import Keeper, NoKeeper
from minesweeper.ui.terminal.events import Closed, Signal
from minesweeper.ui.terminal.terminal import Terminal

if TYPE_CHECKING:
    from minesweeper.ui.stocking import Stock

# ------------------------------------------------------------------------------
# Runs the long work of a screen in slices of time, so that keys are answered and frames drawn meanwhile.
# ------------------------------------------------------------------------------

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


# ------------------------------------------------------------------------------
# What lies outside the model and serves its wishes: what this terminal can show, and the player's settings file.
# ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outside:
    """The environment, the terminal's abilities, and where the player's settings are kept."""

    environ: Mapping[str, str] = field(default_factory=dict)
    utf8: bool = True
    reported_colours: int = 256
    settings_path: Path | None = None

    def style(self, settings: Settings) -> tuple[Looks, Mapping[str, Look]]:
        """The looks and the palette that the settings ask for and the terminal can show."""
        theme, background = settings.text("theme"), settings.text("background")
        colours = colours_from(self.environ, self.reported_colours)
        if background == "auto":
            background = background_from(self.environ)
        glyphs, frame = self._glyphs(settings)
        looks = Looks(glyphs, frame, 0 if theme == "mono" else colours)
        return looks, palette(theme, background, colours)

    def _glyphs(self, settings: Settings) -> tuple[str, str]:
        language = self.environ.get("LC_ALL") or self.environ.get("LC_CTYPE") or self.environ.get("LANG") or ""
        glyphs, frame = automatic_glyphs(self.environ.get("TERM", ""), self.utf8, language)
        wanted_glyphs, wanted_frame = settings.text("glyphs"), settings.text("frame")
        if wanted_glyphs != "auto" and (self.utf8 or wanted_glyphs == "ascii"):
            glyphs = wanted_glyphs
        if wanted_frame != "auto" and (self.utf8 or wanted_frame == "ascii"):
            frame = wanted_frame
        return glyphs, frame

    def keep_settings(self, changes: Mapping[str, Any]) -> str | None:
        """Writes changed settings to the player's file; the result is what the player has to be told, if anything."""
        from minesweeper.storage.settings import keep_settings  # most games change no setting

        return keep_settings(self.settings_path, changes).problem


HUNG_UP = 129
"""The exit status when the terminal is gone: as after the signal that usually tells so."""


def run(
    model: Model,
    terminal: Terminal,
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
            model = resize(model, *terminal.size())
            terminal.paint(render(model))
            event = terminal.read(_timeout(model, runner, keeper, stock, last))
            now = clock()
            model, last = tick(model, now - last), now
            was_busy = event is not None and runner.is_busy(model)
            while event is not None and model.exit_status is None:  # what piles up is handled before the next paint
                if isinstance(event, (Closed, Signal)):
                    _save(model, outside)
                    return HUNG_UP if isinstance(event, Closed) else 128 + event.number
                model = _serve(handle(resize(model, *terminal.size()), event), terminal, outside, keeper)
                model = keeper.watch(model, now)
                event = terminal.read(0)
            if runner.is_busy(model) and not was_busy:  # what a key does to work that goes on is painted first
                model = runner.run(model)
            model = keeper.watch(_save(_serve(model, terminal, outside, keeper), outside), clock())
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


def _serve(model: Model, terminal: Terminal, outside: Outside, keeper: Keeper) -> Model:
    """The model with its wishes to the terminal done; the wishes to save and to quit stay."""
    waiting: list[Effect] = []
    while model.effects:  # an answer may lead to other wishes
        if any(isinstance(effect, Stop) for effect in model.effects):
            model = _save(model, outside)
        model, effects = replace(model, effects=()), model.effects
        for effect in effects:
            model = _serve_one(model, effect, terminal, outside, keeper)
            if isinstance(effect, (Quit, SaveSettings)):
                waiting.append(effect)
    return replace(model, effects=tuple(waiting)) if waiting else model


def _serve_one(model: Model, effect: Effect, terminal: Terminal, outside: Outside, keeper: Keeper) -> Model:
    """The model with one wish done, unless it is one that stays."""
    if isinstance(effect, Bell):
        terminal.bell()
    elif isinstance(effect, Copy):
        terminal.copy_to_clipboard(effect.text)
    elif isinstance(effect, Redraw):
        terminal.redraw()
    elif isinstance(effect, Stop):
        keeper.keep(model)
        terminal.suspend()
    elif isinstance(effect, Restyle):
        looks, palette = outside.style(model.settings)
        terminal.set_palette(palette)
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
