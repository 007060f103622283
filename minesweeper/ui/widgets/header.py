"""The parts around a board: the header above it, the words in its upper edge, and a panel beside it.

The header of a game (`GameHeader`) shows the mines left, a face and the time, and each of them is a button. An analysis
board has a `BoardHeader` instead: its name and its size, which a click changes.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from minesweeper.core.boardspec import NORMAL, board_name
from minesweeper.core.text import fit, wrap
from minesweeper.core.times import clock_text
from minesweeper.play.game import Phase
from minesweeper.play.session import Session
from minesweeper.ui.base.actions import Action
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import PANEL, Geometry, Rect
from minesweeper.ui.draw.glyphs import FACES, Piece, TerminalLooks

UNSAVED, LEFT_FLAGS, KNOWN = "not saved", "left flags", "known board"
_SHORT_WORDS = {LEFT_FLAGS: "L flags"}
"""Short forms of the words about a game. A player who doesn't see that the buttons are switched opens a mine."""


class GameHeader(NamedTuple):
    """The facts about a game that stand above its board and in the upper edge of its frame."""

    session: Session
    pressed: bool = False
    """Whether a mouse button is held on a cell."""
    paused: bool = False
    reduced: bool = False
    click_mode: bool = False
    bot: bool = False
    """Whether the bot plays this game."""
    unsaved: bool = False
    """Whether the game could not be saved and would be lost on quitting."""

    @property
    def name(self) -> str:
        """The name of the board."""
        return board_name(self.session.preset, self.session.spec)

    @property
    def face(self) -> str:
        """The face for the state of the game."""
        names = {Phase.WON: "won", Phase.LOST: "lost", Phase.GIVEN_UP: "lost"}
        playing = "pressed" if self.pressed else names.get(self.session.game.phase, "playing")
        return FACES["paused" if self.paused else playing]

    @property
    def unusual(self) -> list[str]:
        """The unusual facts about the game, most important first. Details show all of them."""
        session = self.session
        board_type = (session.dealt_type or session.board_type).partition(",")[0]
        words = [
            (self.unsaved, UNSAVED),
            (self.bot, "bot"),
            (self.click_mode, LEFT_FLAGS),
            (session.was_lost, "practice"),
            (session.is_assisted, "assisted"),
            (session.is_known_board, KNOWN),
            (board_type != NORMAL and not session.stopped_judging, board_type),
            (self.reduced, "reduced"),
        ]
        return [word for holds, word in words if holds]

    @property
    def in_frame(self) -> list[str]:
        """The unusual facts that stand in the frame. A known board is no fault, so it doesn't stand there."""
        return [word for word in self.unusual if word != KNOWN]


def header_button_at(geometry: Geometry, row: int, col: int) -> str:
    """Names the button at a place of the strip: mines, face or time."""
    strip = geometry.strip
    if geometry.is_compact:  # too narrow for more than one button
        return "time" if row == strip.top else ""
    if not strip.holds(row, col):
        return ""
    at, face = col - strip.left, (strip.width - 2) // 2
    return "mines" if at < 5 else "face" if face <= at < face + 2 else "time" if at >= strip.width - 5 else ""


def draw_strip(canvas: Canvas, geometry: Geometry, header: GameHeader, looks: TerminalLooks) -> None:
    """Writes mines left, face and time; in the frame's upper edge with a blank on either side."""
    session, strip = header.session, geometry.strip
    mines_left, time = str(session.game.mines_left), clock_text(session.elapsed)
    if geometry.is_compact:
        text = f"{looks.glyphs.mine}{mines_left} {time}"
        words = [] if session.game.is_over else header.in_frame
        forms = [form for word in words for form in (word, _SHORT_WORDS.get(word, word))]
        ends = [form for form in forms if len(text) + 1 + len(form) <= strip.width]
        canvas.write(strip.top, strip.left, fit(f"{text} {[*ends, header.face][0]}", strip.width), "title")
        return
    blank = " " if geometry.is_strip_in_edge else ""
    col = canvas.write(strip.top, strip.left, f"{blank}{looks.glyphs.mine}", "flag")
    col = canvas.write(strip.top, col, f" {mines_left}{blank}", "title")
    style = {FACES["won"]: "good", FACES["lost"]: "bad"}.get(header.face, "ruler.lit")
    face = strip.left + (strip.width - 2) // 2
    end = strip.left + strip.width - len(time) - 2 * len(blank)
    canvas.write(strip.top, end, f"{blank}{time}{blank}", "title")
    label = _SHORT_WORDS[LEFT_FLAGS]
    if blank and header.click_mode and face + len(label) + 7 > end and col + len(label) <= end:
        canvas.write(strip.top, col, label.center(end - col), "text.dim")  # in place of the face, as if compact
        return
    if col <= face - len(blank):
        canvas.write(strip.top, face - len(blank), f"{blank}{header.face}{blank}", style)
    if blank:
        _write_words(canvas, strip.top, face + 4, end - 1, header.in_frame)


def draw_edge(canvas: Canvas, geometry: Geometry, header: GameHeader, ring: range = range(0)) -> None:
    """Writes the board's name and the unusual facts into the frame's upper edge, unless the strip is there.

    They give way to the columns of the edge in which the cursor's ring stands, as far as there is room elsewhere.
    """
    if geometry.is_strip_in_edge or geometry.is_compact:
        return
    frame = geometry.frame
    first, last = frame.left + 2, frame.left + frame.width - 2
    name, words = f" {header.name} ", header.in_frame
    least = len(_SHORT_WORDS.get(words[0], words[0])) + 2 if words else 0
    width = len("  ".join(words)) + 2
    if ring.stop > last - width and first + width <= ring.start:
        last = ring.start
    start = ring.stop if set(ring).intersection(range(first, first + len(name))) else first
    if start + len(name) + bool(words) + least <= last or (first + least > last and start + len(name) <= last):
        canvas.write(frame.top, start, name, "text.dim")
        first = start + len(name) + 1
    _write_words(canvas, frame.top, first, last, words)


def _write_words(canvas: Canvas, row: int, first: int, end: int, words: list[str]) -> None:
    """Writes the words that fit between two columns, aligned right. Shortens or drops the last ones."""
    words = list(words)
    while words and first + len("  ".join(words)) + 2 > end:
        short = _SHORT_WORDS.get(words.pop())
        words += [short] if short else []
    col = end - len("  ".join(words)) - 2
    for word in words:
        canvas.write(row, col, f" {word} ", "bad" if word == UNSAVED else "text.dim")
        col += len(word) + 2


PanelLine: TypeAlias = "tuple[str, str] | tuple[str, str, Piece]"
"""A line of a panel: text and style, and in a legend also the sign that covers its beginning, as on the board."""
NAMES = 10
"""The usual width of the names in a panel."""


def figure_lines(figures: list[tuple[str, str]], width: int = PANEL, names: int = NAMES) -> list[PanelLine]:
    """Formats names and figures as lines of a panel; long figures wrap."""
    lines: list[PanelLine] = []
    for name, value in figures:
        first, *more = wrap(value, width - names) or [""]
        lines += [(f"{name:{names}}{first}", "text"), *((f"{'':{names}}{part}", "text") for part in more)]
    return lines


def draw_panel(canvas: Canvas, rect: Rect, lines: list[PanelLine]) -> None:
    """Writes the lines of a panel that have room, and cuts wide ones."""
    for row, (text, style, *signs) in enumerate(lines[: rect.height], rect.top):
        canvas.write(row, rect.left, fit(text, rect.width), style)
        for sign, own_style in signs:
            canvas.write(row, rect.left, sign, own_style)


class BoardHeader(NamedTuple):
    """The line above a board that isn't a game, which is also a button: a name, a field and facts."""

    name: str
    field: str
    """What a click changes; empty if the line has no such field."""
    action: Action
    """The action of a click on the line."""
    about: tuple[str, ...] = ()
    """The facts, longest form first; the first that fits is shown."""


def draw_board_header(canvas: Canvas, geometry: Geometry, header: BoardHeader, looks: TerminalLooks) -> None:
    """Draws the header instead of the strip and left of the panel, name and facts on either side of the field."""
    strip, panel = geometry.strip, geometry.right_panel
    if geometry.is_compact:
        shown = header.field or header.name
        forms = [f"{shown} {about}" for about in header.about]
        text = next((form for form in forms if len(form) <= strip.width), fit(shown, strip.width))
        canvas.write(strip.top, strip.left, text, "title")
        return
    end = panel.left - 1 if panel else geometry.cols
    before, after = "  " if looks.outlines else "[]"
    field = len(header.field) + 4 if header.field else 0
    first = len(header.name) + 2
    about = next((text for text in header.about if first + field + 2 + len(text) <= end), "")
    width = max(strip.width, first + field + 2 + len(about))
    left = max(0, min(strip.left + (strip.width - width) // 2, end - width))
    canvas.write(strip.top, left, header.name.ljust(width) if about or field else header.name.center(width), "title")
    col = left + max(first, min((width - field) // 2, width - len(about) - 2 - field))
    if field:
        canvas.write_pieces(strip.top, col, [(f"{before} {header.field} {after}", "pill")])
    canvas.write(strip.top, left + width - len(about), about, "text.dim")
