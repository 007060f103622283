"""One place of the emulated screen with its look, and how SGR sequences change this look."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

_NAMES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")

_SWITCHES: dict[int, dict[str, Any]] = {
    1: {"bold": True},
    2: {"dim": True},
    4: {"underline": True},
    5: {"blink": True},
    7: {"reverse": True},
    22: {"bold": False, "dim": False},
    24: {"underline": False},
    25: {"blink": False},
    27: {"reverse": False},
}


class Glyph(NamedTuple):
    """A character and its look. Colours are "default", a name ("red", "brightred") or "color208"."""

    data: str = " "
    fg: str = "default"
    bg: str = "default"
    bold: bool = False
    dim: bool = False
    underline: bool = False
    blink: bool = False
    reverse: bool = False


BLANK = Glyph()


@lru_cache(maxsize=4096)
def drawn(look: Glyph, char: str) -> Glyph:
    """A character with the look of another one."""
    return look._replace(data=char)


def colour(index: int) -> str:
    """The name of a colour of the 256-colour palette."""
    if index < 16:
        return ("bright" if index >= 8 else "") + _NAMES[index % 8]
    return f"color{index}"


def restyled(glyph: Glyph, values: list[int]) -> Glyph:
    """The glyph after an SGR sequence with these parameters. Parameters without a look change nothing."""
    rest = iter(values)
    for value in rest:
        ground, index = divmod(value, 10)
        if value == 0:
            glyph = BLANK
        elif value in _SWITCHES:
            glyph = glyph._replace(**_SWITCHES[value])
        elif value in (38, 48):
            next(rest, None)  # always 5: a colour of the palette
            glyph = _coloured(glyph, value == 48, colour(next(rest, 0)))
        elif index == 9 and ground in (3, 4):
            glyph = _coloured(glyph, ground == 4, "default")
        elif index < 8 and ground in (3, 4, 9, 10):
            glyph = _coloured(glyph, ground in (4, 10), colour(index + 8 * (ground > 4)))
    return glyph


def _coloured(glyph: Glyph, is_background: bool, name: str) -> Glyph:
    return glyph._replace(bg=name) if is_background else glyph._replace(fg=name)
