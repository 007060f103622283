"""A corner of a board in a frame: the preview of a saved game. Tested in tests/ui/screens/test_saved.py."""

from __future__ import annotations

from minesweeper.play.game import Game
from minesweeper.storage.settings import Settings
from minesweeper.ui.draw.board import BoardPicture, draw_board
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, Rect, View, arrange
from minesweeper.ui.draw.glyphs import Looks

CORNER_ROWS, CORNER_COLS = 7, 8
"""So many tiles are shown, if the board has them."""
_MOST_CELLS = 10_000
"""Of a board of more cells only the corners are looked at: that happens with every frame."""


def lay_corner(game: Game, top: int, right: int) -> Geometry:
    """Where the corner stands: its first row, and the column after its last."""
    whole = arrange(CORNER_ROWS + 20, 2 * CORNER_COLS + 60, game.grid.width, game.grid.height, "2x1")
    rows, cols = min(CORNER_ROWS, game.grid.height), min(CORNER_COLS, game.grid.width)
    # What the frame has beside and above its tiles is the geometry's business.
    height = rows + whole.frame.height - whole.view_rows
    width = 2 * cols + whole.frame.width - 2 * whole.view_cols
    return whole._replace(frame=Rect(top, right - width, height, width), view_rows=rows, view_cols=cols)


def draw_corner(canvas: Canvas, geometry: Geometry, game: Game, settings: Settings, looks: Looks) -> None:
    """Draws the corner in which most happens; if nothing does in any, another part of the board."""
    bottom, right = game.grid.height - geometry.view_rows, game.grid.width - geometry.view_cols
    views = [View(row, col) for row in (0, bottom) for col in (0, right)]
    if game.grid.size <= _MOST_CELLS and not any(_life(game, geometry, view) for view in views):
        views += [View(row, col) for row in range(0, bottom, 3) for col in range(0, right, 3)]
    view = max(views, key=lambda view: _life(game, geometry, view))
    draw_board(canvas, geometry, BoardPicture(game, view, None), settings, looks)


def _life(game: Game, geometry: Geometry, view: View) -> int:
    """How much there is to be seen in a view: cells that are open, or those that are not if they are fewer."""
    width, mask = game.grid.width, (1 << geometry.view_cols) - 1
    rows = range(view.row, view.row + geometry.view_rows)
    opened = sum((game.opened >> (row * width + view.col) & mask).bit_count() for row in rows)
    return min(opened, geometry.view_rows * geometry.view_cols - opened)
