"""Colours as numbers: mixing them, their contrast, and the nearest of the 256 that most terminals have.

A colour is an index if it is below 256, otherwise red, green and blue in one number, such as 0x6cb6ff. This is how
curses takes both. The blues below 0x000100 would be indices, so the darkest 24-bit colour is 0x000100.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from itertools import product

BLACK, WHITE = 0x000100, 0xFFFFFF
DIRECT_COLOURS = 1 << 24
INDEXED = 256
"""The number of indexed colours. The first 16 of them are the terminal's own choice."""
_LEVELS = (0, 95, 135, 175, 215, 255)
"""The parts of the indices 16 to 231, a cube of six levels each. The greys follow, from 8 in steps of 10."""
GREYS = frozenset((*range(232, 256), *range(16, 232, 43)))
"""The indices of black, white and what lies between."""
Parts = tuple[int, int, int]


def from_hex(text: str) -> int:
    """Reads a colour such as ``6cb6ff``."""
    return max(int(text, 16), BLACK)


def red_green_blue(colour: int) -> Parts:
    """Red, green and blue of a colour. For one of the first 16 indices, it is the usual choice of terminals."""
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
    """Whether a colour has so little hue that nobody would call it one."""
    parts = red_green_blue(colour)
    return max(parts) - min(parts) <= 8


def mix(colour: int, other: int, percent: int) -> int:
    """Mixes a colour with so many percent of another one."""
    red, green, blue = (
        round(a + (b - a) * percent / 100) for a, b in zip(red_green_blue(colour), red_green_blue(other), strict=True)
    )
    return max(red << 16 | green << 8 | blue, BLACK)


def lit(colour: int, percent: int) -> int:
    """Mixes a colour with white, or with black if the percentage is negative."""
    return mix(colour, WHITE if percent > 0 else BLACK, abs(percent))


@cache
def luminance(colour: int) -> float:
    """The relative luminance of the web accessibility guidelines (WCAG), from 0 to 1."""
    linear = (
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in red_green_blue(colour)
    )
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(colour: int, other: int) -> float:
    """The contrast of two colours by WCAG, from 1 to 21."""
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(colour: int, ground: int, least: float) -> int:
    """Moves a colour away from its ground, towards white or black, in steps of 5% until their contrast is enough."""
    away = WHITE if luminance(ground) < 0.18 else BLACK
    steps = (mix(colour, away, percent) for percent in range(0, 101, 5))
    return next((step for step in steps if contrast(step, ground) >= least), away)


def nearest(colour: int, taken: Collection[int] = ()) -> int:
    """The index of the 256 colours that looks most like a colour, and isn't one of those already taken.

    The first 16 are never used, because every terminal chooses them for itself. The distance is the low-cost
    approximation called redmean, which weighs red and blue by how red both colours are.
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
    first, second = sorted(range(6), key=lambda level: abs(_LEVELS[level] - part))[:2]
    return first, second


def _distance(parts: Parts, index: int) -> float:
    other = red_green_blue(index)
    mean = (parts[0] + other[0]) / 2
    red, green, blue = (a - b for a, b in zip(parts, other, strict=True))
    return (2 + mean / 256) * red * red + 4 * green * green + (2 + (255 - mean) / 256) * blue * blue
