"""The screen class for a long text that scrolls, such as the help.

Such a text is a `PageScreen` without a focus. The class isn't in the module `page`, because that is loaded before the
first frame, and texts are needed later. Tested in tests/ui/widgets/test_page.py.
"""

from __future__ import annotations

from collections.abc import Hashable

from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model
from minesweeper.ui.widgets.page import Page, PageScreen

_WHEEL_LINES = 3
"""How many lines one step of the mouse wheel scrolls."""


class TextScreen(PageScreen):
    """A long text that scrolls. A subclass makes the page and declares ``top`` as a field."""

    @property
    def top(self) -> int:
        """The index of the first line in view."""
        raise NotImplementedError

    def place(self, page: Page) -> str:
        """The numbers of the lines in view, such as ``1-20/45``."""
        return f"{page.first + 1}-{page.first + len(page.shown)}/{len(page.lines)}"

    def scrolled(self, model: Model, by: int) -> Model:
        """Scrolls the text by ``by`` lines, or by fewer if the text ends before. Negative numbers scroll up."""
        return model.with_top(self.changed(top=self.page(model).scrolled(by)))

    def act(self, model: Model, action: Action) -> Model:
        screen, steps = self.without_message(), self.page(model).steps
        if action in steps:
            return screen.scrolled(model, steps[action])
        return screen.act_here(model.with_top(screen), action)

    def roll(self, model: Model, target: Hashable, by: int) -> Model:
        return self.scrolled(model, by * _WHEEL_LINES)
