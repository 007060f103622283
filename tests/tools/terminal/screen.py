"""The sheet of an emulated terminal: pyte's screen with what curses needs and pyte 0.8.2 lacks or gets wrong.

It owns both buffers, the cursor and the margins. It reads no bytes and knows no escape sequence.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from functools import lru_cache
from typing import Any, NamedTuple, cast

import pyte
from pyte import charsets, modes
from pyte.screens import Char, Cursor, Margins, StaticDefaultDict, wcwidth

from tests.tools.terminal.glyphs import BLANK, Glyph

Line = StaticDefaultDict[int, Char]

CURSOR_KEYS = 1
ORIGIN = 6
AUTOWRAP = 7
CURSOR_SHOWN = 25


class _Saved(NamedTuple):
    cursor: Cursor
    g0: str
    g1: str
    charset: int


class Screen(pyte.Screen):
    """Rows and columns count from 0. The alternate buffer and the private modes are part of it."""

    def __init__(self, rows: int, cols: int) -> None:
        self.clears = 0
        self.bells = 0
        self.scrollback: list[str] = []
        # Narrower than this the main buffer has never been: what lay further right may be cut off.
        self.narrowest = cols
        super().__init__(cols, rows)

    def reset(self) -> None:
        """Goes back to the state after power-on."""
        super().reset()
        self.cursor.attrs = self.default_char
        self.private = {AUTOWRAP, CURSOR_SHOWN}
        self.keypad = False
        self._main: dict[int, Line] | None = None
        self._main_saved: _Saved | None = None
        self._saved: _Saved | None = None
        self._last = ""

    def soft_reset(self) -> None:
        """Resets modes, margins, look and character sets, and leaves the text."""
        self.private = (self.private - {CURSOR_KEYS, ORIGIN}) | {AUTOWRAP, CURSOR_SHOWN}
        self.mode = {modes.DECAWM, modes.DECTCEM}
        self.margins = None
        self.keypad = False
        self.cursor.attrs = self.default_char
        self._saved = None
        self.g0_charset, self.g1_charset, self.charset = charsets.LAT1_MAP, charsets.LAT1_MAP, 0

    @property
    def alternate(self) -> bool:
        """Whether the alternate buffer is in view."""
        return self._main is not None

    # Modes and buffers.

    def switch(self, mode: int, on: bool) -> None:
        """Sets or resets a private mode."""
        if mode in (47, 1047, 1049):
            self._switch_buffer(mode, on)
        elif mode == 1048:
            (self.save_cursor if on else self.restore_cursor)()
        elif mode in (ORIGIN, AUTOWRAP, CURSOR_SHOWN):
            # Only these reach pyte: it would let mode 3 resize the screen and mode 5 forget what was reversed.
            (self.set_mode if on else self.reset_mode)(mode, private=True)
        if on:
            self.private.add(mode)
        else:
            self.private.discard(mode)

    def _switch_buffer(self, mode: int, on: bool) -> None:
        if on and not self.alternate:
            if mode == 1049:
                self._main_saved = self._savepoint()
            self._main = self.buffer
            self.buffer = defaultdict(self._blank_line)
        elif not on and self._main is not None:
            self.buffer, self._main = self._main, None
        if on and mode == 1049:
            self.buffer.clear()
        if not on and mode == 1049:
            # A second rmcup moves the cursor back again, over whatever was written since the first.
            self._restore(self._main_saved)
        if not on:
            self._fit_rows()

    def _savepoint(self) -> _Saved:
        return _Saved(copy.copy(self.cursor), self.g0_charset, self.g1_charset, self.charset)

    def _restore(self, saved: _Saved | None) -> None:
        if saved is None:
            self.cursor_position()
            return
        self.cursor = copy.copy(saved.cursor)
        self.g0_charset, self.g1_charset, self.charset = saved.g0, saved.g1, saved.charset
        self.cursor.x = min(self.cursor.x, self.columns)

    def save_cursor(self) -> None:
        """Keeps place, look and character sets, in one slot and not on pyte's stack."""
        self._saved = self._savepoint()

    def restore_cursor(self) -> None:
        """Goes back to what was kept."""
        self._restore(self._saved)
        self.ensure_vbounds()

    def resize(self, lines: int | None = None, columns: int | None = None) -> None:
        """Changes the size as xterm does: rows go from below the cursor first, then from the top."""
        lines, columns = lines or self.lines, columns or self.columns
        for line in self.buffer.values():
            for col in [col for col in line if col >= columns]:
                del line[col]
        self.tabstops |= set(range(8, columns, 8))
        self.lines, self.columns, self.margins = lines, columns, None
        if not self.alternate:
            self.narrowest = min(self.narrowest, columns)
        self._fit_rows()
        self.ensure_hbounds()

    def _fit_rows(self) -> None:
        above = self.cursor.y - (self.lines - 1)
        if above > 0:
            self._scroll(0, max([*self.buffer, self.cursor.y]), above, keep=True)
            self.cursor.y -= above
        for number in [number for number in self.buffer if number >= self.lines]:
            del self.buffer[number]

    # Drawing and erasing.

    @property
    def default_char(self) -> Char:
        """A blank in the terminal's own colours."""
        return cast(Char, BLANK)

    @property
    def pen(self) -> Glyph:
        """The look of what is drawn next."""
        return cast(Glyph, self.cursor.attrs)

    @pen.setter
    def pen(self, look: Glyph) -> None:
        self.cursor.attrs = cast(Char, look)

    def _erased(self) -> Char:
        # Erasing takes the background of the pen and nothing else of it.
        return cast(Char, BLANK._replace(bg=self.pen.bg))

    def _blank_line(self) -> Line:
        return StaticDefaultDict[int, Char](self.default_char)

    def draw(self, data: str) -> None:
        """Writes text at the cursor."""
        self._put(data.translate(self.g1_charset if self.charset else self.g0_charset))

    def repeat(self, count: int = 1) -> None:
        """Writes the last character `count` times more."""
        self._put(self._last * min(count or 1, self.lines * self.columns))

    def _put(self, data: str) -> None:
        if data and data.isascii() and self.cursor.x + len(data) <= self.columns and modes.IRM not in self.mode:
            # Most of all output; going character by character takes four times as long.
            self._stamp([_stamped(self.cursor.attrs, char) for char in data])
            self._last = data[-1]
            return
        for char in data:
            width = 1 if char < "\x7f" else wcwidth(char)
            if width > 0:
                self._last = char
                self._put_one(char, min(width, self.columns))
            elif self.cursor.x:
                line, col = self.buffer[self.cursor.y], self.cursor.x - 1
                if line[col].data == "" and col:
                    col -= 1
                line[col] = line[col]._replace(data=line[col].data + char)

    def _put_one(self, char: str, width: int) -> None:
        if self.cursor.x + width > self.columns:
            if AUTOWRAP in self.private:
                self.next_line()
            else:
                self.cursor.x = self.columns - width
        if modes.IRM in self.mode:
            self.insert_characters(width)
        self._stamp([_stamped(self.cursor.attrs, piece) for piece in (char, "")[:width]])

    def _stamp(self, glyphs: list[Char]) -> None:
        line, col = self.buffer[self.cursor.y], self.cursor.x
        end = col + len(glyphs)
        # Half of a wide character cannot stay.
        if line[col].data == "" and col:
            line[col - 1] = line[col - 1]._replace(data=" ")
        if end < self.columns and line[end].data == "":
            line[end] = line[end]._replace(data=" ")
        line.update(zip(range(col, end), glyphs, strict=True))
        self.cursor.x = end

    def erase_characters(self, count: int | None = None) -> None:
        """Blanks `count` places from the cursor on."""
        self._erase(self.cursor.y, self.cursor.x, self.cursor.x + (count or 1))

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        """Blanks the row after the cursor, before it, or all of it."""
        first = self.cursor.x if how == 0 else 0
        self._erase(self.cursor.y, first, self.cursor.x + 1 if how == 1 else self.columns)

    def erase_in_display(self, how: int = 0, *args: Any, **kwargs: Any) -> None:
        """Blanks the screen after the cursor, before it, or all of it; 3 is for the scrollback alone."""
        if how == 3:
            self.scrollback.clear()
            return
        # Many terminals have no other way to clear all than ED 0 from the first place.
        if how == 2 or (how == 0 and (self.cursor.y, self.cursor.x) == (0, 0)):
            self.clears += 1
        if how in (0, 1):
            self.erase_in_line(how)
        first = self.cursor.y + 1 if how == 0 else 0
        for number in range(first, self.cursor.y if how == 1 else self.lines):
            self._erase(number, 0, self.columns)

    def _erase(self, number: int, first: int, end: int) -> None:
        line, blank = self.buffer[number], self._erased()
        for col in range(first, min(end, self.columns)):
            line[col] = blank

    def insert_characters(self, count: int | None = None) -> None:
        """Moves the rest of the row right; what leaves the edge is lost."""
        count = min(count or 1, self.columns - self.cursor.x)
        self._rewrite_rest([self._erased()] * count, 0)

    def delete_characters(self, count: int | None = None) -> None:
        """Moves the rest of the row left, over `count` places."""
        self._rewrite_rest([], min(count or 1, self.columns - self.cursor.x))

    def _rewrite_rest(self, inserted: list[Char], skipped: int) -> None:
        line, col = self.buffer[self.cursor.y], self.cursor.x
        rest = [line[place] for place in range(col, self.columns)]
        rest = (inserted + rest[skipped:] + [self._erased()] * skipped)[: len(rest)]
        line.update(enumerate(rest, start=col))

    # Scrolling.

    def _scroll(self, top: int, bottom: int, count: int, *, keep: bool = False) -> None:
        """Moves rows up, or down for a negative count; `keep` sends what leaves the top to the scrollback."""
        rows = [self.buffer[number] for number in range(top, bottom + 1)]
        count = max(-len(rows), min(count, len(rows)))
        fresh: list[Line] = [StaticDefaultDict[int, Char](self._erased()) for _ in range(abs(count))]
        if count > 0:
            if keep and top == 0 and not self.alternate:
                self.scrollback += [_line_text(row) for row in rows[:count]]
            rows = rows[count:] + fresh
        else:
            rows = fresh + rows[: len(rows) + count]
        for number, row in enumerate(rows, start=top):
            self.buffer[number] = row

    def _region(self) -> Margins:
        return self.margins or Margins(0, self.lines - 1)

    def set_margins(self, top: int | None = None, bottom: int | None = None) -> None:
        """Sets the rows that scroll, counted from 1, and goes home."""
        first, last = (top or 1) - 1, min(bottom or self.lines, self.lines) - 1
        if first < last:
            self.margins = None if (first, last) == (0, self.lines - 1) else Margins(first, last)
            self.cursor_position()

    def index(self) -> None:
        """Moves down a row, scrolling at the bottom of the region."""
        top, bottom = self._region()
        if self.cursor.y == bottom:
            self._scroll(top, bottom, 1, keep=True)
        elif self.cursor.y < self.lines - 1:
            self.cursor.y += 1

    def reverse_index(self) -> None:
        """Moves up a row, scrolling at the top of the region."""
        top, bottom = self._region()
        if self.cursor.y == top:
            self._scroll(top, bottom, -1)
        elif self.cursor.y:
            self.cursor.y -= 1

    def next_line(self) -> None:
        """Moves to the start of the next row."""
        self.carriage_return()
        self.index()

    def scroll_up(self, count: int = 1) -> None:
        """Moves the rows of the region up."""
        self._scroll(*self._region(), count or 1, keep=True)

    def scroll_down(self, count: int = 1) -> None:
        """Moves the rows of the region down."""
        self._scroll(*self._region(), -(count or 1))

    def insert_lines(self, count: int | None = None) -> None:
        """Opens blank rows at the cursor."""
        self._shift_lines(-(count or 1))

    def delete_lines(self, count: int | None = None) -> None:
        """Takes rows out at the cursor."""
        self._shift_lines(count or 1)

    def _shift_lines(self, count: int) -> None:
        top, bottom = self._region()
        if top <= self.cursor.y <= bottom:
            self._scroll(self.cursor.y, bottom, count)
            self.carriage_return()

    # Moving.

    def cursor_up(self, count: int | None = None) -> None:
        """Moves up, at most to the top of the region, or of the screen from above it."""
        top = self._region().top
        self.cursor.y = max(self.cursor.y - (count or 1), top if self.cursor.y >= top else 0)

    def cursor_down(self, count: int | None = None) -> None:
        """Moves down, at most to the bottom of the region, or of the screen from below it."""
        bottom = self._region().bottom
        limit = bottom if self.cursor.y <= bottom else self.lines - 1
        self.cursor.y = min(self.cursor.y + (count or 1), limit)

    def tab(self) -> None:
        """Moves to the next tab stop, at most to the last column."""
        stops = [stop for stop in self.tabstops if self.cursor.x < stop < self.columns]
        self.cursor.x = min(stops, default=self.columns - 1)

    def tab_forward(self, count: int = 1) -> None:
        """Moves on by `count` tab stops."""
        for _ in range(min(count or 1, self.columns)):
            self.tab()

    def tab_back(self, count: int = 1) -> None:
        """Moves back by `count` tab stops."""
        for _ in range(min(count or 1, self.columns)):
            self.cursor.x = max((stop for stop in self.tabstops if stop < self.cursor.x), default=0)


@lru_cache(maxsize=4096)
def _stamped(look: Char, char: str) -> Char:
    return look._replace(data=char)


def _line_text(line: Line) -> str:
    return "".join([line[col].data for col in range(max(line, default=-1) + 1)]).rstrip()
