"""The code of a board, or another text to copy, on a screen of its own, where messages have no room for all of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.core.text import begin
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.words import wrap
from minesweeper.ui.widgets.chrome import Chrome, KeyHint, lay_chrome
from minesweeper.ui.widgets.text_screen import Page, Pieces, TextPlace, TextScreen

_HINTS: list[KeyHint] = [(Action.PAGE_DOWN, "more"), (Action.BACK, "back"), (Action.ROW_END, "to the end")]


@dataclass(frozen=True)
class CodeScreen(TextScreen):
    """The code, and which part of it is in view."""

    code: str
    name: str = "Board code"
    top: TextPlace = (0, 0)

    @property
    def context(self) -> Context:
        return Context.TRACE  # another text about a game, read with the same keys

    def at(self, top: TextPlace) -> CodeScreen:
        return replace(self, top=top)

    def page(self, model: Model) -> Page:
        room = lay_chrome(model, self.context).body
        lines: list[Pieces] = [[(line, "text")] for part in self.code.split("\n") for line in wrap(part, room.width)]
        return Page(len(lines), lambda number: [lines[number]], room)

    def chrome(self, model: Model, page: Page) -> Chrome:
        copied = "copied if the terminal allows", "copied if allowed"
        titles = (*(f"{self.name}, {words}" for words in copied), begin(copied[1]), self.name)
        place = f"{min(self.top, page.end)[0] + 1}/{page.count}" if page.end > (0, 0) else ""
        return lay_chrome(model, self.context, self.hints_of(_HINTS, page), titles=titles, place=place)


def open_code(model: Model, code: str, name: str = "Board code") -> Model:
    """The model with the code of a board on top, or with another text of this name."""
    return model.push(CodeScreen(code, name))
