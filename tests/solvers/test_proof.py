"""Proofs: the easiest one that some clues give, with every step checked by brute force."""

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
    """The simplest proof is about the same cells and needs all its clues, which are some of the original ones."""
    proof = simplest_proof(position, deduction)
    assert (proof.safe, proof.mined) == (deduction.safe, deduction.mined)
    assert proof.uses_total <= deduction.uses_total
    assert not proof.because & ~deduction.because
    assert is_proved(position, proof)
    for clue in cells_of(proof.because):
        assert not is_proved(position, proof._replace(because=proof.because ^ 1 << clue))
    check_steps(position, proof)


@given(positions(max_side=5))
def test_a_simplified_deduction_is_as_true_as_the_first(position: Position) -> None:
    for deduction in assumptions.deductions(position, depth=2):
        if deduction is not None:
            check_easier(position, deduction)


def test_every_step_of_a_proof_is_true_on_random_dense_boards() -> None:
    tally = check_dense_boards(boards=2000, seed=1)
    assert tally.steps > 6000
    assert not tally.false


def test_an_argument_by_mine_total_counts_mines_that_no_clue_touches() -> None:
    position = read_position("...1#\n...22\n1112#\n##2##\n#####", mine_total=7)
    *_, by_total = [result.deduction for result in every_deduction(run_to_end(analyse(position)))]
    assert by_total.mined == 1 << 20 | 1 << 24
    check_steps(position, by_total)
    assert not any(step.is_broken for way in by_total.steps[-1].branches for step in way)


def test_cells_without_a_common_reason_are_proved_by_two_branches() -> None:
    position = read_position("..1##\n112##\n##333\n#####\n#####", mine_total=8)
    result = next(result for result in assumptions.deductions(position, near=1) if result is not None)
    assert result.safe
    assert result.mined
    deduction = simplest_proof(position, result)
    assert deduction.kind is Kind.ASSUMPTION
    for assumption, *_ in deduction.steps[-1].branches:
        assert not (assumption.safe | assumption.mined) & (result.safe | result.mined)


def test_a_proof_by_exact_count_names_few_clues() -> None:
    position = read_position(
        "..1#2##2##\n123#######\n###3######\n3####232##\n3#41#1####\n####1##2##\n####1#####", mine_total=17
    )
    deductions = assumptions.deductions(position, depth=2)
    result = next(result for result in deductions if result is not None and result.kind is Kind.ASSUMPTION)
    deduction = simplest_proof(position, result)
    assert (result.because.bit_count(), deduction.because.bit_count()) == (17, 5)
    assert deduction.kind is Kind.EXACT_COUNT
    assert isinstance(deduction.steps[-1].argument, int)
