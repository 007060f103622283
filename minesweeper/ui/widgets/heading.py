"""What stands above a board that is no game. Loaded when first shown. Tested in tests/ui/game/test_sketch.py."""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.ui.base.actions import Action
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, Rect
from minesweeper.ui.draw.glyphs import Looks, Piece
from minesweeper.ui.draw.words import fit


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
    strip = geometry.strip
    if geometry.is_compact:
        return Rect(strip.top, 0, 1, geometry.cols)
    width = sum(len(text) for text, _ in heading.pieces(looks))
    return Rect(strip.top, max(0, strip.left + (strip.width - width) // 2), 1, width)


def draw_heading(canvas: Canvas, geometry: Geometry, heading: Heading, looks: Looks) -> None:
    """Draws it in place of the strip, its name and what is known at both sides of the field."""
    strip = geometry.strip
    if geometry.is_compact:
        forms = [f"{heading.field} {about}" for about in heading.about]
        text = next((form for form in forms if len(form) <= strip.width), fit(heading.field, strip.width))
        canvas.write(strip.top, strip.left, text, "title")
        return
    place = heading_place(heading, geometry, looks)
    canvas.write(strip.top, max(0, min(strip.left, place.left - 2 - len(heading.name))), heading.name, "title")
    canvas.write_pieces(strip.top, place.left, heading.pieces(looks))
    first = place.left + place.width + 2
    about = next((text for text in heading.about if first + len(text) <= canvas.cols), "")
    canvas.write(strip.top, max(first, strip.left + strip.width - len(about)), about, "text.dim")
