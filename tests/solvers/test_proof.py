"""Reasons: the easiest one that some clues give, every step of it proved, and none lost on the way to a sentence."""

from __future__ import annotations

from hypothesis import given

from minesweeper.core.cells import cells_of
from minesweeper.core.position import Position, read_position
from minesweeper.solvers import assumptions
from minesweeper.solvers.deduction import Deduction, Kind, run_to_end
from minesweeper.solvers.exact import analyse
from minesweeper.solvers.proof import simplest_proof
from minesweeper.solvers.tips import every_deduction
from tests.solvers.brute_force import check_steps, is_proved
from tests.strategies import positions
from tests.tools.proofs import check_dense_boards


def check_easier(position: Position, deduction: Deduction) -> None:
    """The easier telling is of the same cells, by some of the clues, all of them needed, and proved step by step."""
    told = simplest_proof(position, deduction)
    assert (told.safe, told.mined) == (deduction.safe, deduction.mined)
    assert told.uses_total <= deduction.uses_total
    assert not told.because & ~deduction.because
    assert is_proved(position, told)
    for clue in cells_of(told.because):
        assert not is_proved(position, told._replace(because=told.because ^ 1 << clue))
    check_steps(position, told)


@given(positions(max_side=5))
def test_a_deduction_told_more_easily_is_as_true(position: Position) -> None:
    for deduction in assumptions.deductions(position, depth=2):
        if deduction is not None:
            check_easier(position, deduction)


def test_every_step_holds_on_random_dense_boards() -> None:
    tally = check_dense_boards(boards=2000, seed=1)
    assert tally.steps > 6000
    assert not tally.false


def test_a_group_of_mines_that_no_clue_sees_counts_each_mine() -> None:
    position = read_position("...1#\n...22\n1112#\n##2##\n#####", mine_total=7)
    *_, by_total = [found.deduction for found in every_deduction(run_to_end(analyse(position)))]
    assert by_total.mined == 1 << 20 | 1 << 24
    check_steps(position, by_total)
    assert not any(step.is_broken for way in by_total.steps[-1].branches for step in way)


def test_what_has_no_reason_in_common_is_shown_by_both_ways_of_another_cell() -> None:
    position = read_position("..1##\n112##\n##333\n#####\n#####", mine_total=8)
    found = next(found for found in assumptions.deductions(position, near=1) if found is not None)
    assert found.safe
    assert found.mined
    told = simplest_proof(position, found)
    assert told.kind is Kind.ASSUMPTION
    for assumption, *_ in told.steps[-1].branches:
        assert not (assumption.safe | assumption.mined) & (found.safe | found.mined)


def test_what_only_a_count_shows_names_few_clues_and_how_many_layouts_they_have() -> None:
    position = read_position(
        "..1#2##2##\n123#######\n###3######\n3####232##\n3#41#1####\n####1##2##\n####1#####", mine_total=17
    )
    deductions = assumptions.deductions(position, depth=2)
    found = next(found for found in deductions if found is not None and found.kind is Kind.ASSUMPTION)
    told = simplest_proof(position, found)
    assert (found.because.bit_count(), told.because.bit_count()) == (17, 5)
    assert told.kind is Kind.EXACT_COUNT
    assert isinstance(told.steps[-1].argument, int)
