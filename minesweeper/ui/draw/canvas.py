"""What one screen shows: text in styles, without any colour or terminal.

Screens draw on a `Canvas`, which makes a `Frame`. The terminal compares frames and sends only what has changed. Every
character of a frame is exactly one column wide, and none is a control character, wherever the text came from: a name
from a file can neither shift a row nor control the terminal.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.core.late import LateModule

if TYPE_CHECKING:
    import unicodedata
else:
    unicodedata = LateModule("unicodedata")


# A run is (col, text, style): text in one style that starts at this column of its row. Runs are plain tuples, because a
# full screen has thousands of them and a named tuple takes five times as long to make.
Run = tuple[int, str, str]
Line = tuple[Run, ...]

REPLACEMENT = "?"
_UNSAFE_CATEGORIES = frozenset(["Cc", "Cf", "Cs", "Cn", "Mn", "Me", "Mc", "Zl", "Zp", "Zs"])
# The Unicode tables of some Python versions give these characters one column, but terminals draw them otherwise.
_MISFITS = (
    # These are vowels and finals of Hangul, which are drawn onto the letter before. The next range and FFA0 are too.
    (0x1160, 0x11FF),
    (0xD7B0, 0xD7FF),
    (0xFFA0, 0xFFA0),
    # These are wide since Unicode 16, as are the next three ranges.
    (0x2630, 0x2637),
    (0x268A, 0x268F),
    (0x4DC0, 0x4DFF),
    (0x1D300, 0x1D37F),
    # Two of these letters make one wide flag.
    (0x1F1E6, 0x1F1FF),
)
_known_good: set[str] = {chr(code) for code in range(0x20, 0x7F)}


class Frame(NamedTuple):
    """A drawn screen. Each line has the runs of a row from left to right, without overlap. The rest is blank.

    ``cursor`` is the row and column of the terminal's own cursor, or None.
    """

    rows: int
    cols: int
    lines: tuple[Line, ...]
    cursor: tuple[int, int] | None = None
    cursor_visible: bool = False

    def text(self) -> str:
        """The characters of the screen, one line per row, without blanks at the ends of lines."""
        return "\n".join(line_text(line).rstrip() for line in self.lines)

    def style_at(self, row: int, col: int) -> str:
        """The style at a place of the screen, or "" if nothing was written there."""
        for start, text, style in self.lines[row]:
            if start <= col < start + len(text):
                return style
        return ""


class Canvas:
    """The surface on which a screen is drawn. Text beyond its edges is cut off, and later text covers earlier text."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rows = rows
        self.cols = cols
        # The runs of each line always go from left to right without overlap, and runs side by side differ in style.
        self._lines: list[list[Run]] = [[] for _ in range(rows)]
        # This is the column after the last run of each row.
        self._ends = [0] * rows
        self._cursor: tuple[int, int] | None = None
        self._cursor_visible = False

    def write(self, row: int, col: int, text: str, style: str = "") -> int:
        """Writes a text in one style. Returns the column after the text, even if the text was cut off."""
        end = after = col + len(text)
        if col < 0 or end > self.cols:
            text = text[max(0, -col) : max(0, self.cols - col)]
            col, end = max(0, col), min(self.cols, end)
        if 0 <= row < self.rows and text:
            line, line_end = self._lines[row], self._ends[row]
            if col < line_end:
                _cover(line, col, text, style)
            elif col == line_end and line and line[-1][2] == style:
                start, before, _ = line.pop()
                line.append((start, before + text, style))
            else:
                line.append((col, text, style))
            if line_end < end:
                self._ends[row] = end
        return after

    def write_pieces(self, row: int, col: int, pieces: Iterable[tuple[str, str]]) -> int:
        """Writes pairs of text and style side by side. Returns the column after the last one."""
        if not (0 <= row < self.rows and self._ends[row] <= col):
            for text, style in pieces:
                col = self.write(row, col, text, style)
            return col
        # The usual case is a row of tiles that covers nothing, so runs only have to be joined and appended.
        line = self._lines[row]
        run_col, run_text, run_style = line.pop() if line and col == self._ends[row] else (col, "", "")
        for text, style in pieces:
            if style == run_style:
                run_text += text
            elif text:
                if run_text:
                    line.append((run_col, run_text, run_style))
                run_col, run_text, run_style = col, text, style
            col += len(text)
        if run_text:
            line.append((run_col, run_text, run_style))
        if col > self.cols:
            _cut(line, self.cols)
        self._ends[row] = line[-1][0] + len(line[-1][1]) if line else 0
        return col

    def place_cursor(self, row: int, col: int, *, visible: bool = True) -> None:
        """Puts the terminal's own cursor on a place.

        If the place is off the screen, there is no cursor. A cursor that isn't ``visible`` still tells screen readers
        where to read.
        """
        inside = 0 <= row < self.rows and 0 <= col < self.cols
        self._cursor = (row, col) if inside else None
        self._cursor_visible = visible and inside

    def frame(self) -> Frame:
        """The screen as it is drawn so far."""
        lines = tuple([_clean(line) for line in self._lines])
        return Frame(self.rows, self.cols, lines, self._cursor, self._cursor_visible)


def line_text(line: Line) -> str:
    """The characters of a row up to the end of its last run, with blanks where nothing was written."""
    text = ""
    for col, run_text, _ in line:
        text = text.ljust(col) + run_text
    return text


def clean_text(text: str) -> str:
    """Replaces each character that terminals don't draw in exactly one column: white space by a blank, all others by
    ``?``.

    The text keeps its length.
    """
    if _is_known_good(text):
        return text
    return "".join([c if _is_good(c) else " " if c.isspace() else REPLACEMENT for c in text])


def _is_known_good(text: str) -> bool:
    return (text.isascii() and text.isprintable()) or _known_good.issuperset(text)


def _is_good(character: str) -> bool:
    """Whether terminals draw a character in exactly one column and don't take it for a command."""
    if character in _known_good:
        return True
    # The module unicodedata is loaded late, because it isn't needed with ASCII glyphs.
    good = (
        unicodedata.category(character) not in _UNSAFE_CATEGORIES
        and unicodedata.east_asian_width(character) not in "WF"
        and not any(low <= ord(character) <= high for low, high in _MISFITS)
    )
    if good:
        _known_good.add(character)
    return good


def _clean(line: list[Run]) -> Line:
    if _is_known_good("".join([run[1] for run in line])):
        return tuple(line)
    return tuple([(col, clean_text(text), style) for col, text, style in line])


def _cut(line: list[Run], cols: int) -> None:
    """Removes all text from the column ``cols`` on."""
    while line and line[-1][0] >= cols:
        line.pop()
    if line:
        col, text, style = line.pop()
        line.append((col, text[: cols - col], style))


def _cover(line: list[Run], col: int, text: str, style: str) -> None:
    """Puts a run over the runs of a line. Their parts to its left and right stay."""
    end = col + len(text)
    starts = [run[0] for run in line]
    first, last = bisect_left(starts, col), bisect_right(starts, end)
    if first and starts[first - 1] + len(line[first - 1][1]) >= col:
        first -= 1
    # These are the new run and the parts that stay of the runs that it overlaps or touches.
    pieces: list[Run] = []
    touched = line[first:last]
    left = [(at, old[: col - at], look) for at, old, look in touched if at < col]
    right = [(end, old[end - at :], look) for at, old, look in touched if at + len(old) > end]
    for run in (*left, (col, text, style), *right):
        if pieces and pieces[-1][2] == run[2]:
            start, before, look = pieces.pop()
            pieces.append((start, before + run[1], look))
        else:
            pieces.append(run)
    line[first:last] = pieces
