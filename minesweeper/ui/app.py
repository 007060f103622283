"""The start of the full-screen game.

It puts the parts together: the player's settings and keys, the terminal and how it can look, autosave, the first
screen, and the loop that runs them. When the loop ends, it prints to the shell what the player still has to know, such
as where a game was saved.

Tested in tests/whole/test_program.py.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from minesweeper.core.late import LateModule, load_now
from minesweeper.core.text import start_notice
from minesweeper.storage.paths import data_folder
from minesweeper.storage.settings import Loaded
from minesweeper.ui.base import routes
from minesweeper.ui.base.keymap import make_keymap
from minesweeper.ui.base.model import Model
from minesweeper.ui.loop import Outside, collect_rarely, run
from minesweeper.ui.screens.menu import open_menu

if TYPE_CHECKING:
    from minesweeper.play.session import Session
    from minesweeper.ui import autosave_service, services
    from minesweeper.ui.terminal import curses_terminal
else:
    autosave_service = LateModule("minesweeper.ui.autosave_service")
    services = LateModule("minesweeper.ui.services")
    curses_terminal = LateModule("minesweeper.ui.terminal.curses_terminal")

Start = Callable[[Model], Model]
"""A function that puts the first screen on top of the menu, such as a game that the command line asks for."""


PLAIN = "`minesweeper plain` plays with line commands instead"
"""The advice for a player whose terminal can't show the full screen."""
NO_CURSES = "This Python has no curses (on Windows, 'pip install windows-curses' brings it)"


class NoCurses(ValueError):
    """Raised if this Python has no curses, because it was built without it or lacks the package for Windows."""

    exit_status = 1


def play_full_screen(
    loaded: Loaded,
    environ: Mapping[str, str],
    start: Start | None = None,
    *,
    instead: str = PLAIN,
) -> int:
    """Plays in the terminal until the player quits, and returns the exit status.

    Begins with the menu, or with what ``start`` puts on top of it. Raises `NoCurses` or `TerminalError` if the terminal
    can't show the full screen. The error ends with ``instead``, which tells the player what to use.
    """
    # Only this function loads curses, because no other command needs it and this Python may lack it.
    try:
        load_now(curses_terminal)
    except ImportError as error:
        if error.name not in ("curses", "_curses"):
            raise
        raise NoCurses(f"{NO_CURSES}; {instead}.") from None

    curses_terminal.check_terminal(environ, instead)
    collect_rarely()
    settings = loaded.settings
    keymap, refused = make_keymap(settings.keys)
    utf8 = curses_terminal.use_locale() == "utf-8"

    @cache
    def start_services() -> tuple[autosave_service.AutosaveService, services.Preload]:
        return autosave_service.AutosaveService(data_folder(environ)), services.Preload()

    try:
        with curses_terminal.open_terminal() as terminal:
            outside = Outside(environ, utf8, terminal.colours, loaded.path, is_direct=terminal.is_direct)
            looks, palette = outside.style(settings)
            terminal.set_palette(palette)
            terminal.use_mouse(settings.is_on("mouse"))
            terminal.ask_background()
            notice = start_notice([*loaded.problems, *refused])
            screens = (open_menu(settings),)
            model = Model(*terminal.size(), screens, settings, keymap, looks, shipped=loaded.shipped, notice=notice)
            status = run(start(model) if start else model, terminal, outside=outside, services=start_services)
        saved = start_services()[0].saved_game_notice
        if saved and not status:
            print(saved)
        return status
    finally:  # by now the terminal shows the shell again
        autosave = start_services()[0]
        for problem in (*autosave.last_news, autosave.unsaved):
            if problem is not None:
                print(f"minesweeper: {problem}", file=sys.stderr)


def start_session(session: Session) -> Start:
    """A `Start` that opens the given game."""
    return lambda model: routes.game_screen.open_game(model, session)
