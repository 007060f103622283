"""Search by assumptions: every deduction is compared with brute force. Proofs are tested in test_proof.py."""

from __future__ import annotations

from functools import partial, reduce
from operator import or_

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from minesweeper.core.cells import CellSet, to_cell_set
from minesweeper.core.position import Position, read_position
from minesweeper.solvers import assumptions, simple
from minesweeper.solvers.deduction import Deduction, Kind, run_to_end
from minesweeper.solvers.exact import WrongTotal
from tests.solvers.brute_force import is_proved, is_true, possible
from tests.solvers.test_simple import contradiction_in, doubtful_positions
from tests.strategies import cells, positions


def deduce(
    position: Position, depth: int = assumptions.DEPTH, near: int | None = None, tried: assumptions.Tried | None = None
) -> list[Deduction]:
    """All deductions of a search, without the pauses between them."""
    return [
        deduction
        for deduction in assumptions.deductions(position, depth, near=near, tried=tried)
        if deduction is not None
    ]


def together(results: list[Deduction]) -> tuple[CellSet, CellSet]:
    return reduce(or_, (one.safe for one in results), 0), reduce(or_, (one.mined for one in results), 0)


def check(position: Position, results: list[Deduction]) -> None:
    """Every deduction is true, proved by its clues, new, and uses only earlier ones and given mines."""
    known_safe, known_mined = 0, position.given
    for deduction in results:
        assert is_true(position, deduction)
        assert is_proved(position, deduction)
        assert deduction.safe | deduction.mined
        assert not (deduction.safe | deduction.mined) & (known_safe | known_mined)
        assert not deduction.assumes_safe & ~known_safe
        assert not deduction.assumes_mined & ~known_mined
        known_safe |= deduction.safe
        known_mined |= deduction.mined


# Boards as pictures


@pytest.mark.parametrize(
    ("picture", "mines", "depth", "kinds", "safe", "mined"),
    [
        pytest.param("#### 2#53 1###", 5, 1, [], [], [], id="one assumption isn't enough"),
        pytest.param("#### 2#53 1###", 5, 2, [Kind.ASSUMPTION] * 2, [0], [1], id="an assumption within another"),
        pytest.param(
            "#1.###", 1, 2, [Kind.ONE_CLUE, Kind.ONE_CLUE, Kind.MINE_TOTAL], [3, 4, 5], [0], id="no mine left"
        ),
        pytest.param("#1### #####", 1, 2, [Kind.MINE_TOTAL], [3, 4, 8, 9], [], id="clues need all mines left"),
    ],
)
def test_assumptions_find_the_expected_cells_at_each_depth(
    picture: str, mines: int, depth: int, kinds: list[Kind], safe: list[int], mined: list[int]
) -> None:
    position = read_position(picture.replace(" ", "\n"), mines)
    deductions = deduce(position, depth)
    check(position, deductions)
    assert [deduction.kind for deduction in deductions] == kinds
    assert together(deductions) == (to_cell_set(safe), to_cell_set(mined))


# Laws


@given(positions(max_side=4), st.integers(1, 3), st.data())
def test_every_deduction_agrees_with_brute_force(position: Position, depth: int, data: st.DataObject) -> None:
    check(position, deduce(position, depth, near=data.draw(st.none() | cells(position.grid))))


@given(positions(max_side=7), st.integers(0, 2))
def test_the_smart_solver_proves_all_cells_that_the_simple_one_proves(position: Position, depth: int) -> None:
    safe, mined = together(deduce(position, depth))
    simple_safe, simple_mined = run_to_end(simple.sweep(position))
    assert not simple_safe & ~safe
    assert not simple_mined & ~(mined | position.given)


@given(positions(max_side=6), st.data())
def test_cells_known_before_a_search_are_not_deduced_again(position: Position, data: st.DataObject) -> None:
    safe, mined = together(deduce(position))
    some = data.draw(st.integers(0, position.grid.all_cells))
    rest = [deduction for deduction in assumptions.deductions(position, 2, mined & some) if deduction is not None]
    assert together(rest) == (safe, mined & ~some)


@given(doubtful_positions(), st.integers(1, 2))
@example(read_position("##21\n#1##\n1###", mine_total=4), 1)
def test_a_contradiction_names_clues_that_no_layout_fits(position: Position, depth: int) -> None:
    error = contradiction_in(partial(deduce, position, depth))
    if isinstance(error, WrongTotal):
        assert possible(position).nothing_fits
    elif error is not None:
        assert possible(position, error.clues, with_total=False).nothing_fits


# Large boards and long runs


def test_assumptions_tried_at_one_depth_are_tried_again_deeper() -> None:
    position = read_position("####\n2#53\n1###", mine_total=5)
    tried: assumptions.Tried = set()
    assert deduce(position, 1, tried=tried) == []
    assert deduce(position, 2, tried=tried) == deduce(position, 2)


@settings(max_examples=60)
@given(position=positions(max_side=5))
# In this position, branches fail without a further assumption.
@example(position=read_position("#1#22\n#22##\n2####\n##3#2", mine_total=7))
def test_regions_cut_from_a_large_component_prove_nothing_false(position: Position) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assumptions, "_LARGEST", 6)
        patch.setattr(assumptions, "_CORE", 2)
        check(position, deduce(position))


@pytest.mark.parametrize(("near", "freed"), [(0, 2), (59, 57), (60, 2), (119, 57)])
def test_the_region_nearest_to_the_given_cell_is_searched_first(near: int, freed: int) -> None:
    position = read_position(f"{'#' * 60}\n11{'#' * 56}11", mine_total=20)
    first = deduce(position, near=near)[0]
    assert first.kind is Kind.ASSUMPTION
    assert first.safe == 1 << freed | 1 << freed + 60
