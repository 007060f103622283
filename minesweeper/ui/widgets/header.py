"""What stands around a board: the strip with mines left, face and time, the words in its upper edge, a panel."""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.core.times import clock_text
from minesweeper.play.game import Phase
from minesweeper.play.session import Session
from minesweeper.ui.base.actions import Action
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, Rect
from minesweeper.ui.draw.glyphs import FACES, Looks, Piece
from minesweeper.ui.draw.words import board_name, fit

UNSAVED = "not saved"


class Status(NamedTuple):
    """What strip and edge say about a game."""

    session: Session
    face: str
    paused: bool = False
    reduced: bool = False
    click_mode: bool = False
    prefix: str = ""
    """What stands before the name of the board."""
    bot: bool = False
    """Whether the bot plays."""
    unsaved: bool = False
    """Whether the game could not be saved and would be lost now."""

    @property
    def name(self) -> str:
        """The name of the board."""
        return self.prefix + board_name(self.session.name, self.session.spec)

    @property
    def unusual(self) -> list[str]:
        """What is unusual about the game, most important first."""
        session = self.session
        words = [
            (self.unsaved, UNSAVED),
            (self.paused, "paused"),
            (self.bot, "bot"),
            (self.click_mode, "left flags"),
            (session.was_lost, "practice"),
            (session.is_assisted, "assisted"),
            (session.known, "known board"),
            ((session.label or session.boards) != "normal", "no-guess"),
            (self.reduced, "reduced"),
        ]
        return [word for holds, word in words if holds]


def face_of(session: Session, pressed: bool, paused: bool = False) -> str:
    """The face that shows the state of the game."""
    names = {Phase.WON: "won", Phase.LOST: "lost", Phase.GIVEN_UP: "lost"}
    name = "paused" if paused else "pressed" if pressed else names.get(session.game.phase, "playing")
    return FACES[name]


def strip_part(geometry: Geometry, row: int, col: int) -> str:
    """Names the part of the strip at a place of the screen, each of which is a button: mines, face or time."""
    strip = geometry.strip
    if geometry.is_compact:  # too narrow for more than one
        return "time" if row == strip.top else ""
    if not strip.holds(row, col):
        return ""
    at, face = col - strip.left, (strip.width - 2) // 2
    return "mines" if at < 5 else "face" if face <= at < face + 2 else "time" if at >= strip.width - 5 else ""


def draw_strip(canvas: Canvas, geometry: Geometry, status: Status, looks: Looks) -> None:
    """Writes mines left, face and time; in the frame's upper edge with a blank on either side."""
    session, strip = status.session, geometry.strip
    left, time = str(session.game.mines_left), clock_text(session.elapsed)
    if geometry.is_compact:
        text = f"{looks.glyphs.mine}{left} {time}"
        words = [] if session.game.is_over else status.unusual
        ends = [word for word in words if len(text) + 1 + len(word) <= strip.width]
        canvas.write(strip.top, strip.left, fit(f"{text} {[*ends, status.face][0]}", strip.width), "title")
        return
    blank = " " if geometry.is_strip_in_edge else ""
    col = canvas.write(strip.top, strip.left, f"{blank}{looks.glyphs.mine}", "flag")
    col = canvas.write(strip.top, col, f" {left}{blank}", "title")
    style = {FACES["won"]: "good", FACES["lost"]: "bad"}.get(status.face, "ruler.lit")
    face = strip.left + (strip.width - 2) // 2
    if col <= face - len(blank):
        canvas.write(strip.top, face - len(blank), f"{blank}{status.face}{blank}", style)
    end = strip.left + strip.width - len(time) - 2 * len(blank)
    canvas.write(strip.top, end, f"{blank}{time}{blank}", "title")
    if blank:
        _write_words(canvas, strip.top, face + 4, end - 1, status.unusual)


def draw_edge(canvas: Canvas, geometry: Geometry, status: Status, ring: range = range(0)) -> None:
    """Writes the name of the board and what is unusual into the frame's upper edge, unless the strip is there.

    A word gives way to the cursor's ring, whose columns are given where it reaches into the edge; a bad one doesn't.
    """
    if geometry.is_strip_in_edge or geometry.is_compact:
        return
    frame = geometry.frame
    first, last = frame.left + 2, frame.left + frame.width - 2
    name, words = f" {status.name} ", status.unusual
    least = len(words[0]) + 2 if words else 0
    if first + len(name) + bool(words) + least <= last or (first + least > last and first + len(name) <= last):
        _write_word(canvas, frame.top, first, name, "text.dim", ring)
        first += len(name) + 1
    _write_words(canvas, frame.top, first, last, words, ring)


def _write_words(canvas: Canvas, row: int, first: int, end: int, words: list[str], ring: range = range(0)) -> None:
    """Writes as many of the words as fit between two columns, at the right; the last ones are dropped."""
    words = list(words)
    while words and first + len("  ".join(words)) + 2 > end:
        words.pop()
    col = end - len("  ".join(words)) - 2
    for word in words:
        _write_word(canvas, row, col, f" {word} ", "bad" if word == UNSAVED else "text.dim", ring)
        col += len(word) + 2


def _write_word(canvas: Canvas, row: int, col: int, word: str, style: str, ring: range) -> None:
    if style == "bad" or ring.stop <= col or col + len(word) <= ring.start:
        canvas.write(row, col, word, style)


PanelLine = tuple[str, str]
"""A line of a panel: its text and its style."""


def draw_panel(canvas: Canvas, rect: Rect, lines: list[PanelLine]) -> None:
    """Writes the lines of a panel, those that are too wide cut, as many as there is room for."""
    for index, (text, style) in enumerate(lines[: rect.height]):
        canvas.write(rect.top + index, rect.left, fit(text, rect.width), style)


class Heading(NamedTuple):
    """What stands above a board that is no game: its name, a field that is a button too, and what is known."""

    name: str
    field: str
    action: Action
    """What a click on the field does."""
    about: tuple[str, ...] = ()
    """Longest form first; the first that has room is shown."""

    def pieces(self, looks: Looks) -> list[Piece]:
        """The field on its ground."""
        left, right = "▐▌" if looks.outlines else "[]"
        return [(left, "pill.end"), (f" {self.field} ", "pill"), (right, "pill.end")]


def heading_place(heading: Heading, geometry: Geometry, looks: Looks) -> Rect:
    """Where the field stands; on a small screen it is all of the strip."""
    if geometry.is_compact:
        return Rect(geometry.strip.top, 0, 1, geometry.cols)
    return _lay(heading, geometry, looks)[1]


def _lay(heading: Heading, geometry: Geometry, looks: Looks) -> tuple[Rect, Rect, str]:
    """Where all of it stands, beside the panel, where the field does, and what has room right of that."""
    strip, panel = geometry.strip, geometry.right_panel
    end = panel.left - 1 if panel else geometry.cols
    field = sum(len(text) for text, _ in heading.pieces(looks))
    first = len(heading.name) + 2
    about = next((text for text in heading.about if first + field + 2 + len(text) <= end), "")
    width = max(strip.width, first + field + 2 + len(about))
    left = max(0, min(strip.left + (strip.width - width) // 2, end - width))
    col = left + max(first, min((width - field) // 2, width - len(about) - 2 - field))
    return Rect(strip.top, left, 1, width), Rect(strip.top, col, 1, field), about


def draw_heading(canvas: Canvas, geometry: Geometry, heading: Heading, looks: Looks) -> None:
    """Draws it in place of the strip, its name and what is known at both sides of the field."""
    strip = geometry.strip
    if geometry.is_compact:
        forms = [f"{heading.field} {about}" for about in heading.about]
        text = next((form for form in forms if len(form) <= strip.width), fit(heading.field, strip.width))
        canvas.write(strip.top, strip.left, text, "title")
        return
    place, field, about = _lay(heading, geometry, looks)
    canvas.write(place.top, place.left, heading.name.ljust(place.width), "title")
    canvas.write_pieces(place.top, field.left, heading.pieces(looks))
    canvas.write(place.top, place.left + place.width - len(about), about, "text.dim")
