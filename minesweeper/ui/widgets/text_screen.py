"""A long text that scrolls as one page, such as the help or a board code.

It is a page like those of `page`, which is loaded before the first frame; texts are only loaded when one is opened.
Tested in tests/ui/widgets/test_page.py.
"""

from __future__ import annotations

from collections.abc import Hashable

from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.widgets.page import Page, PageScreen

_WHEEL_LINES = 3


class TextScreen(PageScreen):
    """A long text that scrolls. A subclass defines its rows, title and hints."""

    @property
    def top(self) -> int:
        """The first line in view."""
        raise NotImplementedError

    def place(self, page: Page) -> str:
        """Writes the lines in view, such as ``1-20/45``."""
        return f"{page.first + 1}-{page.first + len(page.shown)}/{len(page.lines)}"

    def scrolled(self, model: Model, by: int) -> Model:
        """Returns the model with the text scrolled by ``by`` lines, as far as it goes."""
        return model.with_top(self.changed(top=self.page(model).scrolled(by)))

    def act(self, model: Model, action: Action) -> Model:
        screen, steps = self.without_message(), self.page(model).steps
        if action in steps:
            return screen.scrolled(model, steps[action])
        return screen.act_here(model.with_top(screen), action)

    def roll(self, model: Model, target: Hashable, by: int) -> Model:
        return self.scrolled(model, by * _WHEEL_LINES)
