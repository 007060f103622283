"""What a player switches in a game: each switch shows what it did, on every screen."""

from __future__ import annotations

import pytest

from minesweeper.core.specs import BoardSpec
from minesweeper.play.session import new_session
from tests.ui.driving import press, start, text_of


@pytest.mark.parametrize(
    ("cols", "rows", "said"),
    [
        (80, 24, "Live counters: clicks, and 3BV/s while the clock runs."),
        (120, 30, "Live counters: clicks"),
        (20, 7, "Counters: no room."),
    ],
)
def test_live_counters_are_seen_at_once_before_a_first_win_too_or_it_is_said_why_not(
    cols: int, rows: int, said: str
) -> None:
    model = press(start(new_session(BoardSpec(30, 16, 99), "expert"), cols, rows), "space")
    assert "Clicks 1 L 0 R 0 C" not in " ".join(text_of(model).split())
    switched = press(model, "f3")
    assert said in text_of(switched)
    assert ("Clicks 1 L 0 R 0 C" in " ".join(text_of(switched).split())) == (cols > 20)
    assert "off" in text_of(press(switched, "f3"))
