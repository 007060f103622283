"""The days that have a daily board, as they are typed."""

from __future__ import annotations

from datetime import date

import pytest

from minesweeper.boards.daily_date import DayError, day_with_board


@pytest.fixture(autouse=True)
def a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minesweeper.boards.daily_date.today", lambda: date(2026, 11, 17))


@pytest.mark.parametrize("day", [date(2026, 1, 1), date(2026, 11, 17)])
def test_every_day_from_the_first_one_until_today_has_a_board(day: date) -> None:
    assert day_with_board(str(day)) == day


@pytest.mark.parametrize("text", ["", "2025-12-31", "2026-11-18", "20261116", "2026-W40-1", "2026-02-30", "today"])
def test_what_is_no_such_day_is_refused_with_what_is_allowed(text: str) -> None:
    with pytest.raises(DayError) as refused:
        day_with_board(text)
    allowed = "use YEAR-MONTH-DAY, from 2026-01-01 to 2026-11-17, which is today (UTC)"
    assert str(refused.value) == f"'{text}' is no day with a board: {allowed}"
