"""The steps of a proof: each is short and shows its clues. The recorded sentences have the whole texts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from minesweeper.assist.tip import Proof, find_proof
from minesweeper.boards.layout import Layout
from minesweeper.core.boardspec import BoardSpec
from minesweeper.core.cells import CellSet, cells_of
from minesweeper.core.position import Position
from minesweeper.play.session import new_session
from minesweeper.solvers import assumptions
from minesweeper.solvers.deduction import Deduction, run_to_end
from minesweeper.solvers.proof import simplest_proof
from minesweeper.solvers.tips import tip
from tests.solvers.brute_force import possible
from tests.strategies import cell_sets, layouts, positions


def check_walk(position: Position, deduction: Deduction, flags: CellSet) -> None:
    """Checks that the last step shows what is proved and that the steps mark exactly the clues of the proof."""
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
def test_every_proof_can_be_shown_step_by_step(position: Position, data: st.DataObject) -> None:
    flags = data.draw(cell_sets(position.grid)) & position.hidden
    advice = run_to_end(tip(position, flags))
    if isinstance(advice, Deduction):
        check_walk(position, advice, flags)
    for deduction in assumptions.deductions(position, depth=2):
        if deduction is not None:
            check_walk(position, simplest_proof(position, deduction), 0)


ACTS = st.lists(
    st.tuples(st.sampled_from(("open", "flag", "show tip", "play tip", "undo")), st.integers(0, 24)), max_size=15
)


@settings(max_examples=100)
@given(layouts(max_side=5), ACTS)
def test_mines_remembered_from_tips_stay_provable_after_later_moves(
    layout: Layout, acts: list[tuple[str, int]]
) -> None:
    grid = layout.grid
    session = new_session(BoardSpec(grid.width, grid.height, layout.mine_count), "custom", layout=layout)
    for act, number in acts:
        game, cell = session.game, number % grid.size
        if act == "undo":
            session = session.undo()
        elif act in ("open", "flag"):
            session = session.open_cell(cell) if act == "open" else session.mark(cell, question_marks=False)
        elif not game.is_over:
            proof = run_to_end(find_proof(game.position, game.flags, cell, proved_mines=game.proved_mines))
            if isinstance(proof, Proof):
                session = session.with_proved_mines(proof.proved_mines)
                assert not proof.known_mines & ~game.proved_mines
                session = session.apply_assist(proof.safe, proof.mined, "tip") if act == "play tip" else session
        assert not session.game.proved_mines & possible(session.game.position).safe
