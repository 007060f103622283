"""What a ranked win shows in the margins beside the board: the time in large digits, a star for each win in a row, and
a starry sky for better wins.

The id of the game decides where the stars are, so that they don't move when the screen is drawn again. Nothing is drawn
unless both margins have room. `end_mode`, which loads this module when the first game ends, shows the result itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from minesweeper.core.times import clock_text
from minesweeper.storage.game_summary import GameEnd, WinGrade
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, Rect
from minesweeper.ui.draw.glyphs import QUADRANTS, Piece, TerminalLooks, Tile
from minesweeper.ui.draw.large import DIGITS

TWINKLES = 6
"""For how many frames the stars twinkle before they stand still."""
TWINKLE_SECONDS = 0.12
"""How long each of these frames lasts."""
LEAST_MARGIN = 30
"""How many columns are needed on either side of the frame.

The left margin must also hold the list of what to do next. On narrower screens, only the frame and the result bar show
the win.
"""
_SIGNS = DIGITS | {":": ("..", "##", "..", "##", ".."), ".": ("..", "..", "..", "..", "##")}
"""The pixels of each character in a time. A pixel is half a column wide and half a row high."""
_MOST_STARS = 9
"""How many stars the row of wins has at most."""
_PLACES_PER_STAR = 60
"""How many places of a margin, each as large as a character, there are for each star."""


def has_room(geometry: Geometry, looks: TerminalLooks) -> bool:
    """Whether both margins have room for the picture of a win.

    A panel takes up this room, and the large digits need a terminal that shows block characters.
    """
    end = geometry.frame.left + geometry.frame.width
    margin = min(geometry.frame.left, geometry.cols - end)
    return margin >= LEAST_MARGIN and geometry.right_panel is None and looks.frame_set == "lines"


def is_time_beside(geometry: Geometry, looks: TerminalLooks, end: GameEnd) -> bool:
    """Whether the time of this game is shown in large digits beside the board, so that the result bar doesn't have to
    say it.
    """
    return end.is_won and end.grade is not WinGrade.UNRANKED and has_room(geometry, looks)


def draw_win(canvas: Canvas, geometry: Geometry, looks: TerminalLooks, end: GameEnd, twinkle: int) -> None:
    """Draws the picture of a ranked win.

    Nothing is drawn for other games, or if the margins have no room. ``twinkle`` is the number of frames until the
    stars stand still.
    """
    if not is_time_beside(geometry, looks, end):
        return
    frame = geometry.frame
    first = frame.left + frame.width
    margins = (Rect(frame.top, 0, frame.height, frame.left), Rect(frame.top, first, frame.height, canvas.cols - first))
    lines = list(_honours(end, looks))
    width = max(len(text) for text, _ in lines)
    place = Rect(
        frame.top + (frame.height - len(lines)) // 2, first + (margins[1].width - width) // 2, len(lines), width
    )
    if end.grade >= WinGrade.STREAK:
        random = Random(end.session.id)
        for margin in margins:
            _draw_sky(canvas, margin, place, random, _stars(looks, is_gold=end.is_best), twinkle)
    for row, (text, style) in enumerate(lines, place.top):
        canvas.write(row, place.left + (width - len(text)) // 2, text, style)


def _honours(end: GameEnd, looks: TerminalLooks) -> Iterator[Piece]:
    """The lines beside the board, each with its style: whether it's a new best, the time, and the wins in a row."""
    is_best, streak, faster = end.is_best, end.streak, end.lead
    style = "star" if is_best else "good"
    if is_best:
        yield from ((("NEW BEST" if faster else "FIRST WIN"), style), ("", ""))
    yield from ((line, style) for line in _large_time(end.session.milliseconds))
    if is_best and faster:
        yield from (("", ""), (f"{faster} faster", "text"))
    if end.grade >= WinGrade.STREAK and streak > 1:
        yield from (("", ""), (" ".join(looks.glyphs.star * min(streak, _MOST_STARS)), style))
        words = f"{streak} in a row"
        # The result bar may have said this already.
        if words not in end.card(is_time_beside=True)[0]:
            yield words, "text"


def _large_time(milliseconds: int) -> list[str]:
    """A time in large digits, as three rows of text.

    It includes tenths of a second, unless the game took an hour or longer.
    """
    tenth = "" if milliseconds >= 3_600_000 else f".{milliseconds // 100 % 10}"
    shapes = [_SIGNS[sign] for sign in f"{clock_text(milliseconds // 1000)}{tenth}"]
    pixels = ["..".join(shape[row] for shape in shapes) for row in range(5)]
    pixels.append("." * len(pixels[0]))
    return [
        "".join(_block(upper[at : at + 2] + lower[at : at + 2]) for at in range(0, len(upper), 2))
        for upper, lower in zip(pixels[::2], pixels[1::2], strict=True)
    ]


def _block(pixels: str) -> str:
    """The block character with these four pixels, given in reading order. ``#`` is a set pixel."""
    return QUADRANTS[sum(1 << place for place, pixel in enumerate(pixels) if pixel == "#")]


def _stars(looks: TerminalLooks, *, is_gold: bool) -> list[Piece]:
    """The kinds of stars in the sky, the brightest first. ``is_gold`` gives them the colour of a new best."""
    bright, faint = ("star", "star") if is_gold else ("text", "text.dim")
    small = "✧" if looks.glyphs.braille else "+"
    return [(looks.glyphs.star, bright), (small, "text.dim"), (looks.glyphs.tile(Tile.HIDDEN)[1], faint)]


def _draw_sky(canvas: Canvas, margin: Rect, taken: Rect, random: Random, stars: list[Piece], twinkle: int) -> None:
    """Scatters stars over a margin, but not over the text in ``taken``.

    In each twinkling frame, a third of the stars looks different.
    """
    used: set[tuple[int, int]] = set()
    for number in range(margin.width * margin.height // _PLACES_PER_STAR):
        row = margin.top + int(random.random() * margin.height)
        col = margin.left + 2 + int(random.random() * (margin.width - 4))
        kind = int(random.random() * len(stars)) + (number % 3 == twinkle % 3)
        is_beside = taken.top - 2 < row <= taken.top + taken.height and -4 < col - taken.left < taken.width + 3
        if is_beside or any(abs(row - other) < 2 and abs(col - at) < 6 for other, at in used):
            continue
        used.add((row, col))
        canvas.write(row, col, *stars[kind % len(stars)])
