"""Starts the full screen: settings, the looks that this terminal can show, the first screen, the loop."""

from __future__ import annotations

from collections.abc import Mapping

from minesweeper.session import Session
from minesweeper.settings import Loaded
from minesweeper.ui.keymap import make_keymap
from minesweeper.ui.loop import run
from minesweeper.ui.model import Model
from minesweeper.ui.outside import Outside
from minesweeper.ui.screens.menu import open_menu


def play_full_screen(loaded: Loaded, environ: Mapping[str, str], session: Session | None = None) -> int:
    """Plays in the terminal until the player quits; the result is the exit status."""
    # Only here is curses loaded: no other command needs it, and Python may lack it.
    from minesweeper.ui.curses_screen import check_terminal, is_utf8, open_screen, use_locale

    check_terminal(environ)
    settings = loaded.settings
    keymap, refused = make_keymap(settings.keys)
    utf8 = is_utf8(use_locale())
    with open_screen() as screen:
        outside = Outside(environ, utf8, screen.colours, loaded.path)
        looks, palette = outside.style(settings)
        screen.set_palette(palette)
        menu = open_menu([*loaded.problems, *refused], settings)
        model = Model(*screen.size(), (menu,), settings, keymap, looks, shipped=loaded.shipped)
        if session is not None:
            from minesweeper.ui.screens.game import start_game

            model = model.push(start_game(session, model))
        return run(model, screen, outside=outside)
