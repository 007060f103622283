"""Draws signs such as a mine in sentences as they look on the board, so that the player sees which cell is meant.

Loaded with the first such sentence. Tested in tests/ui/game/test_end_mode.py and tests/ui/game/test_tip_mode.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Rect
from minesweeper.ui.draw.glyphs import Piece, TerminalLooks, Tile

PlacedLine: TypeAlias = "tuple[int, int, str, str]"
"""A line of a message: its screen row and column, its text and its style."""


@lru_cache(maxsize=4)
def signs_of(looks: TerminalLooks, *, is_over: bool = False) -> tuple[Piece, ...]:
    """The signs that sentences use for cells, each with its style on the board. After a loss (``is_over``), other signs
    stand for safe cells and mines.

    Empty on a terminal without colours. There the sign is a character like any other, and its attributes, such as an
    underline, would only make the sentence harder to read.
    """
    if not looks.colours:
        return ()
    glyphs = looks.glyphs
    playing = (Tile.SAFE, Tile.DANGER, Tile.FLAG_DISPROVED, Tile.PROPOSAL, Tile.PROPOSAL_DISPROVED)
    tiles = (Tile.MISSED, Tile.MINE, Tile.FLAG_WRONG, Tile.BOOM) if is_over else playing
    signs = [(text.removeprefix(glyphs.pointer).strip(), style) for text, style in map(glyphs.piece, tiles)]
    guess, guess_style = glyphs.piece(Tile.GUESS)
    clues = [glyphs.piece(Tile.VIOLATED, clue) for clue in range(1, 9)]
    return (*signs, (guess[0], guess_style), *clues)


def column_below(frame: Rect, longest: str) -> int | None:
    """The column where the lines of a message begin if each of them explains a sign. It lies below the first cell of
    the board, so that the signs look like cells.

    Returns None if the longest line is wider than the board. The lines are centred then.
    """
    return frame.left + 3 if len(longest) <= frame.width - 5 else None


def draw_signs(canvas: Canvas, lines: Iterable[PlacedLine], signs: Iterable[Piece]) -> None:
    """Draws the signs in the lines of a message as they look on the board. A sign counts only if it is a word of its
    own.

    If a sign begins a line, the blank before it is drawn in its style too, so that it has the shape of a cell.
    """
    for (row, col, text, _), (sign, style) in product(lines, signs):
        at = text.find(sign)
        while at >= 0:
            after = text[at + len(sign) :][:1]
            if text[:at][-1:] in ("", " ") and after in ("", *" ,:."):
                blank = " " if at == 0 < col and len(sign) == 1 else ""
                canvas.write(row, col + at - len(blank), f"{blank}{sign}", style)
            at = text.find(sign, at + len(sign))
