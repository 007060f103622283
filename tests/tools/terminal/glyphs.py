"""One place of the emulated screen, its look, and how SGR sequences change that look."""

from __future__ import annotations

from typing import Any, NamedTuple

_NAMES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")

_SWITCHES: dict[int, dict[str, Any]] = {
    1: {"bold": True},
    2: {"dim": True},
    3: {"italic": True},
    4: {"underline": True},
    5: {"blink": True},
    6: {"blink": True},
    7: {"reverse": True},
    8: {"conceal": True},
    9: {"strike": True},
    21: {"underline": True},
    22: {"bold": False, "dim": False},
    23: {"italic": False},
    24: {"underline": False},
    25: {"blink": False},
    27: {"reverse": False},
    28: {"conceal": False},
    29: {"strike": False},
}


class Glyph(NamedTuple):
    """A character and its look. Colours are "default", a name ("red", "brightred"), "color208" or "#rrggbb".

    It stands in for pyte's Char, which has no room for dim and conceal.
    """

    data: str = " "
    fg: str = "default"
    bg: str = "default"
    bold: bool = False
    dim: bool = False
    italic: bool = False
    underline: bool = False
    blink: bool = False
    reverse: bool = False
    conceal: bool = False
    strike: bool = False


BLANK = Glyph()


def colour(index: int) -> str:
    """The name of a colour of the 256-colour palette."""
    if index < 8:
        return _NAMES[index]
    if index < 16:
        return "bright" + _NAMES[index - 8]
    return f"color{index}"


def restyled(glyph: Glyph, params: str) -> Glyph:
    """The glyph after the SGR sequence with these parameters."""
    values = _values(params)
    place = 0
    while place < len(values):
        value = values[place]
        place += 1
        if value == 0:
            glyph = BLANK._replace(data=glyph.data)
        elif value in _SWITCHES:
            glyph = glyph._replace(**_SWITCHES[value])
        elif value in (38, 48):
            name, place = _extended_colour(values, place)
            glyph = glyph if name is None else _coloured(glyph, value == 48, name)
        else:
            glyph = _with_short_colour(glyph, value)
    return glyph


def _with_short_colour(glyph: Glyph, value: int) -> Glyph:
    ground, index = divmod(value, 10)
    if index == 9 and ground in (3, 4):
        return _coloured(glyph, ground == 4, "default")
    if index < 8 and ground in (3, 4):
        return _coloured(glyph, ground == 4, colour(index))
    if index < 8 and ground in (9, 10):
        return _coloured(glyph, ground == 10, colour(index + 8))
    return glyph


def _coloured(glyph: Glyph, background: bool, name: str) -> Glyph:
    return glyph._replace(bg=name) if background else glyph._replace(fg=name)


def _extended_colour(values: list[int], place: int) -> tuple[str | None, int]:
    kind = values[place] if place < len(values) else None
    if kind == 5 and place + 1 < len(values):
        return colour(values[place + 1]), place + 2
    if kind == 2 and place + 3 < len(values):
        red, green, blue = values[place + 1 : place + 4]
        return f"#{red:02x}{green:02x}{blue:02x}", place + 4
    return None, len(values)


def _values(params: str) -> list[int]:
    values: list[int] = []
    for part in params.split(";"):
        pieces = [int(piece or 0) for piece in part.split(":")]
        if pieces[0] == 4 and len(pieces) > 1:
            values.append(24 if pieces[1] == 0 else 4)
        elif pieces[0] in (38, 48) and len(pieces) > 5:
            values += [pieces[0], pieces[1], *pieces[3:6]]  # 38:2:<colour space>:r:g:b
        else:
            values += pieces
    return values
