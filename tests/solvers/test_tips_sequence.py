"""All deductions of a position: nothing provable is left out, and each proof holds on its own."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from minesweeper.core.cells import to_cell_set
from minesweeper.core.position import Position, read_position
from minesweeper.solvers import tips
from minesweeper.solvers.deduction import Kind, run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.tips import every_deduction
from tests.solvers.brute_force import possible
from tests.strategies import positions

MIXED = """
    #####
    11211
    .....
    ..111
    ..1#1
"""


@settings(max_examples=150)
@given(positions(max_side=5))
def test_every_provable_cell_is_deduced_and_the_clues_named_prove_it_alone(position: Position) -> None:
    analysis = run_to_end(analyse(position))
    safe, mined = 0, position.given
    for deduction, clues, uses_total in every_deduction(analysis):
        assert not deduction.assumes_safe & ~safe
        assert not deduction.assumes_mined & ~mined
        assert (deduction.safe | deduction.mined) & ~(safe | mined)
        rest = possible(position, to_cell_set(clues), with_total=uses_total)
        assert not deduction.safe & rest.mined
        assert not deduction.mined & rest.safe
        safe, mined = safe | deduction.safe, mined | deduction.mined
    assert (safe, mined) == (analysis.safe, analysis.mined)


@settings(max_examples=60)
@given(positions(max_side=5), st.sampled_from(["MOST_SEARCHES", "MOST_DEDUCTIONS"]))
@example(read_position("1#1\n#1#", 1), "MOST_DEDUCTIONS")
def test_what_is_left_when_a_bound_is_met_shares_one_deduction(position: Position, bound: str) -> None:
    analysis = run_to_end(analyse(position))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tips, bound, 1)
        found = list(every_deduction(analysis))
    safe, mined = 0, position.given
    for proved in found:
        safe, mined = safe | proved.deduction.safe, mined | proved.deduction.mined
    assert (safe, mined) == (analysis.safe, analysis.mined)
    if bound == "MOST_DEDUCTIONS":
        assert len(found) <= 2
    else:
        assert all(proved.deduction.kind is Kind.ONE_CLUE for proved in found[:-2])


def test_single_clues_come_before_anything_harder() -> None:
    found = list(every_deduction(run_to_end(analyse(read_position(MIXED, 3)))))
    assert [proved.deduction.kind for proved in found[:2]] == [Kind.ONE_CLUE, Kind.TWO_CLUES]
    assert all(proved.deduction.kind is Kind.ONE_CLUE for proved in found[2:])
