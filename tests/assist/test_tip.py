"""Walking through a proof: every step is short and says which clue it is about. The golden corpus has the sentences."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.assist.tip import Proof
from minesweeper.core.cells import CellSet, cells_of
from minesweeper.core.position import Position
from minesweeper.solvers import assumptions
from minesweeper.solvers.deduction import Deduction, run_to_end
from minesweeper.solvers.proof import simplest_proof
from minesweeper.solvers.tips import tip
from tests.strategies import cell_sets, positions


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
