"""Writes .mine files for tests. Minesweeper itself only reads them."""

from __future__ import annotations

from minesweeper.boards.layout import Layout
from minesweeper.core.cells import cells_with_number
from minesweeper.core.textboard import FLAG, QUESTION, draw_text_board
from minesweeper.play.game import Game

_HIDDEN_SAFE, _HIDDEN_MINE = "H", "M"


def to_mine(game: Game, layout: Layout) -> str:
    """Writes a game on the given layout as a .mine file.

    The format can't store marks on safe cells, so they are left out.
    """
    layers = [(cells_with_number(layout.numbers, clue, game.opened), str(clue)) for clue in range(9)]
    marks = [
        (layout.mines, _HIDDEN_MINE),
        (layout.mines & game.flags, FLAG),
        (layout.mines & game.questions, QUESTION),
    ]
    head = f"{game.grid.width}x{game.grid.height}x{layout.mine_count}"
    return f"{head}\n{draw_text_board(game.grid, [*layers, *marks], _HIDDEN_SAFE)}\n"
