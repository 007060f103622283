"""The signs that sentences call cells by, drawn as they look on the board.

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
"""The row and the column of a line, its text and its style."""


@lru_cache(maxsize=4)
def signs_of(looks: TerminalLooks, *, is_over: bool = False) -> tuple[Piece, ...]:
    """Returns the signs that sentences call cells by, in the styles that they have on the board.

    After a loss, a safe cell is one that the player missed. Without colours a sentence needs none: its signs are
    characters, and attributes such as an underline would make them another word.
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
    """The column below the first cell of a board where lines begin that explain a sign each.

    Returns None if the longest line is wider than the board. The lines are centred then.
    """
    return frame.left + 3 if len(longest) <= frame.width - 5 else None


def draw_signs(canvas: Canvas, lines: Iterable[PlacedLine], signs: Iterable[Piece]) -> None:
    """Draws the signs that stand in the lines of a message, as words of their own, as they look on the board.

    A sign that begins a line gets the blank before it too, and so the shape of a cell.
    """
    for (row, col, text, _), (sign, style) in product(lines, signs):
        at = text.find(sign)
        while at >= 0:
            after = text[at + len(sign) :][:1]
            if text[:at][-1:] in ("", " ") and after in ("", *" ,:."):
                blank = " " if at == 0 < col and len(sign) == 1 else ""
                canvas.write(row, col + at - len(blank), f"{blank}{sign}", style)
            at = text.find(sign, at + len(sign))
