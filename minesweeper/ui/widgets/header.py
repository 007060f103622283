"""The parts around a board: the header above it, the words in the upper edge of its frame, and the panel beside it.

The header of a game (`GameHeader`) shows the mines left, a face and the time, and each of them is a button. Where no
game is played, such as on an analysis board, a `BoardHeader` shows a name and a field that a click changes.
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

UNSAVED, LEFT_FLAGS, KNOWN, NOT_FAIR = "not saved", "left flags", "known board", "no longer fair"
"""Words for what is unusual about a game."""
_SHORT_WORDS = {LEFT_FLAGS: "L flags", NOT_FAIR: "not fair"}
"""Short forms of these words, for narrow boards. These two have one, because a player who doesn't see that the buttons
are switched or that luck can decide opens a mine by mistake.
"""


class GameHeader(NamedTuple):
    """What is shown about a game above its board and in the upper edge of the frame."""

    session: Session
    pressed: bool = False
    """Whether a mouse button is held on a cell."""
    paused: bool = False
    reduced: bool = False
    click_mode: bool = False
    """Whether the left mouse button sets flags."""
    bot: bool = False
    """Whether the bot plays this game."""
    unsaved: bool = False
    """Whether the game couldn't be saved, so that quitting would lose it."""

    @property
    def name(self) -> str:
        """The name of the preset, or the size of the board."""
        return board_name(self.session.preset, self.session.spec)

    @property
    def face(self) -> str:
        """The face that shows the state of the game."""
        names = {Phase.WON: "won", Phase.LOST: "lost", Phase.GIVEN_UP: "lost"}
        playing = "pressed" if self.pressed else names.get(self.session.game.phase, "playing")
        return FACES["paused" if self.paused else playing]

    @property
    def unusual(self) -> list[str]:
        """What is unusual about the game, in words, the most important first.

        The panel beside the board shows all of it.
        """
        session = self.session
        board_type = (session.dealt_type or session.board_type).partition(",")[0]
        words = [
            (self.unsaved, UNSAVED),
            (self.bot, "bot"),
            (self.click_mode, LEFT_FLAGS),
            (session.was_lost, "practice"),
            (session.is_assisted, "assisted"),
            (session.is_known_board, KNOWN),
            (board_type != NORMAL, NOT_FAIR if session.stopped_judging else board_type),
            (self.reduced, "reduced"),
        ]
        return [word for holds, word in words if holds]

    @property
    def in_frame(self) -> list[str]:
        """The unusual facts that are shown in the frame. *Known board* isn't, because nothing is wrong with such a
        game.
        """
        return [word for word in self.unusual if word != KNOWN]


def header_button_at(geometry: Geometry, row: int, col: int) -> str:
    """The button of the header at a place of the screen: ``mines``, ``face`` or ``time``, or "" if the place isn't on
    one.
    """
    strip = geometry.strip
    # A compact screen is too narrow for more than one button.
    if geometry.is_compact:
        return "time" if row == strip.top else ""
    if not strip.holds(row, col):
        return ""
    at, face = col - strip.left, (strip.width - 2) // 2
    return "mines" if at < 5 else "face" if face <= at < face + 2 else "time" if at >= strip.width - 5 else ""


def draw_strip(canvas: Canvas, geometry: Geometry, header: GameHeader, looks: TerminalLooks) -> None:
    """Draws the header of a game: mines left, face and time.

    If the header lies in the upper edge of the frame, each of them has a blank on either side. On a compact screen, an
    unusual fact about the game takes the place of the face.
    """
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
        # As on a compact screen, these words take the place of the face.
        canvas.write(strip.top, col, label.center(end - col), "text.dim")
        return
    if col <= face - len(blank):
        canvas.write(strip.top, face - len(blank), f"{blank}{header.face}{blank}", style)
    if blank:
        _write_words(canvas, strip.top, face + 4, end - 1, header.in_frame)


def draw_edge(canvas: Canvas, geometry: Geometry, header: GameHeader, ring: range = range(0)) -> None:
    """Writes the name of the board and what is unusual about the game into the upper edge of the frame. Nothing is
    written on a compact screen, or if the header lies in the edge, because there is no room.

    ``ring`` are the columns of the edge that the ring of the cursor needs. The words avoid these columns if they can.
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
    """Writes words into a row, at the right end of the room between two columns.

    If they don't fit, the last ones are shortened or left out.
    """
    words = list(words)
    while words and first + len("  ".join(words)) + 2 > end:
        short = _SHORT_WORDS.get(words.pop())
        words += [short] if short else []
    col = end - len("  ".join(words)) - 2
    for word in words:
        canvas.write(row, col, f" {word} ", "bad" if word == UNSAVED else "text.dim")
        col += len(word) + 2


PanelLine: TypeAlias = "tuple[str, str] | tuple[str, str, Piece]"
"""A line of a panel: a text and its style.

In a legend, it also has a sign, which is drawn over the beginning of the text as it looks on the board.
"""
NAMES = 10
"""The usual columns of the names in a panel."""


def figure_lines(figures: list[tuple[str, str]], width: int = PANEL, names: int = NAMES) -> list[PanelLine]:
    """Names and figures as lines of a panel.

    ``names`` is the number of columns for the names. Long figures are wrapped.
    """
    lines: list[PanelLine] = []
    for name, value in figures:
        first, *more = wrap(value, width - names) or [""]
        lines += [(f"{name:{names}}{first}", "text"), *((f"{'':{names}}{part}", "text") for part in more)]
    return lines


def draw_panel(canvas: Canvas, rect: Rect, lines: list[PanelLine]) -> None:
    """Writes the lines of a panel. Lines that don't fit into ``rect`` are cut or left out."""
    for row, (text, style, *signs) in enumerate(lines[: rect.height], rect.top):
        canvas.write(row, rect.left, fit(text, rect.width), style)
        for sign, own_style in signs:
            canvas.write(row, rect.left, sign, own_style)


class BoardHeader(NamedTuple):
    """The line above a board that isn't a game. A click anywhere on it does the same."""

    name: str
    field: str
    """The value that a click changes, such as the size, or "" if a click doesn't change one."""
    action: Action
    """The action of a click."""
    about: tuple[str, ...] = ()
    """Facts about the board in several forms, the longest first, of which the first that fits is shown."""


def draw_board_header(canvas: Canvas, geometry: Geometry, header: BoardHeader, looks: TerminalLooks) -> None:
    """Draws the header of a board that isn't a game.

    The field is in the middle, the name left of it, and the facts right of it. They may be wider than the board, but
    end before a panel.
    """
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
