"""Shows lists to choose from. A subclass defines the lines and what choosing one does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from minesweeper.core.text import fit, wrap_to
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Reading
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.draw.glyphs import Piece
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, Chrome, KeyHint, Message, QuestionScreen, lay_chrome

WIDEST = 90
_STEPS = {Action.UP: -1, Action.DOWN: 1, Action.PREVIOUS_FIELD: -1, Action.NEXT_FIELD: 1}
WHEEL = {"up": -1, "down": 1}


class Listing(NamedTuple):
    """A list as laid out on the screen."""

    chrome: Chrome
    total: int
    selected: int
    rows: Mapping[int, int]
    """The screen row of each visible entry, by its number."""
    left: int
    width: int
    empty: str = ""
    """The text for an empty list."""
    heading: str = ""
    """The header above the columns of the entries, if there is room."""
    columns: Mapping[int, tuple[int, int]] = MappingProxyType({})
    """The first column and the width of entries that don't fill their row, by number."""

    def columns_of(self, number: int) -> tuple[int, int]:
        """Returns the first column and the width of an entry."""
        return self.columns.get(number, (self.left, self.width))

    def entry_at(self, row: int, col: int) -> int | None:
        """Finds the entry at a place of the screen."""
        for number in [number for number, own in self.rows.items() if own == row]:
            left, width = self.columns_of(number)
            if left <= col < left + width:
                return number
        return None


def first_shown(selected: int, total: int, room: int) -> int:
    """Returns the first visible entry, keeping the selected one in the middle where possible."""
    return max(0, min(selected - room // 2, total - room))


def place_in_list(selected: int, total: int, room: int) -> str:
    """Writes the position in a list, such as ``5/12``; empty if all of it is in view."""
    return f"{selected + 1}/{total}" if total > room else ""


def move_in_list(selected: int, total: int, action: Action, page: int, wraps: bool) -> int | None:
    """Returns the entry that an action selects; None if the action doesn't move in lists."""
    if action in _STEPS and wraps:
        return (selected + _STEPS[action]) % total
    more = {Action.PAGE_UP: -page, Action.PAGE_DOWN: page, Action.ROW_START: -total, Action.ROW_END: total}
    step = {**_STEPS, **more}.get(action)
    return None if step is None else max(0, min(selected + step, total - 1))


def rows_in_view(selected: int, total: int, top: int, room: int) -> dict[int, int]:
    """Maps each visible entry to its screen row, from a row on."""
    count = min(total, room)
    first = first_shown(selected, total, count)
    return {first + index: top + index for index in range(count)}


def lay_list(
    model: Model,
    context: Context,
    hints: Sequence[KeyHint],
    total: int,
    selected: int,
    message: Message = SILENCE,
    *,
    titles: Sequence[str],
    empty: str = "",
    heading: str = "",
) -> Listing:
    """Lays out a list in the middle of the screen, from its title down to the hints."""
    compact = is_compact(model.rows, model.cols)
    width = min(model.cols - (0 if compact else 2), WIDEST)
    left = (model.cols - width) // 2
    chrome = lay_chrome(model, context, hints, message, left=left, width=width, most=3 if compact else 2)
    heading = "" if compact or not total else heading
    top, room = chrome.body.top + bool(heading), chrome.body.height - bool(heading)
    rows = rows_in_view(selected, total, top, room)
    chrome = chrome.titled(titles, place_in_list(selected, total, room))
    return Listing(chrome, total, selected, rows, left, width, empty, heading)


class ListScreen(QuestionScreen):
    """A list with one selected entry. A subclass defines the layout, the lines, and what choosing does."""

    wraps = False
    """Whether the selection wraps from the last entry to the first."""

    def listing(self, model: Model) -> Listing:
        """Lays out the list for the terminal size of the model."""
        raise NotImplementedError

    def reading(self, model: Model) -> Reading:
        return self.listing(model).chrome.reading

    def line(self, model: Model, number: int, width: int) -> str | Sequence[Piece]:
        """Returns an entry as text or pieces within ``width`` columns; called for visible entries only."""
        raise NotImplementedError

    def on(self, number: int) -> ListScreen:
        """Returns this screen with another entry selected."""
        raise NotImplementedError

    def show(self, model: Model) -> Model:
        """Returns the model with this screen on top, after another entry was selected."""
        return model.with_top(self)

    def pick(self, model: Model) -> Model:
        """Returns the model after the selected entry was chosen; this screen is on top, without its message."""
        raise NotImplementedError

    def press(self, model: Model, number: int, col: int) -> Model:
        """Returns the model after a click on an entry, which chooses it."""
        screen = self.on(number)
        return screen.pick(model.with_top(screen))

    def page(self, listing: Listing) -> int:
        """Returns the number of entries of a page."""
        return max(1, len(listing.rows) - 1)

    def calm(self) -> ListScreen:
        """Returns this screen without its message and question, which end with the next key."""
        return self

    def use(self, model: Model, action: Action) -> Model:
        """Returns the model after an action that isn't about the list; this screen is on top, without its message."""
        return super().act(model, action)

    def action_of(self, number: int) -> Action | None:
        """Returns the action of an entry, if entries are actions."""
        return None

    def act(self, model: Model, action: Action) -> Model:
        screen = self.calm()
        number = screen._moved(screen.listing(model), action)
        if number is not None:
            return screen.on(number).show(model)
        model = model.with_top(screen)
        return screen.pick(model) if action is Action.SELECT else screen.use(model, action)

    def _moved(self, listing: Listing, action: Action) -> int | None:
        """Returns the entry that an action selects; None if the action isn't about the list."""
        return move_in_list(listing.selected, listing.total, action, self.page(listing), self.wraps)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "wheel":
            return self._wheel(model, WHEEL.get(event.button, 0))
        if event.kind != "press" or event.button != "left":
            return model
        listing = self.listing(model)
        number = listing.entry_at(event.row, event.col)
        action = listing.chrome.action_at(event.row, event.col) if number is None else self.action_of(number)
        if self.asking is not None:
            return self.answer(model, action is self.asking)
        screen = self.calm()
        if number is not None:
            return screen.press(model, number, event.col)
        return model.with_top(screen) if action is None else self.act(model, action)

    def _wheel(self, model: Model, step: int) -> Model:
        """Moves the selection by the wheel, which never wraps around."""
        screen = self.calm()
        listing = screen.listing(model)
        number = max(0, min(listing.selected + step, listing.total - 1))
        return screen.on(number).show(model) if step else model

    def draw(self, model: Model, canvas: Canvas) -> None:
        listing = self.listing(model)
        self.draw_rows(model, canvas, listing)
        if not listing.total:
            body = listing.chrome.body
            for row, text in enumerate(wrap_to(listing.empty, listing.width, body.height), body.top):
                canvas.write(row, listing.left, text, "text.dim")
        canvas.write(listing.chrome.body.top, listing.left + 2, fit(listing.heading, listing.width - 2), "text.dim")
        listing.chrome.draw(canvas)

    def draw_rows(self, model: Model, canvas: Canvas, listing: Listing) -> None:
        """Draws the visible entries."""
        for number in listing.rows:
            draw_entry(canvas, listing, number, self.line(model, number, listing.width - 2), model)


def draw_entry(canvas: Canvas, listing: Listing, number: int, line: str | Sequence[Piece], model: Model) -> None:
    """Draws an entry as text or as pieces that fit; the selected one with a mark and a raised background.

    The terminal's cursor stands on the selected entry, so that screen readers read its row.
    """
    row, chosen, looks = listing.rows[number], number == listing.selected, model.looks
    left, width = listing.columns_of(number)
    pieces = [(fit(line, width - 2), "text")] if isinstance(line, str) else list(line)
    pieces.append((" " * (width - 2 - sum(len(text) for text, _ in pieces)), "text"))
    mark, style = "  ", "text"
    if chosen:
        canvas.place_cursor(row, left, visible=False)
        # The mark has the cursor's colour, and so has a key; other colours would be unreadable on this background.
        mark, style = f"{looks.row_mark} ", "mark on selected"
        pieces = [(text, style if look == "key" else "selected") for text, look in pieces]
    canvas.write_pieces(row, left, [(mark, style), *pieces])
