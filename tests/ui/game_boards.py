"""Boards for tests of the game screen, and helpers that read the marks on them."""

from __future__ import annotations

from minesweeper.core.boardspec import FAIR, BoardSpec
from minesweeper.play.session import new_session
from minesweeper.ui.base.model import Model
from minesweeper.ui.draw.tiles import Marks
from minesweeper.ui.game.game_draw import marks_of as marks_on
from tests.ui.driving import board, start, state_of

SMALL = """
*1...
11.11
...1*
"""

BEGINNER = """
12211**1.
1**11221.
1221.111.
.....1*1.
.....111.
111111...
2*21*1...
3*2111111
*21...1*1
"""

OPEN_MIDDLE = """
*...*
.*...
.....
...*.
**..*
"""

CHOICES = """
...1*1
11.233
*213**
12*3**
.11222
"""
"""After the first cell is opened, two guesses are equally good and others worse. The last of these is the safest."""


def game(picture_text: str = SMALL, **kwargs: object) -> Model:
    return start(board(picture_text), **kwargs)  # type: ignore[arg-type]


def fair_game(**kwargs: object) -> Model:
    """A fair 2x2 board with its first cell open. Its mine may be in any other cell, so nothing can be proved."""
    session = new_session(BoardSpec(2, 2, 1), "custom", "1", board_type=FAIR)
    return start(session.open_cell(0), **kwargs)  # type: ignore[arg-type]


def marks_of(model: Model) -> Marks:
    """All marks that the game screen draws on the board."""
    return marks_on(state_of(model), state_of(model).view())


def veiled(model: Model) -> int:
    """How many opened cells still look hidden, because a cascade hasn't reached them yet."""
    return marks_of(model).veiled.bit_count()
