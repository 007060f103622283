"""Long texts: a screen says what its lines are; scrolling by keys, wheel and bar, and drawing, are here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import Model, Reading, Screen
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Rect
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import Chrome, KeyHint

WHEEL_STEP = 3
COLUMN_GAP = 4

Pieces = list[tuple[str, str]]
"""A line: texts side by side, each with its style."""
TextPlace = tuple[int, int]
"""An entry of a text and one of its lines; it names the same words whatever the size of the terminal."""


class Page:
    """A text as it stands in a room of some size: entries of one or more lines, which are made when they are needed."""

    def __init__(self, count: int, make_lines: Callable[[int], list[Pieces]], room: Rect, columns: int = 1) -> None:
        self.count = count
        self.room = room
        """Where the first column stands."""
        self.columns = columns
        self._make_lines = make_lines
        self._made: dict[int, list[Pieces]] = {}

    def lines(self, entry: int) -> list[Pieces]:
        """An entry in lines."""
        if entry not in self._made:
            self._made[entry] = self._make_lines(entry)
        return self._made[entry]

    @property
    def height(self) -> int:
        """How many lines are in view."""
        return self.columns * self.room.height

    @property
    def end(self) -> TextPlace:
        """The first line in view when the last one is; only the last entries are looked at."""
        left = self.height
        for entry in range(self.count - 1, -1, -1):
            count = len(self.lines(entry))
            if count >= left:
                return entry, count - left
            left -= count
        return 0, 0

    def moved(self, place: TextPlace, by: int) -> TextPlace:
        """The place so many lines on, or back, as far as the text goes."""
        entry, line = place
        for _ in range(abs(by)):
            if by < 0 and (entry, line) > (0, 0):
                entry, line = (entry, line - 1) if line else (entry - 1, len(self.lines(entry - 1)) - 1)
            elif by > 0 and entry < self.count:
                entry, line = (entry, line + 1) if line + 1 < len(self.lines(entry)) else (entry + 1, 0)
        return min((entry, line), self.end)

    def from_top(self, top: TextPlace) -> Iterator[tuple[int, Pieces]]:
        """The lines in view, each with its entry."""
        entry, line = top
        left = self.height
        while left > 0 and entry < self.count:
            for pieces in self.lines(entry)[line : line + left]:
                yield entry, pieces
                left -= 1
            entry, line = entry + 1, 0

    # Counting lines needs all of them: that is for texts that are known as a whole.

    @property
    def total(self) -> int:
        """How many lines there are."""
        return self.number(self.count, 0)

    def number(self, entry: int, line: int) -> int:
        """How many lines stand before a place."""
        return sum(len(self.lines(before)) for before in range(entry)) + line

    @property
    def bar(self) -> Rect | None:
        """Where the scroll bar stands, if not all is in view: a column apart from the text."""
        room = self.room
        col = room.left + self.columns * room.width + (self.columns - 1) * COLUMN_GAP + 1
        return Rect(room.top, col, room.height, 1) if self.end > (0, 0) else None


class TextScreen(Screen):
    """A text that scrolls; a subclass says what stands in it and around it."""

    has_bar = False
    """Whether a bar shows which part is in view."""

    @property
    def top(self) -> TextPlace:
        """The first line in view."""
        raise NotImplementedError

    def at(self, top: TextPlace) -> TextScreen:
        """This screen with another part of the text in view."""
        raise NotImplementedError

    def page(self, model: Model) -> Page:
        """The text on a terminal of the model's size."""
        raise NotImplementedError

    def chrome(self, model: Model, page: Page) -> Chrome:
        """What stands around it."""
        raise NotImplementedError

    def reading(self, model: Model) -> Reading:
        return self.chrome(model, self.page(model)).reading

    def paint(self, entry: int, pieces: Pieces) -> Pieces:
        """A line of an entry as it is drawn."""
        return pieces

    def hints_of(self, hints: Sequence[KeyHint], page: Page) -> list[KeyHint]:
        """The hints without those that lead further down, where there is nothing more."""
        is_more = self.top < page.end
        return [hint for hint in hints if is_more or hint[0] not in (Action.PAGE_DOWN, Action.ROW_END)]

    def calm(self) -> TextScreen:
        """This screen without what it has said: that goes with the next key."""
        return self

    def use(self, model: Model, action: Action) -> Model:
        """The model after an action that does not scroll, this screen being calm and on top."""
        return super().act(model, action)

    def act(self, model: Model, action: Action) -> Model:
        screen, page = self.calm(), self.page(model)
        step = max(1, page.height - 1)
        steps = {Action.UP: -1, Action.DOWN: 1, Action.PAGE_UP: -step, Action.PAGE_DOWN: step}
        if action in steps:
            return model.with_top(screen.at(page.moved(self.top, steps[action])))
        if action in (Action.ROW_START, Action.ROW_END):
            return model.with_top(screen.at((0, 0) if action is Action.ROW_START else page.end))
        return screen.use(model.with_top(screen), action)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        page = self.page(model)
        if event.kind == "wheel":
            step = {"up": -WHEEL_STEP, "down": WHEEL_STEP}.get(event.button, 0)
            return model.with_top(self.at(page.moved(self.top, step)))
        if event.kind not in ("press", "drag") or event.button != "left":
            return model
        bar = page.bar if self.has_bar else None
        if bar and bar.holds(event.row, event.col):
            last = page.number(*page.end)
            line = round(last * (event.row - bar.top) / max(1, bar.height - 1))
            return model.with_top(self.at(page.moved((0, 0), line)))
        action = self.chrome(model, page).action_at(event.row, event.col) if event.kind == "press" else None
        return self.act(model, action) if action else model

    def fit(self, model: Model) -> Model:
        return model.with_top(self.at(min((self.top[0], 0), self.page(model).end)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        page = self.page(model)
        top, room = min(self.top, page.end), page.room
        for number, (entry, pieces) in enumerate(page.from_top(top)):
            column, row = divmod(number, room.height)
            canvas.write_pieces(
                room.top + row, room.left + column * (room.width + COLUMN_GAP), self.paint(entry, pieces)
            )
        bar = page.bar if self.has_bar else None
        if bar:
            _draw_bar(canvas, bar, page, page.number(*top), model.looks)
        self.draw_chrome(canvas, self.chrome(model, page))

    def draw_chrome(self, canvas: Canvas, chrome: Chrome) -> None:
        """Draws what stands around the text."""
        chrome.draw(canvas)


def _draw_bar(canvas: Canvas, bar: Rect, page: Page, first: int, looks: Looks) -> None:
    """The scroll bar: which part of the text is in view."""
    size = max(1, bar.height * page.height // page.total)
    start = round((bar.height - size) * first / page.number(*page.end))
    for row in range(bar.height):
        inside = start <= row < start + size
        glyph = looks.glyphs.full if inside else looks.frame.solid_side
        canvas.write(bar.top + row, bar.left, glyph, "text" if inside else "border")
