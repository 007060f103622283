"""A terminal in memory, which reads the bytes of a program and answers what a test asks about the screen.

It knows the sequences that curses and tmux send to the terminals of the tests, and keeps all others as `unknown`.
Processes and pseudo-terminals are in `session`.
"""

from __future__ import annotations

import base64
import codecs
import re
from dataclasses import dataclass
from typing import NamedTuple

from wcwidth import wcwidth

from tests.tools.terminal.glyphs import BLANK, Glyph, drawn, restyled

CURSOR_KEYS = 1
AUTOWRAP = 7
CURSOR_SHOWN = 25
_ALTERNATE = (47, 1049)
_NO_LOOK = ("t", "c", " q", "?c", ">c", ">q", "?u")
"""CSI sequences that change nothing a test could see: window titles, the cursor's shape, questions."""
_LINES = str.maketrans("`afgijklmnopqrstuvwxyz{|}~", "◆▒°±␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·")
"""The characters that letters stand for in the character set of lines."""

_STRING = r"[^\x07\x18\x1a\x1b]*"
_TOKEN = re.compile(
    rf"""
    (?P<text>[^\x00-\x1f\x7f-\x9f]+)
  | \x1b\[(?P<params>[0-?]*)(?P<csi>[ -/]*[@-~])
  | \x1b\](?P<osc>{_STRING})(?:\x07|\x1b\\)
  | \x1bP(?P<dcs>{_STRING})\x1b\\
  | \x1b(?P<escape>[ -/]*[0-OQ-WYZ\\`-~])
  | (?P<control>[\x00-\x1a\x1c-\x1f])
    """,
    re.VERBOSE,
)
_UNFINISHED = re.compile(rf"\x1b(?:\[[0-?]*[ -/]*|[\]P]{_STRING}\x1b?|[ -/]*)\Z")
_MALFORMED = re.compile(rf"\x1b(?:\[[0-?]*[ -/]*|[\]P]{_STRING}|[ -/]*)|.", re.DOTALL)


@dataclass
class Cursor:
    """The place of the next character. After the last column was written, it waits behind that column."""

    y: int = 0
    x: int = 0


class _Saved(NamedTuple):
    """The part of the state that a program can save and restore."""

    y: int = 0
    x: int = 0
    pen: Glyph = BLANK
    has_lines: tuple[bool, bool] = (False, False)
    charset: int = 0


class Emulator:
    """A screen that is fed with bytes. Places are (row, col) and count from 0."""

    def __init__(self, rows: int = 24, cols: int = 80) -> None:
        self.lines, self.columns = rows, cols
        self.raw = bytearray()
        self.osc: list[str] = []
        self.unknown: list[str] = []
        self.unfinished = ""
        """The control sequence whose end hasn't arrived yet."""
        self.cursor, self.pen = Cursor(), BLANK
        self.private = {AUTOWRAP, CURSOR_SHOWN}
        self.margins: tuple[int, int] | None = None
        self.keypad = False
        self.bells = self.clears = 0
        self.scrollback: list[str] = []
        self.narrowest = cols
        """Narrower than this the main buffer has never been: what lay further right may be cut off."""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rows = [self._blank_row() for _ in range(rows)]
        self._main: list[list[Glyph]] | None = None
        self._saved = self._saved_for_main = _Saved()
        self._has_lines, self._charset = (False, False), 0
        """Which of the two character sets is that of lines, and which one is in use."""
        self._is_inserting = False
        self._last = ""

    def feed(self, data: bytes) -> None:
        """Handles bytes that the program wrote."""
        self.raw += data
        text = self.unfinished + self._decoder.decode(data)
        self.unfinished = ""
        place = 0
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is not None:
                self._take(match)
            elif _UNFINISHED.match(text, place):
                self.unfinished = text[place:]
                return
            else:
                match = _MALFORMED.match(text, place)
                assert match is not None
                self.unknown.append(match[0])
            place = match.end()

    # Questions of tests.

    def text(self, *, strip: bool = True) -> list[str]:
        """The rows on the screen, without trailing blanks unless `strip` is false."""
        return [self.row(number, strip=strip) for number in range(self.lines)]

    def row(self, number: int, *, strip: bool = True) -> str:
        """One row of the screen."""
        text = "".join([glyph.data for glyph in self._rows[number]])
        return text.rstrip() if strip else text

    def picture(self) -> str:
        """The screen as text in a frame, for messages."""
        edge = "+" + "-" * self.columns + "+"
        rows = [f"|{row}|" for row in self.text(strip=False)]
        cursor = f"cursor {self.cursor.y},{self.cursor.x}" + ("" if self.cursor_visible else " hidden")
        about = f"{self.lines}x{self.columns} {cursor} modes {sorted(self.private)}"
        return "\n".join([edge, *rows, edge, about])

    def find(self, text: str) -> tuple[int, int]:
        """The place where `text` first appears. Fails if it isn't on the screen."""
        for number, row in enumerate(self.text(strip=False)):
            if text in row:
                return number, row.index(text)
        raise AssertionError(f"{text!r} is not on the screen:\n{self.picture()}")

    def shows(self, text: str) -> bool:
        """Whether `text` is on one row of the screen."""
        return any(text in row for row in self.text(strip=False))

    def glyph(self, row: int, col: int) -> Glyph:
        """The character at a place, with its look."""
        return self._rows[row][col]

    def is_on(self, mode: int) -> bool:
        """Whether a private mode, such as 1006, is set."""
        return mode in self.private

    @property
    def cursor_visible(self) -> bool:
        """Whether the cursor is shown."""
        return CURSOR_SHOWN in self.private

    @property
    def alternate(self) -> bool:
        """Whether the alternate buffer is in view."""
        return self._main is not None

    @property
    def draws_lines(self) -> bool:
        """Whether letters are drawn as lines."""
        return self._has_lines[self._charset]

    @property
    def clipboard(self) -> str | None:
        """The text that was last copied by an OSC 52 sequence."""
        copied = [payload for payload in self.osc if payload.startswith("52;")]
        return base64.b64decode(copied[-1].split(";", 2)[2]).decode() if copied else None

    # Output of the program.

    def _take(self, match: re.Match[str]) -> None:
        group = match.groupdict()
        if group["text"] is not None:
            self._draw(group["text"].translate(_LINES) if self.draws_lines else group["text"])
        elif group["csi"] is not None:
            if not self._take_csi(group["params"], group["csi"]):
                self.unknown.append(match[0])
        elif group["osc"] is not None:
            self.osc.append(group["osc"])
        elif group["escape"] is not None:
            if not self._take_escape(group["escape"]):
                self.unknown.append(match[0])
        elif group["control"] is not None:
            self._take_control(group["control"])

    def _take_control(self, control: str) -> None:
        if control == "\a":
            self.bells += 1
        elif control in "\x0e\x0f":
            self._charset = int(control == "\x0e")
        elif control in "\b\t\n\v\f\r":
            self._end_wait()
            if control == "\b":
                self.cursor.x = max(0, self.cursor.x - 1)
            elif control == "\t":
                self.cursor.x = min(self.cursor.x // 8 * 8 + 8, self.columns - 1)
            elif control == "\r":
                self.cursor.x = 0
            else:
                self._index()

    def _take_escape(self, name: str) -> bool:
        """Handles an escape sequence. Returns whether it is known."""
        if name[0] in "()":
            first, second = self._has_lines
            self._has_lines = (name[1] == "0", second) if name[0] == "(" else (first, name[1] == "0")
        elif name in "=>":
            self.keypad = name == "="
        elif name == "7":
            self._saved = self._savepoint()
        elif name == "8":
            self._restore(self._saved)
            self.cursor.y = min(self.cursor.y, self.lines - 1)
        elif name in "DEM":
            self._end_wait()
            self.cursor.x = 0 if name == "E" else self.cursor.x
            self._reverse_index() if name == "M" else self._index()
        else:
            return name == "\\"
        return True

    def _take_csi(self, params: str, kind: str) -> bool:
        """Handles a control sequence. Returns whether it is known."""
        prefix = params[:1] if params[:1] in tuple("<=>?") else ""
        parts = params[len(prefix) :].split(";")
        if not all(part == "" or part.isdecimal() for part in parts):
            return False
        first, second, *_ = *(values := [min(int(part or 0), 9999) for part in parts]), 0
        match prefix + kind:
            case "m":
                self.pen = restyled(self.pen, values)
            case "?h" | "?l":
                for mode in values:
                    self._switch(mode, kind == "h")
            case "h" | "l":
                self._is_inserting = kind == "h" if 4 in values else self._is_inserting
            case "b":
                self._draw(self._last * min(max(first, 1), self.lines * self.columns))
            case name if name not in _NO_LOOK:
                self._end_wait()
                return self._move(name, first, second) or self._edit(name, first)
        return True

    def _move(self, kind: str, first: int, second: int) -> bool:
        """Handles a sequence that moves the cursor. Returns whether it is one."""
        count, cursor, (top, bottom) = max(first, 1), self.cursor, self._region()
        match kind:
            case "A":
                cursor.y = max(cursor.y - count, top if cursor.y >= top else 0)
            case "B":
                cursor.y = min(cursor.y + count, bottom if cursor.y <= bottom else self.lines - 1)
            case "C":
                cursor.x = min(cursor.x + count, self.columns - 1)
            case "D":
                cursor.x = max(cursor.x - count, 0)
            case "G":
                cursor.x = min(count, self.columns) - 1
            case "d":
                cursor.y = min(count, self.lines) - 1
            case "H":
                cursor.y, cursor.x = min(count, self.lines) - 1, min(max(second, 1), self.columns) - 1
            case "Z":
                cursor.x = max(0, -(-cursor.x // 8) - count) * 8
            case "r":
                first, last = count - 1, min(second or self.lines, self.lines) - 1
                if first < last:
                    self.margins = None if (first, last) == (0, self.lines - 1) else (first, last)
                    cursor.y = cursor.x = 0
            case _:
                return False
        return True

    def _edit(self, kind: str, first: int) -> bool:
        """Handles a sequence that changes what is on the screen. Returns whether it is one."""
        count, cursor, (top, bottom) = max(first, 1), self.cursor, self._region()
        row, col, blank = self._rows[cursor.y], cursor.x, self._erased()
        match kind:
            case "J":
                self._erase_display(first)
            case "K":
                self._erase_row(first)
            case "X":
                row[col : col + count] = [blank] * min(count, self.columns - col)
            case "@":
                row[col:] = ([blank] * count + row[col:])[: self.columns - col]
            case "P":
                row[col:] = (row[col + count :] + [blank] * self.columns)[: self.columns - col]
            case "S" | "T":
                self._scroll(top, bottom, count if kind == "S" else -count, keep=kind == "S")
            case "L" | "M":
                if top <= cursor.y <= bottom:
                    self._scroll(cursor.y, bottom, count if kind == "M" else -count)
                    cursor.x = 0
            case _:
                return False
        return True

    # Drawing, erasing and scrolling.

    def _draw(self, text: str) -> None:
        if not text.isascii():
            self.unknown += [char for char in text if wcwidth(char) != 1]
        while text:
            if self.cursor.x >= self.columns:
                self._wrap()
            row, col = self._rows[self.cursor.y], self.cursor.x
            part, text = text[: self.columns - col], text[self.columns - col :]
            row[col : col if self._is_inserting else col + len(part)] = [drawn(self.pen, char) for char in part]
            del row[self.columns :]
            self.cursor.x += len(part)
            self._last = part[-1]

    def _wrap(self) -> None:
        if AUTOWRAP in self.private:
            self.cursor.x = 0
            self._index()
        else:
            self._end_wait()

    def _end_wait(self) -> None:
        self.cursor.x = min(self.cursor.x, self.columns - 1)

    def _erased(self) -> Glyph:
        """An erased place: a blank with the background of the pen, but without its other attributes."""
        return BLANK._replace(bg=self.pen.bg)

    def _blank_row(self) -> list[Glyph]:
        return [self._erased()] * self.columns

    def _erase_row(self, how: int) -> None:
        first = self.cursor.x if how == 0 else 0
        end = self.cursor.x + 1 if how == 1 else self.columns
        self._rows[self.cursor.y][first:end] = [self._erased()] * (end - first)

    def _erase_display(self, how: int) -> None:
        # Many terminals have no other way to clear all than ED 0 from the first place.
        if how == 2 or (how == 0 and (self.cursor.y, self.cursor.x) == (0, 0)):
            self.clears += 1
        if how in (0, 1):
            self._erase_row(how)
        first = self.cursor.y + 1 if how == 0 else 0
        for number in range(first, self.cursor.y if how == 1 else self.lines):
            self._rows[number] = self._blank_row()

    def _scroll(self, top: int, bottom: int, count: int, *, keep: bool = False) -> None:
        """Scrolls rows up, or down if the count is negative. `keep` moves rows that leave the top to the scrollback."""
        rows = self._rows[top : bottom + 1]
        fresh = [self._blank_row() for _ in rows[: abs(count)]]
        if count > 0:
            if keep and top == 0 and not self.alternate:
                self.scrollback += ["".join(glyph.data for glyph in row).rstrip() for row in rows[:count]]
            self._rows[top : bottom + 1] = rows[count:] + fresh
        else:
            self._rows[top : bottom + 1] = (fresh + rows)[: len(rows)]

    def _region(self) -> tuple[int, int]:
        return self.margins or (0, self.lines - 1)

    def _index(self) -> None:
        """Moves down a row, scrolling at the bottom of the region."""
        top, bottom = self._region()
        if self.cursor.y == bottom:
            self._scroll(top, bottom, 1, keep=True)
        elif self.cursor.y < self.lines - 1:
            self.cursor.y += 1

    def _reverse_index(self) -> None:
        """Moves up a row, scrolling at the top of the region."""
        top, bottom = self._region()
        if self.cursor.y == top:
            self._scroll(top, bottom, -1)
        elif self.cursor.y:
            self.cursor.y -= 1

    # Modes, buffers and sizes.

    def _switch(self, mode: int, on: bool) -> None:
        """Sets or resets a private mode."""
        (self.private.add if on else self.private.discard)(mode)
        if mode not in _ALTERNATE:
            return
        if on and not self.alternate:
            self._saved_for_main = self._savepoint()
            self._main, self._rows = self._rows, []
        elif not on and self._main is not None:
            self._rows, self._main = self._main, None
        if not on and mode == 1049:
            # A second rmcup moves the cursor back again, over whatever was written since the first.
            self._restore(self._saved_for_main)
        self._fit()

    def _savepoint(self) -> _Saved:
        return _Saved(self.cursor.y, self.cursor.x, self.pen, self._has_lines, self._charset)

    def _restore(self, saved: _Saved) -> None:
        y, x, self.pen, self._has_lines, self._charset = saved
        self.cursor = Cursor(y, min(x, self.columns))

    def resize(self, rows: int, cols: int) -> None:
        """Changes the size as xterm does: first removes rows below the cursor, then at the top."""
        self.lines, self.columns, self.margins = rows, cols, None
        self._fit()

    def _fit(self) -> None:
        """Resizes the current buffer to the size of the screen."""
        if not self.alternate:
            self.narrowest = min(self.narrowest, self.columns)
        blank = [BLANK] * self.columns
        self._rows = [(row + blank)[: self.columns] for row in self._rows]
        above = self.cursor.y - (self.lines - 1)
        if above > 0:
            self._scroll(0, len(self._rows) - 1, above, keep=True)
            self.cursor.y -= above
        self._rows = (self._rows + [list(blank) for _ in range(self.lines)])[: self.lines]
        self._end_wait()
