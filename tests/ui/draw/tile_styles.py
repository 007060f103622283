"""The styles of all tiles, for tests of glyphs and themes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from minesweeper.ui.draw.glyphs import GLYPHS, Tile
from minesweeper.ui.draw.odds_tiles import odds_piece

NUMBERED = {Tile.NUMBER, Tile.DONE, Tile.OVER, Tile.PROOF, Tile.EARLIER, Tile.VIOLATED}


def tile_styles() -> dict[str, str]:
    """The style of each tile, by the name of the tile and, if it shows a number, the number."""
    return dict(_tile_styles())


def _tile_styles() -> Iterator[tuple[str, str]]:
    for tile, odd in product(Tile, (False, True)):
        ending = ", odd" if odd else ""
        for clue in range(1, 9) if tile in NUMBERED else [0]:
            number = f" {clue}" if clue else ""
            yield f"tile {tile.name}{number}{ending}", GLYPHS["unicode"].piece(tile, clue, odd=odd)[1]
    for step, percent in enumerate((5, 15, 30, 50, 80)):
        style = odds_piece(percent, 100, GLYPHS["unicode"])[1]
        yield f"tile odds, step {step}", style
        yield f"tile odds, step {step}, odd", f"{style}.odd"
    yield "tile odds, lowest", "lowest"
    yield "tile odds, lowest, odd", "lowest.odd"
