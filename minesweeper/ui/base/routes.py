"""The modules of all screens, for screens that open others: ``routes.settings_screen.open_settings(model)``.

The module that arranges whole pages is here too, because the parts of pages are drawn in the menu before it is needed.

Folders may only import from lower folders, but any screen may open any other one. So this module is the only one that
names modules of higher folders, and all of them are late modules. `ui/services.py` loads them ahead in this order, so
those that are needed soonest come first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minesweeper.core.late import LateModule

if TYPE_CHECKING:
    from minesweeper.ui.game import analysis_mode, game_screen, lesson_mode
    from minesweeper.ui.replay import lists as replay_list
    from minesweeper.ui.replay import move_list as move_list
    from minesweeper.ui.replay import screen as replay_screen
    from minesweeper.ui.screens import (
        bindings,
        bot_setup,
        code,
        custom,
        daily_screens,
        lesson_list,
        saved,
        settings_screen,
        stats_screen,
    )
    from minesweeper.ui.screens import help as help_screen
    from minesweeper.ui.widgets import whole_page
else:
    game_screen = LateModule("minesweeper.ui.game.game_screen")
    whole_page = LateModule("minesweeper.ui.widgets.whole_page")
    custom = LateModule("minesweeper.ui.screens.custom")
    help_screen = LateModule("minesweeper.ui.screens.help")
    saved = LateModule("minesweeper.ui.screens.saved")
    daily_screens = LateModule("minesweeper.ui.screens.daily_screens")
    settings_screen = LateModule("minesweeper.ui.screens.settings_screen")
    bindings = LateModule("minesweeper.ui.screens.bindings")
    stats_screen = LateModule("minesweeper.ui.screens.stats_screen")
    bot_setup = LateModule("minesweeper.ui.screens.bot_setup")
    lesson_list = LateModule("minesweeper.ui.screens.lesson_list")
    lesson_mode = LateModule("minesweeper.ui.game.lesson_mode")
    analysis_mode = LateModule("minesweeper.ui.game.analysis_mode")
    code = LateModule("minesweeper.ui.screens.code")
    replay_list = LateModule("minesweeper.ui.replay.lists")
    replay_screen = LateModule("minesweeper.ui.replay.screen")
    move_list = LateModule("minesweeper.ui.replay.move_list")

__all__ = [
    "analysis_mode",
    "bindings",
    "bot_setup",
    "code",
    "custom",
    "daily_screens",
    "game_screen",
    "help_screen",
    "lesson_list",
    "lesson_mode",
    "move_list",
    "replay_list",
    "replay_screen",
    "saved",
    "settings_screen",
    "stats_screen",
    "whole_page",
]
