"""Draws large tiles, which look like raised keys: a face, lit from above, in a dark well.

The well shows as a gap right of the face and below it. The gap is one column wide and half a row high, so that faces
are square. On cells of 6x3 and 8x4, digits, flags, mines and other signs are pictures made of quarter blocks, so that a
character has two by two pixels. A face on 4x2 cells shows the characters of the tile. A character has only two colours;
where three would meet, one of them is left out.

The gap is drawn as text in the colour of the well, and not as a blank with this background. Then the faces of a row of
hidden cells have one style and can be sent as one run, which takes a third of the bytes.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from minesweeper.ui.draw.glyphs import GLYPHS, QUADRANTS, Piece, Tile, ground_of

Pixels = tuple[str, ...]
"""Rows of pixels: ``#`` has the colour of the sign, ``+`` its second colour, and ``.`` that of the face."""
LIGHT = {2: (7, -5), 3: (8, 0, -7), 4: (9, 3, -3, -9)}
"""How much each row of a face is lit, by the height of the cell.

The values are percentages of white or, below 0, of black.
"""
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
"""The pixels of each digit of a clue."""
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
"""The pixels of each digit of the odds on cells of 8x4.

They are narrower than the digits of clues, so that two fit. On smaller cells, odds are written as characters.
"""
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
"""The pixels of the letters in the game's name, on tiles of 6x3. The letters have the styles of numbers."""
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
"""The pixels of signs, by the height of the cell."""
_NUMBER_STYLE = re.compile("n[1-8]")
_WHOLE = (Tile.GUESS, Tile.WORSE, Tile.BEST)
"""The tiles that are recognised by both characters, because the second one also belongs to another tile."""
_PICTURE_OF = {
    height: {
        glyphs.tile(tile)[0 if tile in _WHOLE else 1 :]: tuple(rows.split())
        for glyphs in GLYPHS.values()
        for tile, rows in pictures.items()
        if tile not in (Tile.FLAG_WRONG, Tile.IF_MINE)
    }
    for height, pictures in _PICTURES.items()
}
"""The pictures by the height of the cell and by the second character of the tile, or by both characters for the tiles
in ``_WHOLE``.
"""
_PICTURE_OF_STYLE = {
    height: {"flag.wrong": pictures[Tile.FLAG_WRONG].split(), "if.mine": pictures[Tile.IF_MINE].split()}
    for height, pictures in _PICTURES.items()
}
"""The pictures of tiles that are recognised by their style, because another tile has the same characters."""
_SECOND_INK = {
    **dict.fromkeys(("flag", "flag.won", "proposal"), "pole"),
    **dict.fromkeys(("mine", "danger"), "mine.glint"),
    "boom": "boom.ray",
}
"""The role whose colour the ``+`` pixels of a picture have, by the role of the tile.

Roles that are missing have only one colour.
"""
_BLANK = {glyphs.tile(Tile.HIDDEN)[1] for glyphs in GLYPHS.values()} | {" "}
_POINTERS = {glyphs.pointer for glyphs in GLYPHS.values()}


@lru_cache(maxsize=4096)
def large_tile(
    tile: Piece, height: int, width: int, spelled: bool = False, ringed: bool = False, foot: str = ""
) -> list[list[Piece]]:
    """Draws a tile as ``height`` rows of pieces, each ``width`` columns wide.

    If ``spelled`` is set, the tile keeps its two characters, so that a screen reader can read them. If ``ringed`` is
    set, the gap right of the face has the colour of the cursor. ``foot`` is the role that colours the half row below
    the face; by default this is the gap or, below a clue of a proof, a bar.
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
    # Pieces of one style next to each other are joined, so that a row of tiles has few runs.
    return [
        [("".join(text for text, _ in run), style) for style, run in groupby(pieces, key=itemgetter(1))]
        for pieces in rows
    ]


def _lit(ground: str, height: int, row: int) -> str:
    """The background of one row of a tile.

    A face is lit from above. An opened cell isn't, because it lies in the well.
    """
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
    """The four pixels of each character in one row of a face: two in its upper half, then two in its lower half.

    If ``under`` isn't empty, the lower half is below the face, and its pixels are ``_``.
    """
    faces = 2 * (width - 1)
    upper = picture[2 * row] if picture else "." * faces
    lower = "_" * faces if under else picture[2 * row + 1] if picture and 2 * row + 1 < len(picture) else "." * faces
    return [upper[at : at + 2] + lower[at : at + 2] for at in range(0, faces, 2)]


def _character(pixels: str, inks: dict[str, str], lit: str, blank: str) -> Piece:
    """The character that shows four pixels, with its style.

    If the pixels have three colours, one of them is left out, because a character has only two. ``blank`` is the style
    of a character without a sign.
    """
    if "_" in pixels and pixels[0] != pixels[1]:
        pixels = "..__" if "." in pixels else "##__"
    elif len(set(pixels)) > 2:
        pixels = pixels.replace(".", "+")
    colours = set(pixels)
    if colours == {"."}:
        return " ", blank
    # A character has one colour as its background. Of two colours of a sign it is the second, so the first one is
    # drawn.
    ground = next((ink for ink in "._+" if ink in colours and len(colours) == 2), ".")
    ink = next(iter(colours - {ground}))
    if ground == "." and ink == "_":
        return "▄", f"{inks[ink]} on {lit}"
    shape = QUADRANTS[sum(bit for bit, pixel in zip((1, 2, 4, 8), pixels, strict=True) if pixel == ink)]
    return shape, f"{inks[ink]} on {lit if ground == '.' else f'ink of {inks[ground]}'}"


def _spell(pieces: list[Piece], tile: Piece, width: int) -> None:
    """Writes the characters of a tile into the row of its face. Odds get a percent sign, so that nobody takes them for
    a clue.

    The characters stand in the middle of the face, which is three, five or seven columns wide.
    """
    text, style = tile
    role, ground = style.partition(" on ")[0], ground_of(style)
    text += "%" if role.startswith(("heat", "lowest")) else ""
    for col, character in enumerate(text, (width - 1) // 2 - 1):
        # On these backgrounds the pointer is left out, because the background says the same.
        is_needless = character in _POINTERS and ground in ("proof", "missed")
        if character not in _BLANK and not is_needless:
            lit = pieces[col][1].partition(" on ")[2]
            pieces[col] = character, f"{role} on {lit or ground}"
