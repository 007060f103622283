"""Removing the clues that a proof doesn't need. The steps of proofs are tested in test_proof.py."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.cells import cells_of
from minesweeper.solvers.deduction import run_to_end, shrink

clue_sets = st.sets(st.integers(0, 19), max_size=12)


@given(clue_sets, st.lists(clue_sets, max_size=3))
def test_a_shrunk_set_of_clues_proves_nothing_without_any_of_them(clues: set[int], others: list[set[int]]) -> None:
    proofs = [clues & other for other in others] + [clues]

    def is_enough(part: int) -> bool:
        return any(proof <= set(cells_of(part)) for proof in proofs)

    kept = run_to_end(shrink(sorted(clues), is_enough))
    assert is_enough(kept)
    assert not any(is_enough(kept & ~(1 << clue)) for clue in cells_of(kept))
