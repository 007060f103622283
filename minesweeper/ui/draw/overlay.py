"""The overlays of the board: none, the proved cells, or the odds of every cell. `odds` knows what they show."""

from __future__ import annotations

from enum import Enum


class Overlay(Enum):
    """Names the overlays of the board: none, the proved cells, or the odds of every cell."""

    OFF = "off"
    PROVED = "proved cells"
    ODDS = "odds"

    def next(self, is_fair: bool) -> Overlay:
        """Returns the overlay that follows when the player presses the overlay key. Fair games show no odds."""
        after = {Overlay.OFF: Overlay.PROVED, Overlay.PROVED: Overlay.ODDS, Overlay.ODDS: Overlay.OFF}[self]
        return Overlay.OFF if is_fair and after is Overlay.ODDS else after

    def next_word(self, is_fair: bool) -> str:
        """Names the effect of the overlay key now, for its hint: show safe cells, show odds, or hide."""
        return {Overlay.OFF: "hide", Overlay.PROVED: "show safe", Overlay.ODDS: "show odds"}[self.next(is_fair)]
