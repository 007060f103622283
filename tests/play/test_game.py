"""Mistakes of a caller of the game are refused. The rules themselves: tests/play/test_game_laws.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from minesweeper.boards.layout import read_layout
from minesweeper.core.cells import make_grid
from minesweeper.core.sizes import SizeError
from minesweeper.play.game import Game
from tests.core.test_position import Whole


def deal(picture: str) -> Game:
    """A new game on the layout of a text board."""
    layout = read_layout(picture)
    return Game(layout.grid, layout.mine_count).with_layout(layout)


MOVES: list[Callable[[Game, Any], object]] = [
    *(Game.open_cell, Game.flag, Game.chord, Game.finish_number, Game.flags_around, Game.clue),
    partial(Game.mark, question_marks=True),
]


@pytest.mark.parametrize("move", MOVES)
def test_a_move_on_a_cell_off_the_board_is_refused(move: Callable[[Game, Any], object]) -> None:
    game = deal("*1..").open_cell(1)
    for cell in (4, 999, -1, Whole(-3)):
        with pytest.raises(SizeError, match=r"^cell -?\d+ isn't on a 4x1 board. Use 0 to 3$"):
            move(game, cell)
    for other in ("1", 1.5, None):
        with pytest.raises(TypeError):
            move(game, other)
    assert move(game, Whole(1)) == move(game, 1)


def test_opening_a_cell_before_the_mines_are_dealt_raises_an_error() -> None:
    with pytest.raises(ValueError, match="mines must be dealt"):
        Game(make_grid(3, 3), 1).open_cell(0)


def test_the_clue_of_a_hidden_cell_is_never_revealed() -> None:
    game = deal("*1..").open_cell(1)
    assert game.clue(1) == 1
    with pytest.raises(ValueError, match="cell 2 is not opened"):
        game.clue(2)
    with pytest.raises(ValueError, match="cell 0 is not opened"):
        Game(make_grid(3, 2), 2).clue(0)
