"""What a player switches in a game and the settings remember: the help level, the live counters.

Tested in tests/ui/game/test_screen.py.
"""

from __future__ import annotations

from minesweeper.play.assist import MEANINGS, next_help_level
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.state import GameState, put


def next_level(state: GameState, model: Model) -> Model:
    """The model with the next help level."""
    level = next_help_level(model.settings.text("assist"))
    return put(model, state.say(MEANINGS[level])).with_settings(model.settings.with_value("assist", level), "assist")


def switch_counters(state: GameState, model: Model) -> Model:
    """The model with the live counters on or off."""
    on = not model.settings.is_on("live_counters")
    return model.with_settings(model.settings.with_value("live_counters", on), "live_counters")
