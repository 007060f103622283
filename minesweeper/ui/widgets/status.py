"""What stands around a board: the status of its game, in the header or in the frame's edge, and panels beside it."""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.core.times import clock_text
from minesweeper.play.game import Phase
from minesweeper.play.session import Session
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, Rect
from minesweeper.ui.draw.glyphs import FACES, Looks, Piece
from minesweeper.ui.draw.words import board_name, counter_text, fit

WIDE = 160
"""From so many columns on the header has more room between its parts."""


class Status(NamedTuple):
    """What the header says about a game."""

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

    switch: str | None = None
    """The key of the click mode, which then has a button where there is room."""

    @property
    def marks(self) -> list[tuple[str, str]]:
        """The marks of the game in words and in short, most important first."""
        session = self.session
        marks = [
            (self.paused, "PAUSED", "PAUSED"),
            (self.unsaved, "UNSAVED", "UNSAVED"),
            (self.bot, "bot", "BOT"),
            (self.click_mode, "LEFT FLAGS", "FLAGS"),
            (session.known, "known", "K"),
            (session.is_assisted, "assisted", "A"),
            (self.reduced, "reduced", "L"),
        ]
        return [(word, brief) for holds, word, brief in marks if holds]

    def forms(self) -> list[list[str]]:
        """The marks in words, then one more of them in short each time: the most important is the last."""
        marks = self.marks
        words, briefs = [word for word, _ in marks], [brief for _, brief in marks]
        return [words[:count] + briefs[count:] for count in range(len(marks), -1, -1)]


def _mode(session: Session, short: bool) -> str:
    """What kind of board it is: as dealt, or as asked for before that."""
    mode = session.label or session.boards
    return "NG" if short and mode != "normal" else mode


def face_of(session: Session, pressed: bool, paused: bool = False) -> str:
    """The face that shows the state of the game."""
    names = {Phase.WON: "won", Phase.LOST: "lost", Phase.GIVEN_UP: "lost"}
    name = "paused" if paused else "pressed" if pressed else names.get(session.game.phase, "playing")
    return FACES[name]


def face_place(status: Status, geometry: Geometry, looks: Looks) -> Rect | None:
    """Where the face stands, which is a button too."""
    if geometry.header_row is None or geometry.is_compact:
        return None
    pieces = _pill(status, looks, geometry.cols)
    start = (geometry.cols - _length(pieces)) // 2
    return Rect(geometry.header_row, start + _length(pieces[:FACE]), 1, 2)


def clicks_button(status: Status, geometry: Geometry, looks: Looks) -> tuple[Rect, str] | None:
    """Where the button of the click mode stands, between the time and the progress, and what it says."""
    if status.switch is None or geometry.header_row is None or geometry.is_compact:
        return None
    length = _length(_pill(status, looks, geometry.cols))
    left = (geometry.cols - length) // 2 + length
    free = _progress_place(geometry.cols, "99%") - left  # the same from the first cell to the last
    does = "LEFT FLAGS" if status.click_mode else "left opens"
    for text in (f"{status.switch} {does}".lstrip(), does):
        if len(text) + 2 <= free:
            return Rect(geometry.header_row, left + min(2, free - 1 - len(text)), 1, len(text)), text
    return None


FACE = 3
"""Which piece of the pill is the face."""


def _pill(status: Status, looks: Looks, cols: int) -> list[Piece]:
    """Mine counter, face and time, with the ends of their ground; few colours have no such ground."""
    gap = "    " if cols >= WIDE else "   "
    session = status.session
    left, right = "▐▌" if looks.outlines else "  "
    counter = counter_text(session.game.mines_left, session.spec.mines) + gap
    ends = {FACES["won"]: "good on pill", FACES["lost"]: "bad on pill"}
    return [
        (left, "pill.end"),
        (f" {looks.glyphs.mine}", "flag on pill"),
        (counter, "pill"),
        (status.face, ends.get(status.face, "mark on pill")),
        (f"{gap}{clock_text(session.elapsed)} ", "pill"),
        (right, "pill.end"),
    ]


def _length(pieces: list[Piece]) -> int:
    return sum(len(text) for text, _ in pieces)


def draw_header(canvas: Canvas, geometry: Geometry, status: Status, looks: Looks) -> None:
    """Draws the header, or in compact the status in the frame's top edge."""
    if geometry.is_compact:
        _draw_compact(canvas, geometry, status, looks)
        return
    row = geometry.status_row
    session = status.session
    pill = _pill(status, looks, canvas.cols)
    start = (canvas.cols - _length(pill)) // 2
    canvas.write_pieces(row, start, pill)
    margin = 2 if canvas.cols >= WIDE else 1
    name = status.prefix + board_name(session.name, session.spec)
    if canvas.cols >= WIDE and session.name != "custom":
        name += f" {session.spec}"
    room, quiet = start - 1 - margin, "bad" if status.unsaved else "text.dim"
    button = clicks_button(status, geometry, looks)
    if button is not None:
        place, does = button
        canvas.write(row, place.left, does, "title" if status.click_mode else "text.dim")
        status = status._replace(click_mode=False)
    gap, texts = _marks_that_fit(status, room - len(name))
    if gap:
        col = canvas.write(row, margin, name, "title")
        canvas.write(row, col + gap, (" " * gap).join(texts), quiet)
    else:
        words = status.forms()[-1]
        while len(" ".join(words)) > room:
            words.pop()
        canvas.write(row, margin, " ".join(words), quiet)
    done, rest = looks.glyphs.bar(session.progress, 100, _bar_width(canvas.cols))
    percent = f"{session.progress}%"
    col = _progress_place(canvas.cols, percent)
    if col >= start + _length(pill) + 1:
        col = canvas.write(row, col, f"{percent} ", "text")
        col = canvas.write(row, col, done, "good")
        canvas.write(row, col, rest, "text.dim")


def _marks_that_fit(status: Status, room: int) -> tuple[int, list[str]]:
    """Kind of boards and marks as they fit beside the name, and the blanks between them; none: there is no room.

    What says the least goes first: blanks, that boards are normal, then whole words, each of which has a letter.
    """
    mode, brief = _mode(status.session, False), _mode(status.session, True)
    kinds = [[mode], []] if mode == "normal" else [[mode]]
    forms = [[*kind, *words] for words in status.forms() for kind in kinds] + [[brief, *status.forms()[-1]]]
    fitting = ((gap, texts) for texts in forms for gap in (2, 1) if sum(gap + len(text) for text in texts) <= room)
    return next(fitting, (0, []))


def _bar_width(cols: int) -> int:
    return 30 if cols >= WIDE else 10


def _progress_place(cols: int, percent: str) -> int:
    """The column where the progress begins, at the right."""
    return cols - (2 if cols >= WIDE else 1) - _bar_width(cols) - 1 - len(percent)


def _draw_compact(canvas: Canvas, geometry: Geometry, status: Status, looks: Looks) -> None:
    session, frame = status.session, geometry.frame
    parts = [f"{looks.glyphs.mine}{session.game.mines_left}", clock_text(session.elapsed)]
    parts += [FACES["won"]] if session.game.phase is Phase.WON else []
    parts += [FACES["lost"]] if session.game.phase in (Phase.LOST, Phase.GIVEN_UP) else []
    parts += [] if _mode(session, short=True) == "normal" else [_mode(session, short=True)]
    inside = geometry.header_row is None
    room = frame.width - 2 if inside else canvas.cols
    forms = [[*parts, *words, f"{session.progress}%"] for words in status.forms()]
    parts = next((parts for parts in forms if len(" ".join(parts)) <= room), forms[-1])
    while len(parts) > 2 and len(" ".join(parts)) > room:
        parts.pop()
    canvas.write(geometry.status_row, frame.left + 1 if inside else 0, fit(" ".join(parts), room), "title")


PanelLine = tuple[str, str]
"""A line of a panel: its text and its style."""


def draw_panel(canvas: Canvas, rect: Rect, lines: list[PanelLine]) -> None:
    """Writes the lines of a panel, those that are too wide cut, as many as there is room for."""
    for index, (text, style) in enumerate(lines[: rect.height]):
        canvas.write(rect.top + index, rect.left, fit(text, rect.width), style)
