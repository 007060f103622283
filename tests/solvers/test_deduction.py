"""What all reasoning shares: work in slices, proofs without what they do not need, and the clues that are left."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from minesweeper.core.cells import cells_of
from minesweeper.solvers.deduction import Decided, Step, all_clues, any_uses_total, prune_steps, run_to_end, shrink

clue_sets = st.sets(st.integers(0, 19), max_size=12)


@given(clue_sets, st.lists(clue_sets, max_size=3))
def test_of_the_clues_that_are_enough_none_can_be_left_out(clues: set[int], others: list[set[int]]) -> None:
    proofs = [clues & other for other in others] + [clues]

    def is_enough(part: int) -> bool:
        return any(proof <= set(cells_of(part)) for proof in proofs)

    kept = run_to_end(shrink(sorted(clues), is_enough))
    assert is_enough(kept)
    assert not any(is_enough(kept & ~(1 << clue)) for clue in cells_of(kept))


ASSUMED = Step(mined=0b1)
NEEDED = Step(safe=0b110, clues=0b1, uses_mined=0b1)
IDLE = Step(mined=0b1000, clues=0b10)
BROKEN = Step(is_broken=True, clues=0b100, uses_safe=0b10, uses_mined=0b10000)


def test_steps_that_a_contradiction_does_not_rest_on_are_left_out() -> None:
    steps, outside = prune_steps([ASSUMED, NEEDED, IDLE, BROKEN], Decided(0, 0))
    assert steps == [ASSUMED, NEEDED._replace(safe=0b10), BROKEN]
    assert outside == Decided(0, 0b10000)


def test_steps_that_the_goal_does_not_rest_on_are_left_out() -> None:
    steps, outside = prune_steps([ASSUMED, NEEDED, IDLE], Decided(0b100, 0))
    assert steps == [ASSUMED, NEEDED._replace(safe=0b100)]
    assert outside == Decided(0, 0)


def test_the_clues_and_the_total_of_deeper_branches_count() -> None:
    way = (ASSUMED, BROKEN._replace(uses_total=True))
    assert all_clues([NEEDED, Step(safe=0b1, clues=0b1000, branches=(way,))]) == 0b1101
    assert any_uses_total([way])
    assert not any_uses_total([[NEEDED, IDLE]])
