"""The screen for a text to copy: a board code, the text to share of a daily board, or a typed position.

It opens where a message has no room for the whole text. Tested in tests/ui/widgets/test_page.py.
"""

from __future__ import annotations

from minesweeper.core.text import capitalise
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.widgets.chrome import KeyHint
from minesweeper.ui.widgets.page import LIST_WIDTH, MORE, Page, PageSpec, prose
from minesweeper.ui.widgets.text_screen import TextScreen


class CodeScreen(TextScreen):
    """A text to copy under its name. Its page may be as wide as the longest line, so that a code has few lines."""

    code: str
    name: str = "Board code"
    top: int = 0

    context = Context.READER

    def page(self, model: Model) -> Page:
        hints: list[KeyHint] = [MORE, (Action.BACK, "back")]
        copied = "copied if the terminal allows", "copied if allowed"
        titles = (*(f"{self.name}, {words}" for words in copied), capitalise(copied[1]), self.name)
        lines = self.code.split("\n")
        width = max(LIST_WIDTH, *map(len, lines))
        rows = [prose(line) for line in lines]
        return self.arrange_page(model, PageSpec(titles, rows, hints, width=width, first=self.top, reserved_rows=0))


def open_code(model: Model, code: str, name: str = "Board code") -> Model:
    """Opens a text to copy under its name."""
    return model.push(CodeScreen(code, name))
