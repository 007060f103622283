"""Unlock opens only safe cells and no more than needed."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.boards.layout import read_layout
from minesweeper.core.cells import cells_of, contains
from minesweeper.play.game import Game, Phase
from minesweeper.play.unlock import unlock, unlock_sentence
from minesweeper.solvers import exact
from minesweeper.solvers.deduction import run_to_end
from tests.strategies import games


def start(picture: str, *opened: tuple[int, int]) -> Game:
    """A game on a layout whose rows stand side by side, with some cells opened."""
    layout = read_layout("\n".join(picture.split()))
    game = Game(layout.grid, layout.mine_count, layout)
    for row, col in opened:
        game = game.open_cell(layout.grid.cell(row, col))
    return game


@settings(max_examples=60)
@given(games(max_side=6), st.integers(0, 35))
def test_unlock_opens_no_mine_and_makes_a_move_provable(game: Game, near: int) -> None:
    result = run_to_end(unlock(game, near % game.grid.size))
    assert not result.game.exploded
    if game.phase is not Phase.PLAYING or run_to_end(exact.ExactSolver().certain(game.position))[0]:
        assert result.game is game
        assert result.cells == ()
        return
    assert result.cells
    assert result.game.is_over or run_to_end(exact.ExactSolver().certain(result.game.position))[0]
    assert game.opened & ~result.game.opened == 0
    for cell in result.cells:
        check_choice(game, cell)
        game = opened_by_force(game, cell)
    assert game == result.game


def opened_by_force(game: Game, cell: int) -> Game:
    return (game.flag(cell) if contains(game.flags, cell) else game).open_cell(cell)


def check_choice(game: Game, cell: int) -> None:
    """Checks that the cell makes a move provable or ends the game, or that no cell does and none opens more."""
    assert game.layout is not None
    outcomes = {other: opened_by_force(game, other) for other in cells_of(game.hidden & game.layout.safe)}
    helps = {
        other
        for other, after in outcomes.items()
        if after.is_over or run_to_end(exact.ExactSolver().certain(after.position))[0]
    }
    most = max(after.opened.bit_count() for after in outcomes.values())
    assert cell in helps if helps else outcomes[cell].opened.bit_count() == most


def test_unlock_begins_with_the_cell_that_opens_most() -> None:
    game = start("2*2. 3*31 *4*2 *32*", (2, 1))
    result = run_to_end(unlock(game))
    assert [game.grid.row_col(cell) for cell in result.cells] == [(0, 3), (3, 1)]
    check_choice(game, result.cells[0])


def test_unlock_says_that_it_looked_at_the_mines() -> None:
    game = start("*1 11 ## 11 1*", (0, 1))
    result = run_to_end(unlock(game))
    row, col = game.grid.row_col(result.cells[0])
    assert unlock_sentence(result) == (
        f"Unlock looked at the mines and opened row {row + 1}, column {col + 1}. Now a move can be proved."
    )
    assert (
        unlock_sentence(run_to_end(unlock(result.game))) == "No need to unlock: a move can be proved. A tip shows it."
    )
