"""A writer of .mine files, which the program only reads."""

from __future__ import annotations

from minesweeper.boards.layout import Layout
from minesweeper.core.cells import cells_with_number
from minesweeper.core.textboard import FLAG, QUESTION, draw_text_board
from minesweeper.play.game import Game

_HIDDEN_SAFE, _HIDDEN_MINE = "H", "M"


def to_mine(game: Game, layout: Layout) -> str:
    """The text of a .mine file of a game on that layout; marks on safe cells are left out, for it has none."""
    layers = [(cells_with_number(layout.numbers, clue, game.opened), str(clue)) for clue in range(9)]
    marks = [
        (layout.mines, _HIDDEN_MINE),
        (layout.mines & game.flags, FLAG),
        (layout.mines & game.questions, QUESTION),
    ]
    head = f"{game.grid.width}x{game.grid.height}x{layout.mine_count}"
    return f"{head}\n{draw_text_board(game.grid, [*layers, *marks], _HIDDEN_SAFE)}\n"
