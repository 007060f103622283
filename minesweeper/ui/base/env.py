"""The part of the model that a screen can see besides itself: the terminal, the settings, what the files have told.

The state of a game has an `Env`, so that its functions need no model and can't change one. The menu doesn't load this.
"""

from __future__ import annotations

from typing import NamedTuple

from minesweeper.storage.settings import Settings
from minesweeper.ui.base.keymap import Keymap
from minesweeper.ui.base.model import MessageView, Model, StoreCache
from minesweeper.ui.draw.glyphs import TerminalLooks


class Env(NamedTuple):
    """What a screen can see of the model besides itself. The fields are those of `Model` with the same names."""

    rows: int
    cols: int
    settings: Settings
    keymap: Keymap
    looks: TerminalLooks
    cache: StoreCache
    reading: MessageView


def env_of(model: Model) -> Env:
    """What the screens of the model can see now."""
    return Env(model.rows, model.cols, model.settings, model.keymap, model.looks, model.cache, model.reading)
