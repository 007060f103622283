"""Draws frames as SVG pictures and films, in the colours of a theme.

Each character stands in its column, whatever font the viewer has. A picture has its own background, so that it looks
the same on a light and on a dark page. Exported replays and the pictures of the README are made here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from minesweeper.ui.draw.canvas import Canvas, Frame, Line
from minesweeper.ui.draw.glyphs import QUADRANTS
from minesweeper.ui.draw.rgb import red_green_blue
from minesweeper.ui.draw.theme import Look

COL, ROW, MARGIN = 8, 16, 10
"""Pixels of a column and of a row, and of the margin around the frame."""
_FONT = "13.3px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace"
_PAPERS = {"dark": ("#16181d", "#d8dee9"), "light": ("#ffffff", "#24292f")}
"""The colours of background and text on a dark and on a light page, where a theme leaves them to the terminal."""
_FIRST_SIXTEEN = (
    "#000000 #cd3131 #0dbc79 #e5e510 #2472c8 #bc3fbc #11a8cd #e5e5e5 "
    "#666666 #f14c4c #23d18b #f5f543 #3b8eea #d670d6 #29b8db #ffffff"
).split()
"""A usual choice for the 16 colours that every terminal chooses for itself."""
# Lines are drawn as strokes instead of characters, because fonts leave gaps between characters.
_STROKES = {"─": "lr", "│": "tb", "╭": "rb", "╮": "lb", "╰": "rt", "╯": "lt", "├": "tbr", "┤": "tbl"}
"""To which sides of its place each line character leads: left, right, top, bottom."""
_BLOCKS = dict(zip(QUADRANTS[1:], range(1, 16), strict=True))
"""The quarters that a block character fills, added up: 1 is the upper left one, 2 the upper right one, 4 and 8 are
below them.
"""
_SHAPES = "".join([*_STROKES, *_BLOCKS])
_PARTS = re.compile(f"█+|▀+|▄+|[{_SHAPES}]|[^ {_SHAPES}]+(?: [^ {_SHAPES}]+)*")
"""The pieces that a text is cut into: full or half blocks side by side, any other shape, or words with single blanks
between them.
"""


class Paint:
    """The colours of a picture: the palette of a theme, with a background and a text colour where the theme leaves them
    to the terminal.
    """

    def __init__(self, palette: Mapping[str, Look], background: str = "dark") -> None:
        self._palette = palette
        self.page, self._ink = _PAPERS[background]
        self.page, self._ink = self.colours(palette["page"])

    def look(self, style: str) -> Look:
        """The look of a style. Text without a style has the default look."""
        return self._palette[style] if style else Look()

    def colours(self, look: Look) -> tuple[str, str]:
        """The colours of a look, as ``#rrggbb``: first the background, then the text."""
        page = self.page if look.bg is None else colour(look.bg)
        ink = self._ink if look.fg is None else colour(look.fg)
        return (ink, page) if look.reverse else (page, ink)


def colour(colour: int) -> str:
    """The form ``#rrggbb`` of a colour. The first 16 of the indexed colours are a usual choice."""
    if colour < len(_FIRST_SIXTEEN):
        return _FIRST_SIXTEEN[colour]
    red, green, blue = red_green_blue(colour)
    return f"#{red:02x}{green:02x}{blue:02x}"


def still(frame: Frame, paint: Paint) -> str:
    """An SVG picture of one frame."""
    return _document(frame, paint, _drawn(frame, paint))


def film(frames: Sequence[Frame], seconds: Sequence[float], paint: Paint) -> str:
    """An SVG picture that shows frames one after the other, without end.

    ``seconds`` says how long each frame is shown. A frame after the first contains only what differs from the frame
    before.
    """
    total = sum(seconds)
    parts = _drawn(frames[0], paint)
    at = 0.0
    for before, after, lasts in zip(frames, frames[1:], seconds, strict=False):
        at += lasts
        appears = f'values="hidden;visible" keyTimes="0;{at / total:.4f}" dur="{total:g}s" repeatCount="indefinite"'
        parts.append('<g visibility="hidden">')
        parts.append(f'<animate attributeName="visibility" calcMode="discrete" {appears}/>')
        parts += _drawn(_changes(before, after), paint, covering=True)
        parts.append("</g>")
    return _document(frames[0], paint, parts)


def _document(frame: Frame, paint: Paint, parts: list[str]) -> str:
    width, height = frame.cols * COL + 2 * MARGIN, frame.rows * ROW + 2 * MARGIN
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    # Without crisp edges, thin gaps appear between blocks at some zoom factors.
    sharp = "rect:not([rx]){shape-rendering:crispEdges}"
    style = f"<style>text{{font:{_FONT};white-space:pre}}.b{{font-weight:bold}}{sharp}</style>"
    page = f'<rect width="100%" height="100%" rx="8" fill="{paint.page}"/>'
    return "\n".join([head, style, page, *parts, "</svg>", ""])


def _changes(before: Frame, after: Frame) -> Frame:
    """A frame with only those characters of ``after`` that differ from ``before``."""
    canvas = Canvas(after.rows, after.cols)
    for row, lines in enumerate(zip(before.lines, after.lines, strict=True)):
        places = zip(*(_places(line, after.cols) for line in lines), strict=True) if lines[0] != lines[1] else ()
        for col, (old, new) in enumerate(places):
            if old != new:
                canvas.write(row, col, *new)
    return canvas.frame()


def _places(line: Line, cols: int) -> list[tuple[str, str]]:
    """The character and the style in each column of a row."""
    result = [(" ", "")] * cols
    for col, text, style in line:
        result[col : col + len(text)] = [(character, style) for character in text]
    return result


def _drawn(frame: Frame, paint: Paint, *, covering: bool = False) -> list[str]:
    """The SVG elements of a frame: backgrounds first, then lines and blocks as shapes, and words at their columns.

    If ``covering`` is set, every text gets a background, so that it covers an earlier frame.
    """
    backgrounds: list[str] = []
    letters: list[str] = []
    for row, line in enumerate(frame.lines):
        for col, text, style in line:
            look = paint.look(style)
            page, ink = paint.colours(look)
            if covering or page != paint.page:
                backgrounds.append(_rect(row, col, len(text), page))
            for part in _PARTS.finditer(text):
                draw = _shape if part[0][0] in _SHAPES else _text
                letters.append(draw(row, col + part.start(), part[0], ink, look))
    return backgrounds + letters


def _rect(row: float, col: float, width: float, fill: str, height: float = 1.0) -> str:
    left, top = MARGIN + col * COL, MARGIN + row * ROW
    return f'<rect x="{left:g}" y="{top:g}" width="{width * COL:g}" height="{height * ROW:g}" fill="{fill}"/>'


def _text(row: int, col: int, words: str, ink: str, look: Look) -> str:
    left, base = MARGIN + col * COL, MARGIN + row * ROW + 12
    length = f' textLength="{len(words) * COL:g}"' if len(words) > 1 else ""
    marks = (' class="b"' if look.bold else "") + (' text-decoration="underline"' if look.underline else "")
    marks += ' opacity="0.6"' if look.dim else ""
    return f'<text x="{left:g}" y="{base}" fill="{ink}"{length}{marks}>{escape(words)}</text>'


def _shape(row: int, col: int, shape: str, ink: str, look: Look) -> str:
    if shape[0] in _BLOCKS:
        return "".join(_rect(row + y / 2, col + x / 2, wide, ink, high) for x, y, wide, high in _rectangles(shape))
    left, top = MARGIN + col * COL, MARGIN + row * ROW
    x, y = left + COL / 2, top + ROW / 2
    ends = {"l": (left, y), "r": (left + COL, y), "t": (x, top), "b": (x, top + ROW)}
    strokes = "".join(f"M{x:g} {y:g}L{ends[side][0]:g} {ends[side][1]:g}" for side in _STROKES[shape])
    return f'<path d="{strokes}" stroke="{ink}" fill="none"/>'


def _rectangles(blocks: str) -> Iterator[tuple[int, int, float, float]]:
    """The rectangles that make up a block character, or several equal ones side by side.

    Each has its place in quarters of a character, x then y, and its size in characters, width then height.
    """
    mask, count = _BLOCKS[blocks[0]], len(blocks)
    if mask in (3, 12, 15):
        yield 0, 0 if mask & 1 else 1, count, 1 if mask == 15 else 0.5
        return
    for x in (0, 1):
        upper, lower = mask >> x & 1, mask >> x + 2 & 1
        if upper or lower:
            yield x, 0 if upper else 1, 0.5, (upper + lower) / 2
