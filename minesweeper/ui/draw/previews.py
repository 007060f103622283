"""Draws small boards outside of a game: the preview of a saved game, and a sample of a theme.

Tested in tests/ui/screens/test_saved.py and test_settings.py.
"""

from __future__ import annotations

from functools import cache

from minesweeper.boards.layout import read_layout
from minesweeper.play.game import Game
from minesweeper.storage.settings import Settings
from minesweeper.ui.draw.board import BoardPicture, draw_board
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, Rect, View, arrange
from minesweeper.ui.draw.glyphs import Looks

CORNER_ROWS, CORNER_COLS = 7, 8
"""The most tiles of a corner that are shown."""
_MOST_CELLS = 10_000
"""The most cells of a board that is searched beyond its corners, because every frame searches it."""


def lay_corner(game: Game, top: int, right: int) -> Geometry:
    """Lays out a corner of a board, given its first row and the column after its last."""
    whole = arrange(CORNER_ROWS + 20, 2 * CORNER_COLS + 60, game.grid.width, game.grid.height, "2x1")
    rows, cols = min(CORNER_ROWS, game.grid.height), min(CORNER_COLS, game.grid.width)
    # The geometry knows how much wider and higher than its tiles a frame is.
    height = rows + whole.frame.height - whole.view_rows
    width = 2 * cols + whole.frame.width - 2 * whole.view_cols
    return whole._replace(frame=Rect(top, right - width, height, width), view_rows=rows, view_cols=cols)


def draw_corner(canvas: Canvas, geometry: Geometry, game: Game, settings: Settings, looks: Looks) -> None:
    """Draws the corner in which most happens, or another part of the board if nothing happens in any."""
    bottom, right = game.grid.height - geometry.view_rows, game.grid.width - geometry.view_cols
    views = [View(row, col) for row in (0, bottom) for col in (0, right)]
    if game.grid.size <= _MOST_CELLS and not any(_life(game, geometry, view) for view in views):
        views += [View(row, col) for row in range(0, bottom, 3) for col in range(0, right, 3)]
    view = max(views, key=lambda view: _life(game, geometry, view))
    draw_board(canvas, geometry, BoardPicture(game, view, None), settings, looks)


def _life(game: Game, geometry: Geometry, view: View) -> int:
    """Counts the open or the hidden cells in a view, whichever are fewer: a measure of how much there is to see."""
    cells = game.grid.rectangle(view.row, view.col, geometry.view_rows, geometry.view_cols)
    return min((cells & game.opened).bit_count(), (cells & ~game.opened).bit_count())


_MINES = """
........
..*.....
.....*..
*..*....
..*.*...
*......*
"""
_FLAGS = (10, 21, 27)
_CURSOR = 3, 2
_ROWS, _COLS = 6, 8
SAMPLE_HEIGHT, SAMPLE_WIDTH = _ROWS + 2, 2 * _COLS + 4


@cache
def _sample_game() -> Game:
    """Makes a game with numbers of all kinds, done and not, flags, and hidden cells."""
    layout = read_layout(_MINES.strip())
    game = Game(layout.grid, layout.mine_count).with_layout(layout).open_cells(1 << 0 | 1 << 7)
    for cell in _FLAGS:
        game = game._replace(flags=game.flags | 1 << cell)
    return game.open_cells(1 << 18 | 1 << 19 | 1 << 20 | 1 << 26 | 1 << 28)


def draw_sample(canvas: Canvas, top: int, left: int, settings: Settings, looks: Looks) -> None:
    """Draws a small board in play, SAMPLE_HEIGHT x SAMPLE_WIDTH with its frame, to show a theme and its glyphs."""
    frame = Rect(top, left, SAMPLE_HEIGHT, SAMPLE_WIDTH)
    geometry = Geometry(True, canvas.rows, canvas.cols, _ROWS, _COLS, 1, 2, frame, _ROWS, _COLS, frame, pad=1)
    draw_board(canvas, geometry, BoardPicture(_sample_game(), View(), _CURSOR), settings, looks)
