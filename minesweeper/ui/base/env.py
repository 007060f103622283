"""What the game screen knows about its surroundings: the terminal, the settings and the stored games.

The state of a game contains an `Env` instead of the whole model, so that the functions of the game screen can't change
anything beyond their state. Other screens get the model itself, so the menu doesn't load this module.
"""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.storage.settings import Settings
from minesweeper.ui.base.keymap import Keymap
from minesweeper.ui.base.model import MessageView, Model, StoreCache
from minesweeper.ui.draw.glyphs import TerminalLooks


class Env(NamedTuple):
    """A read-only copy of some fields of the model. `Model` explains them."""

    rows: int
    cols: int
    settings: Settings
    keymap: Keymap
    looks: TerminalLooks
    cache: StoreCache
    reading: MessageView


def env_of(model: Model) -> Env:
    """Copies the fields from a model."""
    return Env(model.rows, model.cols, model.settings, model.keymap, model.looks, model.cache, model.reading)
