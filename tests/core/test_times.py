"""Times as text: the clock of a game, and moments as files store them."""

from __future__ import annotations

import time

import pytest

from minesweeper.core.times import (
    clock_text,
    date_text,
    from_milliseconds,
    milliseconds_text,
    moment_text,
    timestamp,
    to_milliseconds,
)


def test_hours_are_shown_from_an_hour_on() -> None:
    assert [clock_text(seconds) for seconds in (0, 59.9, 61, 3599, 3600, 36_001)] == [
        *("0:00", "0:59", "1:01", "59:59", "1:00:00", "10:00:01")
    ]
    assert milliseconds_text(3_600_250) == "1:00:00.250"


def test_dates_with_times_are_converted_to_text_and_back() -> None:
    for text in ("1970-01-01T00:00:00.000Z", "2026-11-16T09:12:33.480Z", "9999-12-31T23:59:59.999Z"):
        assert from_milliseconds(to_milliseconds(text)) == text
    assert to_milliseconds("1970-01-02T00:00:00.001Z") == 86_400_001


def test_dates_show_the_year_only_if_it_is_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    if hasattr(time, "tzset"):
        time.tzset()
    now = to_milliseconds("2026-11-16T12:00:00.000Z") / 1000
    this, other = (to_milliseconds(f"{year}-03-05T21:07:00.000Z") for year in (2026, 2025))
    assert [date_text(moment, now) for moment in (this, other)] == [" 5 Mar", "Mar 2025"]
    assert [moment_text(moment, now) for moment in (this, other)] == [" 5 Mar 21:07", " 5 Mar 2025"]
    assert date_text(10**18, now), "beyond the calendar"


def test_the_current_time_is_written_in_the_form_of_files() -> None:
    before = time.time_ns() // 1_000_000
    now = to_milliseconds(timestamp())
    assert before <= now <= time.time_ns() // 1_000_000


@pytest.mark.parametrize(
    "text", ["", "now", "2026-11-16T09:12:33Z", "2026-13-16T09:12:33.480Z", "1969-12-31T23:59:59.999Z"]
)
def test_invalid_text_is_not_read_as_a_date_with_time(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected a time|before 1970|must be in"):
        to_milliseconds(text)
