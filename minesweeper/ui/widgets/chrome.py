"""The chrome around the body of a screen: title, message and key bar, drawn and clicked at the same places.

A screen says what it wants with a ``ChromeSpec``. ``arrange_chrome`` finds the places, and the ``Chrome`` has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from minesweeper.core.late import LateModule
from minesweeper.core.text import fit, page_of, wrap
from minesweeper.ui.base.actions import Action, Context
from minesweeper.ui.base.keymap import MOVES, Keymap
from minesweeper.ui.base.model import MessageView, Model
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import COMPACT_COLS, Rect, is_compact
from minesweeper.ui.draw.glyphs import Piece

if TYPE_CHECKING:
    from minesweeper.ui.base.model import Env
    from minesweeper.ui.widgets import signs
else:
    signs = LateModule("minesweeper.ui.widgets.signs")  # few messages call cells by signs

MOST_LINES = 3
"""The most lines of a message, if one of its texts fits into them and the screen sets no other limit."""
SENTENCE = 90
"""The most columns of a line below a board, unless the board is wider."""
_MARGIN_COLS, _WIDE_MARGINS, _NARROW_MARGINS = 76, 8, 2
"""The columns of a screen from which on the margins beside a page are wide, and what both margins take together."""
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
    signs: tuple[Piece, ...] = ()
    """The signs that mark cells on the board, with their styles there. In the texts they look the same."""

    def __bool__(self) -> bool:
        return bool(self.texts)


SILENCE = Message()


def say(*texts: str, alarm: bool = False, names_cells: bool = False) -> Message:
    """Makes a message, longest text first. An alarm reports something wrong, or something that can't be undone."""
    return Message(tuple([text for text in texts if text]), "bad" if alarm else "text", names_cells)


class ResultBar(NamedTuple):
    """The result of a game, which stands out above the message: texts, longest first, of which one is shown."""

    texts: tuple[str, ...]
    style: str
    row: int
    """The screen row where the bar belongs. A message that needs this row pushes the bar up."""
    end: int
    """The column before which the bar ends, such as that of a panel."""
    width: int
    """The most columns that the bar takes with the blanks around its text, such as those of its board."""


YES = "yes"
"""The word of the hint that answers a question with yes."""
KeyHint = tuple[Action, str]
"""The action of a useful key and the word for it, also a button for the mouse."""


_WAYS_OUT = (Action.BACK, Action.PAUSE, Action.MORE, Action.MAIN_MENU)


def _worth(action: Action, place: int) -> int:
    """Ranks hints for short rows: the way out (which a mouse needs), the first hint, help, then the others."""
    return 3 if action in _WAYS_OUT else 2 if not place else 1 if action is Action.HELP else 0


class Button(NamedTuple):
    """A key with its word at a place of the screen. A click on it triggers the key's action."""

    row: int
    col: int
    action: Action
    key: str
    """The name of the key."""
    word: str = ""
    """What the key does, unless its name already says that."""

    @property
    def width(self) -> int:
        """The columns of key and word."""
        return len(f"{self.key} {self.word}".rstrip())

    def holds(self, row: int, col: int) -> bool:
        """Whether a place of the screen is on the button."""
        return row == self.row and self.col <= col < self.col + self.width


class ChromeSpec(NamedTuple):
    """What a screen shows around its body, and how much room the message may take."""

    hints: Sequence[KeyHint] = ()
    message: Message = SILENCE
    bar: ResultBar | None = None
    most_lines: int = MOST_LINES
    """The most lines of a message. Only if even its shortest text is longer, the message takes more."""
    reserved_rows: int | None = None
    """The rows below the body that always belong to the message. A longer message covers the body, which never moves.

    If this is None, the body ends above the message, however long that is.
    """
    kept_rows: Sequence[int] = ()
    """The screen rows that the message must not cover, the most important first. It moves to the top instead."""
    width: int | None = None
    """The columns of title, body and message, which stand in the middle of the screen; None for the whole screen."""
    frame: Rect | None = None
    """The frame of a board, on which message and hints are centred. The message stands right below the frame.

    Without a frame, message and hints are centred on the screen, except on a small one, where they begin at its left.
    """
    is_low: bool = False
    """Whether the message stands at the end of the screen, even if the frame ends higher."""
    covers_hints: bool = False
    """Whether the message may cover the hints of a small screen, which can't be clicked then."""
    clears_hints: bool = False
    """Whether the row of hints is cleared first, because the body reaches into it."""


class PlacedText(NamedTuple):
    """The result bar or a line of the message at its place on the screen."""

    row: int
    col: int
    text: str
    style: str


class Chrome(NamedTuple):
    """Title, message and hints at their places on the screen, both for drawing and for clicks."""

    top: int
    left: int
    width: int
    """The columns of the title, from ``left`` on in row ``top``."""
    gap: int
    """Blank rows below the title."""
    end: int
    """The screen row after the body."""
    bar: PlacedText | None
    message: tuple[PlacedText, ...]
    """The lines of the message that are shown."""
    reading: MessageView
    """The text in view, and the line where the next key continues if the text doesn't fit."""
    buttons: tuple[Button, ...]
    """The hints that are shown."""
    clears_hints: bool
    title: str = ""
    place: str = ""
    """The text right of the title, such as the position in a list."""
    signs: tuple[Piece, ...] = ()
    """The signs in the message that look as they do on the board."""
    edge: int = 0
    """The rows after the body that belong to its frame. A long message moves them up over the body."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The texts of the message's lines."""
        return tuple(line.text for line in self.message)

    @property
    def _above_hints(self) -> tuple[PlacedText, ...]:
        return self.message if self.bar is None else (self.bar, *self.message)

    @property
    def body(self) -> Rect:
        """The room between title and message. Except on small screens, a row is kept free for the message."""
        top = self.top + 1 + self.gap
        return Rect(top, self.left, self.end - top, self.width)

    @property
    def covered(self) -> int:
        """The number of the body's rows that a long message covers."""
        return max(0, self.end + self.edge - self.message[0].row) if self.message else 0

    def titled(self, titles: Sequence[str], place: str) -> Chrome:
        """Returns the chrome with another title and position."""
        room = self.width - (len(place) + 1 if place else 0)
        fitting = (title for title in titles if len(title) <= room)
        title = next(fitting, fit(titles[-1], room) if titles else "")
        return self._replace(title=title, place=place)

    def with_message_from(self, row: int) -> Chrome:
        """Returns the chrome with its message from a screen row on, unless the message begins higher already."""
        by = min(0, row - self.message[0].row) if self.message else 0
        return self._replace(message=tuple(line._replace(row=line.row + by) for line in self.message))

    def side_of_title(self, row: int, col: int) -> int:
        """Returns -1 for a click on the left half of a title with arrows, 1 for the right half, otherwise 0."""
        if not set(self.title) & set("<‹") or row != self.top or not self.left <= col < self.left + len(self.title):
            return 0
        return 1 if col >= self.left + len(self.title) // 2 else -1

    def is_covered(self, row: int) -> bool:
        """Whether the message or the hints cover a screen row, so that clicks there don't reach the body."""
        shown = self._above_hints
        is_on_hints = self.clears_hints and bool(self.buttons) and row == self.buttons[0].row
        return is_on_hints or (bool(shown) and shown[0].row <= row <= shown[-1].row)

    def action_at(self, row: int, col: int) -> Action | None:
        """Finds the action of the hint at a place of the screen."""
        return next((button.action for button in self.buttons if button.holds(row, col)), None)

    def draw(self, canvas: Canvas) -> None:
        """Draws title, message and hints over the body."""
        canvas.write(self.top, self.left, self.title, "title")
        canvas.write(self.top, self.left + self.width - len(self.place), self.place, "text.dim")
        for line in self._above_hints:
            # A bar in the lower edge of a frame leaves the rest of that edge.
            if line is not self.bar or self.clears_hints:
                canvas.write(line.row, 0, " " * canvas.cols, "text")
            canvas.write(*line)
        if self.signs:
            signs.draw_signs(canvas, self.message, self.signs)
        if self.clears_hints and self.buttons:
            canvas.write(self.buttons[0].row, 0, " " * canvas.cols, "text")
        for button in self.buttons:
            col = canvas.write(button.row, button.col, button.key, "key")
            canvas.write(button.row, col + 1, button.word, "text.dim")


def arrange_chrome(model: Model | Env, context: Context, spec: ChromeSpec) -> Chrome:
    """Arranges message and hints for the terminal size of the model, with room for a title.

    The message shows the first of its texts that fits. If none fits, its shortest text grows up to the title. If that
    isn't enough, the text is cut, and the next key shows the rest.
    """
    rows, cols, compact = model.rows, model.cols, is_compact(model.rows, model.cols)
    frame, bar, margin = spec.frame, spec.bar, _margin(cols)
    width = cols - (0 if compact else 2) if spec.width is None else spec.width
    left = (cols - width) // 2
    axis = 2 * frame.left + frame.width if frame is not None else None if compact else cols
    room = min(message_width(cols), width if frame is None else max(SENTENCE, frame.width))
    limit = rows - _ROWS_KEPT - (bar is not None)
    most = min(spec.most_lines, limit)
    lines, reading = _fitted(spec.message.texts, room, most, limit, model.reading, axis is not None)
    over = compact and spec.covers_hints
    last, count = rows - (1 if over else 2), len(lines) + (bar is not None)
    if frame is not None and not (compact or spec.is_low or bar):
        below = frame.top + frame.height
        last = min(last, below + count - (below + count > last))
    if bar is not None and not (compact or spec.is_low):
        # A blank row parts the message from the keys and, if there is room for another one, from the bar.
        after_bar = bar.row + len(lines)
        last = min(last, after_bar + (bool(lines) and after_bar + 1 < last))
    for wanted_rows in (spec.kept_rows, spec.kept_rows[:1]):  # If the top isn't free either, only the first row counts.
        if any(last - count < row <= last for row in wanted_rows) and all(count < row for row in wanted_rows):
            over, last = False, count
            break
    above = last - len(lines)
    # Lines that explain a sign each begin below each other, so that the signs do too.
    longest = max(lines, key=len, default="") if spec.message.signs and "\n" in reading.text else ""
    column = signs.column_below(frame, longest) if longest and frame is not None and not compact else None
    reserved = max(len(lines) - over, 0 if compact else 1) if spec.reserved_rows is None else spec.reserved_rows
    return Chrome(
        top=0,
        left=left,
        width=width,
        gap=0 if compact else 1,
        end=rows - 1 - reserved,
        bar=None if bar is None else _placed_bar(bar, above if compact else min(above, bar.row), axis or cols),
        message=tuple(
            PlacedText(row, column or _start(longest or line, axis, cols, margin), line, spec.message.style)
            for row, line in enumerate(lines, above + 1)
        ),
        reading=reading,
        buttons=() if over and lines else arrange_hints(model, context, spec.hints, axis, margin),
        clears_hints=spec.clears_hints,
        signs=spec.message.signs,
    )


def _placed_bar(bar: ResultBar, row: int, axis: int) -> PlacedText:
    """Centres the bar in a row on the axis of its board."""
    text = next((text for text in bar.texts if len(text) <= bar.end), fit(bar.texts[-1], bar.end))
    width = min(len(text) + 4, bar.end, max(bar.width, len(text)))
    left = max(0, min((axis - width) // 2, bar.end - width))
    return PlacedText(row, left, text.center(width), bar.style)


def _margin(cols: int) -> int:
    """Returns the number of blank columns left of messages and hints."""
    return 1 if cols >= COMPACT_COLS else 0


def column_width(model: Model | Env, widest: int) -> int:
    """Returns the columns of the column in the middle of the screen that title, rows and message of a page share.

    A small screen has no columns to spare for margins, so its column is the whole screen.
    """
    cols = model.cols
    if is_compact(model.rows, cols):
        return cols
    return min(widest, cols - (_WIDE_MARGINS if cols >= _MARGIN_COLS else _NARROW_MARGINS))


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
    """Returns the column where a line begins; it is centred on ``axis``, twice a column, unless that is None."""
    return margin if axis is None else max(margin, min((axis - len(line)) // 2, cols - margin - len(line)))


def arrange_hints(
    model: Model | Env, context: Context, hints: Sequence[KeyHint], axis: int | None, margin: int
) -> tuple[Button, ...]:
    """Arranges the hints that fit into the last row; less important hints are dropped from the right.

    They are centred on ``axis``, twice a column, or begin at the margin if it is None. A key named after its effect,
    such as Delete, needs no word. Actions without a key are left out. The answer yes has the key Y on every screen.
    """
    keymap, all_buttons = model.keymap, list[Button]()
    for action, word in hints:
        if action in keymap.bindings[context]:
            key = "Y" if word == YES else _label(keymap, context, action)
            all_buttons.append(Button(model.rows - 1, 0, action, key, "" if word == key.lower() else word))
    room, gap = model.cols - margin - _margin(model.cols), 2
    fitting: list[int] = []
    for place in sorted(range(len(all_buttons)), key=lambda place: (-_worth(all_buttons[place].action, place), place)):
        trial = sorted([*fitting, place])
        if _length([all_buttons[index] for index in trial], 2 if margin else 1) <= room:
            fitting = trial
        elif not _worth(all_buttons[place].action, place):
            break
    shown, buttons = [all_buttons[place] for place in fitting], list[Button]()
    if _length(shown, gap) > room:
        gap = 1
    col = _start(" " * _length(shown, gap), axis, model.cols, margin)
    for button in shown:
        buttons.append(button._replace(col=col))
        col += button.width + gap
    return tuple(buttons)


def _label(keymap: Keymap, context: Context, action: Action) -> str:
    """Names the key of an action in a hint; movement has four keys."""
    if action is not Action.MOVE_UP:
        return keymap.label(context, action)
    if all(arrow in keymap.keys(context, move) for move, arrow in MOVES.items()):
        return "Arrows"
    return " ".join(keymap.label(context, move) for move in MOVES)


def _length(buttons: list[Button], gap: int) -> int:
    return sum(button.width for button in buttons) + gap * (len(buttons) - 1)
