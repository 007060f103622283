"""Arranges the body of a screen: rows of cells that shrink by rule, drawn and clicked at the same places.

A screen says what its rows are, never where they stand:

    rows = [
        heading("Board"),
        entry(Field.WIDTH, "Width", "[  36]", TableCell(("1 to 55,555", ""), "text.dim")),
        entry(Field.MINES, ("Mines", "#"), "[ 20%]", TableCell(("= 130 mines", "= 130", ""), "text.dim", PERCENT)),
        blank(),
        entry(Field.START, "Start"),
        note("Fits your 100x34 terminal.", "Fits."),
    ]
    page = screen.arrange_page(model, PageSpec(("New custom game", "Custom"), rows, hints))
    page.draw(canvas, model.looks)
    page.target_at(event.row, event.col)  # a Field, PERCENT, the Action of a hint, or None

Most screens are forms (`PageScreen`), lists (`ListScreen`) or texts (`text_screen.TextScreen`).
`controls` makes the cells that only some screens need.

The rules:

- A cell has forms, longest first. Cells below each other make a column, as wide as its content. Where a row is too
  wide, columns take shorter forms, those on the right first. The last cell of a row may use all the room that is left.
- A cell that doesn't fit disappears if its last form is empty. Any other one goes on in the next line. Nothing is cut.
- Where there are too many lines, rows are dropped by rank: AIR, BLANK, NOTE. The rest scrolls with the focus in view.
- The row of the focus has a mark and a raised ground; a word that has the focus itself has brackets and the ground.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from minesweeper.core.text import fit
from minesweeper.ui.base import routes
from minesweeper.ui.base.actions import Action
from minesweeper.ui.base.model import MessageView, Model, Query, Screen, replace
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import COMPACT_COLS, Rect
from minesweeper.ui.draw.glyphs import TerminalLooks
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import (
    MOST_LINES,
    SILENCE,
    YES,
    Chrome,
    KeyHint,
    Message,
    say,
)

AIR, BLANK, NOTE, KEPT = range(4)
"""The ranks of rows. Rows of the lowest rank are dropped first, all at once, so that equal rows keep equal gaps."""
MENU_WIDTH, LIST_WIDTH, STATISTICS_WIDTH = 60, 72, 84
"""The most columns of a page: of few words, of a list or a text, and of graphs and tables."""
HIGH_ROWS = 30
"""The least rows of a terminal that is so high that a page at its top would leave most of it empty.

There a page stands in the middle, with its message right below it, and a frame has a blank row above and below the
rows of the page.
"""
_COUNTED = 8
"""The least rows of a list that gives its last row to the number of entries below."""
GAPS = ("  ", " ")
"""The blanks between the columns of a table and between buttons, the wide gap first."""
_MANY = 6
"""The number of columns from which on they stand closer together, if only that keeps all of them at full length."""
_HANGING = 24
"""The least width of a column in which wrapped words stay in that column."""
MARK_COLS = 2
"""The columns of the mark before rows that can be chosen."""
_CHOSEN = dict.fromkeys(("text", "text.dim", "title"), "selected") | {"key": "mark on selected"}
_CHOSEN |= {style: f"{style} on selected" for style in ("good", "bad", "mark", "bar")}
"""The styles of words in the row or part that has the focus. Cells of boards keep their own."""


class Fragment(NamedTuple):
    """A part of a form with its own style and click target."""

    text: str
    style: str = "text"
    target: Hashable = None
    caret: int | None = None
    """The typing position in the text while its row has the focus."""


Form = str | tuple[Fragment, ...]


class TableCell(NamedTuple):
    """A column's content in one row: its forms, longest first."""

    forms: tuple[Form, ...]
    style: str = "text"
    target: Hashable = None
    is_right: bool = False
    """Whether the text is aligned right, as numbers are."""
    wraps: bool = False
    """Whether the text wraps into more lines instead of making other columns of its row shorter."""
    cuts: bool = False
    """Whether the last cell of a row is cut at the end of its line, so that its row has one line."""
    least: int = 0
    """The least width where there is room, so that nothing moves when the words change."""

    def parts(self, form: Form) -> tuple[Fragment, ...]:
        """Splits a form into fragments."""
        return (Fragment(form, self.style, self.target),) if isinstance(form, str) else form

    def longest(self, room: int) -> Form | None:
        """Finds the longest form that fits; None if none does."""
        return next((form for form in self.forms if length(form) <= max(0, room)), None)


class Row(NamedTuple):
    """A row of the body. A click that hits no part's target means the row's target."""

    cells: tuple[TableCell, ...] = ()
    target: Hashable = None
    rank: int = KEPT
    table: str = ""
    """Rows of one table share their columns."""


def entry(target: Hashable, *cells: TableCell | str | tuple[Form, ...], table: str = "") -> Row:
    """Makes a row that can be chosen. A text stands for a cell of one form, a tuple for a cell of several."""
    return Row(tuple(map(as_cell, cells)), target, table=table)


def as_cell(cell: TableCell | str | tuple[Form, ...]) -> TableCell:
    """Makes a cell of a text or of several forms, unless it is a cell already."""
    return cell if isinstance(cell, TableCell) else TableCell((cell,) if isinstance(cell, str) else cell)


def prose(*forms: Form, style: str = "text", rank: int = KEPT) -> Row:
    """Makes a row of words: the longest form that fits in one line, or the shortest in as many lines as it needs."""
    return Row((TableCell(forms, style),), rank=rank)


def note(*forms: Form) -> Row:
    """Makes a row of quiet words that is dropped where room is short."""
    return prose(*forms, style="text.dim", rank=NOTE)


def blank(rank: int = BLANK) -> Row:
    """Makes a blank row, which is dropped first where room is short."""
    return Row(rank=rank)


def spaced(rows: Iterable[Row]) -> list[Row]:
    """Puts air between rows that can be chosen."""
    result: list[Row] = []
    for row in rows:
        if result and row.cells and result[-1].cells:
            result.append(blank(AIR))
        result.append(row)
    return result


def length(form: Form) -> int:
    """Counts the columns of a form."""
    return len(form) if isinstance(form, str) else sum(len(part.text) for part in form)


class Spot(NamedTuple):
    """A fragment at its place in a line."""

    col: int
    part: Fragment

    @property
    def end(self) -> int:
        """The column after the fragment."""
        return self.col + len(self.part.text)


class PageLine(NamedTuple):
    """A line of the body: its fragments and its row."""

    spots: tuple[Spot, ...]
    row: Row

    def has(self, target: Hashable) -> bool:
        """Whether a click target is in this line."""
        return target is not None and target in (self.row.target, *(spot.part.target for spot in self.spots))


@lru_cache(maxsize=4)
def fit_rows(rows: tuple[Row, ...], width: int) -> tuple[PageLine, ...]:
    """Fits rows into a width; a row whose cells don't fit side by side takes several lines.

    Results are cached, because each key asks for a long text several times.
    """
    tables: dict[str, list[tuple[TableCell, ...]]] = {}
    for row in rows:
        tables.setdefault(row.table, []).append(row.cells)
    columns = {name: _columns(table, width) for name, table in tables.items()}
    lines: list[PageLine] = []
    for row in rows:
        # If no form of a table fits, each row is fitted alone, with its last cell at the right.
        cells, own_columns = row.cells, columns[row.table]
        if not own_columns:
            cells = tuple(cell for cell in row.cells if cell.forms[-1])
            own_columns = _columns([cells], width, is_spread=True) or [(0, 0)] * len(cells)
        lines += [PageLine(tuple(spots), row) for spots in _lines(cells, own_columns, width)]
    return tuple(lines)


def _columns(table: list[tuple[TableCell, ...]], width: int, is_spread: bool = False) -> list[tuple[int, int]]:
    """Sizes the columns of a table as (start, width); empty if the table doesn't fit."""
    last = max(map(len, table)) - 1
    # The last cell of a row may extend over unused columns, so it doesn't size its own.
    sizing = [
        [row[col] for row in table if col < len(row) - 1 or (col < len(row) and (col == last or row[col].is_right))]
        for col in range(last + 1)
    ]
    wide_gap, narrow_gap = map(len, GAPS)
    needed = sum(max((_wide(cell, 0) for cell in cells), default=0) + wide_gap for cells in sizing) - wide_gap
    is_close = width < COMPACT_COLS - 2 * MARK_COLS or (last >= _MANY and needed > width)
    gap = narrow_gap if is_close else wide_gap
    levels = [0] * last
    while last >= 0:
        widths = [max(_wide(cell, level) for cell in cells) for cells, level in zip(sizing, levels, strict=False)]
        least = max(
            (cell.least if cell.cuts else length(cell.forms[-1]) for cell in sizing[last] if not cell.wraps), default=0
        )
        starts = [sum(wide + gap for wide in widths[:col] if wide) for col in range(last + 1)]
        if starts[last] + (least or -gap) <= width:
            fitting = [cell.longest(width - starts[last]) for cell in sizing[last]]
            widths.append(max((length(form) for form in fitting if form is not None), default=0))
            starts[last] = width - widths[last] if is_spread and last else starts[last]
            return list(zip(starts, widths, strict=True))
        shorter = [col for col in range(last) if any(levels[col] < len(cell.forms) for cell in sizing[col])]
        if not shorter:
            break
        levels[shorter[-1]] += 1
    return []


def _wide(cell: TableCell, level: int) -> int:
    """Counts the columns that a cell takes at a level of shortening; the first one takes away its least width."""
    return length(cell.forms[min(level, len(cell.forms)) - 1]) if level else max(length(cell.forms[0]), cell.least)


def _lines(cells: tuple[TableCell, ...], columns: list[tuple[int, int]], width: int) -> list[list[Spot]]:
    """Puts the cells of a row into their columns, and cells that don't fit into lines below."""
    lines: list[list[Spot]] = [[]]
    below: list[list[Spot]] = []
    for number, (cell, (start, room)) in enumerate(zip(cells, columns, strict=False)):
        is_free = number == len(cells) - 1 and not cell.is_right
        form = cell.longest(width - start if is_free else min(room, width - start))
        if form is None and is_free and cell.cuts and width - start >= cell.least:
            form = fit(str(cell.forms[-1]), width - start)
        if form is not None and (start or not below):
            col = start + (room - length(form) if cell.is_right else 0)
            lines[0] += _side_by_side(cell.parts(form), col)
        elif is_free and cell.wraps and width - start >= _HANGING:
            first, *rest = _flow(cell.parts(cell.forms[0]), width - start, start)
            lines[0] += first
            below += rest
        else:
            form = cell.longest(width)
            below += _flow(cell.parts(cell.forms[-1] if form is None else form), width)
    return below if below and not lines[0] else lines + below


def _side_by_side(parts: Iterable[Fragment], col: int) -> list[Spot]:
    spots = []
    for part in parts:
        spots.append(Spot(col, part))
        col += len(part.text)
    return [spot for spot in spots if spot.part.text]


def _flow(parts: Iterable[Fragment], width: int, left: int = 0) -> list[list[Spot]]:
    """Wraps fragments into lines from a column on: between words, and inside a click target only if it is too long."""
    lines: list[list[Fragment]] = [[]]
    for target, same in groupby(parts, lambda part: part.target):
        own = tuple(same)
        if target is not None and length(own) <= width:
            if length(tuple(lines[-1])) + length(own) > width:
                lines.append([])
            lines[-1] += own
            continue
        for part, word in [(each, word) for each in own for word in re.findall(r"\s+|\S+", each.text)]:
            if length(tuple(lines[-1])) + len(word) > width and not word.isspace():
                lines.append([])
            for start in range(0, len(word), width):
                if start:
                    lines.append([])
                if lines[-1] or not word.isspace():
                    lines[-1].append(part._replace(text=word[start : start + width]))
    return [_side_by_side(line, left) for line in lines]


class Page(NamedTuple):
    """A body at its place on the screen between title, message and hints, for drawing and clicks.

    A screen that draws its body itself has a page without lines.
    """

    chrome: Chrome
    room: Rect = Rect(0, 0, 0, 0)
    lines: tuple[PageLine, ...] = ()
    first: int = 0
    """The first line in view."""
    top: int = 0
    """The screen row of the first line."""
    focus: Hashable = None
    above: int = 0
    """The entries of a list above those in view. Their number stands beside the position in the list."""
    below: int = 0
    """The entries of a list below those in view. Their number stands in the row below the room."""
    beside: tuple[Page, ...] = ()
    """The columns right of this one, each with its own lines; they have the chrome of this page."""
    frame: Rect | None = None
    """The frame around the lines, with the title in its upper edge; None on screens that have no room for one."""

    @property
    def indent(self) -> int:
        """The columns of the mark, if rows can be chosen."""
        return MARK_COLS if any(line.row.target is not None for line in self.lines) else 0

    @property
    def shown(self) -> tuple[PageLine, ...]:
        """The lines in view. A heading whose entries are all below is left out."""
        last = self.first + self.room.height
        while self.below and self.lines[last - 1].row.target is None:
            last -= 1
        return self.lines[self.first : last]

    @property
    def is_whole(self) -> bool:
        """Whether everything is in view."""
        return len(self.lines) <= self.room.height

    @property
    def is_more(self) -> bool:
        """Whether lines follow below those in view."""
        return self.first + self.room.height < len(self.lines)

    @property
    def steps(self) -> dict[Action, int]:
        """The lines by which each key scrolls."""
        page, total = max(1, self.room.height - 1), len(self.lines)
        steps = {Action.UP: -1, Action.DOWN: 1, Action.PAGE_UP: -page, Action.PAGE_DOWN: page}
        return steps | {Action.ROW_START: -total, Action.ROW_END: total}

    def scrolled(self, by: int) -> int:
        """Returns the first line in view after scrolling by some lines, as far as it goes."""
        return max(0, min(self.first + by, len(self.lines) - self.room.height))

    def target_at(self, row: int, col: int) -> Hashable:
        """Finds the click target at a place of the screen: that of a part or row, or the action of a hint."""
        action = self.chrome.action_at(row, col)
        if action is not None or self.chrome.is_covered(row):
            return action
        if self.frame is not None and row >= self.frame.top + self.frame.height - 1:
            return None
        if col >= self.room.left + self.room.width and self.beside:
            return self.beside[0].target_at(row, col)
        if not (0 <= row - self.top < len(self.shown) and self.room.left <= col < self.room.left + self.room.width):
            return None
        line, col = self.shown[row - self.top], col - self.room.left - self.indent
        own = (spot.part.target for spot in line.spots if spot.col <= col < spot.end and spot.part.target is not None)
        return next(own, line.row.target)

    def draw(self, canvas: Canvas, looks: TerminalLooks) -> None:
        """Draws body, title, message and hints; the terminal's cursor stands on the focus, for screen readers."""
        for column in (self, *self.beside):
            column.draw_lines(canvas, looks)
        if self.frame is not None:
            routes.whole_page.draw_frame(self, self.frame, canvas, looks)
        if self.below:
            sign = "v" if looks.glyph_set == "ascii" else "▾"
            left = self.room.left + self.indent
            canvas.write(self.room.top + self.room.height, left, f"{sign} {self.below} more", "text.dim")
        self.chrome.draw(canvas)

    def draw_lines(self, canvas: Canvas, looks: TerminalLooks) -> None:
        """Draws the body."""
        left, before = self.room.left + self.indent, None
        for row, line in enumerate(self.shown, self.top):
            is_chosen = self.focus is not None and self.focus == line.row.target
            if is_chosen:
                canvas.write(row, self.room.left, " " * self.room.width, "selected")
            if is_chosen and line.row is not before:
                canvas.write(row, self.room.left, looks.row_mark, "mark on selected")
                canvas.place_cursor(row, self.room.left, visible=False)
            for col, part in line.spots:
                style = _CHOSEN.get(part.style, part.style) if is_chosen else part.style
                canvas.write(row, left + col, part.text, style)
                if is_chosen and part.caret is not None:
                    canvas.place_cursor(row, left + col + part.caret)
            before = line.row
            own = [spot for spot in line.spots if spot.part.target is not None and spot.part.target == self.focus]
            if own and not is_chosen:  # words side by side: brackets take the gaps around one
                text, style = "".join(spot.part.text for spot in own), own[0].part.style
                shown = (text, _CHOSEN.get(style, style))
                pieces = [("[", "mark on selected"), shown, ("]", "mark on selected")]
                canvas.write_pieces(row, left + own[0].col - 1, pieces)
                canvas.place_cursor(row, left + own[0].col, visible=False)


class PageSpec(NamedTuple):
    """What a screen with rows shows, and how much room its parts take."""

    titles: Sequence[str]
    """The title, longest form first."""
    rows: Sequence[Row] = ()
    hints: Sequence[KeyHint] = ()
    """The hints of the key bar. MORE is shown only while lines follow below."""
    message: Message | None = None
    """The message; None for the screen's own, which is the result of the last key or a question."""
    width: int = LIST_WIDTH
    """The most columns of the page. It has fewer where the screen needs them for its margins (`column_width`)."""
    most_lines: int = MOST_LINES
    """The most lines of a message, if one of its texts fits into them."""
    reserved_rows: int | None = None
    """The rows that always belong to the message. A longer message covers rows of the body instead of moving them.

    If this is None, the message has one row, or none on a small screen.
    """
    first: int | None = None
    """The first line in view; None to keep the focus in view."""
    beside: int = 0
    """The columns that stay free at the right, for something that the screen draws itself."""


def arrange_rows(
    chrome: Chrome,
    rows: Sequence[Row],
    room: Rect,
    focus: Hashable = None,
    *,
    first: int | None = None,
    above: float = 0,
) -> Page:
    """Arranges rows in a part of the screen, from a given line or with the focus in view.

    A message may cover the last rows: the focus stays above them, and nothing else moves. `above` is the share of the
    free room that lies above the rows: 0 begins at the top, 1/2 centres them. A list that is longer than the room gives
    its last row to the number of entries below, except on small screens, which have no row to spare.
    """
    width = room.width - (MARK_COLS if any(row.target is not None for row in rows) else 0)
    for rank in (AIR, BLANK, NOTE, KEPT):
        lines = fit_rows(tuple(row for row in rows if row.rank >= rank), width)
        if len(lines) <= room.height:
            break
    focused = [number for number, line in enumerate(lines) if line.has(focus)] or [0]
    is_counted = focus is not None and first is None and is_counted_list(chrome, len(lines), room.height)
    if is_counted:
        room = room._replace(height=room.height - 1)
    if first is None:
        start = first_in_view(focused[0], focused[-1], len(lines), room.height, chrome.covered)
    else:
        start = max(0, min(first, len(lines) - room.height))
    spare = int((room.height - len(lines)) * above)
    page = Page(chrome, room, lines, start, room.top + (spare if spare > 1 else 0), focus)
    if not is_counted:
        return page
    return page._replace(above=_entries(lines[:start]), below=_entries(lines[start + room.height :]))


def _entries(lines: Iterable[PageLine]) -> int:
    """Counts the rows of lines that can be chosen."""
    return len({line.row for line in lines if line.row.target is not None})


def is_counted_list(chrome: Chrome, total: int, height: int) -> bool:
    """Whether a list says how many entries are below. Small screens, which have no row to spare, show a position."""
    is_small = chrome.left == 0 and chrome.gap == 0
    return not is_small and height >= _COUNTED and total > height


def first_in_view(first: int, last: int, total: int, height: int, covered: int) -> int:
    """Finds the line to begin with, so that the lines with the focus are in the middle and not covered."""
    start = max(0, min(first - height // 2, total - height))
    return min(max(start, last - max(1, height - covered) + 1), first)


MORE: KeyHint = (Action.PAGE_DOWN, "more")
S = TypeVar("S", bound="PageScreen")
_STEPS = {Action.UP: -1, Action.DOWN: 1, Action.PREVIOUS_FIELD: -1, Action.NEXT_FIELD: 1}
_WHEEL = {"up": -1, "down": 1}


class PageScreen(Screen):
    """A screen that defines rows. Drawing, messages, questions, the mouse and the keys that move the focus follow.

    The answer yes to a question is Y, or a click on the hint of the action. Any other key refuses.
    """

    wraps = False
    """Whether the focus moves from the last target to the first."""

    @property
    def targets_per_page(self) -> int | None:
        """How far the page keys move the focus. If this is None, they move it by the lines in view but one."""
        return None

    @property
    def message(self) -> Message:
        """The result of the last key, or a question. It ends with the next key."""
        return SILENCE

    @property
    def targets(self) -> Sequence[Hashable]:
        """The targets that can have the focus, from top to bottom; none if the screen moves its focus itself."""
        return ()

    @property
    def focus(self) -> Hashable:
        """The target that has the focus."""
        return None

    def changed(self: S, **fields: Any) -> S:
        """Returns this screen with other fields."""
        return replace(self, **fields)

    def focused_on(self: S, target: Hashable) -> S:
        """This screen with the focus on a target."""
        return self.changed(focus=target)

    def show(self, model: Model) -> Model:
        """Returns the model with this screen on top, after the focus moved."""
        return model.with_top(self)

    def page(self, model: Model) -> Page:
        """Arranges the screen for the terminal size of the model."""
        raise NotImplementedError

    def arrange_page(self, model: Model, spec: PageSpec) -> Page:
        """Arranges the whole screen: title, rows, message and hints."""
        return routes.whole_page.arrange_page(self, model, spec)

    def arrange_columns(self, model: Model, spec: PageSpec, columns: Sequence[Sequence[Row]]) -> Page | None:
        """Arranges rows in columns of equal width, side by side below the title; None where they don't fit."""
        return routes.whole_page.arrange_columns(self, model, spec, columns)

    def place(self, page: Page) -> str:
        """Writes the position of the focus, such as ``5/12``, where not everything is in view."""
        targets = self.targets
        return f"{targets.index(self.focus) + 1}/{len(targets)}" if self.focus in targets else ""

    def without_message(self: S) -> S:
        """This screen without its message and question."""
        return self.changed(message=SILENCE) if self.message else self

    def with_message(self: S, *texts: str, alarm: bool = False) -> S:
        """A copy of this screen that shows a message.

        ``texts`` are forms of the same message, the longest first, of which the first that fits is shown. An ``alarm``
        is shown in the colour of bad news.
        """
        return self.changed(message=say(*texts, alarm=alarm))

    def refresh_query(self) -> Query | None:
        """Returns the query that reads again what this screen shows of the stored games, if it shows any.

        The autosave service asks it, without the player, whenever more is known about old games.
        """
        return None

    def ask(self, model: Model, action: Action, *texts: str) -> Model:
        """Returns the model with a question before an action, longest text first."""
        return model.with_top(self.changed(message=Message(texts, "bad", asks=action)))

    def asks(self) -> bool:
        return self.message.asks is not None

    def hints_of(self, hints: Sequence[KeyHint]) -> Sequence[KeyHint]:
        """Returns the hints; while a question waits, those that answer it."""
        return hints if self.message.asks is None else ((self.message.asks, YES), (Action.BACK, "cancel"))

    def answer(self, model: Model, yes: bool) -> Model:
        """Returns the model after the answer to a question."""
        raise NotImplementedError

    def type_key(self, model: Model, key: str) -> Model | None:
        return self.answer(model, key in ("y", "Y")) if self.asks() else None

    def press(self, model: Model, target: Hashable) -> Model:
        """Returns the model after a click on a row or part."""
        return self.focused_on(target).show(model)

    def turn(self, model: Model, name: Hashable, by: int) -> Model:
        """Returns the model after a click on a choice: the next or previous value."""
        raise NotImplementedError

    def roll(self, model: Model, target: Hashable, by: int) -> Model:
        """Returns the model after a step of the wheel over a target, 1 for down."""
        targets = self.targets
        if not targets:
            return model
        place = max(0, min(targets.index(self.focus) + by, len(targets) - 1))
        return self.focused_on(targets[place]).show(model)

    def act_here(self, model: Model, action: Action) -> Model:
        """Handles an action that doesn't move the focus. This screen is on top, already without its message."""
        return super().act(model, action)

    def act(self, model: Model, action: Action) -> Model:
        screen = self.without_message()
        target = screen.moved(model, action)
        if target is not None:
            return screen.focused_on(target).show(model)
        return screen.act_here(model.with_top(screen), action)

    def moved(self, model: Model, action: Action) -> Hashable:
        """Returns the target that an action leads to; None if the action doesn't move the focus."""
        targets = self.targets
        if not targets:
            return None
        selected, total = targets.index(self.focus), len(targets)
        if action in _STEPS and self.wraps:
            return targets[(selected + _STEPS[action]) % total]
        step = {**_STEPS, Action.ROW_START: -total, Action.ROW_END: total}.get(action)
        if action in (Action.PAGE_UP, Action.PAGE_DOWN):
            page = self.targets_per_page or max(1, self.page(model).room.height - 1)
            step = page if action is Action.PAGE_DOWN else -page
        return None if step is None else targets[max(0, min(selected + step, total - 1))]

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        page, screen = self.page(model), self.without_message()
        target = page.target_at(event.row, event.col)
        if event.kind == "wheel":
            by = _WHEEL.get(event.button, 0)
            return screen.roll(model, target, by) if by else model
        if event.kind != "press" or event.button == "middle":
            return model
        if self.asks():
            return self.answer(model, target is self.message.asks)
        if isinstance(target, tuple):
            name, by = target
            return screen.turn(model, name, -by if event.button == "right" else by)
        if event.button == "right":
            return model
        if side := page.chrome.side_of_title(event.row, event.col):
            target = Action.RIGHT if side > 0 else Action.LEFT
        if target is None:
            return model.with_top(screen)
        if isinstance(target, Action) and target not in self.targets:
            return self.act(model, target)
        return screen.press(model, target)

    def reading(self, model: Model) -> MessageView:
        return self.page(model).chrome.reading

    def draw(self, model: Model, canvas: Canvas) -> None:
        self.page(model).draw(canvas, model.looks)


class ListScreen(PageScreen):
    """A list, which may be long: only the rows in view are made. Enter and a click choose an entry.

    Entries are known by their numbers, unless a subclass has other targets and makes all rows itself.
    """

    @property
    def selected(self) -> Any:
        """The selected entry, which has the focus."""
        raise NotImplementedError

    @property
    def total(self) -> int:
        """The number of entries."""
        raise NotImplementedError

    @property
    def targets(self) -> Sequence[Hashable]:
        return range(self.total)

    @property
    def focus(self) -> Any:
        return self.selected

    def focused_on(self: S, target: Hashable) -> S:
        return self.changed(selected=target)

    def row(self, model: Model, number: int) -> Row:
        """Makes the row of an entry."""
        raise NotImplementedError

    def pick(self, model: Model) -> Model:
        """Returns the model after the selected entry was chosen; this screen is on top, without its message."""
        raise NotImplementedError

    def press(self, model: Model, target: Hashable) -> Model:
        screen = self.focused_on(target)
        return screen.pick(model.with_top(screen))

    def act_here(self, model: Model, action: Action) -> Model:
        return self.pick(model) if action is Action.SELECT else super().act_here(model, action)

    def arrange_list(self, model: Model, spec: PageSpec, header: Row | None = None) -> Page:
        """Arranges the list below its title, and below a header unless the screen is small.

        The rows of ``spec`` are shown only if the list is empty.
        """
        return routes.whole_page.arrange_list(self, model, spec, header)
