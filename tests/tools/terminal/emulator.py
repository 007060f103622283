"""A terminal in memory: reads the bytes a program writes and answers what a test asks about the screen.

It only ever sees bytes; processes and pseudo-terminals are the session's business.
"""

from __future__ import annotations

import base64
from typing import Any, cast

from tests.tools.terminal.glyphs import Glyph, restyled
from tests.tools.terminal.parser import Control, Csi, Escape, Malformed, Parser, String, Text, Token
from tests.tools.terminal.screen import CURSOR_SHOWN, Screen

_CONTROLS = {
    "\a": "bell",
    "\b": "backspace",
    "\t": "tab",
    "\n": "linefeed",
    "\v": "linefeed",
    "\f": "linefeed",
    "\r": "carriage_return",
    "\x0e": "shift_out",
    "\x0f": "shift_in",
}
_ESCAPES = {
    "c": "reset",
    "D": "index",
    "E": "next_line",
    "H": "set_tab_stop",
    "M": "reverse_index",
    "7": "save_cursor",
    "8": "restore_cursor",
    "=": "keypad_on",
    ">": "keypad_off",
    "\\": "nothing",
}
# The final of a CSI sequence without prefix: the method, and how many parameters it takes.
_CSI = {
    "@": ("insert_characters", 1),
    "A": ("cursor_up", 1),
    "B": ("cursor_down", 1),
    "C": ("cursor_forward", 1),
    "D": ("cursor_back", 1),
    "E": ("cursor_down1", 1),
    "F": ("cursor_up1", 1),
    "G": ("cursor_to_column", 1),
    "H": ("cursor_position", 2),
    "I": ("tab_forward", 1),
    "J": ("erase_in_display", 1),
    "K": ("erase_in_line", 1),
    "L": ("insert_lines", 1),
    "M": ("delete_lines", 1),
    "P": ("delete_characters", 1),
    "S": ("scroll_up", 1),
    "T": ("scroll_down", 1),
    "X": ("erase_characters", 1),
    "Z": ("tab_back", 1),
    "`": ("cursor_to_column", 1),
    "a": ("cursor_forward", 1),
    "b": ("repeat", 1),
    "c": ("report_device_attributes", 1),
    "d": ("cursor_to_line", 1),
    "e": ("cursor_down", 1),
    "f": ("cursor_position", 2),
    "g": ("clear_tab_stop", 1),
    "n": ("report_device_status", 1),
    "r": ("set_margins", 2),
    "s": ("save_cursor", 0),
    "t": ("nothing", 0),
    "u": ("restore_cursor", 0),
}
# After the last column is written a terminal waits at the margin; these leave it waiting, all others end that.
_KEEP_THE_WAIT = frozenset(
    {"bell", "shift_out", "shift_in", "save_cursor", "repeat", "nothing", "keypad_on", "keypad_off"}
)


class Emulator(Screen):
    """A screen fed with bytes; places are (row, col) from 0."""

    def __init__(self, rows: int = 24, cols: int = 80) -> None:
        self.raw = bytearray()
        self.replies = bytearray()
        self.osc: list[str] = []
        self.strings: list[String] = []
        self.unknown: list[Token] = []
        self._parser = Parser()
        super().__init__(rows, cols)

    def feed(self, data: bytes) -> None:
        """Takes what the program wrote."""
        self.raw += data
        for token in self._parser.feed(data):
            self._take(token)

    # What tests ask.

    def text(self, *, strip: bool = True) -> list[str]:
        """The rows on the screen, without trailing blanks unless `strip` is false."""
        return [self.row(number, strip=strip) for number in range(self.lines)]

    def row(self, number: int, *, strip: bool = True) -> str:
        """One row of the screen; a wide character counts as one."""
        line = self.buffer[number]
        text = "".join([line[col].data for col in range(self.columns)])
        return text.rstrip() if strip else text

    def picture(self) -> str:
        """The screen in a frame, for messages."""
        edge = "+" + "-" * self.columns + "+"
        rows = [f"|{self.row(number, strip=False)}|" for number in range(self.lines)]
        cursor = f"cursor {self.cursor.y},{self.cursor.x}" + ("" if self.cursor_visible else " hidden")
        about = f"{self.lines}x{self.columns} {cursor} modes {sorted(self.private)}"
        return "\n".join([edge, *rows, edge, about])

    def find_all(self, text: str) -> list[tuple[int, int]]:
        """Every place where `text` begins."""
        found = []
        for number in range(self.lines):
            row, cols = self._row_and_columns(number)
            start = row.find(text)
            while start >= 0:
                found.append((number, cols[start]))
                start = row.find(text, start + 1)
        return found

    def _row_and_columns(self, number: int) -> tuple[str, list[int]]:
        line = self.buffer[number]
        pieces = [line[col].data for col in range(self.columns)]
        return "".join(pieces), [col for col, piece in enumerate(pieces) for _ in piece]

    def find(self, text: str) -> tuple[int, int]:
        """The first place where `text` begins; it must be on the screen."""
        found = self.find_all(text)
        assert found, f"{text!r} is not on the screen:\n{self.picture()}"
        return found[0]

    def shows(self, text: str) -> bool:
        """Whether `text` stands on one row of the screen."""
        return bool(self.find_all(text))

    def glyph(self, row: int, col: int) -> Glyph:
        """The character and look of one place."""
        return cast(Glyph, self.buffer[row][col])

    def glyphs(self) -> list[list[Glyph]]:
        """The characters and looks of all places, row by row."""
        return [[self.glyph(row, col) for col in range(self.columns)] for row in range(self.lines)]

    def is_on(self, mode: int) -> bool:
        """Whether a private mode, such as 1006, is set."""
        return mode in self.private

    @property
    def cursor_visible(self) -> bool:
        """Whether the cursor is shown."""
        return CURSOR_SHOWN in self.private

    @property
    def unfinished(self) -> str:
        """The control sequence that was begun and not ended yet."""
        return self._parser.unfinished

    @property
    def clipboard(self) -> str | None:
        """The text of the last OSC 52."""
        for payload in reversed(self.osc):
            if payload.startswith("52;"):
                return base64.b64decode(payload.split(";", 2)[2]).decode()
        return None

    # What the program says.

    def _take(self, token: Token) -> None:
        if isinstance(token, Text):
            self.draw(token.data)
        elif isinstance(token, Control):
            if token.char in _CONTROLS:
                self._call(_CONTROLS[token.char])
        elif isinstance(token, Csi):
            self._take_csi(token)
        elif isinstance(token, Escape):
            self._take_escape(token)
        elif isinstance(token, String):
            self._take_string(token)
        else:
            assert isinstance(token, Malformed)
            self.unknown.append(token)

    def _call(self, name: str, *values: int) -> None:
        if name not in _KEEP_THE_WAIT:
            self.ensure_hbounds()
        getattr(self, name)(*values)

    def _take_escape(self, token: Escape) -> None:
        if token.intermediates in ("(", ")"):
            self.define_charset(token.final, mode=token.intermediates)
        elif token.intermediates == "" and token.final in _ESCAPES:
            self._call(_ESCAPES[token.final])
        elif token.intermediates == "#" and token.final == "8":
            self._call("alignment_display")
        else:
            self.unknown.append(token)

    def _take_string(self, token: String) -> None:
        self.strings.append(token)
        if token.kind == "OSC":
            self.osc.append(token.payload)
            code, _, rest = token.payload.partition(";")
            if code in ("0", "2"):
                self.set_title(rest)

    def _take_csi(self, token: Csi) -> None:
        parts = token.params.replace(":", ";").split(";")
        if not all(part == "" or part.isdecimal() for part in parts):
            self.unknown.append(token)
            return
        values = [min(int(part or 0), 9999) for part in parts]
        if token.prefix == "?":
            self._take_private(token, values)
        elif token.prefix or token.intermediates:
            self._take_rare(token)
        elif token.final == "m":
            self.pen = restyled(self.pen, token.params)
        elif token.final == "h":
            self.mode |= set(values)
        elif token.final == "l":
            self.mode -= set(values)
        elif token.final in _CSI:
            name, count = _CSI[token.final]
            self._call(name, *values[:count])
        else:
            self.unknown.append(token)

    def _take_private(self, token: Csi, values: list[int]) -> None:
        if token.final in ("h", "l") and not token.intermediates:
            for value in values:
                self.switch(value, token.final == "h")
        elif token.final in ("J", "K") and not token.intermediates:
            self._call(_CSI[token.final][0], values[0])
        elif token.final == "p" and token.intermediates == "$":
            state = 1 if values[0] in self.private else 2
            self.write_process_input(f"\x1b[?{values[0]};{state}$y")
        elif token.final != "c":  # The Linux console shapes its cursor with `CSI ? n c`.
            self.unknown.append(token)

    def _take_rare(self, token: Csi) -> None:
        if token.intermediates == "!" and token.final == "p":
            self.soft_reset()
        elif not (token.intermediates == " " and token.final == "q"):  # The cursor's shape.
            self.unknown.append(token)

    def keypad_on(self) -> None:
        """`ESC =`."""
        self.keypad = True

    def keypad_off(self) -> None:
        """`ESC >`."""
        self.keypad = False

    def nothing(self) -> None:
        """For sequences that change nothing a test could see."""

    def bell(self, *args: Any) -> None:
        """Counts the bell."""
        self.bells += 1

    def write_process_input(self, data: str) -> None:
        """Keeps the terminal's answer to a question of the program; the session delivers it."""
        self.replies += data.encode()
