"""The cells with the lowest odds, which the overlay highlights in green if the player has to guess."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings

from minesweeper.boards.layout import read_layout
from minesweeper.core.cells import cells_of
from minesweeper.play.game import Game
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.ui.draw.odds import lowest_risks
from tests.strategies import begun_games


def lowest(board: str, opened: int = 0) -> list[int]:
    layout = read_layout(board)
    game = Game(layout.grid, layout.mine_count).with_layout(layout).open_cell(opened)
    return cells_of(lowest_risks(run_to_end(analyse(game.position)), game))


def test_all_cells_with_the_lowest_odds_are_highlighted() -> None:
    assert lowest("..\n11\n*.") == [4, 5], "both cells have equal odds"


def test_no_odds_are_highlighted_while_a_cell_is_provably_safe() -> None:
    assert lowest("...\n111\n.*.") == []


def test_no_odds_are_highlighted_while_the_interior_is_safer() -> None:
    assert lowest("1*\n..") == [1, 2, 3]
    assert lowest("2*..\n*...\n....\n...*") == [], "the interior has lower odds than the frontier"


@settings(max_examples=60)
@given(begun_games(6))
def test_highlighted_odds_are_the_lowest_of_the_frontier(game: Game) -> None:
    analysis = run_to_end(analyse(game.position))
    frontier = cells_of(game.position.frontier & ~analysis.mined)
    risks = {cell: Fraction(*analysis.odds(cell)) for cell in frontier}
    inside = analysis.interior_odds
    is_beaten = inside is not None and bool(risks) and Fraction(*inside) < min(risks.values())
    must_guess = not (analysis.safe & game.hidden or is_beaten)
    assert cells_of(lowest_risks(analysis, game)) == [
        cell for cell in frontier if must_guess and risks[cell] == min(risks.values())
    ]
