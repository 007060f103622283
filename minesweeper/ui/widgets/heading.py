"""What stands above a board that is no game. Loaded when first shown. Tested in tests/ui/game/test_analysis_mode.py."""

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
