"""How the cursor marks a tile; the whole board is tested with the screens that show it."""

from __future__ import annotations

import pytest

from minesweeper.ui.draw.board import mark_tile
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.glyphs import Looks, Piece

COLOURS, FEW = Looks("ascii"), Looks("ascii", colours=16)


@pytest.mark.parametrize(
    ("tile", "beside", "looks", "picture"),
    [
        (" 3", None, COLOURS, " 3"),
        ("!3", None, COLOURS, "!3"),
        (" 3", None, FEW, "[3]"),
        (" 3", " 1", FEW, "[3]"),
        (" 3", "!1", FEW, "[3"),
        ("!3", " 1", FEW, "!3]"),
    ],
)
def test_the_cursor_hides_no_modifier(tile: str, beside: str | None, looks: Looks, picture: str) -> None:
    canvas = Canvas(2, 8)
    neighbour: Piece | None = None if beside is None else (beside, "hidden")
    mark_tile(canvas, 0, 0, (tile, "n3 on opened"), looks, beside=neighbour)
    assert canvas.frame().lines == (((0, picture, "cursor.full"),), ())


@pytest.mark.parametrize(("looks", "picture"), [(COLOURS, "  3 "), (FEW, "[ 3]")])
def test_the_cursor_fills_a_large_tile(looks: Looks, picture: str) -> None:
    canvas = Canvas(2, 8)
    mark_tile(canvas, 0, 2, (" 3", "n3 on opened"), looks, large=True)
    assert canvas.frame().lines == (((2, picture, "cursor.full"),), ((2, "    ", "cursor.full"),))
