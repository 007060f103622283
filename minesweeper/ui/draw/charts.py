"""Charts of characters: a line of shares in Braille dots, or in stars where a terminal has none, and bars.

Tested in tests/ui/screens/test_stats.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from minesweeper.ui.draw.glyphs import DOTS, GlyphSet


def line_chart(shares: Sequence[float], width: int, height: int, glyphs: GlyphSet) -> list[str]:
    """Rows of characters that show shares from 0 to 1 from left to right; the line has no gaps."""
    if not shares or width < 1 or height < 1:
        return [""] * max(height, 0)
    across, down = (2, 4) if glyphs.braille else (1, 1)
    cols, rows = width * across, height * down
    masks = [[0] * width for _ in range(height)]
    before = None
    for col in range(cols):
        share = shares[(2 * col + 1) * len(shares) // (2 * cols)]
        row = min(int((1 - share) * rows), rows - 1)
        # From the last point to this one, so that steep stretches are lines and not lone dots.
        start = row if before is None else before + (row > before) - (row < before)
        for step in range(min(start, row), max(start, row) + 1):
            masks[step // down][col // across] |= DOTS[step % down][col % across] if glyphs.braille else 1
        before = row
    return ["".join(glyphs.dots(mask, "*") for mask in row) for row in masks]


def bar_length(count: int, most: int, width: int) -> int:
    """How long the bar of a count is, the largest filling the width; what is not nothing has at least one."""
    if count <= 0 or most <= 0:
        return 0
    return max(1, min(width, (2 * count * width + most) // (2 * most)))
