"""Lays out title, message and hints around the body of a screen; the same places are drawn and clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from minesweeper.core.text import fit, page_of, wrap
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import MOVES, Keymap
from minesweeper.ui.base.model import MessageView, Model
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import COMPACT_COLS, Rect, is_compact

MOST_LINES = 3
"""The most lines of a message, if one of its texts fits into them and the screen sets no other limit."""
SENTENCE = 90
"""The most columns of a line below a board, unless the board is wider."""
_ROWS_KEPT = 3
"""The rows that no message covers: the title, a row of the body and the hints."""


class Message(NamedTuple):
    """The message of a screen: texts, longest first, of which the first that fits is shown. A text may have lines."""

    texts: tuple[str, ...] = ()
    style: str = "text"
    names_cells: bool = False
    """Whether the message names rows or columns, so that the board shows their numbers."""
    asks: Action | None = None
    """The action that waits for an answer, if the message is a question."""

    def __bool__(self) -> bool:
        return bool(self.texts)


SILENCE = Message()


def say(*texts: str, alarm: bool = False, names_cells: bool = False) -> Message:
    """Makes a message, longest text first. An alarm reports something wrong, or something that can't be undone."""
    return Message(tuple([text for text in texts if text]), "bad" if alarm else "text", names_cells)


class ResultBar(NamedTuple):
    """A result that stands out above the message: texts, longest first."""

    texts: tuple[str, ...]
    style: str
    row: int
    """The screen row of the band, if it has room there."""
    end: int
    """The column before which the band ends, such as that of a panel."""


class PlacedBar(NamedTuple):
    """A band as drawn: its place, and its text with blanks around."""

    row: int
    col: int
    text: str
    style: str


YES = "yes"
"""The word of the hint that answers a question with yes."""
KeyHint = tuple[Action, str]
"""The action of a useful key and the word for it, also a button for the mouse."""


_WAYS_OUT = (Action.BACK, Action.PAUSE, Action.MORE, Action.MAIN_MENU)


def _worth(action: Action, place: int) -> int:
    """Ranks hints for short rows: the way out (which a mouse needs), the first hint, help, then the others."""
    return 3 if action in _WAYS_OUT else 2 if not place else 1 if action is Action.HELP else 0


class Button(NamedTuple):
    """A part of a screen row that triggers an action when clicked."""

    row: int
    col: int
    width: int
    action: Action

    def holds(self, row: int, col: int) -> bool:
        """Whether a place of the screen is on the button."""
        return row == self.row and self.col <= col < self.col + self.width


class Chrome(NamedTuple):
    """The layout of title, message and hints, both for drawing and for clicks."""

    rows: int
    cols: int
    title: str
    place: str
    """The text right of the title, such as the position in a list."""
    top: int
    left: int
    width: int
    """The columns of the title, from ``left`` on in row ``top``."""
    gap: int
    """Blank rows below the title."""
    lines: tuple[str, ...]
    """The lines of the message that are shown."""
    style: str
    last: int
    """The screen row of the message's last line."""
    end: int
    """The screen row after the body."""
    reading: MessageView
    """The text in view, and the line where the next key continues if the text doesn't fit."""
    buttons: tuple[tuple[Button, str, str], ...]
    """The hints shown, each with the name of its key and its word."""
    cleared: bool
    """Whether the row of hints is cleared first because the body reaches into it."""
    stripe: PlacedBar | None = None
    """The band above the message, if any."""
    axis: int | None = None
    """Twice the column on which message lines are centred; None: they begin at the margin."""
    margin: int = 0
    """The column where message and hints begin, which may be that of the body."""

    @property
    def body(self) -> Rect:
        """The room between title and message. Except on small screens, a row is kept free for the message."""
        top = self.top + 1 + self.gap
        return Rect(top, self.left, self.end - top, self.width)

    @property
    def covered(self) -> int:
        """The number of the body's rows that a long message covers."""
        return max(0, self.end - (self.last - len(self.lines) + 1))

    def titled(self, titles: Sequence[str], place: str) -> Chrome:
        """Returns the chrome with another title and position."""
        room = self.width - (len(place) + 1 if place else 0)
        fitting = (title for title in titles if len(title) <= room)
        title = next(fitting, fit(titles[-1], room) if titles else "")
        return self._replace(title=title, place=place)

    def side_of_title(self, row: int, col: int) -> int:
        """Returns -1 for a click on the left half of a title with arrows, 1 for the right half, otherwise 0."""
        if not set(self.title) & set("<‹") or row != self.top or not self.left <= col < self.left + len(self.title):
            return 0
        return 1 if col >= self.left + len(self.title) // 2 else -1

    def is_covered(self, row: int) -> bool:
        """Whether the message or the hints cover a screen row, so that clicks there don't reach the body."""
        first = self.last - len(self.lines) + 1 if self.stripe is None else self.stripe.row
        return first <= row <= self.last or (self.cleared and bool(self.buttons) and row == self.rows - 1)

    @property
    def message_end(self) -> tuple[int, int]:
        """The place after the last character of the message, where typed text appears."""
        return self.last, _start(self.lines[-1], self.axis, self.cols, self.margin) + len(self.lines[-1])

    def action_at(self, row: int, col: int) -> Action | None:
        """Finds the action of the hint at a place of the screen."""
        return next((button.action for button, _, _ in self.buttons if button.holds(row, col)), None)

    def draw(self, canvas: Canvas) -> None:
        """Draws title, message and hints over the body."""
        canvas.write(self.top, self.left, self.title, "title")
        canvas.write(self.top, self.left + self.width - len(self.place), self.place, "text.dim")
        if self.stripe is not None:
            if self.cleared:
                canvas.write(self.stripe.row, 0, " " * canvas.cols, "text")
            canvas.write(self.stripe.row, self.stripe.col, self.stripe.text, self.stripe.style)
        for row, line in enumerate(self.lines, self.last - len(self.lines) + 1):
            canvas.write(row, 0, " " * canvas.cols, "text")
            canvas.write(row, _start(line, self.axis, canvas.cols, self.margin), line, self.style)
        if self.cleared and self.buttons:
            canvas.write(self.rows - 1, 0, " " * canvas.cols, "text")
        for button, label, word in self.buttons:
            col = canvas.write(button.row, button.col, label, "key")
            canvas.write(button.row, col + 1, word, "text.dim")


def arrange_chrome(
    model: Model,
    context: Context,
    hints: Sequence[KeyHint] = (),
    message: Message = SILENCE,
    *,
    left: int | None = None,
    width: int | None = None,
    most: int = MOST_LINES,
    over_hints: bool = False,
    cleared: bool = False,
    keeps: Sequence[int] = (),
    band: ResultBar | None = None,
    reserve: int | None = None,
    frame: Rect | None = None,
    is_low: bool = False,
) -> Chrome:
    """Lays out message and hints for the terminal size of the model, with room for a title.

    Texts come longest first; the first that fits into ``most`` lines is shown. If even the shortest text is longer, the
    message grows up to the title. If that isn't enough, the message is cut and the next key shows the rest. A message
    that would cover a row in ``keeps`` moves to the top; if it covers one there too, the first row of ``keeps``
    decides. In compact the message may cover the hints, which can't be clicked then. ``reserve`` rows always belong to
    the message: a longer one covers the body, which never moves. A band stands above the message. Message and hints are
    centred on ``frame``, the frame of a board. The message stands below that, or with ``is_low`` at the end of the
    screen.
    """
    rows, cols, compact = model.rows, model.cols, is_compact(model.rows, model.cols)
    margin = max(left or 0, _margin(cols))
    left = (0 if compact else 1) if left is None else left
    width = cols - 2 * left if width is None else width
    axis = None if frame is None else 2 * frame.left + frame.width
    room = min(message_width(cols), width if frame is None else max(SENTENCE, frame.width))
    limit = rows - _ROWS_KEPT - (band is not None)
    lines, reading = _fitted(message.texts, room, min(most, limit), limit, model.reading, frame is not None)
    over = compact and over_hints
    last, count = rows - (1 if over else 2), len(lines) + (band is not None)
    if frame is not None and not (compact or is_low or band):
        below = frame.top + frame.height
        last = min(last, below + count - (below + count > last))
    if band is not None and not (compact or is_low):
        last = min(last, band.row + len(lines))
    for kept in (keeps, keeps[:1]):
        if any(last - count < row <= last for row in kept) and all(count < row for row in kept):
            over, last = False, count
            break
    buttons = () if over and lines else tuple(arrange_hints(hints, model.keymap, context, rows - 1, cols, axis, margin))
    end = rows - 1 - (max(len(lines) - over, 0 if compact else 1) if reserve is None else reserve)
    row, gap = last - len(lines), 0 if compact else 1
    stripe = None if band is None else _stripe(band, row if compact else min(row, band.row), axis or cols)
    shown = tuple(lines), message.style, last, end, reading, buttons, cleared, stripe, axis, margin
    return Chrome(rows, cols, "", "", 0, left, width, gap, *shown)


def _stripe(band: ResultBar, row: int, axis: int) -> PlacedBar:
    """Centres the band in a row on the axis of its board."""
    text = next((text for text in band.texts if len(text) <= band.end), fit(band.texts[-1], band.end))
    width = min(len(text) + 4, band.end)
    left = max(0, min((axis - width) // 2, band.end - width))
    return PlacedBar(row, left, text.center(width), band.style)


def _margin(cols: int) -> int:
    """Returns the number of blank columns left of messages and hints."""
    return 1 if cols >= COMPACT_COLS else 0


def message_width(cols: int) -> int:
    """Returns the number of columns of a message line."""
    return cols - 2 * _margin(cols)


def _fitted(
    texts: Sequence[str], width: int, most: int, limit: int, read: MessageView, is_balanced: bool
) -> tuple[Sequence[str], MessageView]:
    """Wraps the first text that takes at most ``most`` lines; otherwise cuts the shortest text at ``limit`` lines.

    A text in lines may also be shown in fewer lines.
    """
    joined = (text.replace("\n", ", ") for text in texts if "\n" in text)
    for text in (*texts, *joined):
        lines = _lines(text, width)
        if len(lines) <= most:
            return balance(text, width, len(lines)) if is_balanced else lines, MessageView(text)
    if not texts:
        return (), MessageView()
    text = texts[-1]
    shown, rest = page_of(_lines(text, width), width, limit, read.line if read.text == text else 0)
    return shown, MessageView(text, rest)


def _lines(text: str, width: int) -> list[str]:
    return [line for part in text.split("\n") for line in ([part] if len(part) <= width else wrap(part, width))]


def balance(text: str, width: int, count: int) -> list[str]:
    """Wraps a text into ``count`` lines of about equal length, none longer than the width."""
    while count > 1 and len(_lines(text, width - 1)) == count:
        width -= 1
    return _lines(text, width)


def _start(line: str, axis: int | None, cols: int, margin: int) -> int:
    """Returns the column where a line begins."""
    return margin if axis is None else max(margin, min((axis - len(line)) // 2, cols - margin - len(line)))


def arrange_hints(
    hints: Sequence[KeyHint],
    keymap: Keymap,
    context: Context,
    row: int,
    cols: int,
    axis: int | None = None,
    margin: int | None = None,
) -> list[tuple[Button, str, str]]:
    """Lays out the hints that fit into a row; less important hints are dropped from the right.

    A key named after its effect, such as Delete, needs no word. Actions without a key are left out. The answer yes has
    the key Y on every screen.
    """
    bound = keymap.bindings[context]
    labelled = [
        (action, "Y" if word == YES else _label(keymap, context, action), word)
        for action, word in hints
        if action in bound
    ]
    entries = [(action, label, "" if word == label.lower() else word) for action, label, word in labelled]
    margin = _margin(cols) if margin is None else margin
    room, gap = cols - margin - _margin(cols), 2
    kept: list[int] = []
    for place in sorted(range(len(entries)), key=lambda place: (-_worth(entries[place][0], place), place)):
        trial = sorted([*kept, place])
        if _length([entries[index] for index in trial], 2 if margin else 1) <= room:
            kept = trial
        elif not _worth(entries[place][0], place):
            break
    entries = [entries[place] for place in kept]
    if _length(entries, gap) > room:
        gap = 1
    result = []
    col = _start(" " * _length(entries, gap), axis, cols, margin)
    for action, label, word in entries:
        width = len(f"{label} {word}".rstrip())
        result.append((Button(row, col, width, action), label, word))
        col += width + gap
    return result


def _label(keymap: Keymap, context: Context, action: Action) -> str:
    """Names the key of an action in a hint; movement has four keys."""
    if action is not Action.MOVE_UP:
        return keymap.label(context, action)
    if all(arrow in keymap.keys(context, move) for move, arrow in MOVES.items()):
        return "Arrows"
    return " ".join(keymap.label(context, move) for move in MOVES)


def _length(entries: list[tuple[Action, str, str]], gap: int) -> int:
    return sum(len(f"{label} {word}".rstrip()) for _, label, word in entries) + gap * (len(entries) - 1)
