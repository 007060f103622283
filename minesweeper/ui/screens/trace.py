"""The trace on the screen: what assistants did in a game, in order, with the reasons; a text that scrolls."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from minesweeper.core.times import clock_text
from minesweeper.play.session import Session
from minesweeper.play.trace import Follower, TraceEntry
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.base.work import Work
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.draw.words import wrap
from minesweeper.ui.widgets.chrome import Chrome, KeyHint, lay_chrome
from minesweeper.ui.widgets.text_screen import Page, Pieces, TextPlace, TextScreen

WIDEST = 90
_HINTS: list[KeyHint] = [
    (Action.PAGE_DOWN, "more"),
    (Action.BACK, "back"),
    (Action.HELP, "help"),
    (Action.ROW_END, "to the end"),
    (Action.QUIT, "quit"),
]


@dataclass(frozen=True)
class TraceScreen(TextScreen):
    """What was found so far, and which part of it is in view."""

    game: Session
    """Whose trace it is."""
    told: tuple[TraceEntry, ...] = ()
    is_complete: bool = False
    top: TextPlace = (0, 0)

    @property
    def context(self) -> Context:
        return Context.TRACE

    def work(self, model: Model) -> Work | None:
        return None if self.is_complete else Work(_follow, (self.game,), self._complete, told=self._tell)

    def _tell(self, model: Model, entry: TraceEntry) -> Model:
        return model.with_top(replace(self, told=(*self.told, entry)))

    def _complete(self, model: Model, told: tuple[TraceEntry, ...]) -> Model:
        return model.with_top(replace(self, told=told, is_complete=True))

    def at(self, top: TextPlace) -> TraceScreen:
        return replace(self, top=top)

    def page(self, model: Model) -> Page:
        room = self._chrome(model, ()).body

        def lines(entry: int) -> list[Pieces]:
            """When and who, then the sentence; when it was stands out, so that entries can be told from each other."""
            ms, who, text = self.told[entry]
            when = clock_text(ms / 1000)
            first, *rest = wrap(f"{when} {who}: {text}", room.width)
            return [[(when, "key"), (first.removeprefix(when), "text")], *([(line, "text")] for line in rest)]

        return Page(len(self.told), lines, room)

    def chrome(self, model: Model, page: Page) -> Chrome:
        total = len(self.told)
        place = f"{min(self.top[0] + 1, total)}/{total}" + ("" if self.is_complete else " ..")
        return self._chrome(model, self.hints_of(_HINTS, page)).titled(["Trace"], place)

    def _chrome(self, model: Model, hints: Sequence[KeyHint]) -> Chrome:
        width = min(model.cols - (0 if is_compact(model.rows, model.cols) else 2), WIDEST)
        return lay_chrome(model, self.context, hints, width=width)


def _follow(session: Session) -> Generator[TraceEntry | None, None, tuple[TraceEntry, ...]]:
    """The words for what assistants did, told as they are found; None at the end of each slice. At last all of them."""
    told = []
    for entry in Follower().follow(session):
        if entry is not None:
            told.append(entry)
        yield entry
    return tuple(told)


def open_trace(model: Model, session: Session) -> Model:
    """The model with the trace of a game on top."""
    return model.push(TraceScreen(session))
