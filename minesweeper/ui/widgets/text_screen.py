"""Shows long texts that scroll, and texts to copy. A subclass defines the rows of a long text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from minesweeper.core.text import begin
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Reading, Screen
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import KeyHint
from minesweeper.ui.widgets.layout import Page, PageLine, lay_page, prose

WHEEL_STEP = 3
TextPlace = tuple[int, int]
"""A row of a text and one of its lines, which names the same words at any terminal size."""


def places_of(lines: Sequence[PageLine]) -> list[TextPlace]:
    """Names the place of each line."""
    places: list[TextPlace] = []
    for number, line in enumerate(lines):
        if number and line.row is lines[number - 1].row:
            places.append((places[-1][0], places[-1][1] + 1))
        else:
            places.append((places[-1][0] + 1 if places else 0, 0))
    return places


def line_at(lines: Sequence[PageLine], place: TextPlace) -> int:
    """Finds the number of the line at a place, or of the last one before it."""
    return max(0, sum(other <= place for other in places_of(lines)) - 1)


def titled(layout: Page, *titles: str) -> Page:
    """Puts a title above a text, longest form first, with the lines in view unless all are."""
    total, last = len(layout.lines), layout.first + len(layout.shown)
    place = "" if layout.is_whole else f"{layout.first + 1}-{last}/{total}"
    return layout._replace(chrome=layout.chrome and layout.chrome.titled(titles, place))


class TextScreen(Screen):
    """A text that scrolls. A subclass defines its content, title and hints."""

    @property
    def top(self) -> TextPlace:
        """The first line in view."""
        raise NotImplementedError

    def at(self, top: TextPlace) -> TextScreen:
        """Returns this screen with another part of the text in view."""
        raise NotImplementedError

    def lay(self, model: Model, first: int, is_more: bool) -> Page:
        """Lays out the text from a line on, with title and hints; ``is_more`` says whether text follows below."""
        raise NotImplementedError

    def layout(self, model: Model) -> Page:
        """Lays out the part of the text that this screen shows."""
        whole = self.lay(model, 0, True)
        first = line_at(whole.lines, self.top)
        return self.lay(model, first, first + whole.room.height < len(whole.lines))

    def reading(self, model: Model) -> Reading:
        chrome = self.layout(model).chrome
        return chrome.reading if chrome else Reading()

    def calm(self) -> TextScreen:
        """Returns this screen without its message, which ends with the next key."""
        return self

    def use(self, model: Model, action: Action) -> Model:
        """Returns the model after an action that doesn't scroll; this screen is calm and on top."""
        return super().act(model, action)

    def moved(self, model: Model, by: int) -> Model:
        """Returns the model with the text scrolled by ``by`` lines, as far as it goes."""
        layout = self.layout(model)
        last = max(0, len(layout.lines) - layout.room.height)
        places = places_of(layout.lines) or [(0, 0)]
        return model.with_top(self.at(places[max(0, min(layout.first + by, last))]))

    def act(self, model: Model, action: Action) -> Model:
        screen, layout = self.calm(), self.layout(model)
        page, all_of_it = max(1, layout.room.height - 1), len(layout.lines)
        steps = {Action.UP: -1, Action.DOWN: 1, Action.PAGE_UP: -page, Action.PAGE_DOWN: page}
        steps |= {Action.ROW_START: -all_of_it, Action.ROW_END: all_of_it}
        if action in steps:
            return screen.moved(model, steps[action])
        return screen.use(model.with_top(screen), action)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "wheel":
            return self.moved(model, {"up": -WHEEL_STEP, "down": WHEEL_STEP}.get(event.button, 0))
        if event.kind != "press" or event.button != "left":
            return model
        target = self.layout(model).target_at(event.row, event.col)
        return self.act(model, target) if isinstance(target, Action) else model

    def draw(self, model: Model, canvas: Canvas) -> None:
        self.layout(model).draw(canvas, model.looks)


@dataclass(frozen=True)
class CodeScreen(TextScreen):
    """A text to copy, such as a board code, where a message has no room for all of it."""

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
    """Shows a text to copy under a name."""
    return model.push(CodeScreen(code, name))
