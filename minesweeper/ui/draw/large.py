"""Draws large tiles, 6x3 and 8x4: digits, flags, mines and marks made of half blocks.

A large tile is a face with a gap right of it and below it. A character holds two pixels, one above the other.
"""

from __future__ import annotations

from functools import lru_cache

from minesweeper.ui.draw.glyphs import GLYPHS, Piece, Tile, ground_of

Pixels = tuple[str, ...]
"""Rows of ``#`` and ``.``."""


def _pixels(rows: str) -> Pixels:
    return tuple(rows.split())


DIGITS = {
    str(digit): _pixels(rows)
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
_FLAG = _pixels(".##.. .#### .##.. .#... ###.."), _pixels(".##.. .###. .#... ###..")
_HOLLOW_FLAG = _pixels(".###. .#..# .###. .#... ###.."), _pixels(".###. .#.#. .##.. .#...")
_MINE = _pixels("#.#.# .###. ##### .###. #.#.#"), _pixels("#.#.# .###. #.#.#")
_CHECK = _pixels("....# ...## #.##. ###.. .#..."), _pixels("....# #..#. .##..")
_QUESTION = _pixels("### ..# .## ... .#."), _pixels("##. ..# .#. ... .#.")
_SHAPES = {
    Tile.FLAG: _FLAG,
    Tile.PROPOSAL: _HOLLOW_FLAG,
    Tile.MINE: _MINE,
    Tile.BOOM: _MINE,
    Tile.SAFE: _CHECK,
    Tile.QUESTION: _QUESTION,
}
"""The shapes of tiles, for 8x4 and for 6x3."""
_SHAPE_OF = {glyphs.tile(tile)[1]: shapes for glyphs in GLYPHS.values() for tile, shapes in _SHAPES.items()}
"""The shapes by the character that a small tile has for them."""
_BLANK = {glyphs.tile(Tile.HIDDEN)[1] for glyphs in GLYPHS.values()} | {" "}


@lru_cache(maxsize=4096)
def large_tile(tile: Piece, height: int, width: int, spelled: bool = False, ringed: bool = False) -> list[list[Piece]]:
    """Draws a tile of two characters as rows of pieces.

    A spelled tile keeps its characters, so that a screen reader can read them. A ringed one has the cursor in its gaps.
    """
    text, style = tile
    ground = ground_of(style)
    places = {} if spelled else _places(tile, height, width)
    # In 6x3 the gap below the face would cut a digit that has a ground of its own.
    is_filled = height == 3 and text[1].isdigit() and bool(places) and " on " not in style
    has_gap = ground != "opened" and not is_filled
    gap = "cursor on " + ground if ringed else "cap on " + ground if has_gap else style
    rows = []
    for row in range(height):
        is_foot = row == height - 1
        pieces: list[Piece] = []
        for col in range(width):
            upper, lower = (2 * row, col) in places, (2 * row + 1, col) in places
            is_side = col == width - 1
            if (ringed or has_gap) and (is_foot or is_side):
                if upper and is_foot:
                    pieces.append(("▀", f"{style.partition(' on ')[0]} on {'cursor.full' if ringed else 'opened'}"))
                else:
                    pieces.append(("▟" if is_foot and is_side else "▄" if is_foot else "▐", gap))
            elif upper or lower:
                pieces.append(("█" if upper and lower else "▀" if upper else "▄", style))
            else:
                pieces.append((" ", gap if has_gap and not ringed else style))
        rows.append(pieces)
    middle = rows[(height - 1) // 2]
    if not places:
        for col, character in enumerate(text, (width - 1) // 2 - 1):
            if character not in _BLANK:
                middle[col] = character, style
    elif text[0] != " " and not text[0].isdigit():
        middle[0] = text[0], style
    return [_joined(pieces) for pieces in rows]


def _places(tile: Piece, height: int, width: int) -> set[tuple[int, int]]:
    """Returns the half rows and columns of the pixels; none where the characters themselves are shown."""
    text, style = tile
    if text.isdigit() and style.startswith("heat"):
        # Two digits fill the face of 8x4; smaller faces have no room for them.
        return _put(DIGITS[text[0]], 1, 0) | _put(DIGITS[text[1]], 1, 4) if height == 4 else set()
    if text[1] in DIGITS:
        return _put(DIGITS[text[1]], height - 3, (width - 1 - 3) // 2)
    shapes = _SHAPE_OF.get(text[1])
    if shapes is None or (height == 3 and text[0] != " "):
        return set()
    shape = shapes[height == 3]
    # The gap below a face has the colour of the board: only a colour that stands out from it may reach down there.
    top = 1 if " on " in style or 1 + len(shape) < 2 * height - 1 else 0
    return _put(shape, top, (width - 1 - len(shape[0])) // 2)


def _put(shape: Pixels, top: int, left: int) -> set[tuple[int, int]]:
    return {(top + row, left + col) for row, line in enumerate(shape) for col, dot in enumerate(line) if dot == "#"}


def _joined(pieces: list[Piece]) -> list[Piece]:
    """Joins neighbours of one style, so that a row of tiles has few runs."""
    joined: list[Piece] = []
    for text, style in pieces:
        if joined and joined[-1][1] == style:
            joined[-1] = joined[-1][0] + text, style
        else:
            joined.append((text, style))
    return joined
