"""The daily board is the same for everyone, and the days that have one."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import pytest

from minesweeper.boards.codes import to_code
from minesweeper.boards.daily import DAILY_SPEC, DayError, daily_board, day_with_board, today
from minesweeper.boards.noguess import deal_no_guess, needs_no_guess
from minesweeper.core.boardspec import NO_GUESS
from minesweeper.core.cells import contains
from minesweeper.solvers.deduction import run_to_end
from minesweeper.storage.settings import PRESETS


def test_it_is_a_no_guess_expert_board() -> None:
    daily = daily_board(date(2026, 11, 16))
    assert daily.spec == DAILY_SPEC == PRESETS["expert"]
    board = run_to_end(deal_no_guess(daily.spec, daily.first, daily.seed)).board
    assert board is not None
    assert (board.first, board.label) == (daily.first, NO_GUESS)
    assert needs_no_guess(board.layout, daily.first)
    assert contains(board.layout.zeros, daily.first)


@pytest.mark.parametrize(
    ("day", "code"),
    [
        (date(2026, 11, 16), "ms1-2a1rZ1DZCZu8AOGpCAl4sM5UumXaOldGr7f6g2q9PaRUHIW6V6FynZu6tndQHDnX9dD7bQsRW"),
        (date(2027, 2, 28), "ms1-2a1rZ1DVST9Agljs1RPrx4Cj86N1pagbHDkSrdLHsJwoEKwermyXRdd1DTU50WCo4rE9Zq4ZQ"),
    ],
)
def test_the_board_of_a_day_is_the_same_for_ever(day: date, code: str) -> None:
    daily = daily_board(day)
    board = run_to_end(deal_no_guess(daily.spec, daily.first, daily.seed)).board
    assert board is not None
    assert to_code(board) == code


def test_each_day_has_another_board() -> None:
    days = [daily_board(date(2026, 11, 16) + timedelta(days=number)) for number in range(400)]
    assert len({daily.seed for daily in days}) == 400
    assert len({daily.first for daily in days}) == 1


@pytest.mark.parametrize("hours", [-12, -5, 0, 9, 14])
def test_the_day_changes_at_the_same_moment_everywhere(hours: int) -> None:
    zone = timezone(timedelta(hours=hours))
    midnight = datetime(2026, 11, 17, tzinfo=timezone.utc)
    assert today(midnight.astimezone(zone)) == date(2026, 11, 17)
    assert today((midnight - timedelta(seconds=1)).astimezone(zone)) == date(2026, 11, 16)


def test_a_time_without_a_zone_is_utc_and_none_is_now() -> None:
    assert today(datetime(2026, 11, 16, 23, 59)) == date(2026, 11, 16)
    before = datetime.now(timezone.utc).date()
    assert before <= today() <= datetime.now(timezone.utc).date()


@pytest.fixture(autouse=True)
def a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minesweeper.boards.daily.today", lambda: date(2026, 11, 17))


@pytest.mark.parametrize("day", [date(2026, 1, 1), date(2026, 11, 17)])
def test_every_day_from_the_first_one_until_today_has_a_board(day: date) -> None:
    assert day_with_board(str(day)) == day


@pytest.mark.parametrize("text", ["", "2025-12-31", "2026-11-18", "20261116", "2026-W40-1", "2026-02-30", "today"])
def test_what_is_no_such_day_is_refused_with_what_is_allowed(text: str) -> None:
    with pytest.raises(DayError) as refused:
        day_with_board(text)
    allowed = "Use YEAR-MONTH-DAY, from 2026-01-01 to 2026-11-17, which is today (UTC)"
    assert str(refused.value) == f"'{text}' isn't a day with a board. {allowed}"
