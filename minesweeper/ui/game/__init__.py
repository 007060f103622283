"""The game on the screen, one module per subject.

Modules that the first frame can do without are loaded on first use: after ``from minesweeper.ui import game as late``,
``late.end_mode`` is the module, and type checkers know its functions.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minesweeper.ui.game import analysis_mode as analysis_mode
    from minesweeper.ui.game import bot_mode as bot_mode
    from minesweeper.ui.game import deal_mode as deal_mode
    from minesweeper.ui.game import end_mode as end_mode
    from minesweeper.ui.game import game_events as game_events
    from minesweeper.ui.game import game_screen as game_screen
    from minesweeper.ui.game import guess_mode as guess_mode
    from minesweeper.ui.game import overlay_mode as overlay_mode
    from minesweeper.ui.game import panels as panels
    from minesweeper.ui.game import pause as pause
    from minesweeper.ui.game import questions as questions
    from minesweeper.ui.game import solver_mode as solver_mode
    from minesweeper.ui.game import tip_mode as tip_mode

else:

    def __getattr__(name: str) -> Any:
        """Loads a module of this folder when it is first named."""
        if name.startswith("_"):
            raise AttributeError(name)
        return import_module(f"{__name__}.{name}")
