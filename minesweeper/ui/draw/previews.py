"""Draws a small board outside of a game, as the sample of a theme. Tested in tests/ui/screens/test_settings.py."""

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
