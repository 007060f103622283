"""Draws large tiles: a face with a gap right of it and below it.

On 6x3 and 8x4 faces, digits, flags, mines and marks are made of half blocks: a character holds two pixels, one above
the other. A 4x2 face shows the characters themselves.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from minesweeper.ui.draw.glyphs import GLYPHS, Piece, Tile, ground_of

Pixels = tuple[str, ...]
"""Rows of ``#`` and ``.``."""
DIGITS = {
    str(digit): tuple(rows.split())
    for digit, rows in enumerate(
        (
            "### #.# #.# #.# ###",
            ".#. ##. .#. .#. ###",
            "### ..# ### #.. ###",
            "### ..# ### ..# ###",
            "#.# #.# ### ..# ..#",
            "### #.. ### ..# ###",
            "### #.. ### #.# ###",
            "### ..# ..# ..# ..#",
            "### #.# ### #.# ###",
            "### #.# ### ..# ###",
        )
    )
}
_MINE = "#.#.# .###. ##### .###. #.#.#"
_SHAPES = {
    Tile.FLAG: ".##.. .#### .##.. .#... ###..",
    Tile.PROPOSAL: ".###. .#..# .###. .#... ###..",
    Tile.MINE: _MINE,
    Tile.BOOM: _MINE,
    Tile.SAFE: "....# ...## #.##. ###.. .#...",
    Tile.QUESTION: "### ..# .## ... .#.",
}
_SMALL = {
    Tile.FLAG: "##.. #### ##.. #...",
    Tile.PROPOSAL: "###. #..# ###. #...",
    Tile.SAFE: "...# ..## #.#. .#.. ....",
}
"""The shapes that leave a margin on a 6x3 face."""
_SHAPE_OF = {
    glyphs.tile(tile)[1]: (tuple(rows.split()), tuple(_SMALL.get(tile, rows).split()))
    for glyphs in GLYPHS.values()
    for tile, rows in _SHAPES.items()
}
"""The shape and the small shape by the character that a small tile has for them."""
_BLANK = {glyphs.tile(Tile.HIDDEN)[1] for glyphs in GLYPHS.values()} | {" "}


def is_filled(tile: Piece, height: int) -> bool:
    """Says whether a tile covers the gaps of its cell too, as 6x3 digits with their own background do."""
    text, style = tile
    return height == 3 and text[1].isdigit() and " on " not in style and not style.startswith("heat")


@lru_cache(maxsize=4096)
def large_tile(
    tile: Piece, height: int, width: int, spelled: bool = False, ringed: bool = False, below: str = ""
) -> list[list[Piece]]:
    """Draws a tile of two characters as rows of pieces.

    A spelled tile keeps its characters, so that a screen reader can read them. A ringed one has the cursor in its gaps.
    The style of a filled tile ``below`` reaches up into the gap above it.
    """
    text, style = tile
    ground = ground_of(style)
    places = {} if spelled or height == 2 else _places(tile, height, width)
    has_gap = ground != "opened" and (spelled or not is_filled(tile, height))
    side = "cursor" if ringed else "cap" if has_gap else ""
    foot = "cursor" if ringed else f"ground of {below}" if below else side
    blank = f"cap on {ground}" if has_gap and not ringed and height > 2 else style
    rows = []
    for row in range(height):
        pieces: list[Piece] = []
        for col in range(width):
            upper, lower = (2 * row, col) in places, (2 * row + 1, col) in places
            is_side = col == width - 1
            if row == height - 1 and foot:
                under = "cursor.full" if ringed else below or "opened"
                corner = "▟" if is_side and foot == side else "▄"
                pieces.append(
                    ("▀", f"{style.partition(' on ')[0]} on {under}") if upper else (corner, f"{foot} on {ground}")
                )
            elif is_side and side:
                pieces.append(("▐", f"{side} on {ground}"))
            elif upper or lower:
                pieces.append(("█" if upper and lower else "▀" if upper else "▄", style))
            else:
                pieces.append((" ", blank))
        rows.append(pieces)
    middle = rows[(height - 1) // 2]
    if not places:
        for col, character in enumerate(text, (width - 1) // 2 - 1):
            if height == 2 or character not in _BLANK:
                middle[col] = character, style
    elif text[0] != " " and not text[0].isdigit():
        middle[0] = text[0], style
    # Neighbours of one style are joined, so that a row of tiles has few runs.
    return [
        [("".join(text for text, _ in run), style) for style, run in groupby(pieces, key=itemgetter(1))]
        for pieces in rows
    ]


def _places(tile: Piece, height: int, width: int) -> set[tuple[int, int]]:
    """Returns the half rows and columns of the pixels, none if the characters themselves are shown."""
    text, style = tile
    if style.startswith("heat") and (height == 3 or text.isdigit()):
        # Two digits fill the face of 8x4. Smaller faces have no room for them.
        return set() if height == 3 else _put(DIGITS[text[0]], 1, 0) | _put(DIGITS[text[1]], 1, 4)
    # Black on a ground of its own would run into the gaps, and a modifier needs the first column.
    is_small = height == 3 and (" on " not in style or text[0] != " ")
    shape = DIGITS.get(text[1]) or _SHAPE_OF.get(text[1], ((), ()))[is_small]
    return _put(shape, height + 2 - len(shape), (width - len(shape[0])) // 2) if shape else set()


def _put(shape: Pixels, top: int, left: int) -> set[tuple[int, int]]:
    return {(top + row, left + col) for row, line in enumerate(shape) for col, dot in enumerate(line) if dot == "#"}
