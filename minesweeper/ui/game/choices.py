"""What a player switches in a game and the settings remember: the help level, the details."""

from __future__ import annotations

from minesweeper.play.assist_level import MEANINGS, SINGLE, next_help_level
from minesweeper.ui.base.model import Model
from minesweeper.ui.game.cursor import fit_view
from minesweeper.ui.game.panels import info_line
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


def switch_details(state: GameState, model: Model) -> GameState | Model:
    """The model with the details beside the board on or off; a small screen, which has no room, says them once."""
    if state.geometry(model).is_compact:
        return state.say(info_line(state, model, 3 * model.cols))
    model = model.with_settings(model.settings.with_value("details", not model.settings.is_on("details")), "details")
    return put(model, fit_view(state, model))
