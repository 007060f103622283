"""The chrome of a screen: title, message, result bar and key bar.

A screen says what it wants with a ``ChromeSpec``. ``arrange_chrome`` finds the places for the size of the terminal, and
the ``Chrome`` has them. The same places are used for drawing and for clicks, so that a click always hits what is drawn.
`page` arranges the rows between title and message.
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
    # Few messages call cells by signs, so the signs are loaded late.
    signs = LateModule("minesweeper.ui.widgets.signs")

MOST_LINES = 3
"""The most lines of a message, unless the screen sets another limit.

Only a message whose shortest form is longer takes more.
"""
SENTENCE = 90
"""The most columns of a message below a board, unless the board is wider."""
_MARGIN_COLS, _WIDE_MARGINS, _NARROW_MARGINS = 76, 8, 2
"""The columns of a terminal from which the margins beside a page are wide, then the columns of both margins together
where they are wide and where they are narrow.
"""
_ROWS_KEPT = 3
"""How many rows a message never covers: the title, a row of the body and the key bar."""


class Message(NamedTuple):
    """The message of a screen, in several forms."""

    texts: tuple[str, ...] = ()
    """The forms, the longest first, of which the first that fits is shown.

    A form may have several lines. Without forms, the message is empty and counts as false.
    """
    style: str = "text"
    """The style of the text: ``bad`` for an alarm."""
    names_cells: bool = False
    """Whether the message names rows or columns, so that the board should show their numbers."""
    asks: Action | None = None
    """If the message is a question, the action that it asks about. Otherwise None."""
    signs: tuple[Piece, ...] = ()
    """Signs from the board, such as a mine, with their styles on the board.

    Where they occur in the message, they are drawn in this style.
    """

    def __bool__(self) -> bool:
        return bool(self.texts)


SILENCE = Message()
"""The empty message."""


def say(*texts: str, alarm: bool = False, names_cells: bool = False) -> Message:
    """A message in several forms, the longest first.

    Empty forms are dropped. An ``alarm`` reports that something is wrong or can't be undone, and is shown in the colour
    of bad news. ``names_cells`` says that the message names rows or columns.
    """
    return Message(tuple([text for text in texts if text]), "bad" if alarm else "text", names_cells)


class ResultBar(NamedTuple):
    """The result of a game as a bar that stands out above the message."""

    texts: tuple[str, ...]
    """The forms of the text, the longest first, of which the first that fits is shown."""
    style: str
    row: int
    """The screen row where the bar belongs. If the message needs this row, the bar moves up."""
    end: int
    """The column before which the bar has to end, for example because a panel begins there."""
    width: int
    """The most columns of the bar, including the blanks around its text. This is usually the width of the board."""


YES = "yes"
"""The word of the hint that answers a question with yes."""
KeyHint = tuple[Action, str]
"""A hint for the key bar: an action, and the word for what it does. It is also a button for the mouse."""


_WAYS_OUT = (Action.BACK, Action.PAUSE, Action.MORE, Action.MAIN_MENU)
"""Actions that leave a screen or show the rest of it."""


def _worth(action: Action, place: int) -> int:
    """How important a hint is if the key bar is too short for all, higher for more important ones.

    The way out comes first, because a player with a mouse needs it. Then come the first hint, help, and all others.
    """
    return 3 if action in _WAYS_OUT else 2 if not place else 1 if action is Action.HELP else 0


class Button(NamedTuple):
    """A hint at its place on the screen. A click on it does the same as its key."""

    row: int
    col: int
    action: Action
    key: str
    """The name of the key."""
    word: str = ""
    """What the key does. Empty if the name of the key says it already, such as Delete."""

    @property
    def width(self) -> int:
        """The columns of the key's name and the word together."""
        return len(f"{self.key} {self.word}".rstrip())

    def holds(self, row: int, col: int) -> bool:
        """Whether a place of the screen is on the button."""
        return row == self.row and self.col <= col < self.col + self.width


class ChromeSpec(NamedTuple):
    """What a screen wants around its body, and how much room the message may take."""

    hints: Sequence[KeyHint] = ()
    message: Message = SILENCE
    bar: ResultBar | None = None
    most_lines: int = MOST_LINES
    """The most lines of a message. Only if even its shortest form is longer, the message takes more."""
    reserved_rows: int | None = None
    """The rows below the body that always belong to the message, so that the body never moves. A longer message covers
    rows of the body.

    If this is None, the body ends above the message, however long the message is.
    """
    kept_rows: Sequence[int] = ()
    """Screen rows that the message must not cover, the most important first.

    If the message would cover one of them, it moves to the top of the screen.
    """
    width: int | None = None
    """The columns of title, body and message, which are then in the middle of the screen.

    None stands for the whole screen.
    """
    frame: Rect | None = None
    """The frame of a board, or None if the screen has no board. The message and the key bar are centred on the frame,
    and the message stands right below it.

    Without a frame, they are centred on the screen. On a small screen they begin at the left instead.
    """
    is_low: bool = False
    """Whether the message stands at the end of the screen, even if the frame ends higher."""
    covers_hints: bool = False
    """Whether the message may cover the key bar of a small screen. The hints can't be clicked then."""
    clears_hints: bool = False
    """Whether the row of the key bar is cleared first, because the body reaches into it."""


class PlacedText(NamedTuple):
    """The result bar, or a line of the message, at its place on the screen."""

    row: int
    col: int
    text: str
    style: str


class Chrome(NamedTuple):
    """Title, message and hints at their places on the screen, for drawing and for clicks."""

    top: int
    left: int
    width: int
    """The columns of the title and the body, beginning at ``left``."""
    gap: int
    """The blank rows between the title and the body."""
    end: int
    """The screen row after the body."""
    bar: PlacedText | None
    message: tuple[PlacedText, ...]
    """The lines of the message that are in view."""
    reading: MessageView
    """The form of the message that is in view, and the line with which it continues at the next key if it doesn't
    fit.
    """
    buttons: tuple[Button, ...]
    """The hints that have room."""
    clears_hints: bool
    """Whether the row of the key bar is cleared before the hints are drawn."""
    title: str = ""
    place: str = ""
    """A text at the right end of the title's row, such as the position in a list."""
    signs: tuple[Piece, ...] = ()
    """Signs from the board that are drawn in the message in their styles on the board."""
    edge: int = 0
    """The rows between the body and the message that belong to the frame of the page.

    A long message moves them up, so that they cover the body.
    """

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the message as texts."""
        return tuple(line.text for line in self.message)

    @property
    def _above_hints(self) -> tuple[PlacedText, ...]:
        """The result bar, if there is one, and the lines of the message."""
        return self.message if self.bar is None else (self.bar, *self.message)

    @property
    def body(self) -> Rect:
        """The room for the rows of the screen, between title and message."""
        top = self.top + 1 + self.gap
        return Rect(top, self.left, self.end - top, self.width)

    @property
    def covered(self) -> int:
        """How many rows of the body a long message covers."""
        return max(0, self.end + self.edge - self.message[0].row) if self.message else 0

    def titled(self, titles: Sequence[str], place: str) -> Chrome:
        """A copy with another title and another text at the right of it.

        The title is the first of ``titles`` that fits. If none does, the last one is cut.
        """
        room = self.width - (len(place) + 1 if place else 0)
        fitting = (title for title in titles if len(title) <= room)
        title = next(fitting, fit(titles[-1], room) if titles else "")
        return self._replace(title=title, place=place)

    def with_message_from(self, row: int) -> Chrome:
        """A copy whose message begins in a screen row. If the message begins higher already, it stays there."""
        by = min(0, row - self.message[0].row) if self.message else 0
        return self._replace(message=tuple(line._replace(row=line.row + by) for line in self.message))

    def side_of_title(self, row: int, col: int) -> int:
        """Which half of a title between two arrows, such as ``< Expert >``, a click hits: -1 for the left half and 1
        for the right half.

        0 if the click is elsewhere or the title has no arrows.
        """
        if not set(self.title) & set("<‹") or row != self.top or not self.left <= col < self.left + len(self.title):
            return 0
        return 1 if col >= self.left + len(self.title) // 2 else -1

    def is_covered(self, row: int) -> bool:
        """Whether the message or the key bar covers a screen row, so that a click there must not reach the body."""
        shown = self._above_hints
        is_on_hints = self.clears_hints and bool(self.buttons) and row == self.buttons[0].row
        return is_on_hints or (bool(shown) and shown[0].row <= row <= shown[-1].row)

    def action_at(self, row: int, col: int) -> Action | None:
        """The action of the hint at a place of the screen, or None."""
        return next((button.action for button in self.buttons if button.holds(row, col)), None)

    def draw(self, canvas: Canvas) -> None:
        """Draws title, message and hints over a body that is already drawn."""
        canvas.write(self.top, self.left, self.title, "title")
        canvas.write(self.top, self.left + self.width - len(self.place), self.place, "text.dim")
        for line in self._above_hints:
            # If the bar lies in the lower edge of a frame, the rest of the edge stays.
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
    """Finds the places of message and hints for the size of the terminal, and keeps room for a title.

    The message shows its first form that fits. If none fits, the shortest form gets more lines, up to the title. If it
    is still too long, it is cut, and the next key shows the rest.
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
        # A blank row parts the message from the key bar and, if another row is free, from the result bar.
        after_bar = bar.row + len(lines)
        last = min(last, after_bar + (bool(lines) and after_bar + 1 < last))
    # If the top of the screen has to stay free too, only the first of these rows counts.
    for wanted_rows in (spec.kept_rows, spec.kept_rows[:1]):
        if any(last - count < row <= last for row in wanted_rows) and all(count < row for row in wanted_rows):
            over, last = False, count
            break
    above = last - len(lines)
    # If each line explains a sign, all lines begin at the same column, so that the signs form a column.
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
    """The result bar in a row, centred on ``axis`` unless it would then reach the column ``bar.end``.

    ``axis`` is twice a column, so that the centre can be between two columns.
    """
    text = next((text for text in bar.texts if len(text) <= bar.end), fit(bar.texts[-1], bar.end))
    width = min(len(text) + 4, bar.end, max(bar.width, len(text)))
    left = max(0, min((axis - width) // 2, bar.end - width))
    return PlacedText(row, left, text.center(width), bar.style)


def _margin(cols: int) -> int:
    """The blank columns left of message and hints, and right of them."""
    return 1 if cols >= COMPACT_COLS else 0


def column_width(model: Model | Env, widest: int) -> int:
    """How many columns title, rows and message of a page share, in the middle of the screen.

    ``widest`` is the most that the page wants. A small screen has no columns for margins, so the page gets all of it.
    """
    cols = model.cols
    if is_compact(model.rows, cols):
        return cols
    return min(widest, cols - (_WIDE_MARGINS if cols >= _MARGIN_COLS else _NARROW_MARGINS))


def message_width(cols: int) -> int:
    """The columns of a line of a message."""
    return cols - 2 * _margin(cols)


def _fitted(
    texts: Sequence[str], width: int, most: int, limit: int, read: MessageView, is_balanced: bool
) -> tuple[Sequence[str], MessageView]:
    """The lines of the message that are shown, and what the player has read of it.

    It takes the first form that needs at most ``most`` lines, and makes its lines about equally long if ``is_balanced``
    is set. If no form is short enough, it takes the shortest one and shows up to ``limit`` lines of it, from the line
    on that ``read`` names. A form with several lines is also tried with commas in place of its line breaks, because it
    may then need fewer lines.
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
    """Wraps each line of a text that is longer than ``width``."""
    return [line for part in text.split("\n") for line in ([part] if len(part) <= width else wrap(part, width))]


def balance(text: str, width: int, count: int) -> list[str]:
    """Wraps a text into ``count`` lines of about equal length, none of which is longer than ``width``."""
    while count > 1 and len(_lines(text, width - 1)) == count:
        width -= 1
    return _lines(text, width)


def _start(line: str, axis: int | None, cols: int, margin: int) -> int:
    """The column where a line begins.

    The line is centred on ``axis``, which is twice a column. If this is None, the line begins at the margin.
    """
    return margin if axis is None else max(margin, min((axis - len(line)) // 2, cols - margin - len(line)))


def arrange_hints(
    model: Model | Env, context: Context, hints: Sequence[KeyHint], axis: int | None, margin: int
) -> tuple[Button, ...]:
    """Places as many hints as fit in the last row of the screen. If not all fit, the less important ones are left out.

    They are centred on ``axis``, which is twice a column, or begin at the margin if it is None. A hint is also left out
    if its action has no key. The answer yes to a question has the key Y on every screen.
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
    """The name of an action's key in a hint.

    For moving the cursor, this is *Arrows* if all arrow keys do it, otherwise the names of four keys.
    """
    if action is not Action.MOVE_UP:
        return keymap.label(context, action)
    if all(arrow in keymap.keys(context, move) for move, arrow in MOVES.items()):
        return "Arrows"
    return " ".join(keymap.label(context, move) for move in MOVES)


def _length(buttons: list[Button], gap: int) -> int:
    """The columns of buttons side by side with gaps between them."""
    return sum(button.width for button in buttons) + gap * (len(buttons) - 1)
