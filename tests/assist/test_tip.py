"""Walking through a proof: every step is short, says which clue it is about, and holds."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.assist.tip import Proof
from minesweeper.core.cells import CellSet, cells_of
from minesweeper.core.position import Position, read_position
from minesweeper.solvers import assumptions
from minesweeper.solvers.deduction import Deduction, run_to_end
from minesweeper.solvers.proof import simplest_proof
from minesweeper.solvers.tips import tip
from tests.strategies import cell_sets, positions
from tests.tools.sentences import Case, tell_all


def texts(picture: str, mines: int) -> list[str]:
    position = read_position("\n".join(picture.split()), mines)
    found = run_to_end(tip(position)).deduction
    assert found is not None
    return [step.text for step in Proof(position, found).steps]


def test_an_assumption_is_walked_to_its_end() -> None:
    assert texts("1# 2# ## 1#", 2) == [
        "Suppose row 4, column 2 were a mine.",
        "Then the 1 at row 4, column 1 would have its mine, so row 3, columns 1-2 would be safe.",
        "Then the 2 at row 2, column 1 would need rows 1-2, column 2.",
        "But then the 1 at row 1, column 1 would have two mines.",
        "So row 4, column 2 is safe.",
    ]


def test_two_clues_are_told_one_after_the_other() -> None:
    assert texts("#1 ## #2", 2) == [
        "The 2 at row 3, column 2 needs two mines in row 2, columns 1-2 and row 3, column 1.",
        "The 1 at row 1, column 2 leaves room for only one mine where they overlap, so row 3, column 1 is a mine.",
        "The overlap then holds all the mines of the 1 at row 1, column 2, so row 1, column 1 is safe.",
    ]


def test_the_overlap_holds_no_mine_that_a_clue_has_elsewhere() -> None:
    case = Case.read("5x5/8 s38 0 flags")
    told = tell_all([case])[case]
    steps = [step.text for step in Proof(told.position, told.deduction, told.flags).steps]
    assert steps[-1] == (
        "The overlap then holds all the mines still missing at the 3 at row 4, column 2, so row 5, column 3 is safe."
    )


def test_the_mine_total_is_a_step_of_its_own() -> None:
    assert texts("#1## 1### ###1", 2) == [
        "There are two mines in all.",
        "The 1 at row 2, column 1 needs one of them.",
        "The 1 at row 3, column 4 needs one of them.",
        "They share no hidden cell, so row 1, columns 3-4 are safe.",
    ]


def check_walk(position: Position, deduction: Deduction, flags: CellSet) -> None:
    """The last step shows what is proved; all clues of the proof are marked in some step, and only clues."""
    steps = Proof(position, deduction, flags).steps
    assert steps
    assert (steps[-1].safe, steps[-1].mined) == (deduction.safe, deduction.mined)
    marked = 0
    for step in steps:
        assert step.text[0].isupper() or step.text[0].isdigit()
        assert step.text.endswith(".")
        assert 0 < len(step.words) <= 34
        assert not step.safe & step.mined
        assert not (step.safe | step.mined) & ~position.hidden
        marked |= step.clues
    assert marked == deduction.because
    assert all(position.opened >> clue & 1 for clue in cells_of(marked))


@settings(max_examples=120)
@given(positions(max_side=6), st.data())
def test_every_proof_can_be_walked(position: Position, data: st.DataObject) -> None:
    flags = data.draw(cell_sets(position.grid)) & position.hidden
    found = run_to_end(tip(position, flags)).deduction
    if found is not None:
        check_walk(position, found, flags)
    for deduction in assumptions.deductions(position, depth=2):
        if deduction is not None:
            check_walk(position, simplest_proof(position, deduction), 0)
