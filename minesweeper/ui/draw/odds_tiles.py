"""Makes the tiles that show the odds of a mine: their characters, and the colour that says how high the risk is.

Loaded when odds are first shown. Tested in tests/ui/draw/test_glyphs.py.
"""

from __future__ import annotations

from minesweeper.ui.draw.glyphs import FULL_BAR, GlyphSet, Piece, Tile

_BARS = "▁▂▃▄▅▆▇"
"""The bars for odds, from the lowest to the highest."""


def odds_piece(
    numerator: int, denominator: int, glyphs: GlyphSet, tenths: str = "", *, odd: bool = False, is_lowest: bool = False
) -> Piece:
    """The tile that shows odds, in the colour of the risk.

    If ``is_lowest`` is set, the tile is filled, because no cell on the board has less risk. ``odd`` says whether the
    cell has the darker shade of every other cell.
    """
    role = "lowest" if is_lowest else f"heat.{heat(numerator, denominator)}"
    return odds_tile(numerator, denominator, glyphs, tenths), f"{role}.odd" if odd else role


def odds_tile(numerator: int, denominator: int, glyphs: GlyphSet, tenths: str) -> str:
    """The two characters for the odds of a mine: a percentage, a bar, or a digit of tenths after the sign ``tenths``.

    `TerminalLooks.sign_of_tenths` chooses the sign, which is empty for percentages. A certain cell gets the tile of a
    proved cell. Because of that, tenths are at least 1 and at most 9.
    """
    if numerator in (0, denominator):
        return glyphs.tile(Tile.DANGER if numerator else Tile.SAFE)
    steps = 10 if tenths else 100
    rounded = min((2 * steps * numerator + denominator) // (2 * denominator), steps - 1)
    if not tenths:
        return f"{rounded:2}" if rounded else "<1"
    tenth = max(rounded, 1)
    return f" {_BARS[tenth * len(_BARS) // 10]}" if tenths == FULL_BAR else f"{tenths}{tenth}"


TENTHS_MEANING = {
    FULL_BAR: ("odds in small cells: a higher bar is a higher risk", " ▄ "),
    "%": ("odds in small cells, or without colours: in tenths, here 25 to 34%", "%3"),
}
"""For each sign of odds in tenths, what the help says about it, and an example."""
ODDS_STEPS = ("to 10%", "to 20%", "to 35%", "to 60%", "over")
"""How a legend describes the five levels of risk, from the lowest to the highest."""


def heat(numerator: int, denominator: int) -> int:
    """The level of risk for a colour, from 0 to 4.

    The levels end at 10, 20, 35 and 60 percent, rounded as the tile shows them.
    """
    shown = (200 * numerator + denominator) // (2 * denominator)
    return sum(shown > limit for limit in (10, 20, 35, 60))
