"""Which of the shipped boards can be finished without a guess, on a sample.

``python -m benchmarks.games --check`` checks all twelve thousand boards.
"""

from __future__ import annotations

import pytest

from benchmarks.games import FILES, can_be_finished, load_boards, load_truth

STEP = 50


@pytest.mark.parametrize("name", FILES)
def test_boards_are_finished_without_a_guess_where_that_is_possible(name: str) -> None:
    boards = list(load_boards(name))[::STEP]
    truth = load_truth(name)[::STEP]
    assert len(boards) == len(truth) == 2000 // STEP
    assert [can_be_finished(board) for board in boards] == truth
