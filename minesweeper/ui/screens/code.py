"""The screen for a text to copy: a board code, the text to share of a daily board, or a typed position.

It opens where a message has no room for the whole text. Tested in tests/ui/widgets/test_layout.py.
"""

from __future__ import annotations

from minesweeper.core.text import begin
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.widgets.chrome import KeyHint
from minesweeper.ui.widgets.layout import MORE, Page, TextScreen, prose


class CodeScreen(TextScreen):
    """A text to copy under its name. It is as wide as the terminal, so that a code isn't broken into more lines."""

    code: str
    name: str = "Board code"
    top: int = 0

    context = Context.READER

    def layout(self, model: Model) -> Page:
        hints: list[KeyHint] = [MORE, (Action.BACK, "back")]
        copied = "copied if the terminal allows", "copied if allowed"
        titles = (*(f"{self.name}, {words}" for words in copied), begin(copied[1]), self.name)
        rows = [prose(part) for part in self.code.split("\n")]
        return self.lay(model, hints, rows, titles, width=model.cols, first=self.top, reserve=0)


def open_code(model: Model, code: str, name: str = "Board code") -> Model:
    """Opens a text to copy under its name."""
    return model.push(CodeScreen(code, name))
