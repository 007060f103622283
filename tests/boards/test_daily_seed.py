"""The daily board is the same for everyone. Future days and days before the first one have none."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import pytest

from minesweeper.boards.codes import to_code
from minesweeper.boards.daily_seed import DayError, daily_board, day_with_board, seconds_left, today
from minesweeper.boards.noguess import deal_no_guess
from minesweeper.solvers.deduction import run_to_end


@pytest.mark.parametrize(
    ("day", "code"),
    [
        (date(2026, 11, 16), "ms1-2a1rZ1DZCZu8AOGpCAl4sM5UumXaOldGr7f6g2q9PaRUHIW6V6FynZu6tndQHDnX9dD7bQsRW"),
        (date(2027, 2, 28), "ms1-2a1rZ1DVST9Agljs1RPrx4Cj86N1pagbHDkSrdLHsJwoEKwermyXRdd1DTU50WCo4rE9Zq4ZQ"),
    ],
)
def test_the_daily_board_of_a_day_never_changes(day: date, code: str) -> None:
    daily = daily_board(day)
    board = run_to_end(deal_no_guess(daily.spec, daily.first, daily.seed)).board
    assert board is not None
    assert to_code(board) == code


def test_each_day_has_another_daily_board() -> None:
    days = [daily_board(date(2026, 11, 16) + timedelta(days=number)) for number in range(400)]
    assert len({daily.seed for daily in days}) == 400
    assert len({daily.first for daily in days}) == 1


def test_the_day_of_a_daily_board_is_the_day_in_utc() -> None:
    before = datetime.now(timezone.utc)
    assert before.date() <= today() <= datetime.now(timezone.utc).date()
    assert 0 < seconds_left() <= 24 * 60 * 60


@pytest.fixture(autouse=True)
def a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minesweeper.boards.daily_seed.today", lambda: date(2026, 11, 17))


@pytest.mark.parametrize("text", ["", "2025-12-31", "2026-11-18", "20261116", "2026-W40-1", "2026-02-30", "today"])
def test_a_day_without_a_board_is_refused_with_the_allowed_days(text: str) -> None:
    with pytest.raises(DayError) as refused:
        day_with_board(text)
    allowed = "Use YEAR-MONTH-DAY, from 2026-01-01 to 2026-11-17, which is today (UTC)"
    assert str(refused.value) == f"'{text}' isn't a day with a board. {allowed}"
