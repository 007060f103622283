"""Draws large tiles: a face, lit from above, in a dark well.

The well shows right of a face and below it: a column and half a row, so that faces are squares. On 6x3 and 8x4 cells,
digits, flags, mines and other signs are pictures made of quadrants: a character holds two by two pixels. A 4x2 face
shows the characters themselves. A character has only two colours. Where three meet, one pixel gives way.

The gap is drawn as ink on the face, not as a blank in the well's colour. So a row of hidden cells has one style and is
one run, which takes a third of the bytes.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from minesweeper.ui.draw.glyphs import GLYPHS, QUADRANTS, Piece, Tile, ground_of

Pixels = tuple[str, ...]
"""Rows of pixels: ``#`` is the ink, ``+`` the second ink, and ``.`` the face."""
LIGHT = {2: (7, -5), 3: (8, 0, -7), 4: (9, 3, -3, -9)}
"""The light on each row of a face, by the height of the cell: so many percent towards white, or black below 0."""
DIGITS = {
    str(digit): tuple(rows.split())
    for digit, rows in enumerate(
        (
            ".####. ##..## ##..## ##..## .####.",
            "..##.. .###.. ..##.. ..##.. .####.",
            "#####. ....## ..###. ##.... ######",
            "#####. ....## ..###. ....## #####.",
            "##..## ##..## ###### ....## ....##",
            "###### ##.... #####. ....## #####.",
            ".####. ##.... #####. ##..## .####.",
            "###### ....## ...##. ..##.. ..##..",
            ".####. ##..## .####. ##..## .####.",
            ".####. ##..## .##### ....## .####.",
        )
    )
}
_NARROW = {
    str(digit): tuple(rows.split())
    for digit, rows in enumerate(
        (
            "#### #..# #..# #..# ####",
            "..#. .##. ..#. ..#. ####",
            "#### ...# #### #... ####",
            "#### ...# .### ...# ####",
            "#..# #..# #### ...# ..##",
            "#### #... #### ...# ####",
            "#### #... #### #..# ####",
            "#### ...# ..## ..## ..##",
            "#### #..# #### #..# ####",
            "#### #..# #### ...# ####",
        )
    )
}
"""The digits of odds on 8x4 cells, which are narrower than those of clues. Smaller cells show characters."""
LETTERS = {
    letter: tuple(rows.split())
    for letter, rows in {
        "M": "..##..##.. ##..##..## ##..##..## ##......## ##......##",
        "I": "..######.. ....##.... ....##.... ....##.... ..######..",
        "N": "..##..##.. ..###.##.. ..######.. ..##.###.. ..##..##..",
        "E": "..######.. ..##...... ..####.... ..##...... ..######..",
        "S": "...#####.. ..##...... ...####... ......##.. ..#####...",
        "W": "##......## ##......## ##..##..## ##..##..## ..##..##..",
        "P": "..#####... ..##..##.. ..#####... ..##...... ..##......",
        "R": "..#####... ..##..##.. ..#####... ..##.##... ..##..##..",
    }.items()
}
"""The letters of the game's name on 6x3 tiles. They have the styles of numbers."""
_PICTURES = {
    3: {
        Tile.FLAG: "...+##.... ...+####.. ...+##.... ...+...... ..++++....",
        Tile.PROPOSAL: "...+####.. ...+#..#.. ...+####.. ...+...... ..++++....",
        Tile.MINE: "....##.... ..######.. .##+#####. ..######.. ....##....",
        Tile.BOOM: "++..++..++ ..++##++.. ++######++ ..++##++.. ++..++..++",
        Tile.SAFE: ".......##. .....###.. .##.###... ..####.... ..##......",
        Tile.QUESTION: ".######... ......##.. ....###... .......... ....##....",
        Tile.FLAG_WRONG: "..##..##.. ...####... ....##.... ...####... ..##..##..",
        Tile.IF_MINE: "....##.... ..##..##.. ##......## ..##..##.. ....##....",
        Tile.GUESS: "...##..... ...####... ...######. ...####... ...##.....",
        Tile.WORSE: ".......... .......... ..######.. .......... ..........",
        Tile.BEST: ".......... ..######.. .......... ..######.. ..........",
    },
    4: {
        Tile.FLAG: "....+##....... ....+#####.... ....+######... ....+####..... "
        "....+......... ....+......... ..++++++......",
        Tile.PROPOSAL: "....+######... ....+#....#... ....+#....#... ....+######... "
        "....+......... ....+......... ..++++++......",
        Tile.MINE: "......##...... ...########... ..##++######.. .############. "
        "..##########.. ...########... ......##......",
        Tile.BOOM: "++....++....++ ..++..++..++.. ....++##++.... ++++######++++ "
        "....++##++.... ..++..++..++.. ++....++....++",
        Tile.SAFE: ".............. .........###.. .......####... ..###.####.... "
        "...######..... .....##....... ..............",
        Tile.QUESTION: "....#####..... ........##.... ......###..... .....##....... "
        ".............. .....##....... ..............",
        Tile.FLAG_WRONG: "..##......##.. ....##..##.... .....####..... ......##...... "
        ".....####..... ....##..##.... ..##......##..",
        Tile.IF_MINE: "......##...... ....##..##.... ..##......##.. ##..........## "
        "..##......##.. ....##..##.... ......##......",
        Tile.GUESS: "....##........ ....####...... ....######.... ....########.. "
        "....######.... ....####...... ....##........",
        Tile.WORSE: ".............. .............. .............. ....######.... "
        ".............. .............. ..............",
        Tile.BEST: ".............. .............. ....######.... .............. "
        "....######.... .............. ..............",
    },
}
_NUMBER_STYLE = re.compile("n[1-8]")
_WHOLE = (Tile.GUESS, Tile.WORSE, Tile.BEST)
"""The tiles whose second character alone doesn't tell what they are."""
_PICTURE_OF = {
    height: {
        glyphs.tile(tile)[0 if tile in _WHOLE else 1 :]: tuple(rows.split())
        for glyphs in GLYPHS.values()
        for tile, rows in pictures.items()
        if tile not in (Tile.FLAG_WRONG, Tile.IF_MINE)
    }
    for height, pictures in _PICTURES.items()
}
"""The pictures by the character that a small tile has for them, or by both of its characters."""
_PICTURE_OF_STYLE = {
    height: {"flag.wrong": pictures[Tile.FLAG_WRONG].split(), "if.mine": pictures[Tile.IF_MINE].split()}
    for height, pictures in _PICTURES.items()
}
"""The pictures of tiles whose character stands for another tile too."""
_SECOND_INK = {
    **dict.fromkeys(("flag", "flag.won", "proposal"), "pole"),
    **dict.fromkeys(("mine", "danger"), "mine.glint"),
    "boom": "boom.ray",
}
_BLANK = {glyphs.tile(Tile.HIDDEN)[1] for glyphs in GLYPHS.values()} | {" "}
_POINTERS = {glyphs.pointer for glyphs in GLYPHS.values()}


@lru_cache(maxsize=4096)
def large_tile(
    tile: Piece, height: int, width: int, spelled: bool = False, ringed: bool = False, foot: str = ""
) -> list[list[Piece]]:
    """Draws a tile of two characters as rows of pieces.

    A spelled tile keeps its characters, so that a screen reader can read them. A ringed one has the cursor in the gap
    right of it. The foot is the ink of the half row below the face. By default it is the gap, or the bar below a clue
    of a proof.
    """
    text, style = tile
    role, ground = style.partition(" on ")[0], ground_of(style)
    is_face = ground != "opened"
    picture = None if spelled else _picture(tile, height, width)
    foot = foot or ("proof.bar" if ground == "proof" else "cap" if is_face else "")
    rows: list[list[Piece]] = []
    for row in range(height):
        lit = _lit(ground, height, row)
        blank = f"cap on {lit}" if is_face else style
        under = foot if row == height - 1 else ""
        inks = {"#": role, "+": _SECOND_INK.get(role, role), "_": under}
        pieces = [_character(pixels, inks, lit, blank) for pixels in _quadrants(picture, row, width, under)]
        pieces.append(("▌", "cursor on opened") if ringed else ("█", blank) if is_face else (" ", blank))
        rows.append(pieces)
    if picture is None:
        _spell(rows[(height - 1) // 2], tile, width)
    elif text[0] not in _POINTERS and not text[0].isalnum() and text[0] != " " and role != "flag.wrong":
        rows[0][0] = text[0], f"{role} on {_lit(ground, height, 0)}"
    # Neighbours of one style are joined, so that a row of tiles has few runs.
    return [
        [("".join(text for text, _ in run), style) for style, run in groupby(pieces, key=itemgetter(1))]
        for pieces in rows
    ]


def _lit(ground: str, height: int, row: int) -> str:
    """The ground of one row of a tile: a face is lit from above, and what lies in the well isn't."""
    if ground == "opened":
        return ground
    return f"{ground}{0 if ground in ('proof', 'earlier') else LIGHT[height][row]:+}"


def _picture(tile: Piece, height: int, width: int) -> Pixels | None:
    """The pixels of a whole face, or None if the tile is shown by its characters."""
    text, style = tile
    if height == 2:
        return None
    role, faces = style.partition(" on ")[0], 2 * (width - 1)
    if role.startswith(("heat", "lowest")):
        digits = text.strip()
        if height == 3 or not digits.isdigit():
            return None
        lines = ["..".join(rows) for rows in zip(*(_NARROW[digit] for digit in digits), strict=True)]
        left = (faces - len(lines[0])) // 2
    elif text[1] in LETTERS and _NUMBER_STYLE.fullmatch(role):
        return LETTERS[text[1]]
    else:
        pictures = _PICTURE_OF[height]
        own = _PICTURE_OF_STYLE[height].get(role) or pictures.get(text) or pictures.get(text[1])
        if own is not None:
            return tuple(own)
        if not text[1].isdigit():
            return None
        lines, left = list(DIGITS[text[1]]), 2 if height == 3 else 4
    blank = "." * faces
    shown = [f"{'.' * left}{line}".ljust(faces, ".") for line in lines]
    return (blank, *shown, blank) if height == 4 else tuple(shown)


def _quadrants(picture: Pixels | None, row: int, width: int, under: str) -> list[str]:
    """The pixels of each character in a row of the face: two above, two below. ``_`` is what lies under the face."""
    faces = 2 * (width - 1)
    upper = picture[2 * row] if picture else "." * faces
    lower = "_" * faces if under else picture[2 * row + 1] if picture and 2 * row + 1 < len(picture) else "." * faces
    return [upper[at : at + 2] + lower[at : at + 2] for at in range(0, faces, 2)]


def _character(pixels: str, inks: dict[str, str], lit: str, blank: str) -> Piece:
    """The character with these four pixels, and its style. If they have three colours, the ink gives way."""
    if "_" in pixels and pixels[0] != pixels[1]:
        pixels = "..__" if "." in pixels else "##__"
    elif len(set(pixels)) > 2:
        pixels = pixels.replace(".", "+")
    colours = set(pixels)
    if colours == {"."}:
        return " ", blank
    # The lower of two inks is the ground, so that the character has a pixel of the other one.
    ground = next((ink for ink in "._+" if ink in colours and len(colours) == 2), ".")
    ink = next(iter(colours - {ground}))
    if ground == "." and ink == "_":
        return "▄", f"{inks[ink]} on {lit}"
    shape = QUADRANTS[sum(bit for bit, pixel in zip((1, 2, 4, 8), pixels, strict=True) if pixel == ink)]
    return shape, f"{inks[ink]} on {lit if ground == '.' else f'ink of {inks[ground]}'}"


def _spell(pieces: list[Piece], tile: Piece, width: int) -> None:
    """Writes the characters of a tile into a row of its face. Odds get a percent sign, so that they are no clue.

    With the sign they have three characters, which stand in the middle of a face of three, five or seven columns.
    """
    text, style = tile
    role, ground = style.partition(" on ")[0], ground_of(style)
    text += "%" if role.startswith(("heat", "lowest")) else ""
    for col, character in enumerate(text, (width - 1) // 2 - 1):
        is_needless = character in _POINTERS and ground in ("proof", "missed")  # the ground says the same
        if character not in _BLANK and not is_needless:
            lit = pieces[col][1].partition(" on ")[2]
            pieces[col] = character, f"{role} on {lit or ground}"
