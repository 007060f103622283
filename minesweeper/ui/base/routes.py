"""The screens that other screens open: ``routes.settings.open_settings(model)`` puts the settings on top.

A screen imports only from lower folders, but it may open any other screen. So this is the one place that names modules
of higher folders, all of them late. Their order is that of loading them ahead, the soonest needed first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
