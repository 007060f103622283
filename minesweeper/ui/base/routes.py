"""Names the function that opens each screen. A screen's module is loaded on first use, so that others show sooner.

A screen opens another one by its route, and imports it only from a lower folder.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from importlib import import_module
from typing import Any


class Route(Enum):
    """Names a screen to open: a module and its function, which takes the model first and returns it.

    The order is that of preloading, the soonest needed first.
    """

    GAME = "game.game_screen:open_game"
    NEW_GAME = "game.game_screen:open_new"
    CONTINUED_GAME = "game.game_screen:open_continued"
    CUSTOM = "screens.custom:open_custom"
    HELP = "screens.help:open_help"
    SAVED = "screens.saved:open_saved"
    DAILY = "screens.daily_screens:open_daily"
    DAYS = "screens.daily_screens:open_days"
    SETTINGS = "screens.settings_screen:open_settings"
    BINDINGS = "screens.bindings:open_bindings"
    STATISTICS = "screens.stats_screen:open_stats"
    BOT_SETUP = "screens.bot_setup:open_bot_setup"
    LESSONS = "screens.lesson_list:open_lessons"
    LEARN = "game.lesson_mode:open_guided"
    ANALYSIS = "game.analysis_mode:open_board"
    CODE = "screens.code:open_code"
    REPLAYS = "replay.lists:open_replays"
    REPLAY = "replay.screen:open_replay"
    MOVES = "replay.move_list:open_moves"

    def load(self) -> Callable[..., Any]:
        """Loads the module and returns the function."""
        module, _, name = self.value.partition(":")
        function: Callable[..., Any] = getattr(import_module(f"minesweeper.ui.{module}"), name)
        return function
