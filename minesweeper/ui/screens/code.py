"""The code of a board, or another text to copy, on a screen of its own, where messages have no room for all of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from minesweeper.core.text import begin
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.widgets.chrome import KeyHint
from minesweeper.ui.widgets.layout import Page, lay_page, prose
from minesweeper.ui.widgets.text_screen import TextPlace, TextScreen, titled


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

    def lay(self, model: Model, first: int, is_more: bool) -> Page:
        hints: list[KeyHint] = [(Action.PAGE_DOWN, "more")] * is_more + [(Action.HELP, "help"), (Action.BACK, "back")]
        copied = "copied if the terminal allows", "copied if allowed"
        titles = (*(f"{self.name}, {words}" for words in copied), begin(copied[1]), self.name)
        rows = [prose(part) for part in self.code.split("\n")]
        page = lay_page(model, self.context, hints, rows, width=model.cols, first=first, reserve=0)
        return titled(page, *titles)


def open_code(model: Model, code: str, name: str = "Board code") -> Model:
    """The model with the code of a board on top, or with another text of this name."""
    return model.push(CodeScreen(code, name))
