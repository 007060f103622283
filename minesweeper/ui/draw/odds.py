"""What odds on a board look like, as legends say it: the steps of their tint, and the signs of what is certain.

Loaded when first shown. Tested in tests/ui/game/test_legends.py.
"""

from __future__ import annotations

from minesweeper.ui.draw.glyphs import Looks, Tile

ODDS_STEPS = ("to 10%", "to 20%", "to 35%", "to 60%", "over")
"""The steps of the tint under odds."""


def safe_sign(looks: Looks) -> tuple[str, str]:
    """The sign of a cell that is proved safe, and its meaning."""
    return looks.glyphs.tile(Tile.SAFE)[1], "safe to open"


def mine_sign(looks: Looks) -> tuple[str, str]:
    """The sign of a cell that is proved to be a mine, and its meaning."""
    return looks.glyphs.tile(Tile.DANGER)[1], "mine"
