"""The small map of a board that is larger than the screen.

It shows a dot for each block of cells in which there is still something to do, and which part of the board is in view.
A click on the map scrolls there.

Tested in tests/ui/game/test_cursor.py.
"""

from __future__ import annotations

from functools import lru_cache

from minesweeper.core.cells import CellSet, Grid
from minesweeper.play.game import Game
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, Rect, View
from minesweeper.ui.draw.glyphs import GlyphSet, TerminalLooks

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot in the code of a Braille character, by row and column."""
MAP_TOP = 12
"""How many rows of the panel are above the map."""
MAP_ROWS = 8


def map_place(geometry: Geometry) -> Rect:
    """Where the map stands with its frame. Its height is 0 if the screen has no room for it."""
    panel = geometry.right_panel
    if panel is None or panel.height < MAP_TOP + 4:
        return Rect(0, 0, 0, 0)
    height = min(MAP_ROWS + 2, panel.height - MAP_TOP)
    return Rect(panel.top + MAP_TOP, panel.left, height, panel.width)


def draw_minimap(canvas: Canvas, place: Rect, game: Game, geometry: Geometry, view: View, looks: TerminalLooks) -> None:
    """Draws the map, with a dot for each block of cells in which some hidden cell has no flag."""
    if not place.height:
        return
    rows, cols = place.height - 2, place.width - 2
    dots = _dots(game.grid, game.hidden & ~game.flags, rows * 4, cols * 2)
    # These are the rows and columns of the map that the view covers.
    top, left = view.row * rows // geometry.board_rows, view.col * cols // geometry.board_cols
    bottom = (view.row + geometry.view_rows - 1) * rows // geometry.board_rows
    right = (view.col + geometry.view_cols - 1) * cols // geometry.board_cols
    looks.frame.draw(canvas, place)
    for row in range(rows):
        pieces = []
        for col in range(cols):
            mask = sum(_DOTS[r][c] for r in range(4) for c in range(2) if dots[row * 4 + r] >> (col * 2 + c) & 1)
            inside = top <= row <= bottom and left <= col <= right
            pieces.append((dot_character(mask, looks.glyphs), "selected" if inside else "text"))
        canvas.write_pieces(place.top + 1 + row, place.left + 1, pieces)


def dot_character(mask: int, glyphs: GlyphSet) -> str:
    """The Braille character with these dots. Glyphs without Braille show ``#`` if any dot is set."""
    if not mask:
        return " "
    return chr(0x2800 + mask) if glyphs.braille else "#"


@lru_cache(maxsize=2)
def _dots(grid: Grid, todo: CellSet, dot_rows: int, dot_cols: int) -> list[int]:
    """For each row of dots, an integer whose bits are the dots to show. ``todo`` are the cells that still need work."""
    blocks = [_block(dot_col, dot_cols, grid.width) for dot_col in range(dot_cols)]
    columns = [(1 << dot_col, ((1 << (end - start)) - 1) << start) for dot_col, (start, end) in enumerate(blocks)]
    result = []
    for dot_row in range(dot_rows):
        first, last = _block(dot_row, dot_rows, grid.height)
        row_bits = 0
        for row in range(first, last):
            row_bits |= grid.row_bits(todo, row)
        result.append(sum(bit for bit, cells in columns if row_bits & cells))
    return result


def _block(index: int, parts: int, length: int) -> tuple[int, int]:
    """The range of rows or columns that a dot stands for. It has at least one, so that small boards have dots too."""
    first = min(index * length // parts, length - 1)
    return first, max(first + 1, (index + 1) * length // parts)


def view_at(place: Rect, geometry: Geometry, row: int, col: int) -> View | None:
    """The view to show after a click on the map, with the clicked place in its middle, or None beside the map."""
    inner = Rect(place.top + 1, place.left + 1, place.height - 2, place.width - 2)
    if not place.height or not inner.holds(row, col):
        return None
    board_row = (row - inner.top) * geometry.board_rows // inner.height
    board_col = (col - inner.left) * geometry.board_cols // inner.width
    return geometry.clamp(View(board_row - geometry.view_rows // 2, board_col - geometry.view_cols // 2))
