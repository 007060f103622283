"""What stands above a board that is no game. Loaded when first shown. Tested in tests/ui/game/test_sketch.py."""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.ui.base.actions import Action
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, Rect
from minesweeper.ui.draw.glyphs import Looks, Piece
from minesweeper.ui.draw.words import fit
from minesweeper.ui.widgets.status import WIDE


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
    """Where the field stands; on a small screen it is all of the status."""
    if geometry.is_compact:
        return Rect(geometry.status_row, 0, 1, geometry.cols)
    width = sum(len(text) for text, _ in heading.pieces(looks))
    return Rect(geometry.status_row, (geometry.cols - width) // 2, 1, width)


def draw_heading(canvas: Canvas, geometry: Geometry, heading: Heading, looks: Looks) -> None:
    """Draws it in the header, or in compact into the frame's top edge."""
    row = geometry.status_row
    if geometry.is_compact:
        inside = geometry.header_row is None
        room = geometry.frame.width - 2 if inside else canvas.cols
        forms = [f"{heading.field} {about}" for about in heading.about]
        text = next((form for form in forms if len(form) <= room), fit(heading.field, room))
        canvas.write(row, geometry.frame.left + 1 if inside else 0, text, "title")
        return
    place, margin = heading_place(heading, geometry, looks), 2 if canvas.cols >= WIDE else 1
    canvas.write(row, margin, fit(heading.name, place.left - 1 - margin), "title")
    canvas.write_pieces(row, place.left, heading.pieces(looks))
    room = canvas.cols - margin - place.left - place.width - 1
    about = next((text for text in heading.about if len(text) <= room), "")
    canvas.write(row, canvas.cols - margin - len(about), about, "text.dim")
