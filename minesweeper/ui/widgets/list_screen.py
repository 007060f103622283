"""Lists that may be longer than their room: which part is shown, where the rows stand, how they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import is_compact
from minesweeper.ui.draw.words import wrap_to
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import Hint, draw_hints, draw_message, hint_at

# ------------------------------------------------------------------------------
# Lists that are longer than the room they have: which part of them is shown.
# ------------------------------------------------------------------------------


def first_shown(selected: int, total: int, room: int) -> int:
    """The first entry in view, so that the selected one stands in the middle wherever the list's ends allow it."""
    return max(0, min(selected - room // 2, total - room))


def place_in_list(selected: int, total: int, room: int) -> str:
    """Where one is in a list, such as ``5/12``; nothing when all of it is in view."""
    return f"{selected + 1}/{total}" if total > room else ""


# ------------------------------------------------------------------------------
# Lists that fill the screen, such as saved games and replays: where their rows stand, and how they are drawn.
# ------------------------------------------------------------------------------

WIDEST = 90
STEPS = {Action.UP: -1, Action.DOWN: 1}


@dataclass(frozen=True)
class Listing:
    """What a drawn list shows; a line is asked for only when it is in view."""

    title: str
    total: int
    selected: int
    line: Callable[[int, int], str]
    """The text of an entry, by its number and the columns that it has."""
    hints: Sequence[Hint]
    message: str = ""
    alarm: bool = False
    empty: str = ""
    """What is said when there is no entry."""
    short: str = ""
    """The title where room is scarce."""


def room_for(model: Model, message: str = "") -> int:
    """How many entries are in view at a time."""
    lines = len(_message_lines(model, message))
    return model.rows - (1 + max(1, lines) if is_compact(model.rows, model.cols) else 4 + max(0, lines - 1))


def _message_lines(model: Model, message: str) -> list[str]:
    compact = is_compact(model.rows, model.cols)
    return wrap_to(message, model.cols if compact else min(model.cols - 2, WIDEST), 3 if compact else 2)


def moved(selected: int, total: int, action: Action, page: int) -> int | None:
    """The entry that is selected after an action; None for an action that is not about the list."""
    steps = {**STEPS, Action.PAGE_UP: -page, Action.PAGE_DOWN: page, Action.ROW_START: -total, Action.ROW_END: total}
    if action not in steps:
        return None
    return max(0, min(selected + steps[action], total - 1))


def pointed_at(listing: Listing, model: Model, context: Context, event: Mouse) -> int | Action | None:
    """What a mouse event asks of a list: the entry with that number, or an action, or nothing."""
    if event.kind == "wheel":
        return {"up": Action.UP, "down": Action.DOWN}.get(event.button)
    if event.kind != "press" or event.button != "left":
        return None
    number = _entry_at(listing, model, event.row)
    return _button_at(listing, model, context, event.row, event.col) if number is None else number


def _entry_at(listing: Listing, model: Model, row: int) -> int | None:
    """The number of the entry in a row of the screen."""
    room = room_for(model, listing.message)
    top = 1 if is_compact(model.rows, model.cols) else 2
    number = first_shown(listing.selected, listing.total, room) + row - top
    return number if top <= row < top + room and number < listing.total else None


def _button_at(listing: Listing, model: Model, context: Context, row: int, col: int) -> Action | None:
    """The action of the hint at a place of the screen."""
    if is_compact(model.rows, model.cols) and listing.message:
        return None
    return hint_at(list(listing.hints), model.keymap, context, model.rows - 1, model.cols, (row, col))


def draw_listing(canvas: Canvas, listing: Listing, model: Model, context: Context) -> None:
    """Draws the whole list."""
    compact = is_compact(model.rows, model.cols)
    left = 0 if compact else 1
    width = min(canvas.cols - 2 * left, WIDEST)
    room = room_for(model, listing.message)
    place = place_in_list(listing.selected, listing.total, room)
    title = listing.short if compact and listing.short else listing.title
    canvas.write(0, left, title[: width - len(place) - 1], "title")
    canvas.write(0, left + width - len(place), place, "text.dim")
    first, top = first_shown(listing.selected, listing.total, room), 1 if compact else 2
    for number in range(first, min(first + room, listing.total)):
        chosen = number == listing.selected
        mark = model.looks.glyphs.pointer if chosen else " "
        text = f"{mark} {listing.line(number, width - 2)}"[:width].ljust(width)
        row = top + number - first
        canvas.write(row, left, text, "selected" if chosen else "text")
        if chosen:
            canvas.place_cursor(row, left, visible=False)
    if not listing.total:
        for row, text in enumerate(wrap_to(listing.empty, width, room), top):
            canvas.write(row, left, text, "text.dim")
    lines, style = _message_lines(model, listing.message), "bad" if listing.alarm else "text"
    draw_message(canvas, lines, canvas.rows - (1 if compact else 2), style)
    if not (compact and lines):
        draw_hints(canvas, list(listing.hints), model.keymap, context, canvas.rows - 1)
