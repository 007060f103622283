"""What odds on a board look like, as legends say it: the steps of their tint, and the signs of what is certain.

Loaded when first shown. Tested in tests/ui/game/test_legends.py.
"""

from __future__ import annotations

from minesweeper.ui.draw.glyphs import Looks, Piece, Tile

ODDS_STEPS = ("to 10%", "to 20%", "to 35%", "to 60%", "over")
"""The steps of the tint under odds."""


def safe_sign(looks: Looks) -> tuple[str, str]:
    """The sign of a cell that is proved safe, and its meaning."""
    return looks.glyphs.tile(Tile.SAFE)[1], "safe to open"


def mine_sign(looks: Looks) -> tuple[str, str]:
    """The sign of a cell that is proved to be a mine, and its meaning."""
    return looks.glyphs.tile(Tile.DANGER)[1], "mine"


def odds_line(looks: Looks, room: int) -> list[Piece]:
    """The steps of the tint in a line, where there is no panel; nothing where they have no room."""
    signs_of = [(f"{safe_sign(looks)[0]} safe", "text.dim"), (f"{mine_sign(looks)[0]} mine", "text.dim")]
    steps = [(f" {text} ", f"heat.{step}") for step, text in enumerate(ODDS_STEPS)]
    tint = steps if looks.colours else [("%3 a chance in tenths", "text.dim")]
    brief = [(text.removeprefix(" to"), style) for text, style in tint]
    for parts in ([("Odds of a mine", "text.dim"), *tint, *signs_of], [("Odds", "text.dim"), *tint], tint, brief):
        pieces = [piece for part in parts for piece in (part, (" ", "text"))][:-1]
        if sum(len(text) for text, _ in pieces) <= room:
            return pieces
    return []
