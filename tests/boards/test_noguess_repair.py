"""Repair on its own: what it may change, and that its result is always a board that logic finishes."""

from __future__ import annotations

import pytest

from minesweeper.boards.deal import RandomStream, choose_mines, clear_zone
from minesweeper.boards.layout import Layout
from minesweeper.boards.noguess import Playout, repair
from minesweeper.core.boardspec import BoardSpec, read_spec
from minesweeper.core.cells import CellSet
from minesweeper.solvers.deduction import run_to_end
from tests.boards.test_noguess import is_won_by_analysis


def repaired(spec: BoardSpec, first: int, seed: str) -> tuple[CellSet, CellSet | None]:
    """The mines that were dealt, and those that were made of them."""
    stream = RandomStream(seed)
    mines = choose_mines(stream, spec, first)
    return mines, run_to_end(repair(spec.grid, mines, first, clear_zone(spec.grid, first), stream))


@pytest.mark.parametrize(
    ("text", "first", "count"),
    [("5x5/1", 0, 60), ("6x1/1", 0, 40), ("5x4/5", 0, 40), ("7x7/16", 24, 15), ("6x6/14", 0, 15), ("12x3/9", 0, 20)],
)
def test_the_result_is_a_no_guess_board_of_the_same_kind(text: str, first: int, count: int) -> None:
    spec = read_spec(text)
    clear = clear_zone(spec.grid, first)
    found = 0
    for number in range(count):
        dealt, mines = repaired(spec, first, f"small {number}")
        if mines is None:
            continue
        found += 1
        assert mines.bit_count() == spec.mines
        assert mines & clear == dealt & clear
        assert is_won_by_analysis(Layout(spec.grid, mines), first)
        assert not Playout(spec.grid, mines, first).is_won
    assert found


def test_a_layout_without_guesses_is_left_as_it_is() -> None:
    spec, first = read_spec("30x16/60"), 93
    kept = sum(dealt == mines for dealt, mines in (repaired(spec, first, f"easy {number}") for number in range(20)))
    assert kept > 10


def test_a_layout_that_can_not_be_repaired_is_given_up() -> None:
    """On a board of one row logic never gets past a mine that leaves the mine total open."""
    spec = read_spec("40x1/20")
    assert all(repaired(spec, 0, f"hopeless {number}")[1] is None for number in range(3))
