"""The help: a long text that is scrolled and searched. What it says is made in ``help_text``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest

from minesweeper.ui.actions import Action, Context
from minesweeper.ui.events import Mouse
from minesweeper.ui.frame import Canvas
from minesweeper.ui.geometry import is_compact
from minesweeper.ui.hints import Hint, draw_hints, hint_at
from minesweeper.ui.model import Looks, Model, Screen
from minesweeper.ui.screens.help_text import Entry, help_entries
from minesweeper.ui.screens.status import draw_message
from minesweeper.ui.texts import wrap

TWO_COLUMNS = 140
"""From so many columns of the terminal on the text has two columns."""
_WIDEST, _COLUMN_GAP = 90, 4
_SIGN_WIDTH = 18
_STACKED = 44
"""In less room than this what keys mean stands below them, not beside them."""
_WHEEL_STEP = 3
_LONGEST_QUERY = 40

Pieces = list[tuple[str, str]]


@dataclass(frozen=True)
class _Page:
    """The text as it stands on a terminal of some size."""

    entries: list[Entry]
    lines: list[tuple[int, Pieces]]
    """Each line with the number of its entry."""
    compact: bool
    columns: int
    height: int
    left: int
    width: int

    @property
    def last_top(self) -> int:
        """The first line in view when the end of the text is."""
        return max(0, len(self.lines) - self.columns * self.height)

    @property
    def first_row(self) -> int:
        """The screen row of the first line."""
        return 1 if self.compact else 2

    @property
    def bar_col(self) -> int:
        """The screen column of the scroll bar."""
        return self.left + self.columns * self.width + (self.columns - 1) * _COLUMN_GAP + 1

    def line_of(self, entry: int) -> int:
        """The first line of an entry."""
        return next((index for index, (number, _) in enumerate(self.lines) if number == entry), 0)


@dataclass(frozen=True)
class HelpScreen(Screen):
    """The help, and which part of it is in view."""

    about: Context
    top: int = 0
    """The first line in view."""
    anchor: int = 0
    """The entry of that line: it stays in view when the terminal's size changes."""
    typing: str | None = None
    """The text to search for, while it is being typed."""
    query: str = ""
    found: int | None = None
    """The entry that was found."""
    message: str = ""
    alarm: bool = False

    @property
    def context(self) -> Context:
        return Context.READER

    def type_key(self, model: Model, key: str) -> Model | None:
        if self.typing is None:
            return None
        character = " " if key == "space" else key
        if len(character) == 1 and character.isprintable():
            return model.with_top(replace(self, typing=(self.typing + character)[:_LONGEST_QUERY]))
        if key == "backspace" and self.typing:
            return model.with_top(replace(self, typing=self.typing[:-1]))
        if key == "enter" and self.typing:
            screen = replace(self, typing=None, query=self.typing)
            return screen._search(model, self.anchor)
        if key in ("enter", "esc", "backspace"):
            return model.with_top(replace(self, typing=None))
        return None if key.startswith("ctrl+") else model

    def act(self, model: Model, action: Action) -> Model:
        screen = replace(self, message="", alarm=False, typing=None)
        if action is Action.BACK:
            return model.pop()
        if action is Action.QUIT:
            return model.act_below(action)  # the screen below knows whether a game would be lost
        if action is Action.SEARCH:
            return model.with_top(replace(screen, typing=""))
        if action is Action.SEARCH_AGAIN:
            return screen._search_again(model)
        page = _page(model, self.about)
        step = max(1, page.columns * page.height - 1)
        tops = {
            Action.UP: self.top - 1,
            Action.DOWN: self.top + 1,
            Action.PAGE_UP: self.top - step,
            Action.PAGE_DOWN: self.top + step,
            Action.ROW_START: 0,
            Action.ROW_END: page.last_top,
        }
        return model.with_top(screen._scrolled(page, tops.get(action, self.top)))

    def _scrolled(self, page: _Page, top: int) -> HelpScreen:
        top = max(0, min(top, page.last_top))
        return replace(self, top=top, anchor=page.lines[top][0])

    def _search_again(self, model: Model) -> Model:
        if not self.query:
            key = model.keymap.label(self.context, Action.SEARCH)
            return model.with_top(replace(self, message=f"{key} starts a search."))
        return self._search(model, self.anchor if self.found is None else self.found + 1)

    def _search(self, model: Model, start: int) -> Model:
        """The model with the next entry that holds the query in view, from an entry on and round the end."""
        page = _page(model, self.about)
        matches = [number for number, entry in enumerate(page.entries) if entry.holds(self.query)]
        if not matches:
            return model.with_top(replace(self, message=f"not found: {self.query}", alarm=True, found=None))
        entry = next((number for number in matches if number >= start), matches[0])
        text = f"{matches.index(entry) + 1} of {len(matches)}: {self.query}"
        return model.with_top(
            replace(self, message=text, alarm=False, found=entry)._scrolled(page, page.line_of(entry))
        )

    def use_mouse(self, model: Model, event: Mouse) -> Model:
        page = _page(model, self.about)
        if event.kind == "wheel":
            step = {"up": -_WHEEL_STEP, "down": _WHEEL_STEP}.get(event.button, 0)
            return model.with_top(self._scrolled(page, self.top + step))
        if event.kind not in ("press", "drag") or event.button != "left":
            return model
        row = event.row - page.first_row
        if event.col == page.bar_col and page.last_top and 0 <= row < page.height:
            return model.with_top(self._scrolled(page, round(page.last_top * row / max(1, page.height - 1))))
        if event.kind == "drag" or (page.compact and self._words()):
            return model
        place = (event.row, event.col)
        action = hint_at(reader_hints(self), model.keymap, self.context, model.rows - 1, model.cols, place)
        return self.act(model, action) if action else model

    def _words(self) -> str:
        """What the message row says."""
        return f"/{self.typing}" if self.typing is not None else self.message

    def fit(self, model: Model) -> Model:
        page = _page(model, self.about)
        return model.with_top(self._scrolled(page, page.line_of(self.anchor)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        page = _page(model, self.about)
        top = min(self.top, page.last_top)
        _draw_header(canvas, page, top)
        for index, (entry, pieces) in enumerate(page.lines[top : top + page.columns * page.height]):
            column, row = divmod(index, page.height)
            col = page.left + column * (page.width + _COLUMN_GAP)
            shown = [(text, "selected") for text, _ in pieces] if entry == self.found else pieces
            canvas.write_pieces(page.first_row + row, col, shown)
        if page.last_top:
            _draw_bar(canvas, page, top, model.looks)
        words, row = self._words(), canvas.rows - (1 if page.compact else 2)
        if words or not page.compact:
            # Of a text that is too long the end is shown, where characters are typed.
            room = canvas.cols - (0 if page.compact else 2)
            draw_message(canvas, [words[-room:]], row, "bad" if self.alarm else "text")
            if self.typing is not None:
                canvas.place_cursor(row, min(len(words), room) + (0 if page.compact else 1))
        if not (words and page.compact):
            draw_hints(canvas, reader_hints(self), model.keymap, self.context, canvas.rows - 1)


def reader_hints(screen: HelpScreen) -> list[Hint]:
    """The keys of the help, most important first."""
    hints: list[Hint] = [(Action.PAGE_DOWN, "more"), (Action.BACK, "back"), (Action.SEARCH, "search")]
    return [*hints, *([(Action.SEARCH_AGAIN, "next")] if screen.query else []), (Action.QUIT, "quit")]


def _page(model: Model, about: Context) -> _Page:
    rows, cols = model.rows, model.cols
    compact = is_compact(rows, cols)
    columns = 2 if cols >= TWO_COLUMNS else 1
    # One column at the right is the scroll bar's, and one before it is blank.
    room = cols - (2 if compact else 4) - (columns - 1) * _COLUMN_GAP
    width = min(_WIDEST, room // columns)
    left = max(0, (cols - 2 - columns * width - (columns - 1) * _COLUMN_GAP) // 2)
    entries = help_entries(about, model.keymap, model.settings, model.looks.glyphs)
    lines = _lines(entries, width)
    height = rows - (2 if compact else 4)
    if columns == 2 and len(lines) <= 2 * height:
        height = (len(lines) + 1) // 2
    return _Page(entries, lines, compact, columns, height, left, width)


def _lines(entries: list[Entry], width: int) -> list[tuple[int, Pieces]]:
    """The entries in lines of at most that width; a heading has a blank line before it."""
    lines: list[tuple[int, Pieces]] = []
    for number, entry in enumerate(entries):
        if entry.heading and number:
            lines.append((number - 1, []))
        lines += [(number, pieces) for pieces in _entry_lines(entry, width)]
    return lines


def _entry_lines(entry: Entry, width: int) -> list[Pieces]:
    if entry.heading:
        return [[(entry.text[:width], "title")]]
    if not entry.sign:
        return [[(line, "text")] for line in wrap(entry.text, width)]
    if width >= _STACKED:
        signs = wrap(entry.sign, _SIGN_WIDTH - 2) if entry.sign.strip() == entry.sign else [entry.sign]
        texts = wrap(entry.text, width - _SIGN_WIDTH)
        rows = zip_longest(signs, texts, fillvalue="")
        return [
            [(sign, entry.sign_style), (" " * (_SIGN_WIDTH - len(sign)), "text"), (text, "text")] for sign, text in rows
        ]
    sign_lines = wrap(entry.sign, width)
    if len(sign_lines) == 1 and len(entry.sign) + 2 + len(entry.text) <= width:
        gap = width - len(entry.sign) - len(entry.text)
        return [[(entry.sign, entry.sign_style), (" " * gap, "text"), (entry.text, "text")]]
    return [
        *([(sign, entry.sign_style)] for sign in sign_lines),
        *([("  " + line, "text")] for line in wrap(entry.text, width - 2)),
    ]


def _draw_header(canvas: Canvas, page: _Page, top: int) -> None:
    first, last, total = top + 1, min(top + page.columns * page.height, len(page.lines)), len(page.lines)
    if page.compact:
        canvas.write(0, 0, "Help", "title")
        place = f"{first}-{last}/{total}"
        canvas.write(0, canvas.cols - len(place), place, "text.dim")
        return
    canvas.write(0, page.left, "Help", "title")
    place = f"lines {first}-{last} of {total}"
    canvas.write(0, page.bar_col + 1 - len(place), place, "text.dim")


def _draw_bar(canvas: Canvas, page: _Page, top: int, looks: Looks) -> None:
    """The scroll bar: which part of the text is in view."""
    size = max(1, page.height * page.columns * page.height // len(page.lines))
    start = round((page.height - size) * top / page.last_top)
    for row in range(page.height):
        inside = start <= row < start + size
        glyph = looks.glyphs.full if inside else looks.frame.solid_side
        canvas.write(page.first_row + row, page.bar_col, glyph, "text" if inside else "border")


def open_help(context: Context) -> HelpScreen:
    """The help that starts with the keys of a context."""
    return HelpScreen(context)
