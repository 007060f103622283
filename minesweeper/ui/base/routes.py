"""The screens that other screens open: ``routes.settings.open_settings(model)`` puts the settings on top.

A screen imports only from lower folders, but it may open any other screen. So this is the one place that names modules
of higher folders, all of them late. Their order is that of loading them ahead, the soonest needed first.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from importlib import import_module
from typing import TYPE_CHECKING, Any

from minesweeper.core.late import LateModule

if TYPE_CHECKING:
    from minesweeper.ui.game import analysis_mode, game_screen, lesson_mode
    from minesweeper.ui.replay import lists as replay_list
    from minesweeper.ui.replay import moves as move_list
    from minesweeper.ui.replay import screen as replay_screen
    from minesweeper.ui.screens import bindings, bot_setup, code, custom, daily, lessons, saved, settings, stats
    from minesweeper.ui.screens import help as help_screen
else:
    game_screen = LateModule("minesweeper.ui.game.game_screen")
    custom = LateModule("minesweeper.ui.screens.custom")
    help_screen = LateModule("minesweeper.ui.screens.help")
    saved = LateModule("minesweeper.ui.screens.saved")
    daily = LateModule("minesweeper.ui.screens.daily")
    settings = LateModule("minesweeper.ui.screens.settings")
    bindings = LateModule("minesweeper.ui.screens.bindings")
    stats = LateModule("minesweeper.ui.screens.stats")
    bot_setup = LateModule("minesweeper.ui.screens.bot_setup")
    lessons = LateModule("minesweeper.ui.screens.lessons")
    lesson_mode = LateModule("minesweeper.ui.game.lesson_mode")
    analysis_mode = LateModule("minesweeper.ui.game.analysis_mode")
    code = LateModule("minesweeper.ui.screens.code")
    replay_list = LateModule("minesweeper.ui.replay.lists")
    replay_screen = LateModule("minesweeper.ui.replay.screen")
    move_list = LateModule("minesweeper.ui.replay.moves")

__all__ = [
    "analysis_mode",
    "bindings",
    "bot_setup",
    "code",
    "custom",
    "daily",
    "game_screen",
    "help_screen",
    "lesson_mode",
    "lessons",
    "move_list",
    "replay_list",
    "replay_screen",
    "saved",
    "settings",
    "stats",
]


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
    DAILY = "screens.daily:open_daily"
    DAYS = "screens.daily:open_days"
    SETTINGS = "screens.settings:open_settings"
    BINDINGS = "screens.bindings:open_bindings"
    STATISTICS = "screens.stats:open_stats"
    BOT_SETUP = "screens.bot_setup:open_bot_setup"
    LESSONS = "screens.lessons:open_lessons"
    LEARN = "game.lesson_mode:open_guided"
    ANALYSIS = "game.analysis_mode:open_board"
    CODE = "screens.code:open_code"
    REPLAYS = "replay.lists:open_replays"
    REPLAY = "replay.screen:open_replay"
    MOVES = "replay.moves:open_moves"

    def load(self) -> Callable[..., Any]:
        """Loads the module and returns the function."""
        module, _, name = self.value.partition(":")
        function: Callable[..., Any] = getattr(import_module(f"minesweeper.ui.{module}"), name)
        return function
