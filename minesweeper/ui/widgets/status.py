"""What stands around a board: the status of its game, in the header or in the frame's edge, and panels beside it.

Tested in tests/ui/game/test_draw.py.
"""

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

    def words(self, short: bool) -> list[str]:
        """Mode and marks of the game, most important first."""
        session = self.session
        marks = [
            (self.paused, "PAUSED", "PAUSED"),
            (self.unsaved, "UNSAVED", "UNSAVED"),
            (self.bot, "bot", "BOT"),
            (self.click_mode, "LEFT FLAGS", "FLAGS"),
            (session.known, "known board", "K"),
            (session.is_assisted, "assisted", "A"),
            (self.reduced, "reduced", "L"),
        ]
        return [brief if short else word for holds, word, brief in marks if holds]


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
    for short_mode, short_words, gap in ((False, False, 2), (False, True, 2), (False, True, 1), (True, True, 2)):
        text = (" " * gap).join([_mode(session, short_mode), *status.words(short_words)])
        if len(name) + gap + len(text) <= room:
            col = canvas.write(row, margin, name, "title")
            canvas.write(row, col + gap, text, quiet)
            break
    else:
        words = status.words(short=True)
        while len(" ".join(words)) > room:
            words.pop()
        canvas.write(row, margin, " ".join(words), quiet)
    done, rest = looks.glyphs.bar(session.progress, 100, 30 if canvas.cols >= WIDE else 10)
    percent = f"{session.progress}% "
    col = canvas.cols - margin - len(done + rest) - len(percent)
    if col >= start + _length(pill) + 1:
        col = canvas.write(row, col, percent, "text")
        col = canvas.write(row, col, done, "good")
        canvas.write(row, col, rest, "text.dim")


def _draw_compact(canvas: Canvas, geometry: Geometry, status: Status, looks: Looks) -> None:
    session, frame = status.session, geometry.frame
    parts = [f"{looks.glyphs.mine}{session.game.mines_left}", clock_text(session.elapsed)]
    parts += [FACES["won"]] if session.game.phase is Phase.WON else []
    parts += [FACES["lost"]] if session.game.phase in (Phase.LOST, Phase.GIVEN_UP) else []
    parts += [] if _mode(session, short=True) == "normal" else [_mode(session, short=True)]
    parts += [*status.words(short=True), f"{session.progress}%"]
    inside = geometry.header_row is None
    room = frame.width - 2 if inside else canvas.cols
    while len(parts) > 2 and len(" ".join(parts)) > room:
        parts.pop()
    canvas.write(geometry.status_row, frame.left + 1 if inside else 0, fit(" ".join(parts), room), "title")


PanelLine = tuple[str, str]
"""A line of a panel: its text and its style."""


def draw_panel(canvas: Canvas, rect: Rect, lines: list[PanelLine]) -> None:
    """Writes the lines of a panel, those that are too wide cut, as many as there is room for."""
    for index, (text, style) in enumerate(lines[: rect.height]):
        canvas.write(rect.top + index, rect.left, fit(text, rect.width), style)
