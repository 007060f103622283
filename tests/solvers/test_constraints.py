"""Clues as constraints: numbered cells, clues that see the same cells, and cells that the same clues see."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.cells import cells_of
from minesweeper.solvers.constraints import Numbering, group_cells, link, without_twins
from minesweeper.solvers.deduction import Contradiction


@given(st.lists(st.lists(st.integers(0, 20))), st.lists(st.integers(0, 20), unique=True))
def test_cells_are_numbered_in_the_order_in_which_they_are_met(met: list[list[int]], first: list[int]) -> None:
    numbering = Numbering(first)
    for cells in met:
        numbers = cells_of(numbering.to_numbers(cells))
        assert {numbering.cells[number] for number in numbers} == set(cells)
    assert numbering.cells == list(dict.fromkeys([*first, *(cell for cells in met for cell in cells)]))


def test_of_clues_that_see_the_same_cells_the_first_is_kept() -> None:
    kept, twins = without_twins([(7, 1, 0b011), (5, 2, 0b111), (2, 1, 0b011), (9, 1, 0b011)])
    assert kept == {0b011: (7, 1), 0b111: (5, 2)}
    assert twins == {7: [2, 9]}


def test_clues_that_see_the_same_cells_and_disagree_are_named() -> None:
    with pytest.raises(Contradiction, match="the same cells") as caught:
        without_twins([(7, 1, 0b011), (5, 2, 0b111), (2, 2, 0b011)])
    assert caught.value.clues == 1 << 7 | 1 << 2


def test_a_group_is_the_cells_that_the_same_clues_see() -> None:
    assert group_cells([4, 1, 3, 9], ["ab", "a", "ab", ""]) == {"ab": [4, 3], "a": [1], "": [9]}


def test_linked_clues_and_their_groups_make_one_component_with_the_twins_among_its_clues() -> None:
    first, second = link([(1, 1, (0, 1, 2)), (2, 1, (2, 3)), (3, 1, (8, 9)), (4, 1, (2, 3))]).components()
    assert (set(first.clues), set(first.groups)) == ({1, 2, 4}, {(0, 1), (2,), (3,)})
    assert dict(zip(first.groups, first.seen_by, strict=True))[(2,)] == (1, 2)
    assert (first.constraints[1], first.constraints[2]) == ((1, 3), (1, 2))
    assert (second.clues, second.groups) == ((3,), ((8, 9),))
