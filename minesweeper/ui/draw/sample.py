"""A small board in play that shows a theme and its glyphs while one chooses them.

Tested in tests/ui/screens/test_settings_sample.py.
"""

from __future__ import annotations

from functools import cache

from minesweeper.boards.layout import read_layout
from minesweeper.play.game import Game
from minesweeper.storage.settings import Settings
from minesweeper.ui.draw.board import BoardPicture, draw_board
from minesweeper.ui.draw.canvas import Canvas
from minesweeper.ui.draw.geometry import Geometry, Rect, View
from minesweeper.ui.draw.glyphs import Looks

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
ROWS, COLS = 6, 8
HEIGHT, WIDTH = ROWS + 2, 2 * COLS + 4


@cache
def _game() -> Game:
    """Numbers of all kinds, done and not, flags, and hidden cells."""
    layout = read_layout(_MINES.strip())
    game = Game(layout.grid, layout.mine_count).with_layout(layout).open_cells(1 << 0 | 1 << 7)
    for cell in _FLAGS:
        game = game._replace(flags=game.flags | 1 << cell)
    return game.open_cells(1 << 18 | 1 << 19 | 1 << 20 | 1 << 26 | 1 << 28)


def draw_sample(canvas: Canvas, top: int, left: int, settings: Settings, looks: Looks) -> None:
    """Draws the board in its frame, HEIGHT x WIDTH."""
    frame = Rect(top, left, HEIGHT, WIDTH)
    geometry = Geometry(True, canvas.rows, canvas.cols, ROWS, COLS, 1, 2, frame, ROWS, COLS, frame, pad=1)
    draw_board(canvas, geometry, BoardPicture(_game(), View(), _CURSOR), settings, looks)
