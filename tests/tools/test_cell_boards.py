"""Cell sets are drawn as boards, and assertions about cell sets draw the cells that differ."""

from __future__ import annotations

import pytest

from minesweeper.core.cells import make_grid
from tests.tools.cell_boards import assert_cells_apart, assert_cells_within, assert_same_cells, show

GRID = make_grid(4, 2)


def test_a_cell_set_is_drawn_in_rows_for_debugging() -> None:
    assert show(GRID, 0b1000_0101) == "x . x .\n. . . x"
    assert show(GRID, 0) == ". . . .\n. . . ."


def test_a_drawn_cell_set_reports_bits_outside_the_board() -> None:
    assert show(GRID, ~0b1) == ". x x x\nx x x x\nand bits outside the 4x2 board"
    assert show(GRID, 1 << 8) == ". . . .\n. . . .\nand bits outside the 4x2 board"


def test_a_drawn_cell_set_of_a_large_board_lists_its_first_cells() -> None:
    grid = make_grid(100, 100)
    assert show(grid, 1 << 205) == "x r3c6"
    assert show(grid, 0) == "no cell"
    assert show(grid, grid.all_cells).endswith(", x r1c20, ..")


def test_assert_same_cells_draws_extra_and_missing_cells() -> None:
    assert_same_cells(GRID, 0b11, 0b11)
    with pytest.raises(AssertionError) as error:
        assert_same_cells(GRID, 0b0000_0111, 0b0001_1001)
    assert str(error.value) == "2 cells too many (+), 2 cells missing (-):\nx + + -\n- . . ."


def test_assert_cells_within_draws_cells_that_are_not_allowed() -> None:
    assert_cells_within(GRID, 0b01, 0b11)
    with pytest.raises(AssertionError) as error:
        assert_cells_within(GRID, 0b0001_0011, 0b0011)
    assert str(error.value) == "1 cell (!) outside the allowed ones (o, x):\nx x . .\n! . . ."
    with pytest.raises(AssertionError, match="and bits outside the 4x2 board"):
        assert_cells_within(GRID, ~0, 0b11)


def test_assert_cells_apart_draws_the_cells_in_both_sets() -> None:
    assert_cells_apart(GRID, 0b01, 0b10)
    with pytest.raises(AssertionError) as error:
        assert_cells_apart(GRID, 0b011, 0b110)
    assert str(error.value) == "1 cell (!) in both sets (x, o):\nx ! o .\n. . . ."
