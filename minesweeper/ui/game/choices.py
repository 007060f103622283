"""What a player switches in a game and the settings remember: the help level, the live counters."""

from __future__ import annotations

from minesweeper.play.assist_level import MEANINGS, SINGLE, next_help_level
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.state import GameState, put


def next_level(state: GameState, model: Model) -> Model:
    """The model with the next help level."""
    level, option = next_help_level(state.help_level(model)), "assist"
    if state.session.help_level:
        option, state = "custom_assist", state._replace(session=state.session._replace(help_level=level))
    texts = [f"{MEANINGS[level]} It stays so in later games.", f"{MEANINGS[level]} Later games too."]
    if level != SINGLE and state.help_keys(model) == "off" and not state.session.is_assisted:
        texts = [f"{MEANINGS[level]} But help keys are off.", f"{level.capitalize()}, but help keys are off."]
    return put(model, state.say(*texts)).with_settings(model.settings.with_value(option, level), option)


def switch_counters(state: GameState, model: Model) -> Model:
    """The model with the live counters on or off."""
    on, geometry = not model.settings.is_on("live_counters"), state.geometry(model)
    texts = ["The live counters are off.", "Counters off."]
    if on and (geometry.right_panel or geometry.info_row is not None):
        texts = ["Live counters: clicks, and 3BV/s while the clock runs.", "Counters on."]
    elif on:
        texts = ["The live counters are on, but there is no room for them here.", "Counters: no room."]
    model = put(model, state.say(*texts))
    return model.with_settings(model.settings.with_value("live_counters", on), "live_counters")
