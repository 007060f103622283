"""The overlays of the board: none, the proved cells, or the odds of every cell. `odds` knows what they show."""

from __future__ import annotations

from enum import Enum


class Overlay(Enum):
    """Names the overlays of the board: none, the proved cells, or the odds of every cell."""

    OFF = "off"
    PROVED = "proved cells"
    ODDS = "odds"

    def next(self) -> Overlay:
        """Returns the overlay that follows when the player presses the overlay key."""
        return {Overlay.OFF: Overlay.PROVED, Overlay.PROVED: Overlay.ODDS, Overlay.ODDS: Overlay.OFF}[self]

    @property
    def next_word(self) -> str:
        """Names the effect of the overlay key now, for its hint: show safe cells, show odds, or hide."""
        return {Overlay.OFF: "show safe", Overlay.PROVED: "show odds", Overlay.ODDS: "hide"}[self]
