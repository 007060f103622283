"""Makes the tiles of the odds of a mine: their characters, and the step of the heat scale that colours them.

Loaded when odds are first shown. Tested in tests/ui/draw/test_glyphs.py.
"""

from __future__ import annotations

from minesweeper.ui.draw.glyphs import GlyphSet, Piece, Tile


def odds_piece(
    numerator: int, denominator: int, glyphs: GlyphSet, tenths: str = "", *, odd: bool = False, is_lowest: bool = False
) -> Piece:
    """The tile of the odds of a mine, in the colour of the risk, or filled if no other risk is lower."""
    role = "lowest" if is_lowest else f"heat.{heat(numerator, denominator)}"
    return odds_tile(numerator, denominator, glyphs, tenths), f"{role}.odd" if odd else role


def odds_tile(numerator: int, denominator: int, glyphs: GlyphSet, tenths: str) -> str:
    """Returns the two characters of the odds of a mine, in percent, or in tenths with the sign before them.

    Certainty has its own tiles, so tenths are rounded to 1 at least and 9 at most.
    """
    if numerator in (0, denominator):
        return glyphs.tile(Tile.DANGER if numerator else Tile.SAFE)
    steps = 10 if tenths else 100
    rounded = min((2 * steps * numerator + denominator) // (2 * denominator), steps - 1)
    return f"{tenths}{max(rounded, 1)}" if tenths else f"{rounded:2}" if rounded else "<1"


ODDS_STEPS = ("to 10%", "to 20%", "to 35%", "to 60%", "over")
"""The steps of the heat scale, as legends name them."""


def heat(numerator: int, denominator: int) -> int:
    """Returns the step of the heat scale, 0 to 4: up to 10, 20, 35 and 60 percent as shown, and over."""
    shown = (200 * numerator + denominator) // (2 * denominator)
    return sum(shown > limit for limit in (10, 20, 35, 60))
