"""Calculates with colours: mixes them, measures their contrast, and finds the nearest of the 256 that most terminals
have.

A colour is one integer. Below 256 it is an index, otherwise red, green and blue, such as 0x6cb6ff. Curses takes colours
in the same form. The blues below 0x000100 would be taken for indices, so 0x000100 is the darkest 24-bit colour and
stands for black. `theme` makes its looks with these functions.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from itertools import product

BLACK, WHITE = 0x000100, 0xFFFFFF
DIRECT_COLOURS = 1 << 24
"""The number of 24-bit colours, for a terminal that shows all of them."""
INDEXED = 256
"""The number of indexed colours. The first 16 of them look different in each terminal."""
_LEVELS = (0, 95, 135, 175, 215, 255)
"""The six values that red, green and blue can have in the indices 16 to 231.

The greys from index 232 on start at 8 and get brighter in steps of 10.
"""
GREYS = frozenset((*range(232, 256), *range(16, 232, 43)))
"""The indices of black, white and all greys between them."""
Parts = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""


def from_hex(text: str) -> int:
    """Reads a colour such as ``6cb6ff``.

    A colour darker than BLACK becomes BLACK, because it would be taken for an index.
    """
    return max(int(text, 16), BLACK)


def red_green_blue(colour: int) -> Parts:
    """Red, green and blue of a colour, each from 0 to 255.

    The first 16 indices get the values that most terminals use for them.
    """
    if colour >= INDEXED:
        return colour >> 16, colour >> 8 & 255, colour & 255
    if colour >= 232:
        return (8 + 10 * (colour - 232),) * 3
    if colour >= 16:
        place = colour - 16
        return _LEVELS[place // 36], _LEVELS[place // 6 % 6], _LEVELS[place % 6]
    strength = 255 if colour > 8 else 192 if colour == 7 else 128
    red, green, blue = (strength if colour & bit else 0 for bit in (1, 2, 4))
    return red, green, blue


def is_grey(colour: int) -> bool:
    """Whether red, green and blue are so similar that people call the colour grey."""
    parts = red_green_blue(colour)
    return max(parts) - min(parts) <= 8


def mix(colour: int, other: int, percent: int) -> int:
    """Mixes a colour with another one. ``percent`` is the share of the other one, so 0 leaves the colour as it is."""
    red, green, blue = (
        round(a + (b - a) * percent / 100) for a, b in zip(red_green_blue(colour), red_green_blue(other), strict=True)
    )
    return max(red << 16 | green << 8 | blue, BLACK)


def lit(colour: int, percent: int) -> int:
    """Mixes a colour with ``percent`` of white or, if ``percent`` is negative, with as much black."""
    return mix(colour, WHITE if percent > 0 else BLACK, abs(percent))


@cache
def luminance(colour: int) -> float:
    """How bright a colour appears, from 0 to 1.

    This is the relative luminance of the web accessibility guidelines (WCAG).
    """
    linear = (
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in red_green_blue(colour)
    )
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(colour: int, other: int) -> float:
    """The contrast of two colours, from 1 (equal) to 21 (black and white), as the WCAG define it."""
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(colour: int, ground: int, least: float) -> int:
    """Makes a colour readable on a background by moving it towards white or black, in steps of 5% until the contrast is
    at least ``least``.

    If no step is enough, the result is white or black.
    """
    away = WHITE if luminance(ground) < 0.18 else BLACK
    steps = (mix(colour, away, percent) for percent in range(0, 101, 5))
    return next((step for step in steps if contrast(step, ground) >= least), away)


def nearest(colour: int, taken: Collection[int] = ()) -> int:
    """The index of the colour among the 256 that looks most like a colour, except those in ``taken``. An index comes
    back unchanged.

    The first 16 are never chosen, because they look different in each terminal. The distance of colours is the
    approximation called redmean, which weights red and blue by how red both colours are.
    """
    if colour < INDEXED:
        return colour
    parts = red_green_blue(colour)
    around = [_two_nearest(part) for part in parts]
    cube = [16 + 36 * red + 6 * green + blue for red, green, blue in product(*around)]
    grey = min(max(round((sum(parts) / 3 - 8) / 10), 0), 23)
    greys = [232 + near for near in range(max(grey - 2, 0), min(grey + 3, 24))]
    return min((index for index in (*cube, *greys) if index not in taken), key=lambda index: _distance(parts, index))


@cache
def _two_nearest(part: int) -> tuple[int, int]:
    """The indices of the two values in ``_LEVELS`` that are nearest to a value from 0 to 255, the smaller index
    first.
    """
    first, second = sorted(range(6), key=lambda level: abs(_LEVELS[level] - part))[:2]
    return first, second


def _distance(parts: Parts, index: int) -> float:
    """How different a colour and an indexed colour look. Only comparisons of distances mean something."""
    other = red_green_blue(index)
    mean = (parts[0] + other[0]) / 2
    red, green, blue = (a - b for a, b in zip(parts, other, strict=True))
    return (2 + mean / 256) * red * red + 4 * green * green + (2 + (255 - mean) / 256) * blue * blue
