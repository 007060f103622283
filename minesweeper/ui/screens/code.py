"""The screen for a text to copy: a board code, the text to share of a daily board, or a typed position.

It opens where a message has no room for the whole text. Tested in tests/ui/widgets/test_page.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper.core.text import capitalise
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.widgets.chrome import KeyHint
from minesweeper.ui.widgets.page import MORE, Page, PageSpec, TextScreen, prose


@dataclass(frozen=True)
class CodeScreen(TextScreen):
    """A text to copy under its name. It is as wide as the terminal, so that a code isn't broken into more lines."""

    code: str
    name: str = "Board code"
    top: int = 0

    context = Context.READER

    def page(self, model: Model) -> Page:
        hints: list[KeyHint] = [MORE, (Action.BACK, "back")]
        copied = "copied if the terminal allows", "copied if allowed"
        titles = (*(f"{self.name}, {words}" for words in copied), capitalise(copied[1]), self.name)
        rows = [prose(part) for part in self.code.split("\n")]
        return self.arrange_page(
            model, PageSpec(titles, rows, hints, width=model.cols, first=self.top, reserved_rows=0)
        )


def open_code(model: Model, code: str, name: str = "Board code") -> Model:
    """Opens a text to copy under its name."""
    return model.push(CodeScreen(code, name))
