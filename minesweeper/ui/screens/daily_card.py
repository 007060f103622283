"""The card of today's board after it was played: what came of it, the days in a row, and when the next one comes.

Tested in tests/ui/screens/test_daily.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.core.text import plural
from minesweeper.core.times import milliseconds_text
from minesweeper.storage.records import DailyRecord
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Copy, Model, Screen
from minesweeper.ui.base.routes import Route
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Rect, is_compact
from minesweeper.ui.draw.glyphs import Piece
from minesweeper.ui.draw.words import wrap
from minesweeper.ui.screens.daily import begin_daily
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import Chrome, KeyHint, draw_box, lay_chrome

_MONTHS = "January February March April May June July August September October November December".split()
_MARGIN = 4
"""The columns between the words and the frame on each side."""
_BLANK = ("", "text")


@dataclass(frozen=True)
class DailyCard(Screen):
    """What came of today's board, and how many seconds are left until the next one."""

    record: DailyRecord
    left: float
    shared: str = ""
    """The text to share; none if the game could not be saved."""

    @property
    def context(self) -> Context:
        return Context.DAILY

    def tick(self, model: Model, seconds: float) -> Model:
        return model.with_top(replace(self, left=max(0.0, self.left - seconds)))

    def wait(self) -> float | None:
        # Until the minute that is shown is over.
        return self.left % 60 + 0.01 if self.left else None

    def act(self, model: Model, action: Action) -> Model:
        below = model.pop()
        if action is Action.COPY_CODE and self.shared:
            return model.open_screen(Route.CODE, self.shared, "Text to share").with_effect(Copy(self.shared))
        if action is Action.NEW_GAME:
            return begin_daily(below, self.record.day, was_tried=True)
        if action is Action.DAYS:
            return below.open_screen(Route.DAYS)
        return below if action is Action.MAIN_MENU else super().act(model, action)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        is_click = event.kind == "press" and event.button == "left"
        action = self._chrome(model).action_at(event.row, event.col) if is_click else None
        return model if action is None else self.act(model, action)

    def draw(self, model: Model, canvas: Canvas) -> None:
        compact = is_compact(model.rows, model.cols)
        lines = self._lines(model.cols if compact else model.cols - 2 * _MARGIN)
        if not compact:  # blank rows around the result
            lines = [_BLANK, lines[0], _BLANK, *lines[1:-1], _BLANK, lines[-1], _BLANK]
        top = (model.rows - 1 - len(lines)) // 2
        if not compact:
            width = max(len(text) for text, _ in lines) + 2 * _MARGIN
            box = Rect(top - 1, (model.cols - width) // 2, len(lines) + 2, width)
            draw_box(canvas, box, "border", model.looks)
        for row, (text, style) in enumerate(lines, top):
            canvas.write(row, (model.cols - len(text)) // 2, text, style)
        self._chrome(model).draw(canvas)

    def _chrome(self, model: Model) -> Chrome:
        hints: list[KeyHint] = [(Action.COPY_CODE, "share")] if self.shared else []
        hints += [(Action.NEW_GAME, "play it again"), (Action.DAYS, "past days"), (Action.MAIN_MENU, "menu")]
        frame = None if is_compact(model.rows, model.cols) else Rect(0, 0, model.rows, model.cols)
        return lay_chrome(model, self.context, [*hints, (Action.HELP, "help")], frame=frame)

    def _lines(self, room: int) -> list[Piece]:
        """The words in lines of at most so many columns."""
        record = self.record
        result = f"Not won   {record.tries} {'try' if record.tries == 1 else 'tries'}"
        next_row = "A new row starts tomorrow"
        if record.won_at is not None:
            which = "first try" if record.won_at == 1 else f"try {record.won_at}"
            result = f"Won in {milliseconds_text(record.won_ms or 0)}   {which}"
            next_row = f"{plural(record.streak, 'day')} in a row"
        groups = [
            (f"Daily  {record.day.day} {_MONTHS[record.day.month - 1]}", "text.dim"),
            (result, "bad" if record.won_at is None else "good"),
            (next_row, "text"),
            (_next_board(self.left, room), "text.dim"),
        ]
        return [(line, style) for text, style in groups for line in ([text] if len(text) <= room else wrap(text, room))]


def _next_board(seconds: float, room: int) -> str:
    minutes = -(-int(seconds) // 60)
    if not minutes:
        return "The next board is here"
    hours = f"{minutes // 60} h " if minutes >= 60 else ""
    text = f"Next board in {hours}{minutes % 60} min"
    return text if len(text) <= room else text.replace(" board", "")


def open_card(model: Model, record: DailyRecord, left: float, shared: str) -> Model:
    """The model with the card on top."""
    return model.push(DailyCard(record, left, shared))
