"""A layout played by logic gets exactly as far as listing all layouts gets it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from minesweeper.boards import noguess
from minesweeper.boards.layout import Layout, read_layout
from minesweeper.boards.noguess import Playout
from minesweeper.core.boardspec import read_spec
from minesweeper.core.cells import cells_of
from minesweeper.solvers.deduction import run_to_end
from tests.solvers.brute_force import every_layout, opened_by_listing


@contextmanager
def every_board_is_large(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(noguess, "LARGE", 0)
        yield


def play(layout: Layout, first: int) -> Playout:
    game = Playout(layout.grid, layout.mines, first)
    assert run_to_end(game.run()) == game.is_won
    return game


@pytest.mark.parametrize("text", ["4x4/3", "3x4/4", "5x2/4", "9x1/3", "3x3/6"])
def test_it_opens_what_listing_all_layouts_opens(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for layout in every_layout(read_spec(text))[::3]:
        for first in cells_of(layout.safe)[::3]:
            opened = opened_by_listing(layout, first)
            assert play(layout, first).opened == opened
            with every_board_is_large(monkeypatch):
                assert play(layout, first).opened == opened


def test_a_board_that_the_first_cell_wins_is_won_before_it_is_played() -> None:
    layout = read_layout("...\n...\n..*")
    assert Playout(layout.grid, layout.mines, 0).is_won
    assert not Playout(layout.grid, layout.mines, 7).is_won


def test_the_mine_total_decides_cells_that_no_clue_sees() -> None:
    assert play(read_layout(".*..\n**..\n....\n...."), 15).is_won


def test_mines_of_a_window_are_dealt_again_and_the_rest_is_kept() -> None:
    layout = read_layout("......\n......\n.....*\n***...\n.*....\n*.....")
    game = play(layout, 0)
    assert not game.is_won
    window = layout.grid.rectangle(3, 0, 3, 3)
    outside = game.opened & ~window
    game.redeal(window, layout.grid.rectangle(5, 0, 1, 3))
    assert (game.mines & window).bit_count() == 3
    assert game.opened == outside
    assert not game.mined & window
    assert run_to_end(game.run())
    assert game.opened == game.safe
