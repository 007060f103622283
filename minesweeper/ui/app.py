"""Starts the full screen: settings, the looks that this terminal can show, the first screen, the loop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from minesweeper.session import Session
from minesweeper.settings import Settings
from minesweeper.ui.glyphs import automatic_glyphs
from minesweeper.ui.keymap import make_keymap
from minesweeper.ui.loop import run
from minesweeper.ui.model import Looks, Model
from minesweeper.ui.screens.menu import open_menu
from minesweeper.ui.theme import background_from, colours_from, palette


def play_full_screen(
    settings: Settings, problems: list[str], environ: Mapping[str, str], session: Session | None = None
) -> int:
    """Plays in the terminal until the player quits; the result is the exit status."""
    # Only here is curses loaded: no other command needs it, and Python may lack it.
    from minesweeper.ui.curses_screen import check_terminal, is_utf8, open_screen, use_locale

    check_terminal(environ)
    keymap, refused = make_keymap(settings.keys)
    utf8 = is_utf8(use_locale())
    with open_screen() as screen:
        colours = colours_from(environ, screen.colours)
        background = settings.text("background")
        background = background_from(environ) if background == "auto" else background
        screen.set_palette(palette(settings.text("theme"), background, colours))
        rows, cols = screen.size()
        if settings.text("theme") == "mono":
            colours = 0
        model = Model(rows, cols, (), settings, keymap, choose_looks(settings, environ, utf8, colours))
        model = replace(model, screens=(open_menu([*problems, *refused]),))
        if session is not None:
            from minesweeper.ui.screens.game import start_game

            model = model.push(start_game(session, model))
        return run(model, screen)


def choose_looks(settings: Settings, environ: Mapping[str, str], utf8: bool, colours: int) -> Looks:
    """The glyphs and colours that the settings ask for and the terminal can show."""
    language = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or ""
    glyphs, frame = automatic_glyphs(environ.get("TERM", ""), utf8, language)
    if settings.text("glyphs") != "auto" and (utf8 or settings.text("glyphs") == "ascii"):
        glyphs = settings.text("glyphs")
    if settings.text("frame") != "auto" and (utf8 or settings.text("frame") == "ascii"):
        frame = settings.text("frame")
    return Looks(glyphs, frame, colours)
