"""The library's answers about a position: they agree with the solvers and with each other."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.assist import answers as module
from minesweeper.assist.answers import best_move, candidates, certain, clue_odds, deductions, odds, solve
from minesweeper.core.cells import cells_of
from minesweeper.core.position import Position, places, read_position
from minesweeper.solvers.count_linear import TooLarge
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.rollouts import Budget
from tests.solvers.brute_force import fitting_layouts
from tests.strategies import positions, small_positions


@settings(max_examples=60)
@given(positions(max_side=4))
def test_odds_are_exact_fractions_in_rows_and_columns(position: Position) -> None:
    analysis = run_to_end(analyse(position))
    grid, chances = position.grid, odds(position)
    assert [len(row) for row in chances] == [grid.width] * grid.height
    for cell in range(grid.size):
        row, col = grid.row_col(cell)
        wanted = None if position.opened >> cell & 1 else Fraction(*analysis.odds(cell))
        assert chances[row][col] == wanted


@settings(max_examples=60)
@given(positions(max_side=4))
def test_solve_agrees_with_the_other_functions_of_the_library(position: Position) -> None:
    solution = solve(position)
    assert list(solution.deductions) == deductions(position)
    assert solution.best == best_move(position)
    assert solution.candidates == tuple(candidates(position))
    assert (solution.best is None) == (len(solution.mined) == position.hidden.bit_count())
    flat = [chance for row in odds(position) for chance in row]
    messages = [chance for row in solution.odds() for chance in row]
    assert messages == [None if chance is None else pytest.approx(float(chance)) for chance in flat]


@settings(max_examples=60)
@given(positions(max_side=5))
def test_certain_gives_all_cells_that_an_analysis_proves(position: Position) -> None:
    analysis, proved = run_to_end(analyse(position)), certain(position)
    assert proved == (places(position.grid, analysis.safe), places(position.grid, analysis.mined), True)


@settings(max_examples=60)
@given(positions(max_side=5))
def test_a_quick_look_finds_a_safe_cell_and_may_be_incomplete(position: Position) -> None:
    everything, some = certain(position), certain(position, quick=True)
    assert set(some.safe) <= set(everything.safe)
    assert set(some.mined) <= set(everything.mined)
    assert bool(some.safe) == bool(everything.safe)
    assert some.is_complete == (not everything.safe)
    assert some.safe or some == everything


def test_certain_cells_are_incomplete_if_a_component_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    position = read_position("###\n#2#\n###", 2)
    assert certain(position).is_complete
    monkeypatch.setattr("minesweeper.solvers.exact.count_component", _too_large)
    assert not certain(position).is_complete


def _too_large(component: object, effort: object) -> None:
    raise TooLarge


def test_time_to_think_adds_an_estimate_of_the_win_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "budget_of", lambda think: Budget(rollouts=25) if think else None)
    position = read_position("#####\n#####\n##2##\n#####\n#####", 7)
    assert best_move(position).win is None  # type: ignore[union-attr]
    assert not candidates(position).is_exact
    move = best_move(position, think=1)
    assert move is not None
    assert move.win is not None
    assert not move.win_exact
    assert 0 < move.win_margin < 0.5


def test_flags_change_only_the_list_of_wrong_flags() -> None:
    position = read_position("###\n121\n...", 2)
    plain, flagged = solve(position), solve(position, [(0, 1), (0, 2), (1, 1)])
    assert flagged.to_data() == {**plain.to_data(), "wrong_flags": ((0, 1),)}


def test_counts_of_layouts_above_4000_digits_become_powers_of_ten() -> None:
    few = solve(read_position("\n".join(["#" * 100] * 100), 2000)).layouts
    assert few == str(comb(10_000, 2_000))
    many = comb(20_000, 5_000)
    assert 10**4882 < many < 10**4883
    assert solve(read_position("\n".join(["#" * 200] * 100), 5_000)).layouts == "about 10^4882"


@settings(max_examples=60)
@given(small_positions(), st.data())
def test_the_odds_of_clues_agree_with_all_layouts(position: Position, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(cells_of(position.grid.all_cells)))
    layouts = list(fitting_layouts(position))
    around = position.grid.neighbours(cell)
    shown = [(layout & around).bit_count() for layout in layouts if not layout >> cell & 1]
    chances = clue_odds(position, position.grid.row_col(cell))
    assert chances.is_exact
    assert chances == [Fraction(shown.count(clue), len(layouts)) for clue in range(9)]


def test_odds_of_clues_that_are_not_counted_are_marked_as_inexact(monkeypatch: pytest.MonkeyPatch) -> None:
    position = read_position("####\n#2##\n##3#\n####", 6)
    exact = clue_odds(position, (0, 1))
    monkeypatch.setattr("minesweeper.solvers.exact.work_to_weigh", lambda *given: None)
    near = clue_odds(position, (0, 1))
    assert (exact.is_exact, near.is_exact) == (True, False)
    assert sum(near) == 1 - Fraction(*run_to_end(analyse(position)).odds(1))
    assert [float(chance) for chance in near] == pytest.approx([float(chance) for chance in exact], abs=0.02)
