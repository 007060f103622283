"""All answers about a position in one value: those of the solvers, and true in every layout that fits."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings

from minesweeper.core.cells import cells_of
from minesweeper.core.position import Position, read_position
from minesweeper.solvers import solution as module
from minesweeper.solvers.counting import TooLarge
from minesweeper.solvers.deduction import Contradiction
from minesweeper.solvers.exact import Analysis, analyse
from minesweeper.solvers.solution import best_move, certain, deductions, odds, places, solve
from tests.solvers.brute_force import possible
from tests.strategies import positions


@settings(max_examples=60)
@given(positions(max_side=4))
def test_odds_are_exact_fractions_in_rows_and_columns(position: Position) -> None:
    analysis = analyse(position)
    grid, chances = position.grid, odds(position)
    assert [len(row) for row in chances] == [grid.width] * grid.height
    for cell in range(grid.size):
        row, col = grid.row_col(cell)
        wanted = None if position.opened >> cell & 1 else Fraction(*analysis.odds(cell))
        assert chances[row][col] == wanted


@settings(max_examples=60)
@given(positions(max_side=4))
def test_solve_and_the_single_functions_agree(position: Position) -> None:
    solution = solve(position)
    assert list(solution.deductions) == deductions(position)
    assert solution.best == best_move(position)
    assert (solution.best is None) == (len(solution.mined) == position.hidden.bit_count())
    flat = [chance for row in odds(position) for chance in row]
    told = [chance for row in solution.odds() for chance in row]
    assert told == [None if chance is None else pytest.approx(float(chance)) for chance in flat]


@settings(max_examples=100)
@given(positions(max_side=5))
def test_all_that_is_certain_is_all_that_an_analysis_proves(position: Position) -> None:
    analysis, proved = analyse(position), certain(position)
    assert proved == (places(position.grid, analysis.safe), places(position.grid, analysis.mined), True)


@settings(max_examples=100)
@given(positions(max_side=5))
def test_a_quick_look_finds_a_safe_cell_if_there_is_one_and_says_when_there_may_be_more(position: Position) -> None:
    everything, some = certain(position), certain(position, quick=True)
    assert set(some.safe) <= set(everything.safe)
    assert set(some.mined) <= set(everything.mined)
    assert bool(some.safe) == bool(everything.safe)
    assert some.is_complete == (not everything.safe)
    assert some.safe or some == everything


def test_what_is_certain_is_told_as_incomplete_where_components_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    position = read_position("###\n#2#\n###", 2)
    assert certain(position).is_complete
    monkeypatch.setattr("minesweeper.solvers.exact.count_component", _too_large)
    assert not certain(position).is_complete


def _too_large(component: object, effort: object) -> None:
    raise TooLarge


def test_sentences_and_the_best_move_are_made_when_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def noted(name: str) -> None:
        told = getattr(module, name)

        def call(analysis: Analysis) -> object:
            made.append(name)
            return told(analysis)

        monkeypatch.setattr(module, name, call)

    noted("hints")
    noted("_choose")
    solution = solve(read_position("###\n121\n...", 2), [(0, 1)])
    assert (solution.safe, solution.mined, solution.wrong_flags) == (((0, 1),), ((0, 0), (0, 2)), ((0, 1),))
    assert (solution.layouts, solution.odds()[0]) == ("1", [1.0, 0.0, 1.0])
    assert made == []
    assert solution.best is solution.best
    assert solution.deductions is solution.deductions
    assert made == ["_choose", "hints"]


def test_flags_change_no_answer_but_the_list_of_wrong_ones() -> None:
    position = read_position("###\n121\n...", 2)
    plain, flagged = solve(position), solve(position, [(0, 1), (0, 2), (1, 1)])
    assert flagged.to_data() == {**plain.to_data(), "wrong_flags": ((0, 1),)}


def test_a_contradiction_names_its_clues() -> None:
    with pytest.raises(Contradiction) as raised:
        solve(read_position("1#\n3#", 2))
    assert cells_of(raised.value.clues) == [2]


@settings(max_examples=40)
@given(positions(max_side=4))
def test_answers_agree_with_all_layouts_there_are(position: Position) -> None:
    data = json.loads(json.dumps(solve(position).to_data()))
    layouts = possible(position)
    grid = position.grid
    safe, mined = position.hidden & ~layouts.mined, position.hidden & ~layouts.safe
    assert data["given"] == [list(grid.row_col(cell)) for cell in cells_of(position.given)]
    assert data["safe"] == [list(grid.row_col(cell)) for cell in cells_of(safe)]
    assert data["mined"] == [list(grid.row_col(cell)) for cell in cells_of(mined)]
    for cell in range(grid.size):
        row, col = grid.row_col(cell)
        odds = data["odds"][row][col]
        assert (odds is None) == bool(position.opened >> cell & 1)
        assert (odds == 0) == bool(safe >> cell & 1) if odds is not None else True
        assert (odds == 1) == bool(mined >> cell & 1) if odds is not None else True


def test_layouts_are_text_up_to_4000_digits_and_then_a_power_of_ten() -> None:
    few = solve(read_position("\n".join(["#" * 100] * 100), 2000)).layouts
    assert few == str(comb(10_000, 2_000))
    many = comb(20_000, 5_000)
    assert 10**4882 < many < 10**4883
    assert solve(read_position("\n".join(["#" * 200] * 100), 5_000)).layouts == "about 10^4882"
