"""Approximate counts of components that are too large: how close they are, and that they are marked as inexact."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.core.cells import cells_of, make_grid
from minesweeper.core.position import Position
from minesweeper.solvers import count_roughly, exact
from minesweeper.solvers.count_linear import THOROUGH, TooLarge
from minesweeper.solvers.count_roughly import cut_into_windows, weigh_roughly
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import ExactSolver, analyse
from minesweeper.solvers.mine_total import weigh
from tests.solvers.brute_force import make_position
from tests.solvers.test_constraints import components_of
from tests.solvers.test_mine_total import star
from tests.strategies import wide_positions
from tests.tools.cell_boards import assert_cells_within


@contextmanager
def every_component_is_cut(size: int) -> Iterator[None]:
    """Makes the solver cut each component into windows of so many constraints."""

    def refuse(*_: object) -> None:
        raise TooLarge

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact, "count_component", refuse)
        patch.setattr(count_roughly, "LONGEST_WINDOW", size)
        yield


@given(wide_positions(), st.integers(1, 8))
def test_windows_of_a_component_are_small_and_count_groups_once(position: Position, size: int) -> None:
    for component in components_of(position):
        windows = list(cut_into_windows(component, size))
        spoken_for = [window.groups[number] for window, owned in windows for number in owned]
        assert sorted(spoken_for) == sorted(component.groups)
        assert all(len(window.clues) <= size for window, _ in windows)


@settings(max_examples=100, deadline=None)
@given(wide_positions(), st.integers(1, 8))
def test_windows_of_a_component_prove_only_what_is_certain(position: Position, size: int) -> None:
    truth = run_to_end(analyse(position))
    with every_component_is_cut(size):
        rough = run_to_end(analyse(position))
        safe, mined = run_to_end(ExactSolver(effort=THOROUGH).certain(position))
    assert_cells_within(position.grid, rough.safe | safe, truth.safe)
    assert_cells_within(position.grid, rough.mined | mined, truth.mined)
    assert rough.is_exact == (not rough.parts)
    for cell in cells_of(position.hidden & ~(rough.safe | rough.mined)):
        risk, layouts = rough.odds(cell)
        assert 0 < risk < layouts


def test_approximate_odds_are_marked_and_near_the_exact_ones() -> None:
    clues = [(row * 30 + col, 1) for row in range(1, 15, 4) for col in range(1, 29, 4)]
    position = make_position(make_grid(30, 16), clues, 60)
    truth = run_to_end(analyse(position))
    rough = run_to_end(analyse(position, effort=THOROUGH._replace(weighing=0)))
    assert truth.is_exact
    assert not rough.is_exact
    assert rough.layouts is None
    assert rough.magnitude == pytest.approx(truth.magnitude, abs=0.01)
    for cell in (0, 29, 4 * 30):
        assert float(Fraction(*rough.odds(cell))) == pytest.approx(float(Fraction(*truth.odds(cell))), rel=0.02)


@pytest.mark.parametrize("mines_left", [60, 950])
def test_approximate_counts_of_a_long_component_are_near_the_exact(mines_left: int) -> None:
    """Its numbers of mines have weights that lie hundreds of orders of magnitude apart."""
    tables = [star(200)]
    rough, exact = (
        run_to_end(weights)
        for weights in (weigh_roughly(tables, [1.0], 1000, mines_left), weigh(tables, 1000, mines_left))
    )
    assert not rough.is_exact
    assert rough.magnitude == pytest.approx(exact.magnitude, rel=0.05)
    mined, layouts = exact.inside
    assert rough.inside[0] / rough.inside[1] == pytest.approx(mined / layouts, abs=0.05)
