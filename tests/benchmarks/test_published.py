"""The exact win chance agrees with published values. ``python -m benchmarks.published`` checks the slow ones too."""

from __future__ import annotations

import pytest

from benchmarks.published import QUICK, Value, find, place


@pytest.mark.parametrize("value", QUICK, ids=lambda value: f"{value.board} {value.rows}".strip())
def test_best_play_wins_as_many_layouts_as_others_have_published(value: Value) -> None:
    move = find(value)
    assert (move.wins, move.layouts) == (value.wins, value.layouts)
    assert value.best in (None, place(value, move))
