"""Lays out the body of a screen: rows of cells that shrink by rule, drawn and clicked from the same places.

A screen says what its rows are, never where they stand:

    rows = [
        heading("Board"),
        entry(Field.WIDTH, "Width", "[  36]", Cell(("1 to 55,555", ""), "text.dim")),
        entry(Field.MINES, ("Mines", "#"), "[ 20%]", Cell(("= 130 mines", "= 130", ""), "text.dim", PERCENT)),
        blank(),
        entry(Field.START, "Start"),
        note("Fits your 100x34 terminal.", "Fits."),
    ]
    layout = lay_page(model, Context.FORM, hints, rows, focus=Field.MINES, titles=("New custom game", "Custom"))
    layout.draw(canvas, model.looks)
    layout.target_at(event.row, event.col)  # a Field, PERCENT, the Action of a hint, or None

The rules:

- A cell has forms, longest first. Cells below each other make a column, as wide as its content. Where a row is too
  wide, columns take shorter forms, those on the right first. The last cell of a row may use all the room that is left.
- A cell that doesn't fit disappears if its last form is empty. Any other one goes on in the next line. Nothing is cut.
- Where there are too many lines, rows are dropped by rank: AIR, BLANK, NOTE. The rest scrolls with the focus in view.
- The row of the focus has a mark and a raised ground; a cell or a part that has the focus itself has both alone.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.model import Model, Reading
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import COMPACT_COLS, Rect, is_compact
from minesweeper.ui.draw.glyphs import Looks
from minesweeper.ui.terminal.events import Mouse
from minesweeper.ui.widgets.chrome import MOST_LINES, SILENCE, Chrome, KeyHint, Message, QuestionScreen, lay_chrome
from minesweeper.ui.widgets.list_screen import WHEEL, move_in_list

AIR, BLANK, NOTE, KEPT = range(4)
"""The ranks of rows. Rows of the lowest rank are dropped first, all at once, so that equal rows keep equal gaps."""
WIDEST = 80
_GAPS = ("  ", " ")
_HANGING = 24
"""The least width of a column in which wrapped words stay in that column."""
_MARK = 2
"""The columns of the mark before rows that can be chosen."""


class Fragment(NamedTuple):
    """A part of a form with its own style and click target."""

    text: str
    style: str = "text"
    target: Hashable = None
    caret: int | None = None
    """The typing position in the text while its row has the focus."""


Form = str | tuple[Fragment, ...]


class Cell(NamedTuple):
    """A column's content in one row: its forms, longest first."""

    forms: tuple[Form, ...]
    style: str = "text"
    target: Hashable = None
    is_right: bool = False
    """Whether the text is aligned right, as numbers are."""
    wraps: bool = False
    """Whether the text wraps into more lines instead of making other columns of its row shorter."""
    least: int = 0
    """The least width where there is room, so that nothing moves when the words change."""
    is_aside: bool = False
    """Whether the background of a chosen row ends before this cell, as it does before dim words."""

    def parts(self, form: Form) -> tuple[Fragment, ...]:
        """Splits a form into fragments."""
        return (Fragment(form, self.style, self.target),) if isinstance(form, str) else form

    def longest(self, room: int) -> Form | None:
        """Finds the longest form that fits; None if none does."""
        return next((form for form in self.forms if length(form) <= max(0, room)), None)


class Row(NamedTuple):
    """A row of the body. A click that hits no part's target means the row's target."""

    cells: tuple[Cell, ...] = ()
    target: Hashable = None
    rank: int = KEPT
    table: str = ""
    """Rows of one table share their columns."""


def entry(target: Hashable, *cells: Cell | str | tuple[Form, ...], table: str = "") -> Row:
    """Makes a row that can be chosen. A text stands for a cell of one form, a tuple for a cell of several."""
    made = (
        Cell((cell,)) if isinstance(cell, str) else cell if isinstance(cell, Cell) else Cell(cell) for cell in cells
    )
    return Row(tuple(made), target, table=table)


def heading(text: str) -> Row:
    """Makes a quiet line above a group."""
    return Row((Cell((text,), "text.dim"),))


def prose(*forms: Form, style: str = "text", rank: int = KEPT) -> Row:
    """Makes a row of words: the longest form that fits in one line, or the shortest in as many lines as it needs."""
    return Row((Cell(forms, style),), rank=rank)


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


def buttons(words: Sequence[tuple[Hashable, str]], style: str = "text", label: str = "") -> Cell:
    """Makes a cell of words side by side, each with its own target, behind a quiet label."""
    forms = []
    for gap in _GAPS:
        parts = [Fragment(label, "text.dim")] if label else []
        for target, word in words:
            parts += [Fragment(gap, "text.dim")] * bool(parts) + [Fragment(word, style, target)]
        forms.append(tuple(parts))
    return Cell(tuple(forms), wraps=True, is_aside=True)


def switch(name: Hashable, words: Sequence[str], least: int = 0) -> Cell:
    """Makes a cell of a value, in words longest first: a click on it means (name, 1), on its left end (name, -1)."""
    back, on = (name, -1), (name, 1)
    boxed = [
        (Fragment(f"<{gap}", target=back), Fragment(f"{word}{gap}>", target=on)) for word in words for gap in (" ", "")
    ]
    return Cell((*boxed, (Fragment(words[-1], target=on),)), least=least)


def length(form: Form) -> int:
    """Counts the columns of a form."""
    return len(form) if isinstance(form, str) else sum(len(part.text) for part in form)


class Spot(NamedTuple):
    """A fragment at its place in a line."""

    col: int
    part: Fragment
    is_ground: bool = False
    """Whether the fragment is on the background that a chosen row has."""

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
    tables: dict[str, list[tuple[Cell, ...]]] = {}
    for row in rows:
        tables.setdefault(row.table, []).append(row.cells)
    columns = {name: _columns(table, width) for name, table in tables.items()}
    lines: list[PageLine] = []
    for row in rows:
        # If no form of a table fits, each row is fitted alone, with its last cell at the right.
        cells, found = row.cells, columns[row.table]
        if not found:
            cells = tuple(cell for cell in row.cells if cell.forms[-1])
            found = _columns([cells], width, is_spread=True) or [(0, 0)] * len(cells)
        lines += [PageLine(tuple(spots), row) for spots in _lines(cells, found, width)]
    return tuple(lines)


def _columns(table: list[tuple[Cell, ...]], width: int, is_spread: bool = False) -> list[tuple[int, int]]:
    """Sizes the columns of a table as (start, width); empty if the table doesn't fit."""
    gap = len(_GAPS[width < COMPACT_COLS - 2 * _MARK])
    last = max(map(len, table)) - 1
    # The last cell of a row may extend over unused columns, so it doesn't size its own.
    sizing = [
        [row[col] for row in table if col < len(row) - 1 or (col < len(row) and (col == last or row[col].is_right))]
        for col in range(last + 1)
    ]
    levels = [0] * last
    while last >= 0:
        widths = [max(_wide(cell, level) for cell in cells) for cells, level in zip(sizing, levels, strict=False)]
        least = max((length(cell.forms[-1]) for cell in sizing[last] if not cell.wraps), default=0)
        starts = [sum(wide + gap for wide in widths[:col] if wide) for col in range(last + 1)]
        if starts[last] + (least or -gap) <= width:
            fitting = [cell.longest(width - starts[last]) for cell in sizing[last]]
            widths.append(max((length(form) for form in fitting if form is not None), default=0))
            starts[last] = width - widths[last] if is_spread and last else starts[last]
            return list(zip(starts, widths, strict=True))
        shorter = [col for col in range(last) if any(levels[col] < len(cell.forms) - 1 for cell in sizing[col])]
        if not shorter:
            break
        levels[shorter[-1]] += 1
    return []


def _wide(cell: Cell, level: int) -> int:
    """Counts the columns that a cell takes at a level of shortening."""
    return max(length(cell.forms[min(level, len(cell.forms) - 1)]), 0 if level else cell.least)


def _lines(cells: tuple[Cell, ...], columns: list[tuple[int, int]], width: int) -> list[list[Spot]]:
    """Puts the cells of a row into their columns, and cells that don't fit into lines below."""
    lines: list[list[Spot]] = [[]]
    below: list[list[Spot]] = []
    for number, (cell, (start, room)) in enumerate(zip(cells, columns, strict=False)):
        is_free = number == len(cells) - 1 and not cell.is_right
        form = cell.longest(width - start if is_free else min(room, width - start))
        if form is not None:
            col = start + (room - length(form) if cell.is_right else 0)
            lines[0] += _side_by_side(cell.parts(form), col, cell.is_aside)
        elif is_free and cell.wraps and width - start >= _HANGING:
            first, *rest = _flow(cell.parts(cell.forms[0]), width - start, cell.is_aside, start)
            lines[0] += first
            below += rest
        else:
            form = cell.longest(width)
            below += _flow(cell.parts(cell.forms[-1] if form is None else form), width, cell.is_aside)
    return below if below and not lines[0] else lines + below


def _side_by_side(parts: Iterable[Fragment], col: int, is_aside: bool) -> list[Spot]:
    spots = []
    for part in parts:
        spots.append(Spot(col, part, not is_aside and part.style != "text.dim"))
        col += len(part.text)
    return [spot for spot in spots if spot.part.text]


def _flow(parts: Iterable[Fragment], width: int, is_aside: bool, left: int = 0) -> list[list[Spot]]:
    """Wraps fragments into lines from a column on: between words, and inside a click target only if it is too long."""
    lines: list[list[Fragment]] = [[]]
    for part in parts:
        whole = part.target is not None and len(part.text) <= width
        for word in [part.text] if whole else re.findall(r"\s+|\S+", part.text):
            used = sum(len(other.text) for other in lines[-1])
            if used + len(word) > width and not word.isspace():
                lines.append([])
            for start in range(0, len(word), width):
                if start:
                    lines.append([])
                if lines[-1] or not word.isspace():
                    lines[-1].append(part._replace(text=word[start : start + width]))
    return [_side_by_side(line, left, is_aside) for line in lines]


class Page(NamedTuple):
    """A body at its place on the screen, for drawing and clicks."""

    room: Rect
    lines: tuple[PageLine, ...]
    first: int
    """The first line in view."""
    top: int
    """The screen row of the first line."""
    focus: Hashable = None
    chrome: Chrome | None = None

    @property
    def indent(self) -> int:
        """The columns of the mark, if rows can be chosen."""
        return _MARK if any(line.row.target is not None for line in self.lines) else 0

    @property
    def shown(self) -> tuple[PageLine, ...]:
        """The lines in view."""
        return self.lines[self.first : self.first + self.room.height]

    @property
    def is_whole(self) -> bool:
        """Whether everything is in view."""
        return len(self.lines) <= self.room.height

    @property
    def place(self) -> str:
        """Writes the position of the focus, such as ``5/12``; empty if everything is in view."""
        if self.is_whole:
            return ""
        rows = [
            [line.row.target] if line.row.target else [spot.part.target for spot in line.spots] for line in self.lines
        ]
        targets = list(dict.fromkeys(target for row in rows for target in row if target is not None))
        return f"{targets.index(self.focus) + 1}/{len(targets)}" if self.focus in targets else ""

    def target_at(self, row: int, col: int) -> Hashable:
        """Finds the click target at a place of the screen: that of a part or row, or the action of a hint."""
        if self.chrome is not None:
            action = self.chrome.action_at(row, col)
            if action is not None or self.chrome.is_covered(row):
                return action
        if not (0 <= row - self.top < len(self.shown) and self.room.left <= col < self.room.left + self.room.width):
            return None
        line, col = self.shown[row - self.top], col - self.room.left - self.indent
        own = (spot.part.target for spot in line.spots if spot.col <= col < spot.end and spot.part.target is not None)
        return next(own, line.row.target)

    def draw(self, canvas: Canvas, looks: Looks) -> None:
        """Draws body, title, message and hints; the terminal's cursor stands on the focus, for screen readers."""
        left = self.room.left + self.indent
        choices = [line for line in self.lines if line.row.target is not None]
        ground = max((spot.end for line in choices for spot in line.spots if spot.is_ground), default=0)
        for row, line in enumerate(self.shown, self.top):
            is_chosen = self.focus is not None and self.focus == line.row.target
            if is_chosen and any(spot.is_ground for spot in line.spots):
                canvas.write(row, self.room.left, looks.row_mark.ljust(self.indent), "mark on selected")
                canvas.write(row, left, " " * ground, "selected")
                canvas.place_cursor(row, self.room.left, visible=False)
            for col, part, is_ground in line.spots:
                style = part.style
                if is_chosen and is_ground and style != "bad":
                    style = "mark on selected" if style == "key" else "selected"
                elif part.target is not None and part.target == self.focus:
                    style = "selected"
                    canvas.write(row, left + col - 1, looks.row_mark, "mark")
                    canvas.place_cursor(row, left + col, visible=False)
                canvas.write(row, left + col, part.text, style)
                if is_chosen and part.caret is not None:
                    canvas.place_cursor(row, left + col + part.caret)
        if self.chrome is not None:
            self.chrome.draw(canvas)


def lay_rows(
    rows: Sequence[Row],
    room: Rect,
    focus: Hashable = None,
    *,
    first: int | None = None,
    covered: int = 0,
    is_centred: bool = False,
) -> Page:
    """Lays out rows in a part of the screen, from a given line or with the focus in view.

    A message may cover the last rows: the focus stays above them, and nothing else moves.
    """
    width = room.width - (_MARK if any(row.target is not None for row in rows) else 0)
    for rank in (AIR, BLANK, NOTE, KEPT):
        lines = fit_rows(tuple(row for row in rows if row.rank >= rank), width)
        if len(lines) <= room.height:
            break
    focused = [number for number, line in enumerate(lines) if line.has(focus)] or [0]
    most = max(0, len(lines) - room.height)
    if first is None:
        start = max(0, min(focused[0] - room.height // 2, most))
        start = min(max(start, focused[-1] - max(1, room.height - covered) + 1), focused[0])
    else:
        start = max(0, min(first, most))
    spare = (room.height - len(lines)) // 2 if is_centred else 0
    return Page(room, lines, start, room.top + (spare if spare > 1 else 0), focus)


def lay_page(
    model: Model,
    context: Context,
    hints: Sequence[KeyHint],
    rows: Sequence[Row],
    focus: Hashable = None,
    message: Message = SILENCE,
    *,
    titles: Sequence[str] = (),
    width: int = WIDEST,
    reserve: int = 1,
    first: int | None = None,
    most: int = MOST_LINES,
    beside: int = 0,
    is_centred: bool = False,
) -> Page:
    """Lays out a whole screen: title, rows from the top or in the middle, message and hints below.

    ``reserve`` lines are always the message's; a longer message covers rows instead of moving them. The ``beside``
    columns at the right stay free for something that the screen draws itself.
    """
    compact = is_compact(model.rows, model.cols)
    width = min(width, model.cols - (0 if compact else 2))
    left = (model.cols - width) // 2
    chrome = lay_chrome(model, context, hints, message, left=left, width=width, most=most, reserve=reserve)
    covered = max(0, len(chrome.lines) - reserve)
    room = chrome.body._replace(width=width - beside)
    layout = lay_rows(rows, room, focus, first=first, covered=covered, is_centred=is_centred)
    chrome = chrome._replace(top=layout.top - 1 - chrome.gap).titled(titles, layout.place)
    return layout._replace(chrome=chrome)


class LaidScreen(QuestionScreen):
    """A screen that defines rows; drawing, messages, the mouse and the keys that move the focus follow from them."""

    wraps = False
    """Whether the focus moves from the last target to the first."""
    page = 5
    """The number of targets by which the page keys move the focus."""

    @property
    def targets(self) -> Sequence[Hashable]:
        """The targets that can have the focus, from top to bottom; none if the screen moves its focus itself."""
        return ()

    @property
    def focus(self) -> Hashable:
        """The target that has the focus."""
        return None

    def on(self, target: Hashable) -> LaidScreen:
        """Returns this screen, without its message, with the focus on another target."""
        raise NotImplementedError

    def layout(self, model: Model) -> Page:
        """Lays out the screen for the terminal size of the model."""
        raise NotImplementedError

    def press(self, model: Model, target: Hashable) -> Model:
        """Returns the model after a click on a row or part."""
        return model.with_top(self.on(target))

    def turn(self, model: Model, name: Hashable, by: int) -> Model:
        """Returns the model after a click on a choice: the next or previous value."""
        raise NotImplementedError

    def roll(self, model: Model, target: Hashable, by: int) -> Model:
        """Returns the model after a step of the wheel over a target, 1 for down."""
        place = max(0, min(self.targets.index(self.focus) + by, len(self.targets) - 1))
        return model.with_top(self.on(self.targets[place]))

    def reading(self, model: Model) -> Reading:
        chrome = self.layout(model).chrome
        return chrome.reading if chrome else Reading()

    def draw(self, model: Model, canvas: Canvas) -> None:
        self.layout(model).draw(canvas, model.looks)

    def act(self, model: Model, action: Action) -> Model:
        if self.targets:
            selected = self.targets.index(self.focus)
            place = move_in_list(selected, len(self.targets), action, self.page, self.wraps)
            if place is not None:
                return model.with_top(self.on(self.targets[place]))
        return super().act(model, action)

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        target = self.layout(model).target_at(event.row, event.col)
        if event.kind == "wheel":
            by = WHEEL.get(event.button, 0)
            return self.roll(model, target, by) if by else model
        if event.kind != "press" or event.button == "middle":
            return model
        if self.asking is not None:
            return self.answer(model, target is self.asking)
        if target is None:
            return model
        if isinstance(target, tuple):
            name, by = target
            return self.turn(model, name, -by if event.button == "right" else by)
        if event.button == "right":
            return model
        return self.act(model, target) if isinstance(target, Action) else self.press(model, target)


_WHEEL_LINES = 3
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


class TextScreen(LaidScreen):
    """A long text that scrolls. A subclass defines its rows, title and hints."""

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

    def calm(self) -> TextScreen:
        """Returns this screen without its message, which ends with the next key."""
        return self

    def use(self, model: Model, action: Action) -> Model:
        """Returns the model after an action that doesn't scroll; this screen is on top, without its message."""
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

    def roll(self, model: Model, target: Hashable, by: int) -> Model:
        return self.moved(model, by * _WHEEL_LINES)
