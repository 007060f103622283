"""Lists to choose from. A screen says what its lines are and what picking one does; the rest is the same for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Reading, Screen
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.draw.glyphs import Piece
from minesweeper.ui.draw.words import fit, wrap_to
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import SILENCE, YES, Chrome, KeyHint, Message, lay_chrome

WIDEST = 90
_STEPS = {Action.UP: -1, Action.DOWN: 1}
_WHEEL = {"up": -1, "down": 1}


class Listing(NamedTuple):
    """A list as it stands on the screen."""

    chrome: Chrome
    total: int
    selected: int
    rows: Mapping[int, int]
    """The screen row of each entry in view, by its number."""
    left: int
    width: int
    empty: str = ""
    """What is said when there is no entry."""
    heading: str = ""
    """What stands above the columns of the entries, where there is room."""
    columns: Mapping[int, tuple[int, int]] = MappingProxyType({})
    """The first column and the width of entries that don't fill their row, by number."""

    def columns_of(self, number: int) -> tuple[int, int]:
        """The first column and the width of an entry."""
        return self.columns.get(number, (self.left, self.width))

    def entry_at(self, row: int, col: int) -> int | None:
        """The number of the entry at a place of the screen."""
        for number in [number for number, own in self.rows.items() if own == row]:
            left, width = self.columns_of(number)
            if left <= col < left + width:
                return number
        return None


def first_shown(selected: int, total: int, room: int) -> int:
    """The first entry in view, so that the selected one stands in the middle wherever the list's ends allow it."""
    return max(0, min(selected - room // 2, total - room))


def place_in_list(selected: int, total: int, room: int) -> str:
    """Where one is in a list, such as ``5/12``; nothing when all of it is in view."""
    return f"{selected + 1}/{total}" if total > room else ""


def rows_in_view(selected: int, total: int, top: int, room: int) -> dict[int, int]:
    """The screen row of each entry in view, from a row on."""
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
    """A list in the middle, from its title down to the hints."""
    compact = is_compact(model.rows, model.cols)
    width = min(model.cols - (0 if compact else 2), WIDEST)
    left = (model.cols - width) // 2
    chrome = lay_chrome(model, context, hints, message, left=left, width=width, most=3 if compact else 2)
    heading = "" if compact or not total else heading
    top, room = chrome.body.top + bool(heading), chrome.body.height - bool(heading)
    rows = rows_in_view(selected, total, top, room)
    chrome = chrome.titled(titles, place_in_list(selected, total, room))
    return Listing(chrome, total, selected, rows, left, width, empty, heading)


class ListScreen(Screen):
    """A list in which one entry is selected; a subclass says how it is laid out, its lines, and what picking does."""

    wraps = False
    """Whether the last entry is followed by the first."""

    def listing(self, model: Model) -> Listing:
        """The list as it stands on a terminal of the model's size."""
        raise NotImplementedError

    def reading(self, model: Model) -> Reading:
        return self.listing(model).chrome.reading

    def line(self, model: Model, number: int, width: int) -> str | Sequence[Piece]:
        """An entry in so many columns, as a text or in pieces; it is asked for only when it is in view."""
        raise NotImplementedError

    def on(self, number: int) -> ListScreen:
        """This screen with another entry selected."""
        raise NotImplementedError

    def show(self, model: Model) -> Model:
        """The model with this screen on top after another entry was selected."""
        return model.with_top(self)

    def pick(self, model: Model) -> Model:
        """The model after the selected entry was chosen, this screen being calm and on top."""
        raise NotImplementedError

    def press(self, model: Model, number: int, col: int) -> Model:
        """The model after a press on an entry, in a column of the screen: it is picked."""
        screen = self.on(number)
        return screen.pick(model.with_top(screen))

    def page(self, listing: Listing) -> int:
        """How many entries a page has."""
        return max(1, len(listing.rows) - 1)

    def calm(self) -> ListScreen:
        """This screen without what it has said and asked: that goes with the next key."""
        return self

    def use(self, model: Model, action: Action) -> Model:
        """The model after an action that is not about the list, this screen being calm and on top."""
        return super().act(model, action)

    @property
    def asking(self) -> Action | None:
        """What was asked for and waits to be confirmed: by its own key once more, by Y, or by its hint."""
        return None

    def asks(self) -> bool:
        return self.asking is not None

    def hints_of(self, hints: Sequence[KeyHint]) -> Sequence[KeyHint]:
        """The hints, or while a question waits those that answer it."""
        return hints if self.asking is None else ((self.asking, YES), (Action.BACK, "cancel"))

    def answer(self, model: Model, yes: bool) -> Model:
        """The model after a question was answered."""
        raise NotImplementedError

    def action_of(self, number: int) -> Action | None:
        """What an entry stands for, where entries are actions."""
        return None

    def type_key(self, model: Model, key: str) -> Model | None:
        if self.asking is None:
            return None
        return self.answer(model, model.keymap.confirms(self.context, self.asking, key))

    def act(self, model: Model, action: Action) -> Model:
        screen = self.calm()
        number = screen._moved(screen.listing(model), action)
        if number is not None:
            return screen.on(number).show(model)
        model = model.with_top(screen)
        return screen.pick(model) if action is Action.SELECT else screen.use(model, action)

    def _moved(self, listing: Listing, action: Action) -> int | None:
        """The entry that is selected after an action; None for an action that is not about the list."""
        if action in _STEPS and self.wraps:
            return (listing.selected + _STEPS[action]) % listing.total
        page, all_of_it = self.page(listing), listing.total
        more = {Action.PAGE_UP: -page, Action.PAGE_DOWN: page, Action.ROW_START: -all_of_it, Action.ROW_END: all_of_it}
        step = {**_STEPS, **more}.get(action)
        return None if step is None else max(0, min(listing.selected + step, listing.total - 1))

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        if event.kind == "wheel":
            return self._wheel(model, _WHEEL.get(event.button, 0))
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
        """The model with the selection moved; the wheel never goes round the end."""
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
        """Draws the entries in view."""
        for number in listing.rows:
            draw_entry(canvas, listing, number, self.line(model, number, listing.width - 2), model)


def draw_entry(canvas: Canvas, listing: Listing, number: int, line: str | Sequence[Piece], model: Model) -> None:
    """Draws an entry, one text or pieces that fit; the selected one on a raised ground, with a mark before it.

    The terminal's cursor stands on the selected one: screen readers read that row.
    """
    row, chosen, looks = listing.rows[number], number == listing.selected, model.looks
    left, width = listing.columns_of(number)
    pieces = [(fit(line, width - 2), "text")] if isinstance(line, str) else list(line)
    pieces.append((" " * (width - 2 - sum(len(text) for text, _ in pieces)), "text"))
    mark, style = "  ", "text"
    if chosen:
        canvas.place_cursor(row, left, visible=False)
        # The mark has the cursor's colour, and so has a key; what else has a colour would be lost on this ground.
        mark, style = f"{looks.row_mark} ", "mark on selected"
        pieces = [(text, style if look == "key" else "selected") for text, look in pieces]
    canvas.write_pieces(row, left, [(mark, style), *pieces])
