"""The overlays that the player can lay over the board: none, the proved cells, or the odds of every cell.

The overlay key goes through them in this order. What each of them shows is worked out in `odds`.
"""

from __future__ import annotations

from enum import Enum


class Overlay(Enum):
    """What the player has laid over the board."""

    OFF = "off"
    PROVED = "proved cells"
    ODDS = "odds"

    def next(self, is_fair: bool) -> Overlay:
        """The overlay that the overlay key switches to.

        In a fair game (``is_fair``) it skips the odds, because they decide nothing there.
        """
        after = {Overlay.OFF: Overlay.PROVED, Overlay.PROVED: Overlay.ODDS, Overlay.ODDS: Overlay.OFF}[self]
        return Overlay.OFF if is_fair and after is Overlay.ODDS else after

    def next_word(self, is_fair: bool) -> str:
        """What the overlay key does next, for its hint in the key bar: ``show safe``, ``show odds`` or ``hide``.

        In a fair game (``is_fair``) it never shows odds.
        """
        return {Overlay.OFF: "hide", Overlay.PROVED: "show safe", Overlay.ODDS: "show odds"}[self.next(is_fair)]
