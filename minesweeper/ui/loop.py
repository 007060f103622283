"""The main loop of the full-screen game.

Each turn reads an event, lets the model handle it, runs a step of a long job, and paints the new frame. While nothing
happens, the loop sleeps. It is the only part that looks at a clock, and it also does what screens request from the
outside: it rings the bell, saves settings, asks services, stops and ends the program. `ui/base/model.py` has the
functions that it calls.
"""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import reduce
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from minesweeper.core.late import LateModule
from minesweeper.core.text import join_sentences
from minesweeper.storage.settings import Settings
from minesweeper.ui.base.model import (
    Copy,
    Effect,
    Job,
    Model,
    Query,
    Quit,
    Request,
    SaveSettings,
    Service,
    handle,
    render,
    resize,
    tick,
    wait,
)
from minesweeper.ui.draw.glyphs import TerminalLooks, automatic_glyphs
from minesweeper.ui.draw.theme import Look, background_from, colours_from, palette
from minesweeper.ui.terminal.events import Background, Change, Signal

if TYPE_CHECKING:
    from pathlib import Path

    from minesweeper.storage import settings_writing
    from minesweeper.ui.terminal.events import Terminal
else:
    settings_writing = LateModule("minesweeper.storage.settings_writing")  # Late, because most games change no setting.

# ------------------------------------------------------------------------------
# Long jobs
# ------------------------------------------------------------------------------

SLICE = 0.01
"""How many seconds a job may run before the loop looks for events again."""


def collect_rarely() -> None:
    """Makes Python search for cyclic garbage less often, because a search takes 0.1 seconds on a large analysed board.

    This costs little memory: nearly all garbage of this program isn't cyclic, and Python frees it at once.
    """
    gc.set_threshold(10_000, 5, 500)


class Runner:
    """Runs the job of the top screen in steps. If the screen asks for another job, that one replaces it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._work: Job | None = None
        self._slices: Generator[Any, None, Any] | None = None

    def is_busy(self, model: Model) -> bool:
        """Whether the top screen has a job to run. If it no longer wants the running job, that is closed."""
        work = model.top.work(model)
        if work is None:
            self._drop()
        return work is not None

    def _drop(self) -> None:
        if self._slices is not None:
            self._slices.close()
        self._work = self._slices = None

    def run(self, model: Model) -> Model:
        """Runs the job for about SLICE seconds, and lets it change the model by its progress and its result."""
        end = self._clock() + SLICE
        while True:
            work = model.top.work(model)
            if work is None:
                self._drop()
                return model
            if self._slices is None or work != self._work:
                self._drop()
                self._work, self._slices = work, work.begin()
            try:
                progress = self._next_progress(self._slices, end)
            except StopIteration as stop:
                self._work = self._slices = None
                model = work.on_result(model, stop.value)
            else:
                if progress is not None and work.on_progress is not None:
                    model = work.on_progress(model, progress)
            if self._clock() >= end:  # checked at the end, so that each call does some work even if the clock jumps
                return model

    def _next_progress(self, slices: Generator[Any, None, Any], end: float) -> Any:
        """Runs the job until it reports progress, and returns the progress. Returns None if the time is up before."""
        progress = next(slices)
        while progress is None and self._clock() < end:
            progress = next(slices)
        return progress


# ------------------------------------------------------------------------------
# The outside
# ------------------------------------------------------------------------------


class Outside(NamedTuple):
    """What the loop knows about the world outside the model: the environment, the terminal and the settings file."""

    environ: Mapping[str, str] = MappingProxyType({})
    utf8: bool = True
    reported_colours: int = 256
    settings_path: str | Path | None = None
    reported_background: str = ""
    """The background that the terminal reported: ``light``, ``dark``, or empty if it hasn't answered."""
    is_direct: bool = False
    """Whether the terminal's own entry says that it shows 24-bit colours."""

    def style(self, settings: Settings) -> tuple[TerminalLooks, Mapping[str, Look]]:
        """Chooses the glyphs and the looks of all styles, by the settings and by what the terminal can show."""
        theme, background, colours = settings.text("theme"), settings.text("background"), self.colours(settings)
        if background == "auto":
            background = self.reported_background or background_from(self.environ)
        glyphs, frame = self._glyphs(settings)
        looks = TerminalLooks(glyphs, frame, min(colours, 256))
        return looks, palette(theme, background, colours, settings.themes.get(theme))

    def colours(self, settings: Settings) -> int:
        """How many colours to use: 0, 8, 16, 256 or `DIRECT_COLOURS`."""
        wish = settings.text("direct_colours")
        colours = colours_from(self.environ, self.reported_colours, wish, is_direct=self.is_direct)
        is_mono = settings.text("theme") == "mono"
        return 0 if is_mono and colours < 256 else colours  # fewer colours have too few greys for the theme mono

    def _glyphs(self, settings: Settings) -> tuple[str, str]:
        language = self.environ.get("LC_ALL") or self.environ.get("LC_CTYPE") or self.environ.get("LANG") or ""
        automatic = automatic_glyphs(self.environ.get("TERM", ""), self.utf8, language)
        wanted = settings.text("glyphs"), settings.text("frame")
        can_show = [wish != "auto" and (self.utf8 or wish == "ascii") for wish in wanted]
        return wanted[0] if can_show[0] else automatic[0], wanted[1] if can_show[1] else automatic[1]

    def keep_settings(self, changes: Mapping[str, Any]) -> str | None:
        """Writes changed settings to the player's file. Returns a message if that failed, otherwise None."""
        return settings_writing.keep_settings(self.settings_path, changes).problem


Services = Callable[[], Sequence[Service]]
"""Returns the services, the same ones each time. They are made at the first call, which is after the first frame unless
a query needs them earlier.
"""
PAINT_EVERY = 0.1
"""After how many seconds a frame is painted, even if more events are waiting."""
HUNG_UP = 129
"""The exit status when the terminal is gone, as after SIGHUP."""


def run(
    model: Model,
    terminal: Terminal,
    clock: Callable[[], float] = time.monotonic,
    outside: Outside | None = None,
    services: Services = tuple,
) -> int:
    """Runs the program until it ends, and returns the exit status. A running game is saved however the program ends."""
    outside = outside or Outside()
    runner = Runner(clock)
    last, has_begun = clock(), False
    try:
        model = _serve(model, terminal, outside, services)
        while model.exit_status is None:
            model = resize(model, *terminal.size())
            terminal.paint(render(model))
            if not has_begun:
                for service in services():
                    model = service.begin(model)
                has_begun = True
            timeout = _timeout(model, runner, services, last)
            event = terminal.read(timeout)
            now = clock()
            # The time during which the program was stopped doesn't count as playing time.
            passed = min(now - last, timeout or 0.0) if event is Change.RESUMED else now - last
            model, last = tick(model, passed), now
            was_busy = event is not None and runner.is_busy(model)
            while (
                event is not None and model.exit_status is None
            ):  # events that have piled up are handled before the next paint, up to PAINT_EVERY seconds
                if event is Change.CLOSED or isinstance(event, Signal):
                    _save(model, outside)
                    return HUNG_UP if event is Change.CLOSED else 128 + event.number
                if event is Change.RESUMED:  # the program was stopped after this turn had begun
                    last = clock()
                if isinstance(event, Background):
                    outside = _restyle(model, terminal, outside, event)
                else:
                    model = _serve(handle(resize(model, *terminal.size()), event), terminal, outside, services)
                model = _watched(model, services, now)
                event = terminal.read(0) if clock() - now < PAINT_EVERY else None
            # If the job was running before the event, the next turn paints what the key did before the job goes on.
            if runner.is_busy(model) and not was_busy:
                model = runner.run(model)
            model = _save(_serve(model, terminal, outside, services), outside)
            model = _watched(model, services, clock())
    finally:
        _close(services, model)
    return model.exit_status


def _restyle(model: Model, terminal: Terminal, outside: Outside, event: Background) -> Outside:
    """Takes over the background that the terminal reported. Sets a new palette only if its colours differ."""
    before, outside = outside, outside._replace(reported_background=event.shade)
    _, palette = outside.style(model.settings)
    if palette != before.style(model.settings)[1]:
        terminal.set_palette(palette)
    return outside


def _close(services: Services, model: Model) -> None:
    """Lets each service save and end, even if another service fails."""
    with contextlib.ExitStack() as endings:
        for service in reversed(services()):
            endings.callback(service.close)
            endings.callback(service.save_now, model)


def _timeout(model: Model, runner: Runner, services: Services, now: float) -> float | None:
    """The seconds until the loop has something to do without an event, or None if it can wait for the next event."""
    if runner.is_busy(model):
        return 0.0
    waits = (wait(model), *(service.wait(model, now) for service in services()))
    return min((seconds for seconds in waits if seconds is not None), default=None)


def _watched(model: Model, services: Services, now: float) -> Model:
    """Lets every service react to the model."""
    for service in services():
        model = service.watch(model, now)
    return model


def _serve(model: Model, terminal: Terminal, outside: Outside, services: Services) -> Model:
    """Answers queries and does what was requested of the terminal. Requests to save settings or to quit remain."""
    waiting: list[Effect] = []
    while model.effects:  # an answer may lead to new requests
        if Request.STOP in model.effects:
            model = _save(model, outside)
        model, effects = model._replace(effects=()), model.effects
        for effect in effects:
            model = _serve_one(model, effect, terminal, outside, services)
            if isinstance(effect, (Quit, SaveSettings)):
                waiting.append(effect)
    return model._replace(effects=tuple(waiting)) if waiting else model


def _serve_one(model: Model, effect: Effect, terminal: Terminal, outside: Outside, services: Services) -> Model:
    """Handles one request to the terminal or to the services. Ignores requests to save settings or to quit."""
    if effect is Request.BELL:
        terminal.bell()
    elif isinstance(effect, Copy):
        terminal.copy_to_clipboard(effect.text)
    elif effect is Request.REDRAW:
        terminal.redraw()
    elif effect is Request.STOP:
        for service in services():
            service.save_now(model)
        terminal.suspend()
    elif effect is Request.RESTYLE:
        looks, palette = outside.style(model.settings)
        terminal.set_palette(palette)
        terminal.use_mouse(model.settings.is_on("mouse"))
        return model._replace(looks=looks)
    elif isinstance(effect, Query):
        answers = (service.answer(model, effect) for service in services())
        return next((answered for answered in answers if answered is not None), model)
    return model


def _save(model: Model, outside: Outside) -> Model:
    """Saves the requested settings. Several requests of events that have piled up are written to the file at once."""
    wishes = [effect.changes for effect in model.effects if isinstance(effect, SaveSettings)]
    if not wishes:
        return model
    problem = outside.keep_settings(reduce(_merged, wishes))
    rest = tuple(effect for effect in model.effects if not isinstance(effect, SaveSettings))
    return model._replace(effects=rest, notice=join_sentences(model.notice, problem or ""))


def _merged(earlier: Mapping[str, Any], later: Mapping[str, Any]) -> Mapping[str, Any]:
    """Merges two changes of settings. Objects are merged entry by entry, and the later value wins."""
    merged = dict(earlier)
    for name, change in later.items():
        before = merged.get(name)
        if isinstance(before, Mapping) and isinstance(change, Mapping):
            change = _merged(before, change)
        merged[name] = change
    return merged
