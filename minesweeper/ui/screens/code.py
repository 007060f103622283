"""The screen for a text that the player can copy: a board code, the result of a daily board, or a typed position.

It opens if the text is too long for a message. Tested in tests/ui/widgets/test_page.py.
"""

from __future__ import annotations

from minesweeper.core.text import capitalise
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.widgets.chrome import KeyHint
from minesweeper.ui.widgets.page import LIST_WIDTH, MORE, Page, PageSpec, prose
from minesweeper.ui.widgets.text_screen import TextScreen


class CodeScreen(TextScreen):
    """A text to copy.

    Its page is as wide as the longest line if the terminal allows, so that a code takes few lines.
    """

    code: str
    """The text to copy."""
    name: str = "Board code"
    """What the text is, for the title."""
    top: int = 0
    """The first line in view."""

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
    """Opens the screen for a text to copy. ``name`` says in the title what the text is."""
    return model.push(CodeScreen(code, name))
