"""Arranges the rows of a screen for the terminal, for drawing and for clicks.

A screen says what its rows are, never where they stand::

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

Most screens are forms (`PageScreen`), lists (`ListScreen`) or texts (`text_screen.TextScreen`). `controls` makes cells
that only some screens need, and `whole_page` puts title, frame and message around the rows.

The rules:

- A cell has several forms, the longest first. Cells below each other form a column, which is as wide as its content. If
  a row is too wide, its columns take shorter forms, beginning with the columns on the right. The last cell of a row may
  use all columns that are left.
- If a cell doesn't fit and its last form is empty, the cell is left out. Any other cell is continued in the next line.
  Nothing is cut, unless a cell asks for it.
- If there are too many lines, rows are left out by their rank: first AIR, then BLANK, then NOTE. The rest scrolls, and
  the focus stays in view.
- The row with the focus has a mark and another background. If the focus is on a word in a row, the word has brackets.
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
"""The ranks of rows.

If a page has too many rows, all rows of the lowest rank are left out at once, so that equal gaps between rows stay
equal.
"""
MENU_WIDTH, LIST_WIDTH, STATISTICS_WIDTH = 60, 72, 84
"""The most columns of a page: for a few words, for a list or text, and for graphs and tables."""
HIGH_ROWS = 30
"""The least rows of a terminal that is so high that a page at its top would leave most of the screen empty.

On such a terminal, a page is in the middle with its message right below it, and its frame has a blank row above and
below the rows of the page.
"""
_COUNTED = 8
"""The least rows of a list that uses its last row to say how many entries are below."""
GAPS = ("  ", " ")
"""The blanks between the columns of a table, and between buttons: the usual gap, and the one for narrow rooms."""
_MANY = 6
"""If a table has at least this many columns and is too wide, its columns first move closer together."""
_HANGING = 24
"""The least width of a column whose text is wrapped inside the column.

In a narrower one, the text continues below the whole row.
"""
MARK_COLS = 2
"""The columns for the mark before rows that can be chosen."""
_CHOSEN = dict.fromkeys(("text", "text.dim", "title"), "selected") | {"key": "mark on selected"}
"""The style that words get in the row with the focus, by their own style.

Words with other styles, such as cells of a board, keep theirs.
"""
_CHOSEN |= {style: f"{style} on selected" for style in ("good", "bad", "mark", "bar")}
"""The styles of words in the row or part that has the focus. Cells of boards keep their own."""


class Fragment(NamedTuple):
    """A part of a form with its own style and click target."""

    text: str
    style: str = "text"
    target: Hashable = None
    caret: int | None = None
    """Where the player types, as an index in the text.

    The cursor stands there while the row has the focus. None if players don't type into this fragment.
    """


Form = str | tuple[Fragment, ...]
"""A text in one of several lengths, either plain or as fragments."""


class TableCell(NamedTuple):
    """The content of a column in one row."""

    forms: tuple[Form, ...]
    """The forms of the content, the longest first."""
    style: str = "text"
    target: Hashable = None
    """What a click on the cell means, unless a fragment has its own target."""
    is_right: bool = False
    """Whether the text is aligned right, as numbers are."""
    wraps: bool = False
    """Whether the text is wrapped into several lines, so that other columns of its row don't have to become shorter."""
    cuts: bool = False
    """Whether the text is cut at the end of its line, so that its row always has one line.

    Only for the last cell of a row.
    """
    least: int = 0
    """The least columns of the cell if the row has room, so that nothing moves when the words change."""

    def parts(self, form: Form) -> tuple[Fragment, ...]:
        """A form as fragments. A plain text becomes one fragment with the style and target of the cell."""
        return (Fragment(form, self.style, self.target),) if isinstance(form, str) else form

    def longest(self, room: int) -> Form | None:
        """The longest form that fits into ``room`` columns, or None if no form fits."""
        return next((form for form in self.forms if length(form) <= max(0, room)), None)


class Row(NamedTuple):
    """A row of a page. Without cells it is blank."""

    cells: tuple[TableCell, ...] = ()
    target: Hashable = None
    """What a click on the row means, unless it hits a cell or fragment with its own target.

    A row with a target can be chosen.
    """
    rank: int = KEPT
    """One of AIR, BLANK, NOTE and KEPT, which says how soon the row is left out."""
    table: str = ""
    """The name of a table. Rows with the same name share their columns."""


def entry(target: Hashable, *cells: TableCell | str | tuple[Form, ...], table: str = "") -> Row:
    """A row that can be chosen. A cell may be given as a text, or as a tuple of forms."""
    return Row(tuple(map(as_cell, cells)), target, table=table)


def as_cell(cell: TableCell | str | tuple[Form, ...]) -> TableCell:
    """A cell with one form for a text, or with several forms for a tuple. A cell comes back as it is."""
    return cell if isinstance(cell, TableCell) else TableCell((cell,) if isinstance(cell, str) else cell)


def prose(*forms: Form, style: str = "text", rank: int = KEPT) -> Row:
    """A row of words.

    It shows the longest form that fits in one line, or else the shortest form in as many lines as it needs.
    """
    return Row((TableCell(forms, style),), rank=rank)


def note(*forms: Form) -> Row:
    """A row of dim words. It is left out if the page has too many rows."""
    return prose(*forms, style="text.dim", rank=NOTE)


def blank(rank: int = BLANK) -> Row:
    """A blank row. It is left out early if the page has too many rows."""
    return Row(rank=rank)


def spaced(rows: Iterable[Row]) -> list[Row]:
    """Puts a blank row with the rank AIR between rows that follow each other without a gap."""
    result: list[Row] = []
    for row in rows:
        if result and row.cells and result[-1].cells:
            result.append(blank(AIR))
        result.append(row)
    return result


def length(form: Form) -> int:
    """The columns of a form."""
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
    """A line of a page: its fragments, and the row that it belongs to. A row may take several lines."""

    spots: tuple[Spot, ...]
    row: Row

    def has(self, target: Hashable) -> bool:
        """Whether a click on this line can mean ``target``."""
        return target is not None and target in (self.row.target, *(spot.part.target for spot in self.spots))


@lru_cache(maxsize=4)
def fit_rows(rows: tuple[Row, ...], width: int) -> tuple[PageLine, ...]:
    """Arranges rows in lines of a width. A row whose cells don't fit side by side takes several lines.

    Results are cached, because every key asks for the lines of a page several times.
    """
    tables: dict[str, list[tuple[TableCell, ...]]] = {}
    for row in rows:
        tables.setdefault(row.table, []).append(row.cells)
    columns = {name: _columns(table, width) for name, table in tables.items()}
    lines: list[PageLine] = []
    for row in rows:
        # If a table fits in no form, each of its rows is arranged by itself, with its last cell at the right.
        cells, own_columns = row.cells, columns[row.table]
        if not own_columns:
            cells = tuple(cell for cell in row.cells if cell.forms[-1])
            own_columns = _columns([cells], width, is_spread=True) or [(0, 0)] * len(cells)
        lines += [PageLine(tuple(spots), row) for spots in _lines(cells, own_columns, width)]
    return tuple(lines)


def _columns(table: list[tuple[TableCell, ...]], width: int, is_spread: bool = False) -> list[tuple[int, int]]:
    """The start and the width of each column of a table, or an empty list if even the shortest forms don't fit.

    If ``is_spread`` is set, the last column ends at the right edge.
    """
    last = max(map(len, table)) - 1
    # The last cell of a row may reach into unused columns, so it doesn't make its own column wider.
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
    """The columns that a cell takes at a level of shortening.

    Level 0 is the longest form with the cell's least width. Level 1 drops the least width, and each further level takes
    the next shorter form.
    """
    return length(cell.forms[min(level, len(cell.forms)) - 1]) if level else max(length(cell.forms[0]), cell.least)


def _lines(cells: tuple[TableCell, ...], columns: list[tuple[int, int]], width: int) -> list[list[Spot]]:
    """The lines of a row. Cells that fit stand in their columns in the first line, all others in lines below."""
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
    """Places fragments one after the other, beginning at a column. Empty ones are left out."""
    spots = []
    for part in parts:
        spots.append(Spot(col, part))
        col += len(part.text)
    return [spot for spot in spots if spot.part.text]


def _flow(parts: Iterable[Fragment], width: int, left: int = 0) -> list[list[Spot]]:
    """Wraps fragments into lines of a width that begin at the column ``left``.

    Lines break between words. A click target is kept in one line, unless it is longer than a line.
    """
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
    """A page that is arranged: its lines at their places, and the chrome around them, for drawing and for clicks.

    If a screen draws its body itself, its page has no lines.
    """

    chrome: Chrome
    room: Rect = Rect(0, 0, 0, 0)
    """The part of the screen for the lines."""
    lines: tuple[PageLine, ...] = ()
    first: int = 0
    """The index of the first line in view."""
    top: int = 0
    """The screen row of the first line in view."""
    focus: Hashable = None
    """The click target that has the focus."""
    above: int = 0
    """In a list, how many entries are above those in view. The number is shown beside the position in the list."""
    below: int = 0
    """In a list, how many entries are below those in view. The number is shown in the row below the lines."""
    beside: tuple[Page, ...] = ()
    """Pages with the other columns, if the rows stand in several columns. They share the chrome of this page."""
    frame: Rect | None = None
    """The frame around the lines, or None if the screen has no room for one. The title is in its upper edge."""

    @property
    def indent(self) -> int:
        """The columns of the mark before rows. 0 if no row can be chosen."""
        return MARK_COLS if any(line.row.target is not None for line in self.lines) else 0

    @property
    def shown(self) -> tuple[PageLine, ...]:
        """The lines in view.

        If entries follow below, a heading at the end is left out, because its entries aren't in view.
        """
        last = self.first + self.room.height
        while self.below and self.lines[last - 1].row.target is None:
            last -= 1
        return self.lines[self.first : last]

    @property
    def is_whole(self) -> bool:
        """Whether all lines are in view."""
        return len(self.lines) <= self.room.height

    @property
    def is_more(self) -> bool:
        """Whether more lines follow below those in view."""
        return self.first + self.room.height < len(self.lines)

    @property
    def steps(self) -> dict[Action, int]:
        """By how many lines each key scrolls. Negative numbers scroll up."""
        page, total = max(1, self.room.height - 1), len(self.lines)
        steps = {Action.UP: -1, Action.DOWN: 1, Action.PAGE_UP: -page, Action.PAGE_DOWN: page}
        return steps | {Action.ROW_START: -total, Action.ROW_END: total}

    def scrolled(self, by: int) -> int:
        """The index of the first line in view after scrolling by ``by`` lines, or by fewer if the page ends before."""
        return max(0, min(self.first + by, len(self.lines) - self.room.height))

    def target_at(self, row: int, col: int) -> Hashable:
        """What a click at a place of the screen means: the target of a fragment, cell or row, the action of a hint, or
        None.
        """
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
        """Draws the page.

        The terminal's cursor is put on the focus, because screen readers read the line of the cursor.
        """
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
        """Draws only the lines of the page."""
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
            # A word among others gets brackets, which take the blanks around it.
            if own and not is_chosen:
                text, style = "".join(spot.part.text for spot in own), own[0].part.style
                shown = (text, _CHOSEN.get(style, style))
                pieces = [("[", "mark on selected"), shown, ("]", "mark on selected")]
                canvas.write_pieces(row, left + own[0].col - 1, pieces)
                canvas.place_cursor(row, left + own[0].col, visible=False)


class PageSpec(NamedTuple):
    """What a screen wants to show, and how much room its parts may take."""

    titles: Sequence[str]
    """The forms of the title, the longest first."""
    rows: Sequence[Row] = ()
    hints: Sequence[KeyHint] = ()
    """The hints of the key bar. The hint MORE is shown only if lines follow below."""
    message: Message | None = None
    """The message, or None for the message of the screen, which is the result of the last key or a question."""
    width: int = LIST_WIDTH
    """The most columns of the page. `column_width` makes it narrower if the terminal needs columns for margins."""
    most_lines: int = MOST_LINES
    """The most lines of a message. Only if even its shortest form is longer, the message takes more."""
    reserved_rows: int | None = None
    """The rows below the page that always belong to the message. A longer message covers rows of the page, so that the
    page doesn't move.

    If this is None, the message has one row, or none on a small screen.
    """
    first: int | None = None
    """The index of the first line in view, or None to keep the focus in view."""
    beside: int = 0
    """The columns that are kept free at the right for something that the screen draws itself."""


def arrange_rows(
    chrome: Chrome,
    rows: Sequence[Row],
    room: Rect,
    focus: Hashable = None,
    *,
    first: int | None = None,
    above: float = 0,
) -> Page:
    """Arranges rows in a part of the screen.

    The line at the index ``first`` is the first in view. If it is None, the lines in view are those around the focus. A
    message may cover the last rows; the lines then scroll so that the focus is above the message. ``above`` is the
    share of the unused rows that is left above the page: 0 begins at the top, and 1/2 centres the page. If a list
    doesn't fit, its last row says how many entries are below, except on small screens, which need the row.
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
    """How many rows that can be chosen have at least one of these lines."""
    return len({line.row for line in lines if line.row.target is not None})


def is_counted_list(chrome: Chrome, total: int, height: int) -> bool:
    """Whether a list of ``total`` lines, in a room of ``height`` rows, uses a row to say how many entries are below.

    Small screens show the position in the list instead, which needs no row.
    """
    is_small = chrome.left == 0 and chrome.gap == 0
    return not is_small and height >= _COUNTED and total > height


def first_in_view(first: int, last: int, total: int, height: int, covered: int) -> int:
    """The index of the first line in view, so that the lines ``first`` to ``last`` with the focus are in the middle and
    the message doesn't cover them.

    ``covered`` is how many rows the message covers.
    """
    start = max(0, min(first - height // 2, total - height))
    return min(max(start, last - max(1, height - covered) + 1), first)


MORE: KeyHint = (Action.PAGE_DOWN, "more")
"""The hint for a page that has more lines below."""
S = TypeVar("S", bound="PageScreen")
_STEPS = {Action.UP: -1, Action.DOWN: 1, Action.PREVIOUS_FIELD: -1, Action.NEXT_FIELD: 1}
"""How many targets each key moves the focus."""
_WHEEL = {"up": -1, "down": 1}
"""The direction of the mouse wheel, 1 for down."""


class PageScreen(Screen):
    """A screen that consists of rows, such as a form. The subclass makes the page, and this class draws it, handles
    clicks, moves the focus, and asks questions.

    Y or a click on the hint of the question's action answers a question with yes. Every other key or click means no.
    """

    wraps = False
    """Whether the focus moves from the last target on to the first."""

    @property
    def targets_per_page(self) -> int | None:
        """By how many targets Page Up and Page Down move the focus.

        By default (None), it is one less than the lines in view.
        """
        return None

    @property
    def message(self) -> Message:
        """The result of the last key, or a question.

        The next key clears it. A subclass that shows messages declares it as a field.
        """
        return SILENCE

    @property
    def targets(self) -> Sequence[Hashable]:
        """The targets that the focus can move to, from top to bottom. Empty if the screen has no focus."""
        return ()

    @property
    def focus(self) -> Hashable:
        """The target that has the focus, or None if the screen has no focus."""
        return None

    def changed(self: S, **fields: Any) -> S:
        """A copy of this screen with other values in some fields."""
        return replace(self, **fields)

    def focused_on(self: S, target: Hashable) -> S:
        """A copy of this screen with the focus on a target.

        A subclass that stores its focus in another field than ``focus`` overrides it.
        """
        return self.changed(focus=target)

    def show(self, model: Model) -> Model:
        """Called when the focus has moved.

        Puts this screen on top of the model; a subclass can ask for data here too.
        """
        return model.with_top(self)

    def page(self, model: Model) -> Page:
        """Arranges the page for the size of the terminal.

        Called for drawing and for each click, so it must not change anything.
        """
        raise NotImplementedError

    def arrange_page(self, model: Model, spec: PageSpec) -> Page:
        """Arranges the whole page, with title, rows, message and hints. For use in ``page``."""
        return routes.whole_page.arrange_page(self, model, spec)

    def arrange_columns(self, model: Model, spec: PageSpec, columns: Sequence[Sequence[Row]]) -> Page | None:
        """Arranges rows in columns of equal width, side by side below the title.

        Returns None if the columns don't fit. The rows of ``spec`` aren't used.
        """
        return routes.whole_page.arrange_columns(self, model, spec, columns)

    def place(self, page: Page) -> str:
        """The position of the focus, such as ``5/12``, or "" if nothing has the focus.

        It is shown right of the title if not everything is in view.
        """
        targets = self.targets
        return f"{targets.index(self.focus) + 1}/{len(targets)}" if self.focus in targets else ""

    def without_message(self: S) -> S:
        """A copy of this screen without a message and without a question."""
        return self.changed(message=SILENCE) if self.message else self

    def with_message(self: S, *texts: str, alarm: bool = False) -> S:
        """A copy of this screen that shows a message.

        ``texts`` are forms of the same message, the longest first, of which the first that fits is shown. An ``alarm``
        is shown in the colour of bad news.
        """
        return self.changed(message=say(*texts, alarm=alarm))

    def refresh_query(self) -> Query | None:
        """The query that reads from the database again what this screen shows, or None if it shows nothing from there.

        The autosave service runs it whenever it has found out more about old games, so that the screen is up to date.
        """
        return None

    def ask(self, model: Model, action: Action, *texts: str) -> Model:
        """Asks the player before ``action`` is done.

        ``texts`` are the forms of the question, the longest first. The answer calls ``answer``.
        """
        return model.with_top(self.changed(message=Message(texts, "bad", asks=action)))

    def asks(self) -> bool:
        return self.message.asks is not None

    def hints_of(self, hints: Sequence[KeyHint]) -> Sequence[KeyHint]:
        """The hints for the key bar. While a question waits, only the hints that answer it."""
        return hints if self.message.asks is None else ((self.message.asks, YES), (Action.BACK, "cancel"))

    def answer(self, model: Model, yes: bool) -> Model:
        """Called when the player has answered a question.

        It should do what the question was about if ``yes`` is set, and remove the question in any case.
        """
        raise NotImplementedError

    def type_key(self, model: Model, key: str) -> Model | None:
        return self.answer(model, key in ("y", "Y")) if self.asks() else None

    def press(self, model: Model, target: Hashable) -> Model:
        """Called for a click on a row, cell or fragment with a target. By default, the focus moves there."""
        return self.focused_on(target).show(model)

    def turn(self, model: Model, name: Hashable, by: int) -> Model:
        """Called for a click on a switch.

        ``name`` is the name that the switch was made with, and ``by`` is 1 for the next value or -1 for the value
        before.
        """
        raise NotImplementedError

    def roll(self, model: Model, target: Hashable, by: int) -> Model:
        """Called when the mouse wheel is turned over a target, or over none (None).

        ``by`` is 1 for down and -1 for up. By default, the focus moves.
        """
        targets = self.targets
        if not targets:
            return model
        place = max(0, min(targets.index(self.focus) + by, len(targets) - 1))
        return self.focused_on(targets[place]).show(model)

    def act_here(self, model: Model, action: Action) -> Model:
        """Called for an action that doesn't move the focus.

        This screen is on top of the model, and its message is cleared.
        """
        return super().act(model, action)

    def act(self, model: Model, action: Action) -> Model:
        screen = self.without_message()
        target = screen.moved(model, action)
        if target is not None:
            return screen.focused_on(target).show(model)
        return screen.act_here(model.with_top(screen), action)

    def moved(self, model: Model, action: Action) -> Hashable:
        """The target to which an action moves the focus, or None if the action doesn't move it."""
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
    """A list that may be long: only the rows in view are made. Enter or a click chooses an entry.

    The target of an entry is its index, unless the subclass overrides ``targets`` and makes all rows itself.
    """

    @property
    def selected(self) -> Any:
        """The target of the entry that has the focus. A subclass declares it as a field."""
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
        """The row of the entry with an index. Called only for entries in view."""
        raise NotImplementedError

    def pick(self, model: Model) -> Model:
        """Called when the player chooses the selected entry.

        This screen is on top of the model, and its message is cleared.
        """
        raise NotImplementedError

    def press(self, model: Model, target: Hashable) -> Model:
        screen = self.focused_on(target)
        return screen.pick(model.with_top(screen))

    def act_here(self, model: Model, action: Action) -> Model:
        return self.pick(model) if action is Action.SELECT else super().act_here(model, action)

    def arrange_list(self, model: Model, spec: PageSpec, header: Row | None = None) -> Page:
        """Arranges the entries below the title.

        ``header`` has the names of the columns; small screens leave it out. The rows of ``spec`` are used only if the
        list is empty.
        """
        return routes.whole_page.arrange_list(self, model, spec, header)
