"""Starts the full screen: settings, the looks of this terminal, the first screen, the loop.

Tested in tests/whole/test_program.py.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from minesweeper.core.text import start_notice
from minesweeper.storage.paths import data_folder
from minesweeper.storage.settings import Loaded
from minesweeper.ui.autosave import AutosaveService
from minesweeper.ui.base.keymap import make_keymap
from minesweeper.ui.base.model import Model, Service
from minesweeper.ui.base.routes import Route
from minesweeper.ui.loop import Outside, collect_rarely, run
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.services import Preload

if TYPE_CHECKING:
    from minesweeper.play.session import Session

Start = Callable[[Model], Model]
"""Puts the first screen on top of the menu."""


PLAIN = "`minesweeper plain` plays with line commands instead"
"""The advice for a player whose terminal can't show the full screen."""
NO_CURSES = "This Python has no curses (on Windows, 'pip install windows-curses' brings it)"


class NoCurses(ValueError):
    """Reports that Python was built without curses, or that the package for Windows is missing."""

    exit_status = 1


def play_full_screen(
    loaded: Loaded,
    environ: Mapping[str, str],
    start: Start | None = None,
    *,
    instead: str = PLAIN,
) -> int:
    """Plays in the terminal until the player quits; returns the exit status.

    If the terminal can't show the full screen, the error suggests ``instead``.
    """
    # Only this function loads curses: no other command needs it, and Python may lack it.
    try:
        from minesweeper.ui.terminal.curses_terminal import check_terminal, open_terminal, use_locale
    except ImportError as error:
        if error.name not in ("curses", "_curses"):
            raise
        raise NoCurses(f"{NO_CURSES}; {instead}.") from None

    check_terminal(environ, instead)
    collect_rarely()
    settings = loaded.settings
    keymap, refused = make_keymap(settings.keys)
    utf8 = use_locale() == "utf-8"
    autosave = AutosaveService(data_folder(environ))
    services: list[Service] = [autosave, Preload()]
    try:
        with open_terminal() as terminal:
            outside = Outside(environ, utf8, terminal.colours, loaded.path, is_direct=terminal.is_direct)
            looks, palette = outside.style(settings)
            terminal.set_palette(palette)
            terminal.use_mouse(settings.is_on("mouse"))
            terminal.ask_background()
            notice = start_notice([*loaded.problems, *refused])
            screens = (open_menu(settings),)
            model = Model(*terminal.size(), screens, settings, keymap, looks, shipped=loaded.shipped, notice=notice)
            status = run(start(model) if start else model, terminal, outside=outside, services=services)
        if autosave.kept and not status:
            print(autosave.kept)
        return status
    finally:  # the terminal is the shell's again
        for problem in (*autosave.last_news, autosave.unsaved):
            if problem is not None:
                print(f"minesweeper: {problem}", file=sys.stderr)


def start_session(session: Session) -> Start:
    """Returns a start that opens a given game."""
    return lambda model: model.open_screen(Route.GAME, session)
