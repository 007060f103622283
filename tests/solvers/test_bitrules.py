"""The rules for single clues and pairs of clues on the whole board, compared with plain loops."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings

from minesweeper.core.cells import CellSet, cells_of, number_at, to_cell_set
from minesweeper.core.position import Position
from minesweeper.solvers.bitrules import (
    clues_out_of_reach,
    missing_mines,
    sweep_one_clue,
    sweep_two_clues,
)
from tests.solvers.brute_force import clue_pairs, lay_mines, neighbours_by_loops
from tests.strategies import wide_positions
from tests.tools.cell_boards import assert_same_cells

Constraint = tuple[set[int], int]


def constraints_by_loops(position: Position, mined: CellSet, safe: CellSet) -> list[Constraint]:
    """For each clue, its unknown cells and the number of mines among them."""
    results = []
    for cell, clue in clue_pairs(position):
        beside = [c for c in neighbours_by_loops(position.grid, cell) if position.hidden >> c & 1]
        unknown = {c for c in beside if not (mined | safe) >> c & 1}
        if unknown:
            results.append((unknown, clue - sum(mined >> c & 1 for c in beside)))
    return results


def decided_by_loops(constraints: list[Constraint]) -> tuple[set[int], set[int]]:
    """The cells that are safe, and those that are mines, in every way to meet all the constraints together."""
    cells = sorted(set().union(*(cells for cells, _ in constraints)))
    ways = [set(cells_of(mines)) for mines in lay_mines(cells, [(to_cell_set(own), n) for own, n in constraints])]
    return set(cells) - set().union(*ways), set(cells).intersection(*ways)


@given(wide_positions())
def test_a_sweep_of_single_clues_agrees_with_loops_over_the_clues(position: Position) -> None:
    grid, opened, clues = position.grid, position.opened, position.clues
    safe, mined = sweep_one_clue(grid, opened, clues, 0, position.hidden)
    expected_mined: set[int] = set()
    for cells, mines in constraints_by_loops(position, 0, 0):
        if len(cells) == mines:
            expected_mined |= cells
    expected_safe: set[int] = set()
    for cells, mines in constraints_by_loops(position, to_cell_set(expected_mined), 0):
        if mines == 0:
            expected_safe |= cells
    assert_same_cells(grid, mined, to_cell_set(expected_mined))
    assert_same_cells(grid, safe, to_cell_set(expected_safe))


@settings(max_examples=50)
@given(wide_positions(max_side=6))
def test_a_sweep_of_pairs_proves_all_that_two_clues_can_prove(position: Position) -> None:
    grid, opened, clues = position.grid, position.opened, position.clues
    safe = mined = 0
    while True:
        unknown = position.hidden & ~(safe | mined)
        more_safe, more_mined = sweep_one_clue(grid, opened, clues, mined, unknown)
        if not more_safe and not more_mined:
            break
        safe |= more_safe
        mined |= more_mined
    missing, over = missing_mines(grid, opened, clues, mined)
    assert not over
    found_safe = found_mined = 0
    for some_safe, some_mined in sweep_two_clues(grid, missing, opened & grid.spread(unknown), unknown):
        found_safe |= some_safe
        found_mined |= some_mined
    expected_safe: set[int] = set()
    expected_mined: set[int] = set()
    for one, other in combinations(constraints_by_loops(position, mined, safe), 2):
        if one[0] & other[0]:
            free, full = decided_by_loops([one, other])
            expected_safe |= free
            expected_mined |= full
    assert set(cells_of(found_safe)) == expected_safe
    assert set(cells_of(found_mined)) == expected_mined


@given(wide_positions())
def test_clues_with_too_many_or_few_mines_agree_with_plain_loops(position: Position) -> None:
    some = position.hidden & 0x5A5A_A5A5_3C3C_5A5A_C3C3
    missing, over = missing_mines(position.grid, position.opened, position.clues, some)
    short = clues_out_of_reach(position.grid, position.opened, position.clues, some)
    for cell, clue in clue_pairs(position):
        known = sum(some >> c & 1 for c in neighbours_by_loops(position.grid, cell))
        assert over >> cell & 1 == (known > clue)
        assert short >> cell & 1 == (known < clue)
        if known <= clue:
            assert number_at(missing, cell) == clue - known
    assert (over | short) & position.hidden == 0
