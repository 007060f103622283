"""Turns styles into colours and attributes.

A style is a role (``title``), a role on the ground of another one (``flag on hidden``), or the colour of a ground on
another one (``ground of proof on hidden``). Themes give a look to each role: `storage/themes`. This module knows no
curses and asks the terminal nothing.

The board paints its own ground, `opened` (the well) and `hidden`, so it has full colours on any background. The page of
an unknown background takes colours of middle brightness, 3.6:1 on black and on white alike. `ruler.lit` is the cursor's
colour on the page, `mark` the same on a ground (`mark on selected`), `cap` the gap between large tiles. Only numbers,
flags, results and proofs have saturated colours. With 16 or 8 colours, shades are the terminal's choice: no grey tiles,
and the eight are bold on black, which most terminals brighten. The tests compute the contrast of every style.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from minesweeper.storage.themes import load_theme

BACKGROUNDS = ("dark", "light", "either")


class Look(NamedTuple):
    """Describes how a style is drawn: colour indices (None for the terminal's own) and attributes."""

    fg: int | None = None
    bg: int | None = None
    bold: bool = False
    dim: bool = False
    underline: bool = False
    reverse: bool = False


class Palette(dict[str, Look]):
    """Maps every role to its look. The look of a role on the ground of another one is made of both."""

    def __missing__(self, style: str) -> Look:
        """Combines the colour and attributes of a role with the background of a ground.

        A role without a colour of its own takes the ground's. Without colours, a ground is reversed.
        """
        role_name, _, ground_name = style.partition(" on ")
        if not ground_name:
            kind, _, name = style.partition("ground of ")
            if kind or not name:
                raise KeyError(style)
            return Look(self[name].bg)
        role, ground, page = self[role_name], self[ground_name], self["page"]
        fg = ground.fg if role.fg == page.fg else role.fg
        return role._replace(fg=fg, bg=ground.bg, reverse=ground.reverse)


def _look(text: str, page: Look) -> Look:
    """Reads a look such as ``16 on 214 bold``. The page gives the colours that are left out."""
    words = text.split()
    fg = int(words[0]) if words and words[0].isdecimal() else page.fg
    bg = int(words[words.index("on") + 1]) if "on" in words else page.bg
    return Look(fg, bg, *(name in words for name in ("bold", "dim", "underline", "reverse")))


@cache
def palette(theme: str, background: str, colours: int, path: str | None = None) -> Mapping[str, Look]:
    """Makes the look of every style in a theme, on one of BACKGROUNDS, with 0, 8, 16 or 256 colours.

    A player's own theme has a path. Raises ThemeError for a bad file.
    """
    if colours < 256 and background == "either":
        background = "dark"  # few colours have no shades of middle brightness, and most terminals are dark
    if theme == "mono":
        colours = 0
    looks: dict[str, str] = {}
    for blocks in load_theme(theme, path):
        looks |= {**blocks.get(str(colours), {}), **blocks.get(f"{colours} {background}", {})}
    page = _look(looks["page"], Look())
    return MappingProxyType(Palette({role: _look(look, page) for role, look in looks.items()}))


def background_from(environ: Mapping[str, str]) -> str:
    """Reads the background from COLORFGBG: light, dark, or either if it says nothing."""
    last = environ.get("COLORFGBG", "").rpartition(";")[2]
    if not last.isdecimal():
        return "either"
    return "light" if last in ("7", "9", "10", "11", "12", "13", "14", "15") else "dark"


def colours_from(environ: Mapping[str, str], reported: int) -> int:
    """Chooses how many of the reported colours to use: 0, 8, 16 or 256."""
    if environ.get("NO_COLOR"):
        return 0
    # The 88 colours of old terminals have a cube of their own: only the first 16 are the same.
    return next((count for count in (256, 16, 8) if reported >= count), 0)
