"""What a cell may show: the chance of each clue, counted over all layouts."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.assist.answers import clue_odds
from minesweeper.core.cells import cells_of
from minesweeper.core.position import Position, read_position
from minesweeper.solvers.deduction import run_to_end
from minesweeper.solvers.exact import analyse
from tests.solvers.brute_force import fitting_layouts
from tests.strategies import small_positions


@settings(max_examples=100, deadline=None)
@given(small_positions(), st.data())
def test_the_chances_of_all_clues_are_those_of_all_layouts(position: Position, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(cells_of(position.grid.all_cells)))
    layouts = list(fitting_layouts(position))
    around = position.grid.neighbours(cell)
    shown = [(layout & around).bit_count() for layout in layouts if not layout >> cell & 1]
    chances = clue_odds(position, position.grid.row_col(cell))
    assert chances.is_exact
    assert chances == [Fraction(shown.count(clue), len(layouts)) for clue in range(9)]


def test_what_is_too_large_to_count_is_near_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    position = read_position("####\n#2##\n##3#\n####", 6)
    exact = clue_odds(position, (0, 1))
    monkeypatch.setattr("minesweeper.solvers.exact.work_to_weigh", lambda *given: None)
    near = clue_odds(position, (0, 1))
    assert (exact.is_exact, near.is_exact) == (True, False)
    assert sum(near) == 1 - Fraction(*run_to_end(analyse(position)).odds(1))
    assert [float(chance) for chance in near] == pytest.approx([float(chance) for chance in exact], abs=0.02)


def test_a_place_off_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="row 2, column 0 is not on a board of 2x2"):
        clue_odds(read_position("1#\n##", 1), (2, 0))
