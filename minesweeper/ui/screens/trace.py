"""The trace on the screen: what assistants did in a game, in order, with the reasons; a text that scrolls."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from minesweeper.core.times import clock_text
from minesweeper.play.session import Session
from minesweeper.play.trace import Follower, TraceEntry
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Screen
from minesweeper.ui.base.work import Work
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.draw.words import wrap
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import Hint, draw_hints, hint_at

WIDEST = 90
_HINTS: list[Hint] = [
    (Action.PAGE_DOWN, "more"),
    (Action.BACK, "back"),
    (Action.HELP, "help"),
    (Action.ROW_END, "to the end"),
    (Action.QUIT, "quit"),
]
_WHEEL_STEP = 3
LinePlace = tuple[int, int]
"""An entry and one of its lines."""


@dataclass(frozen=True)
class TraceScreen(Screen):
    """What was found so far, and which part of it is in view."""

    game: Session
    """Whose trace it is."""
    told: tuple[TraceEntry, ...] = ()
    is_complete: bool = False
    top: LinePlace = (0, 0)

    @property
    def context(self) -> Context:
        return Context.TRACE

    def work(self, model: Model) -> Work | None:
        return None if self.is_complete else Work(_follow, (self.game,), self._complete, told=self._tell)

    def _tell(self, model: Model, entry: TraceEntry) -> Model:
        return model.with_top(replace(self, told=(*self.told, entry)))

    def _complete(self, model: Model, _: None) -> Model:
        return model.with_top(replace(self, is_complete=True))

    def act(self, model: Model, action: Action) -> Model:
        page = max(1, _height(model) - 1)
        steps = {Action.UP: -1, Action.DOWN: 1, Action.PAGE_UP: -page, Action.PAGE_DOWN: page}
        if action in steps:
            return model.with_top(self._scrolled(model, steps[action]))
        ends = {Action.ROW_START: (0, 0), Action.ROW_END: self._last_top(model)}
        return model.with_top(replace(self, top=ends[action])) if action in ends else super().act(model, action)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "wheel":
            step = {"up": -_WHEEL_STEP, "down": _WHEEL_STEP}.get(event.button, 0)
            return model.with_top(self._scrolled(model, step))
        if event.kind != "press" or event.button != "left":
            return model
        place = (event.row, event.col)
        action = hint_at(_HINTS, model.keymap, self.context, model.rows - 1, model.cols, place)
        return self.act(model, action) if action else model

    def fit(self, model: Model) -> Model:
        return model.with_top(replace(self, top=min((self.top[0], 0), self._last_top(model))))

    def _scrolled(self, model: Model, by: int) -> TraceScreen:
        entry, line = self.top
        for _ in range(abs(by)):
            if by < 0 and (entry, line) > (0, 0):
                entry, line = (entry, line - 1) if line else (entry - 1, len(self._lines(model, entry - 1)) - 1)
            elif by > 0 and entry < len(self.told):
                entry, line = (entry, line + 1) if line + 1 < len(self._lines(model, entry)) else (entry + 1, 0)
        return replace(self, top=min((entry, line), self._last_top(model)))

    def _last_top(self, model: Model) -> LinePlace:
        """The first line in view when the end of the text is; only the last entries are looked at."""
        room = _height(model)
        for entry in range(len(self.told) - 1, -1, -1):
            count = len(self._lines(model, entry))
            if count >= room:
                return entry, count - room
            room -= count
        return 0, 0

    def _lines(self, model: Model, entry: int) -> list[str]:
        """An entry in lines: when and who, then the sentence, both in one line where there is room."""
        ms, who, text = self.told[entry]
        width = _width(model)
        return wrap(f"{clock_text(ms / 1000)} {who}: {text}", width)

    def draw(self, model: Model, canvas: Canvas) -> None:
        compact = is_compact(model.rows, model.cols)
        left, first_row = (0, 1) if compact else (1, 2)
        canvas.write(0, left, "Trace", "title")
        total = len(self.told)
        place = f"{min(self.top[0] + 1, total)}/{total}" + ("" if self.is_complete else " ..")
        canvas.write(0, min(canvas.cols, WIDEST + 2) - left - len(place), place, "text.dim")
        entry, line = self.top
        row = first_row
        while entry < total and row < first_row + _height(model):
            for number, text in enumerate(self._lines(model, entry)[line:], line):
                if row < first_row + _height(model):
                    canvas.write(row, left, text, "text")
                    if not number:
                        self._draw_head(canvas, row, left, entry)
                row += 1
            entry, line = entry + 1, 0
        draw_hints(canvas, _HINTS, model.keymap, self.context, canvas.rows - 1)

    def _draw_head(self, canvas: Canvas, row: int, left: int, entry: int) -> None:
        """When it was, apart from the words, so that entries can be told from each other."""
        canvas.write(row, left, clock_text(self.told[entry].ms / 1000), "key")


def _height(model: Model) -> int:
    return model.rows - (2 if is_compact(model.rows, model.cols) else 4)


def _width(model: Model) -> int:
    return min(model.cols - (0 if is_compact(model.rows, model.cols) else 2), WIDEST)


def _follow(session: Session) -> Generator[TraceEntry | None, None, None]:
    """The words for what assistants did, as they are found; None at the end of each slice."""
    yield from Follower().follow(session)


def open_trace(model: Model, session: Session) -> Model:
    """The model with the trace of a game on top."""
    return model.push(TraceScreen(session))
